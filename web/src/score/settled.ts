/** A settlement as the page shows it: what each line is, how it is reckoned, who gets it. */
import { isolated, value, type Words } from "../text/text.ts";
import type { Factor, Line, Reason, Settlement } from "../wire.ts";
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
  mine: number | null; // what the reader gets of it; null who only looks on
  why: string; // the reason in this very deal
  payers: string; // who pays, by name
  each: string; // what one winner gets, where it is the same for all
  made: { who: string; cards: string[] }[]; // what it was made with, each name once
}

const isKontra = ({ name }: Factor): boolean => name.endsWith("kontra");

/** Every line with its reason, then what pays nothing though somebody may ask for it. */
export function linesOf(
  settlement: Settlement,
  teller: Teller,
  reasons: readonly Reason[] = [],
): ShownLine[] {
  const lines = settlement.lines.map((line) => lineOf(line, settlement, teller, reasons));
  const paid = new Set(settlement.lines.map((line) => line.item));
  const idle = reasons.filter(({ item }) => item && item !== "game" && !paid.has(item));
  return [...lines, ...idle.filter(() => lines.length > 0).map((one) => idleLine(one, settlement, teller))];
}

/** The reason of a line: its own, else that of all lines. */
export function reasonOf(line: Line, reasons: readonly Reason[]): Reason | undefined {
  const fits = ({ owner }: Reason): boolean => line.owner === null || line.owner === owner;
  const own = reasons.find((one) => one.item === line.item && fits(one));
  return own ?? reasons.find((one) => one.item === "");
}

/** What a settlement writes on the sheet: by some rules plus points alone. */
export const writtenOf = (settlement: Settlement): number[] =>
  (settlement.written ?? settlement.points).map(value);

function idleLine(reason: Reason, { points }: Settlement, teller: Teller): ShownLine {
  const { words, me } = teller;
  return {
    name: words.find("item", reason.item) ?? words.word(reason.item),
    note: "",
    side: "",
    clauses: [...new Set(reason.said.map((one) => one.clause))].filter(Boolean),
    value: 0,
    kontra: "–",
    other: "–",
    amounts: points.map(() => 0),
    mine: me === null ? null : 0,
    why: counted(reason.said.map((one) => teller.said(one))),
    payers: "",
    each: "",
    made: [],
  };
}

function lineOf(
  line: Line,
  { game, points }: Settlement,
  teller: Teller,
  reasons: readonly Reason[],
): ShownLine {
  const { words, me } = teller;
  const reason = reasonOf(line, reasons)?.said ?? [];
  const named = words.find("item", line.item) ?? words.word(line.item);
  const owner = line.owner === null ? "" : teller.name(line.owner);
  const kontras = line.factors.filter(isKontra);
  const others = line.factors.filter((f) => !isKontra(f));
  const amounts = amountsOf(line, points.length);
  return {
    name: line.item === "game" && game ? words.word(game) : named,
    note: [owner, line.note && words.say("note", line.note)].filter(Boolean).join(", "),
    side: teller.side(line),
    clauses: [
      ...new Set([line.clause, ...line.factors.map((f) => f.clause), ...reason.map((one) => one.clause)]),
    ].filter(Boolean),
    value: line.value,
    kontra: kontras.length ? times(kontras, words) : "–",
    other: others.map((f) => `${times([f], words)} ${words.say("item", f.name)}`).join(" ") || "–",
    amounts,
    mine: me === null ? null : (amounts[me] ?? 0),
    why: counted(reason.map((one) => teller.said(one))),
    payers: payers(line.points, teller),
    each: eachOf(amounts, teller),
    made: madeOf(line, teller),
  };
}

/** Sentences in a row; one that comes again and again is said once, with how often. */
function counted(sentences: string[]): string {
  const often = (one: string): number => sentences.filter((other) => other === one).length;
  const each = [...new Set(sentences)];
  return each.map((one) => (often(one) > 1 ? `${one} (${String(often(one))}×)` : one)).join("; ");
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

/** Whether there is money, and it is not what the points say. */
export const isApart = ({ points, money }: Settlement): boolean =>
  money.some((m) => value(m)) && money.some((m, seat) => value(m) !== value(points[seat] ?? 0));

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

type Payment = Line["points"][number];

/** Who pays, and how much each of them: every payer is named. */
export function payers(payments: readonly Payment[], teller: Teller): string {
  const seats = [...new Set(payments.map(([payer]) => payer))].toSorted((a, b) => a - b);
  const paid = (seat: number): number[] =>
    payments.filter(([payer]) => payer === seat).map(([, , amount]) => value(amount));
  const sums = seats.map((seat) => paid(seat).reduce((sum, n) => sum + n, 0));
  if (seats.length > 1 && new Set(sums).size === 1) return pays(seats, sums[0] ?? 0, "pays.all", teller);
  const one = (seat: number, at: number): string => {
    const [first = 0, ...rest] = paid(seat);
    const each = rest.length > 0 && rest.every((n) => n === first);
    return each ? pays([seat], first, "pays.each", teller) : pays([seat], sums[at] ?? 0, "pays", teller);
  };
  return seats.map(one).join(" · ");
}

function pays(seats: number[], amount: number, code: string, teller: Teller): string {
  const own = seats.length === 1 && seats[0] === teller.me ? ".you" : "";
  const about = { who: isolated(teller.together(seats)), n: teller.words.plain(rounded(amount)) };
  return teller.words.web(code + own, about);
}

/** What is left to pay between any two, all lines together: who pays whom how much. */
export function transfers({ lines }: Settlement): [number, number, number][] {
  const net = new Map<string, number>();
  for (const [payer, payee, amount] of lines.flatMap((line) => line.points)) {
    const [low, high, sign] = payer < payee ? [payer, payee, 1] : [payee, payer, -1];
    const key = `${String(low)} ${String(high)}`;
    net.set(key, (net.get(key) ?? 0) + sign * value(amount));
  }
  return [...net].flatMap(([key, amount]): [number, number, number][] => {
    const [low = 0, high = 0] = key.split(" ").map(Number);
    const sum = rounded(amount);
    if (!sum) return [];
    return sum > 0 ? [[low, high, sum]] : [[high, low, -sum]];
  });
}

/** The same amount between some who pay it and some who get it; one side is a single person. */
interface Transfer {
  from: number[];
  to: number[];
  amount: number;
}

/** Who pays several the same amount is told once; so is who gets the same from several. */
function together(all: [number, number, number][]): Transfer[] {
  const each = all.map(([payer, payee, amount]): Transfer => ({ from: [payer], to: [payee], amount }));
  const joined = merged(each, (one) => `${String(one.from)} ${String(one.amount)}`, "to");
  const alone = (one: Transfer): boolean => one.to.length === 1;
  const single = joined.filter(alone);
  return [
    ...joined.filter((one) => !alone(one)),
    ...merged(single, (one) => `${String(one.to)} ${String(one.amount)}`, "from"),
  ];
}

function merged(all: Transfer[], key: (one: Transfer) => string, side: "from" | "to"): Transfer[] {
  const found = new Map<string, Transfer>();
  for (const one of all) {
    const known = found.get(key(one));
    found.set(key(one), known ? { ...known, [side]: [...known[side], ...one[side]] } : one);
  }
  return [...found.values()];
}

/** The same in words, the reader's own first. */
export function transfersTold(settlement: Settlement, teller: Teller): string {
  const { me } = teller;
  const own = ({ from, to }: Transfer): number => Number([...from, ...to].some((seat) => seat === me));
  return together(transfers(settlement))
    .toSorted((a, b) => own(b) - own(a))
    .map((one) => transferTold(one, teller))
    .join(" · ");
}

function transferTold({ from, to, amount }: Transfer, teller: Teller): string {
  const alone = (seats: number[]): boolean => seats.length === 1 && seats[0] === teller.me;
  const forms = [
    to.length > 1 && ".each",
    from.length > 1 && ".all",
    alone(from) && ".you",
    alone(to) && ".to_you",
  ];
  return teller.words.web(`pays_to${forms.filter(Boolean).join("")}`, {
    who: isolated(teller.together(from)),
    to: isolated(teller.together(to)),
    n: teller.words.plain(amount),
  });
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
