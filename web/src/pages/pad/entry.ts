/** What is entered on the score pad. */
import type { RuleSet } from "../../rules/rules.svelte.ts";

export type Side = "declarer" | "defenders";

/** A bonus as it came out. */
export interface ItemEntry {
  state: "silent" | "made" | "missed"; // made and missed were announced
  side: Side;
  kontra: number;
}

/** Who played a negative game beside another's ("bei"), each for himself. */
export interface Joined {
  seat: number;
  contract: string;
  result: "won" | "lost" | "";
  pairs: Record<string, number>;
}

export interface Entry {
  contract: string;
  player: number | null;
  partner: number | null;
  result: "won" | "lost" | "even" | "";
  points: number | null; // card points of the playing side, where they were counted
  kontra: number;
  pairs: Record<string, number>; // in negative games: level by opponent
  joined: Joined[];
  items: Record<string, ItemEntry>;
  charges: Record<string, Side>; // what the treatise charges unannounced: who has brought it about
  hidden: boolean; // the called king lay in a Talon nobody saw
  each: (number | null)[]; // Trischaken: card points of everybody
  virgins: number[];
  slid: boolean;
  renonce: number[];
  volte: "" | "won" | "lost";
  figures: Record<string, { party: number; points: number }>;
  fines: { item: string; party: number }[]; // once for each breach; either party may have some
  byHand: boolean;
  numbers: number[];
}

export const EMPTY: Entry = {
  contract: "",
  player: null,
  partner: null,
  result: "",
  points: null,
  kontra: 0,
  pairs: {},
  joined: [],
  items: {},
  charges: {},
  hidden: false,
  each: [null, null, null, null],
  virgins: [],
  slid: false,
  renonce: [],
  volte: "",
  figures: {},
  fines: [],
  byHand: false,
  numbers: [0, 0, 0, 0],
};

/** An entry as it is told today: older pads knew fewer things, and kept a fine as a figure without points. */
export function asToday(kept: Partial<Entry>): Entry {
  const entry = { ...structuredClone(EMPTY), ...kept };
  const figures = Object.entries(entry.figures);
  const fines = figures.filter(([, one]) => !one.points).map(([item, one]) => ({ item, party: one.party }));
  return {
    ...entry,
    figures: Object.fromEntries(figures.filter(([, one]) => one.points)),
    fines: [...entry.fines, ...fines],
  };
}

/** What a deal is entered in: who is forehand, and whether it counts double. */
export interface Round {
  forehand: number;
  radl: boolean;
}

/** Why an entry cannot be, as a sentence of the client. */
export interface Impossible {
  code: string;
  about: Record<string, number>;
}

const MOST_BY_HAND = 9999; // more nobody has at stake in one deal

/** What a game makes of an entry. */
export interface Reader {
  facts(entry: Entry, rules: RuleSet, round: Round): Record<string, unknown> | null;
  impossible(entry: Entry, rules: RuleSet): Impossible | null;
}

/** Why an entry cannot be; numbers by hand can be nearly anything. */
export function impossibleIn(game: Reader | undefined, entry: Entry, rules: RuleSet): Impossible | null {
  if (!entry.byHand) return game?.impossible(entry, rules) ?? null;
  return entry.numbers.every((n) => Math.abs(n) <= MOST_BY_HAND)
    ? null
    : { code: "pad.numbers_between", about: { most: MOST_BY_HAND } };
}

/** The facts of an entry, as the server settles them; nothing while something is missing or cannot be. */
export function factsIn(
  game: Reader | undefined,
  entry: Entry,
  rules: RuleSet,
  round: Round,
): Record<string, unknown> | null {
  if (!game || entry.byHand || game.impossible(entry, rules)) return null;
  return game.facts(entry, rules, round);
}
