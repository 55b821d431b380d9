/**
 * The step in which a card may be bought face up: its price, the wild rank now, and what each
 * choice would do to it.
 * @module
 */
import { html } from "./lib.mjs";
import { take } from "./decide.mjs";
import { hand, legal, mySeat, pending, view } from "./store.mjs";
import { useGuard } from "./timing.mjs";
import { t } from "./words.mjs";

const ORDER = "23456789TJQKA";

/**
 * Return the ranks below the wild one, in the order the dealer announced for the hole.
 * @param {string} rank
 * @param {boolean} aceHigh
 */
export function lowerRanks(rank, aceHigh) {
  const order = aceHigh ? ORDER : `A${ORDER.slice(0, -1)}`;
  return order.slice(0, order.indexOf(rank));
}

/**
 * Return how often, in per cent, an unseen card is lower than the wild rank.
 * @param {string} lower
 * @param {string[]} seen
 */
export function chanceLower(lower, seen) {
  const known = new Set(seen.filter((code) => code !== "??"));
  const left = lower.length * 4 - [...known].filter((code) => lower.includes(code[0])).length;
  return Math.round((100 * left) / (52 - known.size));
}

export function BuyStep() {
  const now = hand.value;
  const may = legal.value;
  const seat = mySeat.value;
  const guarded = useGuard(`buy ${now?.number} ${may?.price}`);
  if (!now || !may || !seat) return null;
  const rank = now.mine?.wild[0];
  const settings = view.value?.called?.settings ?? {};
  const lower = rank ? lowerRanks(rank, settings["ace-in-hole"] !== "low") : "";
  const seen = [...now.board, ...now.seats.flatMap((one) => [...one.down, ...one.up])];
  const peek = ["true", "yes", true].includes(/** @type {any} */ (settings.peek));
  const busy = guarded || !!pending.value;
  const off = (/** @type {boolean} */ allowed) => (busy || !allowed ? "true" : "false");
  const chance = rank && lower && !peek ? t.lowerChance(chanceLower(lower, seen)) : "";
  const upText = [rank ? t.buyUpText(rank) : "", may.price ? t.buyPot : ""].join(" ");
  const downText = !rank ? "" : lower ? t.takeDownText(rank) : t.takeDownSafe(rank);
  return html`<div class=${`buy ${guarded ? "guarded" : ""}`} data-testid="buy-step">
    <div class="buttons two">
      <button class="act choice fold" data-testid="take-down" aria-keyshortcuts="D"
        aria-disabled=${off(may.take_down)} onClick=${() => take(false)}>
        <span>${t.takeDown}</span>
        <small>${downText} ${chance}</small>
        <kbd aria-hidden="true">D</kbd></button>
      <button class=${`act choice raise ${may.buy ? "" : "off"}`} data-testid="buy-up"
        aria-keyshortcuts="U" aria-disabled=${off(may.buy)} onClick=${() => take(true)}>
        <span>${t.buyUp(may.price)}</span>
        <small>${may.buy ? upText : t.buyShort(may.price)}</small>
        <kbd aria-hidden="true">U</kbd></button>
    </div>
  </div>`;
}
