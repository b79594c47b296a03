/** The entry: words first, then the page. */
import { mount } from "svelte";
import "./style/tokens.css";
import "./style/base.css";
import { language } from "./text/language.svelte.ts";
import "./settings/install.svelte.ts"; // listens from the start: the offer comes early
import { prefs } from "./settings/prefs.svelte.ts";
import App from "./App.svelte";

prefs.apply();
await language.use(prefs.choices.lang);
const target = document.getElementById("app");
if (target) mount(App, { target });

if ("serviceWorker" in navigator && import.meta.env.PROD) void navigator.serviceWorker.register("/sw.js");
