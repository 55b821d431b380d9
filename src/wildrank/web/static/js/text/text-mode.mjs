/**
 * Whether the table is text: switched by the first control of every page, and remembered.
 * @module
 */
import { html, signal } from "../base/lib.mjs";
import { t } from "../base/lang.mjs";
import { recall, remember } from "../base/store.mjs";

export const textMode = signal(recall("text-table") === "yes");

/** Switch between the drawn table and the one in words. */
export function switchText() {
  textMode.value = !textMode.value;
  remember("text-table", textMode.value ? "yes" : "");
}

/** The first control of a page; on the drawn table it shows itself when it has the focus. */
export function TextSwitch() {
  return html`<button class=${`text-switch plain ${textMode.value ? "on" : ""}`}
    data-testid="text-switch" onClick=${switchText}>
    ${t(textMode.value ? "text.off" : "text.on")}</button>`;
}
