/**
 * The table itself, beside the felt: what its host may do, the viewer's own seat, the players, the
 * customs, the invitation, and who this browser is.
 * @module
 */
import { html, useState } from "../base/lib.mjs";
import { SitOut } from "./ahead-bar.mjs";
import { customsLines } from "../host/customs-words.mjs";
import { HostPart, PersonButtons } from "../host/host.mjs";
import { InviteLink } from "../host/invite.mjs";
import { list, t } from "../base/lang.mjs";
import { live, mySeat, panel } from "../base/store.mjs";
import { sit, stand } from "../base/wire.mjs";

/** @typedef {import("../base/types.mjs").Chair} Chair */

export function TableTab() {
  const table = live.value;
  if (!table) return null;
  return html`<div class="table-tab" data-testid="table-tab">
    ${table.you.host && html`<${HostPart} table=${table} />`}
    ${table.you.chair !== null && html`<${MyChair} table=${table} />`}
    <h3>${t("table.players")}</h3>
    <${Players} table=${table} />
    <h3>${t("customs.title")}</h3>
    <ul class="customs-lines" data-testid="customs-lines">${customsLines().map(
      (line) => html`<li key=${line}>${line}</li>`,
    )}</ul>
    <h3>${t("table.invite")}</h3>
    <${InviteLink} />
    <h3>${t("device.browser")}</h3>
    <p class="row"><button class="plain" data-testid="device-open"
      onClick=${() => (panel.value = "device")}>${t("device.open")}</button></p>
  </div>`;
}

/** The viewer's chips, and ways off the chair. @param {{ table: import("../base/types.mjs").TableView }} props */
function MyChair({ table }) {
  const { you } = table;
  const chair = table.chairs[you.chair ?? 0];
  const more = chair.more ?? 0;
  const can = typeof you.low === "number";
  return html`<h3>${t("seat.mine")}</h3>
    <p class="row"><span data-testid="my-chips">${t("seat.chips", { n: mySeat.value?.stack ?? chair.stack ?? 0 })}${
      more > 0 && html`<br /><span class="gold" data-testid="chips-more">${t("chips.queued", { n: more })}</span>`
    }</span>
      ${can && html`<button class="plain" data-testid="chips-open" onClick=${() => (panel.value = "chips")}>
        ${t("chips.open")}</button>`}</p>
    ${(you.owes ?? 0) > 0 && html`<p class="muted" data-testid="owes">${t("seat.owes", { n: you.owes ?? 0 })}</p>`}
    <div class="only-narrow"><${SitOut} /></div>
    ${
      you.leaving
        ? html`<p class="row"><span class="gold" data-testid="leaving">${t("seat.leaving")}</span>
          <button class="plain" data-testid="stay" onClick=${() => sit(you.name ?? "")}>
          ${t("seat.stay")}</button></p>`
        : html`<button class="plain wide" data-testid="stand" onClick=${stand}>
          ${t("table.leave")}</button><p class="muted">${t("table.leave-text")}</p>`
    }`;
}

/** @param {{ table: import("../base/types.mjs").TableView }} props */
function Players({ table }) {
  const taken = table.chairs.filter((one) => one.name !== null);
  const waiting = table.waiting ?? [];
  return html`<ul class="player-list">${taken.map(
    (one) => html`<${Player} key=${one.chair} one=${one} table=${table} />`,
  )}</ul>
    <p class="muted">${t("table.free", { n: table.chairs.length - taken.length })}</p>
    ${waiting.length > 0 && html`<p data-testid="waiting">${t("seat.waiting", { names: list(waiting) })}</p>`}
    ${(table.watching ?? 0) > 0 && html`<p class="muted">${t("seat.watching", { n: table.watching ?? 0 })}</p>`}`;
}

/** What is said of somebody beside the name. @param {Chair} one @param {number | null} mine */
const marks = (one, mine) => [
  one.bot && t("seat.bot"),
  one.chair === mine && t("seat.you"),
  one.host && t("seat.host"),
  one.status === "out" && t("status.out"),
  one.status === "away" && t("status.away"),
  one.leaving && t("seat.leaves"),
].filter(Boolean);

/** @param {{ one: Chair, table: import("../base/types.mjs").TableView }} props */
function Player({ one, table }) {
  const [open, setOpen] = useState(false);
  const { you } = table;
  const mine = one.chair === you.chair;
  const person = you.host && !one.bot && !mine;
  return html`<li data-testid=${`player-${one.chair}`}><p class="player"><span>${one.name}
      <em>${marks(one, you.chair).join(", ")}</em></span>
    <span class="player-chips">${t("seat.chips", { n: one.stack ?? 0 })}</span>
    ${
      person &&
      html`<button class="quiet round" aria-expanded=${open ? "true" : "false"}
      aria-label=${t("host.person", { who: one.name ?? "" })} data-testid=${`person-${one.chair}`}
      onClick=${() => setOpen(!open)}>⋯</button>`
    }</p>
    ${person && open && html`<${PersonButtons} one=${one} done=${() => setOpen(false)} />`}</li>`;
}
