/** What the laws have to say of a deal, before it is put into sentences. */
import type { Mark, Saying, Seen, Stake, Summary } from "../wire.ts";

/** Before the first deal there is nothing to say. */
export const NOTHING: Summary = {
  heading: { code: "phase", about: {}, clause: "", tone: "" },
  status: [],
  stakes: [],
  offers: [],
  notes: [],
  board: [],
  marks: [],
  tricks: 0,
  parties: [],
  result: null,
};

/** How each act is told; the second mark of an act is for the second time it is done. */
export function marked(seen: readonly Seen[], marks: readonly Mark[]): Mark[] {
  const left = [...marks];
  return seen.map(({ verb, args }) => {
    const act = [verb, ...args].join(" ");
    const at = left.findIndex((mark) => mark.act === act);
    return (at < 0 ? undefined : left.splice(at, 1)[0]) ?? { act, code: verb, clause: "", times: 0 };
  });
}

/** The forms of a sentence, the fittest first: for who is meant, for an onlooker, of one person alone, for all;
    each of them first for the number one. */
export function formsOf({ code, about }: Saying, me: number | null, brief: boolean): string[] {
  const meant = Object.entries(about).flatMap(([name, [kind, value]]) =>
    kind === "seats" && value.length === 1 && value[0] === me ? [`.${name}`] : [],
  );
  const { who, n } = about;
  const alone = who?.[0] === "seats" && who[1].length === 1;
  const one = n?.[0] === "number" && n[1] === 1;
  const persons = [...meant, ...(me === null ? [".aside"] : []), ...(alone ? [".alone"] : []), ""];
  const forms = persons.flatMap((form) => (one ? [`${form}.one`, form] : [form]));
  return [...(brief ? forms.map((form) => `${code}.brief${form}`) : []), ...forms.map((form) => code + form)];
}

/** What a stake comes to: `3`, `2 × 4`, `× 2`. */
export const priceOf = ({ value, times }: Stake): string =>
  [value === null ? "" : String(value), times > 1 ? `× ${String(times)}` : ""].filter(Boolean).join(" ");

/** What a stake makes of the game in one number: `8`, `×4`. */
export const totalOf = ({ value, times }: Stake): string =>
  value === null ? `×${String(times)}` : String(value * times);

/** Card points as they are counted: points and odd cards. */
export const cardPoints = (thirds: number): string =>
  thirds % 3 ? `${String(Math.floor(thirds / 3))}/${String(thirds % 3)}` : String(thirds / 3);
