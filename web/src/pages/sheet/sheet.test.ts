import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Words, type Catalogue } from "../../text/text.ts";
import type { SheetShown } from "../../wire.ts";
import { marksOf, moneyOf, sheetOf } from "./sheet.ts";

const sheet = (points: (number | string)[], written: number[] | null): SheetShown =>
  ({
    rows: [
      {
        deal: 1,
        players: points.map((_, i) => i),
        points,
        money: points,
        written,
        pot: 0,
        notes: [],
        struck: false,
      },
    ],
    totals: points.map(() => 0),
  }) as unknown as SheetShown;

test("a row of plus points does not sum to 0, though what is paid does", () => {
  assert.equal(sheetOf(sheet([-84, 28, 28, 28], [0, 28, 28, 28]), [])[0]?.sum, 84);
});

test("a row of thirds sums to 0", () => {
  assert.equal(sheetOf(sheet(["1/3", "1/3", "1/3", -1], null), [])[0]?.sum, 0);
});

test("what the Pagatkassa took and gave is money too", () => {
  const one = {
    deal: 1,
    players: [0, 1, 2, 3],
    points: [3, -1, -1, -1],
    money: [6, -2, -2, -2],
    written: null,
    pot: [40, 0, 0, -10],
    notes: [],
    struck: false,
  };
  const played = { rows: [one, { ...one, pot: [] }], totals: [6, -2, -2, -2] } as unknown as SheetShown;
  assert.deepEqual(moneyOf(played, 10), { points: [120, -40, -40, -40], pot: [40, 0, 0, -10] });
  assert.equal(moneyOf({ ...played, rows: [{ ...one, pot: [] }] } as unknown as SheetShown, 0), null);
});

test("every mark beside a row has a word", () => {
  const catalogue = JSON.parse(
    readFileSync(new URL("../../src/trull/locale/de.json", import.meta.url), "utf8"),
  ) as Catalogue;
  assert.deepEqual(marksOf(["out:0", "branch"], new Words("de", catalogue, "perlaggen/1890")), [
    "Abzweigung",
  ]);
  assert.deepEqual(marksOf(["talk", "misdeal"], new Words("de", catalogue, "lhombre/compagnie")), [
    "vergeben",
  ]);
});
