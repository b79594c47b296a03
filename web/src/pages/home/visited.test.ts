import assert from "node:assert/strict";
import { test } from "node:test";
import type { Picture } from "../../wire.ts";
import { listed, noted, type Visited } from "./visited.ts";

const DAY = 24 * 3_600_000;
const one = (room: string, at: number): Visited => ({
  room,
  title: "",
  game: "lhombre",
  others: ["Resi"],
  at,
});
const picture = (room: string): Picture =>
  ({
    room,
    title: "Stammtisch",
    rules: { game: "perlaggen" },
    me: { member: "a", name: "Anna", seat: 0 },
    seats: [
      { kind: "person", member: "a", name: "Anna" },
      { kind: "bot", member: "", name: "Poldi" },
      { kind: "person", member: "b", name: "Berta" },
    ],
  }) as unknown as Picture;

test("the table one sits at stands first, once, with the people there", () => {
  const found = noted([one("x", 1), one("y", 1)], picture("y"), 5);
  assert.deepEqual(found, [
    { room: "y", title: "Stammtisch", game: "perlaggen", others: ["Berta"], at: 5 },
    one("x", 1),
  ]);
});

test("only so many are kept", () => {
  const many = Array.from({ length: 9 }, (_, n) => one(`r${String(n)}`, 1));
  assert.equal(noted(many, picture("new"), 2).length, 6);
  assert.equal(listed(many, 2).length, 6);
});

test("what is old or broken is left out", () => {
  assert.deepEqual(listed([one("old", 0), one("new", 20 * DAY)], 31 * DAY), [one("new", 20 * DAY)]);
  for (const broken of [null, 5, "x", {}, [null], [5], [{ room: "r" }], [{ ...one("r", 1), others: [5] }]])
    assert.deepEqual(listed(broken, 2), []);
});
