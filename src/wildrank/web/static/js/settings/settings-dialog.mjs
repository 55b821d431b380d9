/**
 * The settings: how the table looks, what is heard, and how much help is given.
 * @module
 */
import { html } from "../base/lib.mjs";
import { askToNotify } from "../table/alert.mjs";
import { Card } from "../table/cards.mjs";
import { t } from "../base/lang.mjs";
import { LanguageChoice } from "../base/language.mjs";
import { Modal } from "../base/modal.mjs";
import { CHOICES, set, settings } from "./settings.mjs";
import { play, wakeSound } from "../table/sound.mjs";
import { panel } from "../base/store.mjs";
import { switchText, textMode } from "../text/text-mode.mjs";

/** @typedef {import("./settings.mjs").Settings} Settings */

export function SettingsDialog() {
  return html`<${Modal} open title=${t("settings.title")} class="settings-modal"
    testid="settings-dialog" onClose=${() => (panel.value = "")}>
    <${Look} /><${Sounds} /><${Play} />
  <//>`;
}

function Look() {
  return html`<h3>${t("settings.look")}</h3>
    <div class="sample-cards" aria-hidden="true">${["As", "Th", "7d", "4c", "??"].map(
      (code) => html`<${Card} key=${code} code=${code} />`,
    )}</div>
    <div class="settings">
      <${Choice} name="palette" /><${Switch} name="fourColours" />
      <${Choice} name="back" /><${Choice} name="felt" />
      <${Switch} name="largeIndex" /><${Choice} name="motion" />
    </div>`;
}

function Sounds() {
  const { sounds, volume } = settings.value;
  const notify = async (/** @type {boolean} */ on) => set("notify", on && (await askToNotify()));
  const louder = (/** @type {any} */ event) => {
    set("volume", Number(event.target.value));
    wakeSound();
    play("turn");
  };
  return html`<h3>${t("settings.hear")}</h3>
    <div class="settings">
      <${Switch} name="sounds" />
      <label class="setting"><span>${t("settings.volume")}</span><input type="range" class="slide"
        min="0" max="100" step="5" value=${volume} disabled=${!sounds} data-testid="set-volume"
        onChange=${louder} /></label>
      <${Switch} name="mineOnly" /><${Switch} name="notify" onSet=${notify} />
    </div>`;
}

function Play() {
  const keys = () => (panel.value = "keys");
  return html`<h3>${t("settings.play")}</h3>
    <div class="settings">
      <${Switch} name="hints" /><${Switch} name="freeFold" />
      <${LanguageChoice} />
      <div class="setting"><label for="set-text">${t("text.on")}</label>
        <input id="set-text" class="switch" type="checkbox" role="switch" data-testid="set-text"
          checked=${textMode.value} onChange=${switchText} /></div>
      <p class="setting"><span>${t("settings.keys")}</span><button class="plain"
        data-testid="open-keys" onClick=${keys}>${t("settings.keys-open")}</button></p>
    </div>`;
}

/**
 * One switch; its words are `settings.` and its name.
 * @param {{ name: keyof Settings, onSet?: (on: boolean) => void }} props
 */
function Switch({ name, onSet = (on) => set(name, on) }) {
  const id = `set-${name}`;
  return html`<div class="setting"><label for=${id}>${t(`settings.${name}`)}</label>
    <input id=${id} class="switch" type="checkbox" role="switch" data-testid=${id}
      checked=${settings.value[name]}
      onChange=${(/** @type {any} */ event) => onSet(event.target.checked)} /></div>`;
}

/**
 * A few words to choose from, all in sight.
 * @param {{ name: keyof typeof CHOICES }} props
 */
function Choice({ name }) {
  return html`<div class="setting" role="radiogroup" aria-label=${t(`settings.${name}`)}>
    <span>${t(`settings.${name}`)}</span><span class="choices">${CHOICES[name].map(
      (word) => html`<label key=${word} class=${`choice-${name}-${word}`}>
        <input type="radio" name=${`set-${name}`} data-testid=${`set-${name}-${word}`}
          checked=${settings.value[name] === word} onChange=${() => set(name, word)} />
        <span>${t(`settings.${name}-${word}`)}</span></label>`,
    )}</span></div>`;
}
