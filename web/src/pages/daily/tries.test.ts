import assert from "node:assert/strict";
import { test } from "node:test";
import type { DailyOutcome } from "../../wire.ts";
import { begun, changed, dailyPath, EMPTY, keyOf, read, streak, type Tries } from "./tries.ts";

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

/** Scored deals that were finished on these days, and one that was only begun. */
function finished(days: string[]): Tries {
  const outcome = { points: 1 } as DailyOutcome;
  const tries = days.map((day) => [
    keyOf(day, "perlaggen"),
    [{ room: "aaaa", scored: true, hints: 0, outcome }],
  ]);
  const open = [{ room: "bbbb", scored: true, hints: 0, outcome: null }];
  const unscored = [{ room: "cccc", scored: false, hints: 0, outcome }];
  return {
    version: 1,
    tries: {
      ...(Object.fromEntries(tries) as Tries["tries"]),
      [keyOf("2026-02-26", "koenigrufen")]: open,
      [keyOf("2026-02-25", "koenigrufen")]: unscored,
    },
  };
}

test("a streak is days in a row with a scored deal; today may still come", () => {
  const days = ["2026-02-27", "2026-02-28", "2026-03-01"];
  assert.equal(streak(finished(days), "2026-03-01"), 3);
  assert.equal(streak(finished(days), "2026-03-02"), 3);
  assert.equal(streak(finished(days), "2026-03-03"), 0);
  assert.equal(streak(finished(["2026-02-27", "2026-03-01"]), "2026-03-01"), 1);
  assert.equal(streak(EMPTY, "2026-03-01"), 0);
});

test("what was counted in the field stays so", () => {
  const tries = changed(begun(EMPTY, KEY, "aaaa", true), "aaaa", (one) => ({ ...one, field: "entered" }));
  assert.deepEqual(read(JSON.stringify(tries)), tries);
});
