/**
 * Everything that can be done or asked without a mouse: by key, or typed into the command box.
 * Each command answers with a sentence, or with "" where the table itself says what came of it.
 * Start reading at `obey`.
 * @module
 */
import { ask } from "./asks.mjs";
import { callTyped, offered } from "./call-typed.mjs";
import { choices, choose, nextHand, raiseRange, take, wanted } from "./decide.mjs";
import { commandOf } from "./keymap.mjs";
import { list, t } from "./lang.mjs";
import { linesOf } from "./log.mjs";
import { friendlyName } from "./join.mjs";
import { events, go, hand, legal, myChair, myTurn, panel, pending, recall, view } from "./store.mjs";
import { textMode } from "./text-mode.mjs";
import { isGuarded } from "./timing.mjs";
import { turnAtLength, turnSentence } from "./turn.mjs";
import { act, send, sit, stand } from "./wire.mjs";
import { gameName } from "./words.mjs";

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

/** Bet or raise, in pot and no limit to a typed amount. @param {string} rest */
function raise(rest) {
  const range = raiseRange.value;
  if (rest && choices.value && range) {
    const to = Number(rest);
    if (!Number.isInteger(to) || to < range.low || to > range.high)
      return t("cmd.raise_range", { typed: rest, low: range.low, high: range.high });
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
    return t("cmd.raise_range", { typed: rest, low, high });
  send({ type: "chips", to });
  return t("cmd.chips", { n: to });
}

/** Sit out from the next hand on, or come back. @param {boolean} out */
function sitOut(out) {
  if (myChair.value === null) return t("cmd.no_chair");
  send(out ? { type: "sit-out", when: "hand" } : { type: "sit-in", post: false });
  return t(out ? "cmd.out" : "cmd.back");
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
    sit(rest || recall("name") || friendlyName());
    return "";
  },
  stand: () => {
    if (myChair.value === null) return t("cmd.no_chair");
    stand();
    return t("cmd.leaving");
  },
  out: () => sitOut(true),
  back: () => sitOut(false),
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
  help: () => t("cmd.help", { words: list(TYPED.map((id) => phrases(id)[0])) }),
};

/** What the command box understands besides single keys, in the order `help` tells it. */
const TYPED = [
  "fold", "call", "raise", "up", "down", "show", "muck", "next", "more", "deal", "games",
  "pot", "price", "who", "cards", "hand", "board", "dealer", "position", "time", "last", "stacks",
  "actions", "log", "rules", "keys", "settings", "bots", "sit", "stand", "out", "back", "chips", "invite", "front", "help",
]; // prettier-ignore

/** The words of a command, the first of which `help` tells. @param {string} id */
const phrases = (id) => t(`cmd.word.${id}`).split(", ");

/**
 * Run a command and return what it answers.
 * @param {string} id
 * @param {string} rest what was typed after it
 */
export const run = (id, rest = "") => RUN[id]?.(rest) ?? ask(id) ?? "";

/**
 * Return the command that typed words begin with, the longest one, and what follows it.
 * @param {string} typed
 */
function understood(typed) {
  const words = typed.trim().replace(/\s+/g, " ");
  const key = words.length === 1 ? commandOf(words.toUpperCase()) : undefined;
  if (words === "?") return { id: "help", rest: "" };
  if (key) return { id: key, rest: "" };
  const low = words.toLowerCase();
  const found = TYPED.flatMap((id) =>
    [...phrases(id), id].map((phrase) => ({ id, phrase })),
  )
    .filter(({ phrase }) => low === phrase || low.startsWith(`${phrase} `))
    .sort((a, b) => b.phrase.length - a.phrase.length)[0];
  return found ? { id: found.id, rest: words.slice(found.phrase.length).trim() } : null;
}

/**
 * Do what was typed, and return the answer.
 * @param {string} typed
 */
export function obey(typed) {
  const command = understood(typed);
  return command ? run(command.id, command.rest) : t("cmd.unknown", { typed: typed.trim() });
}
