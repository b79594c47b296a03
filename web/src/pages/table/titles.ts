/** What a table is called at the top of the page, and its doubled rounds. */
import type { PerlaggenView } from "../../wire.ts";
import { language } from "../../text/language.svelte.ts";
import type { Table } from "./table.svelte.ts";
import { partyOf } from "../../games/perlaggen/face.ts";

export function tableTitle(table: Table): { title: string; sub: string; short: string } {
  const picture = table.picture;
  if (!picture) return { title: "", sub: "", short: "" };
  const { words } = language;
  const game = words.web(`game.${picture.rules.game}`);
  const book =
    words.find("web", `book.${picture.rules.name}`) ?? picture.rules.title[words.lang] ?? picture.rules.name;
  const deal = picture.branch
    ? branchName(table)
    : picture.deal
      ? words.web("deal_n", { n: picture.deal })
      : "";
  const title = picture.title || game;
  const sub = [picture.title ? game : "", picture.rules.house || book, deal].filter(Boolean).join(" · ");
  const short = picture.branch ? words.web("branch.chip") : slate(table) || deal || title;
  return { title, sub, short };
}

/** Where a branch comes from. */
function branchName(table: Table): string {
  const branch = table.picture?.branch;
  if (!branch) return "";
  const about = { deal: branch.deal, at: branch.at };
  return language.words.web(branch.deal ? "branch.of" : "branch.of_record", about);
}

/** On a phone Perlaggen shows its slate where others show the number of the deal. */
function slate(table: Table): string {
  if (table.game !== "perlaggen" || !table.view) return "";
  const view = table.view as PerlaggenView;
  const us = view.seat === null ? 0 : partyOf(view.seat);
  return language.words.web("pl.score", { ours: view.scores[us] ?? 0, theirs: view.scores[1 - us] ?? 0 });
}

/** The Radl: which of its doubled deals this is. */
export function radlChip(table: Table): { text: string; brief: string } | null {
  const view = table.view;
  if (!view || (view.context["radl"] ?? 1) < 2) return null;
  const memo = table.picture?.sheet?.memo;
  const of = table.picture?.players ?? 4;
  const final = memo?.["final"] === 2;
  const left = (final ? memo["final_left"] : memo?.["radl_left"]) ?? 0;
  const over = table.picture?.settlement ? 1 : 0;
  const no = Math.min(of, Math.max(1, of - left + 1 - over));
  const { words } = language;
  const name = words.web(final ? "kr.final_radl" : "kr.radl", { n: no, of });
  return { text: `${name} · ${words.web("kr.counts_double")}`, brief: name };
}
