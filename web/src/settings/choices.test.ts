import assert from "node:assert/strict";
import { test } from "node:test";
import { chosen, type Choices } from "./choices.ts";

const FIRST: Choices = {
  lang: "de",
  name: "",
  theme: "auto",
  contrast: false,
  colours: "four",
  index: "auto",
  large: false,
  sound: true,
  volume: 0.6,
  motion: "auto",
  rest: 900,
  tap: "auto",
  order: "THDSC",
  germanOrder: "HLSE",
  say: "all",
  side: true,
  notify: false,
  cut: "auto",
  tutor: "off",
  vibrate: true,
  awake: true,
  streak: false,
  pace: "calm",
  bot: { kind: "heuristic", style: "" },
};

test("what was chosen is kept", () => {
  const kept = {
    lang: "en",
    name: "Resi",
    rest: 0,
    order: "CSDHT",
    bot: { kind: "search", style: "strong:bold" },
  };
  assert.deepEqual(chosen(kept, FIRST), { ...FIRST, ...kept });
});

test("what nobody can choose is as at first", () => {
  const broken = {
    lang: "xx",
    name: { a: 1 },
    rest: "x",
    volume: 7,
    order: "THD",
    germanOrder: "HHHH",
    side: "yes",
    say: null,
    bot: { kind: "nope", style: "" },
  };
  assert.deepEqual(chosen(broken, FIRST), FIRST);
  for (const nothing of [null, undefined, 5, "text", [], { bot: 5, name: "x".repeat(25) }])
    assert.deepEqual(chosen(nothing, FIRST), FIRST);
});
