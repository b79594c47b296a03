/** The tables this browser belongs to, kept in it alone: who has lost a link finds back from the first page. */
import type { Picture } from "../../wire.ts";

export interface Visited {
  room: string;
  title: string;
  game: string;
  others: string[]; // the people who sit there too
  at: number; // when, in ms
}

const KEY = "trull.tables";
const MOST = 6;
const KEPT = 30 * 24 * 3_600_000;

/** What was kept, the newest first; what is old, or nobody can read, is left out. */
export function listed(kept: unknown, now: number): Visited[] {
  return Array.isArray(kept)
    ? kept.filter((one): one is Visited => isVisited(one) && now - one.at < KEPT).slice(0, MOST)
    : [];
}

function isVisited(found: unknown): boolean {
  if (typeof found !== "object" || found === null) return false;
  const { room, title, game, others, at } = found as Partial<Record<keyof Visited, unknown>>;
  const texts = [room, title, game, ...(Array.isArray(others) ? (others as unknown[]) : [null])];
  return texts.every((text) => typeof text === "string") && typeof at === "number";
}

/** The list with a table its reader is a member of at its head. */
export function noted(list: Visited[], picture: Picture, now: number): Visited[] {
  const { room, title, seats, me } = picture;
  const others = seats
    .filter((seat) => seat.kind === "person" && seat.member !== me.member)
    .map((seat) => seat.name);
  return [
    { room, title, game: picture.rules.game, others, at: now },
    ...list.filter((one) => one.room !== room),
  ].slice(0, MOST);
}

export function visited(): Visited[] {
  try {
    return listed(JSON.parse(localStorage.getItem(KEY) ?? "[]"), Date.now());
  } catch {
    return [];
  }
}

export function visit(picture: Picture): void {
  keep(noted(visited(), picture, Date.now()));
}

/** A table that is no more. */
export function forget(room: string): void {
  keep(visited().filter((one) => one.room !== room));
}

function keep(list: Visited[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(list));
  } catch {
    // Then only the link leads back.
  }
}
