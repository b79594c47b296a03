/** Lessons as the server has built them, and how far this browser's reader has come. */
import { get } from "../../socket/api.ts";
import type { BuiltLesson, LessonListed } from "../../wire.ts";
import type { Lang } from "../../text/text.ts";
import { EMPTY, merged, read, type Progress } from "./progress.ts";

const KEY = "trull.learn";
const ASIDE = "trull.learn.damaged";

export type Notice = "" | "damaged" | "unsaved" | "imported" | "import_bad";

class School {
  lessons = $state.raw<LessonListed[]>([]);
  failed = $state(false);
  progress = $state.raw<Progress>(EMPTY);
  notice = $state<Notice>("");

  constructor() {
    this.load();
    addEventListener("storage", (event) => {
      if (event.key === KEY) this.load();
    });
  }

  /** The table of contents, once; lessons follow in the background, so that they open without a network. */
  async need(lang: Lang): Promise<void> {
    if (this.lessons.length) return;
    try {
      this.lessons = await get<LessonListed[]>("/api/lessons");
      this.failed = false;
    } catch {
      this.failed = true;
      return;
    }
    void this.fetchAll(lang);
    void navigator.storage?.persist?.().catch(() => undefined);
  }

  /** Ask for every lesson once there is a worker that keeps what comes, one after the other. */
  private async fetchAll(lang: Lang): Promise<void> {
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    if (!workers) return;
    if (!workers.controller)
      await new Promise((seen) => {
        workers.addEventListener("controllerchange", seen, { once: true });
      });
    const wanted = ["/api/lessons", ...this.lessons.map(({ id }) => `/api/lessons/${id}?lang=${lang}`)];
    for (const path of wanted) await get(path).catch(() => undefined);
  }

  lesson(id: string, lang: Lang): Promise<BuiltLesson> {
    return get<BuiltLesson>(`/api/lessons/${id}?lang=${lang}`);
  }

  /** Read what is kept; what cannot be read is put aside, and nothing else is lost. */
  private load(): void {
    let text: string | null = null;
    try {
      text = localStorage.getItem(KEY);
      const found = text === null ? EMPTY : read(text);
      if (found) {
        this.progress = found;
        return;
      }
      localStorage.setItem(ASIDE, text ?? "");
      localStorage.removeItem(KEY);
      this.notice = "damaged";
    } catch {
      this.notice = text === null ? "unsaved" : "damaged";
    }
    this.progress = EMPTY;
  }

  keep(progress: Progress): void {
    this.progress = progress;
    try {
      localStorage.setItem(KEY, JSON.stringify(progress));
    } catch {
      this.notice = "unsaved";
    }
  }

  /** Take over a file; the newer of two counts. */
  import(text: string): void {
    const found = read(text);
    this.notice = found ? "imported" : "import_bad";
    if (found) this.keep(merged(this.progress, found));
  }

  erase(): void {
    this.notice = "";
    this.keep(EMPTY);
  }
}

export const school = new School();
