/** "Could I have won?": asks the server, says how far it is, and holds what was found. */
import type {
  ChoiceShown,
  DecisionShown,
  Examination,
  MomentShown,
  PostmortemShown,
  VerdictShown,
} from "../../wire.ts";
import { ApiError, examine, examined, forget } from "../../socket/api.ts";
import type { Teller } from "../../text/teller.ts";

const PAUSE = 450;

export class Examiner {
  found = $state.raw<PostmortemShown | null>(null);
  done = $state(0);
  of = $state(0);
  busy = $state(false);
  problem = $state("");
  private id = "";
  private asked = 0; // the number of the last question: older answers come too late

  readonly moments: Map<number, MomentShown> = $derived(
    new Map((this.found?.moments ?? []).map((moment) => [moment.at, moment])),
  );

  async ask(record: string): Promise<void> {
    this.drop();
    const mine = ++this.asked;
    this.busy = true;
    try {
      let told = await examine(record);
      if (mine !== this.asked) void forget(told.id).catch(() => undefined); // given up before it had a name
      while (mine === this.asked && !told.found) {
        this.take(told);
        await new Promise((wake) => setTimeout(wake, PAUSE));
        if (mine === this.asked) told = await examined(told.id);
      }
      if (mine === this.asked) this.take(told);
    } catch (error) {
      if (mine === this.asked)
        this.problem = error instanceof ApiError && error.code !== "no_such_page" ? error.code : "failed";
    }
    if (mine === this.asked) this.busy = false;
  }

  /** Wait no longer, and forget what was found. */
  drop(): void {
    if (this.busy && this.id) void forget(this.id).catch(() => undefined);
    this.asked += 1;
    this.busy = false;
    this.found = null;
    this.problem = this.id = "";
    this.done = this.of = 0;
  }

  private take(told: Examination): void {
    this.id = told.id;
    this.done = told.done;
    this.of = told.of;
    this.found = told.found;
  }
}

// Telling

/** What the solver says of a card: made or not, or how much; `best` forces as much as any. */
export interface Mark {
  text: string;
  label: string;
  tone: "good" | "bad" | "";
  best: boolean;
}

/** The marks of the cards at a decision, by card; none where nothing was solved. */
export function marksOf(teller: Teller, moment: MomentShown): Record<string, Mark> {
  const solved = moment.choices.filter(
    (choice) => choice.act.verb === "play" && (choice.wins !== null || choice.value !== null),
  );
  const tells = new Set(solved.map((choice) => choice.wins)).size > 1; // won or lost hangs on the card
  const wanted = bestOf(moment, solved);
  return Object.fromEntries(
    solved.map((choice) => {
      const whole = moment.goal === "tricks" || moment.goal === "exactly";
      const written = whole ? String : thirds;
      const counted = choice.value === null ? "" : written(choice.value);
      const [sign, tone] = choice.wins ? (["✓", "good"] as const) : (["✗", "bad"] as const);
      const verdict =
        choice.wins === null ? "" : teller.words.web(choice.wins ? "choice.wins" : "choice.loses");
      const mark: Mark = {
        text: tells || !counted || moment.goal === "exactly" ? sign : counted,
        label: [verdict, counted].filter(Boolean).join(", "),
        tone: tells ? tone : "",
        best: wanted(choice),
      };
      return [(choice.act.args[0] ?? "").split("=")[0] ?? "", mark];
    }),
  );
}

/** Whether a card forces as much as any; nothing is best where all are the same. */
function bestOf(moment: MomentShown, solved: ChoiceShown[]): (choice: ChoiceShown) => boolean {
  const wants = moment.goal !== "shun" && moment.counted.includes(moment.seat) ? 1 : -1;
  const score = (choice: ChoiceShown): number => (choice.wins ? 1000 : 0) + wants * (choice.value ?? 0);
  const scores = solved.map(score);
  const [least, most] = [Math.min(...scores), Math.max(...scores)];
  return (choice) => least < most && score(choice) === most;
}

/** A number with one digit behind the comma, if it needs one. */
export function figure(teller: Teller, n: number): string {
  const text = String(Math.round(Math.abs(n) * 10) / 10);
  return teller.words.lang === "de" ? text.replace(".", ",") : text;
}

export function signedFigure(teller: Teller, n: number): string {
  const text = figure(teller, n);
  return text === "0" ? "0" : (n < 0 ? "−" : "+") + text;
}

/** Thirds of a point as points: `14⅔`. */
export function thirds(n: number): string {
  const rest = ["", "⅓", "⅔"][Math.abs(n) % 3] ?? "";
  const whole = Math.trunc(n / 3);
  return whole || !rest ? `${String(whole)}${rest}` : rest;
}

function amount(teller: Teller, unit: string, text: string): string {
  const { words } = teller;
  const code = text === "1" ? `of.${unit}.one` : `of.${unit}`;
  return words.say("postmortem", code, { n: text });
}

function given(teller: Teller, one: DecisionShown): string {
  if (one.open) return amount(teller, "sheet", figure(teller, one.open));
  if (one.goal === "tricks") return amount(teller, "tricks", String(one.given ?? 0));
  return amount(teller, "points", thirds(one.given ?? 0));
}

/** Why a decision was a costly one. */
export function reasonOf(teller: Teller, one: DecisionShown): string {
  const card = one.item ? teller.words.card(one.item) : "";
  return teller.words.say("postmortem", one.reason, {
    better: teller.named(one.better),
    cost: amount(teller, "sheet", figure(teller, one.known ?? 0)),
    given: given(teller, one),
    item: teller.words.say("postmortem", `item.${one.goal}`, { card }),
  });
}

export function verdictOf(teller: Teller, verdict: VerdictShown | null | undefined): string {
  if (!verdict) return "";
  return teller.words.say("postmortem", `verdict.${verdict.code}`, {
    trick: verdict.trick,
    who: teller.name(verdict.seat),
  });
}

/** Where a decision stands: a trick, or a phase. */
export function placeName(teller: Teller, phase: string, trick: number): string {
  return trick ? teller.words.web("trick_n", { no: trick }) : teller.words.say("phase", phase);
}
