/**
 * The row in which a viewer decides ahead of the turn, in the places of the buttons to come, and
 * the switches for sitting out.
 * @module
 */
import { html } from "../base/lib.mjs";
import { isPlanned, offers, planAhead } from "./ahead.mjs";
import { t } from "../base/lang.mjs";
import { view } from "../base/store.mjs";
import { isGuarded, useGuard } from "../base/timing.mjs";
import { send } from "../base/wire.mjs";

/** @typedef {import("./ahead.mjs").Plan} Plan */

/** @param {Plan} offer @param {boolean} free whether checking is free as things stand */
function wordsOf({ id, amount }, free) {
  if (id === "check-fold") return free ? t("ahead.check-fold") : t("ahead.fold");
  if (id === "buy") return amount ? t("ahead.buy", { amount }) : t("ahead.up-free");
  return t(`ahead.${id}`, { amount: amount ?? 0 });
}

export function AheadRow() {
  const all = offers.value;
  const guarded = useGuard(`ahead ${all.map((one) => `${one.id} ${one.amount}`).join()}`);
  const free = all.some((one) => one.id === "check");
  return html`<div class=${`buttons ${all.length === 3 ? "three" : "two"} ahead`} role="group"
    aria-label=${t("ahead.title")}>${all.map(
      (one) => html`<button key=${one.id} class=${`act plan ${isPlanned(one) ? "on" : ""}`}
        data-testid=${`ahead-${one.id}`} aria-pressed=${isPlanned(one) ? "true" : "false"}
        aria-disabled=${guarded ? "true" : "false"}
        onClick=${() => !isGuarded() && planAhead(one)}><span class="tick" aria-hidden="true"
        ></span><span>${wordsOf(one, free)}</span></button>`,
    )}</div>`;
}

/** Sit out from the next hand or the next big blind, and come back. */
export function SitOut() {
  const you = view.value?.you;
  if (!you || you.chair === null || you.out === undefined) return null;
  if (you.out === "out") return html`<${ComeBack} owes=${you.owes ?? 0} />`;
  if (view.value?.phase === "lobby") return null;
  const toggle = (/** @type {string} */ when) => () =>
    send(you.out === when ? { type: "sit-in", post: false } : { type: "sit-out", when });
  return html`<p class="sit-out">${["hand", "blind"].map(
    (when) => html`<label key=${when}><input type="checkbox" checked=${you.out === when}
      data-testid=${`sit-out-${when}`} onChange=${toggle(when)} />
      ${t(`ahead.out-${when}`)}</label>`,
  )}</p>`;
}

/** @param {{ owes: number }} props */
function ComeBack({ owes }) {
  const back = (/** @type {boolean} */ post) => () => send({ type: "sit-in", post });
  return html`<p class="sit-out is-out"><span>${t("ahead.is-out")}</span>
    <button class="plain" data-testid="sit-in" onClick=${back(false)}>
      ${owes ? t("ahead.wait-blind") : t("ahead.sit-in")}</button>
    ${
      owes > 0 &&
      html`<button class="plain" data-testid="sit-in-post" onClick=${back(true)}>
        ${t("ahead.post", { owes })}</button>`
    }</p>`;
}
