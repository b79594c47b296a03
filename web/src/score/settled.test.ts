import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Words, type Catalogue } from "../text/text.ts";
import type { KoenigrufenView, SettlementShown } from "../wire.ts";
import type { Face } from "../games/face.ts";
import { Koenigrufen } from "../games/koenigrufen/face.ts";
import { isApart, linesOf, verdict, writtenOf, type Declarers } from "./settled.ts";
import { Teller } from "../text/teller.ts";

const catalogue = JSON.parse(
  readFileSync(new URL("../../src/trull/locale/de.json", import.meta.url), "utf8"),
) as Catalogue;
const face = new Koenigrufen();
const teller = new Teller(
  new Words("de", catalogue, "koenigrufen/tirol"),
  ["Berta", "Clara", "Vroni", "Sepp"],
  null,
  face as unknown as Face,
);
const line = (item: string, winner: string, points: number[][]): unknown => ({
  item,
  winner,
  points,
  clause: "T-0.6",
  value: 6,
  note: "",
  factors: [],
  cards: [],
});
const BESIDE: Declarers = [
  [1, "piccolo_semi"],
  [0, "bettler_semi"],
];
const settlement = {
  lines: [
    line("piccolo_semi", "declarer", [
      [0, 1, 6],
      [2, 1, 6],
      [3, 1, 6],
    ]),
    line("bettler_semi", "defenders", [
      [0, 1, 6],
      [0, 2, 6],
      [0, 3, 6],
    ]),
  ],
  points: [-24, 24, 0, 0],
  money: [-24, 24, 0, 0],
} as unknown as SettlementShown;

test("of games played side by side each line names its player", () => {
  const shown = linesOf(settlement, teller, "Piccolo semi-ouvert", BESIDE);
  assert.deepEqual(
    shown.map((one) => `${one.name}, ${one.note}`),
    ["Piccolo semi-ouvert, Clara", "Bettler semi-ouvert, Berta"],
  );
});

test("where one of them won and one lost the deal is neither won nor lost", () => {
  assert.equal(verdict(settlement, BESIDE), "");
  assert.equal(verdict(settlement, BESIDE.slice(0, 1)), "won");
});

test("who plays beside another is not against him", () => {
  const view = {
    declarers: BESIDE,
    contract: "piccolo_semi",
    partner: null,
    taken: [2, 1, 9, 0],
    counted: [],
    context: {},
    phase: "over",
  } as unknown as KoenigrufenView;
  assert.deepEqual(face.result(view, teller), {
    title: "Piccolo semi-ouvert · Bettler semi-ouvert",
    line: "Clara und Berta, jeder für sich · Clara 1 Stich · Berta 2 Stiche",
  });
});

test("what is written is not what is paid where only plus points are written", () => {
  assert.deepEqual(
    writtenOf({ points: [-60, 20, 20, 20], written: [0, 20, 20, 20] } as unknown as SettlementShown),
    [0, 20, 20, 20],
  );
  assert.deepEqual(
    writtenOf({ points: ["-9/2", "9/2"], written: null } as unknown as SettlementShown),
    [-4.5, 4.5],
  );
});

test("a Kontra that counts for the money alone is shown as such", () => {
  const factors = (money: number | null): unknown => [
    { name: "rekontra", times: money === null ? 4 : 1, money, clause: "F-2.1" },
  ];
  const of = (money: number | null): SettlementShown =>
    ({
      lines: [{ ...(line("game", "declarer", [[1, 0, 8]]) as object), factors: factors(money) }],
      points: [8, -8],
      money: [32, -32],
    }) as unknown as SettlementShown;
  assert.deepEqual(
    [4, null].map((money) => linesOf(of(money), teller, "Solodreier")[0]?.kontra),
    ["Geld ×4", "×4"],
  );
  assert.ok(isApart(of(4)));
  assert.ok(!isApart(settlement));
});
