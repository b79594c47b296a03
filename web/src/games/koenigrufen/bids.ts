/** The games of an auction as they are offered: which of them may be said now, what each is worth. */
import type { Words } from "../../text/text.ts";
import type { KoenigrufenView } from "../../wire.ts";
import { promptOf } from "../../pages/table/acts/acts.ts";
import { exists, type Row, type RuleSet } from "../../rules/rules.svelte.ts";

export interface Bid {
  key: string;
  verb: "bid" | "bei";
  word: string;
  name: string;
  value: string;
  clause: string;
  open: boolean;
  column: 0 | 1 | 2;
  rank: number;
}

/** Every game of the rule set in the order of the auction, and every "-bei" that is open. */
export function bidsOf(view: KoenigrufenView, rules: RuleSet, words: Words): Bid[] {
  const contracts = rules.sections["contract"] ?? {};
  const offered = promptOf(view, "bid")?.choices ?? [];
  const joins = promptOf(view, "bei")?.choices ?? [];
  const games = Object.entries(contracts).filter(([, row]) => exists(row, rules));
  const found = games.flatMap(([name, row]) => {
    const open = offered.filter((word) => word.split(":")[0] === name);
    return (open.length ? open : [name]).map((word) => bid("bid", word, row, words, open.length > 0));
  });
  for (const word of joins) {
    const row = contracts[word];
    if (row)
      found.push({
        ...bid("bei", word, row, words, true),
        name: words.web("kr.bei", { game: words.word(word) }),
      });
  }
  return found.sort((a, b) => a.rank - b.rank);
}

function bid(verb: "bid" | "bei", word: string, row: Row, words: Words, open: boolean): Bid {
  const bird = row["needs"] === "bird" ? words.web("kr.plus_bird") : "";
  return {
    key: `${verb} ${word}`,
    verb,
    word,
    name: words.word(word),
    value: `${String(row["value"])}${bird}`,
    clause: String(row["clause"]),
    open,
    column: columnOf(row),
    rank: Number(row["rank"] ?? 0),
  };
}

function columnOf(row: Row): Bid["column"] {
  if (row["side"] === "called") return 0;
  return row["kind"] === "negative" || row["kind"] === "trischaken" ? 2 : 1;
}

/** With a partner, alone, negative: of each at most so many, those that can be said first. */
export function columnsOf(bids: Bid[], most: number): Bid[][] {
  return [0, 1, 2].map((column) => {
    const all = bids.filter((bid) => bid.column === column);
    const room = column === 2 && all.length > most ? most - 1 : most;
    const open = all.filter((bid) => bid.open);
    const least = room > 3 ? 1 : 0; // a barred one is shown though it takes the place of an open one
    const left = open.length >= room ? least : room - open.length;
    const barred = all.filter((bid) => !bid.open).slice(0, left);
    const shown = new Set([...barred, ...open].slice(0, room));
    return all.filter((bid) => shown.has(bid));
  });
}
