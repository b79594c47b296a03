/** What a player can choose for himself, and how what was kept is read again. */
import type { Lang } from "../text/text.ts";

/** What a bot is called on the wire. */
export interface BotName {
  kind: string;
  style: string;
}

export interface Choices {
  lang: Lang;
  name: string;
  theme: "auto" | "light" | "dark";
  contrast: boolean;
  colours: "four" | "two";
  index: "auto" | "de" | "en";
  large: boolean;
  sound: boolean;
  volume: number;
  motion: "auto" | "off";
  rest: number; // how long a full trick lies, in ms; 0: until a tap
  tap: "auto" | "once" | "twice";
  order: string;
  germanOrder: string;
  say: "all" | "tricks" | "turn";
  side: boolean;
  notify: boolean;
  cut: "auto" | "done" | "own"; // cutting and packets: done for one at practice tables, always, never
  tutor: "off" | "after" | "before"; // where hints are allowed: acts are weighed, and bad ones told
  vibrate: boolean;
  awake: boolean; // the screen stays on while cards are played
  streak: boolean; // days in a row with a daily deal are told
  pace: "calm" | "brisk"; // of the bots at the tables one opens
  bot: BotName; // the bot that was seated last
}

const ONE_OF: Partial<Record<keyof Choices, readonly string[]>> = {
  lang: ["de", "en"],
  theme: ["auto", "light", "dark"],
  colours: ["four", "two"],
  index: ["auto", "de", "en"],
  motion: ["auto", "off"],
  tap: ["auto", "once", "twice"],
  say: ["all", "tricks", "turn"],
  cut: ["auto", "done", "own"],
  tutor: ["off", "after", "before"],
  pace: ["calm", "brisk"],
};
const KINDS = ["heuristic", "flat", "search", "learnt", "random"];
const LONGEST_NAME = 24;

const letters = (order: string): string => [...order].sort().join("");

/** Whether something that was kept can be this choice. */
function fits(key: keyof Choices, found: unknown, first: Choices): boolean {
  if (typeof found !== typeof first[key] || found === null) return false;
  const allowed = ONE_OF[key];
  if (allowed) return allowed.includes(found as string);
  if (typeof found === "number")
    return Number.isFinite(found) && found >= 0 && (key !== "volume" || found <= 1);
  if (key === "name") return Array.from(found as string).length <= LONGEST_NAME;
  if (key === "order" || key === "germanOrder") return letters(found as string) === letters(first[key]);
  if (key === "bot")
    return KINDS.includes((found as BotName).kind) && typeof (found as BotName).style === "string";
  return true;
}

/** The choices that were kept; a value left there by another version that nobody can choose is as at first. */
export function chosen(kept: unknown, first: Choices): Choices {
  const found = typeof kept === "object" && kept !== null ? (kept as Record<string, unknown>) : {};
  const keys = (Object.keys(first) as (keyof Choices)[]).filter((key) => fits(key, found[key], first));
  return { ...first, ...Object.fromEntries(keys.map((key) => [key, found[key]])) };
}
