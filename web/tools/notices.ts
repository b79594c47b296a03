/** The licences of what is built in: the fonts and the framework. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const MODULES = fileURLToPath(new URL("../node_modules/", import.meta.url));
const PARTS = [
  ["Alegreya", "@fontsource/alegreya/LICENSE"],
  ["Source Sans 3", "@fontsource-variable/source-sans-3/LICENSE"],
  ["Svelte", "svelte/LICENSE.md"],
] as const;

/** Pyodide's package carries no text of its licence. */
const PYODIDE = `Pyodide
=======

Python for the score pad without a network. Mozilla Public License 2.0, https://mozilla.org/MPL/2.0/;
its source: https://github.com/pyodide/pyodide. It holds CPython, Copyright (c) 2001 Python Software
Foundation; All Rights Reserved; PSF License Version 2, https://docs.python.org/3/license.html.
`;

export function notices(): Plugin {
  return {
    name: "trull-notices",
    apply: "build",
    generateBundle() {
      const texts = PARTS.map(([name, file]) => {
        const licence = readFileSync(`${MODULES}${file}`, "utf8").trim();
        return `${name}\n${"=".repeat(name.length)}\n\n${licence}\n`;
      });
      this.emitFile({ type: "asset", fileName: "LICENSES.txt", source: [...texts, PYODIDE].join("\n\n") });
    },
  };
}
