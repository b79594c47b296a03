/** Who settles a score pad: the laws in this browser once they are loaded, else the server. */
import address from "virtual:laws";
import type { Failure, Pad, PadShown } from "../wire.ts";
import { ApiError, settle } from "./api.ts";

interface Told {
  known?: string[];
  id?: number;
  answer?: string;
}

class Laws {
  known = $state.raw<string[]>([]); // the rule sets it can be asked about; none before it is loaded
  private coming: Promise<void> | null = null;
  private worker: Worker | null = null;
  private waiting = new Map<number, (answer: string) => void>();
  private asked = 0;

  /** Load the laws, once; where they cannot be had the server settles as before. */
  load(): Promise<void> {
    this.coming ??= address ? this.loaded() : Promise.resolve();
    return this.coming;
  }

  private loaded(): Promise<void> {
    const worker = new Worker(address, { type: "module" });
    this.worker = worker;
    return new Promise((done) => {
      worker.onerror = (event) => {
        event.preventDefault();
        this.coming = null; // perhaps later
        done();
      };
      worker.onmessage = ({ data: { known, id, answer } }: MessageEvent<Told>) => {
        if (known) {
          this.known = known;
          keep();
          done();
        } else if (id !== undefined) {
          this.waiting.get(id)?.(answer ?? "");
          this.waiting.delete(id);
        }
      };
    });
  }

  private async settle(pad: Pad): Promise<PadShown> {
    const id = ++this.asked;
    const answer = await new Promise<string>((told) => {
      this.waiting.set(id, told);
      this.worker?.postMessage({ id, pad: JSON.stringify(pad) });
    });
    const found = JSON.parse(answer) as PadShown | Failure;
    if ("error" in found) throw new ApiError(found.error, found.about ?? {});
    return found;
  }

  /** The pad as the laws see it; who has no network waits until they are loaded. */
  async reckoned(pad: Pad): Promise<PadShown> {
    if (this.known.includes(pad.rules)) return this.settle(pad);
    try {
      return await settle(pad);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "offline") throw error;
      await this.load();
      if (!this.known.includes(pad.rules)) throw error;
      return this.settle(pad);
    }
  }
}

/** The service worker keeps what was fetched before it was there. */
function keep(): void {
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage("laws"));
}

export const laws = new Laws();
