/** Boards as they are read: seat by seat, or somebody's own. Nothing is reckoned here. */
import type { CupBoard, CupResult } from "../../wire.ts";

export interface Seat {
  seat: number;
  hand: string[];
  results: CupResult[];
}

/** A letter for a seat, as sheets name their places. */
export const seatLetter = (seat: number): string => "ABCDEFGH"[seat] ?? "";

/** By seat the hand and all who held it, the best first. */
export const travellers = (board: CupBoard): Seat[] =>
  board.hands.map((hand, seat) => ({
    seat,
    hand: hand.split(" ").filter(Boolean),
    results: board.results
      .filter((one) => one.seat === seat)
      .sort((a, b) => b.worth - a.worth || a.table - b.table),
  }));

/** The boards somebody has played, with what he made of them. */
export const own = (boards: readonly CupBoard[], number: number): { board: CupBoard; held: CupResult }[] =>
  boards.flatMap((board) =>
    board.results.filter((one) => number && one.number === number).map((held) => ({ board, held })),
  );
