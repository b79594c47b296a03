/** The index of the puzzles, and what somebody wants of them; kept while the page is open. */
import { get } from "../../socket/api.ts";
import { school } from "../learn/store.svelte.ts";
import { fits, nextOf, type Wish } from "./choosing.ts";
import { FIRST } from "./rating.ts";
import type { PuzzleListed } from "./frames.ts";

class Puzzles {
  all = $state.raw<PuzzleListed[] | null>(null);
  failed = $state(false);
  wish = $state.raw<Wish>({ game: "", kind: "open", rules: "", theme: "", band: -1 });

  readonly found = $derived((this.all ?? []).filter((one) => fits(one, this.wish)));
  readonly games = $derived([...new Set((this.all ?? []).map((one) => one.game))]);

  async need(): Promise<void> {
    if (this.all) return;
    this.failed = false;
    try {
      this.all = await get<PuzzleListed[]>("/api/puzzles");
    } catch {
      this.failed = true;
      return;
    }
    const [first = ""] = this.games;
    if (!this.wish.game) this.choose({ game: this.lastGame ?? first });
  }

  /** The game of the puzzle that was tried last. */
  private get lastGame(): string | undefined {
    const rated = Object.entries(school.progress.ratings).toSorted(([, a], [, b]) => b.at - a.at);
    return rated.map(([game]) => game).find((game) => this.games.includes(game));
  }

  /** Change a part of the wish; another game has other books and themes. */
  choose(part: Partial<Wish>): void {
    const anew = part.game === undefined ? {} : { rules: "", theme: "" };
    const all = part.kind === undefined ? {} : { theme: "", band: -1 }; // those about rules have neither
    this.wish = { ...this.wish, ...anew, ...all, ...part };
  }

  /** The one to go on with; nothing where none fits. */
  next(): PuzzleListed | undefined {
    const { puzzles, ratings } = school.progress;
    const rating = (ratings[this.wish.game] ?? FIRST).rating;
    return nextOf(this.found, (id) => id in puzzles, rating, Math.random());
  }
}

export const puzzles = new Puzzles();
