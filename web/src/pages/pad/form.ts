/** The form of a told deal as the laws send it, walked without a network. No rules: conditions are plain data. */
import type { Words } from "../../text/text.ts";
import type { FieldShown, WhenShown } from "../../wire.ts";

export type Facts = Record<string, unknown>;

const isFacts = (value: unknown): value is Facts =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Several objects that are told under a key. */
export const listAt = (facts: Facts, key: string): Facts[] => {
  const found = at(facts, key);
  return Array.isArray(found) ? found.filter(isFacts) : [];
};

/** An object that is told under a key. */
export const mapAt = (facts: Facts, key: string): Facts => {
  const found = at(facts, key);
  return isFacts(found) ? found : {};
};

/** What is told under a dotted key; null for nothing: a missing key, false, an empty word, list or object. */
export function at(facts: unknown, key: string): unknown {
  let value: unknown = facts;
  for (const part of key.split(".")) value = isFacts(value) ? value[part] : undefined;
  const empty =
    value === undefined ||
    value === false ||
    value === "" ||
    (Array.isArray(value) && !value.length) ||
    (isFacts(value) && !Object.keys(value).length);
  return empty ? null : value;
}

/** The facts with something told under a dotted key; nothing takes it away. */
export function put(facts: Facts, key: string, value: unknown): Facts {
  const [first = "", ...rest] = key.split(".");
  const inner = rest.length ? put(mapAt(facts, first), rest.join("."), value) : value;
  const { [first]: _, ...others } = facts;
  return inner === undefined ? others : { ...others, [first]: inner };
}

/** Whether a condition holds; of a list (`said[].item`) for any of its objects. */
export function holds(when: WhenShown, facts: Facts): boolean {
  const [outer = "", inner] = when.key.split("[].");
  if (inner === undefined) return when.among.includes(at(facts, outer) as never);
  return listAt(facts, outer).some((one) => when.among.includes(at(one, inner) as never));
}

/** The fields that are there once so much is told. */
export const standing = (form: readonly FieldShown[], facts: Facts): FieldShown[] =>
  form.filter((field) => field.when.every((when) => holds(when, facts)));

/** What belongs to the deal as it is told: of another game something may be left over. */
export function told(form: readonly FieldShown[], facts: Facts): Facts {
  let found = facts;
  for (const key of new Set(form.map((field) => field.key))) {
    const field = standing(form, found).find((one) => one.key === key);
    found = put(found, key, field ? fitting(field, found) : undefined);
  }
  return found;
}

/** Of a value what its field knows; undefined for nothing. */
function fitting(field: FieldShown, facts: Facts): unknown {
  const value = at(facts, field.key);
  if (value === null) return undefined;
  if (field.kind === "choice") return field.choices.includes(String(value)) ? value : undefined;
  if (field.kind === "sides") {
    const said = listAt(facts, "announcements").map((one) => one["item"]);
    const known = Object.entries(mapAt(facts, field.key));
    return Object.fromEntries(known.filter(([item]) => field.choices.includes(item) || said.includes(item)));
  }
  if (!field.fields.length) return value;
  const rows = listAt(facts, field.key).map((one) => told(field.fields, one));
  return field.kind === "said" ? rows.filter((one) => at(one, "item") !== null) : rows;
}

/** Whether something that has to be told is not. */
export function isMissing(form: readonly FieldShown[], facts: Facts): boolean {
  return standing(form, facts).some((field) => {
    if (field.fields.length && listAt(facts, field.key).some((one) => isMissing(field.fields, one)))
      return true;
    const value = at(facts, field.key);
    const instead = field.instead !== "" && at(facts, field.instead) !== null;
    return field.required && !instead && (Array.isArray(value) ? value.includes(null) : value === null);
  });
}

/** What a field is called; one key may be asked in two ways. */
export const labelOf = (field: FieldShown, words: Words): string =>
  words.find("field", `${field.key}.${field.kind}`) ?? words.say("field", field.key);

/** Every Kontra of a deal in words: of the game, by seat, and of what was announced. */
export function kontrasOf(form: readonly FieldShown[], facts: Facts, names: string[], words: Words): string {
  return standing(form, facts)
    .flatMap((field): [string, unknown][] => {
      if (field.kind === "level") return [["", at(facts, field.key)]];
      if (field.kind === "levels")
        return Object.entries(mapAt(facts, field.key)).map(([seat, n]) => [names[Number(seat)] ?? "", n]);
      if (field.kind !== "said") return [];
      return listAt(facts, field.key).map((one) => [words.word(String(one["item"])), one["kontra"]]);
    })
    .filter(([, n]) => Number(n) > 0)
    .map(([what, n]) => `${what && `${what}: `}${words.word(`level.${String(n)}`)}`)
    .join(", ");
}

/** What was played, in a word, and by whom: the first thing chosen, and everybody who is named for it. */
export function titleOf(
  form: readonly FieldShown[],
  facts: Facts,
  words: Words,
): { name: string; seats: number[] } {
  const there = standing(form, facts);
  const chosen = there.find((field) => field.kind === "choice");
  const player = there.find((field) => field.kind === "seat" && field.asked === "always");
  const name = chosen ? at(facts, chosen.key) : null;
  const seats = [
    player ? at(facts, player.key) : null,
    ...there
      .filter((field) => field.kind === "joined")
      .flatMap((field) => listAt(facts, field.key))
      .map((one) => one["seat"]),
  ];
  return {
    name: typeof name === "string" ? words.word(name) : "",
    seats: seats.filter((seat) => typeof seat === "number"),
  };
}
