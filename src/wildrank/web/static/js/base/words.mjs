/**
 * What the page says in more than one place and puts together from several texts.
 * @module
 */
import { gameTitle } from "../table/call-words.mjs";
import { t, tOr } from "./lang.mjs";
import { games, nameOf } from "./store.mjs";

/** @typedef {import("./types.mjs").Award} Award */
/** @typedef {import("./types.mjs").LastAction} LastAction */

/** @param {string} slug */
export const gameName = (slug) =>
  gameTitle(games.value.find((one) => one.slug === slug) ?? { slug, name: slug });

/** A time of the day. @param {number} at ms since 1970 */
export const clockWord = (at) =>
  new Date(at).toLocaleTimeString(t("language.tag"), { hour: "2-digit", minute: "2-digit" });

/** A day. @param {number} at ms since 1970 */
export const dayWord = (at) => new Date(at).toLocaleDateString(t("language.tag"), { dateStyle: "long" });

/** @param {number} index */
export function potWord(index) {
  if (index < 2) return t(index ? "pot.side" : "pot.main");
  return t("pot.side-n", { number: index });
}

/** What a seat did last. @param {LastAction} last */
export function lastWords({ what, to = 0, amount = 0 }) {
  if (what === "buy" && amount) return t("last.buy-for", { amount });
  return t(`last.${what}`, { to, amount });
}

/** Chips won or lost. @param {number} n */
export const netWord = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "±0");

/** The end of a hand for the viewer. @param {number} n */
export function netWords(n) {
  if (!n) return t("result.net-even");
  return t(n > 0 ? "result.net-up" : "result.net-down", { amount: Math.abs(n) });
}

/** A refusal, or another short message. @param {{ code: string, message: string }} problem */
export const problemWords = ({ code, message }) => tOr(`problem.${code}`, message);

/** @param {number | string} amount @param {boolean | number} odd */
const chips = (amount, odd) => (odd ? t("award.odd", { amount }) : `${amount}`);

/** @param {Award} award */
function share({ half, amount: whole, odd, shares }) {
  const share = chips(whole, odd);
  const amount = half === "whole" ? share : t(`award.half.${half}`, { share });
  if (shares.length === 1) return t("award.won", { amount, who: nameOf(shares[0].chair) });
  const parts = shares.map((one) =>
    t("award.share", { who: nameOf(one.chair), amount: chips(one.amount, one.odd) }),
  );
  return t("award.split", { amount, shares: parts.join(" / ") });
}

/**
 * Return where the chips of one pot went.
 * @param {Award[]} awards those of this pot
 * @param {boolean} many whether there are other pots
 */
export function awardLine(awards, many) {
  const pot = many ? potWord(awards[0].pot) : t("pot.pot");
  const amount = awards.reduce((sum, award) => sum + award.amount, 0);
  if (awards.length > 1)
    return t("award.divided", { pot, amount, parts: awards.map(share).join(", ") });
  const [{ shares }] = awards;
  if (shares.length === 1) return t("award.to", { pot, amount, who: nameOf(shares[0].chair) });
  return t("award.line", { pot, share: share({ ...awards[0], half: "whole" }) });
}

/** What chooses an award to be lit. @param {Award} award @param {boolean} many */
export function awardTab({ pot, half }, many) {
  if (half === "whole") return many ? potWord(pot) : t("result.best");
  const word = t(`result.${half}`);
  return many ? t("result.tab", { pot: potWord(pot), half: word }) : word;
}
