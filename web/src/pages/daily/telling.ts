/** A result in words: no grid and no spoiler, so that it can be read aloud and passed on. */
import { bookShort } from "../../rules/booktext.ts";
import { language } from "../../text/language.svelte.ts";
import { say } from "../learn/telling.ts";
import { value } from "../../text/text.ts";
import type { DailyField, DailyOutcome } from "../../wire.ts";
import type { Try } from "./tries.ts";

/** A day as people write it: 18.11.2026. */
export const dayText = (day: string): string =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString(language.words.lang === "de" ? "de-AT" : "en-GB", {
    day: "numeric",
    month: "numeric",
    year: "numeric",
    timeZone: "UTC",
  });

/** To one place, halves away from zero. */
const rounded = (n: number): number => (Math.sign(n) * Math.round(10 * Math.abs(n))) / 10;

/** A number with one place behind the comma, if it has any. */
export const number = (n: number): string =>
  Math.abs(rounded(n)).toLocaleString(language.words.lang, { maximumFractionDigits: 1 });

export function signed(exact: number): string {
  const n = rounded(exact);
  const sign = n > 0 ? "+" : "−";
  return n ? `${sign}${number(n)}` : "0";
}

export const bookText = (game: string, rules: string): string =>
  `${language.words.gameName(game)} ${bookShort(rules)}`;

/** The sentence that is passed on. */
export function shared({ hints }: Try, { day, game, rules, ahead, left }: DailyOutcome): string {
  return say(rounded(ahead) ? "daily.share" : "daily.share_even", {
    day: dayText(day),
    book: bookText(game, rules),
    ahead: signed(ahead),
    left: rounded(left) ? number(left) : say("daily.nothing"),
    hints: say(hints > 1 ? "daily.hints.n" : `daily.hints.${String(hints)}`, { n: hints }),
  });
}

/** What was played, for who wants to give it away. */
export function given({ rules, played }: DailyOutcome): string {
  return played ? say("daily.share_game", { game: language.words.of(rules).word(played) }) : "";
}

/** How a result stands among the others; `own` if it is one of those counted. */
export function compared(field: DailyField, points: number | string, own: boolean): string {
  const mine = value(points);
  const counted = (is: (other: number) => boolean): number =>
    field.points.filter(([other]) => is(value(other))).reduce((sum, [, n]) => sum + n, 0);
  const better = counted((other) => other > mine);
  const worse = counted((other) => other < mine);
  const equal = field.results - better - worse - Number(own);
  const n = better + equal + worse;
  if (!n) return say("daily.field_alone");
  if (n > 1) return say("daily.field_of", { n, better, equal, worse });
  if (better) return say("daily.field_one.better");
  return say(worse ? "daily.field_one.worse" : "daily.field_one.equal");
}
