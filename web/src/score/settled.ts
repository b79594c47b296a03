/** A settlement as the page shows it: what each line is, how it is reckoned, who gets it. */
import { value, type Words } from "../text/text.ts";
import type { FactorShown, LineShown, SettlementShown } from "../wire.ts";
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

const KONTRAS = new Set(["kontra", "rekontra", "subkontra"]);

/** Who played which game; several where somebody joined in ("bei"). */
export type Declarers = readonly (readonly [seat: number, game: string])[];

/** The lines of a settlement; `contract` is the name of the game that was played. */
export function linesOf(
  settlement: SettlementShown,
  teller: Teller,
  contract: string,
  declarers: Declarers = [],
): ShownLine[] {
  return settlement.lines.map((line) => lineOf(line, settlement.points.length, teller, contract, declarers));
}

/** What a settlement writes on the sheet: by some rules plus points alone. */
export const writtenOf = (settlement: SettlementShown): number[] =>
  (settlement.written ?? settlement.points).map(value);

function lineOf(
  line: LineShown,
  seats: number,
  teller: Teller,
  contract: string,
  declarers: Declarers,
): ShownLine {
  const { words } = teller;
  const named =
    line.item === "game" && contract ? contract : (words.find("item", line.item) ?? words.word(line.item));
  const kontras = line.factors.filter((f) => KONTRAS.has(f.name));
  const others = line.factors.filter((f) => !KONTRAS.has(f.name));
  const amounts = amountsOf(line, seats);
  return {
    name: named,
    note: [ownerOf(line, teller, declarers), line.note ? words.say("note", line.note) : ""]
      .filter(Boolean)
      .join(", "),
    side: teller.face.side(teller, line.winner),
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
function times(factors: readonly FactorShown[], words: Words): string {
  const points = factors.reduce((product, f) => product * f.times, 1);
  const money = factors.reduce((product, f) => product * (f.money ?? f.times), 1);
  if (money === points) return `×${String(points)}`;
  return [points > 1 ? `×${String(points)}` : "", `${words.web("money")} ×${String(money)}`]
    .filter(Boolean)
    .join(", ");
}

/** Whether the money is not what the points say. */
export const isApart = ({ points, money }: SettlementShown): boolean =>
  money.some((m, seat) => value(m) !== value(points[seat] ?? 0));

/** Whose game a line is about, where several played one each: he is paid or pays. */
function ownerOf(line: LineShown, teller: Teller, declarers: Declarers): string {
  const [payer, payee] = line.points[0] ?? [];
  const owner = line.winner === "declarer" ? payee : payer;
  return declarers.length > 1 && declarers.some(([seat, game]) => seat === owner && game === line.item)
    ? teller.name(owner ?? 0)
    : "";
}

function madeOf(line: LineShown, teller: Teller): ShownLine["made"] {
  const seats = [...new Set(line.cards.map(([seat]) => seat))];
  return seats.map((seat) => ({
    who: teller.name(seat),
    cards: line.cards.filter(([s]) => s === seat).map(([, card]) => card),
  }));
}

/** What each seat gets or pays in a line. */
export function amountsOf(line: LineShown, seats: number): number[] {
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

/** Whether the declarer has won: the first line with a side says so, unless only some of several have won. */
export function verdict(settlement: SettlementShown, declarers: Declarers = []): "won" | "lost" | "" {
  const games = settlement.lines.filter((line) => declarers.some(([, game]) => game === line.item));
  if (new Set(games.map((line) => line.winner)).size > 1) return "";
  const winner = settlement.lines.find((line) => line.winner)?.winner ?? "";
  if (winner === "declarer" || winner === "ombre") return "won";
  if (winner === "defenders" || winner === "opponents") return "lost";
  return "";
}

/** The check that everything sums to zero: `+16 +16 −16 −16 = 0`. */
export function checksum(points: (number | string)[], teller: Teller): { text: string; right: boolean } {
  const sum = points.reduce<number>((all, n) => all + value(n), 0);
  return {
    text: `${points.map((n) => teller.words.signed(n)).join(" ")} = ${String(rounded(sum))}`,
    right: Math.abs(sum) < 1e-9,
  };
}
