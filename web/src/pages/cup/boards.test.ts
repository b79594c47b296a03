import assert from "node:assert/strict";
import { test } from "node:test";
import { own, seatLetter, travellers } from "./boards.ts";
import type { CupBoard, CupResult } from "../../wire.ts";

const held = (seat: number, table: number, number: number, worth: number): CupResult => ({
  seat,
  table,
  number,
  name: "",
  made: worth,
  worth,
});

const board: CupBoard = {
  round: 1,
  deal: 2,
  dealer: 1,
  hands: ["T1 HK", "T2 HQ"],
  rest: "T3 T4",
  results: [held(0, 1, 7, -1), held(1, 1, 8, 0), held(0, 2, 9, 1), held(1, 2, 3, 0)],
};

test("who held the same seat stand under each other, the best first", () => {
  const [first, second] = travellers(board);
  assert.deepEqual(first?.hand, ["T1", "HK"]);
  assert.deepEqual(
    first.results.map((one) => one.number),
    [9, 7],
  );
  assert.deepEqual(
    second?.results.map((one) => one.table),
    [1, 2],
  );
});

test("somebody finds his own boards, and nobody without a number any", () => {
  assert.deepEqual(
    own([board], 7).map((one) => one.held.worth),
    [-1],
  );
  assert.deepEqual(own([board], 0), []);
  assert.equal(seatLetter(3), "D");
});
