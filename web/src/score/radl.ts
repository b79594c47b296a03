/** Doubled rounds: which deal of one is which. */

/** Which deal of a Radl or of the Schlussradl was dealt while these counters stood; 0 of none. */
export function placeInRadl(memo: Record<string, number>, seats: number): number {
  const left = memo["final"] === 2 ? memo["final_left"] : memo["radl_left"];
  return left ? nextOfRadl(left, seats) : 0;
}

/** Which deal of its round comes next, of those still to come. */
export const nextOfRadl = (left: number, seats: number): number => seats - ((left - 1) % seats);
