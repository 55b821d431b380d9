/**
 * What a screen reader hears: one polite log of the play, and one assertive region for the
 * visitor's turn. Both are made once and follow the dialog that is open, for everything outside
 * of it is silent. Each thing is said once, when it happens.
 * @module
 */
import { spoken } from "../table/cards.mjs";

const KEPT = 40;
/** How long the turn waits, so that it does not cut off what led to it. */
const LATE_MS = 300;

/** @param {Record<string, string>} attributes */
function region(attributes) {
  const made = document.createElement("div");
  made.className = "unseen";
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

const log = region({
  role: "log",
  "aria-live": "polite",
  "aria-relevant": "additions",
  "data-testid": "say-log",
});
const turn = region({
  "aria-live": "assertive",
  "aria-atomic": "true",
  "data-testid": "say-turn",
});
let late = 0;

/**
 * Let the regions speak from inside an element: the page, or the dialog that is open.
 * @param {Element} place
 */
export function speakFrom(place) {
  log.replaceChildren(); // what was said is not said again
  place.append(log, turn);
}

/** Say something when the reader has finished. @param {string} text */
export function say(text) {
  const line = document.createElement("p");
  line.textContent = spoken(text);
  log.append(line);
  while (log.children.length > KEPT) log.firstChild?.remove();
}

/** Say at once what cannot wait, or nothing any more. @param {string} text */
export function insist(text) {
  clearTimeout(late);
  turn.textContent = "";
  if (text) late = setTimeout(() => (turn.textContent = spoken(text)), LATE_MS);
}
