import assert from "node:assert/strict";
import { test } from "node:test";
import { restedOf, stillLies } from "./rested.ts";

const LAST: [number, string][] = [
  [0, "H4"],
  [1, "HK"],
  [2, "H3"],
  [3, "H2"],
];

test("a full trick rests before the one who took it", () => {
  const found = restedOf({ taken: [2, 0, 0, 0] }, { taken: [2, 1, 0, 0], last_trick: LAST });
  assert.deepEqual(found, { cards: LAST, winner: 1, no: 3 });
});

test("after a gap of several tricks nobody is said to have taken the last", () => {
  assert.equal(restedOf({ taken: [0, 0, 0, 0] }, { taken: [1, 1, 0, 0], last_trick: LAST }), null);
});

test("a trick that was taken back rests no longer", () => {
  const rested = { cards: LAST, winner: 1, no: 3 };
  assert.ok(stillLies(rested, { taken: [2, 1, 0, 0] }));
  assert.ok(!stillLies(rested, { taken: [2, 0, 0, 0] }));
});
