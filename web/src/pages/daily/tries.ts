/** Tries at the daily deals, kept in this browser alone: of each day and game the first one is scored. */
import type { DailyOutcome } from "../../wire.ts";

export interface Try {
  room: string;
  scored: boolean;
  hints: number;
  outcome: DailyOutcome | null; // once it was judged
  field?: Entered; // whether it counts in the field, once that is known
}

export type Entered = "entered" | "late" | "crowded" | "full" | "refused";

export interface Tries {
  version: 1;
  tries: Record<string, Try[]>; // by game and day: the scored one, if there is one, and the last
}

export const EMPTY: Tries = { version: 1, tries: {} };

const KEY = "trull.daily";
const DEAL = /^daily-(.+)-(\d{4}-\d{2}-\d{2})$/;

export const keyOf = (day: string, game: string): string => `${game} ${day}`;

/** The page of the day a table's deal is of. */
export const dailyPath = (name: string): string => `/daily/${DEAL.exec(name)?.[2] ?? ""}`;

const isTry = (found: unknown): found is Try => {
  if (typeof found !== "object" || found === null) return false;
  const { room, scored, hints, outcome } = found as Partial<Record<keyof Try, unknown>>;
  return (
    typeof room === "string" &&
    typeof scored === "boolean" &&
    typeof hints === "number" &&
    typeof outcome === "object"
  );
};

/** What was kept; what nobody can read is left out. */
export function read(text: string | null): Tries {
  try {
    const found = JSON.parse(text ?? "null") as Partial<Tries> | null;
    if (found?.version !== 1 || typeof found.tries !== "object") return EMPTY;
    const kept = Object.entries(found.tries).filter(
      ([, tries]) => Array.isArray(tries) && tries.every(isTry),
    );
    return { version: 1, tries: Object.fromEntries(kept) };
  } catch {
    return EMPTY;
  }
}

/** The tries with a new one: scored if it is the first, and its day is today. */
export function begun(all: Tries, key: string, room: string, isToday: boolean): Tries {
  const known = all.tries[key] ?? [];
  const one: Try = { room, scored: isToday && !known.length, hints: 0, outcome: null };
  return { version: 1, tries: { ...all.tries, [key]: [...known.filter((other) => other.scored), one] } };
}

/** The tries with the one of a room changed. */
export function changed(all: Tries, room: string, change: (one: Try) => Try): Tries {
  const tries = Object.entries(all.tries).map(([key, list]) => [
    key,
    list.map((one) => (one.room === room ? change(one) : one)),
  ]);
  return { version: 1, tries: Object.fromEntries(tries) as Tries["tries"] };
}

const DAY = 24 * 60 * 60 * 1000;

/** Days in a row, up to today or yesterday, on which a scored deal was finished. */
export function streak(all: Tries, today: string): number {
  const done = new Set(
    Object.entries(all.tries)
      .filter(([, tries]) => tries.some((one) => one.scored && one.outcome))
      .map(([key]) => key.slice(key.indexOf(" ") + 1)),
  );
  const before = (n: number): string => new Date(Date.parse(today) - n * DAY).toISOString().slice(0, 10);
  const first = done.has(today) ? 0 : 1;
  let days = 0;
  while (done.has(before(first + days))) days += 1;
  return days;
}

export function kept(): Tries {
  try {
    return read(localStorage.getItem(KEY));
  } catch {
    return EMPTY;
  }
}

export function keep(all: Tries): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // Then the try is not remembered.
  }
}

/** A hint was asked for at a table. */
export function hinted(room: string): void {
  keep(changed(kept(), room, (one) => (one.outcome ? one : { ...one, hints: one.hints + 1 })));
}
