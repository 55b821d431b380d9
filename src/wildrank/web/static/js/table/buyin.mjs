/**
 * How many chips: a slider, a number, and the least, the usual and the most to press.
 * @module
 */
import { html } from "../base/lib.mjs";
import { t } from "../base/lang.mjs";

/** The chips to begin with: as many as usual, and where that is not possible as many as may be.
 * @param {{ low: number, high: number, usual: number }} limits */
export const usualOf = ({ low, high, usual }) => (low <= usual && usual <= high ? usual : high);

/**
 * @param {object} props
 * @param {string} props.label
 * @param {{ low: number, high: number, usual: number }} props.limits
 * @param {number} props.value
 * @param {(value: number) => void} props.put
 */
export function ChipsChoice({ label, limits, value, put }) {
  const { low, high } = limits;
  const within = (/** @type {number} */ n) => Math.min(high, Math.max(low, Math.round(n)));
  const presets = /** @type {[string, number][]} */ ([
    ["low", low],
    ["usual", limits.usual],
    ["high", high],
  ]).filter(([name, n]) => (name === "usual") === (n === limits.usual) && low <= n && n <= high);
  return html`<div class="chips-choice" role="group" aria-label=${label}>
    <p class="chips-head"><label for="chips-number">${label}</label>
      <input id="chips-number" class="number" type="number" inputmode="numeric" min=${low}
        max=${high} value=${value} data-testid="chips-number"
        onChange=${(/** @type {any} */ event) => {
          put(within(Number(event.target.value) || low));
          event.target.value = String(within(Number(event.target.value) || low));
        }} /></p>
    <input class="slide" type="range" min=${low} max=${high} step="1" value=${value}
      aria-label=${label} data-testid="chips-slider"
      onInput=${(/** @type {any} */ event) => put(within(Number(event.target.value)))} />
    <p class="chips-presets">${presets.map(
      ([name, n]) => html`<button type="button" key=${name} class=${`plain ${n === value ? "on" : ""}`}
        aria-pressed=${n === value ? "true" : "false"} data-testid=${`chips-${name}`}
        onClick=${() => put(n)}>${t(`chips.${name}`, { amount: n })}</button>`,
    )}</p>
  </div>`;
}
