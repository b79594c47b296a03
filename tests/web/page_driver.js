/* What a player without a plan would do next on the page: the first thing that is offered.
   Returns {kind: "done" | "wait" | "tap", board, mark, refused, what, x, y, by}. `tried` counts the
   taps that were refused, so that another card is taken; `bid` says which of the games on offer is
   bid, from the lowest. What would be tapped is left in window.trullNext, x and y say at which place
   of it; where something lies over all of it there is no x, and `by` names what does. Where a `before`
   is told, the answer waits until the page has another mark, or for so many ms at most. */
async ([tried, bid, before, ms]) => {
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const usable = (el) => el && !el.disabled && el.getClientRects().length > 0;
  const mark = () =>
    [document.title, document.querySelector("main")?.innerText,
     ...all("#hand [data-card], .trick use, .laying use").map((el) => el.dataset.card ?? el.getAttribute("href")),
     ...all("[aria-pressed=true], [aria-selected=true]").map((el) => el.innerText || el.getAttribute("aria-label")),
     ...all("#hand .up").map((el) => el.dataset.card),
     all("button:disabled").length, document.querySelector(".tip")?.innerText].join("|");
  /** Looks again when the page changes: asking all the time would keep it from changing. */
  const changed = () =>
    new Promise((done) => {
      const end = setTimeout(found, ms);
      const seen = new MutationObserver(() => mark() !== before && found());
      function found() {
        clearTimeout(end);
        seen.disconnect();
        done();
      }
      seen.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    });
  if (before === mark()) await changed();

  const refused = () => !!document.querySelector(".refused");
  const look = (kind, board) => ({ kind, board, mark: mark(), refused: refused() });

  /** A point where a finger meets this element and no other; else what lies there instead. */
  function point(el) {
    el.scrollIntoView({ block: "nearest", inline: "nearest" });
    const box = el.getBoundingClientRect();
    const met = new Set();
    for (const fy of [0.5, 0.25, 0.1, 0.75, 0.9])
      for (const fx of [0.5, 0.25, 0.12, 0.05, 0.75, 0.95]) {
        const [x, y] = [box.left + box.width * fx, box.top + box.height * fy];
        const hit = document.elementFromPoint(x, y);
        if (hit && el.contains(hit)) return { x: x - box.left, y: y - box.top };
        met.add(hit ? hit.closest("[class]")?.outerHTML.slice(0, 120) : "the edge of the window");
      }
    return { by: [...met].join(" and ") };
  }

  function tap(el, board) {
    const what = (el.getAttribute("aria-label") || el.innerText || el.className).replace(/\s+/g, " ").trim();
    window.trullNext = el;
    return { ...look("tap", board), what, ...point(el) };
  }

  if (document.querySelector("a[href^='/replay#room=']")) return look("done", "settlement");
  const felt = document.querySelector(".felt");
  if (!felt || felt.ariaBusy === "true") return look("wait", "");

  const BOARDS = { talon: ".talon", laying: ".laying", call: ".kings", picker: ".exchange", baptism: ".grid .cell", answer: ".answers", auction: ".bid" };
  const board = Object.keys(BOARDS).find((name) => felt.querySelector(BOARDS[name])) ?? (felt.querySelector(".sheet") ? "words" : "play");
  const cards = all("#hand [role=option]").filter((el) => el.getAttribute("aria-disabled") === "false");
  const lit = all("#hand .lit");
  const mine = document.title.startsWith("●");
  const boxes = all(".sheet, .talon, .laying", felt);

  if (board === "laying") {
    const ready = all(".laying .gold[data-act]").find(usable);
    const next = cards.filter((el) => el.getAttribute("aria-selected") === "false");
    if (ready) return tap(ready, board);
    if (next.length) return tap(next[tried % next.length], board);
  }
  if (lit.length && board !== "baptism") return tap(lit[tried % lit.length], "play");
  for (const box of boxes) {
    const said = all("[data-act].primary, [data-act].gold", box).find(usable);
    if (said) return tap(said, board);
    const open = all("[aria-pressed=false]:not([aria-disabled=true]):not(.no):not(.more)", box).filter(usable);
    const at = board === "auction" ? Math.min(bid, open.length - 1) : 0;
    if (open.length) return tap(open[(at + tried) % open.length], board);
    const rest = all("[data-act]", box).filter(usable);
    if (rest.length) return tap(rest[tried % rest.length], board);
  }
  if (mine && cards.length) return tap(cards[tried % cards.length], "play");
  return look("wait", board);
}
