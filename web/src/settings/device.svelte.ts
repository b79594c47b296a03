/** What a phone can do for a player: stay awake while cards are played, and shake when it is his turn. */

/** Why a device cannot do something: the address is not safe, or the browser does not know it; nothing if it can. */
export type Lack = "" | "https" | "browser";

const lack = (known: boolean): Lack => {
  if (known) return "";
  return window.isSecureContext ? "browser" : "https";
};

export const lacks = {
  wake: lack("wakeLock" in navigator),
  vibration: lack("vibrate" in navigator),
};

export function shake(pattern: number | number[]): void {
  if (!lacks.vibration && navigator.userActivation.hasBeenActive) navigator.vibrate(pattern); // else it is an error
}

let wanted = false;
let lock: WakeLockSentinel | null = null;

async function hold(): Promise<void> {
  if (!wanted || lock || lacks.wake || document.hidden) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.onrelease = () => (lock = null);
    if (!wanted) await lock.release();
  } catch {
    lock = null; // an empty battery may forbid it
  }
}

/** Keep the screen on, or no longer; a page that was hidden asks again when it is seen. */
export function stayAwake(on: boolean): void {
  wanted = on;
  if (on) void hold();
  else void lock?.release();
}

document.addEventListener("visibilitychange", () => void hold());
