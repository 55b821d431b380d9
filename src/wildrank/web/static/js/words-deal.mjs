/**
 * What the page says about the deal: what was checked, and what nobody can check.
 * @module
 */

/** @typedef {import("./proof.mjs").Standing} Standing */

export const deals = {
  title: "How this hand was dealt",
  more: "What does that mean?",
  seen: "I have seen it",
  marks: {
    waiting: { sign: "…", short: "deal", long: "The deal is being prepared." },
    own: {
      sign: "✓",
      short: "deal checked",
      long: "Deal checked: your browser helped to order it, and every card you saw was promised before.",
    },
    others: {
      sign: "✓",
      short: "deal checked, without your seed",
      long: "Deal checked, but ordered without your browser: it proves something to you only if you trust one of those who took part.",
    },
    none: {
      sign: "○",
      short: "deal not proved",
      long: "Not proved: no person’s browser helped to order this deal. The cards are those promised, but the server could have chosen them.",
    },
    off: { sign: "○", short: "called off", long: "This hand was called off before the deal." },
    fault: {
      sign: "✗",
      short: "DEAL DOES NOT CHECK",
      long: "This deal is not what was promised.",
    },
  },
  /** @type {Record<string, string>} */
  faults: {
    promise: "the promises of the decks were changed or are malformed",
    seeds: "the seeds are not those that were promised",
    "other-deck": "the deck not in play was not a whole deck, or not the one promised",
    order: "cards were dealt in another order than the seeds decided",
    opening: "a card is not the one that was promised",
    chain: "an earlier hand was changed or left out",
  },
  alarm: (/** @type {number} */ hand, /** @type {string} */ why) =>
    `The deal of hand ${hand} does not check: ${why}. The server was told to stop the hand.`,
  lines: (/** @type {Standing} */ now, /** @type {string} */ seeds, /** @type {string} */ missing) =>
    [
      `Two shuffled decks were promised before anything else. The fingerprint of this deal is ${now.code}; everybody at the table should see the same.`,
      seeds && `Seeds of ${seeds} picked the deck and the order in which it is dealt.`,
      !seeds && now.proof === "none" && "No person’s seed took part.",
      missing && `No seed came in time from ${missing}.`,
      now.silenced && seeds && "Your own seed is not among them.",
      ["own", "others", "none"].includes(now.proof) &&
        "The deck that is not in play was opened whole: it had 52 different cards.",
      now.opened > 0 &&
        `${now.opened} ${now.opened === 1 ? "card" : "cards"} you have seen so far ${now.opened === 1 ? "was" : "were"} checked against the promise.`,
      now.fault && `What does not fit: ${deals.faults[now.fault]}.`,
    ].filter((line) => !!line),
  notTitle: "What this does not prove",
  not: [
    "That the machine running the table cannot see the cards. It can.",
    "That two players do not tell each other their cards.",
    "Cards that are mucked or never dealt stay closed for ever, so nothing is shown about them.",
    "A host with several chairs of its own may withhold seeds, and so choose among a few deals; each withheld seed is told above and in the log.",
    "A hand called off on purpose; it stays in the record.",
  ],
  receipts: "Receipts",
  receiptsText: "Keep a receipt and check it without this server: wildrank verify FILE",
  noReceipt: "When a hand is over, its receipt can be kept here.",
  lastReceipt: "Receipt of the last hand",
  allReceipts: (/** @type {number} */ n) => `All hands you saw (${n})`,
  log: {
    mixed: (/** @type {string} */ who) => `The deal is ordered by the seeds of ${who}`,
    unproved: "No person’s seed orders this deal: it is not proved",
    dropped: (/** @type {string} */ who) => `No seed came in time from ${who}`,
    doubted: (/** @type {string} */ who, /** @type {string} */ why) =>
      `${who}’s browser says that the deal does not check: ${why}`,
    unfounded: "the server finds nothing wrong",
    founded: "the server’s own check fails too",
  },
};
