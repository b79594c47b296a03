/** How far somebody has come in a puzzle: everything that can happen stands in its frames. */
import { stem } from "../../cards/cards.ts";
import { isVeiled, type Move, type Puzzle, type Question, type Veiled } from "./frames.ts";

export interface Attempt {
  node: number; // the question that is asked, or was asked last
  state: "asked" | "solved" | "failed";
  card: string; // the own card that was played last
  other: string; // the card the line goes on with, if that is another one
  moves: Move[]; // what was played since the last question, the own card first
  given: string[]; // the own cards so far
}

/** Cards that fell in one trick, and who took it; nobody has while it lies. */
export interface Trick {
  number: number;
  cards: [number, string][];
  taker: number | null;
}

export const BEGUN: Attempt = { node: 0, state: "asked", card: "", other: "", moves: [], given: [] };

export const questionOf = (puzzle: Puzzle, attempt: Attempt): Question | undefined =>
  puzzle.nodes[attempt.node];

/** What comes of a card; of several replies the one that is drawn, a number from 0 up to 1. */
export function played(puzzle: Puzzle, attempt: Attempt, card: string, drawn: number): Attempt {
  const question = questionOf(puzzle, attempt);
  if (!question || attempt.state !== "asked" || !question.choices.includes(card)) return attempt;
  const given = [...attempt.given, card];
  if (!question.right.includes(card))
    return { ...attempt, state: "failed", card, other: "", moves: question.fail[card] ?? [], given };
  const reply = question.replies[Math.floor(drawn * question.replies.length)];
  const moves = reply?.moves ?? [];
  const first = moves[0]?.[1] ?? card;
  const then = reply?.then ?? null;
  return {
    node: then ?? attempt.node,
    state: then === null ? "solved" : "asked",
    card,
    other: first === card ? "" : first,
    moves,
    given,
  };
}

/** The layout in which a safe puzzle has ended: that of the card, or of the right one it stands for. */
export const layoutOf = (puzzle: Veiled, { card, other }: Attempt): Veiled["layouts"][string] | undefined =>
  puzzle.layouts[other || card];

/** The record of the deal an attempt has ended in. */
export const recordOf = (puzzle: Puzzle, attempt: Attempt): string =>
  (isVeiled(puzzle) ? layoutOf(puzzle, attempt)?.record : undefined) ?? puzzle.record;

/** Moves trick by trick; the first one has the cards that lay before them. */
export function tricksOf(question: Question, moves: readonly Move[]): Trick[] {
  const tricks: Trick[] = [];
  let lying = question.trick;
  for (const [seat, card, taker] of moves) {
    lying = [...lying, [seat, card]];
    if (taker === null) continue;
    tricks.push({ number: question.number + tricks.length, cards: lying, taker });
    lying = [];
  }
  if (lying.length && moves.length)
    tricks.push({ number: question.number + tricks.length, cards: lying, taker: null });
  return tricks;
}

/** What a card of the hand can be played as: itself, or several names where it must be given one. */
export const namesOf = (question: Question, card: string): string[] =>
  question.choices.filter((one) => stem(one) === stem(card));

/** Who plays with the seat that is asked, and who against it. */
export function sides({ aim, seat, seats }: Puzzle): { partners: number[]; others: number[] } {
  const rest = Array.from({ length: seats }, (_, at) => at).filter((at) => at !== seat);
  const helps = (at: number): boolean => aim.side.includes(at) === aim.wanted;
  return { partners: rest.filter(helps), others: rest.filter((at) => !helps(at)) };
}
