/** Terms of the glossary by what somebody calls them. */
import type { Term } from "../../wire.ts";

/** Lower case without accents: "kuenig" is not found, "konig" is. */
const plain = (text: string): string =>
  text.normalize("NFD").replace(/\p{M}/gu, "").replace(/ß/g, "ss").toLowerCase();

/** The terms of a game that have all searched words, in the order of the language; names before meanings. */
export function matching(terms: readonly Term[], search: string, game: string, lang: string): Term[] {
  const wanted = plain(search).split(/\s+/).filter(Boolean);
  const has = (texts: readonly string[]): boolean => {
    const whole = plain(texts.join(" "));
    return wanted.every((word) => whole.includes(word));
  };
  const names = ({ word, also }: Term): string[] => [...Object.values(word), ...Object.keys(also)];
  return terms
    .filter((one) => game === "" || one.games.includes(game))
    .filter((one) => has([...names(one), ...Object.values(one.means)]))
    .sort(
      (a, b) =>
        Number(has(names(b))) - Number(has(names(a))) ||
        (a.word[lang] ?? "").localeCompare(b.word[lang] ?? "", lang),
    );
}
