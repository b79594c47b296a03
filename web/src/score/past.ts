/** The deals of a sheet in words: what was played, by whom, and how it ended. */
import type { PastDeal } from "../wire.ts";
import type { Teller } from "../text/teller.ts";

export interface Past {
  number: number; // of the deal in the room, by which its replay is found
  title: string;
  line: string;
  verdict: "won" | "lost" | "";
  kontra: boolean;
  radl: number; // which deal of a doubled round, 0 = none
  dealer: number | null; // by place at the table
}

/** A finished deal, told by the names of those who were there. */
export function pastOf(deal: PastDeal, teller: Teller, places: number): Past {
  const { view, settlement, around } = deal;
  const place = deal.round?.about["n"];
  return {
    number: deal.deal,
    ...teller.result(deal.summary),
    verdict: settlement.verdict,
    kontra: settlement.lines.some((one) => one.factors.some((f) => f.name.endsWith("kontra"))),
    radl: place?.[0] === "number" ? place[1] : 0,
    dealer: view.dealer === null ? sitsOut(around, places) : (around[view.dealer] ?? view.dealer),
  };
}

/** With five players the dealer sits out. */
function sitsOut(around: readonly number[], places: number): number | null {
  const found = Array.from({ length: places }, (_, place) => place).find((place) => !around.includes(place));
  return found ?? null;
}
