/** Codes as a person reads them, by the catalogues the engine uses too. */
import {
  ROMAN,
  SYMBOLS,
  baptism,
  isCard,
  isDrawn,
  isGerman,
  packOf,
  stem,
  suitOf,
  type PackName,
  type Suit,
} from "../cards/cards.ts";
import type { FaultShown, Seen } from "../wire.ts";

export type Lang = "de" | "en";
export type Catalogue = Record<string, Record<string, string>>;
export type About = Record<string, string | number>;

export const HIDDEN = "?";

/** A text without what cannot be seen, its spaces single, no letter under a tower of marks: as the server has names. */
export const cleaned = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/(\p{M}{2})\p{M}+/gu, "$1")
    .replace(/[\p{C}\p{Z}\u115f\u1160\u2800\u3164\uffa0]+/gu, " ")
    .trim();

/** The first sign of a name, whole: an emoji is two units of JavaScript. */
export const initial = (name: string): string => Array.from(name)[0] ?? "";

/** A name that keeps its direction to itself, in a sentence beside figures. */
export const isolated = (name: string): string => `\u2068${name}\u2069`;

/** A sentence as it begins. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A sentence with its `{parameters}` filled in; an unknown one stays visible. */
export function filled(sentence: string, about: About): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, key: string) => (key in about ? String(about[key]) : whole));
}

/** The words of one language for one rule set, or for one game. */
export class Words {
  readonly game: string;

  constructor(
    readonly lang: Lang,
    private readonly all: Catalogue,
    private readonly rules: string = "",
    private readonly named: PackName = "",
  ) {
    this.game = rules.split("/")[0] ?? "";
  }

  get pack(): PackName {
    return this.named || packOf(this.game);
  }

  /** The words of a rule set, or of a game. */
  of(rules: string): Words {
    return rules === this.rules ? this : new Words(this.lang, this.all, rules);
  }

  /** The words for the cards of a pack, whatever is played with it. */
  ofPack(pack: PackName): Words {
    return new Words(this.lang, this.all, "", pack);
  }

  /** The name of a game, short where there is a short one and it is wanted. */
  gameName(game: string, short = false): string {
    const found = short ? this.find("web", `game.${game}_short`) : undefined;
    return found ?? this.find("web", `game.${game}`) ?? game;
  }

  // Sentences

  /** The sentence of a code, under the rule set's own key first, then the game's; nothing if there is none. */
  find(section: string, code: string): string | undefined {
    const known = this.all[section];
    return known?.[`${this.rules}.${code}`] ?? known?.[`${this.game}.${code}`] ?? known?.[code];
  }

  say(section: string, code: string, about: About = {}): string {
    const sentence = this.find(section, code);
    if (sentence === undefined) return [code, ...Object.values(about)].join(" ");
    return filled(sentence, about);
  }

  /** A sentence of the client itself. */
  web(code: string, about: About = {}): string {
    return this.say("web", code, about);
  }

  /** A sentence of the client in the singular or the plural: `tricks.one`, `tricks`. */
  count(code: string, n: number, about: About = {}): string {
    const one = n === 1 ? this.find("web", `${code}.one`) : undefined;
    return filled(one ?? this.find("web", code) ?? code, { n, ...about });
  }

  // Cards

  suit(letter: string): string {
    const code = `suit.${this.pack}.${letter}`;
    return this.find("web", code) ?? this.say("cli", code);
  }

  private rank(code: string): string {
    const rank = code.slice(1);
    return this.find("cli", `rank.${rank}`) ?? rank;
  }

  private special(code: string): string | undefined {
    if (code === "W") return "Weli";
    if (code === "T22" || code === "SKI") return this.say("cli", `fool.${this.pack}`);
    return undefined;
  }

  /** A card in a line of text: `♥K`, `XXI`, `Herz K`, `Eichel 7 = Herz A`. */
  card(token: string): string {
    const identity = baptism(token);
    if (identity) return `${this.card(stem(token))} = ${this.card(identity)}`;
    if (!isDrawn(this.pack)) return token;
    if (token.endsWith("~")) return this.say("cli", "unbaptised", { card: this.card(stem(token)) });
    const special = this.special(token);
    if (special) return special;
    const letter = suitOf(token);
    if (letter === "T") return ROMAN[Number(token.slice(1)) - 1] ?? token;
    const symbol = isGerman(this.pack) ? undefined : SYMBOLS[letter];
    return symbol ? symbol + this.rank(token) : `${this.suit(letter)} ${token.slice(1)}`;
  }

  /** A card spelt with a blank, courts in full: `♥ König`, `XV`. */
  cardLong(token: string): string {
    const code = stem(token);
    const letter = suitOf(code);
    if (!isDrawn(this.pack) || this.special(code) || letter === "T") return this.card(code);
    const symbol = isGerman(this.pack) ? this.suit(letter) : SYMBOLS[letter];
    return `${symbol ?? ""} ${this.find("cli", `rankname.${code.slice(1)}`) ?? code.slice(1)}`;
  }

  /** A card as one says it aloud: `Herz-König`, `Tarock XV`. */
  spoken(token: string): string {
    const identity = baptism(token);
    if (identity) return this.web("baptised", { card: this.spoken(stem(token)), as: this.spoken(identity) });
    const code = stem(token);
    if (!isDrawn(this.pack)) return code;
    const special = this.special(code);
    if (special) return special;
    const letter = suitOf(code);
    if (letter === "T") return `Tarock ${this.card(code)}`;
    const name = this.find("cli", `rankname.${code.slice(1)}`);
    const about = { suit: this.suit(letter), rank: name ?? code.slice(1) };
    return this.web(name ? "card.court" : "card.number", about);
  }

  suitMark(letter: string): string {
    return SYMBOLS[letter as Suit] ?? this.suit(letter);
  }

  // Words of acts

  /** A token as people say it; `context` is its verb or option. */
  word(token: string, context = ""): string {
    const found = context ? this.find("word", `${context}.${token}`) : undefined;
    if (found !== undefined) return found;
    if (this.game && isCard(this.pack, token)) return this.card(token);
    const plain = this.find("word", token);
    if (plain !== undefined) return plain;
    for (const mark of [":", "="])
      if (token.includes(mark)) {
        const parts = token.split(mark).map((part) => this.word(part, context));
        return parts.join(mark === ":" ? " · " : ": ");
      }
    return token;
  }

  phrase(text: string): string {
    return text
      .split(/\s+/)
      .filter(Boolean)
      .map((token) => this.word(token))
      .join(" ");
  }

  verb(verb: string): string {
    return this.say("verb", verb);
  }

  /** Why an act is refused, in a sentence with the cards in it. */
  fault(fault: FaultShown): string {
    const about: About = {};
    for (const [key, value] of Object.entries(fault.about))
      about[key] =
        (key === "suit" || key === "led") && value.length === 1 ? this.suit(value) : this.phrase(value);
    return this.say("fault", fault.code, about);
  }

  /** An act as a sentence; `code` may differ from the verb (the second Kontra is the Re). */
  told(seen: Seen, who: string, what: string, code = seen.verb): string {
    return this.say("told", code, { who, what }).replace(/\s+/g, " ").trim();
  }

  // Numbers

  /** An amount with its sign: `+3`, `−4½`, `0`. */
  signed(amount: number | string): string {
    const { sign, text } = parted(amount, this.lang);
    return sign ? `${sign < 0 ? "−" : "+"}${text}` : "0";
  }

  /** An amount that needs no plus. */
  plain(amount: number | string): string {
    const { sign, text } = parted(amount, this.lang);
    return sign < 0 ? `−${text}` : text;
  }

  /** Cents as money: `1,60 €` in German, `€1.60` in English. */
  money(cents: number): string {
    const value = (Math.abs(cents) / 100).toFixed(2);
    const sign = cents < 0 ? "−" : "";
    return this.lang === "de" ? `${sign}${value.replace(".", ",")}\u00a0€` : `${sign}€${value}`;
  }
}

const VULGAR: Record<string, string> = { "1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾" };

/** An amount as a number: fractions come as `"9/2"`. */
export function value(amount: number | string): number {
  if (typeof amount === "number") return amount;
  const [over, under] = amount.split("/").map(Number);
  return (over ?? 0) / (under ?? 1);
}

/** A sum of fractions as it is written: `4½` again, else two digits behind the comma. */
function summed(amount: number, lang: Lang): { sign: number; text: string } {
  const hundredths = Math.round(Math.abs(amount) * 100);
  const whole = Math.floor(hundredths / 100);
  const rest = Object.keys(VULGAR).find((name) => Math.round(value(name) * 100) === hundredths % 100);
  const figures = String(hundredths / 100);
  const decimal = lang === "de" ? figures.replace(".", ",") : figures;
  const text = rest ? `${whole ? String(whole) : ""}${VULGAR[rest] ?? ""}` : decimal;
  return { sign: hundredths ? Math.sign(amount) : 0, text };
}

function parted(amount: number | string, lang: Lang): { sign: number; text: string } {
  if (typeof amount === "number") return summed(amount, lang);
  const sign = Math.sign(value(amount));
  const [over = 0, under = 1] = amount.split("/").map((part) => Math.abs(Number(part)));
  const whole = Math.floor(over / under);
  const rest = `${String(over % under)}/${String(under)}`;
  if (over % under === 0) return { sign, text: String(whole) };
  const fraction = VULGAR[rest];
  if (!fraction) return { sign, text: `${String(over)}/${String(under)}` };
  return { sign, text: `${whole ? String(whole) : ""}${fraction}` };
}
