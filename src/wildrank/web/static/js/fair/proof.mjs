/**
 * The mark that says whether the deal was checked, what stands behind it in plain words, and the
 * banner when something does not fit. The checking itself is in `deal.mjs`.
 * @module
 */
import { keep } from "../base/ask.mjs";
import { DealWatch } from "./deal.mjs";
import { hex } from "./sha256.mjs";
import { html, signal } from "../base/lib.mjs";
import { lines, list, t } from "../base/lang.mjs";
import { Modal } from "../base/modal.mjs";
import { nameOf, panel, view } from "../base/store.mjs";

/**
 * What is known of the deal on the table.
 * @typedef {{ name: string, proof: "waiting" | "own" | "others" | "none" | "off" | "fault",
 *   fault: string, opened: number, seeds: number[], missing: number[], silenced: boolean,
 *   code: string }} Standing
 */

/** @type {import("../base/lib.mjs").Signal<Standing | null>} */
export const standing = signal(/** @type {Standing | null} */ (null));
const receipts = signal(/** @type {any[]} */ ([]));

/** A fault stays in sight until the visitor has seen it. */
export const alarm = signal(/** @type {{ number: number, fault: string } | null} */ (null));

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
  if (deal.fault) alarm.value = { number: deal.number, fault: deal.fault };
}

/** Forget the table that was left. */
export function forgetDeals() {
  watch.forget();
  standing.value = null;
  receipts.value = [];
  alarm.value = null;
}

/** @type {Record<Standing["proof"], string>} */
const SIGNS = { waiting: "…", own: "✓", others: "✓", none: "○", off: "○", fault: "✗" };

/** The small mark in the strip above the table. */
export function DealMark() {
  const now = standing.value;
  if (!now) return null;
  const open = () => (panel.value = panel.value === "deal" ? "" : "deal");
  return html`<button class=${`quiet deal-mark deal-${now.proof}`} data-testid="deal-mark"
    data-proof=${now.proof} onClick=${open}
    aria-label=${`${t(`deal.mark.${now.proof}`)}. ${t(`deal.means.${now.proof}`)}`}>
    <span aria-hidden="true">${SIGNS[now.proof]}</span><span class="only-wide">
    ${t(`deal.mark.${now.proof}`)}</span></button>`;
}

/** Red and loud: the deal is not what was promised. */
export function DealAlarm() {
  const shown = alarm.value;
  return html`<div role="alert" aria-live="assertive" data-testid="deal-alarm">
    ${
      shown &&
      html`<p class="deal-alarm">${t("deal.alarm", {
        number: shown.number,
        why: t(`deal.fault.${shown.fault}`),
      })}
        <button class="plain" onClick=${() => (panel.value = "deal")}>${t("deal.more")}</button>
        <button class="plain" onClick=${() => (alarm.value = null)}>${t("deal.seen")}</button></p>`
    }</div>`;
}

/**
 * What was checked so far, one line a matter.
 * @param {Standing} now
 * @param {string} seeds whose took part
 * @param {string} missing whose did not come
 */
const dealLines = (now, seeds, missing) =>
  [
    t("deal.line.promised", { code: now.code }),
    seeds && t("deal.line.seeds", { who: seeds }),
    !seeds && now.proof === "none" && t("deal.line.no-seeds"),
    missing && t("deal.line.missing", { who: missing }),
    now.silenced && seeds && t("deal.line.silenced"),
    ["own", "others", "none"].includes(now.proof) && t("deal.line.other-deck"),
    now.opened > 0 && t("deal.line.opened", { n: now.opened }),
    now.fault && t("deal.line.fault", { why: t(`deal.fault.${now.fault}`) }),
  ].filter((line) => !!line);

export function DealDialog() {
  const now = standing.value;
  if (panel.value !== "deal" || !now) return null;
  const names = (/** @type {number[]} */ chairs) => list(chairs.map((one) => nameOf(one)));
  const checked = dealLines(now, names(now.seeds), names(now.missing));
  const last = receipts.value[receipts.value.length - 1];
  return html`<${Modal} open title=${t("deal.title")} class="deal-modal" testid="deal-dialog"
    onClose=${() => (panel.value = "")}>
    <p class="modal-lead">${t(`deal.means.${now.proof}`)}</p>
    <ul class="announced">${checked.map((line) => html`<li key=${line}>${line}</li>`)}</ul>
    <h3>${t("deal.not")}</h3>
    <ul class="announced">${lines("deal.not").map((line) => html`<li key=${line}>${line}</li>`)}</ul>
    <h3>${t("deal.receipts")}</h3>
    <p class="modal-lead">${t(last ? "deal.receipts-text" : "deal.no-receipt")}</p>
    ${
      last &&
      html`<p class="receipts"><button class="plain" data-testid="receipt"
        onClick=${() => save(last, last.public.hand)}>${t("deal.last-receipt")}</button>
      <button class="plain" data-testid="receipts"
        onClick=${() => save(receipts.value, `${view.value?.table}`)}>
        ${t("deal.all-receipts", { count: receipts.value.length })}</button></p>`
    }
  <//>`;
}

/** Let the browser keep a receipt as a file. @param {any} content @param {string} name */
function save(content, name) {
  const text = JSON.stringify(content, null, 1);
  keep(`wildrank-${name.replaceAll("/", "-")}.json`, text, "application/json");
}
