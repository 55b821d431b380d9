/**
 * Cards and hands in words, from what the server tells of them: category, ranks and wilds. Cards
 * inside a sentence are written as `Qd`, drawn by `CardText`.
 * @module
 */
import { list, t } from "../base/lang.mjs";

/** @typedef {import("../base/types.mjs").ValueView} ValueView */

/** @param {string} rank */
const rankWord = (rank) => t(`rank.${rank}`, { n: 1 });

/** @param {string} rank */
export const rankPlural = (rank) => t(`rank.${rank}`, { n: 2 });

/** @param {string[]} ranks */
export const rankPlurals = (ranks) => list(ranks.map(rankPlural));

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {string} code `Qd`, or `??` for a back */
export const cardWord = (code) =>
  code === "??"
    ? t("card.face-down")
    : t("card.name", { rank: rankWord(code[0]), suit: t(`suit.${code[1]}`) });

/** How many of the deciding ranks the words of a category use up; the others are kickers. */
const USED = /** @type {Record<string, number>} */ ({ "two pair": 2, "full house": 2 });

/** @param {string} category */
const slug = (category) => category.replaceAll(" ", "-");

/**
 * What the words of a category may name.
 * @param {string} first
 * @param {string} second
 */
const names = (first, second = first) => ({
  a: rankWord(first),
  as: rankPlural(first),
  bs: rankPlural(second),
});

/** @param {ValueView} value */
function plain({ category, ranks }) {
  if (category === "straight flush" && ranks === "A") return t("hand.royal-flush");
  return t(`hand.${slug(category)}`, names(ranks[0], ranks[1]));
}

/** @param {ValueView} value */
function withKickers(value) {
  const kickers = [...value.ranks].slice(USED[value.category] ?? 1).map(rankWord);
  if (!kickers.length) return plain(value);
  const joined = kickers.reduce((a, b) => t("hand.kickers-join", { a, b }));
  return t("hand.kickers", { n: kickers.length, hand: plain(value), kickers: joined });
}

/** @param {ValueView} value @param {string} hand */
function withWilds({ cards, plays }, hand) {
  const others = cards.filter((card) => (plays[card] ?? card) !== card);
  if (!others.length) return hand;
  const said = others.map((card, at) =>
    t(at ? "hand.plays-more" : "hand.plays-as", { card, as: plays[card] }),
  );
  return t("hand.plays", { hand, plays: said.join(", ") });
}

/**
 * Return what a high hand is called.
 * @param {ValueView} value
 * @param {"whole" | "kickers" | "short"} length with wilds and kickers, with kickers, with neither
 */
export function highWords(value, length = "whole") {
  if (length === "short") return plain(value);
  const hand = withKickers(value);
  return length === "kickers" ? hand : withWilds(value, hand);
}

/**
 * Return what a low hand is called: `7-5-4-2-A low`.
 * @param {ValueView} value
 */
export function lowWords(value) {
  if (value.category === "no pair") {
    const key = value.ranks === "5432A" ? "low.wheel" : "low.no-pair";
    return t(key, { ranks: [...value.ranks].join("-") });
  }
  const one = ["pair", "full house"].includes(value.category);
  return t(one ? "low.pair" : "low.paired", { hand: withKickers(value) });
}

/**
 * Return both values of a hand in words, as far as there are any.
 * @param {{ high: ValueView | null, low: ValueView | null } | null | undefined} hand
 */
export const bothWords = (hand) =>
  [hand?.high && highWords(hand.high), hand?.low && lowWords(hand.low)].filter(Boolean).join("; ");

/**
 * Return what fewer than five cards are called.
 * @param {string[]} own
 * @param {string[]} board
 * @param {string[]} wilds the wild ranks
 */
export function startingWords(own, board, wilds) {
  const ranks = own.filter((card) => card !== "??").map((card) => card[0]);
  if (!ranks.length) return "";
  if (wilds.length) return wildWords([...ranks, ...board.map((card) => card[0])], wilds);
  const sorted = ranks.sort(byRank);
  const pairs = [...new Set(sorted)].filter((rank) => sorted.indexOf(rank) !== sorted.lastIndexOf(rank));
  if (pairs.length)
    return t(pairs.length > 1 ? "starting.two-pair" : "starting.pair", names(pairs[0], pairs[1]));
  const suited = new Set(own.map((card) => card[1])).size === 1;
  return t(suited ? "starting.suited" : "starting.cards", { ranks: list(sorted.map(rankWord)) });
}

const ORDER = "AKQJT98765432";

/** @param {string} a @param {string} b */
const byRank = (a, b) => ORDER.indexOf(a) - ORDER.indexOf(b);

/**
 * Name the wild ranks, and the least that the cards make with them: as many of one natural rank
 * as there are, and the wilds; wilds alone are aces.
 * @param {string[]} ranks
 * @param {string[]} wilds
 */
function wildWords(ranks, wilds) {
  const natural = ranks.filter((rank) => !wilds.includes(rank));
  const count = (/** @type {string} */ rank) => natural.filter((one) => one === rank).length;
  const [best = "A"] = natural.sort((a, b) => count(b) - count(a) || byRank(a, b));
  const alike = count(best) + ranks.length - natural.length;
  const wild = t("starting.wild", { ranks: capital(rankPlurals(wilds)) });
  if (alike < 2) return wild;
  if (alike === 2) return t("starting.so-far-pair", { wild, hand: t("hand.pair", names(best)) });
  const kind = alike === 3 ? "hand.three-of-a-kind" : "hand.four-of-a-kind";
  return t("starting.so-far", { wild, hand: t(kind, names(best)) });
}
