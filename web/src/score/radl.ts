/** Doubled rounds: what begins one on the score pad, and which deal of it is which. */
import { value } from "../text/text.ts";
import { optionIn } from "../rules/options.ts";
import type { RuleSet } from "../rules/rules.svelte.ts";

/** What a row has to say about it. */
export interface RadlRow {
  points: number[];
  struck: boolean;
  settlement: { notes: string[]; points: (number | string)[] } | null;
}

/** Whether a row begins a Radl, also inside one: its notes say so, or it is a Nuller (T-1.16, KG-20, KG-21). */
export function beginsRadl(row: RadlRow, totals: number[], rules: RuleSet): boolean {
  if (optionIn(rules, "radl") !== true || row.struck || !row.points.length) return false;
  const paid = row.settlement?.points.map(value) ?? row.points;
  const nuller = optionIn(rules, "nuller_schrift") === "all_zero" && totals.every((total) => total === 0);
  return !!row.settlement?.notes.length || paid.every((n) => n === 0) || nuller;
}

/** Which deal of its round comes next, of those still to come. */
export const nextOfRadl = (left: number, seats: number): number => seats - ((left - 1) % seats);
