/** What somebody has learnt, as it is kept in a browser or in a file; its version says how it is read. */

export interface LessonProgress {
  step: number; // the next one
  done: boolean;
  right: number; // tasks answered at the first try, the last time it was gone through
  asked: number;
  at: number; // when, in ms
}

export interface QuizProgress {
  right: number;
  asked: number;
  at: number;
}

export interface Progress {
  version: 1;
  lessons: Record<string, LessonProgress>;
  quiz: Record<string, QuizProgress>; // by type and rule set
}

export const EMPTY: Progress = { version: 1, lessons: {}, quiz: {} };

const isRecord = (found: unknown): found is Record<string, unknown> =>
  typeof found === "object" && found !== null && !Array.isArray(found);

const isCount = (found: unknown): boolean =>
  typeof found === "number" && Number.isInteger(found) && found >= 0;

const isQuiz = (found: unknown): found is QuizProgress =>
  isRecord(found) && ["right", "asked", "at"].every((key) => isCount(found[key]));

const isLesson = (found: unknown): found is LessonProgress =>
  isQuiz(found) && isRecord(found) && isCount(found["step"]) && typeof found["done"] === "boolean";

/** The progress in a text; nothing if it is none, or of a version nobody here knows. */
export function read(text: string): Progress | null {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(found) || found["version"] !== 1) return null;
  const { lessons, quiz } = found;
  if (!isRecord(lessons) || !Object.values(lessons).every(isLesson)) return null;
  if (!isRecord(quiz) || !Object.values(quiz).every(isQuiz)) return null;
  return { version: 1, lessons: lessons as Progress["lessons"], quiz: quiz as Progress["quiz"] };
}

/** Two progresses together: of each lesson and question the newer one. */
export function merged(one: Progress, other: Progress): Progress {
  return {
    version: 1,
    lessons: newer(one.lessons, other.lessons),
    quiz: newer(one.quiz, other.quiz),
  };
}

function newer<T extends { at: number }>(
  one: Record<string, T>,
  other: Record<string, T>,
): Record<string, T> {
  const found = { ...one };
  for (const [key, value] of Object.entries(other))
    if (!found[key] || found[key].at < value.at) found[key] = value;
  return found;
}

/** The progress after a step of a lesson. */
export function stepped(
  progress: Progress,
  lesson: string,
  step: number,
  score: { right: number; asked: number; of: number },
  now: number,
): Progress {
  const done = step >= score.of || (progress.lessons[lesson]?.done ?? false);
  const next = { step: step >= score.of ? 0 : step, done, right: score.right, asked: score.asked, at: now };
  return { ...progress, lessons: { ...progress.lessons, [lesson]: next } };
}

/** The progress after a drawn question. */
export function answered(progress: Progress, key: string, right: boolean, now: number): Progress {
  const before = progress.quiz[key] ?? { right: 0, asked: 0, at: 0 };
  const after = { right: before.right + Number(right), asked: before.asked + 1, at: now };
  return { ...progress, quiz: { ...progress.quiz, [key]: after } };
}
