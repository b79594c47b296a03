import assert from "node:assert/strict";
import { test } from "node:test";
import { routeOf } from "./router.ts";

test("an address leads to its page, and a broken one to none", () => {
  assert.deepEqual(routeOf("/", ""), { page: "home" });
  assert.deepEqual(routeOf("/t/c2ab574n", ""), { page: "table", room: "c2ab574n", part: "" });
  assert.deepEqual(routeOf("/t/c2ab574n/", "#sheet"), { page: "table", room: "c2ab574n", part: "sheet" });
  assert.deepEqual(routeOf("/rules/koenigrufen/tirol", ""), { page: "rules", name: "koenigrufen/tirol" });
  assert.deepEqual(routeOf("/replay", "#room=x&at=3"), { page: "replay", hash: "room=x&at=3" });
  assert.deepEqual(routeOf("/t/", ""), { page: "missing" });
});

test("a mistyped link leads to a table that does not exist, capitals to the one that does", () => {
  assert.deepEqual(routeOf("/t/C2AB574N", ""), { page: "table", room: "c2ab574n", part: "" });
  for (const room of ["AbCd-ef", "abc", "a_bcd", "tisch%C3%BC", "a".repeat(33)])
    assert.deepEqual(routeOf(`/t/${room}`, ""), { page: "no_room" });
});
