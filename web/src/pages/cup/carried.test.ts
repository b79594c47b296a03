import assert from "node:assert/strict";
import { test } from "node:test";
import { carried, crc32 } from "./carried.ts";

test("the checksum is the one everybody knows", () => {
  assert.equal(crc32("123456789"), "cbf43926");
});

test("a sheet of twenty rows fits into 700 letters", () => {
  const rows = Array.from({ length: 20 }, (_, at) => ({
    deal: at + 1,
    cells: [-12, null, 36, -12, -12],
    mark: "*" as const,
  }));
  const text = carried("0123456789abcdef", 3, 65, [101, 102, 103, 104, 105], rows);
  assert.ok(text.length <= 700, String(text.length));
  assert.ok(text.startsWith("TC1;0123456789abcdef;3;65;101.102.103.104.105;1,-12,x,36,-12,-12*|2,"));
});
