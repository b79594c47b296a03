/** Which board answers which prompts. Whatever no board answers is offered plainly. */
import type { Board } from "../../../games/face.ts";
import type { Prompt, View } from "../../../wire.ts";
import { isCourt } from "../court/court.ts";
import type { Table } from "../table.svelte.ts";
import { ASKED_FOR, wordsFor } from "./acts.ts";
import Laying from "./Laying.svelte";

const LAYING: Board = { component: Laying, verbs: [], shows: () => true, place: "felt" };

/** The board of the moment. */
export function boardOf(table: Table, view: View): Board | null {
  const { parts } = table.face;
  const offered = (...verbs: string[]): boolean => view.prompts.some(({ verb }) => verbs.includes(verb));
  if (table.baptising && table.handPrompt) return parts.naming ?? null;
  if (table.choosing) return LAYING;
  return parts.boards?.find((board) => board.shows(view, offered)) ?? null;
}

/** What else may be said while a card of the talon is chosen or cards are laid away; the court has its own place. */
export const besides = (view: View, verb: string): Prompt[] =>
  view.prompts.filter((prompt) => prompt.verb !== verb && !isCourt(prompt));

/** Words said beside the trick, which must stay in sight: a button each. */
export const aloud = (table: Table, view: View): Prompt[] =>
  table.face.speaksInPlay(view)
    ? view.prompts.filter((prompt) => !prompt.choices.length && !isCourt(prompt))
    : [];

/** The prompts that neither the board nor the hand nor the side panel answers. */
export function leftOver(table: Table, view: View, board: Board | null): Prompt[] {
  const hand = table.handPrompt;
  const { baptising, face } = table;
  if (baptising && hand && !board) return [{ ...hand, choices: wordsFor(hand, baptising), must: [] }];
  const answered = new Set([
    ...(board?.verbs ?? []),
    ...face.besideVerbs,
    ...aloud(table, view).map(({ verb }) => verb),
    hand?.verb,
  ]);
  return view.prompts.filter(
    (prompt) =>
      !isCourt(prompt) &&
      !ASKED_FOR.has(prompt.verb) &&
      !answered.has(prompt.verb) &&
      !(board === LAYING && !prompt.choices.length),
  );
}
