/** What a player has chosen for himself; kept in this browser alone. */
import { isGerman, type PackName } from "../cards/cards.ts";
import type { Look } from "../cards/sprites.ts";
import { chosen, type BotName, type Choices } from "./choices.ts";

const FIRST_BOT: BotName = { kind: "search", style: "sociable" };
const KEY = "trull.choices";
const phone = matchMedia("(pointer: coarse)").matches;

const FIRST: Choices = {
  lang: [navigator.language.toLowerCase(), ...navigator.languages].some((l) => l.startsWith("de"))
    ? "de"
    : "en",
  name: "",
  theme: "auto",
  contrast: false,
  colours: "four",
  index: "auto",
  large: false,
  sound: !phone,
  volume: 0.6,
  motion: "auto",
  rest: 900,
  tap: "auto",
  order: "THDSC",
  germanOrder: "HLSE",
  say: "all",
  side: true,
  notify: false,
  cut: "auto",
  tutor: "off",
  vibrate: phone,
  awake: phone,
  streak: false,
  pace: "calm",
  bot: FIRST_BOT,
};

function stored(): Choices {
  try {
    return chosen(JSON.parse(localStorage.getItem(KEY) ?? "{}"), FIRST);
  } catch {
    return FIRST;
  }
}

class Prefs {
  choices = $state<Choices>(stored());
  private darkOutside = $state(false);
  private stillOutside = $state(false);

  constructor() {
    /* Two windows have one set of choices: else the one that writes next would undo what the other chose. */
    addEventListener("storage", (event) => {
      if (event.key === KEY) this.choices = stored();
    });
    watch("(prefers-color-scheme: dark)", (yes) => (this.darkOutside = yes));
    watch("(prefers-reduced-motion: reduce)", (yes) => (this.stillOutside = yes));
  }

  get dark(): boolean {
    return this.choices.theme === "dark" || (this.choices.theme === "auto" && this.darkOutside);
  }

  /** Whether nothing should move. */
  get still(): boolean {
    return this.choices.motion === "off" || this.stillOutside;
  }

  get look(): Look {
    const { colours, index, lang, large } = this.choices;
    return { colours, index: index === "auto" ? lang : index, large };
  }

  /** The order of the suits in a hand. */
  orderOf(pack: PackName): string {
    return isGerman(pack) ? this.choices.germanOrder : this.choices.order;
  }

  /** A first tap lifts a card, a second one plays it. */
  get twoTaps(): boolean {
    return this.choices.tap === "twice" || (this.choices.tap === "auto" && phone);
  }

  /** How long a full trick lies; longer where nothing moves, unless it waits for a tap. */
  get rest(): number {
    const { rest } = this.choices;
    return this.still && rest ? Math.max(1400, rest) : rest;
  }

  /** Write down what was chosen and let the page show it; called inside an effect. */
  apply(): void {
    const root = document.documentElement;
    root.lang = this.choices.lang;
    root.dataset["theme"] = this.dark ? "dark" : "light";
    root.dataset["contrast"] = this.choices.contrast ? "high" : "normal";
    root.dataset["colours"] = this.choices.colours;
    root.dataset["motion"] = this.still ? "off" : "on";
    try {
      localStorage.setItem(KEY, JSON.stringify(this.choices));
    } catch {
      // Without storage the choices last as long as the page.
    }
  }
}

function watch(query: string, told: (yes: boolean) => void): void {
  const list = matchMedia(query);
  told(list.matches);
  list.addEventListener("change", (event) => {
    told(event.matches);
  });
}

export const prefs = new Prefs();
