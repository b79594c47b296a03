/** How a game looks: what the status line and the seats say. A face only reads views. */
import { isCard } from "../cards/cards.ts";
import type { Seen, View } from "../wire.ts";
import type { Teller } from "../text/teller.ts";

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

export class Face<V extends View = View> {
  /** 1: the next player sits to the right; −1: to the left. */
  readonly turn: 1 | -1 = -1;
  /** Verbs the log leaves out. */
  protected readonly unlogged: ReadonlySet<string> = new Set(["play", "cut", "knock", "packet"]);

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
}
