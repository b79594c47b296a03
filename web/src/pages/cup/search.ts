/** People found by any part of a name, without regard to accents, or by their number. */

export const plain = (text: string): string =>
  text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/ß/g, "ss");

export function found<P extends { number: number; name: string }>(people: P[], search: string): P[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  if (!words.length) return people;
  if (words.length === 1 && /^\d+$/.test(words[0] ?? ""))
    return people.filter(({ number }) => String(number) === words[0]);
  return people.filter(({ name }) => words.every((word) => plain(name).includes(word)));
}
