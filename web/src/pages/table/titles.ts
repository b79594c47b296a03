/** What a table is called at the top of the page, and its doubled rounds. */
import { language } from "../../text/language.svelte.ts";
import type { Table } from "./table.svelte.ts";

export function tableTitle(table: Table): { title: string; sub: string; short: string } {
  const picture = table.picture;
  if (!picture) return { title: "", sub: "", short: "" };
  const { words } = language;
  const game = words.gameName(picture.rules.game);
  const book =
    words.find("web", `book.${picture.rules.name}`) ?? picture.rules.title[words.lang] ?? picture.rules.name;
  const number = picture.deal ? words.web("deal_n", { n: picture.deal }) : "";
  const deal = picture.branch ? branchName(table) : number;
  const slate = picture.summary?.status.find((one) => table.teller.said(one, true) === "");
  const title = picture.title || game;
  const sub = [picture.title ? game : "", picture.rules.house || book, deal].filter(Boolean).join(" · ");
  const short = picture.branch
    ? words.web("branch.chip")
    : (slate && table.teller.said(slate)) || deal || title;
  return { title, sub, short };
}

/** Where a branch comes from. */
function branchName(table: Table): string {
  const branch = table.picture?.branch;
  if (!branch) return "";
  const about = { deal: branch.deal, at: branch.at };
  return language.words.web(branch.deal ? "branch.of" : "branch.of_record", about);
}

/** Which of its doubled deals this is. */
export function roundChip({ picture, teller }: Table): { text: string; brief: string } | null {
  const round = picture?.settlement ? null : picture?.standing?.round;
  return round ? { text: teller.said(round), brief: teller.said(round, true) } : null;
}
