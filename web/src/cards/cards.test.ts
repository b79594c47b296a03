import assert from "node:assert/strict";
import { test } from "node:test";
import { PACKS, baptism, isCard, ownOrder, sorted, stem } from "./cards.ts";

test("the packs have 54, 78 and 33 different cards", () => {
  for (const [pack, size] of [
    ["tarock54", 54],
    ["tarock78", 78],
    ["german33", 33],
  ] as const)
    assert.equal(new Set(PACKS[pack]).size, size);
});

test("in every suit the stronger card stands later: red 1 above 4, black 10 above 7", () => {
  const at = (code: string): number => PACKS.tarock54.indexOf(code);
  assert.ok(at("H1") > at("H4") && at("S10") > at("S7") && at("HK") > at("H1") && at("T22") > at("T21"));
});

test("a hand is sorted by suit, the strongest first", () => {
  const hand = ["C8", "H3", "T1", "HK", "T21", "D2"];
  assert.deepEqual(sorted("tarock54", hand, "THDSC"), ["T21", "T1", "HK", "H3", "D2", "C8"]);
  assert.deepEqual(sorted("tarock54", hand, "HDSCT"), ["HK", "H3", "D2", "C8", "T21", "T1"]);
});

test("the player's own order stays, and a new card comes where the sorted hand has it", () => {
  assert.deepEqual(ownOrder(["T21", "T15", "HK", "H3"], ["H3", "T21", "HK"]), ["H3", "T21", "T15", "HK"]);
});

test("a baptised Perlagg is a card, and its printed card is known", () => {
  assert.equal(stem("E7=HA"), "E7");
  assert.equal(baptism("E7=HA"), "HA");
  assert.equal(stem("W~"), "W");
  assert.ok(isCard("german33", "E7=HA") && !isCard("german33", "E7=T3") && !isCard("tarock54", "gut"));
});

test("of a pack nobody has drawn, cards are told from other words by their capitals", () => {
  assert.ok(isCard("toy12", "A3") && !isCard("toy12", "pass") && !isCard("toy12", "3"));
  assert.deepEqual(sorted("toy12", ["B1", "A3"], "THDSC"), ["B1", "A3"]);
});
