/** Which puzzles fit a wish, and which of them comes next. */
import type { PuzzleListed } from "./frames.ts";

export interface Wish {
  game: string;
  kind: string; // open, or about the rules
  rules: string; // empty: every book of the game
  theme: string; // empty: any
  band: number; // empty ones are below 0: any
}

/** Ratings at which one band ends and the next begins. */
export const BANDS = [1700, 1900, 2100, 2300];
/** Of so many that are nearest to the own rating the next is drawn. */
const NEAREST = 12;

export const bandOf = (rating: number): number => BANDS.filter((from) => rating >= from).length;

export const fits = (one: PuzzleListed, { game, kind, rules, theme, band }: Wish): boolean =>
  one.game === game &&
  one.kind === kind &&
  (!rules || one.rules === rules) &&
  (!theme || one.themes.includes(theme)) &&
  (band < 0 || bandOf(one.rating) === band);

/** Those nearest to a rating first. */
const nearest = (puzzles: readonly PuzzleListed[], rating: number): PuzzleListed[] =>
  puzzles.toSorted((a, b) => Math.abs(a.rating - rating) - Math.abs(b.rating - rating));

/** The next puzzle near a rating, one that was not tried if there is one; `drawn` is from 0 up to 1. */
export function nextOf(
  puzzles: readonly PuzzleListed[],
  tried: (id: string) => boolean,
  rating: number,
  drawn: number,
): PuzzleListed | undefined {
  const fresh = puzzles.filter(({ id }) => !tried(id));
  const near = nearest(fresh.length ? fresh : puzzles, rating).slice(0, NEAREST);
  return near[Math.floor(drawn * near.length)];
}

/** What some puzzles are about, the commonest theme first. */
export function themesOf(puzzles: readonly PuzzleListed[]): string[] {
  const counted = new Map<string, number>();
  for (const theme of puzzles.flatMap((one) => one.themes)) counted.set(theme, (counted.get(theme) ?? 0) + 1);
  return [...counted].toSorted(([, a], [, b]) => b - a).map(([theme]) => theme);
}

const THEME = ".theme.";

/** A theme of a game, as something that is asked again. */
export const themeIdea = (game: string, theme: string): string => game + THEME + theme;

/** The game and the theme of such an idea; nothing if it is another. */
export function themeIn(idea: string): { game: string; theme: string } | null {
  const at = idea.indexOf(THEME);
  return at < 0 ? null : { game: idea.slice(0, at), theme: idea.slice(at + THEME.length) };
}
