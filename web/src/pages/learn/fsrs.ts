/** When something learnt is asked again: FSRS-6, as `src/trull/learn/fsrs.py` says it for the terminal. */

/** How long something lasts in days, and how hard it is, from 1 to 10. */
export interface Memory {
  stability: number;
  difficulty: number;
}

/** Wrong; right after a hint; right. Nobody grades himself. */
export type Grade = 1 | 2 | 3;
export const [AGAIN, HARD, GOOD]: readonly [Grade, Grade, Grade] = [1, 2, 3];

const FIRST = [0.212, 1.2931, 2.3065];
const DIFFICULTY = { first: 6.4133, spread: 0.8334, step: 3.0194, back: 0.001 };
const RIGHT = { gain: 1.8722, fade: 0.1666, late: 0.796, hard: 0.6014 };
const WRONG = { left: 1.4835, hard: 0.0614, long: 0.2629, late: 1.6483 };
const TODAY = { gain: 0.5425, shift: 0.0912, fade: 0.0658 };
const DECAY = -0.1542;
const RETENTION = 0.9;
const FACTOR = RETENTION ** (1 / DECAY) - 1;
const LONGEST = 36_500;
const LEAST_STABILITY = 0.001;
const EASY = 4;

/** Days until it is asked again: at a retention of 0.9 as many as its stability. */
export const daysOf = ({ stability }: Memory): number =>
  Math.min(Math.max(Math.floor(stability + 0.5), 1), LONGEST);

/** The memory after an answer, so many days after the one before. */
export function after(before: Memory | null, grade: Grade, elapsed: number): Memory {
  if (!before) return { stability: FIRST[grade - 1] ?? 0, difficulty: within(firstDifficulty(grade)) };
  const grown = elapsed < 1 ? sameDay(before, grade) : later(before, grade, elapsed);
  return { stability: Math.max(grown, LEAST_STABILITY), difficulty: moved(before.difficulty, grade) };
}

/** How probably it is still known after so many days. */
export const recalled = ({ stability }: Memory, elapsed: number): number =>
  (1 + (FACTOR * elapsed) / stability) ** DECAY;

function sameDay({ stability }: Memory, grade: Grade): number {
  const growth = Math.exp(TODAY.gain * (grade - GOOD + TODAY.shift)) * stability ** -TODAY.fade;
  return stability * (grade === AGAIN ? growth : Math.max(growth, 1));
}

function later(before: Memory, grade: Grade, elapsed: number): number {
  const { stability, difficulty } = before;
  const known = recalled(before, elapsed);
  if (grade === AGAIN) {
    const lost = WRONG.left * difficulty ** -WRONG.hard * ((stability + 1) ** WRONG.long - 1);
    return Math.min(
      lost * Math.exp((1 - known) * WRONG.late),
      stability / Math.exp(TODAY.gain * TODAY.shift),
    );
  }
  const gain = Math.exp(RIGHT.gain) * (11 - difficulty) * stability ** -RIGHT.fade;
  return (
    stability * (1 + gain * (Math.exp((1 - known) * RIGHT.late) - 1) * (grade === HARD ? RIGHT.hard : 1))
  );
}

const firstDifficulty = (grade: number): number =>
  DIFFICULTY.first - Math.exp(DIFFICULTY.spread * (grade - 1)) + 1;

/** Moved the less the harder it is, and drawn a little to that of an easy answer. */
function moved(before: number, grade: Grade): number {
  const next = before - (DIFFICULTY.step * (grade - GOOD) * (10 - before)) / 9;
  return within(DIFFICULTY.back * firstDifficulty(EASY) + (1 - DIFFICULTY.back) * next);
}

const within = (difficulty: number): number => Math.min(Math.max(difficulty, 1), 10);
