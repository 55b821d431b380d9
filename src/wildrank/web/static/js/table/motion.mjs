/**
 * Cards and chips on their way: dealt from the button, bets into the pot, the pot to its winners.
 * The page is drawn first, as it will stay; then what is new comes flying from where it was. Only
 * transforms and opacity move, and nothing where the viewer wants it still.
 * @module
 */
import { effect } from "../base/lib.mjs";
import { isStill } from "../settings/settings.mjs";
import { view } from "../base/store.mjs";

/** @typedef {import("../base/types.mjs").TableView} TableView */
/** @typedef {{ x: number, y: number }} Point */

const DEAL_MS = 300;
/** Between one card and the next. */
const APART_MS = 42;
const CHIPS_MS = 380;
/** How long the showdown is looked at before the pot moves. */
const AWARD_MS = 700;
const EASE = "cubic-bezier(0.2, 0.75, 0.25, 1)";

/** The cards each place had, so that what is new is known. @type {WeakMap<Element, Element[]>} */
let had = new WeakMap();
/** The chips before each seat: how many and where. @type {Map<string, Bet>} */
let bets = new Map();
/** @typedef {{ amount: number, at: Point, node: Element }} Bet */

/** Move things from now on; the answer stops it. */
export function listenMotion() {
  /** @type {TableView | null} */
  let before = null;
  let due = 0;
  const stop = effect(() => {
    const now = view.value;
    cancelAnimationFrame(due);
    due = requestAnimationFrame(() => {
      const page = document.querySelector(".table-page");
      if (page && now) step(page, before, now);
      before = now;
    });
  });
  return () => {
    stop();
    cancelAnimationFrame(due);
    had = new WeakMap();
    bets = new Map();
  };
}

/** @param {Element} page @param {TableView | null} before @param {TableView} now */
function step(page, before, now) {
  const still = isStill() || !before;
  const cards = newCards(page, before?.hand?.number !== now.hand?.number);
  const chips = newBets(page);
  const flights = still ? [] : [...dealing(page, cards), ...betting(page, chips)];
  if (!still && now.hand?.over && before?.hand && !before.hand.over)
    flights.push(...awarding(page, now.hand));
  for (const fly of flights) fly();
}

/** @param {Element | null | undefined} element @returns {Point} its middle on the screen */
function middle(element) {
  const box = element?.getBoundingClientRect();
  return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : { x: 0, y: 0 };
}

/**
 * @param {Point} from
 * @param {Point} to
 * @param {string} [more]
 */
const shift = (from, to, more = "") => `translate(${from.x - to.x}px, ${from.y - to.y}px) ${more}`;

// ---------------------------------------------------------------------------------- cards

/**
 * Return the cards that were not there before, in the order they are dealt: round by round from
 * the left of the button, the board last; and those that only turned over.
 * @param {Element} page
 * @param {boolean} fresh whether this is another hand
 */
function newCards(page, fresh) {
  const chairs = [...page.querySelectorAll(".seats .seat, .my-place")];
  const button = chairs.findIndex((one) => one.querySelector(".dealer"));
  const places = [
    ...page.querySelectorAll(".seats .seat-cards"),
    ...page.querySelectorAll(".my-cards"),
    ...page.querySelectorAll(".board"),
  ];
  /** @type {[number, Element][]} */
  const dealt = [];
  /** @type {Element[]} */
  const turned = [];
  for (const [at, place] of places.entries()) {
    const old = fresh ? [] : (had.get(place) ?? []);
    const all = [...place.querySelectorAll("[data-card]")];
    had.set(place, all);
    const board = place.classList.contains("board");
    const turn = (at - button - 1 + places.length) % places.length;
    for (const [round, card] of all.entries()) {
      if (old.includes(card)) continue;
      if (all.length > old.length) dealt.push([board ? 1000 + round : 20 * round + turn, card]);
      else turned.push(card);
    }
  }
  dealt.sort(([a], [b]) => a - b);
  return { dealt: dealt.map(([, card]) => card), turned };
}

/**
 * @param {Element} page
 * @param {{ dealt: Element[], turned: Element[] }} cards
 * @returns {(() => void)[]}
 */
function dealing(page, { dealt, turned }) {
  const from = middle(page.querySelector(".dealer") ?? page.querySelector(".pots"));
  const way = dealt.map((card) => shift(from, middle(card), "rotate(-14deg) scale(0.6)"));
  return [
    ...dealt.map((card, at) => () => {
      const options = { duration: DEAL_MS, delay: at * APART_MS, easing: EASE };
      card.animate([{ transform: way[at], opacity: 0 }, { opacity: 1, offset: 0.3 }, {}], {
        ...options,
        fill: "backwards",
      });
    }),
    ...turned.map((card) => () => {
      card.animate([{ transform: "scaleX(0.05)" }, {}], { duration: 180, easing: "ease-out" });
    }),
  ];
}

// ---------------------------------------------------------------------------------- chips

/** Return the bets that grew and those that were taken in. @param {Element} page */
function newBets(page) {
  const now = new Map(
    [...page.querySelectorAll(".seat .bet")].map((node) => [
      node.closest(".seat")?.getAttribute("data-testid") ?? "",
      { node, at: middle(node), amount: Number(node.textContent) },
    ]),
  );
  const grown = [...now].filter(([key, bet]) => bet.amount > (bets.get(key)?.amount ?? 0));
  const taken = [...bets].filter(([key]) => !now.has(key)).map(([, bet]) => bet);
  bets = now;
  return { grown, taken };
}

/**
 * @param {Element} page
 * @param {{ grown: [string, Bet][], taken: Bet[] }} chips
 * @returns {(() => void)[]}
 */
function betting(page, { grown, taken }) {
  const pot = middle(page.querySelector(".pot"));
  const timing = { duration: CHIPS_MS, easing: EASE };
  return [
    ...grown.map(([key, bet]) => {
      const plate = middle(page.querySelector(`[data-testid="${key}"] .plate`));
      const way = shift(plate, bet.at, "scale(0.7)");
      const base = getComputedStyle(bet.node).transform;
      const rest = base === "none" ? "" : base;
      return () => bet.node.animate([{ transform: `${way} ${rest}`, opacity: 0 }, {}], timing);
    }),
    ...taken.map((bet) => () => send(page, bet.node, bet.at, pot, timing)),
  ];
}

/**
 * Send each winner's chips from the pot, with the number that the pot showed for them.
 * @param {Element} page
 * @param {import("../base/types.mjs").HandView} hand
 * @returns {(() => void)[]}
 */
function awarding(page, hand) {
  const pot = page.querySelector(".pot .chips");
  if (!pot || !hand.results) return [];
  const from = middle(pot);
  /** @type {Map<number, number>} */
  const won = new Map();
  for (const { chair, amount } of hand.results.awards.flatMap((one) => one.shares))
    won.set(chair, (won.get(chair) ?? 0) + amount);
  return [...won].map(([chair, amount]) => {
    const to = middle(page.querySelector(`[data-testid="seat-${chair}"] .plate`));
    return () =>
      send(page, pot, from, to, { duration: 650, delay: AWARD_MS, easing: "ease-in-out" }, amount);
  });
}

/**
 * Let a copy of some chips travel over the page.
 * @param {Element} page
 * @param {Element} node
 * @param {Point} from
 * @param {Point} to
 * @param {KeyframeAnimationOptions} timing
 * @param {number} [amount] the number on them, where it is another
 */
function send(page, node, from, to, timing, amount) {
  const copy = /** @type {HTMLElement} */ (node.cloneNode(true));
  copy.className = "chips flight";
  if (amount !== undefined) {
    const number = copy.querySelector("span");
    if (number) number.textContent = String(amount);
  }
  copy.setAttribute("aria-hidden", "true");
  page.append(copy);
  const centred = "translate(-50%, -50%)";
  const flight = copy.animate(
    [
      { transform: `translate(${from.x}px, ${from.y}px) ${centred}` },
      { transform: `translate(${to.x}px, ${to.y}px) ${centred}`, opacity: 1, offset: 0.9 },
      { transform: `translate(${to.x}px, ${to.y}px) ${centred} scale(0.8)`, opacity: 0 },
    ],
    { ...timing, fill: "both" },
  );
  flight.finished.then(
    () => copy.remove(),
    () => copy.remove(),
  );
}
