/** The cards, drawn by the deck generator of the Python package into one sprite per look. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const OUT = fileURLToPath(new URL("../.deck/", import.meta.url));

/** The Python to draw with: named, or that of the project, or the system's. */
function python(): string {
  const own = `${ROOT}.venv/bin/python`;
  return process.env.TRULL_PYTHON ?? (existsSync(own) ? own : "python3");
}

export function deck(): Plugin {
  return {
    name: "trull-deck",
    config() {
      const env = { ...process.env, PYTHONPATH: `${ROOT}src`, PYTHONDONTWRITEBYTECODE: "1" };
      execFileSync(python(), [`${HERE}sprites.py`, OUT], { env, stdio: "inherit" });
    },
  };
}
