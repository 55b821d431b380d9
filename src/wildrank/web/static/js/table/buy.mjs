/**
 * The step in which a card may be bought face up: its price, the wild rank now, and what each
 * choice would do to it.
 * @module
 */
import { html } from "../base/lib.mjs";
import { take } from "./decide.mjs";
import { rankPlural } from "./hand-words.mjs";
import { keyFor, shortcuts } from "../text/keymap.mjs";
import { t } from "../base/lang.mjs";
import { settings } from "../settings/settings.mjs";
import { hand, legal, mySeat, pending, view } from "../base/store.mjs";
import { useGuard } from "../base/timing.mjs";

const ORDER = "23456789TJQKA";

/**
 * Return the ranks below the wild one, in the order the dealer announced for the hole.
 * @param {string} rank
 * @param {boolean} aceHigh
 */
function lowerRanks(rank, aceHigh) {
  const order = aceHigh ? ORDER : `A${ORDER.slice(0, -1)}`;
  return order.slice(0, order.indexOf(rank));
}

/**
 * Return how often, in per cent, an unseen card is of one of some ranks.
 * @param {string} ranks
 * @param {string[]} seen
 */
function chanceOf(ranks, seen) {
  const known = new Set(seen.filter((code) => code !== "??"));
  const left = ranks.length * 4 - [...known].filter((code) => ranks.includes(code[0])).length;
  return Math.round((100 * left) / (52 - known.size));
}

/** What the button says that takes the card face up. @param {number} price */
const buyWords = (price) => (price ? t("buy.up", { price }) : t("buy.up-free"));

/**
 * What each choice would do, in words, and how likely that is; "" for what is not to be told.
 * Null when there is nothing to choose.
 */
export function whatIfs() {
  const now = hand.value;
  const may = legal.value;
  if (!now || !may || !mySeat.value) return null;
  const announced = view.value?.called?.settings ?? {};
  const peek = ["true", "yes", true].includes(/** @type {any} */ (announced.peek));
  const { hints } = settings.value;
  const rank = hints ? now.mine?.wild[0] : undefined;
  const ranks = rank ? rankPlural(rank) : "";
  const lower = rank ? lowerRanks(rank, announced["ace-in-hole"] !== "low") : "";
  const seen = [...now.board, ...now.seats.flatMap((one) => [...one.down, ...one.up])];
  const down = lower ? t("buy.down-text", { ranks }) : t("buy.down-safe", { ranks });
  return {
    down: rank ? down : "",
    lower: lower && !peek ? t("buy.lower", { percent: chanceOf(lower, seen) }) : "",
    up: !may.buy ? t("buy.short", { price: may.price }) : rank ? t("buy.up-text", { ranks }) : "",
    again: rank && may.buy && !peek ? t("buy.again", { percent: chanceOf(rank, seen) }) : "",
    pot: may.buy && may.price ? t("buy.pot") : "",
  };
}

export function BuyStep() {
  const may = legal.value;
  const guarded = useGuard(`buy ${hand.value?.number} ${may?.price}`);
  const words = whatIfs();
  if (!may || !words) return null;
  const busy = guarded || !!pending.value;
  const off = (/** @type {boolean} */ allowed) => (busy || !allowed ? "true" : "false");
  return html`<div class=${`buy ${guarded ? "guarded" : ""}`} data-testid="buy-step">
    <div class="buttons two">
      <button class="act choice fold" data-testid="take-down" aria-keyshortcuts=${shortcuts("down")}
        aria-disabled=${off(may.take_down)} onClick=${() => take(false)}>
        <span>${t("buy.down")}</span>
        <small><span class="teach">${words.down}</span> ${words.lower}</small>
        <kbd aria-hidden="true">${keyFor("down")}</kbd></button>
      <button class=${`act choice raise ${may.buy ? "" : "off"}`} data-testid="buy-up"
        aria-keyshortcuts=${shortcuts("up")} aria-disabled=${off(may.buy)} onClick=${() => take(true)}>
        <span>${buyWords(may.price)}</span>
        <small><span class=${may.buy ? "teach" : ""}>${words.up}</span> ${words.again}${
          words.pot && html` <span class="only-wide">${words.pot}</span>`
        }</small>
        <kbd aria-hidden="true">${keyFor("up")}</kbd></button>
    </div>
  </div>`;
}
