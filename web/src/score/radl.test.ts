import assert from "node:assert/strict";
import { test } from "node:test";
import { nextOfRadl, placeInRadl } from "./radl.ts";

test("deals still to come are told by their place in the round", () => {
  assert.deepEqual(
    [4, 3, 1, 8, 5].map((left) => nextOfRadl(left, 4)),
    [1, 2, 4, 1, 4],
  );
});

test("a Radl that begins anew is counted from its first deal, and so is the Schlussradl", () => {
  const places = [
    { radl_left: 0 },
    { radl_left: 4 },
    { radl_left: 3 },
    { radl_left: 4 },
    { radl_left: 2, final: 2, final_left: 4 },
    {},
  ];
  assert.deepEqual(
    places.map((memo) => placeInRadl(memo as Record<string, number>, 4)),
    [0, 1, 2, 1, 1, 0],
  );
});
