/**
 * What everybody at the table must know now, over the felt: that it is paused or about to close,
 * and for its host who asks for a seat.
 * @module
 */
import { html } from "../base/lib.mjs";
import { t } from "../base/lang.mjs";
import { live } from "../base/store.mjs";
import { send } from "../base/wire.mjs";

/** Return why nothing goes on. @param {import("../base/types.mjs").TableView} table */
export const pausedWords = (table) =>
  t(table.deal?.doubted?.length && !table.hand?.over ? "host.is-doubted" : "host.is-paused");

export function TableState() {
  const table = live.value;
  if (!table) return null;
  const host = table.you.host;
  const asks = table.asking ?? [];
  if (!table.paused && !table.ending && !asks.length) return null;
  const undo = (/** @type {any} */ wish, /** @type {string} */ words, /** @type {string} */ id) =>
    host &&
    html`<button class="plain" data-testid=${id} onClick=${() => send(wish)}>${words}</button>`;
  return html`<div class="table-state">
    ${asks.map((ask) => html`<${Ask} key=${ask.person} ...${ask} />`)}
    ${
      table.paused &&
      html`<p class="state" data-testid="paused"><span>${pausedWords(table)}</span>
      ${undo({ type: "pause", paused: false }, t("host.go-on"), "state-go-on")}</p>`
    }
    ${
      table.ending &&
      html`<p class="state" data-testid="ending"><span>${t("host.is-ending")}</span>
      ${undo({ type: "end", ending: false }, t("host.not-end"), "state-not-end")}</p>`
    }
  </div>`;
}

/** Somebody who asks the host for a seat. @param {{ person: string, name: string }} props */
function Ask({ person, name }) {
  const answer = (/** @type {string} */ type) => () => send({ type, person });
  return html`<p class="state ask" data-testid="ask"><span>${t("host.asks", { who: name })}</span>
    <button class="plain" data-testid="refuse" onClick=${answer("refuse")}>${t("host.refuse")}</button>
    <button class="plain yes" data-testid="approve" onClick=${answer("approve")}>
      ${t("host.approve")}</button></p>`;
}
