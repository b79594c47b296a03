/** The language in use: its words at once, the wording of the clauses when somebody asks. */
import { Words, type About, type Catalogue, type Lang } from "./text.ts";

type Loaded<T> = Promise<{ default: T }>;

const WORDS: Record<Lang, () => Loaded<Catalogue>> = {
  de: () => import("virtual:words/de"),
  en: () => import("virtual:words/en"),
};
const CLAUSES: Record<Lang, () => Loaded<Record<string, string>>> = {
  de: () => import("virtual:clauses/de"),
  en: () => import("virtual:clauses/en"),
};
const OPTIONS: Record<Lang, () => Loaded<Catalogue>> = {
  de: () => import("virtual:options/de"),
  en: () => import("virtual:options/en"),
};
/** What few pages say: it is fetched with them. */
export type Part = "cups" | "puzzles" | "pads";

const PARTS: Record<Part, Record<Lang, () => Loaded<Catalogue>>> = {
  cups: { de: () => import("virtual:cups/de"), en: () => import("virtual:cups/en") },
  puzzles: { de: () => import("virtual:puzzles/de"), en: () => import("virtual:puzzles/en") },
  pads: { de: () => import("virtual:pads/de"), en: () => import("virtual:pads/en") },
};

/** What installed games add to the sentences that are built into the page; nothing without a network. */
async function guests(lang: Lang): Promise<Catalogue> {
  try {
    const answer = await fetch(`/locale/guests/${lang}.json`);
    return answer.ok ? ((await answer.json()) as Catalogue) : {};
  } catch {
    return {};
  }
}

/** The sections of two catalogues together. */
function together(own: Catalogue, added: Catalogue): Catalogue {
  const sections = [...new Set([...Object.keys(own), ...Object.keys(added)])];
  return Object.fromEntries(sections.map((name) => [name, { ...own[name], ...added[name] }]));
}

class Language {
  words = $state.raw<Words>(new Words("de", {}));
  clauses = $state.raw<Record<string, string>>({});
  options = $state.raw<Catalogue>({});
  /** Whether what is looked up has come: until then options and clauses have no names but their codes. */
  readonly lookedUp = $derived(Object.keys(this.options).length > 0);
  private asked: Lang | null = null;
  private parts: Part[] = [];

  async use(lang: Lang): Promise<void> {
    const found = await Promise.all([WORDS[lang](), ...this.parts.map((part) => PARTS[part][lang]())]);
    const words = found.map((one) => one.default).reduce(together);
    this.words = new Words(lang, words);
    void this.addGuests(lang, words);
    if (this.asked && this.asked !== lang) await this.lookUp();
  }

  /** The page does not wait for the words of installed games: mostly there are none. */
  private async addGuests(lang: Lang, words: Catalogue): Promise<void> {
    const added = await guests(lang);
    if (Object.keys(added).length && this.words.lang === lang)
      this.words = new Words(lang, together(words, added));
  }

  /** Fetch what some pages alone say, once; it stays when the language changes. */
  async with(part: Part): Promise<void> {
    if (this.parts.includes(part)) return;
    this.parts.push(part);
    await this.use(this.words.lang);
  }

  /** Fetch the wording of clauses and options, once. */
  async lookUp(): Promise<void> {
    const lang = this.words.lang;
    if (this.asked === lang) return;
    this.asked = lang;
    try {
      const [clauses, options, added] = await Promise.all([CLAUSES[lang](), OPTIONS[lang](), guests(lang)]);
      if (this.asked !== lang) return; // another language has been chosen meanwhile
      this.clauses = { ...clauses.default, ...added["clause"] };
      this.options = together(options.default, added);
    } catch (error) {
      if (this.asked === lang) this.asked = null; // the next page asks again
      throw error;
    }
  }

  /** The wording of an option or of a word of a rule set's row. */
  option(section: "option" | "row", code: string, game: string): string | undefined {
    const known = this.options[section];
    return known?.[`${game}.${code}`] ?? known?.[code];
  }
}

export const language = new Language();

/** A sentence of the client in the language in use. */
export const t = (code: string, about?: About): string => language.words.web(code, about);
