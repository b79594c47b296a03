/** Addresses of pages and what they mean. */

export type Route =
  | { page: "home" }
  | { page: "table"; room: string; part: "" | "sheet" }
  | { page: "pad" }
  | { page: "replay"; hash: string }
  | { page: "rules"; name: string }
  | { page: "no_room" }
  | { page: "missing" };

const TABLE = /^\/t\/([^/]+)\/?$/;
const ROOM = /^[0-9a-z]{4,32}$/; // as the server names its tables
const RULES = /^\/rules(?:\/([\w.-]+\/[\w.-]+))?\/?$/;

/** The page of an address. */
export function routeOf(path: string, hash: string): Route {
  if (path === "/" || path === "/index.html") return { page: "home" };
  if (/^\/pad\/?$/.test(path)) return { page: "pad" };
  if (/^\/replay\/?$/.test(path)) return { page: "replay", hash: hash.replace(/^#/, "") };
  const room = TABLE.exec(path)?.[1]?.toLowerCase(); // a link read aloud may come back in capitals
  if (room)
    return ROOM.test(room)
      ? { page: "table", room, part: hash === "#sheet" ? "sheet" : "" }
      : { page: "no_room" };
  const rules = RULES.exec(path);
  if (rules) return { page: "rules", name: rules[1] ?? "" };
  return { page: "missing" };
}

export const tablePath = (room: string, sheet = false): string => `/t/${room}${sheet ? "#sheet" : ""}`;
export const rulesPath = (name: string): string => `/rules/${name}`;
