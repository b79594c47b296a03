/** What is entered on the score pad of Tarock à l'Hombre, as the facts the server settles. */
import type { Entry, Impossible } from "../../pages/pad/entry.ts";
import type { RuleSet } from "../../rules/rules.svelte.ts";

const PACK = 78; // card points in the whole pack

/** Whether the game is played for card points. */
const isRated = (entry: Entry, rules: RuleSet): boolean => !!rules.sections["rate"]?.[entry.contract];

/** Why an entry cannot be. */
export function impossible(entry: Entry, rules: RuleSet): Impossible | null {
  const { points } = entry;
  if (typeof points !== "number" || !isRated(entry, rules)) return null;
  if (points < 0 || points > PACK) return { code: "pad.points_between", about: { most: PACK } };
  return Number.isInteger(points) ? null : { code: "pad.points_whole", about: {} };
}

/** The facts of an entry, or nothing while something is missing. */
export function facts(entry: Entry, rules: RuleSet): Record<string, unknown> | null {
  if (!entry.contract || entry.player === null) return null;
  const played = isRated(entry, rules);
  if (played && typeof entry.points !== "number") return null;
  const told: Record<string, unknown> = { bid: entry.contract, ombre: entry.player };
  if (played) told["points"] = entry.points;
  if (played && entry.volte) told["volte"] = entry.volte;
  if (entry.renonce.length) told["offenders"] = entry.renonce;
  return told;
}
