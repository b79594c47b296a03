/** A person's strength by Glicko-2 (Glickman 2013): a puzzle tried for the first time is a game against it. */

export interface Rating {
  rating: number;
  deviation: number;
  volatility: number;
  games: number;
  at: number; // when it last changed, in ms
}

/** What was played: the opponent's rating and deviation, and 1 for a win. */
export interface Game {
  rating: number;
  deviation: number;
  score: number;
}

export const FIRST: Rating = { rating: 1500, deviation: 350, volatility: 0.06, games: 0, at: 0 };
/** How surely bots have rated a puzzle. */
export const PUZZLE_DEVIATION = 150;

const SCALE = 173.7178;
const TAU = 0.5;
const SMALL = 1e-6;
const KEYS = ["rating", "deviation", "volatility", "games", "at"] as const;

/** Whether something that was kept is a rating. */
export const isRating = (found: unknown): found is Rating =>
  typeof found === "object" &&
  found !== null &&
  KEYS.every((key) => Number.isFinite((found as Record<string, unknown>)[key]));

/** No try moves a rating further. */
const STEP = 175;
/** However much was played, a rating still moves. */
const LEAST = 60;

/** The rating after some games; `weight` below 1 where they tell less. */
export function rated(before: Rating, games: readonly Game[], now: number, weight = 1): Rating {
  const after = glicko(before, games);
  const step = Math.max(-STEP, Math.min(STEP, weight * (after.rating - before.rating)));
  const deviation = before.deviation + weight * (after.deviation - before.deviation);
  return {
    rating: before.rating + step,
    deviation: Math.max(LEAST, deviation),
    volatility: before.volatility + weight * (after.volatility - before.volatility),
    games: before.games + games.length,
    at: now,
  };
}

/** One rating period, as the paper has it. */
export function glicko(
  before: Pick<Rating, "rating" | "deviation" | "volatility">,
  games: readonly Game[],
): { rating: number; deviation: number; volatility: number } {
  const mu = (before.rating - FIRST.rating) / SCALE;
  const phi = before.deviation / SCALE;
  const met = games.map((one) => {
    const other = one.deviation / SCALE;
    const g = 1 / Math.sqrt(1 + (3 * other * other) / (Math.PI * Math.PI));
    const expected = 1 / (1 + Math.exp(-g * (mu - (one.rating - FIRST.rating) / SCALE)));
    return { g, expected, score: one.score };
  });
  if (!met.length) return before;
  const v = 1 / met.reduce((sum, { g, expected }) => sum + g * g * expected * (1 - expected), 0);
  const gain = met.reduce((sum, { g, expected, score }) => sum + g * (score - expected), 0);
  const volatility = volatilityAfter(before.volatility, phi, v, v * gain);
  const wide = phi * phi + volatility * volatility;
  const narrow = 1 / Math.sqrt(1 / wide + 1 / v);
  return {
    rating: FIRST.rating + SCALE * (mu + narrow * narrow * gain),
    deviation: SCALE * narrow,
    volatility,
  };
}

/** Step 5 of the paper: the root is closed in by the Illinois method. */
function volatilityAfter(sigma: number, phi: number, v: number, delta: number): number {
  const a = Math.log(sigma * sigma);
  const f = (x: number): number => {
    const e = Math.exp(x);
    const sum = phi * phi + v + e;
    return (e * (delta * delta - sum)) / (2 * sum * sum) - (x - a) / (TAU * TAU);
  };
  let low = a;
  let high = Math.log(delta * delta - phi * phi - v);
  if (delta * delta <= phi * phi + v) {
    high = a - TAU;
    while (f(high) < 0) high -= TAU;
  }
  let [atLow, atHigh] = [f(low), f(high)];
  while (Math.abs(high - low) > SMALL) {
    const middle = low + ((low - high) * atLow) / (atHigh - atLow);
    const found = f(middle);
    if (found * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [middle, found];
  }
  return Math.exp(low / 2);
}
