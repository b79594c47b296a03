/** Where the pictures of the cards lie: one sprite per pack and look, drawn when the client is built. */
import { isGerman, type PackName } from "./cards.ts";

const sprites = import.meta.glob<string>("../../.deck/*.svg", {
  query: "?url",
  import: "default",
  eager: true,
});

export interface Look {
  colours: "four" | "two";
  index: "de" | "en";
  large: boolean;
}

/** Where the sprite of a pack lies in a look; empty where nobody has drawn it. */
export function spriteOf(pack: PackName, look: Look): string {
  const size = look.large ? "-large" : "";
  const kind = isGerman(pack) ? "" : `-${look.colours}-${look.index}`;
  return sprites[`../../.deck/${pack}${kind}${size}.svg`] ?? "";
}
