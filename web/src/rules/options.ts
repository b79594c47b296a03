/** The switches of a rule set, read by name. */
import type { RuleSet, Value } from "./rules.svelte.ts";

/** How an option stands; nothing where the rules do not know it, or are not there yet. */
export const optionIn = (rules: Pick<RuleSet, "options"> | undefined, name: string): Value | undefined =>
  rules?.options.find((option) => option.name === name)?.value;
