import assert from "node:assert/strict";
import { test } from "node:test";
import { filled, sum, typed, won } from "./figures.ts";

test("figures are read as people type them, and nothing else", () => {
  assert.deepEqual(["+3", "−4", "9/2", "0", "x", "", "1/0", "1e3"].map(typed), [
    3,
    -4,
    "9/2",
    0,
    null,
    null,
    null,
    null,
  ]);
});

test("the last figure follows from the others", () => {
  assert.deepEqual(filled(["1", "1", "-1", ""]), ["1", "1", "-1", "-1"]);
  assert.deepEqual(filled(["1", "-1", "0", ""]), ["1", "-1", "0", "0"]);
  assert.deepEqual(filled(["1", "", "-1", ""]), ["1", "", "-1", ""]);
  assert.deepEqual(filled(["1", "x", "-1", ""]), ["1", "x", "-1", ""]);
});

test("what a side wins always sums to zero", () => {
  assert.deepEqual(won(4, new Set([0, 2]), 3), ["3", "-3", "3", "-3"]);
  assert.deepEqual(won(4, new Set([1]), 2), ["-2", "6", "-2", "-2"]);
  assert.deepEqual(won(4, new Set([0, 1, 3]), 2), ["2", "2", "-6", "2"]);
  for (const size of [1, 2, 3])
    assert.equal(sum(won(4, new Set(Array.from({ length: size }, (_, at) => at)), 5).map(typed)), 0);
  assert.deepEqual(won(4, new Set(), 2), ["", "", "", ""]);
});
