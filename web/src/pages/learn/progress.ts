/** What somebody has learnt, as it is kept in a browser or in a file; its version says how it is read. */
import { isRating, type Rating } from "../puzzles/rating.ts";

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

/** The first try of a puzzle: no other counts. */
export interface PuzzleProgress {
  right: boolean;
  at: number;
}

export interface Progress {
  version: 1;
  lessons: Record<string, LessonProgress>;
  quiz: Record<string, QuizProgress>; // by type and rule set
  puzzles: Record<string, PuzzleProgress>;
  ratings: Record<string, Rating>; // by game
}

export const EMPTY: Progress = { version: 1, lessons: {}, quiz: {}, puzzles: {}, ratings: {} };

const isRecord = (found: unknown): found is Record<string, unknown> =>
  typeof found === "object" && found !== null && !Array.isArray(found);

const isCount = (found: unknown): boolean =>
  typeof found === "number" && Number.isInteger(found) && found >= 0;

const isQuiz = (found: unknown): found is QuizProgress =>
  isRecord(found) && ["right", "asked", "at"].every((key) => isCount(found[key]));

const isLesson = (found: unknown): found is LessonProgress =>
  isQuiz(found) && isRecord(found) && isCount(found["step"]) && typeof found["done"] === "boolean";

const isPuzzle = (found: unknown): found is PuzzleProgress =>
  isRecord(found) && typeof found["right"] === "boolean" && isCount(found["at"]);

const holds = (found: unknown, is: (one: unknown) => boolean): boolean =>
  isRecord(found) && Object.values(found).every(is);

/** The progress in a text; nothing if it is none, or of a version nobody here knows. */
export function read(text: string): Progress | null {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(found) || found["version"] !== 1) return null;
  const { lessons, quiz, puzzles = {}, ratings = {} } = found; // who was here before puzzles were has none
  if (!holds(lessons, isLesson) || !holds(quiz, isQuiz)) return null;
  if (!holds(puzzles, isPuzzle) || !holds(ratings, isRating)) return null;
  return { version: 1, lessons, quiz, puzzles, ratings } as Progress;
}

/** Two progresses together: of each part the newer one. */
export function merged(one: Progress, other: Progress): Progress {
  return {
    version: 1,
    lessons: newer(one.lessons, other.lessons),
    quiz: newer(one.quiz, other.quiz),
    puzzles: newer(one.puzzles, other.puzzles),
    ratings: newer(one.ratings, other.ratings),
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

/** The progress after the first try of a puzzle, which alone counts. */
export function tried(
  progress: Progress,
  puzzle: string,
  game: string,
  right: boolean,
  rating: Rating,
): Progress {
  const puzzles = { ...progress.puzzles, [puzzle]: { right, at: rating.at } };
  return { ...progress, puzzles, ratings: { ...progress.ratings, [game]: rating } };
}
