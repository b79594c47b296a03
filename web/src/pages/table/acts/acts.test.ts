import assert from "node:assert/strict";
import { test } from "node:test";
import type { Prompt, View } from "../../../wire.ts";
import { markedAct, together } from "./acts.ts";

const play = (...choices: string[]): Prompt =>
  ({ verb: "play", choices, must: [], least: 1, most: 1 }) as unknown as Prompt;

test("a card that was marked goes down by itself only where it may, at a free table too", () => {
  const view = { hand: ["H1", "T5"], prompts: [play("H1")], possible: [play("H1", "T5")] } as unknown as View;
  assert.equal(markedAct(view, "tarock54", "H1"), "play H1");
  assert.equal(markedAct(view, "tarock54", "T5"), "");
});

test("a card that must be baptised does not go down by itself", () => {
  const view = { hand: ["E7"], prompts: [play("E7=HA", "E7=HK")] } as unknown as View;
  assert.equal(markedAct(view, "german33", "E7"), "");
});

test("what may be said together is offered by twos and threes, as many as the prompt allows", () => {
  const bid = (least: number, most: number, ...choices: string[]): Prompt =>
    ({ verb: "bid", choices, must: [], least, most }) as unknown as Prompt;
  assert.deepEqual(together([bid(1, 3, "G", "H", "S")]), [
    ["G", "H"],
    ["G", "S"],
    ["H", "S"],
    ["G", "H", "S"],
  ]);
  assert.deepEqual(together([bid(1, 1, "G", "H", "S"), bid(2, 2, "G", "S"), bid(2, 2, "H", "S")]), [
    ["G", "S"],
    ["H", "S"],
  ]);
  assert.deepEqual(together([bid(1, 1, "G")]), []);
});
