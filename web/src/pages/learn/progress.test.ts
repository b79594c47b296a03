import assert from "node:assert/strict";
import { test } from "node:test";
import { FIRST } from "../puzzles/rating.ts";
import { EMPTY, answered, merged, read, stepped, tried } from "./progress.ts";

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
