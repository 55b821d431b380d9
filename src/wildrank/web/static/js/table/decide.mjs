/**
 * What the visitor may decide now, as the three fixed buttons, and how each is sent.
 * Shared by the action bar, the keyboard and the spoken turn.
 * @module
 */
import { computed, signal } from "../base/lib.mjs";
import { t } from "../base/lang.mjs";
import { settings } from "../settings/settings.mjs";
import { hand, legal, mySeat, myTurn, pending, view } from "../base/store.mjs";
import { isGuarded } from "../base/timing.mjs";
import { act, send } from "../base/wire.mjs";

/**
 * @typedef {{ id: string, label: string, enabled: boolean, action: string, to: number | null,
 *   expect: number | null }} Choice
 */

/** The amount on the slider of pot and no limit; null for the least. */
export const wanted = signal(/** @type {number | null} */ (null));

/** Lowest and highest raise, or null when there is none. */
export const raiseRange = computed(() => {
  const now = legal.value;
  if (!now?.raise_high || now.capped) return null;
  return { low: now.raise_low ?? now.raise_high, high: now.raise_high };
});

/** Where the slider stands, inside its range. */
export const raiseTo = computed(() => {
  const range = raiseRange.value;
  if (!range) return 0;
  return Math.min(range.high, Math.max(range.low, Math.round(wanted.value ?? range.low)));
});

/** The three buttons, always in the same places; null when betting is not what is asked. */
export const choices = computed(() => {
  const now = legal.value;
  if (!myTurn.value || !now || view.value?.hand?.turn?.kind !== "act") return null;
  return [foldChoice(now), middleChoice(now), raiseChoice(now)];
});

/**
 * Where checking is free, nobody folds by mistake: only who asked for it may.
 * @param {import("../base/types.mjs").Legal} now
 * @returns {Choice}
 */
function foldChoice(now) {
  const enabled = now.fold && (!now.check || settings.value.freeFold);
  return { id: "fold", label: t("act.fold"), enabled, action: "fold", to: null, expect: null };
}

/** @param {import("../base/types.mjs").Legal} now @returns {Choice} */
function middleChoice(now) {
  if (now.check) {
    return {
      id: "check-call",
      label: t("act.check"),
      enabled: true,
      action: "check",
      to: null,
      expect: null,
    };
  }
  const label = now.all_in_call ? t("act.all-in", { amount: now.to_call }) : t("act.call", { amount: now.to_call });
  return {
    id: "check-call",
    label,
    enabled: now.call,
    action: "call",
    to: null,
    expect: now.to_call,
  };
}

/** @param {import("../base/types.mjs").Legal} now @returns {Choice} */
function raiseChoice(now) {
  const range = raiseRange.value;
  if (!range) {
    const label = now.capped ? t("act.capped") : t("act.raise");
    return { id: "bet-raise", label, enabled: false, action: "raise", to: null, expect: null };
  }
  const to = raiseTo.value;
  const seat = mySeat.value;
  const all = !!seat && to === seat.stack + seat.bet;
  const label = all ? t("act.all-in", { amount: to }) : now.opening ? t("act.bet", { amount: to }) : t("act.raise-to", { amount: to });
  return { id: "bet-raise", label, enabled: true, action: "raise", to, expect: to };
}

/**
 * Send a choice, unless it is too early, too late or sent already.
 * @param {Choice | undefined} choice
 */
export function choose(choice) {
  if (!choice?.enabled || isGuarded() || pending.value || !myTurn.value) return;
  act(choice.action, { to: choice.to, expect: choice.expect });
  wanted.value = null;
}

/**
 * Decide how the buyable card is taken.
 * @param {boolean} up
 */
export function take(up) {
  const now = legal.value;
  if (!now || hand.value?.turn?.kind !== "buy" || isGuarded() || pending.value) return;
  if (up ? !now.buy : !now.take_down) return;
  act(up ? "buy" : "down", { expect: up ? now.price : null });
}

/** Whether the visitor has asked for the next hand; the number of the hand that is over. */
export const ready = signal(0);

/** Skip the pause after a hand. */
export function nextHand() {
  const over = hand.value;
  if (view.value?.phase !== "showdown" || !over || ready.value === over.number) return;
  if (send({ type: "next" })) ready.value = over.number;
}
