/**
 * What a viewer may set to taste, remembered in this browser and seen by nobody else.
 * Looks become attributes of the page, which the style sheets read; the rest is read where it
 * matters. The dialog is in `settings-dialog.mjs`.
 * @module
 */
import { effect, signal } from "../base/lib.mjs";
import { recall, remember } from "../base/store.mjs";

/** What a new viewer has; the type of each value is the type of the setting. */
export const USUAL = {
  palette: "usual",
  fourColours: true,
  back: "red",
  felt: "dark",
  largeIndex: false,
  motion: "system",
  sounds: true,
  volume: 60,
  mineOnly: false,
  hints: true,
  freeFold: false,
  notify: false,
  chatAloud: true,
  chatAloudText: false,
};

/** What may be chosen where there are words to choose from, the usual one first. */
export const CHOICES = {
  palette: ["usual", "safe"],
  back: ["red", "blue", "green", "black"],
  felt: ["dark", "light"],
  motion: ["system", "full", "none"],
};

/** @typedef {typeof USUAL} Settings */

export const settings = signal(kept());

/** Return what this browser remembers, without what is no setting or no longer one. */
function kept() {
  /** @type {Record<string, any>} */
  const known = { ...USUAL };
  let old;
  try {
    old = JSON.parse(recall("settings") || "{}");
  } catch {
    old = {};
  }
  for (const [key, value] of Object.entries(old ?? {})) {
    const words = /** @type {Record<string, string[]>} */ (CHOICES)[key];
    if (typeof value === typeof known[key] && (!words || words.includes(value)))
      known[key] = value;
  }
  return /** @type {Settings} */ (known);
}

/**
 * Set something, and remember it.
 * @template {keyof Settings} Key
 * @param {Key} key
 * @param {Settings[Key]} value
 */
export function set(key, value) {
  settings.value = { ...settings.value, [key]: value };
  remember("settings", JSON.stringify(settings.value));
}

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const system = signal(calm.matches);
calm.addEventListener("change", (event) => (system.value = event.matches));

/** Whether nothing may move: chosen here, or asked of the system. */
export const isStill = () =>
  settings.value.motion === "none" || (settings.value.motion === "system" && system.value);

/** Keep the attributes of the page as the settings say. */
export function wearSettings() {
  effect(() => {
    const { palette, fourColours, back, felt, largeIndex } = settings.value;
    Object.assign(document.documentElement.dataset, {
      palette,
      back,
      felt,
      colours: fourColours ? "four" : "two",
      index: largeIndex ? "large" : "usual",
      motion: isStill() ? "none" : "full",
    });
  });
}
