/** The shuffle `trull-shuffle-v1`, done again: the promise, the key, the order of the pack. */
import { codesOf, type PackName } from "./cards.ts";
import type { ShuffleShown } from "../wire.ts";

export interface Verdict {
  right: boolean;
  step: "commitment" | "order" | "record";
}

const utf8 = new TextEncoder();

/** The bytes of a hex text. */
export function bytes(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

const hexOf = (data: ArrayBuffer): string =>
  Array.from(new Uint8Array(data), (byte) => byte.toString(16).padStart(2, "0")).join("");

export async function commitment(seed: string): Promise<string> {
  return hexOf(await crypto.subtle.digest("SHA-256", bytes(seed)));
}

async function hmac(
  secret: Uint8Array<ArrayBuffer>,
  message: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, message));
}

/** The numbers of 0 … size − 1 in the order that seed, shares, deal and room give. */
export async function order(
  size: number,
  room: string,
  shuffle: Pick<ShuffleShown, "deal" | "seeds">,
  seed: string,
): Promise<number[]> {
  const shares = Object.entries(shuffle.seeds)
    .map(([member, share]) => `${member}:${share}`)
    .sort();
  const told = utf8.encode([...shares, String(shuffle.deal), room].join("\n"));
  const stream = words(await hmac(bytes(seed), told));
  const found = Array.from({ length: size }, (_, i) => i);
  for (let i = size - 1; i > 0; i--) {
    const j = await below(stream, i + 1);
    [found[i], found[j]] = [found[j] ?? 0, found[i] ?? 0];
  }
  return found;
}

async function* words(secret: Uint8Array<ArrayBuffer>): AsyncGenerator<number> {
  for (let counter = 0n; ; counter++) {
    const data = new DataView(new ArrayBuffer(8));
    data.setBigUint64(0, counter);
    const block = new DataView((await hmac(secret, new Uint8Array(data.buffer))).buffer);
    for (let at = 0; at < 32; at += 4) yield block.getUint32(at);
  }
}

async function below(stream: AsyncGenerator<number>, bound: number): Promise<number> {
  const even = Math.floor(2 ** 32 / bound) * bound;
  for (;;) {
    const word = (await stream.next()).value as number;
    if (word < even) return word % bound;
  }
}

/** Whether the seed is the promised one and the pack of the record lies in its order. */
export async function verify(
  room: string,
  shuffle: ShuffleShown,
  record: string,
  pack: PackName,
): Promise<Verdict> {
  const seed = shuffle.server_seed ?? "";
  if ((await commitment(seed)) !== shuffle.commitment) return { right: false, step: "commitment" };
  const dealt = packOf(record, shuffle.deal);
  const codes = codesOf(pack); // without them nothing can be compared
  if (!dealt.length || !codes.length) return { right: false, step: "record" };
  const wanted = (await order(codes.length, room, shuffle, seed)).map((i) => codes[i] ?? "");
  return { right: wanted.join(" ") === dealt.join(" "), step: "order" };
}

/** The pack of one deal, as its record has it. */
export function packOf(record: string, deal: number): string[] {
  const found = record.split(/(?=^\[Trull )/m).find((part) => part.includes(`[DealNo "${String(deal)}"]`));
  const tags = [...(found ?? "").matchAll(/^\[Pack "([^"]*)"\]/gm)];
  return tags.flatMap((tag) => (tag[1] ?? "").split(/\s+/)).filter(Boolean);
}
