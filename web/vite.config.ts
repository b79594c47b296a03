import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { catalogues } from "./tools/catalogues.ts";
import { deck } from "./tools/deck.ts";
import { gzip } from "./tools/gzip.ts";
import { laws } from "./tools/laws.ts";
import { notices } from "./tools/notices.ts";
import { worker } from "./tools/worker.ts";

const table = process.env.TRULL_TABLE ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [deck(), catalogues(), laws(), svelte(), notices(), worker(), gzip()],
  build: {
    outDir: "../src/trull/table/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // a data: URL would break the content security policy
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { proxy: { "/api": table, "/ws": { target: table, ws: true } } },
});
