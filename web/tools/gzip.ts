/** Each built text beside itself, compressed: the server sends that to whoever can read it. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const TEXTS = /\.(m?js|css|html|svg|webmanifest|txt|wasm)$/;

export function gzip(): Plugin {
  let folder = "";
  return {
    name: "trull-gzip",
    apply: "build",
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }))
        if (TEXTS.test(name)) {
          const path = join(folder, name);
          writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
        }
    },
  };
}
