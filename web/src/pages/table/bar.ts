/** What stands in the bar of a table. */
import { screen } from "../../base/screen.svelte.ts";
import type { Table } from "./table.svelte.ts";

/** Whether a breach of the rules can be claimed just now. */
export const claimable = (table: Table): boolean =>
  table.free && !!table.view?.prompts.some((prompt) => prompt.verb === "claim");

/** Whether an act can be taken back from the bar; a narrow one has no room for it beside a claim: the menu has it. */
export const undoInBar = (table: Table): boolean =>
  table.alone && table.undoable && !(screen.narrow && claimable(table));
