import assert from "node:assert/strict";
import { test } from "node:test";
import { dealsOf, namesIn } from "./records.ts";

const DEALS = [1, 2].map((no) => `[Trull "1"]\n[DealNo "${String(no)}"]\n\n0 cut 27\n`);

test("a file has the same deals with the mark of an editor before it, and set in as in a letter", () => {
  assert.deepEqual(
    dealsOf(DEALS.join("\n")).map((deal) => deal.trim()),
    DEALS.map((deal) => deal.trim()),
  );
  for (const text of [
    `\uFEFF${DEALS.join("\n")}`,
    DEALS.join("\n").replaceAll(/^/gm, "  "),
    `; kept by Resi\n${DEALS.join("\n")}`,
  ])
    assert.deepEqual(
      dealsOf(text).map((deal) => /DealNo "(\d)"/.exec(deal)?.[1]),
      ["1", "2"],
    );
});

test("nobody gets the name of his neighbour because one is missing", () => {
  assert.deepEqual(namesIn("Resi; Toni, Burgi; Sepp", 4), ["Resi", "Toni", "Burgi", "Sepp"]);
  assert.equal(namesIn("Resi; ; Burgi; Sepp", 4), null);
  assert.equal(namesIn("Huber, Franz; Toni; Burgi; Sepp", 4), null);
  assert.equal(namesIn("", 4), null);
});
