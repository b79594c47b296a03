/** What is entered on the score pad of Perlaggen, as the facts the server settles. */
import type { Entry } from "../../pages/pad/entry.ts";

/** The facts of an entry, or nothing while something is missing. */
export function facts(entry: Entry): Record<string, unknown> | null {
  const figures = Object.entries(entry.figures).map(([item, one]) => ({
    item,
    party: one.party,
    points: one.points,
  }));
  const entries = [...figures, ...entry.fines];
  return entries.length ? { players: 2, entries } : null;
}
