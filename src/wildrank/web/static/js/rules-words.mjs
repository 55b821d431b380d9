/**
 * What a newcomer is told about the games: each in one minute, and how hands rank. Another
 * language is another object of the same shape; `words.mjs` has all other words.
 * @module
 */

const REACH_AROUND = [
  "Everybody antes and gets two cards face down. Look at the lower one: its rank is your wild rank, for you alone.",
  "Every card of that rank among yours and on the board is wild for you. It plays as whatever card helps you most; that is found for you.",
];
const THIRD_CARD =
  "Everybody gets a third card. It comes face down, unless you pay to have it face up. Face down a lower card takes over as your wild rank; face up it cannot.";
const BEST_OF_SEVEN = "Those who are left show. The best five of your seven cards win the pot.";
const HALVES = [
  "Half of the pot goes to the best high hand, half to the best low hand. One player may win both, with different cards.",
  "For a low the ace is low, and straights and flushes do not hurt. The highest card counts first: 8-6-5-4-3 beats 8-7-3-2-A, and 5-4-3-2-A is the best.",
];

/** @type {Record<string, string[]>} */
const minutes = {
  "reach-around": [
    ...REACH_AROUND,
    "Bet. Then a card on the board, bet; a second one, bet.",
    THIRD_CARD,
    "Bet. Then a third card on the board, bet; a last one, bet.",
    BEST_OF_SEVEN,
  ],
  "reach-around-flop": [
    ...REACH_AROUND,
    "Bet. Then three cards on the board together, bet; a fourth one, bet.",
    THIRD_CARD,
    `Bet for the last time. ${BEST_OF_SEVEN}`,
  ],
  holdem: [
    "The two players left of the button post blinds. Everybody gets two cards face down. Bet.",
    "Three cards are turned up on the board together, the flop. Bet.",
    "A fourth card, the turn. Bet. A fifth, the river. Bet.",
    BEST_OF_SEVEN,
  ],
  "holdem-hilo": [
    "Everything goes as in Texas Hold’em: two cards for you, five on the board, bet after each step.",
    ...HALVES,
    "The lowest hand wins its half however high it is, unless the dealer announces a qualifier.",
  ],
  "omaha-hilo": [
    "You get four cards, the board five, with bets as in Texas Hold’em.",
    "Exactly two of your own cards play, with exactly three of the board. The two for your low may be others than those for your high.",
    ...HALVES,
    "A low needs five different ranks of eight or lower. If nobody has one, the high hand takes it all.",
  ],
};

const FIVE_OF_A_KIND = ["Five of a kind", "with wild cards: K K K K K"];
const HANDS = [
  ["Straight flush", "five in a row of one suit; ace high it is a royal flush"],
  ["Four of a kind", "9 9 9 9 K"],
  ["Full house", "three and two: Q Q Q 4 4"],
  ["Flush", "five of one suit"],
  ["Straight", "five in a row; A 2 3 4 5 is the lowest"],
  ["Three of a kind", "7 7 7 K 2"],
  ["Two pair", "J J 5 5 A"],
  ["Pair", "T T A 8 3"],
  ["High card", "none of these"],
];

/**
 * Return the hands, best first.
 * @param {boolean} wilds whether there are wild cards
 * @param {string} five where five of a kind was announced: above, below or royal
 */
function hands(wilds, five) {
  if (!wilds) return HANDS;
  const [straightFlush, ...rest] = HANDS;
  if (five === "below") return [straightFlush, FIVE_OF_A_KIND, ...rest];
  if (five === "royal") {
    const natural = ["Natural royal flush", "ten to ace of one suit, without wild cards"];
    return [natural, FIVE_OF_A_KIND, ["Straight flush", "any other"], ...rest];
  }
  return [FIVE_OF_A_KIND, ...HANDS];
}

export const rulesWords = {
  minuteTitle: "In one minute",
  handsTitle: "Hands, best first",
  suits: "Suits never rank. Equal hands split the pot.",
  minute: (/** @type {string} */ slug) => minutes[slug] ?? [],
  hands,
};
