/**
 * Tells what happens at the table, as it happens, to whoever listens instead of looking: events
 * in sentences, what the visitor has, how the hand ended, and the turn. Nothing is told twice,
 * and nothing that the visitor may not see, for the server does not send it.
 * @module
 */
import { computed, effect, untracked } from "../base/lib.mjs";
import { myHand } from "./asks.mjs";
import { list, t } from "../base/lang.mjs";
import { sentence } from "../table/log.mjs";
import { awardLines, whyLines } from "../table/showdown.mjs";
import { insist, say } from "../base/speech.mjs";
import { clockEnds, fresh, hand, link, notice } from "../base/store.mjs";
import { turnSentence } from "../table/turn.mjs";
import { gameName, problemWords } from "../base/words.mjs";

/** @typedef {import("../base/types.mjs").LogEvent} LogEvent */

/** Whether two events are antes of one size, told together. @param {LogEvent} a @param {LogEvent} b */
const sameAnte = (a, b) =>
  [a, b].every((one) => one.what === "posted" && one.kind === "ante") && a.amount === b.amount;

/**
 * Return one event as a sentence; the price of a card stands in the one beside it.
 * @param {LogEvent} event
 * @param {LogEvent[]} news
 */
function one(event, news) {
  const who = event.who ?? "";
  if (event.what !== "chose" || event.late) return sentence(event, gameName);
  if (!event.up) return t(event.up === null ? "say.chosen" : "say.down", { who });
  const paid = news.find((other) => other.what === "paid" && other.chair === event.chair);
  return paid ? t("say.buys", { who, amount: paid.amount }) : t("say.takes_up", { who });
}

/**
 * Return events as sentences, equal antes as one.
 * @param {LogEvent[]} news
 */
export function told(news) {
  /** @type {LogEvent[][]} */
  const groups = [];
  for (const event of news) {
    const group = groups[groups.length - 1];
    if (group && sameAnte(group[0], event)) group.push(event);
    else groups.push([event]);
  }
  return groups.map(([first, ...more]) =>
    more.length
      ? t("say.antes", {
          names: list([first, ...more].map((event) => event.who ?? "")),
          amount: first.amount,
        })
      : one(first, news),
  );
}

/** How the hand ended: why, and where every chip went. */
function ending() {
  const results = hand.peek()?.results;
  if (!results) return [];
  const many = new Set(results.awards.map((award) => award.pot)).size > 1;
  return [...whyLines(results), ...awardLines(results, many)];
}

/** @param {string} line */
const full = (line) => (/[.!?…]$/.test(line) ? line : `${line}.`);

const have = computed(() => (hand.value?.over ? "" : myHand().join(" ")));

/** The turn, with the seconds there are for it. */
function turnNow() {
  const turn = turnSentence.value;
  const left = Math.round((clockEnds.peek() - Date.now()) / 1000);
  return turn && left > 0 ? `${turn} ${t("say.seconds", { n: left })}` : turn;
}

/** What went wrong, but for a clock that ran out: the log of the play tells that. */
const wrong = computed(() =>
  notice.value?.code === "time-out" ? "" : notice.value ? problemWords(notice.value) : "",
);

/** Tell what happens from now on; the answer stops it. */
export function narrate() {
  const stops = [
    effect(() => {
      const news = fresh.value;
      const lines = told(news);
      if (news.some((event) => event.what === "ended")) lines.push(...ending());
      for (const line of lines.filter(Boolean)) say(full(line));
    }),
    effect(() => {
      if (have.value) say(have.value);
    }),
    effect(() => insist(turnNow())),
    effect(() => {
      if (wrong.value) insist(`${full(wrong.value)} ${untracked(turnNow)}`.trim());
    }),
    effect(() => {
      if (link.value === "lost") say(t("say.lost"));
      if (link.value === "gone") say(t("say.gone"));
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    insist("");
  };
}
