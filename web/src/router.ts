/** Addresses of pages and what they mean. */

export type Route =
  | { page: "home" }
  | { page: "table"; room: string; part: "" | "sheet" }
  | { page: "pad" }
  | { page: "replay"; hash: string }
  | { page: "rules"; name: string }
  | { page: "missing" };

const ROOM = /^\/t\/([\w-]{4,64})\/?$/;
const RULES = /^\/rules(?:\/([\w.-]+\/[\w.-]+))?\/?$/;

/** The page of an address. */
export function routeOf(path: string, hash: string): Route {
  if (path === "/" || path === "/index.html") return { page: "home" };
  if (/^\/pad\/?$/.test(path)) return { page: "pad" };
  if (/^\/replay\/?$/.test(path)) return { page: "replay", hash: hash.replace(/^#/, "") };
  const room = ROOM.exec(path)?.[1];
  if (room) return { page: "table", room, part: hash === "#sheet" ? "sheet" : "" };
  const rules = RULES.exec(path);
  if (rules) return { page: "rules", name: rules[1] ?? "" };
  return { page: "missing" };
}

export const tablePath = (room: string, sheet = false): string => `/t/${room}${sheet ? "#sheet" : ""}`;
export const rulesPath = (name: string): string => `/rules/${name}`;
