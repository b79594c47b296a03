/** Bundles every `src/**\/*.test.ts` and runs it with node's own test runner. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const web = fileURLToPath(new URL("..", import.meta.url));
const out = `${web}.tests/`;
const found = readdirSync(`${web}src`, { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".test.ts"),
);

rmSync(out, { recursive: true, force: true });
mkdirSync(out);
for (const file of found) {
  const bundle = await rolldown({
    input: `${web}src/${file}`,
    platform: "node",
    external: /^node:/,
    logLevel: "silent",
  });
  await bundle.write({ file: `${out}${file.replaceAll("/", "-").replace(/ts$/, "mjs")}`, format: "esm" });
}
const run = spawnSync(
  process.execPath,
  ["--test", "--test-reporter=spec", ...readdirSync(out).map((file) => out + file)],
  {
    stdio: "inherit",
  },
);
rmSync(out, { recursive: true, force: true });
process.exit(run.status ?? 1);
