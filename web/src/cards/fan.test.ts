import assert from "node:assert/strict";
import { test } from "node:test";
import { fan } from "./fan.ts";

const rows = (cards: number, width: number): number[] => {
  const counts: number[] = [];
  for (const spot of fan(cards, { width, phone: true }).spots) counts[spot.row] = (counts[spot.row] ?? 0) + 1;
  return counts;
};

const step = (cards: number, width: number, phone: boolean): number => {
  const [first, second] = fan(cards, { width, phone }).spots;
  return (second?.x ?? 0) - (first?.x ?? 0);
};

test("on a wide table a hand of any game lies in one row", () => {
  for (const cards of [1, 5, 12, 16, 25, 28])
    assert.equal(new Set(fan(cards, { width: 924, phone: false }).spots.map((spot) => spot.row)).size, 1);
});

test("on a phone twelve cards lie in one row, sixteen in two, twenty-five in three, the longer first", () => {
  for (const width of [344, 374]) {
    assert.deepEqual(rows(12, width), [12]);
    assert.deepEqual(rows(16, width), [8, 8]);
    assert.deepEqual(rows(25, width), [9, 8, 8]);
    assert.deepEqual(rows(28, width), [10, 9, 9]);
  }
});

test("a card never shows less than a finger's strip", () => {
  for (const cards of [12, 15, 16, 25, 28]) {
    assert.ok(step(cards, 344, true) >= 24, `${String(cards)} on a phone`);
    assert.ok(step(cards, 924, false) >= 30, `${String(cards)} on a desk`);
  }
});

test("cards stay inside their room and never spread further than 72 hundredths of their width", () => {
  for (let cards = 1; cards <= 28; cards++)
    for (const phone of [true, false]) {
      const width = phone ? 344 : 924;
      const lay = fan(cards, { width, phone });
      for (const spot of lay.spots) assert.ok(spot.x >= -0.01 && spot.x + lay.width <= width + 0.01);
      assert.ok(step(cards, width, phone) <= 0.72 * lay.width + 0.01 || cards === 1);
    }
});

test("a hand is not higher than it may be, as long as its cards can be read", () => {
  for (const cards of [12, 16, 25])
    assert.ok(fan(cards, { width: 344, phone: true, height: 180 }).height <= 181);
});
