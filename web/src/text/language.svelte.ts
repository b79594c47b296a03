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

class Language {
  words = $state.raw<Words>(new Words("de", {}));
  clauses = $state.raw<Record<string, string>>({});
  options = $state.raw<Catalogue>({});
  private asked: Lang | null = null;

  async use(lang: Lang): Promise<void> {
    this.words = new Words(lang, (await WORDS[lang]()).default);
    if (this.asked && this.asked !== lang) await this.lookUp();
  }

  /** Fetch the wording of clauses and options, once. */
  async lookUp(): Promise<void> {
    const lang = this.words.lang;
    if (this.asked === lang) return;
    this.asked = lang;
    const [clauses, options] = await Promise.all([CLAUSES[lang](), OPTIONS[lang]()]);
    this.clauses = clauses.default;
    this.options = options.default;
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
