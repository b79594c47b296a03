import assert from "node:assert/strict";
import { test } from "node:test";
import { beginsRadl, nextOfRadl, type RadlRow } from "./radl.ts";
import type { RuleSet } from "../rules/rules.svelte.ts";

const TIROL = {
  options: [
    { name: "radl", value: true },
    { name: "nuller_schrift", value: "all_zero" },
  ],
} as unknown as RuleSet;
const FINALE = { options: [] } as unknown as RuleSet;
const row = (points: number[], notes: string[] = [], struck = false): RadlRow => ({
  points,
  struck,
  settlement: { notes, points },
});
const begins = (one: RadlRow, totals = [5, -5, 0, 0], rules = TIROL): boolean =>
  beginsRadl(one, totals, rules);

test("a Trischaken, 35 to 35 and every Nuller begin a Radl where there is one", () => {
  assert.equal(begins(row([1, -1, 1, -1])), false);
  assert.equal(begins(row([6, -2, -2, -2], ["trischaken"])), true);
  assert.equal(begins(row([0, 0, 0, 0])), true); // a deal at zero for all
  assert.equal(begins(row([1, -1, 1, -1]), [0, 0, 0, 0]), true); // the Schrift at zero for all
  assert.equal(begins({ points: [0, 0, 0, 0], struck: false, settlement: null }), true); // written by hand
  assert.equal(begins(row([6, -2, -2, -2], ["trischaken"]), [6, -2, -2, -2], FINALE), false);
});

test("a struck row, or one nobody has settled yet, begins nothing", () => {
  assert.equal(begins(row([0, 0, 0, 0], [], true)), false);
  assert.equal(begins({ points: [], struck: false, settlement: null }), false);
});

test("deals still to come are told by their place in the round", () => {
  assert.deepEqual(
    [4, 3, 1, 8, 5].map((left) => nextOfRadl(left, 4)),
    [1, 2, 4, 1, 4],
  );
});
