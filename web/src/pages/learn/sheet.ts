/** What is printed: a lesson, or drawn questions, as parts with their tasks. */
import type { BuiltLesson, Task } from "../../wire.ts";

export interface Part {
  before: BuiltLesson["steps"][number]["before"];
  show: string[];
  tasks: Task[];
}

export interface Sheet {
  title: string;
  rules: string;
  note: string; // by which it can be drawn again
  parts: Part[];
}

/** Which drawn questions are printed. */
export interface Wish {
  type: string;
  rules: string;
  seed: number;
  n: number;
}

const MOST = 20;

/** A lesson as a sheet: its text, and every question it asks; a deal that is played along has no place on paper. */
export const sheetOf = (lesson: BuiltLesson): Sheet => ({
  title: lesson.title,
  rules: lesson.rules,
  note: lesson.id,
  parts: lesson.steps
    .filter((step) => !step.deal)
    .map((step) => ({
      before: step.before,
      show: step.show,
      tasks: step.task ? [step.task] : step.stock.slice(0, step.times),
    })),
});

/** The wish in an address; nothing if there is none. */
export function wishIn(hash: string): Wish | null {
  const told = new URLSearchParams(hash.replace(/^#print&?/, ""));
  const [type, rules] = [told.get("type") ?? "", told.get("rules") ?? ""];
  const [seed, n] = [Number(told.get("seed") ?? "0"), Number(told.get("n") ?? "10")];
  if (!/^[a-z]+$/.test(type) || !rules || !Number.isInteger(seed) || !Number.isInteger(n)) return null;
  return { type, rules, seed, n: Math.min(Math.max(n, 1), MOST) };
}

export const printPath = ({ type, rules, seed, n }: Wish): string =>
  `/quiz#print&type=${type}&rules=${encodeURIComponent(rules)}&seed=${String(seed)}&n=${String(n)}`;
