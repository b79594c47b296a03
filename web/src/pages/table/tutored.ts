/** The tutor's figures in sentences. */
import { language } from "../../text/language.svelte.ts";
import type { Words } from "../../text/text.ts";
import type { HintShown, Weighed } from "../../wire.ts";
import { written } from "./hints.ts";

/** The better act as a hint, by which it is told. */
export function hintOf({ better, grounds }: Weighed): HintShown | null {
  return better && { act: better, mean: null, spread: null, code: "book", about: {}, grounds };
}

/** What it costs, and in how many layouts; a share that is the same for both acts says nothing. */
export function evidence({ loss, error, shares }: Weighed, words: Words): string[] {
  const say = (code: string, about: Record<string, string | number> = {}): string =>
    language.words.say("learn", code, about);
  const share = (code: string): number | undefined => shares.find((one) => one.code === code)?.layouts;
  const of = shares[0]?.of ?? 0;
  const [done, better, more] = [share("plus_done"), share("plus_better"), share("more")];
  const figure = (n: number): string => written(n.toFixed(1), words);
  return [
    say("tutor.loss", { loss: figure(loss), error: figure(error) }),
    more !== undefined ? say("tutor.more", { n: more, of }) : "",
    done !== undefined && better !== undefined && done < better
      ? say("tutor.plus", { done, better, of })
      : "",
  ].filter(Boolean);
}
