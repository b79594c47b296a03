/** The fallback: a game without a face of its own, offered by its prompts and told by their words. */
import { Face } from "../face.ts";

export const FACE = new Face();
