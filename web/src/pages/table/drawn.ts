/** The draw for the first deal: who drew what, and what it came to. */
import type { Picture } from "../../wire.ts";
import type { Words } from "../../text/text.ts";
import type { RuleSet } from "../../rules/rules.svelte.ts";

/** Who drew which card, each time it was drawn. */
export function draws(picture: Picture | null, words: Words): { who: string; card: string }[][] {
  return (picture?.drawn ?? []).map((once) =>
    once.map(({ seat, card }) => ({ who: picture?.seats[seat]?.name ?? "", card: words.card(card) })),
  );
}

/** The clause by which it is drawn; nothing where the rules only say that there is a lot. */
export function clauseOf(rules: RuleSet | undefined): string {
  const drawn = (name: string, value?: string): string =>
    rules?.options.find((option) => option.name === name && (!value || option.value === value))?.clause ?? "";
  return drawn("first_card") || drawn("parties", "drawn");
}

/** Who plays together, where the draw makes parties; else nothing. */
export function parties(picture: Picture | null, words: Words): string {
  const names = picture?.seats.map((seat) => seat.name) ?? [];
  if (!picture?.drawn.length || picture.rules.options["parties"] !== "drawn" || names.length !== 4) return "";
  const [a = "", b = "", c = "", d = ""] = names;
  return words.web("drawn_parties", { a, b, c, d });
}
