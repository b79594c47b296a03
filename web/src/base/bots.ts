/** Bots as a person chooses them: how strongly they play, and in which style. */
import type { SeatShown } from "../wire.ts";
import type { BotName } from "../settings/choices.ts";
import { language } from "../text/language.svelte.ts";

export const STRENGTHS = [
  "heuristic",
  "flat",
  "search:quick",
  "search:normal",
  "search:strong",
  "learnt",
  "random",
] as const;
export const STYLES = ["cautious", "even", "bold", "sociable"] as const;

/** Whether a kind of bot thinks; only then it has a style. */
export const thinks = (kind: string): boolean => kind === "flat" || kind === "search";

/** The one of the strengths a bot has. */
export function strengthOf({ kind, style }: BotName): string {
  if (kind !== "search") return kind;
  const words = style.split(":");
  return `search:${words.find((word) => word === "quick" || word === "strong") ?? "normal"}`;
}

export function styleOf({ style }: BotName): string {
  return STYLES.find((word) => style.split(":").includes(word)) ?? "even";
}

/** The bot of a strength and a style. */
export function botOf(strength: string, style: string): BotName {
  const [kind = "heuristic", level] = strength.split(":");
  return { kind, style: thinks(kind) ? [level, style].filter(Boolean).join(":") : "" };
}

const botAt = (seat: SeatShown): BotName => ({ kind: seat.bot, style: seat.style });

/** A bot in words: "rechnet stark, kühn"; briefly "stark, kühn". */
export function botText(seat: SeatShown, brief = false): string {
  if (!seat.bot) return "";
  const bot = botAt(seat);
  const style = styleOf(bot);
  const { words } = language;
  const strength = words.web(`${brief ? "botshort" : "bot"}.${strengthOf(bot)}`);
  return thinks(seat.bot) && style !== "even" ? `${strength}, ${words.web(`botstyle.${style}`)}` : strength;
}
