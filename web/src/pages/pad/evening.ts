/** An evening that several phones write on: how what was entered here and there becomes one sheet. */
import type { Evening, EveningRow } from "../../wire.ts";

/** Whether two values are alike, in whatever order their keys stand. */
export function same(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return one === other;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) =>
    same((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]),
  );
}

/** What became of a value that was `base` before: what was changed here, else what stands there. */
const chosen = <T>(base: T, mine: T, theirs: T): T => (same(base, mine) ? theirs : mine);

/** Rows mended here are as here, rows taken back here are gone, rows written here come last. */
function rowsOf(base: EveningRow[], mine: EveningRow[], theirs: EveningRow[]): EveningRow[] {
  const here = new Map(mine.map((row) => [row.id, row]));
  const before = new Map(base.map((row) => [row.id, row]));
  const there = theirs.filter((row) => here.has(row.id) || !before.has(row.id));
  const added = mine.filter((row) => !before.has(row.id) && !there.some(({ id }) => id === row.id));
  return [...there.map((row) => chosen(before.get(row.id) ?? row, here.get(row.id) ?? row, row)), ...added];
}

/** Both at once; a sheet begun by other rules is a new one, and nothing of the old comes into it. */
export function merged(base: Evening, mine: Evening, theirs: Evening): Evening {
  if (base.rules !== mine.rules) return mine;
  if (base.rules !== theirs.rules) return theirs;
  return {
    rules: theirs.rules,
    options: chosen(base.options, mine.options, theirs.options),
    names: theirs.names.map((name, place) => chosen(base.names[place], mine.names[place], name) ?? name),
    players: chosen(base.players, mine.players, theirs.players),
    dealer: chosen(base.dealer, mine.dealer, theirs.dealer),
    cents: chosen(base.cents, mine.cents, theirs.cents),
    rows: rowsOf(base.rows, mine.rows, theirs.rows),
  };
}
