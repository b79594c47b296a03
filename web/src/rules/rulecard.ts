/** A rule set laid out as a card: sections of rows, and the clauses worth reading aloud. */
import type { Words } from "../text/text.ts";
import { language } from "../text/language.svelte.ts";
import { optionIn } from "./options.ts";
import { differs, exists, type Row, type RuleSet } from "./rules.svelte.ts";

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

const OTHER: Record<string, string[]> = {
  lhombre: ["M-6", "M-10", "M-11", "M-14", "L-4.3", "L-7.1"],
  perlaggen: ["P90-6", "P90-8", "P90-10", "P90-13", "P90-16", "P90-22", "P90-29"],
};

export function cardOf(rules: RuleSet, base: RuleSet | undefined, words: Words): CardSection[] {
  const sections = rules.game === "koenigrufen" ? games(rules, base, words) : plain(rules, base, words);
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
  const others = OTHER[rules.game];
  if (others) cited.push({ title: words.web("card.besides"), note: "", rows: [], clauses: others });
  return cited;
}

// Königrufen: by who plays with whom

function games(rules: RuleSet, base: RuleSet | undefined, words: Words): CardSection[] {
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
  const charges = Object.entries(rules.sections["charge"] ?? {}).map(([name, row]) =>
    other("charge", name, row, base, words),
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

// Any other game: section by section

const SKIPPED = new Set(["contract", "agreed", "ruling"]);

function plain(rules: RuleSet, base: RuleSet | undefined, words: Words): CardSection[] {
  return Object.entries(rules.sections)
    .filter(([section]) => !SKIPPED.has(section))
    .map(([section, rows]) => ({
      title: words.say("cli", `section.${section}`),
      note: "",
      rows: Object.entries(rows)
        .filter(([name]) => chosen(rules, section, name))
        .map(([name, row]) => other(section, name, row, base, words)),
      clauses: [],
    }));
}

/** Of the sets of Perlaggen only the one in use is shown. */
function chosen(rules: RuleSet, section: string, name: string): boolean {
  if (section !== "perlaggen") return true;
  return optionIn(rules, "perlagg_set") === name;
}

function other(section: string, name: string, row: Row, base: RuleSet | undefined, words: Words): CardRow {
  const theirs = base?.sections[section]?.[name];
  const value = row["value"] ?? row["points"] ?? row["numbers"] ?? row["order"] ?? "";
  const list = Array.isArray(value) ? value : [value];
  const text =
    section === "perlaggen" ? list.map((v) => words.word(String(v))).join(", ") : list.map(String).join(", ");
  return {
    name: language.option("row", `${section}.${name}`, words.game) ?? words.word(name),
    note: section === "perlaggen" ? text : "",
    value: section === "perlaggen" ? "" : text,
    clause: String(row["clause"] ?? ""),
    differs: !!theirs && differs(row, theirs),
    fresh: false,
  };
}
