/** What is entered on the score pad of Königrufen, as the facts the server settles. */
import type { Entry, Impossible, ItemEntry, Joined, Round, Side } from "../../pages/pad/entry.ts";
import { optionIn } from "../../rules/options.ts";
import type { Row, RuleSet } from "../../rules/rules.svelte.ts";

/** Card points that stand for a result nobody counted: just enough, just too few, exactly even. */
const TYPICAL = { won: 36, lost: 34, even: 35 } as const;

const KING_CAPTURED = "king_captured";
const PAGAT_HELD = "pagat_held"; // told by who had to pay for it
const OTHER = { declarer: "defenders", defenders: "declarer" } as const;

const PACK = 70; // card points in the whole pack
// In thirds: the pack, 35 to 35, and what is more than that.
const [WHOLE, EVEN, MORE] = [210, 104, 107];
const ODD = 2; // points that may be missing where four people count whole points

/** Cards are counted in thirds; 35.3 and 35.7 are said for them, 35.5 is not. */
const isThird = (n: number): boolean => Math.abs(3 * n - Math.round(3 * n)) < 0.25;

/** Why an entry cannot be. */
export function impossible(entry: Entry, rules: RuleSet): Impossible | null {
  const most = PACK;
  const told = pointsTold(entry, rules);
  if (told.some((n) => n < 0 || n > most)) return { code: "pad.points_between", about: { most } };
  if (!told.every(isThird)) return { code: "pad.points_thirds", about: {} };
  if (sackUntrue(entry, rules)) return { code: "pad.sack_points", about: {} };
  if (resultUntrue(entry, rules)) return { code: "pad.points_result", about: {} };
  if (birdOwed(entry, rules)) return { code: "pad.bird_owed", about: {} };
  if (told.length === 4 && entry.virgins.some((seat) => (entry.each[seat] ?? 0) > 0))
    return { code: "pad.virgin_points", about: {} };
  const sum = told.reduce((all, n) => all + n, 0);
  return told.length === 4 && Math.abs(sum - most) > ODD
    ? { code: "pad.points_sum", about: { n: sum, most } }
    : null;
}

/** Whether the game can be slid: its called king can lie in the open Talon. */
export const slidable = (row: Row | undefined): boolean =>
  row?.["side"] === "called" && row["talon"] === "half";

/** A tap on "slide" holds for games that can be slid; it may be left over from another. */
const isSlid = (entry: Entry, rules: RuleSet): boolean =>
  entry.slid && slidable(rules.sections["contract"]?.[entry.contract]);

/** The card points that count in this entry. */
function pointsTold(entry: Entry, rules: RuleSet): number[] {
  const kind = rules.sections["contract"]?.[entry.contract]?.["kind"];
  const each = kind === "trischaken";
  if (each ? entry.renonce.length : kind === "negative" || isSlid(entry, rules)) return [];
  return (each ? entry.each : [entry.points]).filter((n) => typeof n === "number");
}

/** A Sack that was announced, and the card points it takes in thirds; unannounced it is nothing. */
type Sack = ItemEntry & { thirds: number };

function sacksOf(entry: Entry, rules: RuleSet): Sack[] {
  const offered = rules.sections["contract"]?.[entry.contract]?.["bonuses"];
  const named = Object.entries(entry.items).filter(
    ([name, item]) => item.state !== "silent" && Array.isArray(offered) && offered.includes(name),
  );
  return named.flatMap(([name, item]) => {
    const bonus = rules.sections["bonus"]?.[name];
    return bonus?.["kind"] === "sack" ? [{ ...item, thirds: Number(bonus["thirds"]) }] : [];
  });
}

/** Card points of the playing side in thirds: as they were counted, else such that a Sack entered as made is made. */
function thirdsOf(entry: Entry, rules: RuleSet): number {
  if (typeof entry.points === "number") return Math.round(3 * entry.points);
  const made = sacksOf(entry, rules).filter((sack) => sack.state === "made");
  const least = made.filter((sack) => sack.side === "declarer").map((sack) => sack.thirds);
  const most = made.filter((sack) => sack.side === "defenders").map((sack) => WHOLE - sack.thirds);
  return Math.min(Math.max(3 * TYPICAL[entry.result || "won"], ...least), ...most);
}

/** Whether a Sack is entered as made or missed though the card points, which decide, say otherwise. */
function sackUntrue(entry: Entry, rules: RuleSet): boolean {
  const ours = thirdsOf(entry, rules);
  const reached = (sack: Sack): boolean => (sack.side === "declarer" ? ours : WHOLE - ours) >= sack.thirds;
  return (
    isPlayed(entry, rules) && sacksOf(entry, rules).some((sack) => reached(sack) !== (sack.state === "made"))
  );
}

/** Whether the result is entered otherwise than the card points, or a Valat, have it; a Renonce asks for neither. */
function resultUntrue(entry: Entry, rules: RuleSet): boolean {
  const { result, items } = entry;
  if (!result || !isPlayed(entry, rules)) return false;
  const ours = thirdsOf(entry, rules);
  const win = Number(optionIn(rules, "win_thirds"));
  const so = { won: ours >= win, lost: ours < win, even: ours >= EVEN && ours < MORE };
  const valat = items["valat"];
  return (
    !so[result] ||
    (!!valat && valat.state !== "missed" && valat.side !== (result === "won" ? "declarer" : "defenders"))
  );
}

/** Whether a game that needs a bird has ended, or was slid, and its player has announced none. */
function birdOwed(entry: Entry, rules: RuleSet): boolean {
  const ended = !!entry.result || typeof entry.points === "number" || isSlid(entry, rules);
  return (
    ended &&
    !entry.renonce.length &&
    rules.sections["contract"]?.[entry.contract]?.["needs"] === "bird" &&
    !firstBird(entry)
  );
}

/** Whether a positive game was played to its end. */
function isPlayed(entry: Entry, rules: RuleSet): boolean {
  const kind = String(rules.sections["contract"]?.[entry.contract]?.["kind"] ?? "");
  return ["tarock", "farben"].includes(kind) && !entry.renonce.length && !isSlid(entry, rules);
}

/** The facts of an entry, or nothing while something is missing. */
export function facts(entry: Entry, rules: RuleSet, round: Round): Record<string, unknown> | null {
  const row = rules.sections["contract"]?.[entry.contract];
  if (!row) return null;
  const told: Record<string, unknown> = {
    contract: entry.contract,
    vorhand: round.forehand,
    radl: round.radl,
  };
  if (entry.renonce.length) told["renonce"] = { seats: entry.renonce };
  if (row["kind"] === "trischaken") return trischaken(entry, told);
  if (entry.player === null) return null;
  told["declarer"] = entry.player;
  return row["kind"] === "negative" ? negative(entry, rules, row, told) : positive(entry, rules, row, told);
}

/** What a game can be charged with though nobody announces it: a king is captured only where one was called. */
export function chargesOf(rules: RuleSet, row: Row): string[] {
  return Object.keys(rules.sections["charge"] ?? {}).filter(
    (name) => name !== KING_CAPTURED || row["side"] === "called",
  );
}

/** The next side a charge is laid to, at a tap: a king only the opponents capture. */
export function nextCharge(name: string, side: Side | undefined): Side | undefined {
  if (!side) return "defenders";
  return side === "defenders" && name !== KING_CAPTURED ? "declarer" : undefined;
}

/** Whether it matters that the called king lay in a Talon nobody saw: a Kontra may fall by it. */
export function mayBeHidden(entry: Entry, rules: RuleSet, row: Row): boolean {
  const stands = optionIn(rules, "solo_king_in_talon_kontra") === "stands";
  return (
    entry.kontra > 0 &&
    entry.partner === null &&
    row["side"] === "called" &&
    (row["talon"] ?? "none") === "none" &&
    !stands
  );
}

function trischaken(entry: Entry, facts: Record<string, unknown>): Record<string, unknown> | null {
  if (entry.renonce.length) return facts;
  if (entry.each.some((n) => typeof n !== "number")) return null;
  const thirds = entry.each.map((n) => Math.round(3 * (n ?? 0)));
  return {
    ...facts,
    result: { thirds, tricks: entry.each.map((_, seat) => (entry.virgins.includes(seat) ? 0 : 1)) },
  };
}

/** The games that can be played beside this one: negative ones of its value, where they take part at all. */
export function besides(rules: RuleSet, contract: string): string[] {
  const games = rules.sections["contract"] ?? {};
  const isOn = (name: Row[string] | undefined): boolean => !name || optionIn(rules, String(name)) === true;
  const joins = (row: Row | undefined): boolean =>
    row?.["bei"] === true && isOn(row["bei_option"]) && isOn(row["option"]);
  return joins(games[contract])
    ? Object.keys(games).filter(
        (name) => joins(games[name]) && games[name]?.["value"] === games[contract]?.["value"],
      )
    : [];
}

/** Those who joined the game that is entered; of another game they may be left over. */
export function joinedIn(entry: Entry, rules: RuleSet): Joined[] {
  const games = besides(rules, entry.contract);
  return entry.joined.filter((one) => one.seat !== entry.player && games.includes(one.contract));
}

function negative(
  entry: Entry,
  rules: RuleSet,
  row: Row,
  facts: Record<string, unknown>,
): Record<string, unknown> | null {
  const joined = joinedIn(entry, rules);
  if (!entry.renonce.length && (!entry.result || joined.some((one) => !one.result))) return null;
  const tricks = [0, 0, 0, 0];
  tricks[entry.player ?? 0] = tricksFor(row, entry.result);
  for (const one of joined)
    tricks[one.seat] = tricksFor(rules.sections["contract"]?.[one.contract], one.result);
  const others = joined.map((one) => ({ seat: one.seat, contract: one.contract, kontra: one.pairs }));
  return {
    ...facts,
    kontra: entry.pairs,
    ...(others.length ? { co_declarers: others } : {}),
    result: { tricks },
  };
}

/** Tricks that stand for the result of a negative game: as many as it wants, or one too many. */
function tricksFor(row: Row | undefined, result: string): number {
  return Number(row?.["tricks"] ?? 0) + (result === "won" ? 0 : 1);
}

function positive(
  entry: Entry,
  rules: RuleSet,
  row: Row,
  facts: Record<string, unknown>,
): Record<string, unknown> | null {
  const partner = row["side"] === "called" ? entry.partner : null;
  if (isSlid(entry, rules)) return { ...facts, schleifen: true, bird: firstBird(entry), partner: null };
  if (!entry.result && typeof entry.points !== "number" && !entry.renonce.length) return null;
  const announcements = Object.entries(entry.items)
    .filter(([, item]) => item.state !== "silent")
    .map(([item, one]) => ({ item, side: one.side, kontra: one.kontra }));
  const made = Object.fromEntries(
    Object.entries(entry.items)
      .filter(([name, one]) => one.state !== "missed" && name !== "valat")
      .map(([name, one]) => [name, one.side]),
  );
  for (const name of chargesOf(rules, row)) {
    const side = entry.charges[name];
    if (side) made[name === PAGAT_HELD ? "pagat_held_by" : name] = name === PAGAT_HELD ? OTHER[side] : side;
  }
  return {
    ...facts,
    partner,
    kontra: entry.kontra,
    ...(entry.hidden && mayBeHidden(entry, rules, row) ? { king_in_talon: true } : {}),
    announcements,
    bird: firstBird(entry),
    result: { declarer_thirds: thirdsOf(entry, rules), tricks: tricksOf(entry), made },
  };
}

const BIRDS = ["pagat", "uhu", "kakadu", "quapil"];
/** The bird the playing side has announced, which it owes in some games. */
const firstBird = (entry: Entry): string =>
  BIRDS.find(
    (bird) =>
      entry.items[bird] && entry.items[bird].state !== "silent" && entry.items[bird].side === "declarer",
  ) ?? "";

/** Tricks matter only for a Valat. */
function tricksOf(entry: Entry): number[] {
  const valat = entry.items["valat"];
  const player = entry.player ?? 0;
  const other = (player + 1) % 4 === entry.partner ? (player + 2) % 4 : (player + 1) % 4;
  const tricks = [0, 0, 0, 0];
  if (valat && valat.state !== "missed") tricks[valat.side === "declarer" ? player : other] = 12;
  else [tricks[player], tricks[other]] = [7, 5];
  return tricks;
}
