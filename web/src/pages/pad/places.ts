/** Who plays a deal where more sit at the table than play: with five the dealer sits out (T-1.1). */

/** The places of those who play, by their seats in the deal; with five the Vorhand is the first of them. */
export function aroundOf(dealer: number, places: number, seats: number): number[] {
  const first = places > seats ? dealer + 1 : 0;
  return Array.from({ length: seats }, (_, seat) => (first + seat) % places);
}

/** What belongs to each place, of what is told by seat; nothing for who sits out. */
export function byPlace<T>(bySeat: readonly T[], around: readonly number[], places: number): (T | null)[] {
  return Array.from({ length: places }, (_, place) => bySeat[around.indexOf(place)] ?? null);
}
