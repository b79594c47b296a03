/** A sheet as text for a QR code: the desk reads it where there is no network (`trull.cup.carried`). */
import type { Figure } from "./figures.ts";

export interface CarriedRow {
  deal: number;
  cells: (Figure | null)[];
  mark: "" | "!" | "*";
}

export function carried(
  cup: string,
  round: number,
  table: number,
  people: number[],
  rows: CarriedRow[],
): string {
  const told = rows.map(
    ({ deal, cells, mark }) => [deal, ...cells.map((one) => one ?? "x")].join(",") + mark,
  );
  const text = ["TC1", cup, round, table, people.join("."), told.join("|")].join(";");
  return `${text};${crc32(text)}`;
}

/** CRC-32 of an ASCII text: a page without TLS has no digests. */
export function crc32(text: string): string {
  let rest = 0xffffffff;
  for (const sign of text) {
    rest ^= sign.charCodeAt(0);
    for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0);
  }
  return ((rest ^ 0xffffffff) >>> 0).toString(16).padStart(8, "0");
}
