import assert from "node:assert/strict";
import { test } from "node:test";
import { nextOfRadl } from "./radl.ts";

test("deals still to come are told by their place in the round", () => {
  assert.deepEqual(
    [4, 3, 1, 8, 5].map((left) => nextOfRadl(left, 4)),
    [1, 2, 4, 1, 4],
  );
});
