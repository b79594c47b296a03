/** The browser's offer to keep Trull as an app; it comes once, and is shown where the player looks for it. */

interface Offer extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

class Install {
  private offer = $state.raw<Offer | null>(null);

  constructor() {
    addEventListener("beforeinstallprompt", (event) => {
      event.preventDefault(); // no bar over the table: the first page offers it
      this.offer = event as Offer;
    });
    addEventListener("appinstalled", () => (this.offer = null));
  }

  get possible(): boolean {
    return this.offer !== null;
  }

  /** Ask the browser to install; an offer can be taken up once. */
  async ask(): Promise<void> {
    const offer = this.offer;
    this.offer = null;
    await offer?.prompt();
  }
}

export const install = new Install();
