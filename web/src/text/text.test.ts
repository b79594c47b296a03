import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { dealWith } from "../cards/cards.ts";
import { Words, cleaned, filled, initial, value, type Catalogue, type Lang } from "./text.ts";

const catalogue = (lang: Lang): Catalogue =>
  JSON.parse(
    readFileSync(new URL(`../../src/trull/locale/${lang}.json`, import.meta.url), "utf8"),
  ) as Catalogue;
dealWith("koenigrufen", "tarock54");
dealWith("perlaggen", "german33");
dealWith("lhombre", "tarock78");
const words = {
  de: new Words("de", catalogue("de"), "koenigrufen"),
  en: new Words("en", catalogue("en"), "koenigrufen"),
};

test("a card is written as players write it and spoken as they say it", () => {
  assert.equal(words.de.card("HQ"), "♥D");
  assert.equal(words.de.cardLong("CK"), "♣ König");
  assert.equal(words.de.spoken("HK"), "Herz-König");
  assert.equal(words.de.spoken("T15"), "Tarock XV");
  assert.equal(words.de.card("T22"), "Sküs");
  assert.equal(words.en.spoken("H1"), "1 of hearts");
});

test("a game's own sentence goes before the common one", () => {
  assert.equal(words.de.verb("pass"), "Weiter");
  assert.equal(words.de.of("lhombre").verb("pass"), "Passen");
  assert.equal(words.de.of("koenigrufen/finale").verb("pass"), "Gut");
  assert.equal(words.de.of("koenigrufen/tirol").verb("pass"), words.de.of("koenigrufen").verb("pass"));
});

test("a refusal names the cards it is about", () => {
  const fault = { clause: "T-1.9", code: "must_follow", about: { led: "H2", held: "HK H3" } };
  assert.match(words.de.fault(fault), /♥K ♥3/);
});

test("amounts have a true minus, fractions are written as people write them", () => {
  assert.equal(words.de.signed(16), "+16");
  assert.equal(words.de.signed(-4), "−4");
  assert.equal(words.de.signed("9/2"), "+4½");
  assert.equal(words.de.signed("-1/3"), "−⅓");
  assert.equal(words.de.signed(4.5), "+4½"); // a sum of fractions is written like one
  assert.equal(words.en.signed(-2 / 3), "−⅔");
  assert.equal(words.de.plain(1 / 3 + 1 / 3 + 1 / 3 + 2.25), "3¼");
  assert.equal(words.de.signed(0.1 + 0.2 - 0.3), "0");
  assert.deepEqual([words.de.plain(1.2), words.en.plain(1.2)], ["1,2", "1.2"]);
  assert.equal(value("-9/2"), -4.5);
});

test("money is written in the way of the language", () => {
  assert.equal(words.de.money(160), "1,60\u00a0€");
  assert.equal(words.en.money(-160), "−€1.60");
});

test("the first sign of a name is whole", () => {
  assert.equal(initial("Resi"), "R");
  assert.equal(initial("👑 Resi"), "👑");
  assert.equal(initial(""), "");
});

test("an unknown parameter stays visible", () => {
  assert.equal(filled("{a} {b}", { a: 1 }), "1 {b}");
});

test("both languages have the same sentences of the client", () => {
  const [de, en] = [catalogue("de")["web"], catalogue("en")["web"]];
  assert.deepEqual(Object.keys(de ?? {}).sort(), Object.keys(en ?? {}).sort());
  const holes = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();
  for (const [key, text] of Object.entries(de ?? {}))
    assert.deepEqual([...new Set(holes(text))], [...new Set(holes(en?.[key] ?? ""))], key);
});

test("what cannot be seen is no part of a name and turns nothing round", () => {
  assert.equal(cleaned("  Resi\u202e\u200b  von\u00a0Hall\n"), "Resi von Hall");
  assert.equal(cleaned("Anna\u202e \u3164 Berta"), "Anna Berta");
  assert.equal(cleaned("\u2066\u202e\u2800"), "");
  assert.equal(cleaned(`X${"\u0335".repeat(40)}`), "X\u0335\u0335");
});

test("a game nobody knows has its own name, and its cards their codes", () => {
  const toy = words.de.of("toy/first");
  assert.equal(toy.gameName("toy"), "toy");
  assert.equal(words.de.gameName("lhombre", true), "à l’Hombre");
  assert.deepEqual([toy.card("A3"), toy.cardLong("A3"), toy.spoken("A3")], ["A3", "A3", "A3"]);
});
