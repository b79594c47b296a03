/** Going on from a finished deal: a practice table with its cards. */
import { newId } from "../../socket/socket.ts";
import { tablePath } from "../../route/router.ts";
import { cleaned } from "../../text/text.ts";
import { getText, openBranch } from "../../socket/api.ts";
import { t } from "../../text/language.svelte.ts";
import { prefs } from "../../settings/prefs.svelte.ts";
import { dealsOf } from "./records.ts";
import { navigation } from "../../route/route.svelte.ts";

export const THINKING = "search";

export interface Branching {
  record: string; // of one deal
  seat: number;
  at?: number; // without it, from the first word on
  bot?: string;
}

/** Open the table and go there. */
export async function branchOff({ record, seat, at, bot = THINKING }: Branching): Promise<void> {
  const name = cleaned(prefs.choices.name) || t("guest");
  const from = at === undefined ? {} : { at };
  const made = await openBranch({ record, name, cid: newId(), seat, bot, pace: prefs.choices.pace, ...from });
  navigation.go(tablePath(made.room));
}

/** Play a deal of a table again, on the same seat. */
export async function playAgain(room: string, deal: number, seat: number): Promise<void> {
  const deals = dealsOf(await getText(`/api/rooms/${room}/records`));
  const record = deals.find((one) => one.includes(`[DealNo "${String(deal)}"]`)) ?? deals.at(-1) ?? "";
  await branchOff({ record, seat });
}
