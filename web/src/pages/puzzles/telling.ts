/** A puzzle in words. */
import { language } from "../../text/language.svelte.ts";
import type { About } from "../../text/text.ts";
import type { Teller } from "../../text/teller.ts";
import { sides, type Trick } from "./attempt.ts";
import type { Puzzle } from "./frames.ts";

/** A sentence of the puzzles in the language in use. */
export const say = (code: string, about: About = {}): string => language.words.say("puzzle", code, about);

/** What is asked: the sentence of its code, that for its number and for one alone before it. */
export function aim(puzzle: Puzzle, teller: Teller): string {
  const { code, about, side, wanted } = puzzle.aim;
  const { words } = teller;
  const together = side.length > 1 ? "" : ".alone";
  const form = wanted ? together : ".break";
  const codes = [`${code}.${about["n"] ?? ""}${form}`, `${code}${form}`];
  const known = codes.find((one) => words.find("puzzle", one) !== undefined) ?? code;
  return words.say("puzzle", known, {
    ...about,
    n: code === "points" ? worth(about["n"] ?? "") : (about["n"] ?? ""),
    card: about["card"] ? words.spoken(about["card"]) : "",
    who: teller.together(side),
  });
}

/** Card points, `33/1` as they are counted there. */
function worth(told: string): string {
  const [points = "", n = ""] = told.split("/");
  if (n) return say("worth_odd", { points, n });
  return say(points === "1" ? "worth.1" : "worth", { points });
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
  taker === teller.me ? say("takes.you") : say("takes", { who: teller.name(taker) });

export const themeName = (theme: string, game: string): string =>
  language.words.of(game).find("puzzle", `theme.${theme}`) ?? theme;

/** A rating without what nobody can know of it. */
export const figure = (rating: number): string => String(Math.round(rating));

export const questions = (n: number): string => say(n === 1 ? "questions.one" : "questions", { n });
