/** How Perlaggen looks: trump, slate, figures, the rows of played cards. */
import type { About, Words } from "../../text/text.ts";
import type { FigureView, PerlaggenView } from "../../wire.ts";
import type { Teller } from "../../text/teller.ts";
import { Face, type Chip, type Pile } from "../face.ts";

type V = PerlaggenView;

export const partyOf = (seat: number): number => seat % 2;

export class Perlaggen extends Face<V> {
  override readonly pack = "german33";
  override readonly clauses = {
    "perlaggen/1890": ["P90-", "PG-"],
    "perlaggen/1924": ["P24-", "P90-", "PG-"],
  };
  override readonly firstOptions = ["table", "target", "signs", "blind_phase", "perlagg_set"];
  override readonly toRead = ["P90-6", "P90-8", "P90-10", "P90-13", "P90-16", "P90-22", "P90-29"];
  override readonly samples = ["W", "HK", "E7"];
  override readonly rows = true;
  override readonly besideVerbs = ["bid", "raise", "ask_holder", "ask_degree", "sign"];
  protected override readonly unlogged: ReadonlySet<string> = new Set(["play", "look", "cut", "sign"]);

  override heading(view: V, teller: Teller): string {
    if (!view.trump) return super.heading(view, teller);
    return teller.words.web("pl.trump", { suit: teller.words.suit(view.trump) });
  }

  override chips(view: V, teller: Teller): Chip[] {
    const { words } = teller;
    const us = teller.me === null ? 0 : partyOf(teller.me);
    const [ours, theirs] = [view.scores[us] ?? 0, view.scores[1 - us] ?? 0];
    const found: Chip[] = [
      { text: words.web("pl.score", { ours, theirs }), brief: "" },
      { text: words.web("pl.target", { n: view.target }) },
    ];
    if (view.cut_card) found.push({ text: words.web("pl.lifted"), card: view.cut_card });
    if (view.trump)
      found.push({
        text: words.web("pl.tricks", { ours: view.tricks[us] ?? 0, theirs: view.tricks[1 - us] ?? 0 }),
      });
    const no = this.trick(view);
    if (no) found.push({ text: words.web("trick_of", no), brief: words.web("trick_n", no) });
    return found;
  }

  override notes(view: V, seat: number, teller: Teller): string[] {
    const { words } = teller;
    const notes: string[] = [];
    if (view.seats > 2 && teller.me !== null && seat !== teller.me)
      notes.push(words.web(partyOf(seat) === partyOf(teller.me) ? "pl.partner" : "pl.opponent"));
    if (seat === view.dealer) notes.push(words.web("dealer"));
    if (view.phase === "blind" && !view.looked[seat]) notes.push(words.web("pl.unseen"));
    return notes;
  }

  override bubble(view: V, seat: number, teller: Teller): string {
    const last = view.seen.findLast((seen) => !this.unlogged.has(seen.verb) || seen.verb === "play");
    if (!last || last.seat !== seat || last.verb === "play") return "";
    return teller.logged(last, []);
  }

  override token(teller: Teller, verb: string, token: string, card?: (t: string) => string): string {
    const { words } = teller;
    if (verb === "sign") return words.find("word", token) ?? words.word(token);
    const [name = "", value] = token.split("=");
    if (verb === "name_holder" && value !== undefined)
      return `${words.word(name)}: ${teller.who(Number(value))}`;
    if (verb === "raise" && value !== undefined)
      return words.web("pl.raised", { figure: words.word(name), number: words.word(value) });
    return super.token(teller, verb, token, card);
  }

  override hidden(teller: Teller, verb: string, n: number): string {
    return verb === "sign" ? teller.words.word("?") : super.hidden(teller, verb, n);
  }

  override trick(view: V): { no: number; of: number } | null {
    if (view.phase !== "play") return null;
    const of =
      view.counts[0] === undefined
        ? 5
        : Math.max(...view.counts.map((n, seat) => n + (view.rows[seat]?.length ?? 0)));
    return { no: view.tricks[0] + view.tricks[1] + 1, of };
  }

  override row(view: V, seat: number): string[] {
    return view.rows[seat] ?? [];
  }

  override rowTitle(words: Words): string {
    return words.web("pl.your_row");
  }

  override slate(view: V, words: Words): string {
    const us = view.seat === null ? 0 : partyOf(view.seat);
    return words.web("pl.score", { ours: view.scores[us] ?? 0, theirs: view.scores[1 - us] ?? 0 });
  }

  override revealed(view: V, teller: Teller): Pile[] {
    return view.hands.map((hand, seat) => ({
      title: teller.name(seat),
      cards: [...this.row(view, seat), ...hand],
    }));
  }

  /** A Perlagg that is still free. */
  override isMarked(view: V, card: string): boolean {
    return view.perlaggen.includes(card);
  }

  override side(teller: Teller, winner: string): string {
    return winner === "" ? "" : party(teller, Number(winner));
  }

  override result(view: V, teller: Teller): { title: string; line: string } {
    const { words } = teller;
    const title = view.winner >= 0 ? ofParty(teller, "pl.won", view.winner) : words.web("pl.written");
    const slate = [0, 1].map((p) => `${party(teller, p)} ${String(view.scores[p] ?? 0)}`).join(" : ");
    return {
      title: view.void ? words.say("note", `void:${view.void}`) : title,
      line: `${slate} · ${words.web("pl.target", { n: view.target })}`,
    };
  }
}

function seatsOf(teller: Teller, number: number): number[] {
  return teller.names.map((_, seat) => seat).filter((seat) => partyOf(seat) === number);
}

/** The names of a party. */
export function party(teller: Teller, number: number): string {
  return seatsOf(teller, number)
    .map((seat) => teller.name(seat))
    .join(" & ");
}

/** A sentence about a party, in the singular where it is one player: "Resi bietet". */
export function ofParty(teller: Teller, code: string, number: number, about: About = {}): string {
  return teller.words.count(code, seatsOf(teller, number).length, { who: party(teller, number), ...about });
}

/** How a figure stands, in a few words. */
export function figureLine(view: V, figure: FigureView, teller: Teller): string {
  const { words } = teller;
  const offer = view.offers.find((one) => one.figure === figure.figure);
  if (offer)
    return ofParty(teller, offer.blind ? "pl.offered_blind" : "pl.offered", offer.party, {
      n: words.word(offer.number),
    });
  if (figure.winner >= 0) return words.web("pl.figure_won", { who: party(teller, figure.winner) });
  if (figure.status === "unbid") return words.web("pl.unbid");
  return words.word(figure.status);
}
