import assert from "node:assert/strict";
import { test } from "node:test";
import { csvOf } from "./csv.ts";

test("a name stays a name in a spreadsheet: it ends no cell and is no formula", () => {
  assert.equal(csvOf([["Nr.", 'Franz "Franzl"; Wirt'], [1, "=1+2"], [-2, "-Resi"]]), 'Nr.;"Franz ""Franzl""; Wirt"\r\n1;\'=1+2\r\n-2;\'-Resi\r\n');
});
