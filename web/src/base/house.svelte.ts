/** Who answers for this server, and what its host tells everybody. */
import type { House } from "../wire.ts";
import { get } from "../socket/api.ts";

class TheHouse {
  told = $state.raw<House | null>(null);
  private asked = false;

  /** Ask once; where there is no net the page does without. */
  async need(): Promise<void> {
    if (this.asked) return;
    this.asked = true;
    try {
      this.told = await get<House>("/api/house");
    } catch {
      this.asked = false;
    }
  }

  /** What the host says at the tables as well. */
  notice(text: string): void {
    if (this.told) this.told = { ...this.told, notice: text };
  }
}

export const house = new TheHouse();
