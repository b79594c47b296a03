import type { KoenigrufenView } from "../../wire.ts";
import Announce from "./Announce.svelte";
import Auction from "./Auction.svelte";
import Call from "./Call.svelte";
import { Koenigrufen } from "./face.ts";
import { ruleSections } from "./rulecard.ts";
import Talon from "./Talon.svelte";
import type { Board } from "../face.ts";

const boards: Board<KoenigrufenView>[] = [
  {
    component: Auction,
    verbs: ["bid", "pass", "hold", "bei", "vorhand"],
    shows: (_, offered) => offered("bid", "pass", "vorhand", "bei", "hold"),
    place: "high",
  },
  { component: Call, verbs: ["call"], shows: (_, offered) => offered("call") },
  {
    component: Talon,
    verbs: ["take", "schleifen", "trischaken"],
    shows: (view) => view.phase === "take",
    place: "halves",
  },
  {
    component: Announce,
    verbs: ["announce", "lie", "gut", "done", "kontra"],
    shows: (_, offered) => offered("announce", "lie", "gut", "done", "kontra"),
  },
];

export const FACE = new Koenigrufen({
  boards,
  ruleSections,
});
