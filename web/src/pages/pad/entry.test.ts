import assert from "node:assert/strict";
import { test } from "node:test";
import * as koenigrufen from "../../games/koenigrufen/padfacts.ts";
import * as lhombre from "../../games/lhombre/padfacts.ts";
import * as perlaggen from "../../games/perlaggen/padfacts.ts";
import type { RuleSet } from "../../rules/rules.svelte.ts";
import { EMPTY, asToday, factsIn, impossibleIn, type Entry, type Impossible, type Reader } from "./entry.ts";

const { besides, chargesOf, nextCharge } = koenigrufen;
const READERS: Record<string, Reader> = {
  koenigrufen,
  lhombre,
  perlaggen: { ...perlaggen, impossible: () => null },
};
const factsOf = (entry: Entry, rules: RuleSet, round: typeof ROUND): Record<string, unknown> | null =>
  factsIn(READERS[rules.game], entry, rules, round);
const impossible = (entry: Entry, rules: RuleSet): Impossible | null =>
  impossibleIn(READERS[rules.game], entry, rules);

const RULES = {
  name: "koenigrufen/tirol",
  game: "koenigrufen",
  options: [{ name: "win_thirds", value: 107 }],
  sections: {
    contract: {
      rufer: { kind: "tarock", side: "called", value: 1, bonuses: ["sack1", "sack2", "valat"] },
      piccolo: { kind: "negative", tricks: 1, value: 2 },
      trischaken: { kind: "trischaken", value: 2 },
    },
    bonus: { sack1: { kind: "sack", thirds: 137 }, sack2: { kind: "sack", thirds: 167 } },
  },
} as unknown as RuleSet;
const ROUND = { forehand: 0, radl: false };
const facts = (entry: Partial<Entry>): Record<string, unknown> | null =>
  factsOf({ ...structuredClone(EMPTY), ...entry }, RULES, ROUND);

test("three taps are enough for a plain Rufer", () => {
  assert.equal(facts({ contract: "rufer" }), null);
  assert.equal(facts({ contract: "rufer", player: 1 }), null);
  const found = facts({ contract: "rufer", player: 1, result: "won" });
  assert.deepEqual(found?.["result"], { declarer_thirds: 108, tricks: [0, 7, 5, 0], made: {} });
});

test("an announced bonus is told with its side and Kontra, made or missed", () => {
  const items = {
    pagat: { state: "made", side: "declarer", kontra: 1 },
    trull: { state: "missed", side: "defenders", kontra: 0 },
    koenige: { state: "silent", side: "defenders", kontra: 0 },
  } as const;
  const found = facts({ contract: "rufer", player: 0, partner: 2, result: "lost", items });
  assert.deepEqual(found?.["announcements"], [
    { item: "pagat", side: "declarer", kontra: 1 },
    { item: "trull", side: "defenders", kontra: 0 },
  ]);
  assert.deepEqual((found?.["result"] as { made: unknown }).made, {
    pagat: "declarer",
    koenige: "defenders",
  });
});

test("a Sack that is entered as made is made, though nobody has counted", () => {
  const sack = (state: "made" | "missed", side: "declarer" | "defenders") => ({ state, side, kontra: 0 });
  const thirds = (entry: Partial<Entry>): unknown =>
    (facts({ contract: "rufer", player: 0, ...entry })?.["result"] as { declarer_thirds: number } | undefined)
      ?.declarer_thirds;
  assert.equal(thirds({ result: "won", items: { sack1: sack("made", "declarer") } }), 137);
  assert.equal(
    thirds({ result: "won", items: { sack1: sack("made", "declarer"), sack2: sack("made", "declarer") } }),
    167,
  );
  assert.equal(thirds({ result: "lost", items: { sack1: sack("made", "defenders") } }), 73);
  assert.equal(thirds({ result: "won", items: { sack1: sack("missed", "declarer") } }), 108);
  // 46 make it.
  assert.equal(thirds({ result: "won", points: 40, items: { sack1: sack("made", "declarer") } }), undefined);
  assert.equal(
    thirds({ result: "won", points: 50, items: { sack1: sack("missed", "declarer") } }),
    undefined,
  );
  assert.equal(thirds({ result: "won", points: 50, items: { sack1: sack("made", "declarer") } }), 150);
});

const ULMANN = {
  name: "koenigrufen/ulmann",
  game: "koenigrufen",
  options: [...RULES.options, { name: "solo_king_in_talon_kontra", value: "void_if_lost" }],
  sections: {
    contract: {
      solo: { kind: "tarock", side: "called" },
      dreier: { kind: "tarock", side: "alone", talon: "half" },
    },
    charge: { king_captured: {}, pagat_held: {} },
  },
} as unknown as RuleSet;
const old = (entry: Partial<Entry>): Record<string, unknown> | null =>
  factsOf({ ...structuredClone(EMPTY), result: "lost", player: 0, ...entry }, ULMANN, ROUND);

test("a captured king is the opponents', and who held the Pagat up is not who pays for it", () => {
  const made = (entry: Partial<Entry>): unknown => (old(entry)?.["result"] as { made: unknown }).made;
  assert.deepEqual(
    made({ contract: "solo", partner: 2, charges: { king_captured: "defenders", pagat_held: "defenders" } }),
    { king_captured: "defenders", pagat_held_by: "declarer" },
  );
  assert.deepEqual(made({ contract: "dreier", charges: { king_captured: "defenders" } }), {}); // nobody is called there
  assert.deepEqual(chargesOf(RULES, {}), []);
  assert.deepEqual(
    [
      nextCharge("king_captured", "defenders"),
      nextCharge("pagat_held", "defenders"),
      nextCharge("pagat_held", "declarer"),
    ],
    [undefined, "declarer", undefined],
  );
});

test("a king that lay hidden is told where a Kontra may fall by it", () => {
  assert.equal(old({ contract: "solo", kontra: 1, hidden: true })?.["king_in_talon"], true);
  assert.equal(old({ contract: "solo", kontra: 0, hidden: true })?.["king_in_talon"], undefined);
  assert.equal(old({ contract: "solo", kontra: 1, partner: 3, hidden: true })?.["king_in_talon"], undefined);
  assert.equal(old({ contract: "dreier", kontra: 1, hidden: true })?.["king_in_talon"], undefined);
});

test("a slid Besserrufer waits for the bird it owes", () => {
  const sliding = {
    sections: { contract: { besserrufer: { kind: "tarock", side: "called", talon: "half", needs: "bird" } } },
  };
  const slid = (items: Entry["items"]): Record<string, unknown> | null =>
    factsOf(
      { ...structuredClone(EMPTY), contract: "besserrufer", player: 1, slid: true, items },
      { ...RULES, ...sliding },
      ROUND,
    );
  assert.equal(slid({}), null);
  assert.equal(slid({ uhu: { state: "made", side: "declarer", kontra: 0 } })?.["bird"], "uhu");
});

test("sliding is left behind with the game that was slid", () => {
  const games = {
    ...RULES,
    sections: {
      contract: {
        rufer: { kind: "tarock", side: "called", talon: "half" },
        dreier: { kind: "tarock", talon: "half" },
      },
    },
  } as unknown as RuleSet;
  const slid = (contract: string): unknown =>
    factsOf({ ...structuredClone(EMPTY), contract, player: 0, result: "won", slid: true }, games, ROUND)?.[
      "schleifen"
    ];
  assert.deepEqual([slid("rufer"), slid("dreier")], [true, undefined]);
});

test("a result the card points or a Valat deny cannot be", () => {
  const why = (entry: Partial<Entry>): string | undefined =>
    impossible({ ...structuredClone(EMPTY), contract: "rufer", player: 0, ...entry }, RULES)?.code;
  assert.deepEqual(
    [
      why({ result: "won", points: 20 }),
      why({ result: "lost", points: 50 }),
      why({ result: "even", points: 40 }),
    ],
    Array(3).fill("pad.points_result"),
  );
  assert.deepEqual(
    [
      why({ result: "won", points: 36 }),
      why({ result: "lost", points: 35 }),
      why({ result: "even", points: 35 }),
      why({ points: 20 }),
    ],
    Array(4).fill(undefined),
  );
  const valat = (state: "silent" | "made" | "missed", side: "declarer" | "defenders") => ({
    valat: { state, side, kontra: 0 },
  });
  assert.deepEqual(
    [
      why({ result: "lost", items: valat("made", "declarer") }),
      why({ result: "won", items: valat("silent", "defenders") }),
    ],
    Array(2).fill("pad.points_result"),
  );
  assert.deepEqual(
    [
      why({ result: "won", items: valat("made", "declarer") }),
      why({ result: "lost", items: valat("missed", "declarer") }),
    ],
    Array(2).fill(undefined),
  );
  assert.equal(why({ result: "won", points: 20, renonce: [1] }), undefined);
});

test("a Besserrufer has no result before its player's bird is named", () => {
  const games = {
    ...RULES,
    sections: { contract: { besserrufer: { kind: "tarock", side: "called", talon: "half", needs: "bird" } } },
  } as unknown as RuleSet;
  const why = (entry: Partial<Entry>): string | undefined =>
    impossible({ ...structuredClone(EMPTY), contract: "besserrufer", player: 0, ...entry }, games)?.code;
  const uhu = (side: "declarer" | "defenders") => ({ uhu: { state: "missed", side, kontra: 0 } }) as const;
  assert.deepEqual(
    [why({}), why({ result: "won" }), why({ result: "won", items: uhu("defenders") })],
    [undefined, "pad.bird_owed", "pad.bird_owed"],
  );
  assert.deepEqual(
    [why({ result: "won", items: uhu("declarer") }), why({ result: "won", renonce: [0] })],
    [undefined, undefined],
  );
});

test("a negative game is told by the tricks of its player", () => {
  assert.deepEqual(facts({ contract: "piccolo", player: 2, result: "won" })?.["result"], {
    tricks: [0, 0, 1, 0],
  });
  assert.deepEqual(facts({ contract: "piccolo", player: 2, result: "lost", pairs: { "1": 2 } })?.["kontra"], {
    "1": 2,
  });
});

test("who joins a negative game is told beside its player, with his own result and Kontras", () => {
  const games = {
    piccolo: { kind: "negative", bei: true, tricks: 1, value: 2 },
    bettler: { kind: "negative", bei: true, tricks: 0, value: 4 },
    zwiccolo: { kind: "negative", bei: true, bei_option: "zwiccolo_bei", tricks: 2, value: 4 },
  };
  const rules = { ...RULES, sections: { contract: games } } as unknown as RuleSet;
  assert.deepEqual(
    [besides(rules, "piccolo"), besides(rules, "bettler"), besides(rules, "zwiccolo")],
    [["piccolo"], ["bettler"], []],
  );
  const told = (entry: Partial<Entry>): Record<string, unknown> | null =>
    factsOf(
      { ...structuredClone(EMPTY), contract: "piccolo", player: 0, result: "won", ...entry },
      rules,
      ROUND,
    );
  const joined = [{ seat: 2, contract: "piccolo", result: "lost", pairs: { "1": 1 } }] as const;
  const found = told({ joined: [...joined], pairs: { "2": 1 } });
  assert.deepEqual(found?.["co_declarers"], [{ seat: 2, contract: "piccolo", kontra: { "1": 1 } }]);
  assert.deepEqual([found?.["kontra"], found?.["result"]], [{ "2": 1 }, { tricks: [1, 0, 2, 0] }]);
  assert.equal(told({ joined: [{ ...joined[0], result: "" }] }), null);
  // Left over from the Piccolo.
  assert.equal(told({ contract: "bettler", joined: [...joined] })?.["co_declarers"], undefined);
});

test("Trischaken waits for everybody's points", () => {
  assert.equal(facts({ contract: "trischaken", each: [20, 20, 20, null] }), null);
  assert.equal(facts({ contract: "trischaken", each: [20, 20, 20, 20] }), null);
  assert.deepEqual(facts({ contract: "trischaken", each: [20, 15, 35, 0], virgins: [3] })?.["result"], {
    thirds: [60, 45, 105, 0],
    tricks: [1, 1, 1, 0],
  });
});

test("more than the pack holds cannot be, in a Rufer, in a Trischaken, or with the Ombre", () => {
  const why = (entry: Partial<Entry>, rules = RULES): string | undefined =>
    impossible({ ...structuredClone(EMPTY), ...entry }, rules)?.code;
  const rufer = { contract: "rufer", player: 1 };
  assert.equal(why({ ...rufer, points: 70 }), undefined);
  for (const points of [71, 999, -1]) {
    assert.equal(why({ ...rufer, points }), "pad.points_between");
    assert.equal(facts({ ...rufer, points, result: "won" }), null);
  }
  assert.equal(why({ contract: "piccolo", player: 1, points: 999 }), undefined); // left over from another game
  assert.equal(why({ contract: "trischaken", each: [20, 20, 20, 20] }), "pad.points_sum");
  assert.equal(why({ contract: "trischaken", each: [20, 20, 28, 0] }), undefined);
  assert.equal(why({ contract: "trischaken", each: [20, 20, 30, 0], virgins: [3] }), undefined);
  assert.equal(why({ contract: "trischaken", each: [20, 20, 30, 0], virgins: [2] }), "pad.virgin_points");
  const ombre = {
    ...RULES,
    game: "lhombre",
    sections: { contract: { un: {} }, rate: { un: {} } },
  } as unknown as RuleSet;
  const of = (points: number): string | undefined => why({ contract: "un", player: 0, points }, ombre);
  assert.deepEqual([of(78), of(79), of(45.5)], [undefined, "pad.points_between", "pad.points_whole"]);
});

test("with the Ombre a fine is told, and a Volte only of a game that is played", () => {
  const ombre = {
    ...RULES,
    game: "lhombre",
    sections: { contract: { un: {}, trois: {} }, rate: { un: {} } },
  } as unknown as RuleSet;
  const told = (entry: Partial<Entry>): unknown =>
    factsOf({ ...structuredClone(EMPTY), player: 0, points: 45, ...entry }, ombre, ROUND);
  assert.deepEqual(told({ contract: "un", volte: "lost", renonce: [2, 0] }), {
    bid: "un",
    ombre: 0,
    points: 45,
    volte: "lost",
    offenders: [2, 0],
  });
  assert.deepEqual(told({ contract: "trois", volte: "won" }), { bid: "trois", ombre: 0 });
});

test("both parties of Perlaggen may be fined, and one of them twice", () => {
  const rules = { ...RULES, game: "perlaggen", sections: {} } as unknown as RuleSet;
  const fines = [
    { item: "false_figure", party: 0 },
    { item: "false_figure", party: 0 },
    { item: "false_figure", party: 1 },
  ];
  const found = factsOf(
    { ...structuredClone(EMPTY), figures: { G: { party: 1, points: 2 } }, fines },
    rules,
    ROUND,
  );
  assert.deepEqual(found?.["entries"], [{ item: "G", party: 1, points: 2 }, ...fines]);
  assert.deepEqual(asToday({ figures: { overbid: { party: 1, points: 0 } } }), {
    ...EMPTY,
    fines: [{ item: "overbid", party: 1 }],
  });
});

test("Königrufen counts in thirds, and half a point is none", () => {
  const why = (points: number): string | undefined =>
    impossible({ ...structuredClone(EMPTY), contract: "rufer", player: 0, points }, RULES)?.code;
  assert.deepEqual([35, 35.3, 35.33, 35.67, 35.7, 35.5].map(why), [
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    "pad.points_thirds",
  ]);
});

test("numbers by hand stay within what a table plays for", () => {
  const byHand = (...numbers: number[]): unknown =>
    impossible({ ...structuredClone(EMPTY), byHand: true, numbers }, RULES);
  assert.equal(byHand(6, -2, -2, -2), null);
  assert.deepEqual(byHand(-1e308, 0, 0, 7), { code: "pad.numbers_between", about: { most: 9999 } });
});
