/** One table's socket: comes back by itself, resumes, and sends every command exactly once. */
import { VERSION, type Code, type Said, type Told } from "../wire.ts";

export type Command = Exclude<Said, { t: "hello" } | { t: "ping" } | { t: "hint" } | { t: "weigh" }>;
/** A question: asked once, and of no meaning later. */
export type Question = Extract<Said, { t: "hint" } | { t: "weigh" }>;
/** A question before it has its id. */
export type Asked = Question extends infer Q ? (Q extends Question ? Omit<Q, "cid"> : never) : never;
/** A command before it has its id. */
export type Wish = Command extends infer C ? (C extends Command ? Omit<C, "cid"> : never) : never;

export type LinkState = "connecting" | "open" | "lost" | "closed";

export interface Listener {
  told(message: Told): void;
  state(state: LinkState): void;
  closed(code: Code): void;
  last(): number; // the number of the last picture seen
}

const FIRST_WAIT = 300;
const LONGEST_WAIT = 10_000;
const PING_EVERY = 20_000;
const SILENCE = 45_000;

/** Answers after which coming back would not help. */
const FINAL: ReadonlySet<Code> = new Set<Code>([
  "old_client",
  "no_such_room",
  "foreign_token",
  "full_house",
  "already_open",
  "banned",
  "blocked",
  "closed",
  "internal",
  "locked",
]);

export class Link {
  private socket: WebSocket | null = null;
  private waits = 0;
  private timer = 0;
  private pulse = 0;
  private heard = 0;
  private stopped = false;
  private isCut = false;
  private readonly outbox: Map<string, Command>;

  constructor(
    private readonly url: string,
    private readonly box: string, // where unanswered commands are kept over a reload
    private readonly listener: Listener,
  ) {
    this.outbox = kept(box);
    addEventListener("online", this.hurry);
    addEventListener("offline", this.cut);
    document.addEventListener("visibilitychange", this.hurry);
    this.open();
  }

  /** Send a command now or as soon as the table can be reached; its id is returned. */
  send(wish: Wish): string {
    const cid = newId();
    const command = { ...wish, cid } as Command;
    this.outbox.set(cid, command);
    this.keep();
    this.write(command);
    return cid;
  }

  /** Ask something if the table can be reached now; the question's id, or nothing. */
  ask(question: Asked): string {
    if (this.socket?.readyState !== WebSocket.OPEN) return "";
    const cid = newId();
    this.socket.send(JSON.stringify({ ...question, cid }));
    return cid;
  }

  /** Whether a command waits for its answer. */
  isWaiting(cid: string): boolean {
    return this.outbox.has(cid);
  }

  /** How many moves of the player wait for their answer; what the page sends by itself is none. */
  get waiting(): number {
    return [...this.outbox.values()].filter(({ t }) => t === "act").length;
  }

  close(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    clearInterval(this.pulse);
    removeEventListener("online", this.hurry);
    removeEventListener("offline", this.cut);
    document.removeEventListener("visibilitychange", this.hurry);
    this.socket?.close(1000);
  }

  // The connection

  private open(): void {
    this.listener.state(this.waits ? "lost" : "connecting");
    const socket = new WebSocket(this.url);
    this.socket = socket;
    this.heard = Date.now(); // one that is being made is not silent yet
    socket.onopen = () => {
      this.opened(socket);
    };
    socket.onmessage = (event) => {
      if (typeof event.data === "string") this.receive(event.data);
    };
    socket.onclose = () => {
      if (this.socket === socket) this.dropped();
    };
  }

  private opened(socket: WebSocket): void {
    this.heard = Date.now();
    socket.send(JSON.stringify({ t: "hello", v: VERSION, last: this.listener.last() }));
    for (const command of this.outbox.values()) this.write(command);
    this.beat(); // and learn the table's time
    clearInterval(this.pulse);
    this.pulse = window.setInterval(() => {
      this.beat();
    }, PING_EVERY);
    this.listener.state("open");
  }

  private dropped(): void {
    clearInterval(this.pulse);
    this.socket = null;
    if (this.stopped) return;
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.waits) * (0.7 + 0.6 * Math.random());
    this.waits += 1;
    this.listener.state("lost");
    this.timer = window.setTimeout(() => {
      this.open();
    }, wait);
  }

  /** The device says that it has no net; the next word from the table says otherwise. */
  private readonly cut = (): void => {
    this.isCut = true;
    this.listener.state("lost");
  };

  /** Back on line or on screen: do not wait out the pause. */
  private readonly hurry = (): void => {
    if (this.stopped || document.hidden) return;
    if (this.socket) {
      this.beat();
      return;
    }
    clearTimeout(this.timer);
    this.open();
  };

  private beat(): void {
    if (Date.now() - this.heard > SILENCE)
      this.resync(); // of a dead line the end may never be heard
    else if (this.socket?.readyState === WebSocket.OPEN)
      this.socket.send(JSON.stringify({ t: "ping", n: 0 }));
  }

  private write(command: Command): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(command));
  }

  // What comes in

  private receive(text: string): void {
    this.heard = Date.now();
    if (this.isCut) this.listener.state("open");
    this.isCut = false;
    const message = JSON.parse(text) as Told;
    if (message.t === "picture" || message.t === "patch") this.waits = 0;
    if (message.t === "patch" && message.since !== this.listener.last()) {
      if (message.n > this.listener.last()) this.resync();
      return;
    }
    if (message.t === "ack" || message.t === "no") this.settle(message.cid);
    if (message.t === "bye") this.dismissed(message.code);
    else if (message.t === "no" && FINAL.has(message.code) && !message.cid) this.dismissed(message.code);
    else this.listener.told(message);
  }

  /** A message was lost, or the line is dead: come again at once for what is missing. */
  private resync(): void {
    const socket = this.socket;
    if (!socket) return;
    this.socket = null;
    socket.onmessage = socket.onclose = null;
    socket.close();
    clearInterval(this.pulse);
    this.open();
  }

  private dismissed(code: Code): void {
    if (!FINAL.has(code)) return;
    this.close();
    this.listener.state("closed");
    this.listener.closed(code);
  }

  private settle(cid: string): void {
    if (this.outbox.delete(cid)) this.keep();
  }

  private keep(): void {
    try {
      if (this.outbox.size) sessionStorage.setItem(this.box, JSON.stringify([...this.outbox.values()]));
      else sessionStorage.removeItem(this.box);
    } catch {
      // A browser without storage still plays; only a reload in mid-command would repeat nothing.
    }
  }
}

function kept(box: string): Map<string, Command> {
  try {
    const commands = JSON.parse(sessionStorage.getItem(box) ?? "[]") as Command[];
    return new Map(commands.map((command) => [command.cid, command]));
  } catch {
    return new Map();
  }
}

/** An id nobody else will make. */
export function newId(): string {
  return hex(16);
}

/** So many random bytes, in hex. */
export function hex(bytes: number): string {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(drawn, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
