/**
 * What the table answers to a question asked by key or command, in one sentence or two. A card in
 * an answer is written as `Qd`, and is drawn or spoken by whoever shows the answer.
 * @module
 */
import { gameTitle } from "../table/call-words.mjs";
import { highWords, lowWords, rankPlurals, startingWords } from "../table/hand-words.mjs";
import { list, t } from "../base/lang.mjs";
import { sentence } from "../table/log.mjs";
import { clockEnds, events, hand, legal, myChair, mySeat, nameOf, view } from "../base/store.mjs";
import { gameName } from "../base/words.mjs";

/** @typedef {import("../base/types.mjs").SeatView} SeatView */
/** @typedef {import("../base/types.mjs").HandView} HandView */

const DEEDS = ["folded", "checked", "called", "raised", "chose", "shown", "mucked"];

/** A name, and whether it is the visitor's. @param {number | null | undefined} chair */
export const person = (chair) =>
  chair === myChair.value ? t("ask.you", { who: nameOf(chair) }) : nameOf(chair);

/**
 * Return one of the visitor's cards in words: `Qd, wild for you, face down`.
 * @param {string} code
 * @param {boolean} up
 */
function cardOf(code, up) {
  const wild = (hand.value?.mine?.wild ?? []).includes(code[0]);
  return [code, wild && t("ask.wild_for_you"), t(up ? "ask.face_up" : "ask.face_down")]
    .filter(Boolean)
    .join(", ");
}

/** The visitor's cards in words, in the order they lie. */
export function myCards() {
  const seat = mySeat.value;
  if (!seat) return [];
  return [
    ...seat.down.map((code) => cardOf(code, false)),
    ...seat.up.map((code) => cardOf(code, true)),
  ];
}

/** What the visitor has, a line for each way, and what is wild. */
export function myHand() {
  const now = hand.value;
  const seat = mySeat.value;
  if (!now?.mine || !seat || seat.folded) return [];
  const { high, low, wild, starting } = now.mine;
  if (!high) {
    const start = starting && startingWords([...seat.down, ...seat.up], now.board, wild);
    return start ? [start.replace(/(?<!\.)$/, ".")] : [];
  }
  return [
    t(low ? "ask.high" : "ask.have", { hand: highWords(high) }),
    ...(low ? [t("ask.low", { hand: lowWords(low) })] : []),
    ...(wild.length ? [t("ask.wild", { ranks: rankPlurals(wild) })] : []),
  ];
}

/** The seats dealt in, clockwise from the left of the button. @param {HandView} now */
function fromButton(now) {
  const at = now.seats.findIndex((seat) => seat.button);
  return [...now.seats.slice(at + 1), ...now.seats.slice(0, at + 1)];
}

/** The sentences of the pots. */
export function potLines() {
  const now = hand.value;
  if (!now) return [];
  if (now.pots.length < 2) return [t("ask.pot", { n: now.pot })];
  return now.pots.map((pot, at) =>
    t(at ? "ask.side_pot" : "ask.main_pot", {
      amount: pot.amount,
      names: list(pot.chairs.map(person)),
    }),
  );
}

/** What a player has done and has left, for the list of players. @param {number} chair */
export function playerLine(chair) {
  const one = view.value?.chairs.find((other) => other.chair === chair);
  const now = hand.value;
  const seat = now?.seats.find((other) => other.chair === chair);
  const turn = now?.turn && now.turn.kind !== "deal" && now.turn.chair === chair;
  const parts = [
    person(chair),
    one?.bot && t("ask.bot"),
    t("ask.chips", { n: seat?.stack ?? one?.stack ?? 0 }),
    seat?.bet && t("ask.in_front", { n: seat.bet }),
    (seat ? seat.button : view.value?.dealer === chair) && t("ask.has_button"),
    seat?.folded && t("ask.folded"),
    seat?.all_in && !now?.over && t("ask.all_in"),
    !seat && now && t("ask.not_dealt_in"),
    seat?.up.length && chair !== myChair.value && t("ask.shows", { cards: seat.up.join(" ") }),
    turn && t("ask.to_act"),
  ];
  return `${parts.filter(Boolean).join(", ")}.`;
}

function toCall() {
  const seat = mySeat.value;
  const now = hand.value;
  if (!now || !seat || seat.folded || now.over) return t("ask.not_in");
  const n = legal.value?.to_call ?? Math.max(...now.seats.map((one) => one.bet)) - seat.bet;
  return n > 0 ? t("ask.to_call", { n: Math.min(n, seat.stack) }) : t("ask.nothing_to_call");
}

function whoIsIn() {
  const now = hand.value;
  if (!now) return t("ask.no_hand");
  const names = (/** @type {boolean} */ folded) =>
    now.seats.filter((seat) => seat.folded === folded).map((seat) => person(seat.chair));
  const out = names(true);
  return [
    t("ask.in", { n: names(false).length, names: list(names(false)) }),
    out.length > 0 && t("ask.out", { names: list(out) }),
    now.turn && now.turn.kind !== "deal" && t("ask.turn", { who: person(now.turn.chair) }),
  ]
    .filter(Boolean)
    .join(" ");
}

function dealer() {
  const table = view.value;
  if (table?.dealer === null || table?.dealer === undefined) return t("ask.no_dealer");
  const button = t("ask.dealer", { who: person(table.dealer) });
  const by = table.called?.by;
  if (!table.called || typeof by !== "number") return button;
  return `${button} ${t("ask.called", { who: person(by), game: gameTitle({ slug: table.called.game, name: table.called.name }) })}`;
}

function position() {
  const now = hand.value;
  const seat = mySeat.value;
  if (!now || !seat) return t("ask.not_in");
  if (seat.button) return t("ask.button_yours", { all: now.seats.length });
  const n = fromButton(now).indexOf(seat) + 1;
  return t("ask.position", { place: n, all: now.seats.length });
}

function time() {
  const left = Math.ceil((clockEnds.value - Date.now()) / 1000);
  const waited = view.value?.calling?.chair ?? hand.value?.turn?.chair;
  if (!clockEnds.value || left < 0 || waited === null || waited === undefined)
    return t("ask.no_clock");
  const bank = hand.value?.turn?.bank ?? 0;
  return [
    t("ask.time", { n: left, who: person(waited) }),
    bank > 0 && t("ask.bank", { n: bank }),
  ]
    .filter(Boolean)
    .join(" ");
}

function last() {
  const number = hand.value?.number;
  const deed = events.value.findLast(
    (event) => event.hand === number && DEEDS.includes(event.what),
  );
  return deed ? `${sentence(deed, gameName)}.` : t("ask.no_action");
}

/** @param {number} n from 1 */
function oneCard(n) {
  const cards = myCards();
  if (!cards.length) return t("ask.no_cards");
  return cards[n - 1] ? t("ask.card", { at: n, card: cards[n - 1] }) : t("ask.only", { n: cards.length });
}

function stacks() {
  const taken = view.value?.chairs.filter((one) => one.name !== null) ?? [];
  const all = taken.map((one) => {
    const seat = hand.value?.seats.find((other) => other.chair === one.chair);
    return t("ask.stack", { who: person(one.chair), amount: seat?.stack ?? one.stack ?? 0 });
  });
  return `${list(all)}.`;
}

/** @type {Record<string, () => string>} */
const ASKS = {
  pot: () => potLines().join(" ") || t("ask.no_hand"),
  price: toCall,
  who: whoIsIn,
  cards: () => myCards().map((card, at) => t("ask.card", { at: at + 1, card })).join(" ") ||
    t("ask.no_cards"),
  hand: () => myHand().join(" ") || t("ask.no_cards"),
  board: () => {
    const cards = hand.value?.board ?? [];
    return cards.length ? t("ask.board", { cards: list(cards) }) : t("ask.no_board");
  },
  dealer,
  position,
  time,
  last,
  stacks,
};

/**
 * Return the answer to a question, or undefined when that is none.
 * @param {string} id
 */
export function ask(id) {
  const card = /^card-(\d)$/.exec(id);
  return card ? oneCard(Number(card[1])) : ASKS[id]?.();
}
