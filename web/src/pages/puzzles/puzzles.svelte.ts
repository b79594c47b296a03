/** The lists of puzzles by game, and what somebody wants of them; kept while the page is open. */
import { get } from "../../socket/api.ts";
import { school } from "../learn/store.svelte.ts";
import { fits, nextOf, type Wish } from "./choosing.ts";
import { FIRST } from "./rating.ts";
import type { PuzzleListed } from "./frames.ts";

class Puzzles {
  private lists = $state.raw<Record<string, PuzzleListed[]>>({});
  private lost = $state(""); // the game whose list did not come
  private readonly asked = new Set<string>();
  wish = $state.raw<Wish>({ game: "", kind: "open", rules: "", theme: "", band: -1 });

  /** Those of the game that is wished for; null while they come. */
  readonly all = $derived(this.lists[this.wish.game] ?? null);
  readonly failed = $derived(this.lost !== "" && this.lost === this.wish.game);
  readonly found = $derived((this.all ?? []).filter((one) => fits(one, this.wish)));

  /** Fetch the list of a game, once; without a wish so far, this game is wished for. */
  async need(game: string): Promise<void> {
    if (!this.wish.game) this.choose({ game });
    if (this.asked.has(game)) return;
    this.asked.add(game);
    this.lost = "";
    try {
      const list = await get<PuzzleListed[]>(`/api/puzzles/${game}`);
      this.lists = { ...this.lists, [game]: list };
    } catch {
      this.asked.delete(game); // it is asked for again when the game is chosen again
      this.lost = game;
    }
  }

  /** Of some games the one whose puzzle was tried last; the first if none was. */
  lastOf(games: readonly string[]): string {
    const rated = Object.entries(school.progress.ratings).toSorted(([, a], [, b]) => b.at - a.at);
    return rated.map(([game]) => game).find((game) => games.includes(game)) ?? games[0] ?? "";
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
