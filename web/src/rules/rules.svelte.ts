/** The rule sets the server knows, and where two of them differ. */
import type { BookShown, OptionShown } from "../wire.ts";
import { dealWith } from "../cards/cards.ts";
import { faceOf } from "../games/index.ts";
import { get } from "../socket/api.ts";
import { optionIn } from "./options.ts";

export type Value = boolean | number | string;
export type Row = Record<string, Value | Value[]>;
export type Option = OptionShown;

/** A published rule set; its rows are plain values. */
export type RuleSet = Omit<BookShown, "sections"> & { sections: Record<string, Record<string, Row>> };

class Rules {
  all = $state.raw<RuleSet[]>([]);
  failed = $state(false);
  private asked = false;

  /** Fetch the rule sets, once. */
  async need(): Promise<void> {
    if (this.asked) return;
    this.asked = true;
    try {
      this.all = await get<RuleSet[]>("/api/rules");
      for (const rules of this.all) dealWith(rules.game, rules.pack);
      this.failed = false;
    } catch {
      this.failed = true;
      this.asked = false;
    }
  }

  of(name: string): RuleSet | undefined {
    return this.all.find((rules) => rules.name === name);
  }

  /** A rule set with a table's changes in it. */
  inForce(name: string, changes: Record<string, Value>): RuleSet | undefined {
    const rules = this.of(name);
    return rules && changed(rules, changes);
  }

  games(): string[] {
    return [...new Set(this.all.map((rules) => rules.game))];
  }

  ofGame(game: string): RuleSet[] {
    return this.all.filter((rules) => rules.game === game);
  }

  /** The rule set others of the same game are compared with. */
  base(rules: RuleSet): RuleSet | undefined {
    const others = this.ofGame(rules.game).filter((other) => other.name !== rules.name);
    return others.find((other) => other.name === faceOf(rules.game).compared) ?? others[0];
  }
}

export const rulebook = new Rules();

const SILENT = new Set(["clause", "values", "rank", "bonuses"]);

/** Whether a row differs from the row of the same name elsewhere, or is missing there. */
export function differs(row: Row, other: Row | undefined, keys?: string[]): boolean {
  if (!other) return true;
  const all = keys ?? [...new Set([...Object.keys(row), ...Object.keys(other)])];
  return all.some((key) => !SILENT.has(key) && JSON.stringify(row[key]) !== JSON.stringify(other[key]));
}

/** The same rules with some values set otherwise; a key is `option.radl` or `contract.rufer.value`. */
export function changed(rules: RuleSet, changes: Record<string, Value>): RuleSet {
  const options = rules.options.map((option) => ({
    ...option,
    value: changes[`option.${option.name}`] ?? option.value,
  }));
  const sections = structuredClone(rules.sections);
  for (const [key, value] of Object.entries(changes)) {
    const [section = "", row = "", name = ""] = key.split(".");
    const found = sections[section]?.[row];
    if (section !== "option" && found) found[name] = value;
  }
  for (const row of Object.values(sections["contract"] ?? {})) {
    const own = options.find((option) => option.name === row["value_option"]);
    if (own) row["value"] = own.value;
  }
  return { ...rules, options, sections };
}

/** A game that exists only with an option is not shown without it. */
export function exists(row: Row, rules: RuleSet): boolean {
  const needed = row["option"];
  return !needed || optionIn(rules, String(needed)) === true;
}
