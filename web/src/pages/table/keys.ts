/** Acts by keyboard: which word Shift and a figure mean, and where the player goes on after an act. */
import { tick } from "svelte";

const WORDS = "[data-act]:not(:disabled)";
const FIRST = "#acts :is(button, input):not(:disabled, [aria-disabled='true'], .cl, .laying *)";
const HAND = "#hand [tabindex='0']";

const isAct = (word: Element): boolean => !!word.closest("#acts");

/** The words on offer as Shift+1 … 9 counts them: those of the sheet as they stand there, then those beside it. */
function offered(): HTMLElement[] {
  const all = [...document.querySelectorAll<HTMLElement>(WORDS)].filter(
    (word) => word.getClientRects().length,
  );
  return [...all.filter(isAct), ...all.filter((word) => !isAct(word))];
}

/** Choose the n-th word. Nothing is said by it: the focus goes to the button that says it, and Enter does. */
export async function pick(n: number): Promise<void> {
  const word = offered()[n - 1];
  if (!word) return;
  const box = word.closest("#acts .generic, #acts .sheet, #acts .talon");
  const choice = word.hasAttribute("aria-pressed"); // a click only marks it
  if (choice) word.click();
  await tick();
  const chosen = choice && (word.ariaPressed === "true" || !word.isConnected);
  const says = offered()
    .slice(n - 1)
    .find((other) => other.matches(".primary, .gold") && box?.contains(other));
  ((chosen && says) || word).focus();
}

/** Where the player acts next: the first thing on the sheet; where cards are wanted, or nothing, the hand. */
export const nextPlace = (): HTMLElement | null =>
  document.querySelector<HTMLElement>(FIRST) ?? document.querySelector<HTMLElement>(HAND);

/** Keeps a player who uses the keys at the table: what he has just used is often gone after his act. */
export class Follower {
  private byKey = false;
  private parked: Element | null = null; // where he was set, until he presses a key himself

  pressed(key: string): void {
    if (["Shift", "Control", "Alt", "Meta"].includes(key)) return;
    this.byKey = true;
    this.parked = null;
  }

  touched(): void {
    this.byKey = false;
  }

  /** Go on, if the focus is lost or waits where it was set; `sure`: wherever it is. */
  goOn(sure = false): void {
    const at = document.activeElement;
    const lost = !at || at === document.body || at === this.parked || at.matches("main, :disabled");
    if (!this.byKey || !(lost || sure) || document.querySelector("dialog[open]")) return;
    const next = nextPlace();
    next?.focus({ preventScroll: true });
    this.parked = next;
  }
}
