/** Rows as a file for a spreadsheet. */

type Cell = string | number;

/** A text no spreadsheet takes for a formula, in quotes where it holds a mark of the form itself. */
function cellOf(cell: Cell): string {
  if (typeof cell === "number") return String(cell).replace(".", ","); // 4.5 would be the fourth of May there
  const harmless = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[;"\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Parted by semicolons, as spreadsheets in German expect it. */
export const csvOf = (rows: Cell[][]): string =>
  rows.map((row) => `${row.map(cellOf).join(";")}\r\n`).join("");
