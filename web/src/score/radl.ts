/** Doubled rounds: which deal of one is which. */

/** Which deal of its round comes next, of those still to come. */
export const nextOfRadl = (left: number, seats: number): number => seats - ((left - 1) % seats);
