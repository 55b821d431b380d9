/**
 * The keyboard: one letter for each decision, silent while somebody types.
 * @module
 */
import { choices, choose, nextHand, take } from "./decide.mjs";
import { panel, view } from "./store.mjs";

/** What each key does. @type {Record<string, () => void>} */
const KEYS = {
  f: () => choose(choices.value?.[0]),
  c: () => choose(choices.value?.[1]),
  r: () => choose(choices.value?.[2]),
  b: () => choose(choices.value?.[2]),
  u: () => take(true),
  d: () => take(false),
  n: nextHand,
  l: () => toggle("log"),
  "?": () => toggle("keys"),
  F1: () => toggle("keys"),
};

/** @param {string} name */
function toggle(name) {
  panel.value = panel.value === name ? "" : name;
}

/** @param {EventTarget | null} target */
function types(target) {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement)
    return !["range", "checkbox", "radio"].includes(target.type);
  return target.isContentEditable || ["TEXTAREA", "SELECT"].includes(target.tagName);
}

/** @param {KeyboardEvent} event */
function press(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented)
    return;
  if (!view.value || types(event.target)) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const run = KEYS[key];
  const modal = document.querySelector("dialog[open]");
  if (!run || (modal && key !== "?" && key !== "F1")) return;
  event.preventDefault();
  run();
}

/** Listen to the keyboard; the answer stops it. */
export function listenKeys() {
  document.addEventListener("keydown", press);
  return () => document.removeEventListener("keydown", press);
}
