/**
 * The answer to what somebody asked by key or command: shown for a while, and said once.
 * @module
 */
import { html, signal, useEffect } from "../base/lib.mjs";
import { CardText } from "../table/cards.mjs";
import { say } from "../base/speech.mjs";

const SHOWN_MS = 8000;

/** The last answer; `n` tells two of the same words apart. */
export const answer = signal({ text: "", n: 0 });

/** Show and say an answer. @param {string} text */
export function reply(text) {
  if (!text) return;
  answer.value = { text, n: answer.peek().n + 1 };
  say(text);
}

/** Show no answer any longer. */
export const clear = () => (answer.value = { text: "", n: answer.peek().n });

/** The answer over the table, for the eye; it is said elsewhere. */
export function Reply() {
  const { text, n } = answer.value;
  useEffect(() => {
    if (!text) return undefined;
    const timer = setTimeout(clear, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [n]);
  if (!text) return null;
  return html`<p class="reply" data-testid="reply"><${CardText} text=${text} /></p>`;
}
