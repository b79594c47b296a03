/** The catalogues of the engine, cut into what every page needs and what is looked up. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

type Section = Record<string, string>;

const FOLDER = fileURLToPath(new URL("../../src/trull/locale/", import.meta.url));
const NAME = /^virtual:(words|clauses|options|cups|puzzles|pads)\/(de|en)$/;

/** Of the sentences of the command line the client needs only the names of things. */
const SHARED = /^(suit|fool|rank|rankname|nicknames|section|column|mark|kr\.pair|intro|unbaptised|hidden)/;

/** What the pages of a cup alone say, those of puzzles and repetition, and the score pad. */
const PARTS: Record<string, string[]> = {
  cups: ["cup", "desk"],
  puzzles: ["puzzle", "review"],
  pads: ["field"],
};

/** Sentences of a section all pages share which are said by one of these parts alone. */
const APART: Record<string, [section: string, codes: RegExp]> = {
  puzzles: ["learn", /^(puzzle|safe|theme)\./],
  pads: ["web", /^pad\./],
};

const LATER = new Set(["clause", "option", "row", "alias", ...Object.values(PARTS).flat()]);

function read(language: string): Record<string, Section> {
  return JSON.parse(readFileSync(`${FOLDER}${language}.json`, "utf8")) as Record<string, Section>;
}

/** The sentences of a section whose codes pass. */
function some(section: Section = {}, passes: (code: string) => boolean): Section {
  return Object.fromEntries(Object.entries(section).filter(([code]) => passes(code)));
}

function words(all: Record<string, Section>): Record<string, Section> {
  const kept = Object.fromEntries(Object.entries(all).filter(([name]) => !LATER.has(name)));
  kept["cli"] = some(all["cli"], (code) => SHARED.test(code));
  for (const [section, codes] of Object.values(APART))
    kept[section] = some(kept[section], (code) => !codes.test(code));
  return kept;
}

function part(kind: string, language: string): unknown {
  const all = read(language);
  if (kind === "words") return words(all);
  if (kind === "clauses") return all["clause"];
  const names = PARTS[kind];
  if (names) {
    const own = Object.fromEntries(names.map((name) => [name, all[name]]));
    const [section, codes] = APART[kind] ?? [];
    return section && codes ? { ...own, [section]: some(all[section], (code) => codes.test(code)) } : own;
  }
  return { option: all["option"], row: all["row"] };
}

/** `virtual:words/de`, `virtual:clauses/de`, `virtual:options/de`, `virtual:cups/de` …, and the same in English. */
export function catalogues(): Plugin {
  return {
    name: "trull-catalogues",
    resolveId: (id) => (NAME.test(id) ? `\0${id}` : undefined),
    load(id) {
      const found = NAME.exec(id.slice(1));
      if (!found || id[0] !== "\0") return undefined;
      const [, kind, language] = found as unknown as [string, string, string];
      this.addWatchFile(`${FOLDER}${language}.json`);
      const text = JSON.stringify(part(kind, language));
      return `export default JSON.parse(${JSON.stringify(text)});`;
    },
  };
}
