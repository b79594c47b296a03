/** A puzzle in words. */
import { language } from "../../text/language.svelte.ts";
import { say as tell } from "../learn/telling.ts";
import type { About } from "../../text/text.ts";
import type { Teller } from "../../text/teller.ts";
import { sides, type Attempt, type Trick } from "./attempt.ts";
import type { Puzzle, Question, Veiled } from "./frames.ts";

/** A sentence of the puzzles in the language in use. */
export const say = (code: string, about: About = {}): string => language.words.say("puzzle", code, about);

/** What is asked. */
export function aim({ aim }: Puzzle, teller: Teller): string {
  const { code, about, side, wanted } = aim;
  const card = about["card"] ? teller.words.spoken(about["card"]) : "";
  return tell(`puzzle.${code}${wanted ? "" : ".break"}`, { ...about, card, who: teller.together(side) });
}

/** Of a safe puzzle how often a card fails; after the right one, that it never does, and the others do. */
export function outcomes(
  puzzle: Veiled,
  { right }: Question,
  { state, card }: Attempt,
  teller: Teller,
): string[] {
  const { of, drawn, fails } = puzzle;
  const spoken = (one: string): string => teller.words.spoken(one);
  const failing = (one: string): string => {
    const n = fails[one] ?? 0;
    return tell("safe.fails", { card: spoken(one), n, of, share: Math.round((100 * n) / of) });
  };
  if (state === "failed") return [failing(card)];
  const holds = tell(drawn ? "safe.holds.drawn" : "safe.holds", { cards: right.map(spoken).join(", "), of });
  return [holds, ...Object.keys(fails).map(failing)];
}

/** Who plays with whom. */
export function company(puzzle: Puzzle, teller: Teller): string {
  const { partners, others } = sides(puzzle);
  return [
    partners.length ? say("with", { who: teller.together(partners) }) : "",
    others.length ? say("against", { who: teller.together(others) }) : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/** A trick in a sentence. */
export function told({ number, cards, taker }: Trick, teller: Teller): string {
  const fell = cards.map(([seat, card]) => `${teller.who(seat)} ${teller.words.spoken(card)}`).join(", ");
  const sentence = `${say("now", { n: number })}: ${fell}.`;
  return taker === null ? sentence : `${sentence} ${takes(taker, teller)}`;
}

export const takes = (taker: number, teller: Teller): string =>
  taker === teller.me ? tell("takes.you") : tell("takes", { who: teller.name(taker) });

export const themeName = (theme: string, game: string): string =>
  language.words.of(game).find("learn", `theme.${theme}`) ?? theme;

/** A rating without what nobody can know of it. */
export const figure = (rating: number): string => String(Math.round(rating));

export const questions = (n: number): string => say(n === 1 ? "questions.one" : "questions", { n });
