/** The rule card of Perlaggen. */
import type { Words } from "../../text/text.ts";
import { optionIn } from "../../rules/options.ts";
import { plainRow, plainSections, valuesOf, type CardSection } from "../../rules/rulecard.ts";
import type { RuleSet } from "../../rules/rules.svelte.ts";

/** Of the sets of Perlaggen only the one in use is shown, by the names of its cards. */
export function ruleSections(rules: RuleSet, base: RuleSet | undefined, words: Words): CardSection[] {
  const used = optionIn(rules, "perlagg_set");
  return plainSections(rules, base, words, (section, name, row, ...about) => {
    const shown = plainRow(section, name, row, ...about);
    if (section !== "perlaggen" || !shown) return shown;
    const note = valuesOf(row).map((value) => words.word(value));
    return name === used ? { ...shown, note: note.join(", "), value: "" } : null;
  });
}
