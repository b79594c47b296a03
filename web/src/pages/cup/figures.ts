/** Figures of a row: what is typed, what follows from it, what a side wins. Sums alone, no rule of any game. */
import { value } from "../../text/text.ts";

export type Figure = number | string;

/** An amount somebody has typed; nothing if it is none. */
export function typed(text: string): Figure | null {
  const told = text.trim().replace(/^[+]/, "").replace(/^[−–]/, "-");
  if (/^-?\d{1,5}$/.test(told)) return Number(told);
  return /^-?\d{1,5}\/[1-9]\d?$/.test(told) ? told : null;
}

/** The row with the one open figure filled in, if exactly one is open and the rest are whole. */
export function filled(cells: string[]): string[] {
  const open = cells.filter((cell) => !cell.trim()).length;
  const known = cells.filter((cell) => cell.trim()).map(typed);
  if (open !== 1 || known.some((one) => typeof one !== "number")) return cells;
  const rest = -known.reduce<number>((sum, one) => sum + Number(one), 0);
  return cells.map((cell) => (cell.trim() ? cell : String(rest === 0 ? 0 : rest)));
}

/** What is left over. */
export const sum = (cells: (Figure | null)[]): number =>
  cells.reduce<number>((all, cell) => all + (cell === null ? 0 : value(cell)), 0);

/** A row in which some have won so much from the others: the smaller side bears or gets it all. */
export function won(people: number, winners: ReadonlySet<number>, worth: number): string[] {
  const losers = people - winners.size;
  if (!winners.size || !losers || !worth) return Array.from({ length: people }, () => "");
  const many = Math.max(winners.size, losers);
  const each = (side: number): number => (worth * many) / side;
  return Array.from({ length: people }, (_, at) =>
    String(winners.has(at) ? each(winners.size) : -each(losers)),
  );
}
