import assert from "node:assert/strict";
import { test } from "node:test";
import type { Picture } from "../../wire.ts";
import { listed, playedIn, tallied } from "./played.ts";

const picture = (points: number[], more: object = {}): Picture =>
  ({
    room: "abcd",
    deal: 3,
    rules: { name: "toy/one" },
    around: [1, 0, 2],
    me: { seat: 0 },
    branch: null,
    settlement: { game: "solo", points, written: null },
    ...more,
  }) as unknown as Picture;

test("a deal counts for the seat its reader has in it", () => {
  assert.deepEqual(playedIn(picture([-2, 4, -2]), 7), {
    id: "abcd/3",
    at: 7,
    rules: "toy/one",
    game: "solo",
    points: 4,
    outcome: 4,
  });
});

test("who looks on, and who plays a deal again, has played nothing", () => {
  assert.equal(playedIn(picture([1, -1, 0], { me: { seat: null } }), 7), null);
  assert.equal(playedIn(picture([1, -1, 0], { branch: { at: 0 } }), 7), null);
  assert.equal(playedIn(picture([1, -1, 0], { settlement: null }), 7), null);
});

test("where only plus points are written, who has less than the others has lost", () => {
  const plus = { settlement: { game: "solo", points: [0, 0, 0], written: [3, 0, 3] } };
  assert.ok((playedIn(picture([], plus), 7)?.outcome ?? 0) < 0);
});

test("deals are counted by what is asked of them, the most played first", () => {
  const one = { id: "a", at: 0, rules: "toy/one", game: "solo", points: 4, outcome: 4 };
  const list = [one, { ...one, game: "bid", points: -2, outcome: -2 }, { ...one, game: "bid", outcome: 0 }];
  assert.deepEqual(
    tallied(list, ({ game }) => game),
    [
      { name: "bid", deals: 2, won: 0, lost: 1, points: 2 },
      { name: "solo", deals: 1, won: 1, lost: 0, points: 4 },
    ],
  );
});

test("what is kept and cannot be read is left out", () => {
  assert.deepEqual(listed([{ id: 1 }, null, "x"]), []);
  assert.deepEqual(listed({}), []);
});
