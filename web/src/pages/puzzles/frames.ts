/** A puzzle in finished frames, as the server has played it through; `docs/learn.md` tells the fields. */
import type { Posed, Saying, Task, Wrong } from "../../wire.ts";

/** A puzzle in the index. */
export interface PuzzleListed {
  id: string;
  game: string;
  rules: string;
  kind: string;
  rating: number;
  questions: number;
  themes: string[];
}

/** A seat, its card, and who takes the trick if this card ends it. */
export type Move = [seat: number, card: string, taker: number | null];

export interface Aim {
  code: string;
  about: Record<string, string>;
  side: number[]; // who wants it
  wanted: boolean; // whether who is asked is of that side
}

/** What the others play after a right card, which stands first; then another question, or the end. */
export interface Reply {
  moves: Move[];
  then: number | null;
}

/** A question of the line, and all that may come of it. */
export interface Question {
  number: number; // of the trick
  trick: [number, string][];
  hands: string[][];
  taken: number[];
  choices: string[];
  right: string[];
  why: Record<string, Wrong>;
  fail: Record<string, Move[]>;
  replies: Reply[];
}

export interface Puzzle {
  id: string;
  kind: string;
  game: string;
  rules: string;
  rating: number;
  seats: number;
  seat: number;
  themes: string[];
  said: Saying[];
  aim: Aim;
  nodes: Question[];
  record: string;
  at: number;
}

/** One of the own hand alone, with a layout of all cards for each card that can be played. */
export interface Veiled extends Puzzle {
  asked: Posed; // what is seen before the answer
  of: number; // layouts
  drawn: boolean; // so many of them, or all there are
  fails: Record<string, number>;
  layouts: Record<string, { hands: string[][]; record: string }>;
}

export const isVeiled = (one: Puzzle): one is Veiled => "layouts" in one;

/** A puzzle that is one question, with its answer: about the rules, or what brings most. */
export interface AskedPuzzle {
  id: string;
  kind: "closed" | "rule";
  game: string;
  rules: string;
  rating: number; // 0: such a one has none
  task: Task;
}

export const isAsked = (one: Puzzle | AskedPuzzle): one is AskedPuzzle => "task" in one;
