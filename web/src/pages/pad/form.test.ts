import assert from "node:assert/strict";
import { test } from "node:test";
import type { FieldShown } from "../../wire.ts";
import { at, holds, isMissing, put, standing, told } from "./form.ts";

const PLAIN: FieldShown = {
  key: "",
  kind: "choice",
  clause: "",
  choices: [],
  often: [],
  values: [],
  least: 0,
  most: 3,
  size: 0,
  default: null,
  required: false,
  instead: "",
  asked: "always",
  when: [],
  fields: [],
};
const field = (one: Partial<FieldShown>): FieldShown => ({ ...PLAIN, ...one });
const alone = { key: "game", among: ["alone"] };
const FORM: FieldShown[] = [
  field({ key: "game", choices: ["alone", "with"], required: true }),
  field({ key: "partner", kind: "seat", when: [{ key: "game", among: ["with"] }] }),
  field({ key: "slid", kind: "flag", when: [{ key: "game", among: ["with"] }] }),
  field({ key: "result.points", kind: "points", required: true, instead: "result.outcome" }),
  field({ key: "result.outcome", choices: ["won"], when: [{ key: "slid", among: [null] }] }),
  field({
    key: "said",
    kind: "said",
    when: [alone],
    fields: [field({ key: "item", choices: ["a"] }), field({ key: "by", kind: "seat", required: true })],
  }),
];

test("nothing told is null: a missing key, false, an empty word, list or object", () => {
  for (const value of [undefined, false, "", [], {}]) assert.equal(at({ key: value }, "key"), null);
  assert.deepEqual([at({ a: { b: 0 } }, "a.b"), at({ a: 1 }, "a.b")], [0, null]);
});

test("something is told under a dotted key, and taken away again", () => {
  const facts = put({ result: { x: 1 } }, "result.y", 2);
  assert.deepEqual(facts, { result: { x: 1, y: 2 } });
  assert.deepEqual(put(facts, "result.x", undefined), { result: { y: 2 } });
});

test("a condition on a list holds for any of its objects", () => {
  const when = { key: "said[].item", among: ["a"] };
  assert.equal(holds(when, { said: [{ item: "b" }, { item: "a" }] }), true);
  assert.equal(holds(when, { said: [{ item: "b" }] }), false);
});

test("a field is there while its conditions hold", () => {
  const keys = standing(FORM, { game: "with", slid: true }).map((one) => one.key);
  assert.deepEqual(keys, ["game", "partner", "slid", "result.points"]);
});

test("what is left over from another game is not told", () => {
  const facts = { game: "alone", partner: 2, slid: true, result: { outcome: "won" } };
  assert.deepEqual(told(FORM, facts), { game: "alone", result: { outcome: "won" } });
  const said = [
    { item: "a", by: 1 },
    { item: "b", by: 1 },
  ];
  assert.deepEqual(told(FORM, { game: "alone", said })["said"], [{ item: "a", by: 1 }]);
});

test("something is missing until it or what may stand for it is told", () => {
  assert.equal(isMissing(FORM, {}), true);
  assert.equal(isMissing(FORM, { game: "with" }), true);
  assert.equal(isMissing(FORM, { game: "with", result: { outcome: "won" } }), false);
  assert.equal(isMissing(FORM, { game: "alone", result: { points: 1 }, said: [{ item: "a" }] }), true);
});
