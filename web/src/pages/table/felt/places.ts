/** Where the players sit on the screen, seen from one seat: the reader is always below. */

export type Place = "s" | "e" | "n" | "w" | "nw" | "ne" | "sw" | "se";

const LEFT_FIRST: Record<number, Place[]> = {
  2: ["s", "n"],
  3: ["s", "nw", "ne"],
  4: ["s", "w", "n", "e"],
  5: ["s", "w", "nw", "ne", "e"],
  6: ["s", "sw", "nw", "n", "ne", "se"],
};

/** The place of a seat; `turn` is 1 where the next player sits to the right. */
export function placeOf(seat: number, me: number | null, seats: number, turn: 1 | -1): Place {
  const round = LEFT_FIRST[seats] ?? LEFT_FIRST[4] ?? [];
  const steps = (seat - (me ?? 0) + seats) % seats;
  return round[turn === 1 ? (seats - steps) % seats : steps] ?? "n";
}

/** Where a card of the trick lies: its left upper corner in card widths from the middle. */
export const TRICK: Record<Place, { x: number; y: number; turn: number }> = {
  s: { x: -0.5, y: 0.08, turn: 0 },
  e: { x: 0.36, y: -0.75, turn: 6 },
  n: { x: -0.52, y: -1.48, turn: -2 },
  w: { x: -1.36, y: -0.77, turn: -6 },
  nw: { x: -1.06, y: -1.22, turn: -5 },
  ne: { x: 0.08, y: -1.2, turn: 5 },
  sw: { x: -1.5, y: -0.3, turn: -8 },
  se: { x: 0.5, y: -0.3, turn: 8 },
};

/** From where a card comes to the trick, and where a taken trick goes, in card widths. */
export const AWAY: Record<Place, { x: number; y: number }> = {
  s: { x: 0, y: 2.6 },
  e: { x: 3.6, y: -0.4 },
  n: { x: 0, y: -2.6 },
  w: { x: -3.6, y: -0.4 },
  nw: { x: -3, y: -2 },
  ne: { x: 3, y: -2 },
  sw: { x: -3.4, y: 1 },
  se: { x: 3.4, y: 1 },
};
