/** A record that is looked through: its deals, the place in one of them, and links to that place. */
import type { DealShown, GameView, Replay, Seen, Summary } from "../../wire.ts";
import { ApiError, getText, replayed, shareRecord } from "../../socket/api.ts";
import { faceOf } from "../../games/index.ts";
import { placeName } from "./postmortem.svelte.ts";
import { language } from "../../text/language.svelte.ts";
import { packedText, unpacked } from "./packed.ts";
import { dealsOf, namesIn } from "./records.ts";
import { rulebook } from "../../rules/rules.svelte.ts";
import { NOTHING, marked } from "../../text/said.ts";
import { Teller } from "../../text/teller.ts";

/** A stop of the timeline: a phase, or a trick. */
export interface Stop {
  label: string;
  name: string;
  at: number; // the frame it ends with
}

const ANSWERED = new Set(["declare", "announce"]); // what was bid before is no answer here
const SHOWN = new Set(["play", "cut", "knock", "packet"]);

export class Player {
  replay = $state.raw<Replay | null>(null);
  record = $state("");
  deal = $state(0);
  at = $state(0);
  busy = $state(false);
  problem = $state.raw<{ code: string; about: Record<string, string> } | null>(null);
  me = $state<number | null>(null); // the seat of who reads, if the link says so
  wish = $state(""); // what the link asks for besides
  room = $state(""); // the table it comes from, if the link says so
  private asked = 0; // how often a record was opened

  get current(): DealShown | undefined {
    return this.replay?.deals[this.deal];
  }

  readonly teller: Teller = $derived.by(() => {
    const game = this.current?.rules.game ?? "";
    const rules = this.current?.rules;
    const book = rules && rulebook.inForce(rules.name, rules.changes);
    return new Teller(
      language.words.of(rules?.name ?? game),
      namesOf(this.current),
      null,
      faceOf(game),
      book,
    );
  });

  /** The views of the deal, each with all that was seen up to it. */
  readonly views: GameView[] = $derived.by(() => {
    let seen: Seen[] = [];
    return (this.current?.frames ?? []).map((frame) => {
      seen = [...seen.slice(0, frame.seen_from), ...frame.view.seen];
      return { ...frame.view, seen };
    });
  });

  /** What is to be said at each place; where a frame says nothing, it is as before. */
  readonly summaries: Summary[] = $derived.by(() => {
    let last = NOTHING;
    return (this.current?.frames ?? []).map(({ summary }) => (last = summary ?? last));
  });

  readonly stops: Stop[] = $derived(this.current ? stopsOf(this.views, this.teller) : []);

  get view(): GameView | undefined {
    return this.views[Math.min(this.at, this.views.length - 1)];
  }

  get summary(): Summary {
    return this.summaries[Math.min(this.at, this.summaries.length - 1)] ?? NOTHING;
  }

  /** The last place: after the last act the settlement. */
  get last(): number {
    const frames = this.current?.frames.length ?? 1;
    return this.current?.settlement ? frames : frames - 1;
  }

  /** Whether the settlement is shown. */
  get settled(): boolean {
    return this.at > 0 && this.at >= this.views.length;
  }

  /** The stop the place belongs to. */
  get stop(): number {
    const found = this.stops.findIndex((stop) => stop.at >= this.at);
    return found < 0 ? this.stops.length - 1 : found;
  }

  /** The words up to this place, the last of them marked if nothing came after; cards are seen, not said. */
  get said(): { seat: number; text: string; now: boolean }[] {
    const seen = this.view?.seen ?? [];
    const from = ANSWERED.has(this.view?.phase ?? "")
      ? (this.views[this.stops[this.stop - 1]?.at ?? 0]?.seen.length ?? 0)
      : 0;
    const marks = marked(seen, this.summary.marks);
    return seen.flatMap((one, at) =>
      at < from || SHOWN.has(one.verb)
        ? []
        : [{ seat: one.seat, text: this.teller.logged(one, marks[at]?.code), now: at === seen.length - 1 }],
    );
  }

  go(at: number): void {
    this.at = Math.max(0, Math.min(this.last, Math.trunc(at))); // between two places there is none
  }

  choose(deal: number): void {
    this.deal = deal;
    this.at = this.first;
  }

  /** Where there is something to be seen: once somebody holds cards. */
  private get first(): number {
    const frames = this.current?.frames ?? [];
    return Math.max(
      0,
      frames.findIndex((frame) => frame.hands.some((hand) => hand.length > 0)),
    );
  }

  // Where a record comes from

  async open(record: string): Promise<void> {
    const mine = ++this.asked;
    this.busy = true;
    this.problem = null;
    try {
      const found = await replayed(record);
      if (mine !== this.asked) return; // another file was opened meanwhile
      this.replay = found;
      this.record = record;
      this.choose(0);
    } catch (error) {
      if (mine !== this.asked) return;
      this.replay = null;
      this.problem =
        error instanceof ApiError
          ? { code: error.code, about: error.about }
          : { code: "internal", about: {} };
    }
    this.busy = false;
  }

  /** Follow a link: a room's deal, a record the server keeps, or one packed into the address. */
  async follow(hash: string): Promise<void> {
    const wish = new URLSearchParams(hash);
    const packed = wish.get("r");
    const shared = wish.get("s");
    this.room = wish.get("room") ?? "";
    this.me = wish.has("seat") ? Number(wish.get("seat")) || 0 : null;
    if (!packed && !shared && !this.room) return;
    this.busy = true;
    try {
      const kept = shared ? `/api/shared/${shared}` : `/api/rooms/${this.room}/records`;
      await this.open(packed ? await unpacked(packed) : await getText(kept));
    } catch (error) {
      this.problem =
        error instanceof ApiError
          ? { code: error.code, about: error.about }
          : { code: "bad_link", about: {} };
      this.busy = false;
      return;
    }
    this.toDeal(wish.get("deal") ?? "");
    const at = wish.get("at") ?? String(this.first);
    this.go(at === "end" ? this.last : Number(at) || 0);
    if (this.current?.settlement) this.wish = wish.get("ask") ?? "";
  }

  /** The deal of that number; without one the last. */
  private toDeal(number: string): void {
    const deals = this.replay?.deals ?? [];
    const found = deals.findIndex((deal) => deal.tags["DealNo"] === number);
    this.deal = found >= 0 ? found : Math.max(0, Math.min(deals.length, Number(number) || 1) - 1);
  }

  /** The record of this deal alone. */
  get text(): string {
    return dealsOf(this.record)[this.deal] ?? this.record;
  }

  /** The seat that acts next at this place; the forehand's where nobody does. */
  get turn(): number {
    return this.current?.acts[this.at]?.seat ?? this.view?.forehand ?? 0;
  }

  /** Where the next act stands: in a trick, or in a phase. */
  get place(): string {
    const { view } = this;
    if (!view) return "";
    const trick = view.phase === "play" ? view.taken.reduce((sum, n) => sum + n, 1) : 0;
    return placeName(this.teller, view.phase, trick);
  }

  /** A link to this place: short, the server keeping the record; where it does not, the link carries it. */
  async link(): Promise<string> {
    const record = await shareRecord(this.text).then(
      ({ id }) => `s=${id}`,
      async () => `r=${await packedText(this.text)}`,
    );
    return `${location.origin}/replay#${record}&at=${String(this.at)}`;
  }
}

function namesOf(deal: DealShown | undefined): string[] {
  const seats = deal?.seats ?? 4;
  return (
    namesIn(deal?.tags["Players"] ?? "", seats) ??
    Array.from({ length: seats }, (_, seat) => language.words.web("seat_n", { n: seat + 1 }))
  );
}

function stopsOf(views: GameView[], teller: Teller): Stop[] {
  const stops: Stop[] = [];
  views.forEach((view, at) => {
    const taken = view.taken.reduce((sum, n) => sum + n, 0);
    const done = at > 0 && taken > (views[at - 1]?.taken.reduce((sum, n) => sum + n, 0) ?? 0);
    const trick = done ? taken : taken + 1;
    const playing = view.phase === "play" || done;
    const name = playing ? teller.words.web("trick_n", { no: trick }) : teller.words.say("phase", view.phase);
    if (!playing && view.phase === "over") return;
    const label = playing ? String(trick) : name;
    const last = stops.at(-1);
    if (last && (last.name === name || (!playing && last.label === label))) last.at = at;
    else stops.push({ label, name, at });
  });
  if (views.at(-1)?.phase === "over")
    stops.push({ label: "Σ", name: teller.words.say("phase", "over"), at: views.length });
  return stops;
}
