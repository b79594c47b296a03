import assert from "node:assert/strict";
import { test } from "node:test";
import { BEGUN, layoutOf, namesOf, played, recordOf, sides, tricksOf } from "./attempt.ts";
import { isVeiled, type Puzzle, type Question, type Veiled } from "./frames.ts";

const ASKED: Question = {
  number: 10,
  trick: [[1, "T4"]],
  hands: [["S7"], ["T9"], ["T1", "T8", "T7"], ["H1"]],
  taken: [3, 2, 2, 2],
  choices: ["T1", "T8", "T7"],
  right: ["T8", "T7"],
  why: {},
  fail: {
    T1: [
      [2, "T1", null],
      [3, "H1", null],
      [0, "S7", 1],
      [1, "T9", null],
    ],
  },
  replies: [
    {
      moves: [
        [2, "T8", null],
        [3, "H1", null],
        [0, "S7", 2],
      ],
      then: 1,
    },
    {
      moves: [
        [2, "T8", null],
        [3, "H1", null],
        [0, "S8", 2],
      ],
      then: null,
    },
  ],
};
const PUZZLE: Puzzle = {
  id: "0123456789",
  kind: "open",
  game: "koenigrufen",
  rules: "koenigrufen/tirol",
  rating: 1650,
  seats: 4,
  seat: 2,
  themes: [],
  said: [],
  aim: { code: "bird", about: {}, side: [0, 2], wanted: true },
  nodes: [ASKED, { ...ASKED, number: 11, trick: [] }],
  record: "",
  at: 0,
};

test("a wrong card ends the attempt, and its line is told", () => {
  const after = played(PUZZLE, BEGUN, "T1", 0);
  assert.deepEqual([after.state, after.moves, after.given], ["failed", ASKED.fail["T1"], ["T1"]]);
  assert.equal(played(PUZZLE, after, "T8", 0), after);
});

test("a right card leads on by the reply that is drawn, or to the end", () => {
  assert.deepEqual([played(PUZZLE, BEGUN, "T8", 0).state, played(PUZZLE, BEGUN, "T8", 0).node], ["asked", 1]);
  assert.equal(played(PUZZLE, BEGUN, "T8", 0.999).state, "solved");
});

test("of cards that are worth the same each is right, and the line says with which it goes on", () => {
  assert.equal(played(PUZZLE, BEGUN, "T7", 0).other, "T8");
  assert.equal(played(PUZZLE, BEGUN, "T8", 0).other, "");
});

test("a card that may not be played changes nothing", () => {
  assert.equal(played(PUZZLE, BEGUN, "H1", 0), BEGUN);
});

test("tricks begin with what lay there, and the last may be unfinished", () => {
  assert.deepEqual(tricksOf(ASKED, ASKED.fail["T1"] ?? []), [
    {
      number: 10,
      cards: [
        [1, "T4"],
        [2, "T1"],
        [3, "H1"],
        [0, "S7"],
      ],
      taker: 1,
    },
    { number: 11, cards: [[1, "T9"]], taker: null },
  ]);
  assert.deepEqual(tricksOf(ASKED, []), []);
});

test("a card with several names offers them all", () => {
  const named = { ...ASKED, choices: ["W=HA", "W=SA", "HK"] };
  assert.deepEqual(namesOf(named, "W~"), ["W=HA", "W=SA"]);
  assert.deepEqual(namesOf(named, "HK"), ["HK"]);
});

test("who is asked to break something plays with those who do not want it", () => {
  assert.deepEqual(sides(PUZZLE), { partners: [0], others: [1, 3] });
  const broken = { ...PUZZLE, aim: { ...PUZZLE.aim, side: [1, 3], wanted: false } };
  assert.deepEqual(sides(broken), { partners: [0], others: [1, 3] });
});

test("a safe puzzle ends in the layout of the card, or of the right one that stands for it", () => {
  const laid = (name: string): Veiled["layouts"][string] => ({ hands: [[name]], record: name });
  const once = { ...ASKED, replies: ASKED.replies.slice(1) };
  const veiled = {
    ...PUZZLE,
    nodes: [once],
    asked: {} as Veiled["asked"],
    of: 20,
    drawn: false,
    fails: { T1: 5 },
    layouts: { T8: laid("right"), T1: laid("wrong") },
  };
  assert.ok(isVeiled(veiled) && !isVeiled(PUZZLE));
  for (const [card, name] of [
    ["T8", "right"],
    ["T7", "right"],
    ["T1", "wrong"],
  ] as const) {
    const after = played(veiled, BEGUN, card, 0);
    assert.deepEqual(layoutOf(veiled, after)?.hands, [[name]]);
    assert.equal(recordOf(veiled, after), name);
  }
  assert.equal(recordOf(PUZZLE, played(PUZZLE, BEGUN, "T1", 0)), PUZZLE.record);
});
