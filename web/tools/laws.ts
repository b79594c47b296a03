/** The laws for the page's own use: Pyodide, Trull's Python, and the worker that runs one on the other. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { ENGINE, python } from "./python.ts";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const ZIP = fileURLToPath(new URL("../.laws/laws.zip", import.meta.url));
const SOURCE = fileURLToPath(new URL("../src/laws.js", import.meta.url));
const PYODIDE = fileURLToPath(new URL("../node_modules/pyodide/", import.meta.url));
const PARTS = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"];
const NAME = "virtual:laws";

/** What the page keeps once it has been to the score pad; the folder's name holds its version. */
export const KEPT = /^assets\/(pyodide-|laws-)/;

const read = (path: string): string => readFileSync(path, "utf8");

function worker(): { name: string; folder: string; source: string } {
  const { version } = JSON.parse(read(`${PYODIDE}package.json`)) as { version: string };
  const { info } = JSON.parse(read(`${PYODIDE}pyodide-lock.json`)) as { info: object };
  const folder = `pyodide-${version}`;
  const source = read(SOURCE).replace("__PYODIDE__", folder).replace("__INFO__", JSON.stringify(info));
  const hash = createHash("sha256").update(source).update(readFileSync(ZIP)).digest("hex");
  const name = `laws-${hash.slice(0, 12)}`;
  return { name, folder, source: source.replace("__LAWS__", name) };
}

/** `virtual:laws` is the worker's address; empty while developing, where the server settles. */
export function laws(): Plugin {
  let building = false;
  return {
    name: "trull-laws",
    config(_, { command }) {
      building = command === "build";
      if (building) execFileSync(python(), [`${HERE}laws.py`, ZIP], { env: ENGINE, stdio: "inherit" });
    },
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return undefined;
      return `export default ${JSON.stringify(building ? `/assets/${worker().name}.mjs` : "")};`;
    },
    generateBundle() {
      const { name, folder, source } = worker();
      const emit = (fileName: string, source: string | Uint8Array): void => {
        this.emitFile({ type: "asset", fileName: `assets/${fileName}`, source });
      };
      for (const part of PARTS) emit(`${folder}/${part}`, readFileSync(`${PYODIDE}${part}`));
      emit(`${name}.zip`, readFileSync(ZIP));
      emit(`${name}.mjs`, source);
    },
  };
}
