/** Announcements and Kontras as they are offered: names, values, levels. */
import type { Words } from "../text.ts";
import type { KoenigrufenView } from "../wire.ts";
import type { RuleSet } from "./rules.svelte.ts";
import type { Teller } from "./teller.ts";

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
  const row = rules?.sections["bonus"]?.[word];
  const scale = Number(rules?.sections["contract"]?.[view.contract]?.["scale"] ?? 1);
  const value = typeof row?.["announced"] === "number" ? String(row["announced"] * scale) : "";
  return { word, name: words.word(word), value };
}

/** Something that can be doubled: whose it is, what it is worth before and after. */
export function kontraOf(word: string, view: KoenigrufenView, rules: RuleSet | undefined, teller: Teller): Target {
  const { words } = teller;
  const givers = giversOf(word, view);
  const level = givers.length + 1;
  const owner = ownerOf(word, view);
  const worth = worthOf(word, view, rules);
  const was = worth * 2 ** givers.length;
  const price = worth ? ` · ${String(was)} → ${String(was * 2)}` : "";
  return {
    word,
    name: word === "game" ? words.word(view.contract) : teller.face.token(teller, "kontra", word),
    note: owner === null ? price.replace(" · ", "") : `${words.web("kr.of", { who: teller.who(owner) })}${price}`,
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

function worthOf(word: string, view: KoenigrufenView, rules: RuleSet | undefined): number {
  const game = rules?.sections["contract"]?.[view.contract];
  if (word.startsWith("game")) return Number(game?.["value"] ?? 0);
  return Number(rules?.sections["bonus"]?.[word]?.["announced"] ?? 0) * Number(game?.["scale"] ?? 1);
}
