/** Requests to the table's server; a refusal is an `ApiError` with the server's code. */
import type {
  Code,
  DailyEntered,
  DailyResult,
  Evening,
  EveningShown,
  Examination,
  Failure,
  NewBranch,
  NewDaily,
  NewRoom,
  OtherwiseShown,
  Pad,
  PadShown,
  PastDeal,
  Replay,
  Report,
} from "../wire.ts";

export class ApiError extends Error {
  constructor(
    readonly code: Code | "offline",
    readonly about: Record<string, string> = {},
  ) {
    super(code);
  }
}

async function request(path: string, init?: RequestInit): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(path, { credentials: "same-origin", ...init });
  } catch {
    throw new ApiError("offline");
  }
  if (answer.ok) return answer;
  throw await failure(answer);
}

async function failure(answer: Response): Promise<ApiError> {
  try {
    const body = (await answer.json()) as Failure;
    return new ApiError(body.error, body.about ?? {});
  } catch {
    return new ApiError("internal", { status: String(answer.status) });
  }
}

export async function get<T>(path: string): Promise<T> {
  return (await (await request(path)).json()) as T;
}

export async function getText(path: string): Promise<string> {
  return (await request(path)).text();
}

async function post<T>(path: string, body: string, type: string, method = "POST"): Promise<T> {
  const answer = await request(path, { method, body, headers: { "Content-Type": type } });
  return (await answer.json()) as T;
}

const JSON_TYPE = "application/json";

export const openRoom = (wish: NewRoom): Promise<{ room: string; link: string }> =>
  post("/api/rooms", JSON.stringify(wish), JSON_TYPE);

export const settle = (pad: Pad): Promise<PadShown> => post("/api/settle", JSON.stringify(pad), JSON_TYPE);

/** Let other phones write on an evening too; its name. */
export const shareEvening = (evening: Evening): Promise<{ id: string; n: number }> =>
  post("/api/evenings", JSON.stringify(evening), JSON_TYPE);

/** An evening, if it was written since its `n`-th time. */
export async function readEvening(id: string, n: number): Promise<EveningShown | null> {
  const answer = await request(`/api/evenings/${id}?n=${String(n)}`);
  return answer.status === 204 ? null : ((await answer.json()) as EveningShown);
}

/** Write an evening; `overtaken` if somebody has done so since its `n`-th time. */
export const writeEvening = (id: string, n: number, evening: Evening): Promise<{ n: number }> =>
  post(`/api/evenings/${id}?n=${String(n)}`, JSON.stringify(evening), JSON_TYPE, "PUT");

export const openDaily = (wish: NewDaily): Promise<{ room: string; link: string }> =>
  post("/api/daily", JSON.stringify(wish), JSON_TYPE);

/** Have a record judged as a result of its day. */
export const judgeDaily = (record: string): Promise<DailyResult> =>
  post("/api/daily/results", record, "text/plain; charset=utf-8");

/** Have the result of a table counted in the field of its day. */
export const enterField = (room: string, hints: number): Promise<DailyEntered> =>
  post(`/api/rooms/${room}/daily`, JSON.stringify({ hints }), JSON_TYPE);

export const openBranch = (wish: NewBranch): Promise<{ room: string; link: string }> =>
  post("/api/branches", JSON.stringify(wish), JSON_TYPE);

/** Look through a deal for what it could have been; the answer says how far that is. */
export const examine = (record: string): Promise<Examination> =>
  post("/api/postmortems", record, "text/plain; charset=utf-8");

export const examined = (id: string): Promise<Examination> => get(`/api/postmortems/${id}`);

export const forget = (id: string): Promise<unknown> =>
  request(`/api/postmortems/${id}`, { method: "DELETE" });

export const replayed = (record: string): Promise<Replay> =>
  post("/api/replay", record, "text/plain; charset=utf-8");

/** Have a record kept for who gets its link; its name. */
export const shareRecord = (record: string): Promise<{ id: string }> =>
  post("/api/shared", record, "text/plain; charset=utf-8");
/** Tell the host of something said at a table. */
export const reportLine = (room: string, said: Report): Promise<unknown> =>
  request(`/api/rooms/${room}/reports`, {
    method: "POST",
    body: JSON.stringify(said),
    headers: { "Content-Type": JSON_TYPE },
  });

/** What became of the deals on the sheet of a room, one for each row. */
export const pastDeals = (room: string): Promise<PastDeal[]> => get(`/api/rooms/${room}/deals`);

/** The settled deal of a room by other rules. */
export const otherwise = (room: string): Promise<OtherwiseShown[]> => get(`/api/rooms/${room}/otherwise`);
