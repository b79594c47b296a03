import assert from "node:assert/strict";
import { test } from "node:test";
import { found } from "./search.ts";

const PEOPLE = [
  { number: 1, name: "Anna Höß" },
  { number: 11, name: "Bert Huber" },
  { number: 12, name: "Anna Huber" },
];
const numbers = (search: string): number[] => found(PEOPLE, search).map(({ number }) => number);

test("people are found by parts of their names or by their number alone", () => {
  assert.deepEqual(numbers("hoss"), [1]);
  assert.deepEqual(numbers("hub ann"), [12]);
  assert.deepEqual(numbers("1"), [1]);
  assert.deepEqual(numbers("  "), [1, 11, 12]);
  assert.deepEqual(numbers("Zenzi"), []);
});
