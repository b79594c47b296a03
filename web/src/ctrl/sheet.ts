/** The rows of a sheet with the standing after each. */
import { value } from "../text.ts";
import type { SheetShown } from "../wire.ts";
import type { Memory } from "./memory.ts";

export interface SheetRow {
  deal: number;
  title: string;
  line: string;
  verdict: "won" | "lost" | "";
  kontra: boolean;
  radl: number; // which deal of a doubled round, 0 = none
  dealer: number | null;
  marks: string[];
  struck: boolean;
  played: boolean[];
  deltas: number[];
  totals: number[];
  sum: number; // of what stands in the row; plus points alone, as in Perlaggen, do not give 0
}

/** `deal` is the number of the last deal of the room; rows count from the beginning of the sitting. */
export function sheetOf(sheet: SheetShown, memory: Memory, deal: number): SheetRow[] {
  const totals = sheet.totals.map(() => 0);
  const before = Math.max(0, deal - sheet.rows.length - (isOpen(sheet, deal) ? 1 : 0));
  let radl = 0;
  return sheet.rows.map((row) => {
    const deltas = (row.written ?? row.points).map(value);
    deltas.forEach((delta, i) => (totals[i] = (totals[i] ?? 0) + delta));
    const known = memory[String(before + row.deal)] ?? memory[String(row.deal)];
    radl = known?.radl ? radl + 1 : 0;
    return {
      deal: row.deal,
      title: known?.title ?? "",
      line: known?.line ?? "",
      verdict: known?.verdict ?? "",
      kontra: known?.kontra ?? false,
      radl: radl && ((radl - 1) % totals.length) + 1,
      dealer: known?.dealer ?? null,
      marks: row.notes,
      struck: row.struck,
      played: totals.map((_, i) => row.players.includes(i)),
      deltas,
      totals: totals.map(rounded),
      sum: rounded(deltas.reduce((all, n) => all + n, 0)),
    };
  });
}

const rounded = (n: number): number => Math.round(n * 100) / 100;

/** Whether the last deal of the room is still being played and has no row yet. */
function isOpen(sheet: SheetShown, deal: number): boolean {
  return deal > (sheet.rows.at(-1)?.deal ?? 0);
}
