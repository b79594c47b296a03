/** What this browser remembers of the deals it saw, so that the sheet can name them. */
import type { KoenigrufenView, Picture } from "../wire.ts";
import { verdict, type Declarers } from "./settled.ts";
import type { Teller } from "./teller.ts";

export interface Remembered {
  title: string;
  line: string;
  verdict: "won" | "lost" | "";
  kontra: boolean;
  radl: boolean;
  dealer: number | null; // by place at the table
}

export type Memory = Record<string, Remembered>;

const key = (room: string): string => `trull.deals.${room}`;

export function recall(room: string): Memory {
  try {
    return (JSON.parse(localStorage.getItem(key(room)) ?? "{}") as Memory | null) ?? {};
  } catch {
    return {};
  }
}

/** Note down a deal that has just been settled. */
export function remember(picture: Picture, teller: Teller): void {
  const { view, settlement } = picture;
  if (!view || !settlement) return;
  const memory = recall(picture.room);
  const { title, line } = teller.face.result(view, teller);
  memory[String(picture.deal)] = {
    title,
    line,
    verdict: verdict(settlement, declarersOf(view)),
    kontra: settlement.lines.some((one) => one.factors.some((f) => f.name.endsWith("kontra"))),
    radl: (view.context["radl"] ?? 1) > 1,
    dealer: view.dealer === null ? sitsOut(picture) : (picture.around[view.dealer] ?? view.dealer),
  };
  try {
    localStorage.setItem(key(picture.room), JSON.stringify(memory));
  } catch {
    // The sheet then shows the numbers alone.
  }
}

/** With five players the dealer sits out. */
function sitsOut(picture: Picture): number | null {
  return picture.seats.find((seat) => !picture.around.includes(seat.seat))?.seat ?? null;
}

/** The contract of a Königrufen deal, where it has one. */
export const contractOf = (view: unknown): string => (view as Partial<KoenigrufenView>).contract ?? "";

/** Who plays in a Königrufen deal, and what. */
export const declarersOf = (view: unknown): Declarers => (view as Partial<KoenigrufenView> | null)?.declarers ?? [];
