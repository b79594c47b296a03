/** A page of a cup: its key, its picture, and what it says to the desk. */
import { language } from "../../text/language.svelte.ts";
import type { About } from "../../text/text.ts";

/** A sentence of the cup's pages. */
export const d = (code: string, about?: About): string => language.words.say("desk", code, about);

/** A sentence the command line has as well. */
export const c = (code: string, about?: About): string => language.words.say("cup", code, about);

export class CupError extends Error {
  constructor(
    readonly code: string,
    readonly about: Record<string, string> = {},
  ) {
    super(code);
  }
}

/** A refusal in a sentence. */
export function told(error: CupError): string {
  const words = language.words;
  const about: About = { ...error.about };
  if (about.what) about.what = words.find("cup", `what.${about.what}`) ?? about.what;
  if (about.role) about.role = words.find("desk", `role.${about.role}`) ?? about.role;
  const own = words.find("desk", `refused.${error.code}`);
  return own ? d(`refused.${error.code}`, about) : c(`refused.${error.code}`, about);
}

export type Wish = Record<string, unknown> & { do: string };

/** A new id for a command: sent again it is obeyed once. */
export const newCid = (): string => Array.from(crypto.getRandomValues(new Uint32Array(3)), String).join("-");

async function asked(path: string, init: RequestInit): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(`/api/cup/${path}`, { credentials: "same-origin", ...init });
  } catch {
    throw new CupError("offline");
  }
  if (answer.ok) return answer;
  let body: { error?: string; about?: Record<string, string> } = {};
  try {
    body = (await answer.json()) as typeof body;
  } catch {
    /* no answer of ours */
  }
  throw new CupError(body.error ?? "internal", body.about ?? {});
}

const PAUSE = 1500;
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

type View = "desk" | "table" | "hall" | "me";
type Seen = { tag: string };

/** One page: what it shows follows the desk until it is closed. */
export class CupView<T extends Seen> {
  picture = $state.raw<T | null>(null);
  /** Why nothing is shown, or why nothing new comes. */
  problem = $state("");
  refused = $state.raw<CupError | null>(null);
  online = $state(true);
  /** The desk's clock less this one's, in ms. */
  offset = 0;
  link = "";
  private ending = new AbortController();

  constructor(
    readonly cup: string,
    private readonly place: string,
    private readonly view: View,
  ) {}

  private get key(): string {
    return `trull.cup.${this.cup}.${this.place}`;
  }

  /** Exchange the secret of the address for a cookie, take it out of the address, and watch. */
  async open(): Promise<void> {
    const secret = location.hash.slice(1);
    this.link = localStorage.getItem(this.key) ?? "";
    if (secret) {
      try {
        const body = JSON.stringify({ secret });
        const answer = await asked("key", { method: "POST", body });
        this.link = ((await answer.json()) as { link: string }).link;
        localStorage.setItem(this.key, this.link);
        history.replaceState(null, "", location.pathname);
      } catch (error) {
        this.problem = (error as CupError).code;
        if (this.problem !== "offline") return;
      }
    }
    await this.watch();
  }

  close(): void {
    this.ending.abort();
  }

  private async watch(): Promise<void> {
    while (!this.ending.signal.aborted) {
      try {
        await this.look();
        this.online = true;
        this.problem = "";
      } catch (error) {
        if (this.ending.signal.aborted) return;
        const code = error instanceof CupError ? error.code : "internal";
        this.online = code !== "offline";
        if (!this.picture || code === "link_revoked") this.problem = code;
        await pause(PAUSE);
      }
    }
  }

  private async look(): Promise<void> {
    const tag = this.picture?.tag ?? "";
    const answer = await asked(this.path(`${this.view}?n=${tag}`), { signal: this.ending.signal });
    if (answer.status === 204) return;
    this.offset = Number(answer.headers.get("X-Now")) - Date.now();
    this.picture = (await answer.json()) as T;
  }

  private path(path: string): string {
    return `${path}${path.includes("?") ? "&" : "?"}as=${this.link}`;
  }

  /** Ask for something that does not follow by itself. */
  async ask<A>(path: string): Promise<A> {
    return (await (await asked(this.path(path), {})).json()) as A;
  }

  /** Send something; what is answered. */
  async post<A>(path: string, body: string): Promise<A> {
    const answer = await asked(this.path(path), { method: "POST", body });
    return (await answer.json()) as A;
  }

  /** Wish something, all of it or nothing; the refusal's code, empty if it was granted. */
  async wish(...wishes: Wish[]): Promise<string> {
    return this.attempt(() => this.post("do", JSON.stringify({ cid: newCid(), do: wishes })));
  }

  /** Do something and keep why it was refused. */
  async attempt(doing: () => Promise<unknown>): Promise<string> {
    this.refused = null;
    try {
      await doing();
      return "";
    } catch (error) {
      this.refused = error instanceof CupError ? error : new CupError("internal");
      return this.refused.code;
    }
  }
}

/** Time of day. */
export const clock = (at: number): string =>
  new Date(at).toLocaleTimeString(language.words.lang, { hour: "2-digit", minute: "2-digit" });

/** Minutes and seconds that are left; negative once the time is over. */
export function left(until: number, now: number): string {
  const seconds = Math.floor((until - now) / 1000);
  const [minutes, rest] = [Math.floor(Math.abs(seconds) / 60), Math.abs(seconds) % 60];
  return `${seconds < 0 ? "−" : ""}${minutes}:${String(rest).padStart(2, "0")}`;
}
