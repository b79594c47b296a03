import js from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import compiler from "./svelte.config.js";

export default defineConfig(
  globalIgnores([".deck/", ".laws/", ".svelte-check/", ".tests/", "public/", "src/wire.ts"]),
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      // A name with an underscore says that a signature asks for it and this place does not.
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "no-nested-ternary": "error", // a named function or an {#if} says what is chosen
      "svelte/no-useless-mustaches": "off", // {" "} is how a template keeps a space
      "svelte/prefer-svelte-reactivity": "off", // our sets and maps are replaced, never changed
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig: compiler } },
  },
  {
    files: ["src/worker.js"], // the build writes in what is to be kept
    languageOptions: {
      globals: { ...globals.serviceworker, __FILES__: "readonly", __LAWS__: "readonly" },
    },
  },
  {
    files: ["src/laws.js"], // and what it is made of
    languageOptions: { globals: { ...globals.worker, __INFO__: "readonly" } },
  },
);
