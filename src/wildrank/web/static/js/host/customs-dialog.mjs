/**
 * The host changes the customs of the table, from the next hand on.
 * @module
 */
import { html, useState } from "../base/lib.mjs";
import { gameTitle } from "../table/call-words.mjs";
import { allowed, coming } from "./customs-words.mjs";
import { t } from "../base/lang.mjs";
import { Modal } from "../base/modal.mjs";
import { games, panel } from "../base/store.mjs";
import { send } from "../base/wire.mjs";

/** @typedef {import("../base/types.mjs").Customs} Customs */
/** @typedef {(change: Partial<Customs>) => void} Put */

const shut = () => (panel.value = "");
const MODES = /** @type {const} */ (["dealer", "orbit"]);
const SWITCHES = /** @type {const} */ (["approve", "spectators", "rabbit", "kill"]);
const LIMITS = /** @type {const} */ (["low", "usual", "high"]);
const CLOCK_S = 30;

/** What is different, since customs that are not named stay. @param {Customs} now @param {Customs} then */
function difference(now, then) {
  const all = /** @type {(keyof Customs)[]} */ (Object.keys(now));
  const changed = all.filter((key) => JSON.stringify(now[key]) !== JSON.stringify(then[key]));
  return Object.fromEntries(changed.map((key) => [key, now[key]]));
}

export function CustomsDialog() {
  const before = coming.value;
  const [draft, setDraft] = useState(/** @type {Customs | undefined} */ (undefined));
  if (!before) return null;
  const now = draft ?? { ...before, games: allowed(before) };
  const put = (/** @type {Partial<Customs>} */ change) => setDraft({ ...now, ...change });
  const { low, high, usual } = now.buy_in;
  const wrong = !now.games.length
    ? t("customs.no-game")
    : low <= usual && usual <= high
      ? ""
      : t("customs.wrong-buy-in");
  const submit = () => {
    const change = difference(now, { ...before, games: allowed(before) });
    if (Object.keys(change).length) send({ type: "customs", ...change });
    shut();
  };
  const foot = html`<p class="foot-words" role="status">${wrong || t("customs.from-next")}</p>
    <button class="act primary" data-testid="customs-do" disabled=${!!wrong} onClick=${submit}>
      ${t("customs.do")}</button>`;
  return html`<${Modal} open title=${t("customs.change")} class="customs-modal"
    testid="customs-dialog" onClose=${shut} foot=${foot}>
    <${Games} now=${now} put=${put} /><${BuyIn} now=${now} put=${put} />
    <${Clock} now=${now} put=${put} /><${Switches} now=${now} put=${put} />
  <//>`;
}

/** @param {{ now: Customs, put: Put }} props */
function Games({ now, put }) {
  const toggle = (/** @type {string} */ slug) =>
    put({
      games: games.value
        .map((info) => info.slug)
        .filter((one) => now.games.includes(one) !== (one === slug)),
    });
  return html`<h3>${t("customs.games")}</h3>
    <div class="checks">${games.value.map(
      (info) => html`<label key=${info.slug} class="check"><input type="checkbox"
        checked=${now.games.includes(info.slug)} data-testid=${`allow-${info.slug}`}
        onChange=${() => toggle(info.slug)} /><span>${gameTitle(info)}</span></label>`,
    )}</div>
    <div class="setting" role="radiogroup" aria-label=${t("customs.mode")}>
      <span>${t("customs.mode")}</span><span class="choices">${MODES.map(
        (mode) => html`<label key=${mode}><input type="radio" name="mode" checked=${now.mode === mode}
          data-testid=${`mode-${mode}`} onChange=${() => put({ mode })} />
          <span>${t(`customs.mode-${mode}`)}</span></label>`,
      )}</span></div>`;
}

/** @param {{ now: Customs, put: Put }} props */
function BuyIn({ now, put }) {
  const set = (/** @type {string} */ name) => (/** @type {number} */ n) =>
    put({ buy_in: { ...now.buy_in, [name]: n } });
  return html`<h3>${t("customs.chips")}</h3>
    <div class="numbers">${LIMITS.map(
      (name) => html`<${Amount} key=${name} id=${`buy-in-${name}`} label=${t(`customs.${name}`)}
        value=${now.buy_in[name]} low=${1} high=${1_000_000} set=${set(name)} />`,
    )}</div>`;
}

/** @param {{ now: Customs, put: Put }} props */
function Clock({ now, put }) {
  const on = now.act_s !== null;
  return html`<h3>${t("customs.time")}</h3>
    <div class="setting"><label for="clock-on">${t("customs.clock-on")}</label>
      <input id="clock-on" class="switch" type="checkbox" role="switch" data-testid="clock-on"
        checked=${on} onChange=${() => put({ act_s: on ? null : CLOCK_S })} /></div>
    ${
      on &&
      html`<div class="numbers"><${Amount} id="clock-seconds" label=${t("customs.seconds")}
        value=${now.act_s} low=${5} high=${3600} set=${(/** @type {number} */ n) => put({ act_s: n })} />
      <${Amount} id="bank-seconds" label=${t("customs.bank")} value=${now.bank_s} low=${0}
        high=${3600} set=${(/** @type {number} */ n) => put({ bank_s: n })} /></div>`
    }`;
}

/** @param {{ now: Customs, put: Put }} props */
function Switches({ now, put }) {
  return html`<h3>${t("customs.table")}</h3>
    <div class="settings">${SWITCHES.map(
      (name) => html`<div key=${name} class="setting"><label for=${`custom-${name}`}>
        ${t(`customs.${name}`)}<br /><small class="muted">${t(`customs.${name}-text`)}</small></label>
        <input id=${`custom-${name}`} class="switch" type="checkbox" role="switch"
          data-testid=${`custom-${name}`} checked=${now[name]}
          onChange=${() => put({ [name]: !now[name] })} /></div>`,
    )}</div>`;
}

/**
 * A whole number between two others.
 * @param {{ id: string, label: string, value: number, low: number, high: number,
 *   set: (n: number) => void }} props
 */
function Amount({ id, label, value, low, high, set }) {
  const put = (/** @type {any} */ event) => {
    const n = Math.min(high, Math.max(low, Math.round(Number(event.target.value)) || low));
    event.target.value = String(n);
    set(n);
  };
  return html`<p><label for=${id}>${label}</label><input id=${id} class="number" type="number"
    inputmode="numeric" min=${low} max=${high} value=${value} data-testid=${id} onChange=${put} /></p>`;
}
