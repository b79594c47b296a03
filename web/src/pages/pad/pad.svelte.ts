/** The score pad: rows for a table of wood. The laws settle it, in this browser or at the server. */
import { faceOf, firstBook } from "../../games/index.ts";
import { rulebook, type RuleSet, type Value } from "../../rules/rules.svelte.ts";
import { ApiError, readEvening, shareEvening, writeEvening } from "../../socket/api.ts";
import { laws } from "../../socket/laws.svelte.ts";
import { language } from "../../text/language.svelte.ts";
import { newId } from "../../socket/socket.ts";
import { cleaned, value } from "../../text/text.ts";
import type {
  Evening,
  EveningRow,
  FaultShown,
  FieldShown,
  PadDeal,
  PadRow,
  PadRowShown,
  PadShown,
  Settlement,
} from "../../wire.ts";
import type { Face } from "../../games/face.ts";
import { merged, same } from "./evening.ts";
import { isMissing, told, type Facts } from "./form.ts";

type Answer = Omit<PadShown, "rows">;

interface Kept {
  rules: string;
  options: Record<string, Value>;
  names: string[];
  players: number; // 0: as few as can play
  dealer: number; // of the first deal
  cents: number | null; // of a point; null: as the rules say
  rows: EveningRow[];
  shown: (PadRowShown | null)[]; // what became of each row; null: nobody has settled it yet
  next: Record<string, number>; // what is set otherwise before the next row
  answer: Answer | null; // the form and all else as the laws last told it
  shared: { id: string; n: number; base: Evening } | null; // as the server has it for other phones
}

/** What is being entered: a deal as it is told, or its numbers. */
interface Entry {
  facts: Facts;
  byHand: boolean;
  numbers: number[];
}

const KEY = "trull.pad";
const NAMES = ["Resi", "Franz", "Mitzi", "Poldi"];
const MOST_BY_HAND = 9999; // as much the server reads
const NOTHING: Entry = { facts: {}, byHand: false, numbers: [] };

const fresh = (rules: string, names = NAMES): Kept => ({
  rules,
  options: {},
  names,
  players: 0,
  dealer: 0,
  cents: null,
  rows: [],
  shown: [],
  next: {},
  answer: null,
  shared: null,
});

/** A row of a pad of old: it kept what it wrote, and its numbers stay. */
const asNumbers = (row: object): EveningRow => {
  const points: unknown = "points" in row ? row.points : [];
  return { id: newId(), numbers: Array.isArray(points) ? points.map((n) => Math.round(Number(n) || 0)) : [] };
};

function stored(): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null") as Partial<Kept> | null;
    if (typeof kept?.rules !== "string" || !Array.isArray(kept.names) || !Array.isArray(kept.rows))
      return null;
    if (kept.shown)
      return {
        ...fresh(kept.rules),
        ...kept,
        rows: kept.rows.map((row) => ({ ...row, id: row.id || newId() })), // older ones had none
      };
    const rows = kept.rows.map(asNumbers);
    return {
      ...fresh(kept.rules, kept.names),
      players: kept.players ?? 0,
      rows,
      shown: rows.map(() => null),
    };
  } catch {
    return null;
  }
}

/** A row as the laws read it. */
function unnamed(row: PadRow | EveningRow): PadRow {
  const { id: _, ...told } = row as EveningRow;
  return told;
}

export class Pad {
  kept = $state<Kept>(stored() ?? { ...fresh(firstBook()), dealer: 3 });
  entry = $state<Entry>(structuredClone(NOTHING));
  editing = $state<number | null>(null);
  preview = $state.raw<Settlement | null>(null);
  faults = $state.raw<FaultShown[]>([]);
  problem = $state("");
  online = $state(navigator.onLine);
  apart = $state(false); // what is shared could not be exchanged
  private asked = 0;
  private synced = 0;
  private exchanging = false;

  readonly rules: RuleSet | undefined = $derived.by(() => {
    const changes = Object.entries(this.kept.options).map(([name, one]) => [`option.${name}`, one] as const);
    return rulebook.inForce(this.kept.rules, Object.fromEntries(changes));
  });

  constructor() {
    const { shared } = this.kept;
    this.apart = !!shared && !same(this.evening, shared.base); // until it is exchanged
    /* Two windows are one pad: else the one that writes last would lose the rows of the other. */
    addEventListener("storage", (event) => {
      const kept = event.key === KEY ? stored() : null;
      if (!kept) return;
      this.kept = kept;
      if (this.editing !== null) this.clear(); // that row may be another one by now
    });
  }

  get game(): string {
    return this.kept.rules.split("/")[0] ?? "";
  }

  get face(): Face {
    return faceOf(this.game);
  }

  get form(): FieldShown[] {
    return this.kept.answer?.form ?? [];
  }

  get memo(): Record<string, number> {
    return this.kept.answer?.sheet.memo ?? {};
  }

  get balanced(): boolean {
    return this.kept.answer?.balanced ?? true;
  }

  /** How many sit at the table. */
  get places(): number {
    return this.kept.players || (this.rules?.players[0] ?? NAMES.length);
  }

  get everybody(): string[] {
    return Array.from(
      { length: this.places },
      (_, place) => cleaned(this.kept.names[place] ?? "") || language.words.web("seat_n", { n: place + 1 }),
    );
  }

  /** The deal that is entered, or the one of the row that is mended. */
  get deal(): PadDeal {
    const mended = this.editing === null ? undefined : this.kept.shown[this.editing]?.deal;
    const around = this.everybody.map((_, place) => place);
    return mended ?? this.kept.answer?.ahead[0] ?? { dealer: 0, around, forehand: 0, doubled: false };
  }

  namesIn(deal: PadDeal | null | undefined): string[] {
    return (deal ?? this.deal).around.map((place) => this.everybody[place] ?? "");
  }

  get names(): string[] {
    return this.namesIn(this.deal);
  }

  /** What stands in a row, by place; nothing for who sits out, and for all while it is not settled. */
  inRow(at: number): (number | null)[] {
    const row = this.kept.shown[at]?.row;
    return this.everybody.map((_, place) =>
      row?.players.includes(place) ? value((row.written ?? row.points)[place] ?? 0) : null,
    );
  }

  get totals(): number[] {
    return this.everybody.map((_, place) =>
      this.kept.rows.reduce((sum, _row, at) => sum + (this.inRow(at)[place] ?? 0), 0),
    );
  }

  /** What a point is worth. */
  get cents(): number {
    return this.kept.cents ?? this.kept.answer?.cents ?? 0;
  }

  /** What everybody has won or owes in cents, the pot included; unknown where only plus points were written by hand. */
  get money(): number[] | null {
    const { cents } = this;
    const byHand = this.kept.rows.some((row) => row.numbers);
    if (!cents || (!this.balanced && byHand)) return null;
    const rows = this.kept.shown.flatMap((one) => (one?.row ? [one.row] : []));
    const sums = this.everybody.map((_, place) =>
      rows.reduce((sum, row) => sum + cents * value(row.money[place] ?? 0) + (row.pot[place] ?? 0), 0),
    );
    return sums.some(Boolean) ? sums : null;
  }

  /** The facts as they are told, or nothing while something is missing. */
  get facts(): Facts | null {
    if (this.entry.byHand || !this.form.length) return null;
    const found = told(this.form, { ...this.entry.facts, sitting: this.memo });
    const { sitting: _, ...facts } = found;
    return !Object.keys(facts).length || isMissing(this.form, found) ? null : facts;
  }

  get sumByHand(): number {
    return this.entry.numbers.slice(0, this.names.length).reduce((sum, n) => sum + (n || 0), 0);
  }

  /** A row by hand that cannot be right. */
  get unbalanced(): boolean {
    return this.balanced && this.sumByHand !== 0;
  }

  /** Whether the row can be written: without a network what is told may turn out to be wrong later. */
  get ready(): boolean {
    if (this.entry.byHand) return this.entry.numbers.every((n) => Math.abs(n || 0) <= MOST_BY_HAND);
    return this.facts !== null && !this.faults.length && !this.problem;
  }

  /** What is set otherwise before the deal that is entered, or before the one that is mended. */
  get before(): Record<string, number> {
    return (this.editing === null ? this.kept.next : this.kept.rows[this.editing]?.set) ?? {};
  }

  /** Ask what is to be said of what is entered; called inside an effect. */
  async look(): Promise<void> {
    const facts = this.facts;
    const ask = ++this.asked;
    if (!facts) {
      this.preview = null;
      this.faults = [];
      return;
    }
    const rows = this.kept.rows.slice(0, this.editing ?? this.kept.rows.length);
    const answer = await this.ask([...rows, { set: this.before }], facts);
    if (ask !== this.asked) return;
    this.preview = answer?.settlement ?? null;
    this.faults = answer?.faults ?? [];
  }

  private async ask(rows: PadRow[], facts: Facts | null): Promise<PadShown | null> {
    const { rules, options, players, dealer } = $state.snapshot(this.kept);
    try {
      const answer = await laws.reckoned({
        rules,
        options,
        players,
        dealer,
        rows: $state.snapshot(rows).map(unnamed),
        facts,
      });
      this.online = true;
      this.problem = "";
      return answer;
    } catch (error) {
      const no = error instanceof ApiError ? error : null;
      this.online = no?.code !== "offline";
      this.problem = this.online ? (no?.about["problem"] ?? no?.code ?? "") : "";
      return null;
    }
  }

  /** Have everything that stands here settled. */
  async sync(): Promise<void> {
    const ask = ++this.synced;
    const rows = $state.snapshot(this.kept.rows);
    const next = Object.keys(this.kept.next).length ? [{ set: $state.snapshot(this.kept.next) }] : [];
    const found = await this.ask([...rows, ...next], null);
    if (!found || ask !== this.synced) return;
    const { rows: shown, ...answer } = found;
    this.kept.shown = shown.slice(0, rows.length);
    this.kept.answer = answer;
    this.keep();
    void this.exchange();
  }

  /** Write the row, or mend it; the laws settle it as soon as they can be asked. */
  write(): void {
    const set = this.before;
    const row = {
      ...(this.entry.byHand
        ? { numbers: this.names.map((_, seat) => Math.round(this.entry.numbers[seat] || 0)) }
        : { facts: this.facts ?? {} }),
      ...(Object.keys(set).length ? { set: $state.snapshot(set) } : {}),
    };
    this.place(row, this.editing);
    this.clear();
  }

  /** Say something between two deals. */
  remark(word: string): void {
    this.place({ remark: word }, null);
  }

  private place(told: PadRow, at: number | null): void {
    const row = { ...told, id: (at === null ? null : this.kept.rows[at]?.id) ?? newId() };
    if (at === null) {
      this.kept.rows.push(row);
      this.kept.shown.push(null);
      this.kept.next = {};
      if (!row.remark) this.turn(1);
    } else {
      this.kept.rows[at] = row;
      this.kept.shown = this.kept.shown.map((one, n) => (n < at ? one : null));
    }
    this.keep();
    void this.sync();
  }

  /** Without a network: so many deals on. */
  private turn(by: number): void {
    const answer = this.kept.answer;
    if (!answer) return;
    const ahead = answer.ahead;
    this.kept.answer = {
      ...answer,
      ahead: ahead.map((_, n) => ahead.at((n + by) % ahead.length) as PadDeal),
    };
  }

  edit(at: number): void {
    const row = this.kept.rows[at];
    if (!row || row.remark) return;
    this.editing = at;
    this.entry = this.entryOf(row);
  }

  private entryOf(row: PadRow): Entry {
    const { facts, numbers } = $state.snapshot(row);
    return { facts: facts ?? {}, byHand: !!numbers, numbers: numbers ?? [] };
  }

  /** Take back the last row. */
  undo(): void {
    const row = this.kept.rows.pop();
    const shown = this.kept.shown.pop();
    if (!row) return;
    this.clear(); // the row that was being mended may be this one
    if (!row.remark) {
      this.entry = this.entryOf(row);
      this.turn(-1);
    }
    if (shown?.deal && this.kept.answer)
      this.kept.answer = { ...this.kept.answer, ahead: [shown.deal, ...this.kept.answer.ahead.slice(1)] };
    this.kept.next = row.set ?? {};
    this.keep();
    void this.sync();
  }

  clear(): void {
    this.editing = null;
    this.entry = structuredClone(NOTHING);
    this.preview = null;
    this.faults = [];
    this.asked += 1; // an answer that is still under way is about something else
  }

  /** Set something otherwise than it has come about: before the next deal, or before the one that is mended. */
  set(name: string, n: number): void {
    if (!Number.isFinite(n)) return;
    const row = this.editing === null ? undefined : this.kept.rows[this.editing];
    if (row) this.place({ ...row, set: { ...row.set, [name]: Math.round(n) } }, this.editing);
    else if (!this.kept.rows.length && name === "dealer") this.kept.dealer = n;
    else this.kept.next = { ...this.kept.next, [name]: Math.round(n) };
    this.keep();
    void this.sync();
  }

  /** Names as they were typed become what they can be. */
  tidy(): void {
    this.kept.names = this.kept.names.map(cleaned);
    this.keep();
  }

  /** So many sit down; before the first row, since who deals and plays hangs on it. */
  sit(players: number): void {
    this.kept.players = players;
    this.kept.dealer %= players;
    this.keep();
    void this.sync();
  }

  /** Begin a new sheet; the same people stay where their rules do. */
  reset(rules: string, options: Record<string, Value>): void {
    const players = rules === this.kept.rules ? this.kept.players : 0;
    this.kept = { ...fresh(rules, this.kept.names), options, players };
    this.clear();
    this.keep();
    void this.sync();
  }

  // The evening on several phones

  private get evening(): Evening {
    const { rules, options, names, players, dealer, cents, rows } = $state.snapshot(this.kept);
    return { rules, options, names, players, dealer, cents, rows };
  }

  /** Let others write too. */
  async share(): Promise<void> {
    const base = this.evening;
    this.kept.shared = { ...(await shareEvening(base)), base };
    this.keep();
  }

  /** Write on somebody's evening; what stood here is left. */
  async join(id: string): Promise<void> {
    const found = await readEvening(id, 0);
    if (found) this.adopt(found.evening, { id, n: found.n, base: found.evening });
  }

  leave(): void {
    this.kept.shared = null;
    this.keep();
  }

  /** Read what is new there and write what is new here; without a network later. */
  async exchange(): Promise<void> {
    if (!this.kept.shared || this.exchanging) return;
    this.exchanging = true;
    try {
      await this.exchanged(this.kept.shared.id);
      this.apart = false;
    } catch (error) {
      this.apart = !(error instanceof ApiError && error.code === "overtaken"); // then at once again
    }
    this.exchanging = false;
  }

  private async exchanged(id: string): Promise<void> {
    const { n, base } = $state.snapshot(this.kept).shared ?? { n: 0, base: this.evening };
    const found = await readEvening(id, n);
    if (this.kept.shared?.id !== id) return; // left meanwhile
    if (found) this.adopt(merged(base, this.evening, found.evening), { id, n: found.n, base: found.evening });
    const { evening } = this;
    if (same(evening, this.kept.shared.base)) return;
    const written = await writeEvening(id, this.kept.shared.n, evening);
    this.kept.shared = { id, n: written.n, base: evening };
    this.keep();
  }

  private adopt(evening: Evening, shared: Kept["shared"]): void {
    const { rows, options } = $state.snapshot(this.kept);
    const first = evening.rows.findIndex((row, at) => !same(row, rows[at]));
    const kept = same([evening.rules, evening.options], [this.kept.rules, options]);
    const shown = this.kept.shown.slice(0, first < 0 ? evening.rows.length : first);
    const mended = this.editing === null ? undefined : rows[this.editing]?.id;
    this.kept = {
      ...this.kept,
      ...evening,
      shown: evening.rows.map((_, at) => (kept ? (shown[at] ?? null) : null)),
      answer: kept ? this.kept.answer : null,
      shared,
    };
    if (this.editing !== null && evening.rows[this.editing]?.id !== mended) this.clear();
    this.keep();
    void this.sync();
  }

  keep(): void {
    try {
      localStorage.setItem(KEY, JSON.stringify(this.kept));
    } catch {
      // The rows last as long as the page.
    }
  }
}
