/** The tutor: an act is weighed before it is sent, or while it is; a bad one is held back, or remarked on. */
import { prefs } from "../../settings/prefs.svelte.ts";
import type { Weighed } from "../../wire.ts";

/** An act and what the tutor says to it. */
export interface Remark {
  words: string;
  weighed: Weighed;
}

/** How long an act waits for the tutor, in ms: he must not hold up a table. */
const PATIENCE = 4000;
const BAD: ReadonlySet<Weighed["grade"]> = new Set<Weighed["grade"]>(["mistake", "blunder"]);

export class Tutor {
  warning = $state.raw<(Remark & { go: () => void }) | null>(null);
  remark = $state.raw<Remark | null>(null);
  private asked: { cid: string; words: string; go: (() => void) | null } | null = null;
  private timer = 0;

  /** `ask` puts the question and gives its id, or nothing where it cannot be put. */
  constructor(private readonly ask: (words: string) => string) {}

  /** Whether an act has to wait; `go` does it. */
  holds(words: string, go: () => void): boolean {
    this.close();
    const way = prefs.choices.tutor;
    if (way === "off") return false;
    const cid = this.ask(words);
    if (!cid) return false;
    const waits = way === "before";
    this.asked = { cid, words, go: waits ? go : null };
    if (waits) this.timer = window.setTimeout(this.letGo, PATIENCE);
    return waits;
  }

  /** Whether an act waits for the tutor. */
  get thinks(): boolean {
    return !!this.asked?.go;
  }

  told(weighed: Weighed): void {
    if (this.asked?.cid !== weighed.cid) return;
    const { words, go } = this.asked;
    if (!BAD.has(weighed.grade)) this.letGo();
    else {
      this.forget();
      if (go) this.warning = { words, weighed, go };
      else this.remark = { words, weighed };
    }
  }

  /** There is no answer: the act is done. Whether the question was ours. */
  refused(cid: string): boolean {
    if (this.asked?.cid !== cid) return false;
    this.letGo();
    return true;
  }

  /** Do it all the same. */
  insist(): void {
    const go = this.warning?.go;
    this.warning = null;
    go?.();
  }

  close(): void {
    this.forget();
    this.warning = null;
    this.remark = null;
  }

  private readonly letGo = (): void => {
    const go = this.asked?.go;
    this.forget();
    go?.();
  };

  private forget(): void {
    clearTimeout(this.timer);
    this.asked = null;
  }
}
