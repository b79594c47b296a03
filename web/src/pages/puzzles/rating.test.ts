import assert from "node:assert/strict";
import { test } from "node:test";
import { FIRST, PUZZLE_DEVIATION, glicko, rated } from "./rating.ts";

const near = (found: number, told: number, error: number): void => {
  assert.ok(Math.abs(found - told) <= error, `${String(found)} is not ${String(told)}`);
};

test("the example of Glickman's paper comes out as printed there", () => {
  const after = glicko({ rating: 1500, deviation: 200, volatility: 0.06 }, [
    { rating: 1400, deviation: 30, score: 1 },
    { rating: 1550, deviation: 100, score: 0 },
    { rating: 1700, deviation: 300, score: 0 },
  ]);
  near(after.rating, 1464.06, 0.01);
  near(after.deviation, 151.52, 0.01);
  near(after.volatility, 0.05999, 0.00001);
});

test("who solves a puzzle rises, who fails falls, and no try moves a rating by more than a step", () => {
  const game = { rating: 1500, deviation: PUZZLE_DEVIATION };
  const [won, lost] = [1, 0].map((score) => rated(FIRST, [{ ...game, score }], 7));
  assert.ok(won && lost);
  assert.ok(won.rating > 1500 && lost.rating < 1500);
  near(won.rating - 1500, 1500 - lost.rating, 0.001);
  assert.ok(won.deviation < 350);
  assert.deepEqual([won.games, won.at], [1, 7]);
  const far = rated(FIRST, [{ rating: 2600, deviation: 60, score: 1 }], 7);
  assert.equal(far.rating, 1675);
});

test("who was told the theme moves half as far", () => {
  const game = [{ rating: 1500, deviation: PUZZLE_DEVIATION, score: 1 }];
  const settled = { ...FIRST, deviation: 100 };
  near(2 * (rated(settled, game, 0, 0.5).rating - 1500), rated(settled, game, 0).rating - 1500, 0.001);
});

test("a thousand tries against a fixed strength settle near it", () => {
  // Who solves every second puzzle of 1800 is worth about 1800.
  let rating = FIRST;
  for (let n = 0; n < 1000; n += 1)
    rating = rated(rating, [{ rating: 1800, deviation: PUZZLE_DEVIATION, score: n % 2 }], n);
  near(rating.rating, 1800, 40);
  assert.ok(rating.deviation > 60 && rating.deviation < 70, String(rating.deviation));
});

test("however much was played, a rating still moves", () => {
  const games = Array.from({ length: 400 }, (_, n) => ({
    rating: 1500,
    deviation: PUZZLE_DEVIATION,
    score: n % 2,
  }));
  assert.ok(glicko(FIRST, games).deviation < 60);
  assert.equal(rated(FIRST, games, 0).deviation, 60);
});
