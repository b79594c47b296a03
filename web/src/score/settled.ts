/** A settlement as the page shows it: what each line is, how it is reckoned, who gets it. */
import { value, type Words } from "../text/text.ts";
import type { Factor, Line, Settlement } from "../wire.ts";
import type { Teller } from "../text/teller.ts";

export interface ShownLine {
  name: string;
  note: string;
  side: string;
  clauses: string[];
  value: number | string;
  kontra: string;
  other: string; // Radl, solo and whatever else multiplies
  amounts: number[]; // by seat
  each: string; // what one winner gets, where it is the same for all
  made: { who: string; cards: string[] }[]; // what it was made with, each name once
}

const isKontra = ({ name }: Factor): boolean => name.endsWith("kontra");

export const linesOf = (settlement: Settlement, teller: Teller): ShownLine[] =>
  settlement.lines.map((line) => lineOf(line, settlement, teller));

/** What a settlement writes on the sheet: by some rules plus points alone. */
export const writtenOf = (settlement: Settlement): number[] =>
  (settlement.written ?? settlement.points).map(value);

function lineOf(line: Line, { game, points }: Settlement, teller: Teller): ShownLine {
  const { words } = teller;
  const named = words.find("item", line.item) ?? words.word(line.item);
  const owner = line.owner === null ? "" : teller.name(line.owner);
  const kontras = line.factors.filter(isKontra);
  const others = line.factors.filter((f) => !isKontra(f));
  const amounts = amountsOf(line, points.length);
  return {
    name: line.item === "game" && game ? words.word(game) : named,
    note: [owner, line.note && words.say("note", line.note)].filter(Boolean).join(", "),
    side: teller.side(line),
    clauses: [...new Set([line.clause, ...line.factors.map((f) => f.clause)])].filter(Boolean),
    value: line.value,
    kontra: kontras.length ? times(kontras, words) : "–",
    other: others.map((f) => `${times([f], words)} ${words.say("item", f.name)}`).join(" ") || "–",
    amounts,
    each: eachOf(amounts, teller),
    made: madeOf(line, teller),
  };
}

/** What factors multiply to; where they count otherwise for the money, both. */
function times(factors: readonly Factor[], words: Words): string {
  const points = factors.reduce((product, f) => product * f.times, 1);
  const money = factors.reduce((product, f) => product * (f.money ?? f.times), 1);
  if (money === points) return `×${String(points)}`;
  return [points > 1 ? `×${String(points)}` : "", `${words.web("money")} ×${String(money)}`]
    .filter(Boolean)
    .join(", ");
}

/** Whether the money is not what the points say. */
export const isApart = ({ points, money }: Settlement): boolean =>
  money.some((m, seat) => value(m) !== value(points[seat] ?? 0));

function madeOf(line: Line, teller: Teller): ShownLine["made"] {
  const seats = [...new Set(line.cards.map(([seat]) => seat))];
  return seats.map((seat) => ({
    who: teller.name(seat),
    cards: line.cards.filter(([s]) => s === seat).map(([, card]) => card),
  }));
}

/** What each seat gets or pays in a line. */
export function amountsOf(line: Line, seats: number): number[] {
  const sums = Array.from({ length: seats }, () => 0);
  for (const [payer, payee, amount] of line.points) {
    sums[payer] = (sums[payer] ?? 0) - value(amount);
    sums[payee] = (sums[payee] ?? 0) + value(amount);
  }
  return sums;
}

function eachOf(amounts: number[], teller: Teller): string {
  const won = [...new Set(amounts.filter((n) => n > 0))];
  return won.length === 1 ? teller.words.signed(rounded(won[0] ?? 0)) : "";
}

const rounded = (n: number): number => Math.round(n * 100) / 100;

/** The check that everything sums to zero: `+16 +16 −16 −16 = 0`. */
export function checksum(points: (number | string)[], teller: Teller): { text: string; right: boolean } {
  const sum = points.reduce<number>((all, n) => all + value(n), 0);
  return {
    text: `${points.map((n) => teller.words.signed(n)).join(" ")} = ${String(rounded(sum))}`,
    right: Math.abs(sum) < 1e-9,
  };
}
