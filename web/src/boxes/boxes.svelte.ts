/** Which box is open over the page. */
import { tick } from "svelte";

export type Box =
  | { kind: "clause"; clause: string }
  | { kind: "settings" }
  | { kind: "keys" }
  | { kind: "rules"; rules: string; options: Record<string, boolean | number | string> }
  | { kind: "how"; rules: string }
  | { kind: "menu" }
  | { kind: "talk" }
  | { kind: "claim" }
  | { kind: "evidence"; n: number }
  | { kind: "open" } // what lies open and was said
  | { kind: "game" } // what the game has beside its table
  | { kind: "shuffle" };

class Boxes {
  /** One at a time; only a clause lies over what named it, which waits below as it is. */
  stack = $state.raw<Box[]>([]);
  private from: (Element | null)[] = []; // where the focus was before each of them

  get open(): Box | null {
    return this.stack.at(-1) ?? null;
  }

  show(box: Box): void {
    const below = box.kind === "clause" ? this.stack.filter((one) => one.kind !== "clause") : [];
    this.from = [...this.from, document.activeElement].slice(0, below.length + 1);
    this.stack = [...below, box];
  }

  /** Close the uppermost box; the focus goes back to where it was. */
  close(): void {
    this.stack = this.stack.slice(0, -1);
    const from = this.from.splice(this.stack.length)[0];
    if (from instanceof HTMLElement && from.isConnected)
      void tick().then(() => {
        from.focus();
      });
  }
}

export const boxes = new Boxes();
