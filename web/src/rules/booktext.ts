/** Names of rule sets, of their rows and options, as people read them. */
import { language } from "../text/language.svelte.ts";
import { GAMES } from "../games/index.ts";
import { rulebook, type Option, type RuleSet, type Value } from "./rules.svelte.ts";

/** The short name of a rule set: "Tirol", "Innsbruck 1890". */
export function bookShort(name: string): string {
  return language.words.find("web", `book.${name}`) ?? name.split("/").at(-1) ?? name;
}

export function bookName(rules: RuleSet): string {
  return rules.title[language.words.lang] ?? rules.name;
}

/** The name of a rule set beside others of its game: without the game's, after a comma or in brackets. */
export function bookOfGame(rules: RuleSet): string {
  const within = /^[^,(]+ \((.+)\)$/.exec(bookName(rules))?.[1];
  if (within) return capital(within);
  const [game, ...rest] = bookName(rules).split(", ");
  return rest.length ? capital(rest.join(", ")) : (game ?? rules.name);
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The value of an option or of a row. */
export function valueText(value: unknown, context: string, game: string): string {
  const words = language.words.of(game);
  if (typeof value === "boolean") return words.web(value ? "yes" : "no");
  if (Array.isArray(value)) return value.map((one) => valueText(one, context, game)).join(", ");
  if (typeof value === "string") return words.word(value, context);
  return typeof value === "number" ? String(value) : "–";
}

/** What an option is about, in a sentence. */
export function optionText(option: Option, game: string): string {
  return language.option("option", option.name, game) ?? option.name;
}

/** The games one can choose from, by their short names: those with a face, then all others the server knows. */
export const gameChoices = (): [string, string][] =>
  [...new Set([...GAMES, ...rulebook.games()])].map((game) => [game, language.words.gameName(game, true)]);

/** Whether a preset is switched on: all it sets is as it says. */
export function presetOn(options: Record<string, Value>, sets: Record<string, Value>): boolean {
  return Object.entries(sets).every(([name, value]) => options[name] === value);
}
