import type { LhombreView } from "../../wire.ts";
import Bids from "./Bids.svelte";
import { Lhombre } from "./face.ts";
import Picker from "./Picker.svelte";
import type { Board } from "../face.ts";

const boards: Board<LhombreView>[] = [
  {
    component: Bids,
    verbs: ["bid", "pass", "hold", "lay_silent"],
    shows: (_, offered) => offered("bid", "pass", "hold"),
  },
  { component: Picker, verbs: ["ask", "waive"], shows: (_, offered) => offered("ask"), place: "whole" },
];

export const FACE = new Lhombre({
  boards,
});
