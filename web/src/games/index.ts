/** The face of a game by its name; a game without one is shown plainly. */
import type { View } from "../wire.ts";
import type { RuleSet } from "../rules/rules.svelte.ts";
import { Face } from "./face.ts";
import { Koenigrufen } from "./koenigrufen/face.ts";
import { Lhombre } from "./lhombre/face.ts";
import { Perlaggen } from "./perlaggen/face.ts";

export function faceOf(game: string, rules: () => RuleSet | undefined): Face {
  // Each face is only ever given the views of its own game.
  const faces: Record<string, () => unknown> = {
    koenigrufen: () => new Koenigrufen(rules),
    lhombre: () => new Lhombre(rules),
    perlaggen: () => new Perlaggen(),
  };
  return (faces[game]?.() ?? new Face<View>()) as Face;
}
