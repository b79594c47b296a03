/** The table one looks at, for boxes that stand outside it. */
import type { Table } from "./table.svelte.ts";

class Here {
  table = $state.raw<Table | null>(null);
}

export const here = new Here();
