import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { dealWith } from "../cards/cards.ts";
import { Words, type Catalogue } from "./text.ts";
import { Face } from "../games/face.ts";
import { marked } from "./said.ts";
import { Teller } from "./teller.ts";
import type { Mark, Saying } from "../wire.ts";

const catalogue = JSON.parse(
  readFileSync(new URL("../../src/trull/locale/de.json", import.meta.url), "utf8"),
) as Catalogue;
dealWith("koenigrufen", "tarock54");
dealWith("lhombre", "tarock78");
dealWith("perlaggen", "german33");
const teller = (game: string): Teller => new Teller(new Words("de", catalogue, game), [], null, new Face());
const act = (verb: string, ...args: string[]): { seat: number; verb: string; args: string[] } => ({
  seat: 0,
  verb,
  args,
});

test("what could have been done is named as the table says it", () => {
  const koenigrufen = teller("koenigrufen/tirol");
  assert.equal(koenigrufen.named(act("bid", "sechserdreier")), "Sechserdreier");
  assert.equal(koenigrufen.named(act("pass")), "Weiter");
  assert.equal(koenigrufen.named(act("announce", "pagat")), "Pagat ansagen");
  assert.equal(koenigrufen.named(act("play", "HK")), "♥K");
  assert.equal(teller("perlaggen/1890").named(act("bid", "G")), "Gleich bieten");
});

const saying = (code: string, about: Saying["about"] = {}): Saying => ({ code, about, clause: "", tone: "" });

test("a sentence addresses who is meant, and is short where there is little room", () => {
  const names = ["Anna", "Xaver", "Resi", "Vroni"];
  const at = (me: number | null, game: string): Teller =>
    new Teller(new Words("de", catalogue, game), names, me, new Face());
  const plays = saying("plays", { who: ["seats", [0]] });
  assert.equal(at(1, "koenigrufen/tirol").said(plays), "Anna spielt");
  assert.equal(at(0, "koenigrufen/tirol").said(plays), "du spielst");
  assert.equal(at(1, "koenigrufen/tirol").said(plays, true), "Anna");
  const bid = (...seats: number[]): Saying =>
    saying("offered", { figure: ["words", ["G"]], who: ["seats", seats], n: ["words", ["3"]] });
  assert.equal(at(0, "perlaggen/1890").said(bid(1)), "Gleich: Xaver bietet 3");
  assert.equal(at(0, "perlaggen/1890").said(bid(1, 3), true), "Xaver und Vroni bieten 3");
  const took = (n: number): Saying =>
    saying("took", { who: ["seats", [0]], n: ["number", n], wanted: ["number", 1] });
  assert.equal(at(1, "koenigrufen/tirol").said(took(2)), "Anna: 2 Stiche, verlangt 1");
  assert.equal(at(1, "koenigrufen/tirol").said(took(1)), "Anna: ein Stich, verlangt 1");
  assert.equal(at(0, "koenigrufen/tirol").said(took(1)), "du hast einen Stich gemacht, verlangt 1");
});

test("the own party's number comes first", () => {
  const slate = saying("slate", {
    score: [
      "score",
      [
        [[0, 2], 4],
        [[1, 3], 9],
      ],
    ],
  });
  const words = new Words("de", catalogue, "perlaggen/1890");
  assert.equal(new Teller(words, [], 0, new Face()).said(slate), "Wir 4\u00a0:\u00a09 Sie");
  assert.equal(new Teller(words, [], 3, new Face()).said(slate), "Wir 9\u00a0:\u00a04 Sie");
});

test("the second Kontra on the same is told as the Re", () => {
  const mark = (act: string, level: number): Mark => ({
    act,
    code: `kontra.${String(level)}`,
    clause: "",
    times: 2 ** level,
  });
  const acts = [act("kontra", "game"), act("kontra", "pagat"), act("kontra", "game"), act("gut")];
  const marks = [mark("kontra game", 1), mark("kontra pagat", 1), mark("kontra game", 2)];
  assert.deepEqual(
    marked(acts, marks).map(({ code }) => code),
    ["kontra.1", "kontra.1", "kontra.2", "gut"],
  );
});

test("beside a name stands what its owner does, not what one may do", () => {
  assert.equal(teller("perlaggen/1890").logged(act("look")), "schaut die eigenen Karten an");
  assert.equal(teller("koenigrufen/tirol").logged(act("accept")), "stimmt der Zählung zu");
  assert.equal(teller("lhombre/compagnie").logged(act("say_mine")), "„Der Stich ist mein.“");
  assert.equal(teller("koenigrufen/tirol").logged(act("pass")), "weiter");
});
