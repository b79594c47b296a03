/** The table one looks at, for boxes that stand outside it; and the notice of one's turn. */
import { prefs } from "./prefs.svelte.ts";
import type { Table } from "./table.svelte.ts";

class Here {
  table = $state.raw<Table | null>(null);

  /** Tell the player outside the page, if he wished so and does not see it. */
  knock(sentence: string): void {
    if (!prefs.choices.notify || !document.hidden || !("Notification" in window)) return;
    if (Notification.permission !== "granted") return;
    const notice = new Notification("Trull", { body: sentence, icon: "/icon.svg", tag: "turn" });
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  }
}

export const here = new Here();
