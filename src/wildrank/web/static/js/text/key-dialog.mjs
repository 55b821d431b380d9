/**
 * The list of keys, in which each can be changed, taken away, or all be switched off.
 * @module
 */
import { html, useState } from "../base/lib.mjs";
import {
  bind,
  COMMANDS,
  keyOf,
  keysChanged,
  keysOf,
  keysOn,
  resetKeys,
  switchKeys,
  unbind,
} from "./keymap.mjs";
import { t } from "../base/lang.mjs";
import { Modal } from "../base/modal.mjs";
import { say } from "../base/speech.mjs";
import { panel } from "../base/store.mjs";

const KINDS = /** @type {const} */ (["act", "ask", "open"]);
/** Keys that end the wait for another key and change nothing. */
const AWAY = /^(Escape|Tab)$/;
const ERASE = /^(Backspace|Delete)$/;
const MODIFIER = /^(Shift|Control|Alt|AltGraph|Meta|CapsLock)$/;

/** A key for the eye. @param {string} key */
const shown = (key) => key || t("key.none");

export function KeysDialog() {
  const [asked, setAsked] = useState("");
  const [news, setNews] = useState("");
  const tell = (/** @type {string} */ text) => {
    setNews(text);
    say(text);
  };
  const shut = () => (panel.value = "");
  const reset = () => {
    resetKeys();
    tell(t("key.all_usual"));
  };
  const onOff = (/** @type {any} */ event) => {
    switchKeys(event.target.checked);
    tell(t(event.target.checked ? "key.on" : "key.off"));
  };
  const foot = html`<p class="key-news" data-testid="key-news">${news}</p>
    <button class="plain" data-testid="keys-reset" disabled=${!keysChanged.value}
      onClick=${reset}>${t("key.reset")}</button>`;
  return html`<${Modal} open title=${t("key.title")} class="keys-modal" testid="keys-dialog"
    foot=${foot} onClose=${shut}>
    <p class="modal-lead">${t("key.lead")}</p>
    <p class="key-switch"><input id="keys-on" class="switch" type="checkbox" role="switch"
      data-testid="keys-on" checked=${keysOn.value} onChange=${onOff} />
      <label for="keys-on">${t("key.switch")}</label></p>
    ${KINDS.map(
      (kind) => html`<h3 key=${kind}>${t(`key.kind.${kind}`)}</h3>
      <ul class="key-list">${COMMANDS.filter((one) => one.kind === kind).map(
        (one) => html`<li key=${one.id}><span>${t(`key.name.${one.id}`)}</span><span
          class="key-set">${keysOf(one.id).map(
            (_, at) => html`<${KeyButton} key=${at} id=${one.id} at=${at} asked=${asked}
            setAsked=${setAsked} tell=${tell} />`,
          )}</span></li>`,
      )}</ul>`,
    )}
    <p class="muted">${t("key.fixed")}</p>
  <//>`;
}

/**
 * @param {{ id: string, at: number, asked: string, setAsked: (which: string) => void,
 *   tell: (text: string) => void }} props
 */
function KeyButton({ id, at, asked, setAsked, tell }) {
  const which = `${id} ${at}`;
  const waits = asked === which;
  const key = keysOf(id)[at];
  const what = t(`key.name.${id}`);
  const wait = () => {
    setAsked(which);
    tell(t("key.press", { what }));
  };
  const press = (/** @type {KeyboardEvent} */ event) => {
    if (!waits || MODIFIER.test(event.key)) return;
    if (!/^Tab$/.test(event.key)) event.preventDefault();
    event.stopPropagation();
    setAsked("");
    if (AWAY.test(event.key)) return tell(t("key.kept", { what, key: shown(key) }));
    if (ERASE.test(event.key)) {
      unbind(id, at);
      return tell(t("key.taken_away", { what }));
    }
    const typed = keyOf(event);
    const refused = bind(id, at, typed);
    return tell(refused || t("key.now", { what, key: typed }));
  };
  return html`<button class=${`key ${waits ? "waits" : ""}`} data-testid=${`key-${id}-${at}`}
    aria-label=${t("key.change", { what, key: shown(key) })}
    onClick=${wait} onKeyDown=${press} onBlur=${() => waits && setAsked("")}>
    <kbd>${waits ? t("key.waits") : shown(key)}</kbd></button>`;
}
