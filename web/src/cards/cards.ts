/** Cards as the client shows them: codes, suits, order in a hand, pictures. No rule of any game. */

/** A pack by its name; of one that is not listed here the codes are shown as they are. */
export type PackName = string;
export type Suit = "H" | "D" | "S" | "C" | "T" | "X" | "L" | "E";

const COURT = ["B", "N", "Q", "K"];
const TEN = ["10", "9", "8", "7", "6", "5", "4", "3", "2", "1"];
const GERMAN = ["7", "8", "9", "10", "U", "O", "K", "A"];

const suit = (letter: string, ranks: string[]): string[] => ranks.map((rank) => letter + rank);
const tarocks = (top: number): string[] => Array.from({ length: top }, (_, i) => `T${String(i + 1)}`);

/** The codes of each pack, in every suit the weakest card first. */
export const PACKS = {
  tarock54: [
    ...["H", "D"].flatMap((s) => suit(s, [...TEN.slice(6), ...COURT])),
    ...["S", "C"].flatMap((s) => suit(s, [...TEN.slice(0, 4).reverse(), ...COURT])),
    ...tarocks(22),
  ],
  tarock78: [
    ...["H", "D"].flatMap((s) => suit(s, [...TEN, ...COURT])),
    ...["S", "C"].flatMap((s) => suit(s, [...TEN.toReversed(), ...COURT])),
    ...tarocks(21),
    "SKI",
  ],
  german33: [...suit("H", GERMAN), ...suit("L", GERMAN), "W", ...suit("S", GERMAN), ...suit("E", GERMAN)],
} satisfies Record<PackName, string[]>;

const INDEX = new Map(
  Object.entries(PACKS).map(([pack, codes]) => [pack, new Map(codes.map((code, i) => [code, i]))]),
);

/** The codes of a pack in its own order; none where it is not listed here. */
export const codesOf = (pack: PackName): string[] => [...(INDEX.get(pack)?.keys() ?? [])];

const DEALT = new Map<string, PackName>();

/** Remember which pack a game is played with. */
export function dealWith(game: string, pack: PackName): void {
  DEALT.set(game, pack);
}

/** The pack of a game; empty where nobody has named one. */
export const packOf = (game: string): PackName => DEALT.get(game) ?? "";

/** Whether there are drawings of a pack. */
export const isDrawn = (pack: PackName): boolean => INDEX.has(pack);

export const SYMBOLS: Partial<Record<Suit, string>> = { H: "♥", D: "♦", S: "♠", C: "♣" };
export const ROMAN = "I II III IIII V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI".split(
  " ",
);

/** The printed card of a word: `E7` of `E7=HA`, `W` of `W~`. */
export function stem(token: string): string {
  const at = token.indexOf("=");
  const name = at < 0 ? token : token.slice(0, at);
  return name.endsWith("~") ? name.slice(0, -1) : name;
}

/** What a card was baptised, or nothing. */
export function baptism(token: string): string {
  const at = token.indexOf("=");
  return at < 0 ? "" : token.slice(at + 1);
}

const LIKE_A_CARD = /^[A-Z][A-Z0-9]*$/;

export function isCard(pack: PackName, token: string): boolean {
  const codes = INDEX.get(pack);
  const known = (code: string): boolean => (codes ? codes.has(code) : LIKE_A_CARD.test(code));
  const identity = baptism(token);
  return known(stem(token)) && (!identity || known(identity));
}

export function suitOf(token: string): Suit {
  const code = stem(token);
  if (code === "W") return "S";
  if (code === "SKI") return "T";
  return code[0] as Suit;
}

export const isGerman = (pack: PackName): boolean => pack === "german33";

/** The orders a player can choose for the suits of a hand, left to right. */
export const ORDERS: Record<"tarock" | "german", string[]> = {
  tarock: ["THDSC", "TSHCD", "HDSCT"],
  german: ["HLSE", "ELHS", "SEHL"],
};

/** The hand as one holds it: suit by suit, in each the strongest card first. */
export function sorted(pack: PackName, hand: readonly string[], order: string): string[] {
  const place = (token: string): number => {
    const at = order.indexOf(suitOf(token));
    return (at < 0 ? order.length : at) * 100 - (INDEX.get(pack)?.get(stem(token)) ?? 0);
  };
  return [...hand].sort((a, b) => place(a) - place(b));
}

/** The player's own order: known cards stay where he put them, new ones are sorted in. */
export function ownOrder(hand: string[], own: readonly string[]): string[] {
  if (!own.length) return hand;
  const kept = own.filter((code) => hand.includes(code));
  const fresh = hand.filter((code) => !kept.includes(code));
  for (const code of fresh) {
    const before = hand.slice(0, hand.indexOf(code)).reverse();
    const left = before.find((other) => kept.includes(other));
    kept.splice(left === undefined ? 0 : kept.indexOf(left) + 1, 0, code);
  }
  return kept;
}
