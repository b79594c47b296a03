import assert from "node:assert/strict";
import { test } from "node:test";
import { PACKS } from "./cards.ts";
import { commitment, order, packOf, verify } from "./shuffle.ts";

const SEED = "00112233445566778899aabbccddeeff".repeat(2);
const LOT = { deal: 3, seeds: { m2: "ab".repeat(16), m1: "cd".repeat(16) } };
const PROMISE = "4773d12e2371bb935b9a0f5439b4a1c3ad3f2414b86980f8418d1cfabdfadfef";
/** The same lot, shuffled by the table. */
const PACK =
  "SB DN DQ T18 DB T7 H2 S7 D4 T19 C8 S10 H3 T10 CB HQ H1 D1 T12 T22 T16 T21 T2 S9 T1 T14 SK " +
  "T9 T5 HK C7 SQ HB D2 DK HN S8 D3 CQ CK T20 H4 C10 T8 T13 T6 T11 T17 T4 CN T15 T3 SN C9";
const CARDS = PACK.split(" ");
const RECORD =
  '[Trull "1"]\n[DealNo "2"]\n[Pack "HK"]\n\n[Trull "1"]\n[DealNo "3"]\n' +
  `[Pack "${CARDS.slice(0, 20).join(" ")}"]\n[Pack "${CARDS.slice(20).join(" ")}"]\n`;

const shuffle = {
  ...LOT,
  commitment: PROMISE,
  server_seed: SEED,
  next: { deal: 4, commitment: "", seeds: {} },
};

test("the browser shuffles as the table does", async () => {
  const found = await order(54, "c2ab574nxy", LOT, SEED);
  assert.equal(found.map((i) => PACKS.tarock54[i]).join(" "), PACK);
  assert.equal(await commitment(SEED), PROMISE);
});

test("the pack of a deal is found in the record, also where its tag repeats", () => {
  assert.deepEqual(packOf(RECORD, 3), CARDS);
  assert.deepEqual(packOf(RECORD, 9), []);
});

test("a right deal is right; another seed, another room or another order is found out", async () => {
  const whole = `[Trull "1"]\n[DealNo "3"]\n[Pack "${PACK}"]\n`;
  assert.deepEqual(await verify("c2ab574nxy", shuffle, whole, "tarock54"), { right: true, step: "order" });
  assert.deepEqual(await verify("c2ab574nxz", shuffle, whole, "tarock54"), { right: false, step: "order" });
  const swapped = whole.replace("SB DN", "DN SB");
  assert.deepEqual(await verify("c2ab574nxy", shuffle, swapped, "tarock54"), { right: false, step: "order" });
  const forged = { ...shuffle, server_seed: "ff".repeat(32) };
  assert.deepEqual(await verify("c2ab574nxy", forged, whole, "tarock54"), {
    right: false,
    step: "commitment",
  });
});
