/** Which board answers which prompts. Whatever no board answers is offered plainly. */
import type { GameView, PerlaggenView, Prompt } from "../../../wire.ts";
import { ASKED_FOR, isLaying } from "./acts.ts";
import { isCourt } from "../court/court.ts";

export type Board =
  | ""
  | "auction"
  | "call"
  | "talon"
  | "laying"
  | "announce"
  | "lhombre-bids"
  | "picker"
  | "baptism"
  | "answer"
  | "show";

const VERBS: Record<Exclude<Board, "" | "laying" | "baptism">, readonly string[]> = {
  auction: ["bid", "pass", "hold", "bei", "vorhand"],
  call: ["call"],
  talon: ["take", "schleifen", "trischaken"],
  announce: ["announce", "lie", "gut", "done", "kontra"],
  "lhombre-bids": ["bid", "pass", "hold", "lay_silent"],
  picker: ["ask", "waive"],
  answer: ["hold", "let_good", "raise", "hold_all", "let_good_all", "look"],
  show: ["show", "stand", "concede", "ask"],
};

/** Prompts that stand beside the table: figures and signs. */
const BESIDE: Record<string, readonly string[]> = {
  perlaggen: ["bid", "raise", "ask_holder", "ask_degree", "sign"],
};

/** The board of the moment. */
export function boardOf(game: string, view: GameView, hand: Prompt | undefined, baptising: string): Board {
  const has = (...verbs: string[]): boolean => view.prompts.some((prompt) => verbs.includes(prompt.verb));
  if (baptising && hand) return "baptism";
  if (hand && isLaying(hand)) return "laying";
  if (game === "koenigrufen") {
    if (has("bid", "pass", "vorhand", "bei", "hold")) return "auction";
    if (has("call")) return "call";
    if (view.phase === "take") return "talon";
    if (has("announce", "lie", "gut", "done", "kontra")) return "announce";
  }
  if (game === "lhombre") {
    if (has("bid", "pass", "hold")) return "lhombre-bids";
    if (has("ask")) return "picker";
  }
  if (game === "perlaggen") {
    if ((view as PerlaggenView).offers.length && has("let_good", "hold")) return "answer";
    if (has("show", "stand", "concede") || (view.phase === "show" && has("ask"))) return "show";
  }
  return "";
}

/** What else may be said while a card of the talon is chosen or cards are laid away; the court has its own place. */
export const besides = (view: GameView, verb: string): Prompt[] =>
  view.prompts.filter((prompt) => prompt.verb !== verb && !isCourt(prompt));

/** Words said beside the trick, which must stay in sight: a button each. */
export const aloud = (game: string, view: GameView): Prompt[] =>
  game === "lhombre" && view.phase === "play"
    ? view.prompts.filter((prompt) => !prompt.choices.length && !isCourt(prompt))
    : [];

/** The prompts that neither the board nor the hand nor the side panel answers. */
export function leftOver(game: string, view: GameView, board: Board, hand: Prompt | undefined): Prompt[] {
  const answered = new Set<string>(board && board in VERBS ? VERBS[board as keyof typeof VERBS] : []);
  for (const verb of BESIDE[game] ?? []) answered.add(verb);
  for (const { verb } of aloud(game, view)) answered.add(verb);
  if (hand) answered.add(hand.verb);
  const laying = board === "laying";
  return view.prompts.filter(
    (prompt) =>
      !isCourt(prompt) &&
      !ASKED_FOR.has(prompt.verb) &&
      !answered.has(prompt.verb) &&
      !(laying && !prompt.choices.length),
  );
}
