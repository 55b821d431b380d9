/**
 * Everything that can be done or asked without a mouse: by key, or typed into the command box.
 * Each command answers with a sentence, or with "" where the table itself says what came of it.
 * Start reading at `run`; what is typed is
 * understood in `typed.mjs`.
 * @module
 */
import { ask } from "./asks.mjs";
import { callTyped, offered } from "./call-typed.mjs";
import { choices, choose, nextHand, raiseRange, take, wanted } from "../table/decide.mjs";
import { t } from "../base/lang.mjs";
import { linesOf } from "../table/log.mjs";
import { friendlyName } from "../table/join.mjs";
import { events, go, hand, legal, myChair, myTurn, panel, pending, recall, view } from "../base/store.mjs";
import { textMode } from "./text-mode.mjs";
import { isGuarded } from "../base/timing.mjs";
import { turnAtLength, turnSentence } from "../table/turn.mjs";
import { act, send, sit, stand } from "../base/wire.mjs";
import { gameName } from "../base/words.mjs";

const LOG_LINES = 12;

/** Why a decision cannot be sent now, or "". */
function early() {
  if (pending.value) return t("cmd.sent");
  return isGuarded() ? `${t("cmd.changed")} ${turnSentence.value}` : "";
}

/** Press one of the three buttons. @param {number} at */
function press(at) {
  const choice = choices.value?.[at];
  if (!choice) return t("cmd.not_now");
  if (!choice.enabled) return t("cmd.cannot", { what: choice.label });
  const why = early();
  if (!why) choose(choice);
  return why;
}

/**
 * Why a typed amount is refused.
 * @param {string} typed
 * @param {{ low: number, high: number }} range
 */
const outside = (typed, { low, high }) =>
  t(low === high ? "cmd.raise_only" : "cmd.raise_range", { typed, low, high });

/** Bet or raise, in pot and no limit to a typed amount. @param {string} rest */
function raise(rest) {
  const range = raiseRange.value;
  if (rest && choices.value && range) {
    const to = Number(rest);
    if (!Number.isInteger(to) || to < range.low || to > range.high) return outside(rest, range);
    wanted.value = to;
  }
  return press(2);
}

/** Take the card up or down. @param {boolean} up */
function decideCard(up) {
  if (!myTurn.value || hand.value?.turn?.kind !== "buy") return t("cmd.not_now");
  if (up && !legal.value?.buy) return t("cmd.too_dear", { n: legal.value?.price ?? 0 });
  const why = early();
  if (!why) take(up);
  return why;
}

/** Show or throw away. @param {"show" | "muck"} action */
function turnOver(action) {
  if (!legal.value?.[action]) return t("cmd.not_now");
  const why = early();
  if (!why) act(action);
  return why;
}

function next() {
  if (view.value?.phase !== "showdown") return t("cmd.not_over");
  if (myChair.value === null) return t("cmd.no_chair");
  nextHand();
  return t("cmd.next");
}

function moreTime() {
  if (!myTurn.value) return t("cmd.not_now");
  if (!hand.value?.turn?.bank) return t("cmd.no_bank");
  send({ type: "more-time" });
  return "";
}

/** @param {string} rest how many bots */
function bots(rest) {
  const count = Number(rest || 3);
  const most = (view.value?.chairs.length ?? 1) - 1;
  if (!Number.isInteger(count) || count < 0 || count > most) return t("cmd.bots_range", { n: most });
  send({ type: "bots", count });
  return t("cmd.bots", { n: count });
}

/** Have more chips from the next hand on. @param {string} rest how many in all */
function topUp(rest) {
  const low = view.value?.you.low;
  const high = view.value?.you.high;
  if (typeof low !== "number" || typeof high !== "number") return t("cmd.no_chips");
  const to = Number(rest || high);
  if (!Number.isInteger(to) || to < low || to > high)
    return outside(rest, { low, high });
  send({ type: "chips", to });
  return t("cmd.chips", { n: to });
}

/** Sit out from the next hand on, or when the big blind comes. @param {string} rest */
function sitOut(rest) {
  if (myChair.value === null) return t("cmd.no_chair");
  const blind = t("cmd.arg.blind").split(", ").includes(rest.toLowerCase());
  send({ type: "sit-out", when: blind ? "blind" : "hand" });
  return t(blind ? "cmd.out_blind" : "cmd.out");
}

/** Come back at the big blind, or at once with missed blinds posted. @param {string} rest */
function sitIn(rest) {
  if (myChair.value === null) return t("cmd.no_chair");
  const owes = view.value?.you.owes ?? 0;
  const post = t("cmd.arg.post").split(", ").includes(rest.toLowerCase());
  send({ type: "sit-in", post });
  return owes && !post ? t("cmd.back_owing", { n: owes }) : t("cmd.back");
}

/** Open or close what stands over the table. @param {string} name */
function toggle(name) {
  panel.value = panel.value === name ? "" : name;
  return "";
}

/** The last lines of the log. */
function history() {
  const all = linesOf(events.value, gameName).slice(-LOG_LINES);
  return all.map((line) => `${line.text}.`).join(" ") || t("cmd.no_log");
}

/** @type {Record<string, (rest: string) => string>} */
const RUN = {
  fold: () => press(0),
  call: () => press(1),
  raise,
  up: () => decideCard(true),
  down: () => decideCard(false),
  show: () => turnOver("show"),
  muck: () => turnOver("muck"),
  next,
  more: moreTime,
  deal: callTyped,
  games: offered,
  bots,
  sit: (rest) => {
    if (myChair.value !== null) return t("cmd.seated");
    const [, name, chips] = /^(.*?)\s*(?:=\s*(\d+))?$/.exec(rest) ?? [];
    sit(name || recall("name") || friendlyName(), null, chips ? Number(chips) : null);
    return "";
  },
  stand: () => {
    const you = view.value?.you;
    if (myChair.value === null && !you?.asking && !you?.place) return t("cmd.no_chair");
    stand();
    return myChair.value === null ? t("cmd.taken_back") : t("cmd.leaving");
  },
  out: sitOut,
  back: sitIn,
  chips: topUp,
  front: () => {
    go("/");
    return "";
  },
  actions: () => turnAtLength() || t("cmd.not_now"),
  log: () => (textMode.value ? history() : toggle("log")),
  rules: () => (view.value?.called ? toggle("rules") : t("cmd.no_rules")),
  settings: () => toggle("settings"),
  invite: () => toggle("invite"),
  keys: () => toggle("keys"),
};

/**
 * Run a command and return what it answers.
 * @param {string} id
 * @param {string} rest what was typed after it
 */
export const run = (id, rest = "") => RUN[id]?.(rest) ?? ask(id) ?? "";
