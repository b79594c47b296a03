/** How Königrufen looks: contract, called king, announcements and their Kontras. */
import type { Words } from "../../text/text.ts";
import type { KoenigrufenView, Picture, Seen } from "../../wire.ts";
import { valatOf } from "./items.ts";
import { optionIn } from "../../rules/options.ts";
import type { Row, Value } from "../../rules/rules.svelte.ts";
import type { Teller } from "../../text/teller.ts";
import type { Declarers } from "../../score/settled.ts";
import { Face, type Chip, type LogLine, type Pile, type Stake } from "../face.ts";

type V = KoenigrufenView;

const SAID = new Set(["bid", "pass", "hold", "bei", "vorhand"]);

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

  override heading(view: V, teller: Teller): string {
    if (!view.contract) return super.heading(view, teller);
    const games = [...new Set(view.declarers.map(([, game]) => game))];
    return (games.length ? games : [view.contract]).map((g) => teller.words.word(g)).join(" · ");
  }

  override chips(view: V, teller: Teller): Chip[] {
    return view.contract
      ? [...this.game(view, teller), ...this.said(view, teller)]
      : this.standing(view, teller);
  }

  private standing(view: V, teller: Teller): Chip[] {
    if (!view.holders.length) return [];
    const bids = view.holders.map(([seat, game]) => `${teller.words.word(game)} · ${teller.who(seat)}`);
    return [{ text: teller.words.web("kr.highest", { bids: bids.join(", ") }), brief: bids.join(", ") }];
  }

  private game(view: V, teller: Teller): Chip[] {
    const { words } = teller;
    const different = new Set(view.declarers.map(([, game]) => game)).size > 1;
    const found: Chip[] = view.declarers.map(([seat, game]) =>
      different
        ? { text: `${teller.who(seat)}: ${words.word(game)}` }
        : {
            text: words.web(seat === teller.me ? "kr.you_play" : "kr.plays", { who: teller.name(seat) }),
            brief: teller.who(seat),
          },
    );
    if (view.called === "fourth") found.push({ text: words.web("kr.calls_fourth") });
    else if (view.called) found.push({ text: words.web("kr.calls"), card: `${view.called}K` });
    if (view.stichzwang !== null) {
      found.push({ text: words.word(view.stichzwang ? "on" : "off", "stichzwang") });
      found.push({ text: words.web("kr.talon_goes", { where: words.word(view.talon_use, "talon") }) });
    }
    return found;
  }

  private said(view: V, teller: Teller): Chip[] {
    const { words } = teller;
    const found: Chip[] = kontras(view.kontra, words.word("game"), teller);
    for (const [item, seat, givers] of view.announced) {
      const name = words.word(item);
      const by = view.declarers.some(([declarer]) => declarer === seat) ? "" : ` · ${teller.who(seat)}`;
      found.push({ text: words.web("kr.announced", { item: name, by }), brief: name + by });
      found.push(...kontras(givers, "", teller));
    }
    for (const [declarer, opponent, givers] of view.kontra_pairs)
      found.push(...kontras(givers, `${teller.who(declarer)}–${teller.who(opponent)}`, teller));
    return found;
  }

  override notes(view: V, seat: number, teller: Teller): string[] {
    const notes = super.notes(view, seat, teller);
    const last = lastWord(view, seat);
    if (view.phase === "auction" && last?.verb === "pass") return [teller.words.web("kr.passed"), ...notes];
    const led = view.trick[0]?.[0];
    if (view.phase === "play" && led === seat) notes.unshift(teller.words.web("led"));
    return notes;
  }

  override badge(view: V, seat: number, teller: Teller): string {
    const open = view.sides_known && (teller.me === null || view.phase === "over" || publicPartner(view));
    return view.partner === seat && open ? teller.words.web("kr.partner") : "";
  }

  override bubble(view: V, seat: number, teller: Teller): string {
    if (view.phase !== "auction" && view.phase !== "forehand_choice") return "";
    const last = lastWord(view, seat);
    if (!last || last.verb === "pass") return "";
    return teller.logged(last, []);
  }

  override token(teller: Teller, verb: string, token: string, card?: (t: string) => string): string {
    if (verb === "kontra" && token.split(":").length === 3) {
      const [, declarer, opponent] = token.split(":").map(Number);
      const about = { who: teller.name(declarer ?? 0), against: teller.name(opponent ?? 0) };
      return teller.words.say("cli", "kr.pair", about);
    }
    if (verb === "call" && token.length === 1)
      return card ? card(`${token}K`) : teller.words.cardLong(`${token}K`);
    return super.token(teller, verb, token, card);
  }

  /** The second Kontra on the same is the Re, the third the Sub. */
  override telling(seen: Seen, earlier: readonly Seen[]): string {
    if (seen.verb !== "kontra") return seen.verb;
    const before = earlier.filter((past) => past.verb === "kontra" && past.args[0] === seen.args[0]);
    return `kontra.${String(before.length + 1)}`;
  }

  override log(view: V, teller: Teller): LogLine[] {
    const playing = view.contract && view.phase !== "auction";
    const lines: LogLine[] = [];
    view.seen.forEach((seen, at) => {
      if (this.unlogged.has(seen.verb) || (playing && seen.verb === "pass")) return;
      lines.push({
        seat: seen.seat,
        text: teller.logged(seen, view.seen.slice(0, at)),
        ...this.mark(seen, view.seen.slice(0, at), teller),
      });
    });
    for (const seat of view.duty)
      if (view.phase === "auction" || view.phase === "announce" || view.phase === "declare")
        lines.push({ seat, text: teller.words.web("to_speak"), now: true });
    return lines;
  }

  /** The clause of a game or bonus that was named, or the factor of a Kontra. */
  private mark(seen: Seen, earlier: readonly Seen[], teller: Teller): { clause?: string; badge?: string } {
    const word = seen.args[0]?.split(":")[0] ?? "";
    if (seen.verb === "kontra")
      return { badge: `×${String(2 ** Number(this.telling(seen, earlier).slice(-1)))}` };
    const row = ruled(teller, seen.verb === "announce" ? "bonus" : "contract", word);
    return typeof row?.["clause"] === "string" ? { clause: row["clause"] } : {};
  }

  override parted(word: string): string {
    return word.replace(/(?<=\p{L}{3})(?=dreier|rufer|besser)/gu, "\u00ad");
  }

  override stakes(view: V, teller: Teller): Stake[] {
    const { words } = teller;
    const game = ruled(teller, "contract", view.contract);
    if (!game) return [];
    const found: Stake[] = [
      {
        name: named(words.word(view.contract), view.kontra, teller),
        value: times(game["value"], view.kontra),
      },
    ];
    for (const [item, , givers] of view.announced)
      found.push({
        name: named(words.word(item), givers, teller),
        value: times(worth(view, item, teller), givers),
      });
    const scale = game["scale"];
    if (typeof scale === "number" && scale > 1)
      found.push({ name: words.web("kr.scale"), value: `× ${String(scale)}` });
    if ((view.context["radl"] ?? 1) > 1) found.push({ name: words.say("item", "radl"), value: "× 2" });
    return found;
  }

  override leading(view: V): number | null {
    return view.winning;
  }

  override trick(view: V): { no: number; of: number } | null {
    if (view.phase !== "play") return null;
    const done = view.taken.reduce((sum, n) => sum + n, 0);
    return { no: Math.min(done + 1, 12), of: 12 };
  }

  override result(view: V, teller: Teller): { title: string; line: string } {
    const { words } = teller;
    const declarer = view.declarers[0]?.[0];
    if (declarer === undefined) return super.result(view, teller);
    if (view.declarers.length > 1)
      return { title: this.heading(view, teller), line: this.beside(view, teller) };
    const mine = view.partner === null ? [declarer] : [declarer, view.partner];
    const others = view.taken.map((_, seat) => seat).filter((seat) => !mine.includes(seat));
    const sides = words.web("kr.sides", { ours: names(mine, teller), theirs: names(others, teller) });
    const taken = (seats: number[]): number => seats.reduce((sum, seat) => sum + (view.taken[seat] ?? 0), 0);
    const tricks = words.web("kr.side_tricks", { ours: taken(mine), theirs: taken(others) });
    const played = view.taken.some((n) => n > 0);
    const counted = view.counted[declarer];
    const needed = Number(optionIn(teller.rules, "win_thirds") ?? 0);
    const points =
      counted === undefined
        ? ""
        : words.web("kr.side_points", { points: cardPoints(counted), needed: cardPoints(needed) });
    if (ruled(teller, "contract", view.contract)?.["kind"] === "trischaken")
      return {
        title: this.heading(view, teller),
        line: view.counted.map((thirds, seat) => `${teller.name(seat)} ${cardPoints(thirds)}`).join(" · "),
      };
    return {
      title: this.heading(view, teller),
      line: [sides, points, played ? tricks : ""].filter(Boolean).join(" · "),
    };
  }

  /** Several negative games at once: nobody is anybody's partner, each has tricks of his own. */
  private beside(view: V, teller: Teller): string {
    const { words } = teller;
    const seats = view.declarers.map(([seat]) => seat);
    const tricks = view.taken.some((n) => n > 0)
      ? seats.map((seat) => `${teller.name(seat)} ${words.count("tricks", view.taken[seat] ?? 0)}`)
      : [];
    return [words.web("kr.each_alone", { who: names(seats, teller) }), ...tricks].join(" · ");
  }

  override leftOpen(view: V, words: Words): Pile | null {
    const cards = view.bought.length ? leftOf(view) : [];
    return cards.length ? { title: words.web("kr.left_for_opponents"), cards } : null;
  }

  override roundName(n: number, of: number, words: Words): string {
    return words.web("kr.radl", { n, of });
  }

  override roundChip(view: V, picture: Picture, words: Words): { text: string; brief: string } | null {
    if ((view.context["radl"] ?? 1) < 2) return null;
    const memo = picture.sheet?.memo;
    const of = picture.players;
    const final = memo?.["final"] === 2;
    const left = (final ? memo["final_left"] : memo?.["radl_left"]) ?? 0;
    const over = picture.settlement ? 1 : 0;
    const no = Math.min(of, Math.max(1, of - left + 1 - over));
    const name = final ? words.web("kr.final_radl", { n: no, of }) : this.roundName(no, of, words);
    return { text: `${name} · ${words.web("kr.counts_double")}`, brief: name };
  }

  override contract(view: V): string {
    return view.contract;
  }

  override declarers(view: V): Declarers {
    return view.declarers;
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

  override sheetLine(memo: Record<string, number>, words: Words): string {
    if (memo["final"] === 2) return words.web("kr.final_left", { n: memo["final_left"] ?? 0 });
    if (memo["final"] === 1) return words.web("kr.final_announced");
    return memo["radl_left"] ? words.web("kr.radl_left", { n: memo["radl_left"] }) : "";
  }

  override sayable(
    options: Record<string, Value>,
    memo: Record<string, number>,
    words: Words,
  ): { word: string; label: string } | null {
    const may = options["radl"] === true && !memo["final"];
    return may ? { word: "schlussradl", label: words.web("kr.announce_final") } : null;
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

/** A row of the rules in force. */
const ruled = (teller: Teller, section: string, name: string): Row | undefined =>
  teller.rules?.sections[section]?.[name];

/** What an announced bonus is worth. */
function worth(view: V, item: string, teller: Teller): unknown {
  const instead = item === "valat" && teller.rules ? valatOf(view.contract, teller.rules) : undefined;
  return instead || ruled(teller, "bonus", item)?.["announced"];
}

/** What the opponents get of the Talon. */
const leftOf = (view: V): string[] => view.talon.filter((card) => !view.bought.includes(card));

/** Card points as they are counted: points and odd cards. */
const cardPoints = (thirds: number): string =>
  thirds % 3 ? `${String(Math.floor(thirds / 3))}/${String(thirds % 3)}` : String(thirds / 3);

function names(seats: number[], teller: Teller): string {
  const all = seats.map((seat) => teller.name(seat));
  return [all.slice(0, -1).join(", "), all.at(-1)].filter(Boolean).join(` ${teller.words.web("and")} `);
}

function lastWord(view: V, seat: number): Seen | undefined {
  return view.seen.findLast((seen) => seen.seat === seat && SAID.has(seen.verb));
}

/** The partner shows himself with the called king, or the talon does. */
function publicPartner(view: V): boolean {
  return view.seen.some((seen) => seen.verb === "play" && seen.args[0] === `${view.called_suit}K`);
}

function kontras(givers: number[], on: string, teller: Teller): Chip[] {
  const giver = givers.at(-1);
  if (giver === undefined) return [];
  const level = teller.words.word(`level.${String(givers.length)}`);
  const factor = givers.length > 1 ? ` ×${String(2 ** givers.length)}` : "";
  const text = [`${on} ${level}${factor}`.trim(), teller.who(giver)].join(" · ");
  return [{ text, brief: `${level}${factor}`, tone: "kontra" }];
}

function named(name: string, givers: number[], teller: Teller): string {
  return givers.length ? `${name}, ${teller.words.word(`level.${String(givers.length)}`)}` : name;
}

function times(value: unknown, givers: number[]): string {
  const plain = typeof value === "number" || typeof value === "string" ? String(value) : "–";
  return givers.length ? `${plain} × ${String(2 ** givers.length)}` : plain;
}
