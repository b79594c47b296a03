import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Words, type Catalogue } from "../text/text.ts";
import type { Reason, Settlement } from "../wire.ts";
import { Face } from "../games/face.ts";
import { isApart, linesOf, payers, transfersTold, writtenOf } from "./settled.ts";
import { Teller } from "../text/teller.ts";

const catalogue = JSON.parse(
  readFileSync(new URL("../../src/trull/locale/de.json", import.meta.url), "utf8"),
) as Catalogue;
const teller = new Teller(
  new Words("de", catalogue, "koenigrufen/tirol"),
  ["Berta", "Clara", "Vroni", "Sepp"],
  null,
  new Face(),
);
const line = (item: string, winner: string, points: number[][], owner: number | null = null): unknown => ({
  owner,
  item,
  winner,
  points,
  clause: "T-0.6",
  value: 6,
  note: "",
  factors: [],
  cards: [],
});
const beside = (...payments: number[][]): number[][] => payments.map((paid) => [...paid, 6]);
const settlement = {
  lines: [
    line("piccolo_semi", "declarer", beside([0, 1], [2, 1], [3, 1]), 1),
    line("bettler_semi", "defenders", beside([0, 1], [0, 2], [0, 3]), 0),
  ],
  points: [-24, 24, 0, 0],
  money: [-24, 24, 0, 0],
} as unknown as Settlement;

test("of games played side by side each line names its player", () => {
  const shown = linesOf(settlement, teller);
  assert.deepEqual(
    shown.map((one) => `${one.name}, ${one.note}`),
    ["Piccolo semi-ouvert, Clara", "Bettler semi-ouvert, Berta"],
  );
});

test("a line is a side's, or of those who are paid", () => {
  const sides = [...settlement.lines, line("gleich", "1", [[0, 1, 2]])] as Settlement["lines"];
  assert.deepEqual(
    sides.map((one) => teller.side(one)),
    ["Spielerpartei", "Gegner", "Clara"],
  );
});

test("what is written is not what is paid where only plus points are written", () => {
  assert.deepEqual(
    writtenOf({ points: [-60, 20, 20, 20], written: [0, 20, 20, 20] } as unknown as Settlement),
    [0, 20, 20, 20],
  );
  assert.deepEqual(
    writtenOf({ points: ["-9/2", "9/2"], written: null } as unknown as Settlement),
    [-4.5, 4.5],
  );
});

test("a Kontra that counts for the money alone is shown as such", () => {
  const factors = (money: number | null): unknown => [
    { name: "rekontra", times: money === null ? 4 : 1, money, clause: "F-2.1" },
  ];
  const of = (money: number | null): Settlement =>
    ({
      lines: [{ ...(line("game", "declarer", [[1, 0, 8]]) as object), factors: factors(money) }],
      points: [8, -8],
      money: [32, -32],
    }) as unknown as Settlement;
  assert.deepEqual(
    [4, null].map((money) => linesOf(of(money), teller)[0]?.kontra),
    ["Geld ×4", "×4"],
  );
  assert.ok(isApart(of(4)));
  assert.ok(!isApart(settlement));
});

test("every payer is named, and the reader is addressed", () => {
  const berta = new Teller(teller.words, teller.names, 0, new Face());
  const paid: [number, number, number][] = [
    [0, 1, 4],
    [0, 2, 4],
    [0, 3, 4],
  ];
  const plain = (text: string): string => text.replace(/[\u2068\u2069]/g, "");
  assert.equal(plain(payers(paid, teller)), "Berta zahlt jedem 4");
  assert.equal(payers(paid, berta), "du zahlst jedem 4");
  assert.equal(
    plain(
      payers(
        [
          [0, 1, 2],
          [3, 2, 2],
        ],
        teller,
      ),
    ),
    "Berta und Sepp zahlen je 2",
  );
});

test("what lines pay both ways comes to one sum between two", () => {
  const back = line("pagat", "defenders", [[1, 0, 2]]);
  const sums = { ...settlement, lines: [line("game", "declarer", [[0, 1, 6]]), back] } as Settlement;
  const clara = new Teller(teller.words, teller.names, 1, new Face());
  assert.equal(transfersTold(sums, clara).replace(/[\u2068\u2069]/g, ""), "Berta zahlt dir 4");
});

test("the same sum to or from several is told once", () => {
  const told = (me: number, ...paid: [number, number, number][]): string => {
    const one = { ...settlement, lines: [line("game", "declarer", paid)] } as Settlement;
    const reader = new Teller(teller.words, teller.names, me, new Face());
    return transfersTold(one, reader).replace(/[\u2068\u2069]/g, "");
  };
  const [berta, clara, third, sepp] = teller.names;
  const others = `${String(clara)}, ${String(third)} und ${String(sepp)}`;
  assert.equal(told(0, [0, 1, 4], [0, 2, 4], [0, 3, 4]), `du zahlst je 4 an ${others}`);
  assert.equal(told(0, [1, 0, 4], [2, 0, 4], [3, 0, 4]), `${others} zahlen dir je 4`);
  const both = `${String(berta)} zahlt je 4 an ${String(clara)} und ${String(third)}`;
  assert.equal(
    told(1, [0, 1, 4], [0, 2, 4], [3, 2, 5]),
    `${both} · ${String(sepp)} zahlt 5 an ${String(third)}`,
  );
});

test("a line has its own reason, and what pays nothing stands below", () => {
  const said = (code: string, n: number): unknown => [
    { code, about: { points: ["number", n], needed: ["number", 36] }, clause: "T-1.7", tone: "" },
  ];
  const reasons = [
    { item: "game", said: said("why_lost", 34), owner: null },
    { item: "sack1", said: said("why_sack_silent", 46), owner: null },
  ] as Reason[];
  const one = { ...settlement, lines: [line("game", "defenders", [[0, 1, 6]])] } as Settlement;
  const shown = linesOf(one, new Teller(teller.words, teller.names, 0, new Face()), reasons);
  assert.deepEqual(
    shown.map(({ why, mine }) => [why, mine]),
    [
      ["verloren mit 34, nötig 36", -6],
      ["46 Punkte erreicht, aber nicht angesagt", 0],
    ],
  );
});

test("a reason that comes again and again is said once, with how often", () => {
  const breach = { code: "why_lost", about: { points: ["number", 34], needed: ["number", 36] }, clause: "" };
  const reasons = [{ item: "game", said: [breach, breach, breach], owner: null }] as unknown as Reason[];
  const one = { ...settlement, lines: [line("game", "defenders", [[0, 1, 6]])] } as Settlement;
  assert.equal(linesOf(one, teller, reasons)[0]?.why, "verloren mit 34, nötig 36 (3×)");
});
