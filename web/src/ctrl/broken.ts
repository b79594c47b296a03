/** What is wrong with a record, as far as the server's own words tell it. */

const KNOWN: [RegExp, string][] = [
  [/^expected a record, beginning with/, "replay_why.none"],
  [/^act \d+ /, "replay_why.act"],
  [/a card stands there twice/, "replay_why.twice"],
  [/no such rule set/, "replay_why.rules"],
  [/\bseats\b/, "replay_why.seats"],
  [/; the acts give /, "replay_why.points"],
];

/** The code of the sentence that leads to the server's detail. */
export const whyBroken = (problem: string): string => KNOWN.find(([words]) => words.test(problem))?.[1] ?? "replay_broken";
