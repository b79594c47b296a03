/** The court of a free table: what is claimed, told, and still to be said. */
import { ASKED_FOR } from "../acts/acts.ts";
import { language } from "../../../text/language.svelte.ts";
import type { Case, GameView, Picture, Prompt } from "../../../wire.ts";
import type { Row, RuleSet } from "../../../rules/rules.svelte.ts";
import type { Teller } from "../../../text/teller.ts";

const ARBITER = -1;
const COURT = new Set(["claim", "demand", "vote", "accept", "throw_in"]);

/** Prompts that the court answers and no board of a game. */
export const isCourt = (prompt: Prompt): boolean => COURT.has(prompt.verb);

/** The view with what the hand can do: at a free table more than what is lawful, and without a nudge.

    What no player thinks of by himself, such as looking at the talon, is pressed on nobody. */
export function offered(view: GameView | null, arbiter = ""): GameView | null {
  if (!view?.possible.length) return view;
  const lawful = new Set(view.prompts.map((prompt) => prompt.verb));
  const prompts = view.possible.filter(
    (prompt) => lawful.has(prompt.verb) || ASKED_FOR.has(prompt.verb) || isCourt(prompt),
  );
  const waits = arbiter && view.phase === "count" && view.cases.some((found) => !found.verdict);
  return { ...view, prompts, duty: waits ? [] : view.duty };
}

/** What holds at this table besides its rules; everybody reads it on the rule card. */
export function houseRules(picture: Picture | null): string[] {
  if (!picture) return [];
  const { words } = language;
  const arbiter = picture.guests.find((guest) => guest.member === picture.arbiter);
  const decides = arbiter ? words.web("arbiter_rule", { who: arbiter.name }) : words.web("arbiter_rule_vote");
  return [
    picture.hints ? words.web("hints_rule") : "",
    picture.rules.options["table"] === "free" ? decides : "",
    picture.rules.options["parties"] === "drawn" && picture.players === 4 ? words.web("parties_rule") : "",
  ].filter(Boolean);
}

/** The tricks as they were seen, card by card; a card taken back is the one played instead. */
export function tricksSeen(view: GameView): [number, string][][] {
  const found: [number, string][][] = [];
  for (const { seat, verb, args } of view.seen) {
    const card = args[0] ?? "?";
    const last = found.at(-1);
    if (verb === "mend") {
      const mended = found.flat().findLast((played) => played[0] === seat);
      if (mended) mended[1] = card;
    } else if (verb === "play" && last && last.length < view.seats) last.push([seat, card]);
    else if (verb === "play") found.push([[seat, card]]);
  }
  return found;
}

const who = (teller: Teller, seat: number): string =>
  seat === ARBITER ? teller.words.say("court", "arbiter") : teller.name(seat);

/** A case as it stands in the court's book; where an arbiter decides, nobody votes. */
export function told(teller: Teller, number: number, found: Case, voting = true): string {
  const opening = found.points ? "gain_opened" : "opened";
  if (found.decided_by === "record") {
    return sentence(
      teller,
      number,
      found,
      found.claimant === ARBITER ? "open_upheld" : `record_${found.verdict}`,
    );
  }
  if (found.decided_by === "count") return sentence(teller, number, found, "count_upheld");
  const pending = voting ? "votes" : "";
  const outcome = found.verdict ? `${found.verdict}.${found.decided_by}` : pending;
  return [opening, outcome]
    .filter(Boolean)
    .map((code) => sentence(teller, number, found, code))
    .join(" ");
}

function sentence(teller: Teller, number: number, found: Case, code: string): string {
  const { words } = teller;
  const where = words.say("court", found.trick ? "in_trick" : "before_play", { trick: found.trick });
  const about = {
    n: number,
    where,
    points: found.points,
    clause: "",
    claimant: who(teller, found.claimant),
    accused: who(teller, found.accused),
    kind: words.say("breach", found.kind),
  };
  return words.say("court", code, about).trim();
}

/** The kinds of breach that can be claimed here, and which of them need judgement. */
export function kinds(rules: RuleSet | undefined): { kind: string; judged: boolean }[] {
  const rows: Record<string, Row> = rules?.sections["ruling"] ?? {};
  return Object.entries(rows)
    .filter(([, row]) => row["how"] !== "open" && row["how"] !== "demand")
    .map(([kind, row]) => ({ kind, judged: row["how"] !== "record" }));
}

/** Whether all are asked for their assent: not before who has to open the count has done so. */
export function isAccepting(view: GameView, opener: number | null): boolean {
  if (view.phase !== "count") return false;
  const opened =
    view.prompts.some((prompt) => prompt.verb === "accept") || view.seen.some((one) => one.verb === "count");
  return opened || opener === null || view.duty.length !== 1 || view.duty[0] !== opener;
}

/** How many tricks have begun. */
export const tricksBegun = (view: GameView): number =>
  view.taken.reduce((sum, tricks) => sum + tricks, 0) + (view.trick.length ? 1 : 0);

/** Who has still to vote in an open case, by seat. */
export function toVote(view: GameView, found: Case): number[] {
  const voted = new Set(found.votes.map(([seat]) => seat));
  return Array.from({ length: view.seats }, (_, seat) => seat).filter(
    (seat) => seat !== found.claimant && !voted.has(seat),
  );
}

/** The cases that wait for this player's vote: their numbers, from 1. */
export const myVotes = (view: GameView): number[] =>
  view.seat === null
    ? []
    : view.cases.flatMap((found, i) =>
        !found.verdict && toVote(view, found).includes(view.seat ?? -1) ? [i + 1] : [],
      );
