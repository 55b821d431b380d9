/**
 * Which key does what: the usual keys, and what this browser has changed. It must not know what a
 * command does; that is in `commands.mjs`. A key is written as `F`, `Shift+T` or `?`.
 * @module
 */
import { computed, signal } from "../base/lib.mjs";
import { t } from "../base/lang.mjs";
import { recall, remember } from "../base/store.mjs";

/** @typedef {{ id: string, kind: "act" | "ask" | "open", keys: string[] }} Command */

/** What has a key, in the order of the list. @type {Command[]} */
export const COMMANDS = [
  { id: "fold", kind: "act", keys: ["F"] },
  { id: "call", kind: "act", keys: ["C"] },
  { id: "raise", kind: "act", keys: ["R", "B"] },
  { id: "up", kind: "act", keys: ["U"] },
  { id: "down", kind: "act", keys: ["D"] },
  { id: "next", kind: "act", keys: ["Shift+N"] },
  { id: "more", kind: "act", keys: ["M"] },
  { id: "pot", kind: "ask", keys: ["P"] },
  { id: "price", kind: "ask", keys: ["N"] },
  { id: "who", kind: "ask", keys: ["H"] },
  { id: "cards", kind: "ask", keys: ["W"] },
  { id: "hand", kind: "ask", keys: ["G"] },
  { id: "board", kind: "ask", keys: ["E"] },
  { id: "dealer", kind: "ask", keys: ["X"] },
  { id: "position", kind: "ask", keys: ["Z"] },
  { id: "time", kind: "ask", keys: ["Shift+T"] },
  { id: "last", kind: "ask", keys: ["L"] },
  { id: "stacks", kind: "ask", keys: ["S"] },
  { id: "card-1", kind: "ask", keys: ["1"] },
  { id: "card-2", kind: "ask", keys: ["2"] },
  { id: "card-3", kind: "ask", keys: ["3"] },
  { id: "card-4", kind: "ask", keys: ["4"] },
  { id: "card-5", kind: "ask", keys: ["5"] },
  { id: "rules", kind: "open", keys: ["I"] },
  { id: "log", kind: "open", keys: ["Shift+L"] },
  { id: "keys", kind: "open", keys: ["?"] },
];

/** Opens the list whatever is changed or switched off. */
export const HELP_KEY = "F1";

/** Whether something is no key of ours: a sign, with Shift only where it is a letter; or none. */
const refusedKey = (/** @type {unknown} */ key) =>
  typeof key !== "string" || !/^(Shift\+\p{Lu}|[^\s\p{Ll}\p{C}]|)$/u.test(key);

/** Whether the keys are on. */
export const keysOn = signal(recall("keys-off") !== "yes");

/** What this browser changed, by command. */
const changed = signal(stored());

/** The keys of each command now, "" for one that was taken away. */
const keymap = computed(
  () => new Map(COMMANDS.map(({ id, keys }) => [id, changed.value[id] ?? keys])),
);

/** @returns {Record<string, string[]>} */
function stored() {
  try {
    const found = Object.entries(JSON.parse(recall("keys") || "{}"));
    return Object.fromEntries(
      found.filter(([, keys]) => Array.isArray(keys) && keys.every((key) => !refusedKey(key))),
    );
  } catch {
    return {};
  }
}

/** @param {Record<string, string[]>} keys */
function store(keys) {
  changed.value = keys;
  remember("keys", JSON.stringify(keys));
}

/**
 * Return the key that was pressed as it is written here, or "" for one that cannot have a command.
 * @param {KeyboardEvent} event
 */
export function keyOf(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return "";
  if (event.key === HELP_KEY) return HELP_KEY;
  const upper = event.key.toUpperCase();
  const letter = upper !== event.key.toLowerCase();
  const key = letter && event.shiftKey ? `Shift+${upper}` : upper;
  return refusedKey(key) ? "" : key;
}

/** The keys of a command. @param {string} id */
export const keysOf = (id) => keymap.value.get(id) ?? [];

/** The first key of a command for the eye, "" when it has none. @param {string} id */
export const keyFor = (id) => (keysOn.value ? (keysOf(id).find(Boolean) ?? "") : "");

/** All keys of a command for `aria-keyshortcuts`. @param {string} id */
export const shortcuts = (id) =>
  (keysOn.value && keysOf(id).filter(Boolean).join(" ")) || undefined;

/** Return the command of a key. @param {string} key */
export function commandOf(key) {
  if (!key) return undefined;
  return COMMANDS.find(({ id }) => keysOf(id).includes(key))?.id;
}

/**
 * Give a command another key; the answer is the sentence that refuses it, or "".
 * @param {string} id
 * @param {number} at which of its keys
 * @param {string} key as `keyOf` writes it; "" was no key of ours
 */
export function bind(id, at, key) {
  if (!key || key === HELP_KEY) return t("key.not_ours");
  const owner = commandOf(key);
  if (owner === id && keysOf(id)[at] === key) return "";
  if (owner) return t("key.taken", { key, what: t(`key.name.${owner}`) });
  put(id, at, key);
  return "";
}

/** Take a key away. @param {string} id @param {number} at */
export const unbind = (id, at) => put(id, at, "");

/** @param {string} id @param {number} at @param {string} key */
function put(id, at, key) {
  const keys = keysOf(id).map((one, place) => (place === at ? key : one));
  store({ ...changed.value, [id]: keys });
}

/** Give every command its usual keys again. */
export const resetKeys = () => store({});

/** Whether any key is not the usual one. */
export const keysChanged = computed(() => Object.keys(changed.value).length > 0);

/** Switch all keys but the one for help on or off. @param {boolean} on */
export function switchKeys(on) {
  keysOn.value = on;
  remember("keys-off", on ? "" : "yes");
}
