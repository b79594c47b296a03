/** The score pad: rows for a table of wood. It works without a network and settles when there is one. */
import { cleaned, value } from "../../text/text.ts";
import type { Settlement } from "../../wire.ts";
import { ApiError, settle } from "../../socket/api.ts";
import { language } from "../../text/language.svelte.ts";
import { optionIn } from "../../rules/options.ts";
import { EMPTY, asToday, factsIn, impossibleIn, type Entry, type Impossible } from "./entry.ts";
import { faceOf, firstBook } from "../../games/index.ts";
import type { Face } from "../../games/face.ts";
import { aroundOf, byPlace } from "./places.ts";
import { beginsRadl } from "../../score/radl.ts";
import { rulebook, type RuleSet, type Value } from "../../rules/rules.svelte.ts";
import { writtenOf } from "../../score/settled.ts";

export interface PadRow {
  entry: Entry;
  dealer: number;
  radl: boolean;
  left?: number; // doubled deals still to come before it; older pads have not kept it
  settlement: Settlement | null; // null: not settled yet
  refused?: string; // why it cannot be settled
  points: number[]; // by seat; entered by hand, or from the settlement
  byHand: boolean;
  struck: boolean;
}

interface Kept {
  rules: string;
  preset?: string; // several options under one name, such as Skoty
  names: string[];
  players?: number; // at the table, where more sit there than play
  dealer: number;
  radl: number; // doubled deals still to come
  rows: PadRow[];
}

interface Answer {
  found: Settlement | null;
  problem: string;
  refused?: string;
}

const KEY = "trull.pad";
const MOST_RADL = 10;
const FIVE = 5; // no game has more at the table than play, but for one
const NAMES = ["Resi", "Franz", "Mitzi", "Poldi"];

/** A row as it is written today; older pads kept what is paid, and knew fewer things to enter. */
const asWritten = (row: PadRow): PadRow => ({
  ...row,
  entry: asToday(row.entry),
  points: row.settlement ? writtenOf(row.settlement) : row.points,
});

function stored(): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null") as Partial<Kept> | null;
    const { rules, names, dealer, radl, rows } = kept ?? {};
    const whole =
      typeof rules === "string" &&
      Array.isArray(names) &&
      names.every((one) => typeof one === "string") &&
      typeof dealer === "number" &&
      typeof radl === "number" &&
      Array.isArray(rows) &&
      rows.every((row) => typeof row?.entry === "object" && Array.isArray(row.points));
    const { players, ...plain } = kept as Kept;
    return whole ? { ...plain, ...(players === FIVE ? { players } : {}), rows: rows.map(asWritten) } : null;
  } catch {
    return null;
  }
}

export class Pad {
  kept = $state<Kept>(stored() ?? { rules: firstBook(), names: NAMES, dealer: 3, radl: 0, rows: [] });
  /** What the preset changes in the rules as they were published. */
  private readonly options: Record<string, Value> = $derived(
    rulebook.of(this.kept.rules)?.presets.find((preset) => preset.name === this.kept.preset)?.options ?? {},
  );

  readonly rules: RuleSet | undefined = $derived.by(() => {
    const changes = Object.entries(this.options).map(([name, value]) => [`option.${name}`, value] as const);
    return rulebook.inForce(this.kept.rules, Object.fromEntries(changes));
  });

  entry = $state<Entry>(this.empty);
  editing = $state<number | null>(null);
  mendedRadl = $state(false); // whether the row that is mended counts double
  preview = $state.raw<Settlement | null>(null);
  problem = $state("");
  online = $state(navigator.onLine);
  private asked = 0;
  private previewed = ""; // the facts the preview is about: it may lag behind what is entered

  constructor() {
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

  get seats(): number {
    return this.face.parts.pad?.seats ?? this.rules?.players[0] ?? 4;
  }

  /** Nothing is entered yet; of a game that says nothing of its deals the numbers are. */
  private get empty(): Entry {
    return { ...structuredClone(EMPTY), byHand: !this.face.parts.pad };
  }

  /** How many sit at the table; the rows tell what the seats of their deals have won. */
  get places(): number {
    return this.kept.players ?? this.seats;
  }

  get everybody(): string[] {
    return Array.from(
      { length: this.places },
      (_, place) => cleaned(this.kept.names[place] ?? "") || language.words.web("seat_n", { n: place + 1 }),
    );
  }

  /** The names of those who play a deal. */
  namesIn(dealt: { dealer: number }): string[] {
    return this.around(dealt).map((place) => this.everybody[place] ?? "");
  }

  private around(dealt: { dealer: number }): number[] {
    return aroundOf(dealt.dealer, this.places, this.seats);
  }

  /** The deal that is entered, or the row that is mended. */
  private get dealt(): { dealer: number } {
    return (this.editing === null ? undefined : this.kept.rows[this.editing]) ?? this.kept;
  }

  get names(): string[] {
    return this.namesIn(this.dealt);
  }

  /** What stands in a row, by place; nothing for who sits out, and for all while it is not settled. */
  inRow(row: PadRow): (number | null)[] {
    return byPlace(row.points, this.around(row), this.places);
  }

  /** The forehand of the deal that is entered; a row that is mended keeps its own. */
  get forehand(): number {
    return this.forehandOf(this.dealt);
  }

  private forehandOf(dealt: { dealer: number }): number {
    return this.around(dealt).indexOf((dealt.dealer + 1) % this.places);
  }

  get doubled(): boolean {
    return this.editing === null ? this.kept.radl > 0 : this.mendedRadl;
  }

  get totals(): number[] {
    return this.everybody.map((_, place) =>
      this.kept.rows.reduce((sum, row) => sum + (row.struck ? 0 : (this.inRow(row)[place] ?? 0)), 0),
    );
  }

  /** What everybody has won or owes in cents; unknown where plus points alone were written by hand. */
  get money(): number[] | null {
    const cents = Number(optionIn(this.rules, "cents_per_point") ?? 0);
    const rows = this.kept.rows.filter((row) => !row.struck);
    if (!cents || (!this.balanced && rows.some((row) => row.byHand))) return null;
    const paid = (row: PadRow): (number | string | null)[] =>
      byPlace(row.settlement?.money ?? row.points, this.around(row), this.places);
    const sums = this.everybody.map((_, place) =>
      rows.reduce((sum, row) => sum + cents * value(paid(row)[place] ?? 0), 0),
    );
    return sums.some(Boolean) ? sums : null;
  }

  /** Whether there are doubled rounds at all. */
  get hasRadl(): boolean {
    return optionIn(this.rules, "radl") === true;
  }

  /** Whether the last row begins a Radl that is not written yet. */
  get radlDue(): boolean {
    const row = this.kept.rows.at(-1);
    if (!row || !this.rules || this.kept.radl >= this.places) return false;
    return beginsRadl(
      row,
      this.around(row).map((place) => this.totals[place] ?? 0),
      this.rules,
    );
  }

  get facts(): Record<string, unknown> | null {
    return this.rules
      ? factsIn(this.face.parts.pad, this.entry, this.rules, { forehand: this.forehand, radl: this.doubled })
      : null;
  }

  /** What is entered and cannot be. */
  get impossible(): Impossible | null {
    return this.rules ? impossibleIn(this.face.parts.pad, this.entry, this.rules) : null;
  }

  /** Ask for the settlement of what is entered; called inside an effect. */
  async look(): Promise<void> {
    const facts = this.facts;
    const ask = ++this.asked;
    if (!facts) {
      this.preview = null;
      this.problem = "";
      return;
    }
    const { found, problem } = await this.settled(facts);
    if (ask !== this.asked) return;
    this.preview = found;
    this.previewed = JSON.stringify(facts);
    this.problem = problem;
  }

  /** The settlement, or why there is none: `refused` for good, or a mere mishap that passes. */
  private async settled(facts: Record<string, unknown>): Promise<Answer> {
    try {
      const found = await settle({ rules: this.kept.rules, options: this.options, facts });
      this.online = true;
      return { found, problem: "" };
    } catch (error) {
      const no = error instanceof ApiError ? error : null;
      this.online = no?.code !== "offline";
      const refused = no?.about["problem"];
      return {
        found: null,
        problem: refused ?? (this.online ? (no?.code ?? "") : ""),
        ...(refused ? { refused } : {}),
      };
    }
  }

  /** Write the row, or the row that is being mended; what nobody has settled yet is settled afterwards. */
  write(): void {
    const hand = this.entry.byHand;
    const settlement = !hand && this.previewed === JSON.stringify(this.facts) ? this.preview : null;
    const written = settlement ? writtenOf(settlement) : [];
    const left = this.editing === null ? this.kept.radl : this.kept.rows[this.editing]?.left;
    const row: PadRow = {
      entry: structuredClone($state.snapshot(this.entry)) as Entry,
      dealer: this.editing === null ? this.kept.dealer : (this.kept.rows[this.editing]?.dealer ?? 0),
      radl: this.doubled,
      ...(left === undefined ? {} : { left }),
      settlement,
      points: hand ? this.entry.numbers.slice(0, this.seats).map((n) => n || 0) : written,
      byHand: hand,
      struck: hand && this.unbalanced,
    };
    if (this.editing !== null) this.kept.rows[this.editing] = row;
    else this.add(row);
    this.clear();
    this.keep();
    if (!hand && !settlement && this.online) void this.catchUp();
  }

  private add(row: PadRow): void {
    this.kept.rows.push(row);
    this.kept.dealer = (this.kept.dealer + 1) % this.places;
    if (this.kept.radl > 0) this.kept.radl -= 1;
  }

  get sumByHand(): number {
    return this.entry.numbers.slice(0, this.seats).reduce((sum, n) => sum + n, 0);
  }

  /** Whether every row must sum to 0: not where plus points alone are written. */
  get balanced(): boolean {
    return this.face.parts.pad?.balanced !== false && optionIn(this.rules, "sheet") !== "plus_only";
  }

  /** A row by hand that cannot be right. */
  get unbalanced(): boolean {
    return this.balanced && this.sumByHand !== 0;
  }

  edit(at: number): void {
    const row = this.kept.rows[at];
    if (!row) return;
    this.editing = at;
    this.mendedRadl = row.radl;
    this.entry = structuredClone($state.snapshot(row.entry)) as Entry;
  }

  /** Take back the last row. */
  undo(): void {
    const row = this.kept.rows.pop();
    if (!row) return;
    this.editing = null; // the row that was being mended may be this one
    this.kept.dealer = row.dealer;
    this.kept.radl = row.left ?? this.kept.radl + (row.radl ? 1 : 0); // a Radl it began goes with it
    this.entry = row.entry;
    this.keep();
  }

  clear(): void {
    this.editing = null;
    this.entry = this.empty;
    this.preview = null;
    this.asked += 1; // an answer that is still under way is about something else
  }

  /** Names and numbers of the round as they were typed become what they can be. */
  tidy(): void {
    this.kept.names = this.kept.names.map(cleaned);
    this.kept.radl = Math.min(MOST_RADL, Math.max(0, Math.round(this.kept.radl || 0)));
    this.keep();
  }

  /** Whether one more may sit at the table than plays. */
  get maySitOut(): boolean {
    return Number(optionIn(this.rules, "most_players") ?? 0) > this.seats;
  }

  /** So many sit down; before the first row, since who deals and plays hangs on it. */
  sit(players: number): void {
    this.kept.players = players;
    this.kept.dealer %= players;
    this.keep();
  }

  /** Begin a new sheet; the same people stay where their rules do. */
  reset(rules: string, preset = ""): void {
    const players = rules === this.kept.rules ? this.places : undefined;
    this.kept = {
      rules,
      ...(preset ? { preset } : {}),
      names: this.kept.names,
      ...(players ? { players } : {}),
      dealer: 0,
      radl: 0,
      rows: [],
    };
    this.clear();
    this.keep();
  }

  /** Rows written without a network are settled now. */
  async catchUp(): Promise<void> {
    for (const row of this.kept.rows) {
      if (row.settlement || row.byHand || !this.rules) continue;
      const round = { forehand: this.forehandOf(row), radl: row.radl };
      const facts = factsIn(this.face.parts.pad, row.entry, this.rules, round);
      const answer = facts && (await this.settled(facts));
      if (answer?.refused) row.refused = answer.refused;
      if (!answer?.found) continue;
      delete row.refused;
      row.settlement = answer.found;
      row.points = writtenOf(answer.found);
    }
    this.keep();
  }

  keep(): void {
    try {
      localStorage.setItem(KEY, JSON.stringify(this.kept));
    } catch {
      // The rows last as long as the page.
    }
  }
}
