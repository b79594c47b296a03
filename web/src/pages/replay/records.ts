/** What the client itself reads in a record: where a deal begins, and who sat there. */

// Set in or not, as the server reads it; some editors put a mark before the text.
const BEGINNING = /(?=^[ \t\uFEFF]*\[Trull )/m;

/** The deals of a file, each as its own text. */
export const dealsOf = (record: string): string[] =>
  record
    .split(BEGINNING)
    .map((part) => part.replace(/^[ \t\uFEFF]+/, ""))
    .filter((part) => part.startsWith("[Trull "));

/** The names by seat, if the record has one for each; a name that is missing would set the others on wrong seats. */
export function namesIn(players: string, seats: number): string[] | null {
  const names = players.split(/[;,]/).map((name) => name.trim());
  return names.length === seats && names.every(Boolean) ? names : null;
}
