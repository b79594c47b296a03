import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { FIRST } from "../puzzles/rating.ts";
import { AGAIN, GOOD, HARD } from "./fsrs.ts";
import {
  EMPTY,
  answered,
  dayOf,
  dropped,
  dueOf,
  dueOn,
  merged,
  missed,
  read,
  repeated,
  stepped,
  tried,
  triedOnce,
} from "./progress.ts";

const SCORE = { right: 3, asked: 4, of: 10 };

test("what was written is read again", () => {
  const progress = answered(stepped(EMPTY, "K1", 4, SCORE, 5), "legal a/b", true, 6);
  assert.deepEqual(read(JSON.stringify(progress)), progress);
});

test("what is damaged, or of another version, is not read", () => {
  for (const text of ["", "{", "[]", "null", '{"version":2,"lessons":{},"quiz":{}}'])
    assert.equal(read(text), null, text);
  const wrong = [{ lessons: { K1: { step: -1 } } }, { lessons: [] }, { quiz: { a: { right: "1" } } }];
  const puzzles = [{ puzzles: { a: true } }, { ratings: { a: { ...FIRST, rating: "1500" } } }];
  for (const part of puzzles) assert.equal(read(JSON.stringify({ ...EMPTY, ...part })), null);
  for (const part of wrong) assert.equal(read(JSON.stringify({ ...EMPTY, ...part })), null);
});

test("of two the newer counts, lesson by lesson", () => {
  const old = stepped(stepped(EMPTY, "K1", 2, SCORE, 1), "K2", 7, SCORE, 9);
  const late = stepped(EMPTY, "K1", 5, SCORE, 4);
  assert.equal(merged(old, late).lessons["K1"]?.step, 5);
  assert.equal(merged(late, old).lessons["K1"]?.step, 5);
  assert.equal(merged(late, old).lessons["K2"]?.step, 7);
});

test("a lesson that was done stays done and begins anew", () => {
  const done = stepped(EMPTY, "K1", 10, SCORE, 1);
  assert.deepEqual([done.lessons["K1"]?.done, done.lessons["K1"]?.step], [true, 0]);
  assert.equal(stepped(done, "K1", 3, SCORE, 2).lessons["K1"]?.done, true);
});

test("what was kept before there were puzzles is read, and has none", () => {
  const { lessons, quiz } = stepped(EMPTY, "K1", 2, SCORE, 1);
  const found = read(JSON.stringify({ version: 1, lessons, quiz }));
  assert.deepEqual([found?.lessons["K1"]?.step, found?.puzzles, found?.ratings], [2, {}, {}]);
});

test("a puzzle is kept with the rating that came of it, and read again", () => {
  const rating = { ...FIRST, rating: 1580.25, at: 9 };
  const progress = tried(EMPTY, "0123456789", "perlaggen", true, rating);
  assert.deepEqual(read(JSON.stringify(progress)), progress);
  assert.deepEqual(progress.puzzles["0123456789"], { right: true, at: 9 });
  const older = tried(EMPTY, "0123456789", "perlaggen", false, { ...FIRST, at: 3 });
  assert.deepEqual(merged(older, progress), merged(progress, older));
  assert.equal(merged(older, progress).ratings["perlaggen"]?.rating, 1580.25);
});

test("what was wrong is asked the next day, and later and later while it is right", () => {
  const noon = Date.UTC(2026, 0, 5, 12);
  const days = (n: number): number => noon + n * 24 * 60 * 60 * 1000;
  let progress = missed(EMPTY, "K2.drill_legal", "koenigrufen/tirol", noon);
  assert.deepEqual(dueOn(progress, dayOf(noon)), []);
  assert.deepEqual(dueOn(progress, dayOf(days(1))), ["K2.drill_legal"]);
  assert.equal(missed(progress, "K2.drill_legal", "koenigrufen/tirol", noon), progress);
  const gaps: number[] = [];
  let day = 1;
  for (let n = 0; n < 5; n += 1) {
    progress = repeated(progress, "K2.drill_legal", "koenigrufen/tirol", GOOD, days(day));
    const idea = progress.ideas["K2.drill_legal"];
    assert.ok(idea);
    gaps.push(dueOf(idea) - dayOf(days(day)));
    day += gaps.at(-1) ?? 0;
  }
  assert.deepEqual(
    gaps,
    gaps.toSorted((a, b) => a - b),
  );
  assert.ok((gaps.at(-1) ?? 0) > 7, gaps.join(" "));
  assert.deepEqual(read(JSON.stringify(progress)), progress);
  assert.deepEqual(dropped(progress, "K2.drill_legal"), EMPTY);
});

test("a damaged idea is not read, and what is no idea is not asked again", () => {
  const idea = { stability: 0, difficulty: 5, rules: "", day: 1, at: 1 };
  assert.equal(read(JSON.stringify({ ...EMPTY, ideas: { a: idea } })), null);
  assert.equal(missed(EMPTY, "", "koenigrufen/tirol", 1), EMPTY);
});

/** Files good and bad, and answers with what is due after them; the terminal's tests read it too. */
const SHARED = JSON.parse(
  readFileSync(new URL("../../tests/learn/progress.json", import.meta.url), "utf8"),
) as {
  good: object[];
  bad: unknown[];
  events: ["missed" | "AGAIN" | "HARD" | "GOOD", string, number][];
  due: Record<string, string[]>;
};

test("what the terminal reads is read, and what it refuses is refused", () => {
  for (const one of SHARED.good)
    assert.deepEqual(read(JSON.stringify(one)), { ...EMPTY, ...one }, JSON.stringify(one));
  for (const one of SHARED.bad) assert.equal(read(JSON.stringify(one)), null, JSON.stringify(one));
});

test("the same answers are due on the same days as in the terminal", () => {
  const grades = { AGAIN, HARD, GOOD };
  let progress = EMPTY;
  for (const [what, idea, day] of SHARED.events) {
    const noon = day * 24 * 60 * 60 * 1000 + new Date(0).getTimezoneOffset() * 60 * 1000;
    progress =
      what === "missed"
        ? missed(progress, idea, "koenigrufen/tirol", noon)
        : repeated(progress, idea, "koenigrufen/tirol", grades[what], noon);
  }
  for (const [day, due] of Object.entries(SHARED.due)) assert.deepEqual(dueOn(progress, Number(day)), due);
});

test("of a puzzle without a rating the first try is kept, and no rating moves", () => {
  const once = triedOnce(EMPTY, "0123456789", false, 5);
  assert.deepEqual([once.puzzles["0123456789"], once.ratings], [{ right: false, at: 5 }, {}]);
  assert.equal(triedOnce(once, "0123456789", true, 6), once);
});
