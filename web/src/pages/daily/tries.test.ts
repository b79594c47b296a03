import assert from "node:assert/strict";
import { test } from "node:test";
import { begun, changed, dailyPath, EMPTY, keyOf, read } from "./tries.ts";

const KEY = keyOf("2026-11-18", "koenigrufen");

test("the first try of today is scored, and it stays whatever is played after it", () => {
  const first = begun(EMPTY, KEY, "aaaa", true);
  const third = begun(begun(first, KEY, "bbbb", true), KEY, "cccc", true);
  assert.deepEqual(
    third.tries[KEY]?.map((one) => [one.room, one.scored]),
    [
      ["aaaa", true],
      ["cccc", false],
    ],
  );
});

test("a day that is over is never scored, not even the first time", () => {
  const tries = begun(EMPTY, KEY, "aaaa", false).tries[KEY];
  assert.equal(tries?.[0]?.scored, false);
});

test("what is kept is read again, and what is damaged is left out", () => {
  const tries = changed(begun(EMPTY, KEY, "aaaa", true), "aaaa", (one) => ({ ...one, hints: 2 }));
  assert.deepEqual(read(JSON.stringify(tries)), tries);
  const damaged = { ...tries, tries: { ...tries.tries, other: [{ room: 7 }] } };
  assert.deepEqual(read(JSON.stringify(damaged)), tries);
  for (const text of [null, "", "{", "[]", '{"version":2}']) assert.deepEqual(read(text), EMPTY);
});

test("a table's deal leads to the page of its day", () => {
  assert.equal(dailyPath("daily-koenigrufen-2026-11-18"), "/daily/2026-11-18");
});
