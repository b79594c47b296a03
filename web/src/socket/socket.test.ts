import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { Link, type Listener } from "./socket.ts";
import type { Told } from "../wire.ts";
import { VERSION } from "../wire.ts";

type Sent = { t: string; cid?: string; last?: number; words?: string };

/** A socket of which the test holds the other end. */
class FakeSocket {
  static all: FakeSocket[] = [];
  static readonly OPEN = 1;
  readyState = 0;
  sent: Sent[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Sent);
  }

  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }

  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  tell(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const kept = new Map<string, string>();
const heard: Told[] = [];
let last = 0;
const states: string[] = [];
const listener: Listener = {
  told: (message) => heard.push(message),
  state: (state) => states.push(state),
  closed: (code) => states.push(code),
  last: () => last,
};

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
  FakeSocket.all = [];
  kept.clear();
  heard.length = states.length = last = 0;
  Object.assign(globalThis, {
    WebSocket: FakeSocket,
    window: globalThis,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    document: { hidden: false, addEventListener: () => undefined, removeEventListener: () => undefined },
    sessionStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => kept.set(key, text),
      removeItem: (key: string) => kept.delete(key),
    },
  });
});

const socket = (): FakeSocket => FakeSocket.all.at(-1) as FakeSocket;
const acts = (one: FakeSocket): Sent[] => one.sent.filter((message) => message.t === "act");
const ACT = { t: "act", deal: 1, after: 0, words: "play HK" } as const;

test("the first word is hello with the last picture that was seen", () => {
  last = 17;
  new Link("ws://x", "box", listener);
  socket().open();
  assert.deepEqual(socket().sent[0], { t: "hello", v: VERSION, last: 17 });
});

test("a command is sent again with the same id until it is answered, and never after", () => {
  const link = new Link("ws://x", "box", listener);
  socket().open();
  const cid = link.send(ACT);
  socket().close();
  mock.timers.tick(20_000);
  socket().open();
  assert.deepEqual(
    acts(socket()).map((act) => act.cid),
    [cid],
  );
  socket().tell({ t: "ack", cid, n: 5 });
  socket().close();
  mock.timers.tick(20_000);
  socket().open();
  assert.deepEqual(acts(socket()), []);
});

test("a command given without a connection waits for one", () => {
  const link = new Link("ws://x", "box", listener);
  const cid = link.send(ACT);
  assert.deepEqual(socket().sent, []);
  socket().open();
  assert.equal(acts(socket())[0]?.cid, cid);
  assert.ok(link.isWaiting(cid));
});

test("a reload does not lose an unanswered command", () => {
  const cid = new Link("ws://x", "box", listener).send(ACT);
  new Link("ws://x", "box", listener);
  socket().open();
  assert.equal(acts(socket())[0]?.cid, cid);
});

test("a refusal is an answer too", () => {
  const link = new Link("ws://x", "box", listener);
  socket().open();
  const cid = link.send(ACT);
  socket().tell({ t: "no", cid, code: "illegal", faults: [], about: {} });
  assert.ok(!link.isWaiting(cid));
  assert.equal(heard.at(-1)?.t, "no");
});

test("it comes back with longer and longer pauses, ten seconds at most", () => {
  new Link("ws://x", "box", listener);
  const before: number[] = [];
  for (let i = 0; i < 9; i++) {
    const count = FakeSocket.all.length;
    socket().close();
    let waited = 0;
    while (FakeSocket.all.length === count) {
      mock.timers.tick(50);
      waited += 50;
    }
    before.push(waited);
  }
  assert.ok((before[0] ?? 0) <= 500 && (before.at(-1) ?? 0) > 5_000 && Math.max(...before) <= 13_050);
});

test("where coming back does not help it stays away and says why", () => {
  new Link("ws://x", "box", listener);
  socket().open();
  socket().tell({ t: "bye", code: "no_such_room" });
  mock.timers.tick(60_000);
  assert.equal(FakeSocket.all.length, 1);
  assert.deepEqual(states.slice(-2), ["closed", "no_such_room"]);
});

test("after a restart of the table it comes back", () => {
  new Link("ws://x", "box", listener);
  socket().open();
  socket().tell({ t: "bye", code: "restarting" });
  socket().close();
  mock.timers.tick(20_000);
  assert.equal(FakeSocket.all.length, 2);
});

test("a patch that does not fit the picture makes it come again at once, an old one is let lie", () => {
  last = 4;
  new Link("ws://x", "box", listener);
  socket().open();
  socket().tell({ t: "patch", n: 5, since: 4 });
  assert.equal(heard.at(-1)?.t, "patch");
  last = 5;
  socket().tell({ t: "patch", n: 5, since: 4 });
  socket().tell({ t: "patch", n: 4, since: 4 });
  assert.equal(heard.length, 1);
  socket().tell({ t: "patch", n: 6, since: 6 });
  assert.equal(heard.length, 1);
  assert.equal(FakeSocket.all.length, 2);
  socket().open();
  assert.equal(socket().sent[0]?.last, 5);
});

/** The signs that the net or the player is back, which the link listens to. */
function signs(): () => void {
  const told: (() => void)[] = [];
  const listen = (_kind: string, hear: () => void): void => void told.push(hear);
  Object.assign(globalThis, { addEventListener: listen });
  Object.assign(globalThis.document, { addEventListener: listen });
  return () =>
    told.forEach((one) => {
      one();
    });
}

test("two signs that the net is back do not break off the connection that is being made", () => {
  const back = signs();
  new Link("ws://x", "box", listener);
  socket().open();
  socket().close();
  mock.timers.tick(600_000); // away for long
  back();
  const count = FakeSocket.all.length;
  back();
  assert.equal(FakeSocket.all.length, count);
  socket().open();
  assert.equal(states.at(-1), "open");
});

test("a connection that has fallen silent is given up at once, though its end is never heard", () => {
  const back = signs();
  new Link("ws://x", "box", listener);
  socket().open();
  const dead = socket();
  dead.close = () => undefined; // nobody is there to agree to the end
  mock.timers.setTime(600_000); // the machine slept
  back();
  assert.equal(FakeSocket.all.length, 2);
  dead.onclose?.();
  mock.timers.tick(60_000);
  assert.equal(FakeSocket.all.length, 2);
});
