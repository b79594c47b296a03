import assert from "node:assert/strict";
import { test } from "node:test";
import { aroundOf, byPlace } from "./places.ts";

test("with four everybody plays, and a seat is a place", () => {
  assert.deepEqual(aroundOf(2, 4, 4), [0, 1, 2, 3]);
});

test("with five the dealer sits out and the Vorhand is first", () => {
  assert.deepEqual(aroundOf(2, 5, 4), [3, 4, 0, 1]);
  assert.deepEqual(byPlace([6, -2, -2, -2], [3, 4, 0, 1], 5), [-2, -2, null, 6, -2]);
});
