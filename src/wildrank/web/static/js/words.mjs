/**
 * Every word the page says, in one place and in one language; another language is another object
 * of the same shape. Parts stand in `choice-words.mjs`, `result-words.mjs` and, for the rules of
 * the games, `rules-words.mjs`. Cards inside a sentence are written as `Qd`, drawn by `CardText`.
 * @module
 */

import { CHOICES, friendly } from "./choice-words.mjs";
import { list, resultWords } from "./result-words.mjs";

/** @typedef {import("./types.mjs").Award} Award */
/** @typedef {import("./types.mjs").LogEvent} LogEvent */

/** @type {Record<string, [string, string]>} */
const RANKS = {
  A: ["ace", "aces"],
  K: ["king", "kings"],
  Q: ["queen", "queens"],
  J: ["jack", "jacks"],
  T: ["ten", "tens"],
  9: ["nine", "nines"],
  8: ["eight", "eights"],
  7: ["seven", "sevens"],
  6: ["six", "sixes"],
  5: ["five", "fives"],
  4: ["four", "fours"],
  3: ["three", "threes"],
  2: ["two", "twos"],
};
/** @type {Record<string, string>} */
const SUITS = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };

/** @param {number} n @param {string} one @param {string} many */
const count = (n, one, many) => `${n} ${n === 1 ? one : many}`;

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {Award} award @param {(chair: number) => string} nameOf */
function awardPart(award, nameOf) {
  const half = award.half === "whole" ? "" : `${award.half} `;
  const odd = award.odd ? " (odd chip)" : "";
  if (award.shares.length === 1)
    return `${half}${award.amount}${odd} ${nameOf(award.shares[0].chair)}`;
  const shares = award.shares.map(
    (share) => `${nameOf(share.chair)} ${share.amount}${share.odd ? " (odd chip)" : ""}`,
  );
  return `${half}${award.amount}${odd} split: ${shares.join(" / ")}`;
}

export const t = {
  product: "Wildrank",
  tagline:
    "Texas Reach Around, Hold’em and High-Low: home-game poker, dealt and refereed to the letter.",
  dealMeIn: "Deal me in",
  dealing: "Finding you a chair…",
  underButton:
    "You sit down with three bots at once. Send the link of the table to friends and they join in.",
  yourName: "Your name",
  nameHint: "e.g. Ann",
  gamesTitle: "The dealer calls the game",
  gamesIntro: "The deal passes round the table; whoever has the button picks one of these.",
  playersRange: (/** @type {number} */ min, /** @type {number} */ max) => `${min}–${max} players`,
  badgeWild: "personal wild cards",
  badgeLow: "high and low",
  badgeBuy: "buy a card face up",
  sampleCaption: "Your lowest hole card is wild, for you alone: here the four plays as a queen.",
  noServer: "The server does not answer. Try again in a moment.",
  noTable: "Looking for this table…",
  noTableHead: "No table here",
  noTableLong: "It may have closed when the server was restarted.",
  frontPage: "Front page",
  friendly,

  joinTitle: "Join the table",
  joinText: "Take a free chair, or a bot’s after this hand.",
  takeSeat: "Take a seat",
  justWatch: "Just watch",
  watching: "You are watching.",
  reconnecting: "Reconnecting…",
  connecting: "Connecting…",
  closed: "This table is closed.",
  close: "Close",

  calledBy: (/** @type {string} */ who) => `called by ${who}`,
  calledByShort: (/** @type {string} */ who) => `by ${who}`,
  handNumber: (/** @type {number} */ n) => `#${n}`,
  cardPrice: (/** @type {number} */ n) => (n ? `face up costs ${n}` : "face up is free"),
  rules: "Rules",
  log: "Log",
  table: "Table",
  keys: "Keys",
  streetOf: (/** @type {number} */ n, /** @type {number} */ all, /** @type {string} */ name) =>
    `${n} of ${all}: ${name}`,

  you: "you",
  bot: "bot",
  dealerButton: "dealer button",
  stack: (/** @type {number} */ n) => count(n, "chip", "chips"),
  inFront: (/** @type {number} */ n) => `${n} in front`,
  status: {
    act: "to act",
    buy: "up or down?",
    show: "showdown",
    folded: "folded",
    allIn: "all-in",
    waiting: "next hand",
    away: "away",
    winner: "wins",
    mucked: "mucked",
    calling: "calls the game",
  },
  post: /** @type {Record<string, string>} */ ({
    "small blind": "SB",
    "big blind": "BB",
    "small-blind": "SB",
    "big-blind": "BB",
    straddle: "STR",
  }),
  last: (/** @type {{ what: string, to?: number, amount?: number }} */ last) => {
    const to = last.to ?? last.amount ?? 0;
    switch (last.what) {
      case "fold":
      case "folded":
        return "folds";
      case "check":
      case "checked":
        return "checks";
      case "call":
      case "called":
        return `calls ${last.amount ?? to}`;
      case "bet":
        return `bets ${to}`;
      case "raise":
      case "raised":
        return `raises to ${to}`;
      case "buy":
        return last.amount ? `buys up (${last.amount})` : "buys up";
      case "down":
        return "takes it down";
      case "choose":
        return "has chosen";
      case "show":
      case "shown":
        return "shows";
      case "muck":
      case "mucked":
        return "mucks";
      default:
        return last.what.replaceAll("-", " ");
    }
  },
  pot: "Pot",
  potOf: (/** @type {number} */ index) =>
    index === 0 ? "Main pot" : index === 1 ? "Side pot" : `Side pot ${index}`,
  potFor: (/** @type {string[]} */ names) => `for ${list(names)}`,

  card: (/** @type {string} */ code) =>
    code === "??" ? "face-down card" : `${RANKS[code[0]]?.[0]} of ${SUITS[code[1]]}`,
  ranks: (/** @type {string} */ rank) => RANKS[rank]?.[1] ?? rank,
  rank: (/** @type {string} */ rank) => RANKS[rank]?.[0] ?? rank,
  aRank: (/** @type {string} */ rank) =>
    `${"A8".includes(rank) ? "an" : "a"} ${RANKS[rank]?.[0] ?? rank}`,
  wild: "wild",
  wildFor: "wild for you",
  faceDown: "hidden from the others",
  faceUpLong: "face up, all see it",
  playsAs: (/** @type {string} */ card) => `as ${card}`,

  youHave: "You have",
  youHaveHigh: "High",
  youHaveLow: "Low",
  noLowYet: "none yet",
  noLowNow: (/** @type {number} */ most) => `none: needs five different ranks of ${most} or under`,
  noHandYet: "Your cards come with the next deal.",
  yourWild: (/** @type {string[]} */ ranks) =>
    `Your ${list(ranks.map((r) => RANKS[r]?.[1] ?? r))} are wild`,

  fold: "Fold",
  check: "Check",
  call: (/** @type {number} */ n) => `Call ${n}`,
  bet: (/** @type {number} */ n) => `Bet ${n}`,
  raiseTo: (/** @type {number} */ n) => `Raise to ${n}`,
  raise: "Raise",
  allIn: (/** @type {number} */ n) => `All-in ${n}`,
  capped: "Capped",
  show: "Show anyway",
  muck: "Throw away",
  beaten: "You are beaten.",
  showing: "Showing your hand",
  amount: "Amount",
  presets: { low: "Min", half: "½ pot", pot: "Pot", high: "Max" },

  yourTurn: "Your turn",
  theirTurn: (/** @type {string} */ who, /** @type {string} */ kind) => {
    if (kind === "buy") return `${who} takes the card face down or buys it up…`;
    if (kind === "show") return `${who} shows or mucks…`;
    return `${who} to act…`;
  },
  dealingCards: "Dealing…",
  timeRanOut: (/** @type {string} */ what) => {
    const done = /** @type {Record<string, string>} */ ({
      folded: "folded for you",
      checked: "checked for you",
      chose: "the card came face down",
    });
    return `Your time ran out: ${done[what] ?? "decided for you"}`;
  },
  sayTurn: (/** @type {string[]} */ choices) => `Your turn: ${list(choices, "or")}.`,
  sayMine: (/** @type {string} */ cards) => `Your cards: ${cards}.`,
  handOver: "The hand is over.",
  nextHand: "Next hand",
  nextReady: "Waiting for the others…",
  lobby: "Waiting for players",
  lobbyText: "A hand needs two. Send the link, or fill the chairs with bots.",
  addBots: "Fill with three bots",
  dealtInNext: "You are dealt in with the next hand.",
  foldedNow: "You have folded.",

  buyTitle: (/** @type {string} */ street) => `${capital(street)}: face down, or face up?`,
  buyUp: (/** @type {number} */ price) => (price ? `Buy it up for ${price}` : "Take it up, free"),
  buyUpText: (/** @type {string} */ rank) =>
    `All see the card. Your ${RANKS[rank]?.[1]} stay wild whatever comes.`,
  takeDown: "Take it down, free",
  takeDownText: (/** @type {string} */ rank) =>
    `Only you see it. Lower than ${t.aRank(rank)}: that rank turns wild, your ${t.ranks(rank)} natural.`,
  takeDownSafe: (/** @type {string} */ rank) =>
    `Only you see it. Nothing is lower than your ${RANKS[rank]?.[1]}: they stay wild.`,
  lowerChance: (/** @type {number} */ percent) => `Lower comes ${percent} % of the time.`,
  buyShort: (/** @type {number} */ price) => `Costs ${price}: more than you have in front of you.`,
  buyPot: "The price goes to the pot; it is no bet.",

  callTitle: "Your deal: call the game",
  callText: "The others see your announcement before the cards.",
  callAnnounce: "What you announce",
  callMore: "More house rules",
  callSubmit: (/** @type {string} */ name) => `Deal ${name}`,
  callOpen: "Call the game",
  callOthers: (/** @type {string} */ who) => `${who} calls the game…`,
  seconds: (/** @type {number} */ n) => `${n} s`,
  callSame: "as usual",
  callChanged: (/** @type {number} */ n) => count(n, "change", "changes"),
  yes: "yes",
  no: "no",
  standard: (/** @type {string} */ value) => `(usual: ${value})`,
  choice: (/** @type {string} */ key, /** @type {string} */ word) =>
    CHOICES[`${key}.${word}`] ?? word.replaceAll("-", " "),
  tooFew: (/** @type {number} */ min, /** @type {number} */ max) => `for ${min} to ${max} players`,

  showdown: "Showdown",
  handResult: "Result",
  high: "High",
  low: "Low",
  whole: "Pot",
  awardTab: (/** @type {Award} */ award, /** @type {boolean} */ many) => {
    const pot = !many
      ? ""
      : award.pot === 0
        ? "Main "
        : award.pot === 1
          ? "Side "
          : `Side ${award.pot} `;
    if (award.half === "whole") return many ? t.potOf(award.pot) : "Best hand";
    return capital(pot + award.half);
  },
  awardLine: (
    /** @type {Award[]} */ awards,
    /** @type {boolean} */ many,
    /** @type {(chair: number) => string} */ nameOf,
  ) => {
    const total = awards.reduce((sum, award) => sum + award.amount, 0);
    const pot = many ? t.potOf(awards[0].pot) : "Pot";
    if (awards.length === 1) {
      const only = { ...awards[0], half: /** @type {"whole"} */ ("whole") };
      if (only.shares.length === 1) return `${pot} ${total} → ${nameOf(only.shares[0].chair)}`;
      return `${pot} ${awardPart(only, nameOf)}`;
    }
    return `${pot} ${total}: ${awards.map((award) => awardPart(award, nameOf)).join(", ")}`;
  },
  scoop: (/** @type {string} */ who) => `${who} wins both ways`,
  noLow: "No low qualifies: the high hand takes it all",
  returned: (/** @type {string} */ who, /** @type {number} */ n) =>
    `Returned to ${who} ${n} (uncalled)`,
  allFolded: "Everybody else folded; no cards need to be shown.",
  net: (/** @type {number} */ n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "±0"),

  ...resultWords,

  invite: "Invite friends",
  inviteShort: "Invite",
  loopback: "This link works on this computer only. To let others in, start the table with",
  loopbackHow: 'make play ARGS="--host 0.0.0.0"',
  inviteText: "Whoever opens this link can take a chair.",
  copy: "Copy link",
  copied: "Copied",
  bots: "Bots",
  botsText: "Bots fill empty chairs between hands.",
  fewer: "One bot fewer",
  more: "One bot more",
  leave: "Leave my chair",
  leaveText: "After this hand; you can watch on.",
  players: "Players",
  emptyChairs: (/** @type {number} */ n) => count(n, "free chair", "free chairs"),
  source: "Source",
  howDealt: "How it is dealt",
  thisHand: "Announced for this hand",
  down: (/** @type {number} */ n) => `${n} down`,
  up: (/** @type {number} */ n) => `${n} up`,
  board: (/** @type {number} */ n) => `${n} on the board`,
  buyable: "or bought face up",
  thenBet: "A betting round follows each step.",

  keyList: [
    ["F", "fold"],
    ["C", "check or call"],
    ["R or B", "raise or bet"],
    ["D", "take the card down"],
    ["U", "buy the card up"],
    ["N", "next hand"],
    ["Space", "press the focused button"],
    ["L", "log"],
    ["?", "this list"],
  ],

  log_: {
    head: (/** @type {number} */ n, /** @type {string} */ game) => `#${n} ${game}`,
    limit: /** @type {Record<string, string>} */ ({
      fixed: "fixed limit",
      pot: "pot limit",
      no: "no limit",
    }),
    ante: (/** @type {string} */ who, /** @type {number} */ n) =>
      `${who} ${who.includes(" and ") ? "ante" : "antes"} ${n}`,
    deadAnte: (/** @type {string} */ who, /** @type {number} */ n) => `${who} antes ${n} for all`,
    posts: (/** @type {string} */ who, /** @type {string} */ kind, /** @type {number} */ n) =>
      `${who} posts ${kind.replaceAll("-", " ")} ${n}`,
    late: (/** @type {string} */ text) => `${text} (time ran out)`,
    folded: (/** @type {string} */ who) => `${who} folds`,
    checked: (/** @type {string} */ who) => `${who} checks`,
    called: (/** @type {string} */ who, /** @type {number} */ n) => `${who} calls ${n}`,
    bets: (/** @type {string} */ who, /** @type {number} */ n) => `${who} bets ${n}`,
    raises: (/** @type {string} */ who, /** @type {number} */ n) => `${who} raises to ${n}`,
    buysUp: (/** @type {string} */ who, /** @type {number} */ n, /** @type {string} */ card) =>
      `${who} buys up${n ? ` (${n})` : ""}${card ? ` ${card}` : ""}`,
    takesDown: (/** @type {string} */ who) => `${who} down`,
    hasChosen: (/** @type {string} */ who) => `${who} has chosen`,
    boardIs: (/** @type {string} */ cards) => `Board ${cards}`,
    yourCards: (/** @type {string} */ cards) => `You are dealt ${cards}`,
    dealtUp: (/** @type {string} */ who, /** @type {string} */ cards) =>
      `${who} is dealt ${cards} up`,
    turnsUp: (/** @type {string} */ who, /** @type {string} */ card) => `${who} turns up ${card}`,
    shows: (/** @type {string} */ who, /** @type {string} */ cards, /** @type {string} */ worth) =>
      `${who} shows ${cards}${worth ? `: ${worth}` : ""}`,
    thirdCard: (/** @type {string} */ text) => `Third card: ${text}`,
    mucks: (/** @type {string} */ who) => `${who} mucks`,
    rebought: (/** @type {string} */ who, /** @type {number} */ n) =>
      `${who} gets ${n} fresh chips`,
    sat: (/** @type {string} */ who) => `${who} sits down`,
    left: (/** @type {string} */ who) => `${who} leaves the table`,
    void: "The hand is void; all chips go back",
    pot: (/** @type {number} */ n) => `pot ${n}`,
    empty: "What happens at the table is written here.",
  },
  list,
};
