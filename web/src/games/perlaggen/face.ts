/** How Perlaggen looks: trump, slate, figures, the rows of played cards. */
import type { About, Words } from "../../text/text.ts";
import type { PerlaggenView, Summary } from "../../wire.ts";
import type { Table } from "../../pages/table/table.svelte.ts";
import type { Teller } from "../../text/teller.ts";
import { Face, type Chip, type Pile } from "../face.ts";

type V = PerlaggenView;

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

  override chips(view: V, summary: Summary, teller: Teller): Chip[] {
    const { words } = teller;
    const found = super.chips(view, summary, teller);
    if (view.cut_card) found.push({ text: words.web("pl.lifted"), card: view.cut_card });
    const no = this.trick(view, summary);
    if (no) found.push({ text: words.web("trick_of", no), brief: words.web("trick_n", no) });
    return found;
  }

  override bubble(view: V, seat: number, teller: Teller): string {
    const last = view.seen.findLast((seen) => !this.unlogged.has(seen.verb) || seen.verb === "play");
    if (!last || last.seat !== seat || last.verb === "play") return "";
    return teller.logged(last);
  }

  override token(teller: Teller, verb: string, token: string, card?: (t: string) => string): string {
    const { words } = teller;
    if (verb === "sign") return words.find("word", `sign.${token}`) ?? words.find("word", token) ?? token;
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

  override row(view: V, seat: number): string[] {
    return view.rows[seat] ?? [];
  }

  override rowTitle(words: Words): string {
    return words.web("pl.your_row");
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
}

/** A sentence about a party, in the singular where it is one player: "Resi bietet". */
export function ofParty({ teller, summary }: Table, code: string, party: number, about: About = {}): string {
  const seats = summary.parties[party] ?? [];
  const who = seats.map((seat) => teller.name(seat)).join(" & ");
  return teller.words.count(code, seats.length, { who, ...about });
}

/** How a figure stands, in a few words. */
export function figureLine({ teller, summary }: Table, at: number): string {
  const found = summary.board[at];
  return found ? teller.said(found, true) : "";
}
