/**
 * The few drawn signs on buttons, all in a box of 24 x 24 and as thick as the letters.
 * @module
 */
import { html } from "./lib.mjs";

/** @type {Record<string, string>} */
const PATHS = {
  sound: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a7.8 7.8 0 0 1 0 11",
  muted: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5",
  rules: "M5 4.5h5.5A1.5 1.5 0 0 1 12 6v14a2 2 0 0 0-2-1.5H5zM19 4.5h-5.5A1.5 1.5 0 0 0 12 6v14a2 2 0 0 1 2-1.5h5z",
  log: "M9 6.5h11M9 12h11M9 17.5h11M4.5 6.5h.01M4.5 12h.01M4.5 17.5h.01",
  settings:
    "M4 7h9M17.5 7H20M4 17h2.5M11 17h9M15.2 4.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4zM8.8 14.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4z",
};

/** @param {{ name: string }} props */
export function Icon({ name }) {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path
    d=${PATHS[name]} /></svg>`;
}
