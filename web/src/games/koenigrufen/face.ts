/** How Königrufen looks: contract, called king, announcements and their Kontras. */
import type { Words } from "../../text/text.ts";
import type { KoenigrufenView, Seen, Summary } from "../../wire.ts";
import type { Value } from "../../rules/rules.svelte.ts";
import type { Teller } from "../../text/teller.ts";
import { Face, type LogLine, type Pile } from "../face.ts";

type V = KoenigrufenView;

const SPOKEN = new Set(["auction", "announce", "declare"]);
const SAID = new Set(["bid", "pass", "hold", "bei", "vorhand"]);
const ANNOUNCED = new Set(["announce", "kontra"]);
/** What a player has last said in a phase of words. */
const SPEAKING: Record<string, ReadonlySet<string>> = {
  auction: SAID,
  forehand_choice: SAID,
  declare: ANNOUNCED,
  announce: ANNOUNCED,
};

const DOUBLED = "T-1.16";

export class Koenigrufen extends Face<V> {
  override readonly pack = "tarock54";
  override readonly clauses = {
    "koenigrufen/tirol": ["T-", "KG-"],
    "koenigrufen/finale": ["F-", "KG-"],
    "koenigrufen/ulmann": ["U-", "KG-"],
  };
  override readonly compared = "koenigrufen/finale";
  override readonly firstOptions = ["table", "radl", "pagatkassa", "klopfen", "kaiserstich"];
  override readonly samples = ["T21", "T22", "T1"];
  override readonly doubledClause = DOUBLED;
  override readonly zeroClause = "F-1.13";
  override readonly turn = 1;

  override notes(view: V, summary: Summary, seat: number, teller: Teller): string[] {
    const notes = super.notes(view, summary, seat, teller);
    const led = view.phase === "play" && view.trick[0]?.[0] === seat;
    return led ? [teller.words.web("led"), ...notes] : notes;
  }

  override bubble(view: V, seat: number, teller: Teller): string {
    const words = SPEAKING[view.phase];
    const last = view.seen.findLast((seen) => seen.seat === seat && words?.has(seen.verb));
    if (!last || last.verb === "pass") return "";
    return teller.logged(last);
  }

  override token(teller: Teller, verb: string, token: string, card?: (t: string) => string): string {
    if (verb === "kontra" && token.split(":").length === 3) {
      const [, declarer, opponent] = token.split(":").map(Number);
      return teller.said({
        code: "pair",
        about: { who: ["seats", [declarer ?? 0]], against: ["seats", [opponent ?? 0]] },
        clause: "",
        tone: "",
      });
    }
    if (verb === "call" && token.length === 1)
      return card ? card(`${token}K`) : teller.words.cardLong(`${token}K`);
    return super.token(teller, verb, token, card);
  }

  /** Once a game is played nobody asks who passed. */
  protected override logs(seen: Seen, view: V): boolean {
    return super.logs(seen, view) && !(seen.verb === "pass" && view.contract && view.phase !== "auction");
  }

  override log(view: V, summary: Summary, teller: Teller): LogLine[] {
    const lines = super.log(view, summary, teller);
    if (!SPOKEN.has(view.phase)) return lines;
    const text = teller.words.web("to_speak");
    return [...lines, ...view.duty.map((seat) => ({ seat, text, now: true }))];
  }

  override parted(word: string): string {
    return word.replace(/(?<=\p{L}{3})(?=dreier|rufer|besser)/gu, "\u00ad");
  }

  override leftOpen(view: V, words: Words): Pile | null {
    const cards = view.bought.length ? leftOf(view) : [];
    return cards.length ? { title: words.web("kr.left_for_opponents"), cards } : null;
  }

  override open(view: V, teller: Teller): Pile[] {
    const { words } = teller;
    const who = teller.name(view.declarers[0]?.[0] ?? 0);
    const shown = view.seat === view.declarers[0]?.[0] ? [] : view.discard;
    const piles = view.bought.length
      ? [
          {
            title: words.web("kr.taken_by", { who }),
            cards: view.talon.filter((c) => view.bought.includes(c)),
          },
          { title: words.web("kr.left_for_opponents"), cards: leftOf(view) },
        ]
      : [{ title: words.web("kr.talon"), cards: view.talon }];
    return [...piles, { title: words.web("kr.discarded_open"), cards: shown }];
  }

  override revealed(view: V, teller: Teller): Pile[] {
    const { words } = teller;
    const who = teller.name(view.declarers[0]?.[0] ?? 0);
    return [
      { title: words.web("kr.discarded_by", { who }), cards: view.discard },
      { title: words.web(view.bought.length ? "kr.talon_left" : "kr.talon"), cards: leftOf(view) },
    ];
  }

  override piles(view: V, end: V, { words }: Teller): Pile[] {
    if (!view.seen.some(({ verb }) => verb === "discard"))
      return [{ title: words.web("kr.talon"), cards: end.talon }];
    return [
      { title: words.web("kr.discarded"), cards: end.discard },
      { title: words.web("kr.talon_left"), cards: leftOf(end) },
    ];
  }

  override remarks(options: Record<string, Value>, words: Words): { text: string; clause: string }[] {
    return options["radl"] ? [{ text: words.web("kr.radl_rule"), clause: DOUBLED }] : [];
  }

  override pot(
    options: Record<string, Value>,
    memo: Record<string, number>,
  ): { title: string; clause: string; cents: number } | null {
    if (options["pagatkassa"] !== true) return null;
    return { title: "Pagatkassa", clause: "T-7.7", cents: memo["pot"] ?? 0 };
  }

  override potNote(amount: string, words: Words): string {
    return words.web("kr.of_pot", { amount });
  }
}

/** What the opponents get of the Talon. */
const leftOf = (view: V): string[] => view.talon.filter((card) => !view.bought.includes(card));
