/** Advice in words: what is to be done, what it brings, and why. */
import type { Words } from "../../text/text.ts";
import type { HintShown } from "../../wire.ts";
import type { Teller } from "../../text/teller.ts";

/** A number as the language writes it: `+1,2`, `−0.4`. */
export function written(number: string, words: Words): string {
  if (Number(number) === 0) return "0";
  const text = words.lang === "de" ? number.replace(".", ",") : number;
  return text.replace(/^-/, "−");
}

const NUMBER = /^[+-]?\d+\.\d+$/;

/** The act in a few words, what speaks for it, and the sentence of what was counted. */
export function hintText(hint: HintShown, teller: Teller): { what: string; because: string; why: string } {
  const { words } = teller;
  const { seat, verb, args } = hint.act;
  const about = Object.fromEntries(
    Object.entries(hint.about).map(([key, value]) => [
      key,
      NUMBER.test(value) ? written(value, words) : value,
    ]),
  );
  const said = teller.what({ seat, verb, args });
  const what = [words.verb(verb), said].filter(Boolean).join(args.length ? ": " : " ");
  const grounds = teller.line(hint.grounds);
  const because = grounds && grounds.charAt(0).toUpperCase() + grounds.slice(1);
  return { what, because, why: words.say("hint", hint.code, about) };
}

/** What an act brings on average, and how far it may go astray; nothing where nobody counted. */
export function figures(hint: HintShown, words: Words): { mean: string; spread: string } | null {
  if (hint.mean === null || hint.spread === null) return null;
  const sign = hint.mean > 0 ? "+" : "";
  return {
    mean: written(sign + hint.mean.toFixed(1), words),
    spread: written(hint.spread.toFixed(1), words),
  };
}
