/** Which box is open over the page; one at a time. */

export type Box =
  | { kind: "clause"; clause: string }
  | { kind: "settings" }
  | { kind: "keys" }
  | { kind: "rules"; rules: string; options: Record<string, boolean | number | string> }
  | { kind: "menu" }
  | { kind: "talk" }
  | { kind: "claim" }
  | { kind: "evidence"; n: number }
  | { kind: "figures" }
  | { kind: "shuffle" };

class Boxes {
  open = $state.raw<Box | null>(null);
  private from: Element | null = null;

  show(box: Box): void {
    this.from ??= document.activeElement;
    this.open = box;
  }

  /** Close the box; the focus goes back to where it was. */
  close(): void {
    this.open = null;
    const from = this.from;
    this.from = null;
    if (from instanceof HTMLElement && from.isConnected) from.focus();
  }
}

export const boxes = new Boxes();
