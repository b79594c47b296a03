/** What was said at a table and not read yet, and whom its reader does not want to read. */
import type { Picture, Talked } from "../../wire.ts";

function stored<T>(key: string, otherwise: T): T {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

function keep(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage it lasts as long as the page.
  }
}

export class Talk {
  muted = $state.raw<readonly string[]>([]);
  shown = 0; // how many boxes show it just now
  private read = $state(0); // when the last line that was read was said

  constructor(private readonly room: string) {
    this.read = stored(`trull.read.${room}`, 0);
    this.muted = stored(`trull.muted.${room}`, []);
  }

  /** The lines a reader wants to see. */
  lines(picture: Picture | null): Talked[] {
    return (picture?.talk ?? []).filter((line) => !this.muted.includes(line.who));
  }

  /** What others have said since he last looked. */
  unread(picture: Picture | null): Talked[] {
    return this.lines(picture).filter((line) => line.at > this.read && line.who !== picture?.me.member);
  }

  /** All that stands there is read now. */
  look(picture: Picture | null): void {
    const last = Math.max(this.read, ...(picture?.talk ?? []).map((line) => line.at));
    if (last === this.read) return;
    this.read = last;
    keep(`trull.read.${this.room}`, last);
  }

  mute(who: string, yes: boolean): void {
    const others = this.muted.filter((one) => one !== who);
    this.muted = yes ? [...others, who] : others;
    keep(`trull.muted.${this.room}`, this.muted);
  }
}
