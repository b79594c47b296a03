import assert from "node:assert/strict";
import { test } from "node:test";
import { valatOf } from "./items.ts";
import type { RuleSet } from "../../rules/rules.svelte.ts";

const book = (valat: string, contract: Record<string, unknown>, solo = false): RuleSet =>
  ({
    options: [
      { name: "valat", value: valat },
      { name: "solo_valat_double", value: solo },
    ],
    sections: { bonus: { valat: { announced: 8 } }, contract: { solorufer: contract } },
  }) as unknown as RuleSet;

test("a Valat beside the game is a bonus like the others", () => {
  assert.equal(valatOf("solorufer", book("extra", { scale: 2 })), undefined);
});

test("a Valat that multiplies says by how much, in a solo twice that only by option", () => {
  assert.equal(valatOf("solorufer", book("multiplies", { scale: 2 })), "×8");
  assert.equal(valatOf("solorufer", book("multiplies", { scale: 2 }, true)), "×16");
});

test("a Valat instead of the game has the game's own sum", () => {
  assert.equal(valatOf("solorufer", book("replaces", { valat: [24, 48] })), "48");
});
