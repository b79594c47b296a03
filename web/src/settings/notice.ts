/** The notice of one's turn outside the page, where the player has asked for one and does not see the table. */
import { prefs } from "./prefs.svelte.ts";

const TAG = "turn";

/** Whether notices can be shown at all, and are allowed. */
export async function allowed(): Promise<boolean> {
  return "Notification" in window && (await Notification.requestPermission()) === "granted";
}

/** Tell the player that it is his turn. */
export async function knock(sentence: string): Promise<void> {
  if (!prefs.choices.notify || !document.hidden || !("Notification" in window)) return;
  if (Notification.permission !== "granted") return;
  const about = { body: sentence, icon: "/icon.svg", tag: TAG, data: location.href };
  // Phones know no other way than the worker's; one that is just being installed is worth waiting for.
  const worker = (await navigator.serviceWorker?.getRegistration()) && (await navigator.serviceWorker.ready);
  if (!document.hidden) return;
  if (worker) await worker.showNotification("Trull", about);
  else
    new Notification("Trull", about).onclick = () => {
      window.focus();
    };
}

/** The player looks at the table again: the notice has done its work. */
export async function settle(): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  for (const notice of (await worker?.getNotifications({ tag: TAG })) ?? []) notice.close();
}
