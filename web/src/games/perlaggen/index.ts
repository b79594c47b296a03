import type { PerlaggenView } from "../../wire.ts";
import Answer from "./Answer.svelte";
import Baptism from "./Baptism.svelte";
import { Perlaggen } from "./face.ts";
import Figures from "./Figures.svelte";
import FiguresBox from "./FiguresBox.svelte";
import { ruleSections } from "./rulecard.ts";
import Show from "./Show.svelte";
import Signs from "./Signs.svelte";
import Turned from "./Turned.svelte";
import type { Board } from "../face.ts";

const boards: Board<PerlaggenView>[] = [
  {
    component: Answer,
    verbs: ["hold", "let_good", "raise", "hold_all", "let_good_all", "look"],
    shows: (view, offered) => view.offers.length > 0 && offered("let_good", "hold"),
  },
  {
    component: Show,
    verbs: ["show", "stand", "concede", "ask"],
    shows: (view, offered) =>
      offered("show", "stand", "concede") || (view.phase === "show" && offered("ask")),
  },
];

export const FACE = new Perlaggen({
  boards,
  naming: { component: Baptism, verbs: [], shows: () => true },
  corner: Turned,
  panels: [
    { title: "pl.figures", component: Figures, shows: (view) => view.phase !== "cut" },
    {
      title: "pl.signs",
      component: Signs,
      shows: (view) => view.phase !== "cut" && view.prompts.some((prompt) => prompt.verb === "sign"),
    },
  ],
  box: { label: "pl.bid_or_sign", component: FiguresBox },
  ruleSections,
});
