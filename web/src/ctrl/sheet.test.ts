import assert from "node:assert/strict";
import { test } from "node:test";
import type { SheetShown } from "../wire.ts";
import { sheetOf } from "./sheet.ts";

const sheet = (points: (number | string)[], written: number[] | null): SheetShown =>
  ({
    rows: [{ deal: 1, players: points.map((_, i) => i), points, money: points, written, pot: 0, notes: [], struck: false }],
    totals: points.map(() => 0),
  }) as unknown as SheetShown;

test("a row of plus points does not sum to 0, though what is paid does", () => {
  assert.equal(sheetOf(sheet([-84, 28, 28, 28], [0, 28, 28, 28]), [])[0]?.sum, 84);
});

test("a row of thirds sums to 0", () => {
  assert.equal(sheetOf(sheet(["1/3", "1/3", "1/3", -1], null), [])[0]?.sum, 0);
});
