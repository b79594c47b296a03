/** Telling what happens at the table, by names. */
import { HIDDEN, filled, type Words } from "./text.ts";
import type { ActShown, Seen } from "../wire.ts";
import type { Face } from "../games/face.ts";
import type { RuleSet } from "../rules/rules.svelte.ts";

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

  /** An act as a sentence; `earlier` are the acts before it. */
  told(seen: Seen, earlier: readonly Seen[]): string {
    const code = this.face.telling(seen, earlier);
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
  logged(seen: Seen, earlier: readonly Seen[]): string {
    const code = this.face.telling(seen, earlier);
    const what = this.what(seen);
    const sentence = this.words.find("web", `log.${code}`) ?? this.withoutName(code);
    if (sentence === undefined) return [this.words.verb(seen.verb), what].filter(Boolean).join(" ");
    return filled(sentence, { what }).replace(/\s+/g, " ").trim();
  }

  /** What is told of an act, where that begins with the name: "{who} nennt …" beside the name is "nennt …". */
  private withoutName(code: string): string | undefined {
    return /^\{who\}:?\s+(.*?)\.?$/.exec(this.words.find("told", code) ?? "")?.[1];
  }
}
