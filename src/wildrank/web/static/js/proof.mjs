/**
 * The mark that says whether the deal was checked, what stands behind it in plain words, and the
 * banner when something does not fit. The checking itself is in `deal.mjs`.
 * @module
 */
import { DealWatch } from "./deal.mjs";
import { hex } from "./sha256.mjs";
import { computed, html, signal } from "./lib.mjs";
import { Modal } from "./modal.mjs";
import { nameOf, panel, view } from "./store.mjs";
import { deals as d } from "./words-deal.mjs";
import { t } from "./words.mjs";

/**
 * What is known of the deal on the table.
 * @typedef {{ name: string, proof: "waiting" | "own" | "others" | "none" | "off" | "fault",
 *   fault: string, opened: number, seeds: number[], missing: number[], silenced: boolean,
 *   code: string }} Standing
 */

/** @type {import("./lib.mjs").Signal<Standing | null>} */
export const standing = signal(/** @type {Standing | null} */ (null));
const receipts = signal(/** @type {any[]} */ ([]));

/** A fault stays in sight until the visitor has seen it. */
export const alarm = signal("");

let say = (/** @type {Record<string, any>} */ _message) => {};
const watch = new DealWatch({
  send: (message) => say(message),
  seed: () => hex(crypto.getRandomValues(new Uint8Array(32))),
  keep: (deal, text) => session((store) => store.setItem(`wildrank/deal/${deal}`, text)),
  kept: (deal) => session((store) => store.getItem(`wildrank/deal/${deal}`)) ?? "",
});

/**
 * @template T
 * @param {(store: Storage) => T} use
 */
function session(use) {
  try {
    return use(sessionStorage);
  } catch {
    return null; // without storage a seed is lost on reload, and that deal proves less
  }
}

/**
 * Take a `state` frame, before or after the page does.
 * @param {any} message
 * @param {(message: Record<string, any>) => void} send
 */
export function watchDeals(message, send) {
  say = send;
  watch.take(message);
  const deal = watch.deal;
  receipts.value = watch.receipts;
  if (!deal) {
    standing.value = null;
    return;
  }
  const seeds = Object.keys(deal.open.seeds).map(Number);
  const missing = [...deal.open.silent, ...deal.open.dropped];
  standing.value = {
    name: deal.name,
    proof: deal.proof,
    fault: deal.fault,
    opened: deal.cards.size,
    seeds,
    missing,
    silenced: deal.mine !== null && !seeds.includes(deal.mine),
    code: deal.code,
  };
  if (deal.fault) alarm.value = d.alarm(deal.number, d.faults[deal.fault]);
}

/** Forget the table that was left. */
export function forgetDeals() {
  watch.forget();
  standing.value = null;
  receipts.value = [];
  alarm.value = "";
}

const words = computed(() => d.marks[standing.value?.proof ?? "waiting"]);

/** The small mark in the strip above the table. */
export function DealMark() {
  const now = standing.value;
  if (!now) return null;
  const open = () => (panel.value = panel.value === "deal" ? "" : "deal");
  return html`<button class=${`quiet deal-mark deal-${now.proof}`} data-testid="deal-mark"
    data-proof=${now.proof} onClick=${open} aria-label=${words.value.long}>
    <span aria-hidden="true">${words.value.sign}</span><span class="only-wide">
    ${words.value.short}</span></button>`;
}

/** Red and loud: the deal is not what was promised. */
export function DealAlarm() {
  const text = alarm.value;
  return html`<div role="alert" aria-live="assertive" data-testid="deal-alarm">
    ${
      text &&
      html`<p class="deal-alarm">${text}
        <button class="plain" onClick=${() => (panel.value = "deal")}>${d.more}</button>
        <button class="plain" onClick=${() => (alarm.value = "")}>${d.seen}</button></p>`
    }</div>`;
}

export function DealDialog() {
  const now = standing.value;
  if (panel.value !== "deal" || !now) return null;
  const names = (/** @type {number[]} */ chairs) => t.list(chairs.map((one) => nameOf(one)));
  const lines = d.lines(now, names(now.seeds), names(now.missing));
  const last = receipts.value[receipts.value.length - 1];
  return html`<${Modal} open title=${d.title} class="deal-modal" testid="deal-dialog"
    onClose=${() => (panel.value = "")}>
    <p class="modal-lead">${words.value.long}</p>
    <ul class="announced">${lines.map((line) => html`<li key=${line}>${line}</li>`)}</ul>
    <h3>${d.notTitle}</h3>
    <ul class="announced">${d.not.map((line) => html`<li key=${line}>${line}</li>`)}</ul>
    <h3>${d.receipts}</h3>
    <p class="modal-lead">${last ? d.receiptsText : d.noReceipt}</p>
    ${
      last &&
      html`<p class="receipts"><button class="plain" data-testid="receipt"
        onClick=${() => save(last, last.public.hand)}>${d.lastReceipt}</button>
      <button class="plain" data-testid="receipts"
        onClick=${() => save(receipts.value, `${view.value?.table}`)}>
        ${d.allReceipts(receipts.value.length)}</button></p>`
    }
  <//>`;
}

/** Let the browser keep a receipt as a file. @param {any} content @param {string} name */
function save(content, name) {
  const text = JSON.stringify(content, null, 1);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = `wildrank-${name.replaceAll("/", "-")}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
