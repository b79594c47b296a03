/** The daily deals as the server tells them, and what this browser has made of them. */
import { ApiError, enterField, get, getText, judgeDaily, openDaily, shareRecord } from "../../socket/api.ts";
import { cleaned } from "../../text/text.ts";
import { t } from "../../text/language.svelte.ts";
import { navigation } from "../../route/route.svelte.ts";
import { newId } from "../../socket/socket.ts";
import { prefs } from "../../settings/prefs.svelte.ts";
import { tablePath } from "../../route/router.ts";
import { dealsOf } from "../replay/records.ts";
import type { DailyField, DailyIndex, DailyResult, DailyShown } from "../../wire.ts";
import { begun, changed, keep, kept, keyOf, type Try, type Tries } from "./tries.ts";

const SOON = 1200;
const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Why there is no result of a try: it is not over, its table is gone, or it does not count. */
export type Missing = "" | "begun" | "gone" | "counting" | DailyResult;

export class Daily {
  index = $state.raw<DailyIndex | null>(null);
  deals = $state.raw<DailyShown[]>([]);
  problem = $state("");
  tries = $state.raw<Tries>(kept());
  missing = $state<Record<string, Missing>>({}); // by room
  fields = $state.raw<Record<string, DailyField>>({}); // by game, once one's own result is there
  private closed = false;

  constructor(readonly wanted: string) {}

  close(): void {
    this.closed = true;
  }

  get day(): string {
    return this.wanted || (this.index?.today ?? "");
  }

  get isToday(): boolean {
    return this.day === this.index?.today;
  }

  triesOf(game: string): Try[] {
    return this.tries.tries[keyOf(this.day, game)] ?? [];
  }

  /** What there is; then what became of the tries. */
  async load(): Promise<void> {
    try {
      this.index = await get<DailyIndex>("/api/daily");
      this.deals = await get<DailyShown[]>(`/api/daily/${this.day}`);
    } catch (error) {
      this.problem = error instanceof ApiError ? error.code : "internal";
      return;
    }
    const open = this.deals.flatMap(({ game }) => this.triesOf(game)).filter((one) => !one.outcome);
    await Promise.all(open.map((one) => this.judge(one.room)));
    for (const { game } of this.deals) await this.compare(game);
  }

  /** Count the scored try in the field, then see what others made of the same cards. */
  private async compare(game: string): Promise<void> {
    const done = this.triesOf(game).filter((one) => one.outcome);
    if (!done.length) return;
    const scored = done.find((one) => one.scored && !one.field);
    if (scored) await this.enter(scored).catch(() => undefined); // its table may be gone
    const field = await get<DailyField>(`/api/daily/${this.day}/${game}/field`).catch(() => null);
    if (field) this.fields = { ...this.fields, [game]: field };
  }

  private async enter({ room, hints }: Try): Promise<void> {
    let { state } = await enterField(room, hints);
    while (state === "counting" && !this.closed) {
      await wait(SOON);
      ({ state } = await enterField(room, hints));
    }
    if (state !== "counting") {
      const field = state;
      this.change(changed(kept(), room, (one) => ({ ...one, field })));
    }
  }

  /** Sit down at a table with the deal, once it is drawn. */
  async play(game: string): Promise<void> {
    this.problem = "";
    try {
      let shown = await get<DailyShown>(`/api/daily/${this.day}/${game}`);
      while (shown.state === "drawing" || shown.state === "asleep") {
        this.show(shown);
        await wait(SOON);
        if (this.closed) return;
        shown = await get<DailyShown>(`/api/daily/${this.day}/${game}`);
      }
      this.show(shown);
      if (shown.state === "ready") await this.sitDown(game);
    } catch (error) {
      this.problem = error instanceof ApiError ? error.code : "internal";
    }
  }

  private show(shown: DailyShown): void {
    this.deals = this.deals.map((one) => (one.game === shown.game ? shown : one));
  }

  private async sitDown(game: string): Promise<void> {
    const name = cleaned(prefs.choices.name) || t("guest");
    const wish = { day: this.day, game, name, cid: newId(), pace: prefs.choices.pace };
    const { room } = await openDaily(wish);
    this.change(begun(kept(), keyOf(this.day, game), room, this.isToday));
    navigation.go(tablePath(room));
  }

  private change(tries: Tries): void {
    this.tries = tries;
    keep(tries);
  }

  /** Have the log of a table judged, if its deal is over. */
  private async judge(room: string): Promise<void> {
    let record: string;
    try {
      record = this.dailyRecord(await getText(`/api/rooms/${room}/records`));
    } catch (error) {
      const gone = error instanceof ApiError && error.code === "no_such_room";
      this.missing[room] = gone ? "gone" : "begun";
      return;
    }
    this.missing[room] = record ? "counting" : "begun";
    if (record) await this.judged(room, record);
  }

  private dailyRecord = (text: string): string =>
    dealsOf(text).find((one) => one.includes('[Room "daily-')) ?? "";

  private async judged(room: string, record: string): Promise<void> {
    try {
      let found = await judgeDaily(record);
      while (found.state === "counting" && !this.closed) {
        await wait(SOON);
        found = await get<DailyResult>(`/api/daily/results/${found.id}`);
      }
      const { outcome } = found;
      this.missing[room] = outcome ? "" : found;
      if (outcome) this.change(changed(kept(), room, (one) => ({ ...one, outcome })));
    } catch (error) {
      this.problem = error instanceof ApiError ? error.code : "internal";
    }
  }

  /** A link under which anybody can see how a try went. */
  async course(room: string): Promise<string> {
    const record = this.dailyRecord(await getText(`/api/rooms/${room}/records`));
    const { id } = await shareRecord(record);
    return `${location.origin}/replay#s=${id}`;
  }
}
