/** Reading prompts: which of them the hand answers, which words belong to a card. */
import { isCard, stem, type PackName } from "../../../cards/cards.ts";
import type { Prompt, View } from "../../../wire.ts";

export const promptOf = (view: View | null, verb: string): Prompt | undefined =>
  view?.prompts.find((prompt) => prompt.verb === verb);

/** Verbs that are offered, but never as the main thing to do with the hand. */
const ASIDE = new Set(["lay_silent", "sign", "show", "stand", "mend", "expose", "discard_hidden"]);

/** Rare uses of the hand: offered as a button beside it, never pressed on anybody. */
export const ASKED_FOR: ReadonlySet<string> = new Set(["mend", "expose"]);

/** The prompt that is answered with cards of one's own hand. */
export function handPrompt(view: View | null, pack: PackName): Prompt | undefined {
  return view?.prompts.find((prompt) => !ASIDE.has(prompt.verb) && fromHand(view, pack, prompt));
}

export function fromHand(view: View, pack: PackName, prompt: Prompt): boolean {
  const words = [...prompt.choices, ...prompt.must];
  const held = new Set(view.hand.map(stem));
  return words.length > 0 && words.every((word) => isCard(pack, word) && held.has(stem(word)));
}

/** The words of a prompt that play a given card: several where it must be baptised. */
export function wordsFor(prompt: Prompt | undefined, card: string): string[] {
  if (!prompt) return [];
  const code = stem(card);
  return [...prompt.must, ...prompt.choices].filter((word) => stem(word) === code);
}

/** A prompt that lays cards away: they are chosen first, then laid. A card that is played goes at once. */
export const isLaying = (prompt: Prompt): boolean => !AT_ONCE.has(prompt.verb);
const AT_ONCE = new Set(["play", "mend", "expose"]);

/** The act that plays a card marked before its turn: empty unless it is lawful, also where wrong cards may fall. */
export function markedAct(view: View | null, pack: PackName, card: string): string {
  const prompt = handPrompt(view, pack);
  const words = wordsFor(prompt, card);
  return prompt && !isLaying(prompt) && words.length === 1 ? act(prompt.verb, words[0] ?? card) : "";
}

/** A prompt that only asks for a number out of a long row. */
export function isSpan(prompt: Prompt): boolean {
  const words = prompt.choices;
  if (words.length <= 9 || prompt.most !== 1) return false;
  return words.every((word, i) => Number(word) === Number(words[0]) + i);
}

/** Whether so many words are enough for a prompt, and not too many. */
export const isEnough = (prompt: Prompt, words: string[]): boolean =>
  words.length >= prompt.least && words.length <= prompt.most && prompt.must.every((w) => words.includes(w));

/** The act of a verb and its words, as it goes over the wire. */
export const act = (verb: string, ...words: string[]): string => [verb, ...words].join(" ");

/** The words of which two or more may be said together, in the order of the choices. */
export function together(prompts: readonly Prompt[]): string[][] {
  return prompts.flatMap(({ choices, least, most }) =>
    choices
      .reduce<string[][]>((some, word) => [...some, ...some.map((others) => [...others, word])], [[]])
      .filter((some) => some.length >= Math.max(2, least) && some.length <= most)
      .sort((a, b) => a.length - b.length),
  );
}
