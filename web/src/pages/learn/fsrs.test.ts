import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { AGAIN, GOOD, HARD, after, daysOf, recalled, type Grade, type Memory } from "./fsrs.ts";

interface History {
  answers: [number, Grade][];
  days: number[];
}
const { histories } = JSON.parse(
  readFileSync(new URL("../../tests/learn/repetition.json", import.meta.url), "utf8"),
) as { histories: History[] };

test("two hundred histories give the days of py-fsrs, as they do in the terminal", () => {
  assert.equal(histories.length, 200);
  for (const { answers, days } of histories) {
    let memory: Memory | null = null;
    const found = answers.map(([elapsed, grade]) => daysOf((memory = after(memory, grade, elapsed))));
    assert.deepEqual(found, days, JSON.stringify(answers));
  }
});

test("on its day nine in ten are known", () => {
  assert.ok(Math.abs(recalled({ stability: 20, difficulty: 5 }, 20) - 0.9) < 1e-9);
});

test("a better answer never comes back sooner", () => {
  const first = after(null, GOOD, 0);
  for (const elapsed of [0, 1, 2, 10]) {
    const [again = 0, hard = 0, good = 0] = [AGAIN, HARD, GOOD].map(
      (grade) => after(first, grade, elapsed).stability,
    );
    assert.ok(again < hard && hard <= good);
  }
});
