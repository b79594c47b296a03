import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { dealWith } from "../cards/cards.ts";
import { Words, type Catalogue } from "./text.ts";
import { Face } from "../games/face.ts";
import { ofParty } from "../games/perlaggen/face.ts";
import { Teller } from "./teller.ts";

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

test("a party of one bids in the singular, one of two in the plural", () => {
  const sitting = (...names: string[]): Teller =>
    new Teller(new Words("de", catalogue, "perlaggen/1890"), names, 0, new Face());
  const about = { figure: "Gleich", n: 3 };
  assert.equal(ofParty(sitting("Anna", "Resi"), "pl.bids", 1, about), "Resi bietet Gleich um 3");
  assert.equal(
    ofParty(sitting("Anna", "Xaver", "Resi", "Vroni"), "pl.bids", 1, about),
    "Xaver & Vroni bieten Gleich um 3",
  );
});

test("beside a name stands what its owner does, not what one may do", () => {
  assert.equal(teller("perlaggen/1890").logged(act("look"), []), "schaut die eigenen Karten an");
  assert.equal(teller("koenigrufen/tirol").logged(act("accept"), []), "stimmt der Zählung zu");
  assert.equal(teller("lhombre/compagnie").logged(act("say_mine"), []), "„Der Stich ist mein.“");
  assert.equal(teller("koenigrufen/tirol").logged(act("pass"), []), "weiter");
});
