/** Announcements and Kontras as they are offered: names, values, levels. */
import type { Words } from "../../text/text.ts";
import type { KoenigrufenView } from "../../wire.ts";
import { optionIn } from "../../rules/options.ts";
import type { RuleSet } from "../../rules/rules.svelte.ts";
import type { Teller } from "../../text/teller.ts";

export interface Item {
  word: string;
  name: string;
  value: string;
}

export interface Target {
  word: string;
  name: string;
  note: string;
  level: string;
  factor: number;
}

/** A bonus and what it is worth when announced. */
export function itemOf(word: string, view: KoenigrufenView, rules: RuleSet | undefined, words: Words): Item {
  return {
    word,
    name: words.word(word),
    value: rules?.sections["bonus"]?.[word] ? worthOf(word, view, rules).text : "",
  };
}

/** What an announced Valat makes of the game where it is no bonus beside it: `×8`, `24`. */
export function valatOf(contract: string, rules: RuleSet): string | undefined {
  const game = rules.sections["contract"]?.[contract];
  const instead = game?.["valat"];
  if (Array.isArray(instead)) return String(instead[1]);
  if (optionIn(rules, "valat") !== "multiplies") return undefined;
  const scale = optionIn(rules, "solo_valat_double") === true ? Number(game?.["scale"] ?? 1) : 1;
  return `×${String(Number(rules.sections["bonus"]?.["valat"]?.["announced"] ?? 0) * scale)}`;
}

/** Something that can be doubled: whose it is, what it is worth before and after. */
export function kontraOf(
  word: string,
  view: KoenigrufenView,
  rules: RuleSet | undefined,
  teller: Teller,
): Target {
  const { words } = teller;
  const givers = giversOf(word, view);
  const level = givers.length + 1;
  const owner = ownerOf(word, view);
  const worth = worthOf(word, view, rules).points;
  const was = worth * 2 ** givers.length;
  const price = worth ? ` · ${String(was)} → ${String(was * 2)}` : "";
  return {
    word,
    name: word === "game" ? words.word(view.contract) : teller.face.token(teller, "kontra", word),
    note:
      owner === null
        ? price.replace(" · ", "")
        : `${owner === teller.me ? words.web("kr.of_you") : words.web("kr.of", { who: teller.name(owner) })}${price}`,
    level: words.word(`level.${String(level)}`),
    factor: 2 ** level,
  };
}

function giversOf(word: string, view: KoenigrufenView): number[] {
  if (word === "game") return view.kontra;
  for (const [declarer, opponent, givers] of view.kontra_pairs)
    if (word === `game:${String(declarer)}:${String(opponent)}`) return givers;
  return view.announced.find(([item]) => item === word)?.[2] ?? [];
}

function ownerOf(word: string, view: KoenigrufenView): number | null {
  if (word === "game") return view.declarers[0]?.[0] ?? null;
  return view.announced.find(([item]) => item === word)?.[1] ?? null;
}

/** What a game or an announced bonus is worth, as it is told and in points. */
function worthOf(
  word: string,
  view: KoenigrufenView,
  rules: RuleSet | undefined,
): { text: string; points: number } {
  const game = rules?.sections["contract"]?.[view.contract];
  const plain = Number(game?.["value"] ?? 0);
  if (word.startsWith("game")) return { text: String(plain), points: plain };
  const valat = word === "valat" && rules ? valatOf(view.contract, rules) : undefined;
  if (valat !== undefined)
    return { text: valat, points: valat.startsWith("×") ? plain * Number(valat.slice(1)) : Number(valat) };
  const points = Number(rules?.sections["bonus"]?.[word]?.["announced"] ?? 0) * Number(game?.["scale"] ?? 1);
  return { text: String(points), points };
}
