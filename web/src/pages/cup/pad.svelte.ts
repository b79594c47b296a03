/** Rows a pad has written: kept in this browser until the desk has them, sent in order, each once. */
import type { CupPad, CupSheet } from "../../wire.ts";
import { CupError, newCid, type CupView } from "./cup.svelte.ts";
import type { Figure } from "./figures.ts";

export interface Waiting {
  cid: string;
  deal: number;
  places: number[];
  points: Figure[];
  sure: boolean;
  unclear: boolean;
  /** Why the desk does not take it, if it has said so. */
  code?: string;
  about?: Record<string, string>;
}

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Whether the sheet has this row word for word already. */
export function stands(sheet: CupSheet, row: Waiting): boolean {
  const there = sheet.rows.find((one) => one.deal === row.deal);
  if (!there) return false;
  const own = new Map(row.places.map((number, at) => [number, row.points[at]]));
  return sheet.people.every((number, at) => (there.cells[at] ?? null) === (own.get(number) ?? null));
}

/** The first deal nobody has written. */
export function nextDeal(sheet: CupSheet, waiting: Waiting[]): number {
  const written = new Set([...sheet.rows, ...waiting].map(({ deal }) => deal));
  let deal = 1;
  while (written.has(deal)) deal += 1;
  return deal;
}

export class Rows {
  waiting = $state.raw<Waiting[]>([]);
  private sending = false;

  constructor(
    private readonly view: Pick<CupView<CupPad>, "post">,
    private readonly key: string,
    private readonly store: Store = localStorage,
  ) {
    try {
      this.waiting = JSON.parse(store.getItem(key) ?? "[]") as Waiting[];
    } catch {
      this.waiting = [];
    }
  }

  private keep(rows: Waiting[]): void {
    this.waiting = rows;
    if (rows.length) this.store.setItem(this.key, JSON.stringify(rows));
    else this.store.removeItem(this.key);
  }

  add(row: Omit<Waiting, "cid">): void {
    this.keep([...this.waiting, { ...row, cid: newCid() }]);
  }

  drop(cid: string): void {
    this.keep(this.waiting.filter((one) => one.cid !== cid));
  }

  /** Say a refused row again, with what was asked for. */
  again(cid: string, change: Partial<Waiting>): void {
    this.keep(
      this.waiting.map((one) => {
        if (one.cid !== cid) return one;
        const { code: _code, about: _about, ...row } = one;
        return { ...row, ...change, cid: newCid() };
      }),
    );
  }

  /** Send what waits, in order, until the net is gone or the desk refuses one. */
  async send(table: number): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    try {
      for (let row = this.waiting.find((one) => !one.code); row; row = this.waiting.find((one) => !one.code))
        await this.sendOne(table, row);
    } catch {
      /* no net: they wait */
    } finally {
      this.sending = false;
    }
  }

  private async sendOne(table: number, row: Waiting): Promise<void> {
    const { cid, deal, places, points, sure, unclear } = row;
    const wish = { do: "row", table, deal, places, points, sure, unclear };
    try {
      await this.view.post("do", JSON.stringify({ cid, do: [wish] }));
      this.drop(cid);
    } catch (error) {
      const { code, about } = error instanceof CupError ? error : new CupError("offline");
      if (["offline", "storage", "too_fast", "internal"].includes(code)) throw error;
      this.keep(this.waiting.map((one) => (one.cid === cid ? { ...one, code, about } : one)));
    }
  }

  /** Rows the sheet has by now need not wait any more. */
  settle(sheet: CupSheet): void {
    const left = this.waiting.filter((row) => !stands(sheet, row));
    if (left.length !== this.waiting.length) this.keep(left);
  }
}
