/**
 * The visitor's turn in one sentence: what may be done, and for how much.
 * @module
 */
import { computed } from "../base/lib.mjs";
import { whatIfs } from "./buy.mjs";
import { choices, raiseRange } from "./decide.mjs";
import { list, t } from "../base/lang.mjs";
import { hand, legal, mySeat, myTurn, pending, view } from "../base/store.mjs";

/** @typedef {import("../base/types.mjs").Legal} Legal */

/** What may be bet or raised; "" when nothing may. @param {Legal} now */
function raiseWords(now) {
  const range = raiseRange.value;
  const seat = mySeat.value;
  if (!range || !seat) return "";
  const { low, high } = range;
  if (low < high) return t(now.opening ? "say.bet_range" : "say.raise_range", { low, high });
  if (low === seat.stack + seat.bet) return t("say.all_in", { to: low });
  return t(now.opening ? "say.bet" : "say.raise", { to: low });
}

/** @param {Legal} now */
function betting(now) {
  const middle = now.check
    ? t("say.check")
    : t(now.all_in_call ? "say.call_all_in" : "say.call", { amount: now.to_call });
  const may = [
    (now.check || now.call) && middle,
    raiseWords(now),
    choices.value?.[0].enabled && t("say.fold"),
  ].filter((one) => !!one);
  const turn = t("say.yours", { choices: list(may.map(String), "disjunction") });
  return now.capped ? `${turn} ${t("say.capped")}` : turn;
}

/** @param {Legal} now */
function buying(now) {
  if (!now.buy) return t("say.buy_short", { price: now.price });
  return now.price ? t("say.buy", { price: now.price }) : t("say.buy_free");
}

/** What the visitor is waited for, or "" when nobody waits for them. */
export const turnSentence = computed(() => {
  const table = view.value;
  if (pending.value) return "";
  if (table?.phase === "calling" && table.calling?.yours) return t("say.deal");
  const now = legal.value;
  const kind = hand.value?.turn?.kind;
  if (!myTurn.value || !now) return "";
  if (kind === "buy") return buying(now);
  if (kind === "show") return now.muck ? t("say.beaten") : t("say.showing");
  return betting(now);
});

/** The turn with all that each choice would do. */
export function turnAtLength() {
  if (hand.value?.turn?.kind !== "buy" || !turnSentence.value) return turnSentence.value;
  const { down = "", lower = "", up = "", again = "", pot = "" } = whatIfs() ?? {};
  return [turnSentence.value, down, lower, up, again, pot].filter(Boolean).join(" ");
}
