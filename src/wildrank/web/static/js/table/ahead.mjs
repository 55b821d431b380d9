/**
 * Deciding ahead of the turn: what may be planned now, when a plan no longer applies, and what it
 * sends when the turn comes. A plan is for one street of one hand and for the price that was seen.
 * @module
 */
import { computed, effect, signal } from "../base/lib.mjs";
import { game, myChair, mySeat, myTurn, view } from "../base/store.mjs";
import { act } from "../base/wire.mjs";

/** @typedef {import("../base/types.mjs").Legal} Legal */
/** @typedef {import("../base/types.mjs").HandView} HandView */
/** @typedef {import("../base/types.mjs").SeatView} SeatView */
/**
 * A plan; `amount` is the price it is bound to, null where it holds at any price.
 * @typedef {{ id: "check-fold" | "check" | "call" | "call-any" | "down" | "buy",
 *   amount: number | null }} Plan
 */

/** What was planned, and for which street. */
export const plan = signal(/** @type {(Plan & { street: string }) | null} */ (null));

/** The plans there may be now, in the order of the buttons; empty when there are none. */
export const offers = computed(() => {
  const now = view.value?.hand;
  const seat = mySeat.value;
  const waits = now?.turn && !now.over && !myTurn.value && now.turn.kind !== "show";
  if (!waits || !seat || seat.folded) return [];
  if (game.value?.streets[now.street]?.buyable && !seat.last) return buyOffers(seat);
  return seat.all_in || !isToAct(now, seat) ? [] : betOffers(toCall(now, seat));
});

/** @param {number} price @returns {Plan[]} */
function betOffers(price) {
  return [
    { id: "check-fold", amount: null },
    price ? { id: "call", amount: price } : { id: "check", amount: null },
    { id: "call-any", amount: null },
  ];
}

/** A card that is seen before it is chosen cannot be planned. @param {SeatView} seat */
function buyOffers(seat) {
  const called = view.value?.called;
  const peeks = ["true", "yes", "on"].includes(called?.settings.peek ?? "");
  if (!called || called.price === null || peeks) return [];
  /** @type {Plan[]} */
  const both = [
    { id: "down", amount: null },
    { id: "buy", amount: called.price },
  ];
  return both.filter((one) => (one.amount ?? 0) <= seat.stack);
}

const BET = new Set(["check", "call", "bet", "raise"]);

/** The chips that would match the highest bet. @param {HandView} now @param {SeatView} seat */
function toCall(now, seat) {
  const most = Math.max(...now.seats.map((one) => one.bet));
  return Math.min(most - seat.bet, seat.stack);
}

/** Whether the turn still comes round on this street. @param {HandView} now @param {SeatView} seat */
function isToAct(now, seat) {
  const did = typeof seat.last === "object" ? seat.last?.what : seat.last;
  return toCall(now, seat) > 0 || !BET.has(did ?? "");
}

const street = computed(() => {
  const now = view.value?.hand;
  return now ? `${now.number} ${now.street}` : "";
});

/**
 * Plan something, or take the plan back when it was planned already.
 * @param {Plan} wish
 */
export function planAhead(wish) {
  plan.value = isPlanned(wish) ? null : { ...wish, street: street.peek() };
}

/** @param {Plan} wish */
export const isPlanned = (wish) =>
  plan.value?.id === wish.id && plan.value.amount === wish.amount;

/**
 * Return what a plan sends now that its owner may do something, or null when it no longer fits.
 * @param {Plan} wish
 * @param {Legal} may
 * @returns {[string, number | null] | null} the action and the price that was seen
 */
function actionOf(wish, may) {
  const fits = wish.amount === (wish.id === "buy" ? may.price : may.to_call);
  switch (wish.id) {
    case "check-fold":
      if (may.check) return ["check", null];
      return may.fold ? ["fold", null] : null;
    case "check":
      return may.check ? ["check", null] : null;
    case "call":
      return may.call && fits ? ["call", wish.amount] : null;
    case "call-any":
      if (may.check) return ["check", null];
      return may.call ? ["call", may.to_call] : null;
    case "down":
      return may.take_down ? ["down", null] : null;
    default:
      return may.buy && fits ? ["buy", wish.amount] : null;
  }
}

/** Carry plans out when the turn comes, and drop those that no longer apply. */
export function listenAhead() {
  const stop = effect(() => {
    const may = view.value?.hand?.legal;
    const wish = plan.value;
    if (!wish) return;
    if (street.value !== wish.street || myChair.value === null) plan.value = null;
    else if (myTurn.value && may) carryOut(wish, may);
    else if (!offers.value.some(isPlanned)) plan.value = null;
  });
  return () => {
    stop();
    plan.value = null;
  };
}

/** @param {Plan} wish @param {Legal} may */
function carryOut(wish, may) {
  plan.value = null;
  const [action, expect] = actionOf(wish, may) ?? ["", null];
  if (action) act(action, { expect });
}
