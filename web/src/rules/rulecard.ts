/** A rule set laid out as a card: sections of rows, and the clauses worth reading aloud. */
import type { Words } from "../text/text.ts";
import { language } from "../text/language.svelte.ts";
import { faceOf } from "../games/index.ts";
import { differs, type Row, type RuleSet } from "./rules.svelte.ts";

export interface CardRow {
  name: string;
  note: string;
  value: string;
  clause: string;
  differs: boolean;
  fresh: boolean; // the other rule set has no such row
}

export interface CardSection {
  title: string;
  note: string;
  rows: CardRow[];
  clauses: string[];
}

/** The topics of the laws that stand on the card in words. */
const TOPICS: [string, string[]][] = [
  ["card.cards", ["follow_suit", "tarock_duty", "pagat_last", "keep_announced"]],
  ["card.kontra", ["kontra_levels", "kontra_side"]],
  ["card.renonce", ["renonce"]],
];

export function cardOf(rules: RuleSet, base: RuleSet | undefined, words: Words): CardSection[] {
  const sections = (faceOf(rules.game).parts.ruleSections ?? plainSections)(rules, base, words);
  return [...sections, ...inWords(rules, words)].filter((s) => s.rows.length || s.clauses.length);
}

function inWords(rules: RuleSet, words: Words): CardSection[] {
  const cited = TOPICS.map(([title, topics]) => {
    const found = topics.flatMap((topic) => rules.cites[topic] ?? []);
    return { title: words.web(title), note: "", rows: [], clauses: [...new Set(found)] };
  });
  const radl = rules.options.find((o) => o.name === "radl" && o.value === true);
  if (radl)
    cited.splice(2, 0, { title: words.say("item", "radl"), note: "", rows: [], clauses: [radl.clause] });
  const clauses = [...faceOf(rules.game).toRead];
  cited.push({ title: words.web("card.besides"), note: "", rows: [], clauses });
  return cited;
}

const SKIPPED = new Set(["contract", "agreed", "ruling"]);

/** Section by section, as the rule set has them; a row that `rowOf` leaves out is not shown. */
export function plainSections(
  rules: RuleSet,
  base: RuleSet | undefined,
  words: Words,
  rowOf: typeof plainRow = plainRow,
): CardSection[] {
  return Object.entries(rules.sections)
    .filter(([section]) => !SKIPPED.has(section))
    .map(([section, rows]) => ({
      title: words.say("cli", `section.${section}`),
      note: "",
      rows: Object.entries(rows).flatMap(([name, row]) => rowOf(section, name, row, base, words) ?? []),
      clauses: [],
    }));
}

/** What a row is worth, whatever it calls that. */
export function valuesOf(row: Row): string[] {
  const value = row["value"] ?? row["points"] ?? row["numbers"] ?? row["order"] ?? "";
  return (Array.isArray(value) ? value : [value]).map(String);
}

export function plainRow(
  section: string,
  name: string,
  row: Row,
  base: RuleSet | undefined,
  words: Words,
): CardRow | null {
  const theirs = base?.sections[section]?.[name];
  return {
    name: language.option("row", `${section}.${name}`, words.game) ?? words.word(name),
    note: "",
    value: valuesOf(row)
      .map((value) => words.word(value))
      .join(", "),
    clause: String(row["clause"] ?? ""),
    differs: !!theirs && differs(row, theirs),
    fresh: false,
  };
}
