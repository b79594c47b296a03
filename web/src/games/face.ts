/** What a game shows otherwise than the others. The defaults show any game plainly; a face only reads views. */
import type { Component } from "svelte";
import { isCard } from "../cards/cards.ts";
import type { Entry, Reader } from "../pages/pad/entry.ts";
import type { Pad } from "../pages/pad/pad.svelte.ts";
import type { Table } from "../pages/table/table.svelte.ts";
import type { CardSection } from "../rules/rulecard.ts";
import type { RuleSet, Value } from "../rules/rules.svelte.ts";
import type { Declarers } from "../score/settled.ts";
import type { Teller } from "../text/teller.ts";
import type { Words } from "../text/text.ts";
import type { Picture, Seen, View } from "../wire.ts";

export interface Chip {
  text: string;
  brief?: string; // on a phone
  card?: string; // shown after the text, in its colour
  tone?: "gold" | "kontra";
  struck?: boolean;
  clause?: string;
}

export interface LogLine {
  seat: number;
  text: string;
  clause?: string;
  badge?: string;
  now?: boolean;
}

/** What is at stake: an item, how it is reckoned. */
export interface Stake {
  name: string;
  value: string;
  clause?: string;
}

/** Cards that lie together under a title. */
export interface Pile {
  title: string;
  cards: string[];
}

/** What a player answers some verbs with. */
export interface Board<V = View> {
  component: Component<{ table: Table; view: V }>;
  verbs: readonly string[];
  shows(view: V, offered: (...verbs: string[]) => boolean): boolean;
  /** Where it lies if not on a sheet: on the felt, there in two halves, over the whole width; on a phone
      held sideways across it; or on a sheet so high that the hand below it is small. */
  place?: "felt" | "halves" | "whole" | "across" | "high";
}

/** What the score pad asks. */
export interface PadParts extends Reader {
  form: () => Promise<{ default: Component<{ pad: Pad; words: Words }> }>;
  seats: number;
  balanced: boolean; // a row sums to 0
  /** Who played beside the player, each for himself. */
  beside?(entry: Entry, rules: RuleSet): number[];
}

/** The parts of the page that a game brings itself. */
export interface Parts<V = View> {
  /** The first that shows itself is used; what none answers is offered plainly. */
  boards?: readonly Board<V>[];
  /** Asks what a card shall be called that can be played under several names. */
  naming?: Board<V>;
  /** Lies on the felt instead of the trick, where played cards stay before their owners. */
  corner?: Component<{ table: Table; view: V; tight: boolean; drop: number }>;
  /** Sections of the side panel. */
  panels?: readonly {
    title: string; // a code of the client's sentences
    component: Component<{ table: Table; view: V }>;
    shows(view: V): boolean;
  }[];
  /** On a phone: what stands beside the table on a desktop, in a box of its own. */
  box?: { label: string; component: Component<{ close: () => void }> };
  ruleSections?: (rules: RuleSet, base: RuleSet | undefined, words: Words) => CardSection[];
  pad?: PadParts;
}

type Memo = Record<string, number>;
type Options = Record<string, Value>;

export class Face<V extends View = View> {
  // These five are to be served with the rule sets; until then they stand in the face and nowhere else.
  readonly pack: string = "";
  /** How the clauses of each rule set begin; the first rule set is the one offered first. */
  readonly clauses: Record<string, readonly string[]> = {};
  /** The rule set the others of the game are compared with; else any other. */
  readonly compared: string = "";
  /** The few options one asks for first; all others stand behind "more". */
  readonly firstOptions: readonly string[] = ["table"];
  /** Clauses worth reading aloud on the rule card, besides those its topics cite. */
  readonly toRead: readonly string[] = [];

  /** Three cards for the first page. */
  readonly samples: readonly string[] = [];
  /** Played cards stay in a row before their owner. */
  readonly rows: boolean = false;
  /** Verbs that are answered beside the table, in `panels` and in `box`. */
  readonly besideVerbs: readonly string[] = [];
  /** The clause of doubled rounds, and that of a row on the score pad which does not sum to 0. */
  readonly doubledClause: string = "";
  readonly zeroClause: string = "";
  /** 1: the next player sits to the right; −1: to the left. */
  readonly turn: 1 | -1 = -1;
  /** Verbs the log leaves out. */
  protected readonly unlogged: ReadonlySet<string> = new Set(["play", "cut", "knock", "packet"]);

  constructor(readonly parts: Parts<V> = {}) {}

  // The table

  heading(view: V, teller: Teller): string {
    return teller.words.say("phase", view.phase);
  }

  chips(_view: V, _teller: Teller): Chip[] {
    return [];
  }

  /** Short notes under the name of a seat, the most important first. */
  notes(view: V, seat: number, teller: Teller): string[] {
    const { words } = teller;
    const notes: string[] = [];
    if (seat === view.dealer) notes.push(words.web("dealer"));
    else if (seat === view.forehand && view.phase !== "play") notes.push(words.web("forehand"));
    if (view.taken[seat]) notes.push(words.count("tricks", view.taken[seat]));
    return notes;
  }

  /** A mark beside the name, once it is public. */
  badge(_view: V, _seat: number, _teller: Teller): string {
    return "";
  }

  /** What a seat has just said, in a bubble beside it. */
  bubble(_view: V, _seat: number, _teller: Teller): string {
    return "";
  }

  token(teller: Teller, verb: string, token: string, card?: (token: string) => string): string {
    if (card && isCard(teller.words.pack, token)) return card(token);
    return teller.words.word(token, verb);
  }

  hidden(teller: Teller, _verb: string, n: number): string {
    return teller.words.count("hidden_cards", n);
  }

  /** Under which code an act is told. */
  telling(seen: Seen, _earlier: readonly Seen[]): string {
    return seen.verb;
  }

  /** What was said so far, for the side panel. */
  log(view: V, teller: Teller): LogLine[] {
    const lines: LogLine[] = [];
    view.seen.forEach((seen, at) => {
      if (!this.unlogged.has(seen.verb))
        lines.push({ seat: seen.seat, text: teller.logged(seen, view.seen.slice(0, at)) });
    });
    return lines;
  }

  /** The name of the list of what was said. */
  logTitle(view: V, teller: Teller): string {
    return teller.words.web(view.phase === "auction" ? "log.auction" : "log.title");
  }

  /** A word with marks where it may part: not every browser knows how to divide German words. */
  parted(word: string): string {
    return word;
  }

  stakes(_view: V, _teller: Teller): Stake[] {
    return [];
  }

  /** Who would take the trick as it lies, where the table says so. */
  leading(_view: V): number | null {
    return null;
  }

  /** Which trick is being played, and of how many; nothing where that is not said. */
  trick(_view: V): { no: number; of: number } | null {
    return null;
  }

  /** Cards before a seat that all may see, besides its open hand. */
  row(_view: V, _seat: number): string[] {
    return [];
  }

  /** What the own row is called. */
  rowTitle(_words: Words): string {
    return "";
  }

  /** Whether words without a card are said beside the trick, a button each. */
  speaksInPlay(_view: V): boolean {
    return false;
  }

  /** What lies open beside the cards that are being laid away. */
  leftOpen(_view: V, _words: Words): Pile | null {
    return null;
  }

  /** Who has to open the count before all are asked for their assent. */
  opensCount(_view: V): number | null {
    return null;
  }

  /** How the sitting stands, where that is short enough for the top of a phone. */
  slate(_view: V, _words: Words): string {
    return "";
  }

  /** What a deal of a doubled round is called. */
  roundName(_no: number, _of: number, _words: Words): string {
    return "";
  }

  /** Which of its doubled deals this is. */
  roundChip(_view: V, _picture: Picture, _words: Words): { text: string; brief: string } | null {
    return null;
  }

  /** Whether a card of the hand is something special. */
  isMarked(_view: V, _card: string): boolean {
    return false;
  }

  /** Who gets a line of the settlement. */
  side(teller: Teller, winner: string): string {
    return winner ? teller.words.word(winner) : "";
  }

  /** The title of a finished deal. */
  result(view: V, teller: Teller): { title: string; line: string } {
    return { title: teller.words.say("phase", "over"), line: this.heading(view, teller) };
  }

  // After the deal

  /** The contract that was played, where there is one. */
  contract(_view: V): string {
    return "";
  }

  /** Who played which game. */
  declarers(_view: V): Declarers {
    return [];
  }

  /** What lay face down, now that the deal is over. */
  revealed(_view: V, _teller: Teller): Pile[] {
    return [];
  }

  /** What lies apart in a replay; `end` is the last view of the deal. */
  piles(_view: V, _end: V, _teller: Teller): Pile[] {
    return [];
  }

  /** What is worth knowing below a settlement. */
  remarks(_options: Options, _words: Words): { text: string; clause: string }[] {
    return [];
  }

  // The sheet

  /** What the rounds still to come are. */
  sheetLine(_memo: Memo, _words: Words): string {
    return "";
  }

  /** What may be said between two deals. */
  sayable(_options: Options, _memo: Memo, _words: Words): { word: string; label: string } | null {
    return null;
  }

  /** The common pot, in cents. */
  pot(_options: Options, _memo: Memo): { title: string; clause: string; cents: number } | null {
    return null;
  }

  /** How much of somebody's money is the pot's. */
  potNote(_amount: string, _words: Words): string {
    return "";
  }
}
