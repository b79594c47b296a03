/** The size of the window, as the layout needs it. */
import { MediaQuery } from "svelte/reactivity";

const desk = new MediaQuery("min-width: 1024px");
const narrow = new MediaQuery("max-width: 599px");
const low = new MediaQuery("max-height: 480px");

export const screen = {
  /** The layout without a side panel: phones and tablets. */
  get phone(): boolean {
    return !desk.current;
  },
  get narrow(): boolean {
    return narrow.current;
  },
  /** A phone held sideways. */
  get low(): boolean {
    return low.current;
  },
};
