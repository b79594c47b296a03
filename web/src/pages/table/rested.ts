/** A full trick that lies a moment before its winner takes it. */
import type { View } from "../../wire.ts";

export interface Rested {
  cards: [number, string][];
  winner: number;
  no: number;
}

const tricks = (view: Pick<View, "taken">): number => view.taken.reduce((sum, n) => sum + n, 0);

/** The trick that was taken between two views; none where several were, for nobody saw who took the last of them. */
export function restedOf(old: Pick<View, "taken">, now: Pick<View, "taken" | "last_trick">): Rested | null {
  if (tricks(now) !== tricks(old) + 1 || !now.last_trick.length) return null;
  const winner = now.taken.findIndex((n, seat) => n > (old.taken[seat] ?? 0));
  return { cards: now.last_trick, winner, no: tricks(now) };
}

/** Whether a trick that rests is one that was played: it may have been taken back. */
export const stillLies = (rested: Rested, view: Pick<View, "taken"> | null): boolean =>
  !!view && tricks(view) >= rested.no;
