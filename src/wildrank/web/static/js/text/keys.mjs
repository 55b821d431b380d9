/**
 * The keyboard: one key for each decision and each question, silent while somebody types.
 * @module
 */
import { commandOf, HELP_KEY, keyOf, keysOn } from "./keymap.mjs";
import { run } from "./commands.mjs";
import { reply } from "./reply.mjs";
import { view } from "../base/store.mjs";

/** @param {EventTarget | null} target */
function types(target) {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement)
    return !["range", "checkbox", "radio"].includes(target.type);
  return target.isContentEditable || ["TEXTAREA", "SELECT"].includes(target.tagName);
}

/** @param {KeyboardEvent} event */
function press(event) {
  if (event.repeat || event.defaultPrevented || !view.value || types(event.target)) return;
  const key = keyOf(event);
  const help = key === HELP_KEY;
  const command = help ? "keys" : keysOn.value ? commandOf(key) : undefined;
  if (!command || (document.querySelector("dialog[open]") && command !== "keys")) return;
  event.preventDefault();
  reply(run(command));
}

/** Listen to the keyboard; the answer stops it. */
export function listenKeys() {
  document.addEventListener("keydown", press);
  return () => document.removeEventListener("keydown", press);
}
