/**
 * The talk at the table: what was said, a line to say something, and whom not to hear.
 * @module
 */
import { html, useLayoutEffect, useRef, useState } from "../base/lib.mjs";
import { t } from "../base/lang.mjs";
import { live, said } from "../base/store.mjs";
import { aloud, heard, mute, muted, setAloud } from "./talk.mjs";
import { send } from "../base/wire.mjs";
import { clockWord } from "../base/words.mjs";

const MOST_LETTERS = 300;

export function ChatTab() {
  return html`<div class="chat" data-testid="chat">
    <${Messages} /><${SayForm} /><${Options} /></div>`;
}

function Messages() {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const all = heard.value;
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [all]);
  return html`<div class="log chat-lines" ref=${box} tabindex="0" role="region" aria-label=${t("chat.title")}>
    ${all.length === 0 && html`<p class="muted">${t("chat.empty")}</p>`}
    ${all.map(
      (one) => html`<p key=${`${one.at} ${one.name}`} class=${`chat-line ${one.chair === live.value?.you.chair ? "own" : ""}`}
        data-testid="chat-line"><span class="chat-head"><strong>${one.name || t("chat.nobody")}</strong>
        <time class="muted">${clockWord(one.at)}</time></span> ${one.text}</p>`,
    )}</div>`;
}

function SayForm() {
  const [text, setText] = useState("");
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (text.trim() && send({ type: "say", text: text.trim() })) setText("");
  };
  return html`<form class="say invite" onSubmit=${submit}>
    <label class="unseen" for="chat-text">${t("chat.label")}</label>
    <input id="chat-text" class="text" data-testid="chat-text" maxlength=${MOST_LETTERS}
      autocomplete="off" enterkeyhint="send" placeholder=${t("chat.label")} value=${text}
      onInput=${(/** @type {any} */ event) => setText(event.target.value)} />
    <button class="plain" data-testid="chat-send">${t("chat.send")}</button></form>`;
}

/** Reading out, and the people who talked, each to be muted. */
function Options() {
  const mine = live.value?.you.name;
  const names = [...new Set(said.value.map((one) => one.name))].filter((name) => name && name !== mine);
  return html`<details class="more-options chat-options"><summary data-testid="chat-options">
    ${t("chat.options")}</summary><div class="settings">
    <div class="setting"><label for="chat-aloud">${t("chat.aloud")}</label>
      <input id="chat-aloud" class="switch" type="checkbox" role="switch" data-testid="chat-aloud"
        checked=${aloud()} onChange=${() => setAloud(!aloud())} /></div>
    ${names.map(
      (name) => html`<p key=${name} class="setting"><span>${name}</span>
        <button class="plain" aria-pressed=${muted.value.includes(name) ? "true" : "false"}
          data-testid="chat-mute" data-name=${name} onClick=${() => mute(name)}>
          ${t(muted.value.includes(name) ? "chat.unmute" : "chat.mute", { who: name })}</button></p>`,
    )}</div></details>`;
}
