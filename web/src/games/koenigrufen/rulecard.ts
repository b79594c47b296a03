/** The rule card of Königrufen. */
import { language } from "../../text/language.svelte.ts";
import type { Words } from "../../text/text.ts";
import { optionIn } from "../../rules/options.ts";
import { plainRow, type CardRow, type CardSection } from "../../rules/rulecard.ts";
import { differs, exists, type Row, type RuleSet } from "../../rules/rules.svelte.ts";

/** By who plays with whom, then the bonuses and what is charged unannounced. */
export function ruleSections(rules: RuleSet, base: RuleSet | undefined, words: Words): CardSection[] {
  const all = Object.entries(rules.sections["contract"] ?? {}).filter(([, row]) => exists(row, rules));
  const of = (test: (row: Row) => boolean): CardRow[] =>
    all.filter(([, row]) => test(row)).map(([name, row]) => game(name, row, base, words));
  const negative = (row: Row): boolean => row["kind"] === "negative" || row["kind"] === "trischaken";
  const sections: CardSection[] = [
    {
      title: words.web("kr.games_with_partner"),
      note: "",
      rows: of((row) => row["side"] === "called"),
      clauses: [],
    },
    {
      title: words.web("kr.games_alone"),
      note: "",
      rows: of((row) => row["side"] !== "called" && !negative(row)),
      clauses: [],
    },
    { title: words.web("kr.games_negative"), note: "", rows: of(negative), clauses: [] },
  ];
  const bonuses = Object.entries(rules.sections["bonus"] ?? {});
  const rows = bonuses.map(([name, row]) =>
    bonus(name, row, base, words, name === "valat" ? valat(rules) : undefined),
  );
  sections.push({
    title: words.web("kr.bonuses"),
    note: words.web("kr.silent_announced"),
    rows,
    clauses: [],
  });
  const charges = Object.entries(rules.sections["charge"] ?? {}).flatMap(
    ([name, row]) => plainRow("charge", name, row, base, words) ?? [],
  );
  if (charges.length)
    sections.push({ title: words.say("cli", "section.charge"), note: "", rows: charges, clauses: [] });
  return sections;
}

function game(name: string, row: Row, base: RuleSet | undefined, words: Words): CardRow {
  const theirs = base?.sections["contract"]?.[name];
  const bird = row["needs"] === "bird" ? ` + ${words.web("kr.bird")}` : "";
  const bid =
    typeof row["bid"] === "string" && row["bid"] !== "any"
      ? language.option("row", `bid.${row["bid"]}`, "koenigrufen")
      : "";
  const lost = row["lost"] ? words.web("kr.lost_n", { n: String(row["lost"]) }) : "";
  return {
    name: words.word(name),
    note: [row["bid"] === "afterwards" ? words.web("forehand") : (bid ?? ""), lost]
      .filter(Boolean)
      .join(", "),
    value: `${String(row["value"])}${bird}`,
    clause: String(row["clause"]),
    differs: !!base && differs(row, theirs, ["value", "lost"]),
    fresh: !!base && !theirs,
  };
}

/** A Valat that multiplies the game, or counts instead of it: `×4/×8`, `12/24 · 24/48`. */
function valat(rules: RuleSet): string | undefined {
  const instead = Object.values(rules.sections["contract"] ?? {})
    .map((row) => row["valat"])
    .filter(Array.isArray);
  if (instead.length) return [...new Set(instead.map((pair) => pair.join("/")))].join(" · ");
  const row = rules.sections["bonus"]?.["valat"];
  const multiplies = optionIn(rules, "valat") === "multiplies";
  return multiplies && row ? `×${String(row["silent"])}/×${String(row["announced"])}` : undefined;
}

function bonus(name: string, row: Row, base: RuleSet | undefined, words: Words, worth?: string): CardRow {
  const theirs = base?.sections["bonus"]?.[name];
  const silent = row["silent"] === 0 ? "–" : String(row["silent"]);
  return {
    name: words.word(name),
    note: "",
    value: worth ?? `${silent}/${String(row["announced"])}`,
    clause: String(row["clause"]),
    differs: !!base && differs(row, theirs, ["silent", "announced"]),
    fresh: !!base && !theirs,
  };
}
