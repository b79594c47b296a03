/** The rows of a sheet with the standing after each. */
import { value, type Words } from "../../text/text.ts";
import type { RowShown, SheetShown } from "../../wire.ts";
import type { Past } from "../../score/past.ts";

export interface SheetRow {
  deal: number; // which of the sitting
  number: number; // which of the room
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
  sum: number; // of what stands in the row; plus points alone do not give 0
}

/** Whether a row counts for who sits on a seat now: what was there before him is not his. */
const counts = (sheet: SheetShown, row: number, seat: number): boolean => row >= (sheet.since?.[seat] ?? 0);

/** `past` are the deals behind the rows, in their order; what is not known yet is left empty. */
export function sheetOf(sheet: SheetShown, past: readonly Past[]): SheetRow[] {
  const totals = sheet.totals.map(() => 0);
  const known = past.length > sheet.rows.length ? [] : past; // of another sitting
  return sheet.rows.map((row, at) => {
    const deltas = (row.written ?? row.points).map(value);
    deltas.forEach((delta, i) => (totals[i] = (totals[i] ?? 0) + (counts(sheet, at, i) ? delta : 0)));
    const deal = known[at];
    return {
      deal: row.deal,
      number: deal?.number ?? row.deal,
      title: deal?.title ?? "",
      line: deal?.line ?? "",
      verdict: deal?.verdict ?? "",
      kontra: deal?.kontra ?? false,
      radl: deal?.radl ?? 0,
      dealer: deal?.dealer ?? null,
      marks: row.notes,
      struck: row.struck,
      played: totals.map((_, i) => row.players.includes(i)),
      deltas,
      totals: totals.map(rounded),
      sum: rounded(deltas.reduce((all, n) => all + n, 0)),
    };
  });
}

/** What everybody has won or owes in cents, by the points and by the pot; nothing where no money is played for. */
export function moneyOf(sheet: SheetShown, cents: number): { points: number[]; pot: number[] } | null {
  const sums = (by: (row: RowShown) => number[]): number[] =>
    sheet.totals.map((_, i) =>
      sheet.rows.reduce((sum, row, at) => sum + (counts(sheet, at, i) ? (by(row)[i] ?? 0) : 0), 0),
    );
  const points = sums((row) => row.money.map((n) => cents * value(n)));
  const pot = sums((row) => row.pot);
  return [...points, ...pot].some(Boolean) ? { points, pot } : null;
}

/** What is written beside a row; what its title tells already has no mark. */
export const marksOf = (notes: readonly string[], words: Words): string[] =>
  notes.flatMap((note) => words.find("cli", `mark.${note}`) ?? []);

const rounded = (n: number): number => Math.round(n * 100) / 100;
