/** How Tarock à l'Hombre looks: bid, Ombre, Skar, exchange, Volte. */
import type { LhombreView } from "../../wire.ts";
import type { Teller } from "../../text/teller.ts";
import { Face, type Pile } from "../face.ts";

type V = LhombreView;

export class Lhombre extends Face<V> {
  override readonly pack = "tarock78";
  override readonly clauses = { "lhombre/compagnie": ["L-", "M-", "O-", "LG-"] };
  override readonly firstOptions = ["table", "volte", "honneurs", "auction"];
  override readonly toRead = ["M-6", "M-10", "M-11", "M-14", "L-4.3", "L-7.1"];
  override readonly samples = ["SKI", "HK", "T20"];
  override readonly zeroClause = "F-1.13";

  override bubble(view: V, seat: number, teller: Teller): string {
    if (view.phase !== "auction") return "";
    const last = view.seen.findLast(
      (seen) => seen.seat === seat && ["bid", "hold", "lay_silent"].includes(seen.verb),
    );
    return last ? teller.logged(last) : "";
  }

  override speaksInPlay(view: V): boolean {
    return view.phase === "play";
  }

  override opensCount(view: V): number | null {
    return view.ombre;
  }

  /** What was asked for, by who gave it or what became of it. */
  override open(view: V, teller: Teller): Pile[] {
    const { words, me } = teller;
    const piles = new Map<string, string[]>();
    for (const { card, outcome, giver } of view.asked) {
      const given =
        giver === me ? words.web("lh.from_you") : words.web("lh.from", { who: teller.name(giver ?? 0) });
      const title = giver === null ? words.web(`lh.outcome.${outcome}`) : given;
      piles.set(title, [...(piles.get(title) ?? []), card]);
    }
    return [...piles].map(([title, cards]) => ({ title, cards }));
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
}
