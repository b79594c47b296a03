/** A fresh question of an idea, and what an idea is called. */
import { language } from "../../text/language.svelte.ts";
import type { About } from "../../text/text.ts";
import { get } from "../../socket/api.ts";
import type { Progress } from "../learn/progress.ts";
import { say } from "../learn/telling.ts";
import { nextOf, themeIn } from "../puzzles/choosing.ts";
import { FIRST } from "../puzzles/rating.ts";
import { themeName } from "../puzzles/telling.ts";
import type { Puzzle, PuzzleListed } from "../puzzles/frames.ts";
import type { Idea, LessonListed, Posed } from "../../wire.ts";

const SEEDS = 2 ** 31;

/** An idea that is asked: by a question and the address of its answer, or by a puzzle. */
export interface Round {
  idea: string;
  rules: string;
  posed: Posed | null;
  answer: string;
  puzzle: Puzzle | null;
}

/** A sentence of the repetition in the language in use. */
export const tell = (code: string, about: About = {}): string => language.words.say("review", code, about);

/** A fresh question of an idea, by the book it was asked by before; nothing where it is asked no more. */
export async function pose(idea: string, progress: Progress, ideas: readonly Idea[]): Promise<Round | null> {
  const theme = themeIn(idea);
  if (theme) return posePuzzle(idea, theme, progress);
  const found = ideas.find(({ id }) => id === idea);
  if (!found) return null;
  const before = progress.ideas[idea]?.rules ?? "";
  const rules = found.rules.includes(before) ? before : (found.rules[0] ?? "");
  const seed = Math.floor(Math.random() * SEEDS);
  const address = `/api/quiz/${idea}`;
  const query = `rules=${encodeURIComponent(rules)}&seed=${String(seed)}`;
  const posed = await get<Posed>(`${address}?${query}`);
  return { idea, rules, posed, answer: `${address}/answer?${query}`, puzzle: null };
}

/** A puzzle of a theme that was not tried, near the own strength. */
async function posePuzzle(
  idea: string,
  { game, theme }: { game: string; theme: string },
  progress: Progress,
): Promise<Round | null> {
  const all = await get<PuzzleListed[]>("/api/puzzles");
  const fitting = all.filter((one) => one.game === game && one.themes.includes(theme));
  const rating = (progress.ratings[game] ?? FIRST).rating;
  const next = nextOf(fitting, (id) => id in progress.puzzles, rating, Math.random());
  if (!next) return null;
  const puzzle = await get<Puzzle>(`/api/puzzles/${next.id}`);
  return { idea, rules: next.rules, posed: null, answer: "", puzzle };
}

/** What an idea is called: its kind of question, and where it belongs. */
export function nameOf(
  idea: string,
  ideas: readonly Idea[],
  lessons: readonly LessonListed[],
  lang: string,
): string {
  const theme = themeIn(idea);
  if (theme) return `${themeName(theme.theme, theme.game)} · ${language.words.gameName(theme.game, true)}`;
  const found = ideas.find(({ id }) => id === idea);
  if (!found) return idea;
  const lesson = lessons.find(({ id }) => id === found.lesson);
  const place = lesson?.title[lang] ?? language.words.gameName(found.game, true);
  return `${say(`type.${found.type}`)} · ${place}`;
}
