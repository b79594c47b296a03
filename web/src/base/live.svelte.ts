/** What a screen reader says: one sentence per act, politely; the own turn at once. */

class Live {
  polite = $state("");
  assertive = $state("");
  private queue: string[] = [];
  private timer = 0;

  /** Say some sentences, one after the other. */
  say(sentences: string[]): void {
    this.queue.push(...sentences.filter(Boolean));
    if (!this.timer) this.next();
  }

  /** Say something now. */
  alert(sentence: string): void {
    this.assertive = sentence;
  }

  private next(): void {
    const sentences = this.queue.splice(0, 4);
    this.timer = 0;
    if (!sentences.length) return;
    this.polite = sentences.join(" ");
    this.timer = window.setTimeout(() => {
      this.next();
    }, 700);
  }
}

export const live = new Live();
