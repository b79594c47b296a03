import assert from "node:assert/strict";
import { test } from "node:test";
import { csvOf } from "./csv.ts";

test("a name stays a name in a spreadsheet: it ends no cell and is no formula", () => {
  assert.equal(
    csvOf([
      ["Nr.", 'Franz "Franzl"; Wirt'],
      [1, "=1+2"],
      [-2, "-Resi"],
    ]),
    'Nr.;"Franz ""Franzl""; Wirt"\r\n1;\'=1+2\r\n-2;\'-Resi\r\n',
  );
});

test("a half point is a number to a German spreadsheet, and no date", () => {
  assert.equal(csvOf([[4.5, -3]]), "4,5;-3\r\n");
});
