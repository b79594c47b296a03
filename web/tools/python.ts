/** The Python that makes what the client carries of the engine, and where it finds it. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL("../../", import.meta.url));

/** The Python to run: named, or that of the project, or the system's. */
export function python(): string {
  const own = `${FOLDER}.venv/bin/python`;
  return process.env.TRULL_PYTHON ?? (existsSync(own) ? own : "python3");
}

export const ENGINE = { ...process.env, PYTHONPATH: `${FOLDER}src`, PYTHONDONTWRITEBYTECODE: "1" };
