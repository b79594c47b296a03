import assert from "node:assert/strict";
import { test } from "node:test";
import { printPath, wishIn } from "./sheet.ts";

test("an address draws the same questions again", () => {
  const wish = { type: "legal", rules: "koenigrufen/tirol", seed: 12, n: 8 };
  assert.deepEqual(wishIn(printPath(wish).replace(/^.*#/, "#")), wish);
});

test("nonsense prints nothing, and nobody prints a thousand questions", () => {
  for (const hash of ["#print", "#print&type=../x&rules=a", "#print&type=legal&rules=a&seed=x"])
    assert.equal(wishIn(hash), null);
  assert.equal(wishIn("#print&type=legal&rules=a&seed=1&n=1000")?.n, 20);
});
