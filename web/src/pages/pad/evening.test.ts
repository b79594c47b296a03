import assert from "node:assert/strict";
import { test } from "node:test";
import type { Evening, EveningRow } from "../../wire.ts";
import { merged, same } from "./evening.ts";

const row = (id: string, n = 1): EveningRow => ({ id, numbers: [n, -n] });
const evening = (rows: EveningRow[], more: Partial<Evening> = {}): Evening => ({
  rules: "toy/one",
  options: {},
  names: ["Resi", "Franz"],
  players: 2,
  dealer: 0,
  cents: null,
  rows,
  ...more,
});
const base = evening([row("a"), row("b")]);

test("two rows written at the same time both stand, the one from elsewhere first", () => {
  const found = merged(base, evening([...base.rows, row("mine")]), evening([...base.rows, row("theirs")]));
  assert.deepEqual(
    found.rows.map(({ id }) => id),
    ["a", "b", "theirs", "mine"],
  );
});

test("a row mended here stays mended, and one mended there too", () => {
  const found = merged(base, evening([row("a", 5), row("b")]), evening([row("a"), row("b", 7)]));
  assert.deepEqual(
    found.rows.map(({ numbers }) => numbers?.[0]),
    [5, 7],
  );
});

test("a row taken back here or there is gone", () => {
  const found = merged(base, evening([row("a")]), evening([row("b")]));
  assert.deepEqual(found.rows, []);
});

test("names and the rate are whosever changed them", () => {
  const found = merged(
    base,
    evening(base.rows, { cents: 10 }),
    evening(base.rows, { names: ["Resi", "Hans"] }),
  );
  assert.deepEqual([found.names, found.cents], [["Resi", "Hans"], 10]);
});

test("a sheet begun by other rules takes nothing of the old one", () => {
  const other = evening([row("x")], { rules: "toy/two" });
  assert.equal(merged(base, base, other), other);
  assert.equal(merged(base, other, evening([...base.rows, row("c")])), other);
});

test("the order of keys makes no difference", () => {
  assert.ok(same({ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 }));
  assert.ok(!same({ a: [1] }, { a: [1, 2] }));
});
