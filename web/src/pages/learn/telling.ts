/** Questions, answers and positions in words; what is shown as a picture is said here first. */
import { faceOf } from "../../games/index.ts";
import { language } from "../../text/language.svelte.ts";
import { rulebook } from "../../rules/rules.svelte.ts";
import { bookName } from "../../rules/booktext.ts";
import { capital, type About, type Words } from "../../text/text.ts";
import { Teller } from "../../text/teller.ts";
import { written } from "../table/hints.ts";
import type { Answered, Item, Posed, Tested, Wrong } from "../../wire.ts";

const SEATS = 6;
/** What a pile is, where it is not one to be counted. */
const PILES: Record<string, string> = { memory: "gone", skies: "won" };

/** Questions whose answers are acts. */
const TALK = ["say", "advice", "sign"];

const COUNTED = "count";

/** Questions whose answers are people. */
const SEATED = ["turn", "claim", "lot"];

/** A sentence of the school in the language in use. */
export const say = (code: string, about: About = {}): string => language.words.say("learn", code, about);

export const nameOf = (seat: number): string => say(`name.${String(seat)}`);

export function tellerOf(rules: string, me: number | null): Teller {
  const words = language.words.of(rules);
  const names = Array.from({ length: SEATS }, (_, seat) => nameOf(seat));
  return new Teller(words, names, me, faceOf(words.game), rulebook.of(rules));
}

/** What is asked. */
export function question(posed: Posed, words: Words): string {
  const { act, item, figure, number, suit, word, of } = posed.about;
  if (act !== undefined)
    return say("ask.clause_act", { act: told(act, tellerOf(posed.rules, posed.shown.seat)) });
  if (item !== undefined) return say("ask.clause_item", { item: itemName(item, words) });
  if (suit !== undefined) return say("ask.memory", { suit: say(`suit.${suit}`) });
  if (word !== undefined)
    return say("ask.book", { act: told(word, tellerOf(posed.rules, posed.shown.seat)) });
  if (number !== undefined) return say("ask.skies", { n: number });
  if (figure !== undefined) return say(`ask.figure.${figure}`);
  return say(`ask.${of === undefined ? posed.type : `${posed.type}.${of}`}`);
}

/** An act by its card alone, where it is one. */
function told(act: string, teller: Teller): string {
  const [verb = "", ...args] = act.split(" ");
  return verb === "play"
    ? args.map((word) => teller.words.spoken(word)).join(" ")
    : teller.named({ seat: 0, verb, args });
}

export const itemName = (code: string, words: Words): string => words.find("item", code) ?? words.word(code);

function unpriced(one: Item, words: Words): string {
  const names = [one.item, ...one.factors].map((code) => itemName(code, words));
  const marks = [words.find("note", one.note) ?? one.note, one.winner && words.word(one.winner)];
  return [...names, ...marks].filter(Boolean).join(", ");
}

/** A row of the sheet, or what was said between two deals. */
function entry([code, row]: [string, string], words: Words): string {
  const name = words.find("web", `remark.${code}`) ?? words.word(code);
  return row ? `${name}: ${amounts(row)}` : name;
}

/** Cards of a trick, each with who played it. */
const lying = (cards: Posed["shown"]["trick"], teller: Teller): string =>
  cards.map(([who, card]) => `${teller.who(who)} ${teller.words.spoken(card)}`).join(", ");

/** The tricks that have fallen, a sentence each. */
export const fallen = (posed: Posed, teller: Teller): string[] =>
  posed.shown.tricks.map((cards, at) => say("fallen", { n: at + 1, cards: lying(cards, teller) }));

/** The position in sentences, before any picture of it. */
export function position(posed: Posed, teller: Teller): string[] {
  const { said, heard, items, sheet, pile, trick, hand, seat } = posed.shown;
  const { words } = teller;
  const spoken = (cards: readonly string[]): string => cards.map((card) => words.spoken(card)).join(", ");
  return [
    said.length ? `${capital(teller.line(said))}.` : "",
    heard.length
      ? say("heard", {
          acts: heard.map(([who, act]) => `${teller.who(who)}: ${told(act, teller)}`).join("; "),
        })
      : "",
    items.length ? say("items", { items: items.map((one) => unpriced(one, words)).join("; ") }) : "",
    pile.length ? say(PILES[posed.type] ?? "pile", { n: pile.length, cards: spoken(pile) }) : "",
    posed.type === "skies" && !pile.length ? say("won_nothing") : "",
    ...sheet.map((row, at) => say("sheet", { n: at + 1, row: entry(row, words) })),
    ...fallen(posed, teller),
    trick.length ? say(posed.type === "lot" ? "drawn" : "lies", { cards: lying(trick, teller) }) : "",
    hand.length ? say(seat === null ? "cards_here" : "you_hold", { cards: spoken(hand) }) : "",
    seat !== null && ["legal", "duty"].includes(posed.type) ? say("your_turn") : "",
  ].filter(Boolean);
}

/** An answer that can be chosen. */
export function choice(posed: Posed, one: string, teller: Teller): string {
  const { words } = teller;
  if (posed.type === "winner") {
    const card = posed.shown.trick.find(([seat]) => String(seat) === one)?.[1] ?? "";
    return `${teller.who(Number(one))}: ${words.spoken(card)}`;
  }
  if (posed.type === "count") {
    const [points = "", n = ""] = one.split("/");
    return say(n ? "worth_odd" : "worth", { points, n });
  }
  if (TALK.includes(posed.type)) return told(one, teller);
  if (posed.type === "weigh") return course(one, teller);
  if (posed.type === "slate") {
    const [a = "", b = ""] = one.split(":");
    return say(`slate.${String(posed.shown.seats)}`, { a, b });
  }
  if (SEATED.includes(posed.type)) return nameOf(Number(one));
  if (posed.type === "figure") {
    const [n = "", rank = ""] = one.split(" ");
    const name = words.find("cli", `rankname.${rank}`) ?? rank;
    return say(`figure.${posed.about["figure"] ?? ""}.${n}`, { rank: name });
  }
  if (posed.type === "pay") return amounts(one);
  if (posed.type === "memory") return one;
  if (posed.type === "skies")
    return ["lost", "kept"].includes(one)
      ? say(`skies.${one}`)
      : say("skies.for", { card: words.spoken(one) });
  if (posed.type === "book") {
    const rules = rulebook.of(one);
    return rules ? bookName(rules) : one;
  }
  if (posed.type === "clause") return `${one}: ${language.clauses[one] ?? ""}`;
  return words.spoken(one);
}

/** Acts one after the other; or that neither of two courses is better. */
function course(acts: string, teller: Teller): string {
  if (acts === "even") return say("weigh.even");
  return acts
    .split("|")
    .map((act) => told(act.trim(), teller))
    .join(say("weigh.then"));
}

/** What a count says of a piece of advice, in sentences. */
export function tested(found: Tested, rules: string): string[] {
  const teller = tellerOf(rules, null);
  const figure = (n: number): string => written(n.toFixed(2), teller.words);
  const { verdict, advice, more, less, mean, error, guesses } = found;
  const about = {
    clause: advice,
    n: guesses,
    mean: figure(mean),
    error: figure(error),
    more: more && course(more, teller),
    less: less && course(less, teller),
  };
  return [say(`tested.${verdict}`, about), guesses ? say("tested.of", about) : ""].filter(Boolean);
}

const amounts = (row: string): string =>
  row
    .split(" ")
    .map((n, seat) => `${nameOf(seat)} ${n.replace("-", "−")}`)
    .join(", ");

/** What is wrong with a choice. */
export function why(wrong: Wrong, words: Words): string {
  if (words.find("fault", wrong.code) !== undefined) return words.fault(wrong);
  const { item, part, book, points, error, ...rest } = wrong.about;
  const rules = book === undefined ? undefined : rulebook.of(book);
  return say(`why.${wrong.code}`, {
    ...rest,
    ...(item === undefined ? {} : { item: itemName(item, words) }),
    ...(points === undefined ? {} : { points: written(points, words) }),
    ...(error === undefined ? {} : { error: written(error, words) }),
    ...(part === undefined ? {} : { part: say(`part.${part}`) }),
    ...(book === undefined ? {} : { book: rules ? bookName(rules) : book }),
  });
}

/** Whether the answer is not the law's nor an expert's, but what came out of a count. */
export const isCounted = (posed: Posed): boolean => posed.about["of"] === COUNTED;

/** Whether the tricks that have fallen are looked at only on demand: they are many. */
export const folds = (posed: Posed): boolean => isCounted(posed) || posed.type === "safe";

export const isRight = (answer: Answered, given: readonly string[]): boolean =>
  answer.right.length === given.length && answer.right.every((one) => given.includes(one));

export interface Verdict {
  right: boolean;
  head: string;
  reasons: { text: string; clause: string }[];
  solution: string;
}

/** What is said of an answer. */
export function verdict(posed: Posed, answer: Answered, given: readonly string[], teller: Teller): Verdict {
  const right = isRight(answer, given);
  const costs = isCounted(posed) ? costsOf(posed, answer, teller) : null;
  if (right) return { right, head: say("right"), reasons: costs ?? [], solution: "" };
  const found = given.filter((one) => answer.right.includes(one)).length;
  const partly = posed.many && found > 0;
  return {
    right,
    head: partly ? say("partly", { n: found, of: answer.right.length }) : say("wrong"),
    reasons: costs ?? reasonsOf(answer, given, teller),
    solution: say("solution", { answer: answer.right.map((one) => choice(posed, one, teller)).join(", ") }),
  };
}

/** What each of the other acts costs: worth knowing for who was right, too. */
function costsOf(posed: Posed, answer: Answered, teller: Teller): Verdict["reasons"] {
  return posed.choices.flatMap((one) => {
    const wrong = answer.why[one];
    if (!wrong) return [];
    const about = { choice: choice(posed, one, teller), reason: why(wrong, teller.words) };
    return [{ text: say("no_good", about), clause: wrong.clause }];
  });
}

/** Each reason once, with the choices it is about. */
function reasonsOf(answer: Answered, given: readonly string[], teller: Teller): Verdict["reasons"] {
  const found = new Map<string, { text: string; clause: string }>();
  for (const one of given) {
    const wrong = answer.right.includes(one) ? undefined : answer.why[one];
    if (wrong) found.set(why(wrong, teller.words), { text: why(wrong, teller.words), clause: wrong.clause });
  }
  return [...found.values()];
}

/** Before the name of a breach among the lines of an answer. */
const BREACH = "breach.";

/** How a payment adds up, a sentence a line. */
export const lines = (answer: Answered, words: Words): { text: string; clause: string }[] =>
  answer.lines.map(([item, clause, row]) => ({
    text: item.startsWith(BREACH)
      ? say("breach_at", { n: row, what: words.say("breach", item.slice(BREACH.length)) })
      : say("adds_up", { item: itemName(item, words), amounts: amounts(row) }),
    clause,
  }));
