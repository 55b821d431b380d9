/**
 * Commands for what goes on round the cards: talking, waiting, other devices, and what only the
 * host may do. They are typed, and have no keys.
 * @module
 */
import { coming, customsLines } from "../host/customs-words.mjs";
import { canRabbit, hiddenCards } from "../table/after-hand.mjs";
import { list, t } from "../base/lang.mjs";
import { live, panel } from "../base/store.mjs";
import { aloud, heard, messageWords, mute, muted, setAloud } from "../table/talk.mjs";
import { send } from "../base/wire.mjs";

const TOLD = 10;

/** @param {string} name @returns {string} */
const open = (name) => {
  panel.value = name;
  return "";
};

/** Whether somebody is called so. @param {string | null} name @param {string} typed */
const isCalled = (name, typed) => !!typed && name?.toLowerCase() === typed.toLowerCase();

/** What only the host may do; the answer tells others so. @param {(rest: string) => string} run */
const hosting = (run) => (/** @type {string} */ rest) =>
  live.value?.you.host ? run(rest) : t("problem.table/not-host");

/** Do something with a person on a chair, named twice where it cannot be undone.
 * @param {string} type @param {string} sure the key of the question */
const withPerson = (type, sure) => {
  let asked = "";
  return hosting((typed) => {
    const one = live.value?.chairs.find((other) => isCalled(other.name, typed));
    if (!one) return t("cmd.no_person", { typed });
    const who = one.name ?? "";
    if (one.bot) return t("cmd.is_bot", { who });
    if (asked !== who) {
      asked = who;
      return `${t(sure, { who })} ${t("cmd.again")}`;
    }
    asked = "";
    send({ type, chair: one.chair });
    return "";
  });
};

/** Answer an ask for a seat. @param {"approve" | "refuse"} type */
const answer = (type) =>
  hosting((typed) => {
    const asks = live.value?.asking ?? [];
    const one = typed ? asks.find((ask) => isCalled(ask.name, typed)) : asks[0];
    if (!one) return t("problem.table/not-asking");
    send({ type, person: one.person });
    return "";
  });

/** @param {string} rest */
function talk(rest) {
  const word = rest.toLowerCase();
  if (word === t("cmd.arg.on") || word === t("cmd.arg.off")) {
    setAloud(word === t("cmd.arg.on"));
    return t(aloud() ? "chat.is-aloud" : "chat.is-quiet");
  }
  return heard.value.slice(-TOLD).map(messageWords).join(" ") || t("chat.empty");
}

/** @param {string} rest */
function hush(rest) {
  const name = heard.value.find((one) => isCalled(one.name, rest))?.name ??
    muted.value.find((one) => isCalled(one, rest));
  if (!name) return t("cmd.no_person", { typed: rest });
  mute(name);
  return t(muted.value.includes(name) ? "chat.is-muted" : "chat.is-heard", { who: name });
}

function waiting() {
  const table = live.value;
  const asks = (table?.asking ?? []).map((ask) => t("host.asks", { who: ask.name }));
  const names = table?.waiting ?? [];
  const line = names.length ? [t("seat.waiting", { names: list(names) })] : [];
  return [...asks, ...line].join(" ") || t("cmd.nobody_waits");
}

/** @type {Record<string, (rest: string) => string>} */
const RUN = {
  say: (rest) => (rest ? (send({ type: "say", text: rest.slice(0, 300) }), "") : t("problem.chat/empty")),
  talk,
  mute: hush,
  reveal: () => {
    if (!hiddenCards.value.length) return t("cmd.not_now");
    send({ type: "reveal", cards: hiddenCards.value });
    return "";
  },
  rabbit: () => {
    if (!canRabbit.value) return t("cmd.not_now");
    send({ type: "rabbit" });
    return "";
  },
  waiting,
  customs: () => (coming.value ? customsLines().map((line) => `${line}.`).join(" ") : t("cmd.no_log")),
  change: hosting(() => open("customs")),
  approve: answer("approve"),
  refuse: answer("refuse"),
  pause: hosting(() => (send({ type: "pause", paused: true }), "")),
  "go-on": hosting(() => (send({ type: "pause", paused: false }), "")),
  end: hosting(() => (send({ type: "end", ending: !live.value?.ending }), "")),
  kick: withPerson("kick", "host.kick-sure"),
  "hand-over": withPerson("hand-over", "host.hand-over-sure"),
  device: () => open("device"),
};

/** The ids of these commands, in the order in which they are told. */
export const ROUND = Object.keys(RUN);

/**
 * Run one of these commands; undefined when it is none.
 * @param {string} id
 * @param {string} rest what was typed after it
 */
export const runRound = (id, rest) => RUN[id]?.(rest);
