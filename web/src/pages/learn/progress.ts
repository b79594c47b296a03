/** What somebody has learnt, as it is kept in a browser or in a file; its version says how it is read. */
import { AGAIN, after, daysOf, type Grade, type Memory } from "./fsrs.ts";
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

/** Something that is asked again. */
export interface IdeaProgress extends Memory {
  rules: string; // the book it was asked by last
  day: number; // of the last answer
  at: number;
}

export interface Progress {
  version: 1;
  lessons: Record<string, LessonProgress>;
  quiz: Record<string, QuizProgress>; // by type and rule set
  puzzles: Record<string, PuzzleProgress>;
  ratings: Record<string, Rating>; // by game
  ideas: Record<string, IdeaProgress>;
}

export const EMPTY: Progress = { version: 1, lessons: {}, quiz: {}, puzzles: {}, ratings: {}, ideas: {} };

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

const isIdea = (found: unknown): found is IdeaProgress =>
  isRecord(found) &&
  typeof found["rules"] === "string" &&
  ["day", "at"].every((key) => isCount(found[key])) &&
  ["stability", "difficulty"].every((key) => Number.isFinite(found[key]) && Number(found[key]) > 0);

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
  const { lessons, quiz, puzzles = {}, ratings = {}, ideas = {} } = found; // older files have but the first
  if (!holds(lessons, isLesson) || !holds(quiz, isQuiz)) return null;
  if (!holds(puzzles, isPuzzle) || !holds(ratings, isRating)) return null;
  if (!holds(ideas, isIdea)) return null;
  return { version: 1, lessons, quiz, puzzles, ratings, ideas } as Progress;
}

/** Two progresses together: of each part the newer one. */
export function merged(one: Progress, other: Progress): Progress {
  return {
    version: 1,
    lessons: newer(one.lessons, other.lessons),
    quiz: newer(one.quiz, other.quiz),
    puzzles: newer(one.puzzles, other.puzzles),
    ratings: newer(one.ratings, other.ratings),
    ideas: newer(one.ideas, other.ideas),
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

/** The progress after the first try of a puzzle without a rating. */
export const triedOnce = (progress: Progress, puzzle: string, right: boolean, now: number): Progress =>
  puzzle in progress.puzzles
    ? progress
    : { ...progress, puzzles: { ...progress.puzzles, [puzzle]: { right, at: now } } };

const DAY = 24 * 60 * 60 * 1000;

/** The day somebody lives in, as a number. */
export const dayOf = (now: number): number =>
  Math.floor((now - new Date(now).getTimezoneOffset() * 60 * 1000) / DAY);

/** The day an idea is asked again. */
export const dueOf = (idea: IdeaProgress): number => idea.day + daysOf(idea);

/** The progress after an idea was asked. */
export function repeated(
  progress: Progress,
  idea: string,
  rules: string,
  grade: Grade,
  now: number,
): Progress {
  const before = progress.ideas[idea] ?? null;
  const day = dayOf(now);
  const memory = after(before, grade, before ? Math.max(0, day - before.day) : 0);
  return { ...progress, ideas: { ...progress.ideas, [idea]: { ...memory, rules, day, at: now } } };
}

/** The progress after something was wrong that can be asked again: it will be, once a day at most. */
export function missed(progress: Progress, idea: string, rules: string, now: number): Progress {
  if (!idea || progress.ideas[idea]?.day === dayOf(now)) return progress;
  return repeated(progress, idea, rules, AGAIN, now);
}

/** The progress without an idea. */
export function dropped(progress: Progress, idea: string): Progress {
  const ideas = Object.fromEntries(Object.entries(progress.ideas).filter(([id]) => id !== idea));
  return { ...progress, ideas };
}

/** What is to be asked on a day, the longest overdue first. */
export const dueOn = (progress: Progress, day: number): string[] =>
  Object.entries(progress.ideas)
    .filter(([, idea]) => dueOf(idea) <= day)
    .toSorted(([, a], [, b]) => dueOf(a) - dueOf(b))
    .map(([id]) => id);
