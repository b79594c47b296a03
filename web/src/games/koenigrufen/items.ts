/** Announcements and Kontras as they are offered: names, what they are worth, levels. */
import type { KoenigrufenView, Offer } from "../../wire.ts";
import { totalOf } from "../../text/said.ts";
import type { Teller } from "../../text/teller.ts";

export interface Item {
  word: string;
  name: string;
  value: string;
}

export interface Target {
  word: string;
  name: string;
  note: string;
  level: string;
  times: number;
}

/** A bonus and what it is worth when announced. */
export function itemOf(word: string, offers: readonly Offer[], teller: Teller): Item {
  const offer = offers.find(({ act }) => act === `announce ${word}`);
  return { word, name: teller.words.word(word), value: offer ? totalOf(offer.stake) : "" };
}

/** Something that can be doubled: whose it is, what it is worth before and after. */
export function kontraOf(
  word: string,
  view: KoenigrufenView,
  offers: readonly Offer[],
  teller: Teller,
): Target {
  const offer = offers.find(({ act }) => act === `kontra ${word}`);
  const price = offer?.before ? `${totalOf(offer.before)} → ${totalOf(offer.stake)}` : "";
  return {
    word,
    name: word === "game" ? teller.words.word(view.contract) : teller.face.token(teller, "kontra", word),
    note: [whose(ownerOf(word, view), teller), price].filter(Boolean).join(" · "),
    level: offer ? teller.words.word(offer.level) : "",
    times: offer?.times ?? 1,
  };
}

function whose(owner: number | null, teller: Teller): string {
  if (owner === null) return "";
  if (owner === teller.me) return teller.words.web("kr.of_you");
  return teller.words.web("kr.of", { who: teller.name(owner) });
}

function ownerOf(word: string, view: KoenigrufenView): number | null {
  if (word === "game") return view.declarers[0]?.[0] ?? null;
  return view.announced.find(([item]) => item === word)?.[1] ?? null;
}
