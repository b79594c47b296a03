/** The service worker: `src/worker.js` with the names of all built files written into it. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { KEPT } from "./laws.ts";

const SOURCE = fileURLToPath(new URL("../src/worker.js", import.meta.url));

/** What is fetched at once, so that the score pad works without a network: the page, what it asks for
    before there is a worker to see it, and these of the built files. */
const ASKED = ["/", "/api/rules"];
const EAGER = /\.(js|css|html)$|latin.*\.woff2$/;

export function worker(): Plugin {
  return {
    name: "trull-worker",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const files = Object.keys(bundle)
        .filter((name) => EAGER.test(name) && !KEPT.test(name))
        .sort();
      const laws = Object.keys(bundle)
        .filter((name) => KEPT.test(name))
        .map((name) => `/${name}`);
      const listed = [...ASKED, ...files.filter((name) => name !== "index.html").map((n) => `/${n}`)];
      const version = createHash("sha256").update(listed.join("\n")).digest("hex").slice(0, 12);
      const source = readFileSync(SOURCE, "utf8")
        .replace("__VERSION__", version)
        .replace("__FILES__", JSON.stringify(listed))
        .replace("__LAWS__", JSON.stringify(laws));
      this.emitFile({ type: "asset", fileName: "sw.js", source });
    },
  };
}
