/** Telling what happens at the table, by names. */
import { HIDDEN, filled, type Words } from "./text.ts";
import type { ActShown, Line, Saying, Seen, Summary } from "../wire.ts";
import type { Face } from "../games/face.ts";
import type { RuleSet } from "../rules/rules.svelte.ts";
import { cardPoints, formsOf } from "./said.ts";

export class Teller {
  constructor(
    readonly words: Words,
    readonly names: readonly string[], // by seat of the view
    readonly me: number | null,
    readonly face: Face,
    readonly rules?: RuleSet | undefined, // in force here, once they are known
  ) {}

  /** The name of a seat; the reader is addressed as such. */
  who(seat: number): string {
    return seat === this.me ? this.words.web("you") : this.name(seat);
  }

  name(seat: number): string {
    return this.names[seat] || this.words.web("seat_n", { n: seat + 1 });
  }

  people(seats: readonly number[]): string {
    return seats.map((seat) => this.who(seat)).join(", ");
  }

  // What the laws say

  /** A sentence; `brief` where there is little room. */
  said(one: Saying, brief = false): string {
    const forms = formsOf(one, this.me, brief);
    const code = forms.find((form) => this.words.find("said", form) !== undefined) ?? one.code;
    const about = Object.entries(one.about).map(([name, value]) => [name, this.value(value)] as const);
    return this.words.say("said", code, Object.fromEntries(about));
  }

  line(sayings: readonly Saying[]): string {
    return sayings.map((one) => this.said(one)).join(" · ");
  }

  private value([kind, value]: Saying["about"][string]): string {
    switch (kind) {
      case "seats":
        return this.together(value);
      case "words":
        return value.map((word) => this.words.word(word)).join(", ");
      case "cards":
        return value.map((card) => this.words.card(card)).join(", ");
      case "suit":
        return this.words.suit(value);
      case "phase":
      case "note":
      case "breach":
        return this.words.say(kind, value);
      case "thirds":
        return cardPoints(value);
      case "score":
        return value
          .toSorted(([one], [other]) => Number(this.isOf(other)) - Number(this.isOf(one)))
          .map(([, n]) => String(n))
          .join("\u00a0:\u00a0"); // never parted at the end of a line
      case "said":
        return value.map((one) => this.said(one)).join(", ");
      default:
        return String(value);
    }
  }

  private readonly isOf = (party: readonly number[]): boolean => this.me !== null && party.includes(this.me);

  /** Several names; only who is alone is addressed. */
  together(seats: readonly number[]): string {
    if (seats.length < 2) return this.people(seats);
    const names = seats.map((seat) => this.name(seat));
    return `${names.slice(0, -1).join(", ")} ${this.words.web("and")} ${names.at(-1) ?? ""}`;
  }

  /** How a finished deal came out. */
  result({ result }: Summary): { title: string; line: string } {
    if (!result) return { title: "", line: "" };
    return { title: this.said(result.title), line: this.line(result.line) };
  }

  /** Who gets a line of a settlement: a side by its name, else those who are paid. */
  side({ winner, points }: Line): string {
    if (!winner || this.words.find("word", winner) !== undefined) return winner && this.words.word(winner);
    return this.together([...new Set(points.map(([, payee]) => payee))].toSorted((a, b) => a - b));
  }

  // What was done

  /** An act as a sentence, under the code it is told by. */
  told(seen: Seen, code = seen.verb): string {
    return this.words.told(
      seen,
      this.name(seen.seat),
      this.what(seen, this.words.spoken.bind(this.words)),
      code,
    );
  }

  /** The words of an act; what lies face down is only counted. */
  what(seen: Seen, card?: (token: string) => string): string {
    const open = seen.args.filter((word) => word !== HIDDEN);
    const shown = open.map((word) => this.face.token(this, seen.verb, word, card));
    const hidden = seen.args.length - open.length;
    if (hidden) shown.push(this.face.hidden(this, seen.verb, hidden));
    return shown.join(", ");
  }

  /** An act that can be chosen: by its card or its game alone, else with its verb. */
  named(act: ActShown): string {
    const what = this.what(act, (card) => this.words.card(card));
    if (act.verb === "play") return what;
    const told = what && this.words.find("postmortem", `act.${act.verb}`);
    return told ? filled(told, { what }) : [this.words.verb(act.verb), what].filter(Boolean).join(" ");
  }

  /** An act as it stands in the log beside the name. */
  logged(seen: Seen, code = seen.verb): string {
    const what = this.what(seen);
    const sentence = this.words.find("told", `${code}.brief`) ?? this.withoutName(code);
    if (sentence === undefined) return [this.words.verb(seen.verb), what].filter(Boolean).join(" ");
    return filled(sentence, { what }).replace(/\s+/g, " ").trim();
  }

  /** What is told of an act, where that begins with the name: "{who} nennt …" beside the name is "nennt …". */
  private withoutName(code: string): string | undefined {
    return /^\{who\}:?\s+(.*?)\.?$/.exec(this.words.find("told", code) ?? "")?.[1];
  }
}
