/** Addresses of pages and what they mean. */

export type Route =
  | { page: "home" }
  | { page: "table"; room: string; part: "" | "sheet" }
  | { page: "pad"; evening: string }
  | { page: "mine" }
  | { page: "replay"; hash: string }
  | { page: "rules"; name: string }
  | { page: "clause"; book: string; clause: string }
  | { page: "learn"; lesson: string }
  | { page: "puzzles"; puzzle: string }
  | { page: "review" }
  | { page: "quiz" }
  | { page: "print"; lesson: string; hash: string }
  | { page: "glossary" }
  | { page: "daily"; day: string }
  | { page: "cup"; cup: string; part: string; arg: string }
  | { page: "no_room" }
  | { page: "missing" };

const TABLE = /^\/t\/([^/]+)\/?$/;
const ROOM = /^[0-9a-z]{4,32}$/; // as the server names its tables
const CLAUSE = /^\/rules\/([\w.-]+\/[\w.-]+)\/([A-Z]+\d*-[\dA.]+)\/?$/;
const LEARN = /^\/learn(?:\/([0-9A-Za-z]{1,12}))?\/?$/;
const PUZZLES = /^\/learn\/puzzles(?:\/([0-9a-f]{10}))?\/?$/;
const DAILY = /^\/daily(?:\/(\d{4}-\d{2}-\d{2}))?\/?$/;
const CUP = /^\/c\/([0-9a-f]{16})(?:\/(desk|wall|me|boards|t|print)(?:\/(\w{1,8}))?)?\/?$/;
const RULES = /^\/rules(?:\/([\w.-]+\/[\w.-]+))?\/?$/;

/** The page of an address. */
export function routeOf(path: string, hash: string): Route {
  if (path === "/" || path === "/index.html") return { page: "home" };
  if (/^\/pad\/?$/.test(path)) return { page: "pad", evening: /^#e=([a-z2-7]+)$/.exec(hash)?.[1] ?? "" };
  if (/^\/mine\/?$/.test(path)) return { page: "mine" };
  if (/^\/replay\/?$/.test(path)) return { page: "replay", hash: hash.replace(/^#/, "") };
  const room = TABLE.exec(path)?.[1]?.toLowerCase(); // a link read aloud may come back in capitals
  if (room)
    return ROOM.test(room)
      ? { page: "table", room, part: hash === "#sheet" ? "sheet" : "" }
      : { page: "no_room" };
  const clause = CLAUSE.exec(path);
  if (clause) return { page: "clause", book: clause[1] ?? "", clause: clause[2] ?? "" };
  const puzzles = PUZZLES.exec(path);
  if (puzzles) return { page: "puzzles", puzzle: puzzles[1] ?? "" };
  if (/^\/learn\/review\/?$/.test(path)) return { page: "review" };
  const learn = LEARN.exec(path);
  const paper = hash.startsWith("#print");
  if (paper && learn?.[1]) return { page: "print", lesson: learn[1], hash };
  if (learn) return { page: "learn", lesson: learn[1] ?? "" };
  if (/^\/quiz\/?$/.test(path)) return paper ? { page: "print", lesson: "", hash } : { page: "quiz" };
  if (/^\/glossary\/?$/.test(path)) return { page: "glossary" };
  const daily = DAILY.exec(path);
  if (daily) return { page: "daily", day: daily[1] ?? "" };
  const cup = CUP.exec(path);
  if (cup) return { page: "cup", cup: cup[1] ?? "", part: cup[2] ?? "", arg: cup[3] ?? "" };
  const rules = RULES.exec(path);
  if (rules) return { page: "rules", name: rules[1] ?? "" };
  return { page: "missing" };
}

export const tablePath = (room: string, sheet = false): string => `/t/${room}${sheet ? "#sheet" : ""}`;
export const puzzlePath = (id: string): string => `/learn/puzzles/${id}`;
export const rulesPath = (name: string): string => `/rules/${name}`;
