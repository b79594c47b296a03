/** How Tarock à l'Hombre looks: bid, Ombre, Skar, exchange, Volte. */
import type { LhombreView } from "../../wire.ts";
import { optionIn } from "../../rules/options.ts";
import type { Teller } from "../../text/teller.ts";
import { Face, type Chip, type Pile, type Stake } from "../face.ts";

type V = LhombreView;

export class Lhombre extends Face<V> {
  override readonly pack = "tarock78";
  override readonly clauses = { "lhombre/compagnie": ["L-", "M-", "O-", "LG-"] };
  override readonly firstOptions = ["table", "volte", "honneurs", "auction"];
  override readonly toRead = ["M-6", "M-10", "M-11", "M-14", "L-4.3", "L-7.1"];
  override readonly samples = ["SKI", "HK", "T20"];
  override readonly zeroClause = "F-1.13";

  override heading(view: V, teller: Teller): string {
    return view.bid && view.phase !== "auction" ? teller.words.word(view.bid) : super.heading(view, teller);
  }

  override chips(view: V, teller: Teller): Chip[] {
    const { words } = teller;
    const found: Chip[] = [];
    if (view.ombre !== null) {
      found.push({ text: words.web("lh.ombre", { who: teller.who(view.ombre) }) });
      const target = optionIn(teller.rules, "target");
      if (target)
        found.push({
          text: words.web("lh.needed", { n: String(target) }),
          brief: words.web("lh.needed_brief", { n: String(target) }),
        });
    } else if (view.holder !== null) {
      found.push({ text: `${words.word(view.bid)} · ${teller.who(view.holder)}` });
    }
    if (view.skar_lies && view.phase !== "play" && view.dealer !== null)
      found.push({ text: words.web("lh.skar_lies", { who: teller.who(view.dealer) }) });
    if (view.phase === "exchange" && view.laid) found.push({ text: words.count("lh.to_ask", view.laid) });
    if (view.volte) found.push({ text: words.web("lh.volte"), tone: "gold" });
    return found;
  }

  override notes(view: V, seat: number, teller: Teller): string[] {
    const { words } = teller;
    const notes = super.notes(view, seat, teller);
    if (seat === view.ombre) notes.unshift("Ombre");
    else if (view.phase === "auction" && view.passed.includes(seat)) notes.unshift(words.web("lh.passed"));
    const gave = view.asked.filter((asked) => asked.giver === seat).map((asked) => words.card(asked.card));
    if (gave.length && view.phase !== "over") notes.push(words.web("lh.gave", { cards: gave.join(", ") }));
    return notes;
  }

  override bubble(view: V, seat: number, teller: Teller): string {
    if (view.phase !== "auction") return "";
    const last = view.seen.findLast(
      (seen) => seen.seat === seat && ["bid", "hold", "lay_silent"].includes(seen.verb),
    );
    return last ? teller.logged(last, []) : "";
  }

  override stakes(view: V, teller: Teller): Stake[] {
    const sections = teller.rules?.sections;
    const bid = view.bid;
    if (!sections || !bid) return [];
    const found: Stake[] = [];
    for (const [section, name] of [
      ["consolation", "lh.consolation"],
      ["rate", "lh.rate"],
      ["volte", "lh.volte_price"],
    ] as const) {
      const row = sections[section]?.[bid];
      if (row && (section !== "volte" || view.volte))
        found.push({
          name: teller.words.web(name),
          value: String(row["value"]),
          clause: String(row["clause"]),
        });
    }
    return found;
  }

  override speaksInPlay(view: V): boolean {
    return view.phase === "play";
  }

  override opensCount(view: V): number | null {
    return view.ombre;
  }

  override revealed(view: V, teller: Teller): Pile[] {
    return [this.skar(view, view.skar, teller)];
  }

  override piles(view: V, end: V, teller: Teller): Pile[] {
    const laid = view.seen.some(({ verb }) => verb === "discard" || verb === "lay_skar");
    return [this.skar(view, laid ? end.skar : [], teller)];
  }

  private skar(view: V, cards: string[], teller: Teller): Pile {
    return { title: teller.words.web("lh.skar_of", { who: teller.name(view.dealer ?? 0) }), cards };
  }

  override leading(view: V): number | null {
    return view.winning;
  }

  override trick(view: V): { no: number; of: number } | null {
    return view.phase === "play" ? { no: view.trick_no, of: view.tricks } : null;
  }

  override result(view: V, teller: Teller): { title: string; line: string } {
    const { words } = teller;
    if (view.ombre === null) return super.result(view, teller);
    const points = view.points === null ? "" : words.web("lh.points", { n: view.points });
    return {
      title: words.word(view.bid),
      line: [words.web("lh.ombre", { who: teller.name(view.ombre) }), points].filter(Boolean).join(" · "),
    };
  }
}
