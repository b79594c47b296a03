import assert from "node:assert/strict";
import { test } from "node:test";
import { bandOf, fits, nextOf, themeIdea, themeIn, themesOf } from "./choosing.ts";
import type { PuzzleListed } from "./frames.ts";

const listed = (id: string, rating: number, themes: string[] = []): PuzzleListed => ({
  id,
  game: "koenigrufen",
  rules: "koenigrufen/tirol",
  kind: "open",
  rating,
  questions: 1,
  themes,
});
const MANY = Array.from({ length: 40 }, (_, n) => listed(String(n), 1000 + 50 * n));
const ANY = { game: "koenigrufen", kind: "open", rules: "", theme: "", band: -1 };

test("a wish is kept in every part", () => {
  const one = listed("a", 1700, ["bird.T1"]);
  assert.ok(fits(one, ANY));
  assert.ok(fits(one, { ...ANY, rules: "koenigrufen/tirol", theme: "bird.T1", band: 1 }));
  for (const other of [
    { game: "lhombre" },
    { kind: "rule" },
    { rules: "koenigrufen/finale" },
    { theme: "king" },
    { band: 2 },
  ])
    assert.ok(!fits(one, { ...ANY, ...other }));
});

test("every rating is of one of five bands", () => {
  assert.deepEqual([900, 1700, 1899, 2100, 2299, 2400].map(bandOf), [0, 1, 1, 3, 3, 4]);
});

test("the next one is near the rating and was not tried", () => {
  const drawn = Array.from({ length: 100 }, (_, n) => nextOf(MANY, (id) => id === "10", 1500, n / 100));
  assert.ok(drawn.every((one) => one && one.id !== "10" && Math.abs(one.rating - 1500) <= 350));
  assert.ok(new Set(drawn).size > 1);
});

test("where all were tried one comes again, and where none fits there is none", () => {
  assert.ok(nextOf(MANY, () => true, 1500, 0.5));
  assert.equal(
    nextOf([], () => false, 1500, 0.5),
    undefined,
  );
});

test("the commonest theme stands first", () => {
  assert.deepEqual(themesOf([listed("a", 0, ["x"]), listed("b", 0, ["y", "x"])]), ["x", "y"]);
});

test("a theme is an idea of its game, and no other idea is a theme", () => {
  const told = { game: "koenigrufen", theme: "bird.T1.break" };
  assert.deepEqual(themeIn(themeIdea(told.game, told.theme)), told);
  assert.equal(themeIn("K2.drill_legal"), null);
});
