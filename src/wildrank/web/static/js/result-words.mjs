/**
 * What is said of a hand that is over: who won with what, and what it brought the viewer.
 * @module
 */

/** @param {string[]} names @param {string} [word] */
export const list = (names, word = "and") =>
  names.length < 2
    ? names.join("")
    : `${names.slice(0, -1).join(", ")} ${word} ${names[names.length - 1]}`;

/** @param {string} hand */
const withArticle = (hand) =>
  /^(three|four|five|two pair)\b|^\w+ high/.test(hand)
    ? hand
    : `${/^[8A]-/.test(hand) ? "an" : "a"} ${hand}`;

export const resultWords = {
  halves: /** @type {Record<string, string>} */ ({
    high: "the high half, ",
    low: "the low half, ",
  }),
  beats: (
    /** @type {string} */ who,
    /** @type {number} */ n,
    /** @type {string} */ half,
    /** @type {string} */ hand,
    /** @type {string} */ loser,
    /** @type {string} */ worse,
  ) => {
    const verb = /^(three|four|five) /.test(hand) ? "beat" : "beats";
    const won = `${who} wins ${half}${n}`;
    return loser
      ? `${won}: ${withArticle(hand)} ${verb} ${loser}’s ${worse}`
      : `${won}: ${withArticle(hand)}`;
  },
  splitWith: (
    /** @type {string[]} */ who,
    /** @type {number} */ n,
    /** @type {string} */ half,
    /** @type {string} */ hand,
  ) => `${list(who)} split ${half}${n}: each has ${withArticle(hand)}`,
  myNet: (/** @type {number} */ n) =>
    n > 0 ? `You are ${n} up` : n < 0 ? `You lost ${-n}` : "You come out even",
};
