/** The cards, drawn by the deck generator of the Python package into one sprite per look. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { ENGINE, python } from "./python.ts";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const OUT = fileURLToPath(new URL("../.deck/", import.meta.url));

export function deck(): Plugin {
  return {
    name: "trull-deck",
    config() {
      execFileSync(python(), [`${HERE}sprites.py`, OUT], { env: ENGINE, stdio: "inherit" });
    },
  };
}
