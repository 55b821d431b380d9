/**
 * What stands in the place of the buttons for who waits for a chair or has no chips left.
 * @module
 */
import { computed, html } from "../base/lib.mjs";
import { usualOf } from "./buyin.mjs";
import { t } from "../base/lang.mjs";
import { events, hand, hostName, joining, live, myChair, mySeat, panel, view } from "../base/store.mjs";
import { send, stand } from "../base/wire.mjs";

/** Whether the viewer has lost everything and has ordered nothing yet. */
export const broke = computed(() => {
  const chair = live.value?.chairs[myChair.value ?? -1];
  if (!chair || chair.more || chair.leaving) return false;
  const done = !hand.value || hand.value.over || !mySeat.value;
  return done && (mySeat.value?.stack ?? chair.stack) === 0;
});

/** Somebody without a chair: asking, waiting, or free to take one. */
export function NoChair() {
  const you = view.value?.you;
  if (you?.asking) {
    return html`<${Waits} testid="asking" words=${t("seat.asking", { who: hostName.value })}
      back=${t("seat.asking-back")} />`;
  }
  if (you?.place) {
    return html`<${Waits} testid="place" words=${t("seat.place", { n: you.place })}
      back=${t("seat.place-back")} />`;
  }
  return html`<div class="buttons one"><button class="act primary" data-testid="sit"
    onClick=${() => (joining.value = true)}>${t("join.do-take")}</button></div>`;
}

/** @param {{ words: string, back: string, testid: string }} props */
function Waits({ words, back, testid }) {
  return html`<p class="idle-words waits" role="status" data-testid=${testid}><span>${words}</span>
    <button class="plain" data-testid="take-back" onClick=${stand}>${back}</button></p>`;
}

/** Whether the viewer waits for the big blind instead of posting the ones that were missed. */
const waits = computed(() => {
  const mine = (/** @type {any} */ event) => event.chair === myChair.value;
  const kinds = ["sat", "sat-in", "sat-out"];
  const last = events.value.findLast((event) => kinds.includes(event.what) && mine(event));
  return last?.what === "sat-in" && !last.post;
});

/** Missed blinds are owed: they are posted at once, or the big blind is waited for. */
export function Debt() {
  const owes = live.value?.you.owes ?? 0;
  const choice = (/** @type {boolean} */ post, /** @type {string} */ words) =>
    html`<button class=${`act plan ${waits.value === post ? "" : "on"}`}
      data-testid=${post ? "debt-post" : "debt-wait"} aria-pressed=${waits.value === post ? "false" : "true"}
      onClick=${() => send({ type: "sit-in", post })}><span class="tick" aria-hidden="true"></span>
      <span>${words}</span></button>`;
  return html`<div class="buttons two" role="group" aria-label=${t("seat.owes", { n: owes })}>
    ${choice(true, t("seat.post", { owes }))}${choice(false, t("seat.wait-blind"))}</div>`;
}

/** Everything is lost: buy in again with one press, with another amount, or leave. */
export function Broke() {
  const you = view.value?.you;
  const limits = view.value?.customs?.buy_in;
  if (!limits || typeof you?.low !== "number" || typeof you.high !== "number")
    return html`<p class="idle-words">${t("seat.broke")}</p>`;
  const to = usualOf({ low: you.low, high: you.high, usual: limits.usual });
  return html`<p class="beaten" role="status" data-testid="broke">${t("seat.broke")}</p>
    <div class="buttons two"><button class="act fold" data-testid="chips-open"
      onClick=${() => (panel.value = "chips")}>${t("seat.other-amount")}</button>
      <button class="act primary" data-testid="rebuy"
        onClick=${() => send({ type: "chips", to })}>${t("seat.rebuy", { amount: to })}</button></div>`;
}
