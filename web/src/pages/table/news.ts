/** What is new in a picture: for the eye (a full trick rests), for the ear, for a screen reader. */
import type { Sound } from "../../settings/sound.ts";
import type { GameView, Picture, Seen, Talked } from "../../wire.ts";
import { handPrompt } from "./acts/acts.ts";
import { live } from "../../base/live.svelte.ts";
import { prefs } from "../../settings/prefs.svelte.ts";
import { restedOf, type Rested } from "./rested.ts";
import { marked } from "../../text/said.ts";
import type { Teller } from "../../text/teller.ts";

export interface Changes {
  newDeal: boolean;
  acted: boolean;
  seen: Seen[];
  fresh: string[];
  rested: Rested | null;
  myTurn: boolean;
  over: boolean;
  sound: Sound | null;
}

const NONE: Changes = {
  newDeal: false,
  acted: false,
  seen: [],
  fresh: [],
  rested: null,
  myTurn: false,
  over: false,
  sound: null,
};

/** What happened between two pictures; after a gap only the last state counts. */
export function changesOf(before: Picture | null, now: Picture): Changes {
  const view = now.view;
  if (!view) return { ...NONE, newDeal: before !== null && before.view !== null };
  const newDeal = !before || before.deal !== now.deal;
  const old = newDeal ? null : before.view;
  const seen = view.seen.slice(old?.seen.length ?? 0);
  return {
    newDeal,
    acted: newDeal || before.acts !== now.acts,
    seen: before ? seen : [],
    fresh: old?.hand.length ? view.hand.filter((card) => !old.hand.includes(card)) : [],
    rested: old ? restedOf(old, view) : null,
    myTurn: onTurn(view) && !(old && onTurn(old) && seen.length === 0) && !(old && onTurn(old)),
    over: now.settlement !== null && before?.settlement === null,
    sound: soundOf(before, now, seen, old, view),
  };
}

const onTurn = (view: GameView): boolean => view.seat !== null && view.duty.includes(view.seat);

function soundOf(
  before: Picture | null,
  now: Picture,
  seen: Seen[],
  old: GameView | null,
  view: GameView,
): Sound | null {
  if (!before) return null;
  if (now.settlement && !before.settlement) return "settle";
  if (old && view.cases.length > old.cases.length) return "bell";
  if (seen.some((one) => one.verb === "kontra")) return "kontra";
  if (old && restedOf(old, view)) return "trick";
  if (seen.some((one) => one.verb === "play")) return "card";
  return null;
}

/** Say it to a screen reader, as much as the player wishes. */
export function tell(
  before: Picture | null,
  now: Picture,
  changes: Changes,
  teller: Teller,
  unseen: readonly Talked[] = [], // what was said where nobody looks
): void {
  const view = now.view;
  if (!before || !view) return;
  const wish = prefs.choices.say;
  const marks = marked(view.seen, now.summary?.marks ?? []).slice(view.seen.length - changes.seen.length);
  const acts = changes.seen.map((seen, i) => teller.told(seen, marks[i]?.code));
  if (wish === "all") live.say(acts);
  if (wish !== "turn") {
    if (changes.rested) live.say([trickTold(changes.rested, teller)]);
    live.say(away(before, now, teller));
    live.say(
      unseen.map(
        (line) => `${line.name}: ${line.phrase ? teller.words.web(`phrase.${line.phrase}`) : line.text}`,
      ),
    );
  }
  if (changes.myTurn) live.alert(turnTold(view, teller));
  else if (!onTurn(view)) live.alert(""); // the next turn is news again, though the sentence be the same
}

function trickTold(rested: Rested, teller: Teller): string {
  const card = rested.cards.find(([seat]) => seat === rested.winner)?.[1] ?? "";
  const about = { n: rested.no, who: teller.name(rested.winner), card: teller.words.spoken(card) };
  return teller.words.web("trick_taken", about);
}

function away(before: Picture, now: Picture, teller: Teller): string[] {
  return now.seats.flatMap((seat, i) => {
    const old = before.seats[i];
    if (!old || seat.kind !== "person" || seat.member !== old.member || seat.online === old.online) return [];
    return [teller.words.web(seat.online ? "is_back" : "is_away", { who: seat.name })];
  });
}

/** The own turn, with the few cards that may be played. */
function turnTold(view: GameView, teller: Teller): string {
  const { words } = teller;
  const prompt = handPrompt(view, words.pack);
  const few = prompt && prompt.most === 1 && prompt.choices.length <= 4 ? prompt.choices : [];
  if (!few.length) return `${words.web("your_turn")}: ${words.say("phase", view.phase)}.`;
  const cards = few.map((card) => words.spoken(card)).join(` ${words.web("or")} `);
  return `${words.web("your_turn")}: ${cards}.`;
}
