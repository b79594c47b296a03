/** What a game shows otherwise than the others. The defaults show any game plainly; a face only reads views. */
import type { Component } from "svelte";
import { isCard } from "../cards/cards.ts";
import type { Table } from "../pages/table/table.svelte.ts";
import type { CardSection } from "../rules/rulecard.ts";
import type { RuleSet, Value } from "../rules/rules.svelte.ts";
import type { Teller } from "../text/teller.ts";
import { marked } from "../text/said.ts";
import type { Words } from "../text/text.ts";
import type { Seen, Summary, View } from "../wire.ts";

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
  /** Where it lies if not on a sheet: on the felt, there in two halves, over the whole width; or on a sheet so
      high that the hand below it is small. */
  place?: "felt" | "halves" | "whole" | "high";
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
  /** Verbs whose words are all alike as nobody knows what lies there. */
  readonly chances: readonly string[] = ["cut", "packet"];
  /** Verbs the log leaves out. */
  protected readonly unlogged: ReadonlySet<string> = new Set(["play", "cut", "knock", "packet"]);

  constructor(readonly parts: Parts<V> = {}) {}

  // The table

  /** The status line. */
  chips(_view: V, { status }: Summary, teller: Teller): Chip[] {
    return status.map((one) => ({
      text: teller.said(one),
      brief: teller.said(one, true),
      ...(one.tone && { tone: one.tone }),
      ...(one.clause && { clause: one.clause }),
    }));
  }

  /** Short notes under the name of a seat, the most important first. */
  notes(view: V, summary: Summary, seat: number, teller: Teller): string[] {
    const { words, me } = teller;
    const said = (summary.notes[seat] ?? []).filter((note) => !note.tone).map((note) => teller.said(note));
    const party = summary.parties.find((seats) => seats.includes(seat));
    if (party && me !== null && seat !== me && view.seats > 2)
      said.unshift(words.web(party.includes(me) ? "partner" : "opponent"));
    if (view.taken[seat] && !this.rows) said.push(words.count("tricks", view.taken[seat]));
    return said;
  }

  /** A mark beside the name. */
  badge(summary: Summary, seat: number, teller: Teller): string {
    const found = summary.notes[seat]?.find((note) => note.tone);
    return found ? teller.said(found) : "";
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

  /** Whether an act stands in the list of what was said. */
  protected logs(seen: Seen, _view: V): boolean {
    return !this.unlogged.has(seen.verb);
  }

  /** What was said so far, for the side panel. */
  log(view: V, summary: Summary, teller: Teller): LogLine[] {
    const marks = marked(view.seen, summary.marks);
    return view.seen.flatMap((seen, at) => {
      const { code = seen.verb, clause = "", times = 0 } = marks[at] ?? {};
      if (!this.logs(seen, view)) return [];
      const badge = times ? `×${String(times)}` : "";
      return [{ seat: seen.seat, text: teller.logged(seen, code), clause, badge }];
    });
  }

  /** The name of the list of what was said. */
  logTitle(view: V, teller: Teller): string {
    return teller.words.web(view.phase === "auction" ? "log.auction" : "log.title");
  }

  /** A word with marks where it may part: not every browser knows how to divide German words. */
  parted(word: string): string {
    return word;
  }

  /** Who would take the trick as it lies, where the table says so. */
  leading(view: V): number | null {
    return (view as { winning?: number | null }).winning ?? null;
  }

  /** Which trick is being played, and of how many; nothing where that is not said. */
  trick(view: V, { tricks }: Summary): { no: number; of: number } | null {
    if (!tricks) return null;
    return {
      no: Math.min(
        view.taken.reduce((sum, n) => sum + n, 1),
        tricks,
      ),
      of: tricks,
    };
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

  /** What lies open for everybody besides the tricks, as long as the rules leave it open. */
  open(_view: V, _teller: Teller): Pile[] {
    return [];
  }

  /** Who has to open the count before all are asked for their assent. */
  opensCount(_view: V): number | null {
    return null;
  }

  /** Whether a card of the hand is something special. */
  isMarked(_view: V, _card: string): boolean {
    return false;
  }

  // After the deal

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

  /** The common pot, in cents. */
  pot(_options: Options, _memo: Memo): { title: string; clause: string; cents: number } | null {
    return null;
  }

  /** How much of somebody's money is the pot's. */
  potNote(_amount: string, _words: Words): string {
    return "";
  }
}
