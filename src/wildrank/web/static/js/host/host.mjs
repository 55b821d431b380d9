/**
 * What the host of a table does: run it, say who comes in, how many bots play, and what is usual.
 * @module
 */
import { html, useState } from "../base/lib.mjs";
import { Bots } from "./invite.mjs";
import { t } from "../base/lang.mjs";
import { panel } from "../base/store.mjs";
import { send } from "../base/wire.mjs";

/** @typedef {import("../base/types.mjs").TableView} TableView */

/** @param {{ table: TableView }} props */
export function HostPart({ table }) {
  const bots = table.chairs.filter((one) => one.bot).length;
  const { paused = false, ending = false } = table;
  return html`<section class="host-part" aria-labelledby="host-title" data-testid="host">
    <h3 id="host-title">${t("host.title")}</h3>
    <p class="pair">
      <button class=${`plain ${paused ? "on" : ""}`} data-testid="pause"
        onClick=${() => send({ type: "pause", paused: !paused })}>
        ${t(paused ? "host.go-on" : "host.pause")}</button>
      <button class="plain" data-testid="customs-open"
        onClick=${() => (panel.value = "customs")}>${t("host.customs")}</button></p>
    <div class="row"><span>${t("table.bots")}<br /><small class="muted">${t("table.bots-text")}</small></span>
      <${Bots} bots=${bots} most=${table.chairs.length - 1} /></div>
    <${Doors} table=${table} />
    ${
      ending
        ? html`<p class="row"><span class="gold">${t("host.is-ending")}</span><button class="plain"
          data-testid="not-end" onClick=${() => send({ type: "end", ending: false })}>
          ${t("host.not-end")}</button></p>`
        : html`<${Sure} label=${t("host.end")} sure=${t("host.end-sure")} yes=${t("host.end-yes")}
          testid="end" run=${() => send({ type: "end", ending: true })} />`
    }
  </section>`;
}

/** Who may come in: the invitation, and the password. @param {{ table: TableView }} props */
function Doors({ table }) {
  const [word, setWord] = useState("");
  const locked = !!table.customs?.password;
  const set = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!word) return;
    send({ type: "password", text: word });
    setWord("");
  };
  return html`<form class="password" onSubmit=${set}>
      <label for="host-password">${t(locked ? "host.password-new" : "host.password")}</label>
      <p class="invite"><input id="host-password" class="text" type="password" maxlength="200"
        autocomplete="new-password" data-testid="password" value=${word}
        onInput=${(/** @type {any} */ event) => setWord(event.target.value)} />
        <button class="plain" data-testid="password-set">${t("host.password-set")}</button></p>
    </form>
    ${
      locked &&
      html`<p class="row"><span class="gold" data-testid="locked">${t("host.locked")}</span><button
      class="plain" data-testid="password-none"
      onClick=${() => send({ type: "password", text: "" })}>${t("host.unlock")}</button></p>`
    }
    <${Sure} label=${t("host.revoke")} sure=${t("host.revoke-sure")} yes=${t("host.revoke-yes")}
      testid="revoke" run=${() => send({ type: "invites", revoke: true })} />`;
}

/** What the host may do with a person. @param {{ one: import("../base/types.mjs").Chair, done: () => void }} props */
export function PersonButtons({ one, done }) {
  const who = one.name ?? "";
  const to = (/** @type {string} */ type) => () => {
    send({ type, chair: one.chair });
    done();
  };
  return html`<div class="person">
    <${Sure} label=${t("host.hand-over")} sure=${t("host.hand-over-sure", { who })}
      yes=${t("host.hand-over-yes")} testid="hand-over" run=${to("hand-over")} />
    <${Sure} label=${t("host.kick")} sure=${t("host.kick-sure", { who })} yes=${t("host.kick-yes")}
      testid="kick" run=${to("kick")} /></div>`;
}

/**
 * A button that asks once more before it does what cannot be undone.
 * @param {{ label: string, sure: string, yes: string, testid: string, run: () => void }} props
 */
export function Sure({ label, sure, yes, testid, run }) {
  const [asked, setAsked] = useState(false);
  if (!asked) {
    return html`<button class="plain wide" type="button" data-testid=${testid}
      onClick=${() => setAsked(true)}>${label}</button>`;
  }
  const finish = (/** @type {boolean} */ really) => () => {
    setAsked(false);
    if (really) run();
  };
  return html`<div class="sure" role="group" aria-label=${label}><p role="alert">${sure}</p>
    <p class="pair"><button class="plain" type="button" onClick=${finish(false)}>${t("page.cancel")}</button>
      <button class="plain danger" type="button" data-testid=${`${testid}-yes`}
        onClick=${finish(true)}>${yes}</button></p></div>`;
}
