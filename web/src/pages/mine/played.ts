/** The deals somebody has played in this browser, kept in it alone, and what they come to. */
import { writtenOf } from "../../score/settled.ts";
import type { Picture } from "../../wire.ts";

export interface Played {
  id: string; // room and deal: a deal that is taken back and played again counts once
  at: number; // when, in ms
  rules: string;
  game: string; // what was played, where games have names
  points: number; // as the sheet has them
  outcome: number; // above zero: more than the others had on average
}

export interface Tally {
  name: string;
  deals: number;
  won: number;
  lost: number;
  points: number;
}

const KEY = "trull.played";
const MOST = 5000;

/** A settled deal of who reads the picture; null where he did not play it, or it was played before. */
export function playedIn(picture: Picture, now: number): Played | null {
  const { settlement, around, me, room, deal, rules, branch } = picture;
  const seat = me.seat === null ? -1 : around.indexOf(me.seat);
  if (!settlement || seat < 0 || branch) return null;
  const all = writtenOf(settlement);
  const points = all[seat] ?? 0;
  const outcome = points - all.reduce((sum, n) => sum + n, 0) / all.length;
  return {
    id: `${room}/${String(deal)}`,
    at: now,
    rules: rules.name,
    game: settlement.game,
    points,
    outcome,
  };
}

/** What was kept; what nobody can read is left out. */
export function listed(kept: unknown): Played[] {
  return Array.isArray(kept) ? kept.filter(isPlayed) : [];
}

function isPlayed(found: unknown): found is Played {
  if (typeof found !== "object" || found === null) return false;
  const { id, at, rules, game, points, outcome } = found as Partial<Record<keyof Played, unknown>>;
  return (
    [id, rules, game].every((text) => typeof text === "string") &&
    [at, points, outcome].every((n) => typeof n === "number")
  );
}

/** What some deals come to, by what `of` says of each; what was played most comes first. */
export function tallied(list: Played[], of: (one: Played) => string): Tally[] {
  const found = new Map<string, Tally>();
  for (const one of list) {
    const name = of(one);
    const sum = found.get(name) ?? { name, deals: 0, won: 0, lost: 0, points: 0 };
    sum.deals += 1;
    sum.points += one.points;
    if (one.outcome > 0) sum.won += 1;
    if (one.outcome < 0) sum.lost += 1;
    found.set(name, sum);
  }
  return [...found.values()].toSorted((a, b) => b.deals - a.deals);
}

export function played(): Played[] {
  try {
    return listed(JSON.parse(localStorage.getItem(KEY) ?? "[]"));
  } catch {
    return [];
  }
}

/** Keep a deal that is over. */
export function note(picture: Picture): void {
  const one = playedIn(picture, Date.now());
  const list = played();
  const known = list.find(({ id }) => id === one?.id);
  if (!one || (known && known.points === one.points && known.game === one.game)) return;
  keep([...list.filter(({ id }) => id !== one.id), one].slice(-MOST));
}

export function forget(): void {
  keep([]);
}

function keep(list: Played[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(list));
  } catch {
    // Then this deal is not counted.
  }
}
