/** One table: the last picture of it, what the player is about to do, and his commands. */
import { packOf, stem, type PackName } from "../../cards/cards.ts";
import { Link, hex, type LinkState, type Wish } from "../../socket/socket.ts";
import { play as ring } from "../../settings/sound.ts";
import type {
  Code,
  FaultShown,
  GameView,
  GuestShown,
  HintShown,
  Hints,
  No,
  Patch,
  Picture,
  Prompt,
  SeatShown,
  Summary,
  Talked,
  Told,
} from "../../wire.ts";
import { offered } from "./court/court.ts";
import { act, handPrompt, isEnough, isLaying, markedAct, promptOf, wordsFor } from "./acts/acts.ts";
import { faceOf } from "../../games/index.ts";
import { NOTHING } from "../../text/said.ts";
import type { Face, Pile } from "../../games/face.ts";
import { language } from "../../text/language.svelte.ts";
import { prefs } from "../../settings/prefs.svelte.ts";
import { shake } from "../../settings/device.svelte.ts";
import { house } from "../../base/house.svelte.ts";
import { live } from "../../base/live.svelte.ts";
import { Talk } from "./talk.svelte.ts";
import { Tutor } from "./tutor.svelte.ts";
import { knock } from "../../settings/notice.ts";
import { changesOf, tell } from "./news.ts";
import { stillLies, type Rested } from "./rested.ts";
import { rulebook, type RuleSet } from "../../rules/rules.svelte.ts";
import { Teller } from "../../text/teller.ts";
import { forget, visit } from "../home/visited.ts";
import { note } from "../mine/played.ts";
import { hinted } from "../daily/tries.ts";

/** Why something does not go: at a card, or at the prompt. */
export interface Refusal {
  card: string;
  code: Code;
  faults: FaultShown[];
  about: Record<string, string>;
}

/** Advice: asked for, told, or why there is none. */
export type Advice =
  | { state: "asking"; cid: string }
  | { state: "told"; hints: HintShown[] }
  | { state: "refused"; code: Code; about: Record<string, string> };

/** Tables where the cards are dealt as soon as their maker arrives. */
export const begun = new Set<string>();

/** How long a line is lost before that is said, in ms. */
const LOST_FOR = 3000;

/** How long before the end a clock of so many seconds warns, in ms. */
const warningOf = (seconds: number): number => Math.min(10, seconds / 2) * 1000;

export class Table {
  picture = $state.raw<Picture | null>(null);
  link = $state<LinkState>("connecting");
  problem = $state<Code | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  resting = $state.raw<Rested | null>(null);
  chosen = $state.raw<string[]>([]);
  lifted = $state("");
  premove = $state("");
  handVerb = $state(""); // a rare use of the hand the player has asked for
  baptising = $state("");
  sent = $state.raw<{ cid: string; words: string } | null>(null);
  fresh = $state.raw<ReadonlySet<string>>(new Set());
  own = $state.raw<string[]>([]);
  hint = $state.raw<Advice | null>(null);
  notice = $state(""); // what the host tells every table
  skew = $state(0); // the table's clock minus ours, in ms
  private ends = $state.raw<Record<string, number>>({}); // by our clock, when the time of a seat of the table is up

  /** What a lost line keeps, once it has been lost for a while: how many commands wait here. */
  offline = $state.raw<{ waiting: number } | null>(null);
  readonly talk: Talk;
  readonly tutor = new Tutor((words) => this.askTutor(words));

  private readonly socket: Link;
  private readonly asked = new Map<string, string>(); // command id → card it was about
  private cutAt = ""; // the moment chance has cut for
  private rest = 0;
  private warning = 0;
  private silence = 0;
  private shared = -1; // the deal whose shuffle has our share

  constructor(readonly room: string) {
    this.talk = new Talk(room);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new Link(`${scheme}://${location.host}/ws/${room}`, `trull.outbox.${room}`, {
      told: (message) => {
        this.hear(message);
      },
      state: (state) => {
        this.link = state;
        this.watchLine();
        if (this.hint?.state === "asking") this.hint = null; // the answer will not come
      },
      closed: (code) => {
        this.problem = code;
        if (code === "no_such_room") forget(room);
      },
      last: () => this.picture?.n ?? 0,
    });
  }

  close(): void {
    clearTimeout(this.rest);
    clearTimeout(this.warning);
    clearTimeout(this.silence);
    this.socket.close();
  }

  // What the table shows

  /** What the player sees, and what he can do with it. */
  readonly view: GameView | null = $derived(offered(this.picture?.view ?? null, this.picture?.arbiter));

  get game(): string {
    return this.picture?.rules.game ?? "";
  }

  get pack(): PackName {
    return packOf(this.game);
  }

  readonly face: Face = $derived(faceOf(this.game));

  /** What the laws have to say of the deal. */
  readonly summary: Summary = $derived(this.picture?.summary ?? NOTHING);

  /** The rules in force here, with all their numbers. */
  readonly rules: RuleSet | undefined = $derived(
    this.picture ? rulebook.inForce(this.picture.rules.name, this.picture.rules.changes) : undefined,
  );

  readonly teller: Teller = $derived(
    new Teller(
      language.words.of(this.picture?.rules.name ?? this.game),
      this.names,
      this.view?.seat ?? null,
      this.face,
      this.rules,
    ),
  );

  /** What lies open for everybody besides the tricks. */
  readonly openPiles: Pile[] = $derived(
    this.view ? this.face.open(this.view, this.teller).filter((pile) => pile.cards.length) : [],
  );

  /** The names of the players by seat of the view; before a deal by seat of the table. */
  get names(): string[] {
    const picture = this.picture;
    if (!picture) return [];
    const around = picture.around.length ? picture.around : picture.seats.map((s) => s.seat);
    return around.map((seat) => picture.seats[seat]?.name ?? "");
  }

  /** Who sits on a seat of the view. */
  seatAt(seat: number): SeatShown | undefined {
    const at = this.picture?.around[seat] ?? seat;
    return this.picture?.seats[at];
  }

  /** When the time of a seat of the view is up, by our clock; 0 if it has all it wants. */
  endOf(seat: number): number {
    return this.ends[this.picture?.around[seat] ?? seat] ?? 0;
  }

  /** When the player's own time is up; 0 while he has none to watch. */
  get myEnd(): number {
    const seat = this.due ? this.view?.seat : null;
    return typeof seat === "number" ? this.endOf(seat) : 0;
  }

  get mySeat(): SeatShown | undefined {
    const seat = this.picture?.me.seat;
    return seat === null || seat === undefined ? undefined : this.picture?.seats[seat];
  }

  get seated(): boolean {
    return typeof this.picture?.me.seat === "number";
  }

  get isMaker(): boolean {
    return !!this.picture && this.picture.me.member !== "" && this.picture.me.member === this.picture.maker;
  }

  get myTurn(): boolean {
    const view = this.view;
    return !!view && view.seat !== null && view.duty.includes(view.seat);
  }

  /** On turn, and the last trick lies there no longer. */
  get due(): boolean {
    return this.myTurn && !this.resting;
  }

  /** Cutting or taking a packet, where the player wants it left to chance: it is done, never asked. */
  get leftToChance(): Prompt | undefined {
    const wish = prefs.choices.cut;
    if (wish === "own" || (wish === "auto" && !this.picture?.practice)) return undefined;
    if (!this.myTurn || this.mySeat?.standin || this.refusal) return undefined;
    return this.face.chances.map((verb) => promptOf(this.view, verb)).find((found) => found?.choices.length);
  }

  /** A table where a wrong card can fall. */
  get free(): boolean {
    return this.picture?.rules.options["table"] === "free";
  }

  /** The guest who decides the cases, where there is one. */
  get arbiter(): GuestShown | undefined {
    return this.picture?.guests.find((guest) => guest.member === this.picture?.arbiter);
  }

  get isArbiter(): boolean {
    return !!this.arbiter && this.arbiter.member === this.picture?.me.member;
  }

  /** Whether advice can be asked for at this table, and whether it can now. */
  get hintable(): boolean {
    return (
      !!this.picture?.hints &&
      this.picture.stage === "deal" &&
      this.view?.seat !== null &&
      !this.mySeat?.standin
    );
  }

  get canAsk(): boolean {
    return this.hintable && this.myTurn && this.view?.phase !== "count" && this.hint?.state !== "asking";
  }

  get trick(): [number, string][] {
    return this.resting?.cards ?? this.view?.trick ?? [];
  }

  readonly handPrompt: Prompt | undefined = $derived(
    promptOf(this.view, this.handVerb) ?? handPrompt(this.view, this.pack),
  );

  get choosing(): boolean {
    return !!this.handPrompt && isLaying(this.handPrompt);
  }

  /** Whether a card can be played or chosen now. */
  allowed(card: string): boolean {
    return wordsFor(this.handPrompt, card).length > 0;
  }

  // What comes from the server

  private hear(message: Told): void {
    switch (message.t) {
      case "picture":
        this.show(message);
        this.time(message.clock);
        break;
      case "patch":
        this.patch(message);
        break;
      case "ack":
        this.answered(message.cid);
        break;
      case "no":
        this.refused(message);
        break;
      case "hints":
        this.advised(message);
        break;
      case "weighed":
        this.tutor.told(message);
        break;
      case "notice":
        this.notice = message.text;
        house.notice(message.text);
        break;
      case "pong":
        this.skew = message.at - Date.now();
        break;
    }
  }

  private patch(patch: Patch): void {
    const old = this.picture;
    if (!old || patch.n < old.n) return;
    const { t: _tag, since: _since, seen_from: known, view, summary, ...changed } = patch;
    const said = summary && { ...(old.summary ?? NOTHING), ...summary };
    this.show({
      ...old,
      ...changed,
      view: patchedView(old.view, view, known),
      summary: said === undefined ? old.summary : said,
    });
    if (patch.clock) this.time(patch.clock);
  }

  private time(left: Picture["clock"]): void {
    const now = Date.now();
    this.ends = Object.fromEntries(Object.entries(left).map(([seat, ms]) => [seat, now + ms]));
    clearTimeout(this.warning);
    const mine = left[String(this.picture?.me.seat)];
    if (mine === undefined || !this.myTurn) return;
    this.warning = window.setTimeout(this.warn, Math.max(0, mine - warningOf(this.picture?.turn_s ?? 0)));
  }

  /** Little time is left: for the ear, the hand and a screen reader as well. */
  private readonly warn = (): void => {
    if (!this.due || this.mySeat?.standin) return;
    const left = Math.max(0, Math.round((this.myEnd - Date.now()) / 1000));
    live.alert(language.words.web("clock_warns", { n: left }));
    if (prefs.choices.vibrate) shake([40, 60, 40]);
    if (prefs.choices.sound) ring("turn", prefs.choices.volume);
  };

  /** A line that is lost for a moment is no news; after three seconds one should know what is kept. */
  private watchLine(): void {
    clearTimeout(this.silence);
    if (this.link !== "lost") {
      this.offline = null;
      return;
    }
    this.silence = window.setTimeout(() => {
      this.offline = { waiting: this.socket.waiting };
    }, LOST_FOR);
  }

  private show(next: Picture): void {
    const before = this.picture;
    this.picture = next;
    const changes = changesOf(before, next);
    if (changes.newDeal) this.begin();
    if (this.resting && !stillLies(this.resting, next.view)) this.skipRest();
    if (changes.acted) this.tidy();
    if (changes.fresh.length) this.fresh = new Set(changes.fresh);
    if (changes.rested) this.restTrick(changes.rested);
    if (next.settlement && before?.settlement !== next.settlement) note(next);
    if (next.me.member && (before?.seats !== next.seats || before.me.member !== next.me.member)) visit(next);
    tell(before, next, changes, this.teller, this.unseen(before, next));
    this.resound(changes);
    this.shareSeed();
    this.playPremove();
    if (next.stage === "lobby" && next.me.member && begun.delete(this.room)) this.send({ t: "start" });
  }

  /** The server has answered an act; what was to wait for that is done. */
  private answered(cid: string): void {
    this.asked.delete(cid);
    if (this.sent?.cid === cid) this.sent = null;
  }

  /** Once for each moment: the picture of the next one may come before or after the answer to the last cut. */
  cutForMe(): void {
    const prompt = this.leftToChance;
    const moment = `${String(this.picture?.deal)} ${String(this.picture?.acts)}`;
    if (!prompt || this.sent || moment === this.cutAt) return;
    this.cutAt = moment;
    const choice = prompt.choices[Math.floor(Math.random() * prompt.choices.length)];
    if (choice !== undefined) this.act(act(prompt.verb, choice));
  }

  /** What others have just said while the talk is not in sight. */
  private unseen(before: Picture | null, next: Picture): Talked[] {
    if (this.talk.shown || !before || before.talk === next.talk) return [];
    const last = before.talk.at(-1)?.at ?? 0;
    return this.talk.unread(next).filter((line) => line.at > last);
  }

  private begin(): void {
    this.own = [];
    this.fresh = new Set();
    this.premove = "";
    this.skipRest();
  }

  /** After an act what was chosen for the one before is void. */
  private tidy(): void {
    this.refusal = null;
    this.hint = null;
    this.lifted = "";
    this.baptising = "";
    this.handVerb = "";
    this.fresh = new Set();
    const allowed = this.handPrompt;
    this.chosen = allowed && isLaying(allowed) ? this.chosen.filter((card) => this.allowed(card)) : [];
    if (allowed?.must.length) this.chosen = [...new Set([...allowed.must, ...this.chosen])];
  }

  private resound(changes: ReturnType<typeof changesOf>): void {
    if (changes.myTurn && prefs.choices.vibrate) shake(30);
    if (changes.myTurn) void knock(language.words.web("your_turn"));
    if (!prefs.choices.sound) return;
    const sound = changes.sound;
    if (sound) ring(sound, prefs.choices.volume);
    if (changes.myTurn) ring("turn", prefs.choices.volume);
  }

  /** What the table advises; the best card is lifted. */
  private advised({ cid, deal, after, hints }: Hints): void {
    if (this.hint?.state !== "asking" || this.hint.cid !== cid) return;
    if (deal !== this.picture?.deal || after !== this.picture.acts) return;
    this.hint = { state: "told", hints };
    const best = hints[0]?.act;
    const card = best?.args[0] ?? "";
    if (best?.verb === this.handPrompt?.verb && !this.choosing)
      this.lifted = this.view?.hand.find((held) => stem(held) === stem(card)) ?? "";
  }

  private refused(message: No): void {
    if (this.tutor.refused(message.cid)) return;
    if (this.hint?.state === "asking" && this.hint.cid === message.cid) {
      this.hint =
        message.code === "stale"
          ? null
          : { state: "refused", code: message.code, about: message.about ?? {} };
      return;
    }
    const card = this.asked.get(message.cid) ?? "";
    this.answered(message.cid);
    if (message.code === "stale" || message.code === "already_member") return;
    this.refusal = { card, code: message.code, faults: message.faults ?? [], about: message.about ?? {} };
  }

  private restTrick(rested: Rested): void {
    clearTimeout(this.rest);
    this.resting = rested;
    const wait = prefs.rest;
    if (wait) this.rest = window.setTimeout(this.skipRest, wait);
  }

  /** Turn the trick over now. */
  readonly skipRest = (): void => {
    clearTimeout(this.rest);
    this.resting = null;
  };

  // What the player does

  send(wish: Wish): string {
    const cid = this.socket.send(wish);
    if (this.offline) this.offline = { waiting: this.socket.waiting };
    return cid;
  }

  /** Whether nobody else is at the table but bots: then anything is taken back without asking. */
  get alone(): boolean {
    const mine = this.picture?.me.seat;
    return this.seated && !!this.picture?.seats.every((seat) => seat.kind !== "person" || seat.seat === mine);
  }

  /** Whether there is something of one's own to take back. */
  get undoable(): boolean {
    const { view, picture } = this;
    const taken = picture?.branch?.at ?? 0; // what a branch took over stays
    return (
      picture?.stage === "deal" &&
      !picture.daily &&
      !!view?.seen.slice(taken).some((one) => one.seat === view.seat)
    );
  }

  /** Who is there and not ready for the next deal. */
  get reading(): SeatShown[] {
    const mine = this.picture?.me.seat;
    return (this.picture?.seats ?? []).filter(
      (one) => one.kind === "person" && one.online && !one.standin && !one.ready && one.seat !== mine,
    );
  }

  /** Ask what would be good to do now. */
  askHint(): void {
    const picture = this.picture;
    if (!picture || !this.canAsk) return;
    const cid = this.socket.ask({ t: "hint", deal: picture.deal, after: picture.acts });
    this.hint = cid ? { state: "asking", cid } : null;
    if (cid && picture.daily) hinted(this.room);
  }

  /** Ask the tutor about an act, where there is one. */
  private askTutor(words: string): string {
    const { picture } = this;
    if (!picture || picture.daily || !this.canAsk || this.leftToChance) return "";
    return this.socket.ask({ t: "weigh", deal: picture.deal, after: picture.acts, words });
  }

  /** Do an act of the game, if the tutor has nothing against it; `card` is where a refusal will point. */
  act(words: string, card = ""): void {
    if (!this.picture || this.sent || this.tutor.thinks) return;
    const go = (): void => {
      this.perform(words, card);
    };
    if (!this.tutor.holds(words, go)) go();
  }

  private perform(words: string, card: string): void {
    const picture = this.picture;
    if (!picture || this.sent) return;
    this.refusal = null;
    const cid = this.send({ t: "act", deal: picture.deal, after: picture.acts, words });
    this.asked.set(cid, card);
    this.sent = { cid, words };
  }

  /** A tap on a card of the hand, or Enter on it. */
  tap(card: string, sure = false): void {
    this.refusal = null;
    if (this.handPrompt) this.skipRest();
    if (!this.handPrompt) this.mark(card);
    else if (this.choosing) this.toggle(card);
    else if (prefs.twoTaps && !sure && this.lifted !== card && (this.allowed(card) || this.free))
      this.lifted = card;
    else this.playCard(card);
  }

  /** Not on turn: the card goes down by itself if it may when the turn comes. */
  private mark(card: string): void {
    if (this.view?.phase !== "play") return;
    this.premove = this.premove === card ? "" : card;
  }

  private toggle(card: string): void {
    const prompt = this.handPrompt;
    if (!prompt) return;
    if (this.chosen.includes(card)) {
      if (!prompt.must.includes(card)) this.chosen = this.chosen.filter((other) => other !== card);
    } else if (!this.allowed(card) && !this.free) this.askWhy(card);
    else if (this.chosen.length < prompt.most) this.chosen = [...this.chosen, card];
    else this.chosen = [...this.chosen.slice(0, -1), card];
  }

  /** A barred card among the chosen ones: the table says why. */
  private askWhy(card: string): void {
    const prompt = this.handPrompt;
    if (!prompt) return;
    const others = [...this.chosen, ...prompt.must, ...prompt.choices].filter((other) => other !== card);
    const filled = [...new Set(others)].slice(0, Math.max(prompt.least - 1, 0));
    this.act(act(prompt.verb, card, ...filled), card);
  }

  playCard(card: string): void {
    const prompt = this.handPrompt;
    if (!prompt) return;
    const words = wordsFor(prompt, card);
    if (words.length > 1) this.baptising = card;
    else this.act(act(prompt.verb, words[0] ?? card), card);
  }

  /** Lay what was chosen. */
  confirm(): void {
    const prompt = this.handPrompt;
    if (prompt && isEnough(prompt, this.chosen)) this.act(act(prompt.verb, ...this.chosen));
  }

  private playPremove(): void {
    const card = this.premove;
    if (!card || !this.handPrompt || this.choosing) return;
    this.premove = "";
    const words = markedAct(this.picture?.view ?? null, this.pack, card);
    if (words) this.act(words, card);
  }

  get vacant(): boolean {
    return this.picture?.seats.some((seat) => seat.kind === "free") ?? false;
  }

  /** Bots sit down where nobody does. */
  fill(): void {
    for (const seat of this.picture?.seats ?? [])
      if (seat.kind === "free") this.send({ t: "bot", seat: seat.seat, ...prefs.choices.bot });
  }

  /** Move a card of the hand before another one. */
  reorder(order: string[]): void {
    this.own = order.map(stem);
  }

  /** Everybody at the table has a hand in the shuffle. */
  private shareSeed(): void {
    const picture = this.picture;
    if (!picture || !this.seated || picture.stage === "over") return;
    const { deal, seeds } = picture.shuffle.next;
    if (this.shared === deal || picture.me.member in seeds) return;
    this.shared = deal;
    this.send({ t: "seed", seed: hex(16) });
  }
}

/** A view with what a patch changes in it; of what was seen a patch holds what follows the first `known`. */
function patchedView(old: GameView | null, patch: Patch["view"], known = 0): GameView | null {
  if (patch === undefined) return old;
  if (patch === null) return null;
  const view = { ...old, ...patch } as GameView;
  if (patch.seen) view.seen = [...(old?.seen ?? []).slice(0, known), ...patch.seen];
  return view;
}
