/** Typed cards: letters and figures in quick succession name a card of the hand. */
import { ROMAN, stem, suitOf } from "../../../cards/cards.ts";
import type { Words } from "../../../text/text.ts";

const PAUSE = 1200;

export class Typing {
  private text = "";
  private last = 0;

  /** The place of the card that the keys so far mean, or −1. */
  typed(key: string, cards: string[], words: Words, from: number): number {
    const now = Date.now();
    if (now - this.last > PAUSE) this.text = "";
    this.last = now;
    if (key === " ") return -1;
    const tried = this.text + key.toLowerCase();
    const found = this.match(tried, cards, words, from);
    this.text = found < 0 ? key.toLowerCase() : tried;
    return found < 0 ? this.match(this.text, cards, words, from) : found;
  }

  /** One letter goes round the cards of a suit; more name a card. */
  private match(text: string, cards: string[], words: Words, from: number): number {
    const fits = (card: string): boolean => spellings(card, words).some((name) => name.startsWith(text));
    if (text.length > 1) {
      const exact = cards.findIndex((card) => spellings(card, words).includes(text));
      return exact >= 0 ? exact : cards.findIndex(fits);
    }
    for (let step = 1; step <= cards.length; step++) {
      const at = (from + step) % cards.length;
      if (fits(cards[at] ?? "")) return at;
    }
    return -1;
  }
}

/** How a card may be typed: by its code, by the names in use, a tarock by its number alone. */
export function spellings(card: string, words: Words): string[] {
  const code = stem(card).toLowerCase();
  const letter = suitOf(card);
  const rank = code.slice(1);
  if (code === "w" || code === "ski") return [code, "sk", "weli"].filter((name) => name[0] === code[0]);
  const first = words.suit(letter).slice(0, 1).toLowerCase();
  const shown = (words.find("cli", `rank.${rank.toUpperCase()}`) ?? rank).toLowerCase();
  const names = [code, code[0] + shown, first + rank, first + shown];
  if (letter === "T") names.push(rank, (ROMAN[Number(rank) - 1] ?? "sk").toLowerCase());
  return names;
}
