/** The faces of the games. A folder beside this file with an `index.ts` that exports a `FACE` is found by itself. */
import { dealWith } from "../cards/cards.ts";
import type { Face } from "./face.ts";

const found = import.meta.glob<Face>("./*/index.ts", { eager: true, import: "FACE" });
const FACES = new Map(Object.entries(found).map(([path, face]) => [path.split("/")[1] ?? "", face]));
const PLAIN = "plain";

/** The games that have a face, in the order of their names. */
export const GAMES = [...FACES.keys()].filter((game) => game !== PLAIN);

for (const [game, face] of FACES) dealWith(game, face.pack);

/** The face of a game; one that a package has brought without a face is shown plainly.

    Each face is only ever given the views of its own game. */
export function faceOf(game: string): Face {
  const face = FACES.get(game) ?? FACES.get(PLAIN);
  if (!face) throw new Error("games/plain is missing");
  return face;
}

/** The rule set of a game that is offered first. */
export const firstBook = (game = GAMES[0] ?? ""): string => Object.keys(faceOf(game).clauses)[0] ?? "";

/** How the clauses of a rule set begin; empty where nobody has said so. */
export const clausesOf = (book: string): readonly string[] =>
  faceOf(book.split("/")[0] ?? "").clauses[book] ?? [];

/** The first rule set a clause stands in. */
export const bookOf = (clause: string): string =>
  GAMES.flatMap((game) => Object.entries(faceOf(game).clauses)).find(([, marks]) =>
    marks.some((mark) => clause.startsWith(mark)),
  )?.[0] ?? "";
