import assert from "node:assert/strict";
import { test } from "node:test";
import { routeOf } from "./router.ts";

test("an address leads to its page, and a broken one to none", () => {
  assert.deepEqual(routeOf("/", ""), { page: "home" });
  assert.deepEqual(routeOf("/t/c2ab574n", ""), { page: "table", room: "c2ab574n", part: "" });
  assert.deepEqual(routeOf("/t/c2ab574n/", "#sheet"), { page: "table", room: "c2ab574n", part: "sheet" });
  assert.deepEqual(routeOf("/rules/koenigrufen/tirol", ""), { page: "rules", name: "koenigrufen/tirol" });
  assert.deepEqual(routeOf("/replay", "#room=x&at=3"), { page: "replay", hash: "room=x&at=3" });
  assert.deepEqual(routeOf("/learn", ""), { page: "learn", lesson: "" });
  assert.deepEqual(routeOf("/learn/K1", ""), { page: "learn", lesson: "K1" });
  assert.deepEqual(routeOf("/learn/puzzles", ""), { page: "puzzles", puzzle: "" });
  assert.deepEqual(routeOf("/learn/puzzles/0123456789/", ""), { page: "puzzles", puzzle: "0123456789" });
  assert.deepEqual(routeOf("/learn/review", ""), { page: "review" });
  assert.deepEqual(routeOf("/learn/puzzles/else", ""), { page: "missing" });
  const clause = { page: "clause", book: "koenigrufen/tirol", clause: "T-1.10" };
  assert.deepEqual(routeOf("/rules/koenigrufen/tirol/T-1.10", ""), clause);
  assert.deepEqual(routeOf("/learn/K1", "#print"), { page: "print", lesson: "K1", hash: "#print" });
  assert.deepEqual(routeOf("/quiz", "#print&type=pay"), {
    page: "print",
    lesson: "",
    hash: "#print&type=pay",
  });
  assert.deepEqual(routeOf("/quiz/", ""), { page: "quiz" });
  assert.deepEqual(routeOf("/daily", ""), { page: "daily", day: "" });
  assert.deepEqual(routeOf("/daily/2026-11-18", ""), { page: "daily", day: "2026-11-18" });
  assert.deepEqual(routeOf("/daily/yesterday", ""), { page: "missing" });
  assert.deepEqual(routeOf("/pad", "#e=abc234"), { page: "pad", evening: "abc234" });
  const cup = { page: "cup", cup: "0123456789abcdef", part: "t", arg: "17" };
  assert.deepEqual(routeOf("/c/0123456789abcdef/t/17", "#secret"), cup);
  assert.deepEqual(routeOf("/c/0123456789abcdef", ""), { ...cup, part: "", arg: "" });
  assert.deepEqual(routeOf("/c/0123456789abcdef/else", ""), { page: "missing" });
  assert.deepEqual(routeOf("/t/", ""), { page: "missing" });
});

test("a mistyped link leads to a table that does not exist, capitals to the one that does", () => {
  assert.deepEqual(routeOf("/t/C2AB574N", ""), { page: "table", room: "c2ab574n", part: "" });
  for (const room of ["AbCd-ef", "abc", "a_bcd", "tisch%C3%BC", "a".repeat(33)])
    assert.deepEqual(routeOf(`/t/${room}`, ""), { page: "no_room" });
});
