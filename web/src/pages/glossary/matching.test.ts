import assert from "node:assert/strict";
import { test } from "node:test";
import { matching } from "./matching.ts";
import type { Term } from "../../wire.ts";

const skues: Term = {
  word: { de: "Sküs", en: "Sküs" },
  means: { de: "der höchste Tarock", en: "the highest tarock" },
  games: ["koenigrufen"],
  also: { Gstieß: "" },
};
const tarock: Term = {
  word: { de: "Tarock", en: "tarock" },
  means: { de: "Trumpf", en: "a trump" },
  games: ["koenigrufen", "lhombre"],
  also: {},
};

test("a term is found by what others call it, without accents", () => {
  assert.deepEqual(matching([skues, tarock], "gstiess", "", "de"), [skues]);
  assert.deepEqual(matching([skues, tarock], "SKUS", "", "en"), [skues]);
});

test("names come before meanings, and a game leaves the others out", () => {
  assert.deepEqual(matching([skues, tarock], "tarock", "", "de"), [tarock, skues]);
  assert.deepEqual(matching([skues, tarock], "", "lhombre", "de"), [tarock]);
  assert.deepEqual(matching([skues, tarock], "nobody", "", "de"), []);
});
