/**
 * Watches the deals of a table: takes part in each with a seed of its own, checks everything that
 * can be checked at the moment it arrives, and keeps a receipt. It must not know the page; it is
 * given a way to send and a place to keep seeds. Start reading at `DealWatch`.
 * @module
 */
import {
  cardNumber,
  deckRoot,
  isHex,
  jointOrder,
  opens,
  recordHash,
  seedPromise,
  SIZE,
} from "./fair.mjs";

/** @typedef {import("./fair.mjs").Opening} Opening */
/** @typedef {import("../base/types.mjs").LogEvent} LogEvent */
/** @typedef {import("../base/types.mjs").TableView} TableView */
/** @typedef {"promise" | "seeds" | "other-deck" | "order" | "opening" | "chain"} Fault */
/**
 * @typedef {object} Tools
 * @property {(message: Record<string, any>) => void} send
 * @property {() => string} seed makes 32 random bytes in hex
 * @property {(deal: string, text: string) => void} keep
 * @property {(deal: string) => string} kept
 */

/** As many events as the server keeps for those who come back; after more, a hand may lack some. */
const KEPT_EVENTS = 250;
const RECEIPTS = 500;
const NO_RECORD = "0".repeat(64);

/** One deal as this page saw it. */
class Deal {
  /** @param {LogEvent} event @param {number | null} chair */
  constructor(event, chair) {
    this.number = event.hand ?? 0;
    this.name = /** @type {string} */ (event.deal);
    this.mine = event.chairs.includes(chair) ? chair : null;
    this.seed = "";
    /** @type {Fault | ""} */
    this.fault = "";
    this.over = false;
    this.doubted = false;
    /** The public record, field by field as the server writes it. @type {any} */
    this.open = {
      hand: event.deal,
      previous: event.previous,
      button: event.button,
      chairs: event.chairs,
      streets: event.streets,
      roots: event.roots,
      promises: {},
      silent: [],
      seeds: {},
      dropped: [],
      other: null,
      deals: [],
      openings: [],
      void: "",
    };
    /** Openings of cards that this page alone may see. @type {Opening[]} */
    this.own = [];
    /** What is opened after the hand. @type {{ deals: any[], openings: Opening[] }} */
    this.later = { deals: [], openings: [] };
    /** @type {{ deck: number, order: number[] } | null} */
    this.joint = null;
    /** Chair of each place dealt so far, null for the board. @type {Map<number, number | null>} */
    this.places = new Map();
    /** The places of the cards dealt together just now, by chair. @type {Map<any, number[]>} */
    this.batch = new Map();
    /** Chair of each card opened so far, null for the board. @type {Map<number, number | null>} */
    this.cards = new Map();
    this.gone = 0;
    this.street = { at: -1, deals: 0, board: 0, held: new Map(), last: [-1, -1] };
    const at = event.chairs.indexOf(event.button);
    const round = [...event.chairs.slice(at + 1), ...event.chairs.slice(0, at + 1)];
    this.turns = new Map(round.map((/** @type {number} */ one, turn) => [one, turn]));
    const hashes = event.roots.every((/** @type {any} */ root) => isHex(root, 32));
    this.need(event.roots.length === 2 && hashes, "promise");
    this.need(at >= 0 && this.turns.size === event.chairs.length, "order");
  }

  /** Note the first thing that does not fit. @param {any} holds @param {Fault} fault */
  need(holds, fault) {
    if (!holds && !this.fault) this.fault = fault;
    return !!holds;
  }

  /** What was proved so far, and to whom. */
  get proof() {
    if (this.fault) return "fault";
    if (!this.joint) return this.over ? "off" : "waiting";
    if (this.seed && this.open.seeds[`${this.mine}`] === this.seed) return "own";
    return Object.keys(this.open.seeds).length ? "others" : "none";
  }

  /** @param {LogEvent} event */
  mix(event) {
    const { name, open } = this;
    open.seeds = event.seeds;
    open.dropped = event.dropped;
    open.other = event.other;
    for (const [chair, seed] of Object.entries(open.seeds)) {
      const promised = isHex(seed, 32) && seedPromise(name, seed) === open.promises[chair];
      if (!this.need(promised, "seeds")) return;
    }
    const unkept = Object.keys(open.promises).filter((chair) => !(chair in open.seeds));
    this.need(unkept.sort().join() === open.dropped.map(String).sort().join(), "seeds");
    this.joint = jointOrder(name, open.seeds);
    this.need(this.joint.deck === event.picked, "order");
    const unused = 1 - this.joint.deck;
    this.need(deckRoot(`${name}/${unused}`, open.other) === open.roots[unused], "other-deck");
  }

  /**
   * Take cards dealt together: to whom, in what order, and which places of the deal they are.
   * @param {import("./fair.mjs").Dealing} dealing
   * @param {import("./fair.mjs").Dealing[]} list where it is kept
   */
  deal(dealing, list = this.open.deals) {
    const { chairs, count, burn } = dealing;
    if (!this.open.deals.length) this.need(chairs.length === this.turns.size, "order");
    list.push(dealing);
    const plan = this.open.streets[dealing.street];
    if (!this.need(plan && dealing.street >= this.street.at, "order")) return;
    if (dealing.street > this.street.at)
      this.street = { at: dealing.street, deals: 0, board: 0, held: new Map(), last: [-1, -1] };
    const street = this.street;
    this.need(burn === (street.deals ? 0 : plan.burn), "order");
    street.deals += 1;
    this.need(!chairs.length || count % chairs.length === 0, "order");
    this.gone += burn;
    this.batch = new Map();
    for (let card = 0; card < count; card += 1) {
      const chair = chairs.length ? chairs[card % chairs.length] : null;
      if (chair === null) street.board += 1;
      else this.turn(chair);
      this.places.set(this.gone, chair);
      this.batch.set(chair, [...(this.batch.get(chair) ?? []), this.gone]);
      this.gone += 1;
    }
    const most = Math.max(0, ...street.held.values());
    this.need(street.board <= plan.board && most <= plan.down + plan.up, "order");
    this.need(this.gone <= SIZE, "order");
  }

  /** Cards go round clockwise from the dealer's left. @param {number} chair */
  turn(chair) {
    const { held, last } = this.street;
    const turn = this.turns.get(chair) ?? -1;
    const round = held.get(chair) ?? 0;
    this.need(turn >= 0 && (round > last[0] || (round === last[0] && turn > last[1])), "order");
    held.set(chair, round + 1);
    this.street.last = [round, turn];
  }

  /**
   * Check the openings of cards at places, and note whose they are.
   * @param {LogEvent} event
   * @param {string[]} cards
   * @param {(place: number, at: number) => boolean} fits
   * @param {Opening[]} list where the openings are kept
   */
  opened(event, cards, fits, list) {
    const openings = /** @type {Opening[]} */ (event.openings ?? []);
    if (!this.joint || !this.need(openings.length === cards.length, "opening")) return;
    const { deck, order } = this.joint;
    openings.forEach((one, at) => {
      const good = opens(this.open.roots[deck], `${this.name}/${deck}`, one);
      if (!this.need(good && one.card === cardNumber(cards[at]), "opening")) return;
      const place = order.indexOf(one.position);
      const chair = this.places.get(place) ?? null;
      const before = this.cards.has(one.card);
      if (!this.need(this.places.has(place) && fits(place, at), "order")) return;
      this.need(!before || this.cards.get(one.card) === chair, "opening");
      this.cards.set(one.card, chair);
      if (!list.some((/** @type {Opening} */ other) => other.position === one.position))
        list.push(one);
    });
  }

  /** @param {LogEvent} event */
  take(event) {
    const chair = event.chair ?? null;
    const cards = event.cards ?? (event.card ? [event.card] : []);
    switch (event.what) {
      case "announced":
        this.need(event.button === this.open.button, "order");
        this.need(`${event.chairs}` === `${this.open.chairs}`, "order");
        break;
      case "seeds-promised":
        this.open.promises = event.promises;
        this.open.silent = event.silent;
        break;
      case "seeds-opened":
        this.mix(event);
        break;
      case "hole":
      case "board": {
        if (event.dealing) this.deal(event.dealing);
        const places = this.batch.get(chair) ?? [];
        this.need(places.length === cards.length, "order");
        const seen = chair === null || event.up || chair === this.mine;
        if (!seen && cards.every((/** @type {string} */ card) => card === "??")) break;
        const list = chair === null || event.up ? this.open.openings : this.own;
        this.opened(event, cards, (place, at) => place === places[at], list);
        break;
      }
      case "shown":
      case "turned-up":
        this.opened(event, cards, (place) => this.places.get(place) === chair, this.open.openings);
        break;
      case "ended":
        this.over = true;
        break;
      case "void":
        this.open.void = event.reason;
        this.over = true;
        break;
    }
  }

  /** Take what is opened after the hand; the record is closed. @param {LogEvent} event */
  after(event) {
    const cards = event.cards ?? [];
    const chair = event.chair ?? null;
    if (event.what === "rabbit") {
      this.deal(event.dealing, this.later.deals);
      const places = this.batch.get(null) ?? [];
      this.need(!event.dealing.chairs.length && places.length === cards.length, "order");
      this.opened(event, cards, (place, at) => place === places[at], this.later.openings);
    } else if (event.what === "revealed") {
      const fits = (/** @type {number} */ place) => this.places.get(place) === chair;
      this.opened(event, cards, fits, this.later.openings);
    }
  }

  /** Every card that is shown on the page has been opened. @param {TableView} view */
  compare(view) {
    const hand = view.hand;
    if (!hand || hand.number !== this.number || !this.joint) return;
    const known = (/** @type {string} */ card, /** @type {number | null} */ chair) =>
      card === "??" || this.cards.get(cardNumber(card)) === chair;
    const board = [...hand.board, ...(hand.rabbit ?? [])];
    this.need(board.every((card) => known(card, null)), "opening");
    for (const seat of hand.seats)
      this.need([...seat.down, ...seat.up].every((card) => known(card, seat.chair)), "opening");
  }

  /** A short hash of all that decided the deal, for people to compare by reading it out. */
  get code() {
    const { hand, previous, roots, promises, seeds } = this.open;
    const whole = recordHash([hand, previous, roots, promises, seeds]);
    return `${whole.slice(0, 4)} ${whole.slice(4, 8)}`;
  }

  get record() {
    /** @type {Opening[]} */ (this.open.openings).sort((a, b) => a.position - b.position);
    return recordHash(this.open);
  }

  /** The receipt as `wildrank verify` reads it. */
  get receipt() {
    const record = this.record;
    const shown = new Set(this.open.openings.map((/** @type {Opening} */ one) => one.position));
    const openings = this.own.filter((one) => !shown.has(one.position));
    const mine = this.mine === null ? null : { chair: this.mine, openings };
    const later = this.later.openings.length ? this.later : null;
    this.later.openings.sort((a, b) => a.position - b.position);
    return { wildrank: "receipt 1", public: this.open, record, mine, later };
  }
}

/** The deals of a table, one after the other. */
export class DealWatch {
  /** @param {Tools} tools */
  constructor(tools) {
    this.tools = tools;
    /** @type {Deal | null} */
    this.deal = null;
    /** @type {any[]} */
    this.receipts = [];
    this.last = 0;
    /** Number and record of the last hand seen to its end. */
    this.before = { number: 0, record: NO_RECORD };
  }

  /** Begin anew, as for another table. */
  forget() {
    Object.assign(this, new DealWatch(this.tools));
  }

  /**
   * Take a `state` frame.
   * @param {{ n: number, view: TableView, events: LogEvent[] }} message
   */
  take({ n, view, events }) {
    if (n < this.last) this.forget();
    if (this.last && n - this.last >= KEPT_EVENTS) {
      this.deal = null;
      this.before = { number: 0, record: NO_RECORD };
    }
    for (const event of events) if (event.n > this.last) this.event(event, view);
    this.last = n;
    this.deal?.compare(view);
    this.doubt();
  }

  /** @param {LogEvent} event @param {TableView} view */
  event(event, view) {
    if (event.what === "roots") this.begin(event, view);
    const deal = this.deal;
    if (!deal || event.hand !== deal.number) return;
    if (deal.over) {
      deal.after(event);
      this.receipts = [...this.receipts.slice(0, -1), deal.receipt];
      return;
    }
    deal.take(event);
    if (event.what === "seeds-promised") this.reveal(view);
    if (!deal.over) return;
    this.receipts = [...this.receipts, deal.receipt].slice(-RECEIPTS);
    this.before = { number: deal.number, record: deal.record };
  }

  /** @param {LogEvent} event @param {TableView} view */
  begin(event, view) {
    const deal = new Deal(event, view.you.chair);
    this.deal = deal;
    const { number, record } = this.before;
    if (number && number === deal.number - 1) deal.need(deal.open.previous === record, "chain");
    if (deal.number === 1) deal.need(deal.open.previous === NO_RECORD, "chain");
    const [seed, roots] = this.tools.kept(deal.name).split(" ");
    if (roots) deal.need(roots === deal.open.roots.join(), "promise");
    if (deal.mine === null || deal.fault) return;
    const asked = view.deal?.deal === deal.name && view.deal.stage === "promise";
    deal.seed = seed || (asked ? this.tools.seed() : "");
    if (!asked) return;
    this.tools.keep(deal.name, `${deal.seed} ${deal.open.roots}`);
    const promise = seedPromise(deal.name, deal.seed);
    this.tools.send({ type: "promise", deal: deal.name, promise });
  }

  /** Send the seed, once all promises are in and ours is among them. @param {TableView} view */
  reveal(view) {
    const deal = this.deal;
    if (!deal || !deal.seed || deal.fault) return;
    const kept = deal.open.promises[`${deal.mine}`] === seedPromise(deal.name, deal.seed);
    if (!kept) deal.seed = "";
    else if (view.deal?.deal === deal.name && view.deal.stage === "seed")
      this.tools.send({ type: "seed", deal: deal.name, seed: deal.seed });
  }

  /** Tell the server once that something does not fit; it stops the hand. */
  doubt() {
    const deal = this.deal;
    if (!deal || !deal.fault || deal.doubted || deal.over || deal.mine === null) return;
    deal.doubted = true;
    this.tools.send({ type: "doubt", deal: deal.name, reason: deal.fault });
  }
}
