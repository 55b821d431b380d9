/**
 * The log: events turned into lines, one paragraph of actions a street, and into spoken
 * sentences. It must not know the view; who acted stands in each event.
 * @module
 */
import { awardLines } from "./showdown.mjs";
import { deals } from "./words-deal.mjs";
import { t } from "./words.mjs";

/** @typedef {import("./types.mjs").LogEvent} LogEvent */
/**
 * @typedef {{ key: string,
 *   kind: "head" | "acts" | "buys" | "board" | "cards" | "show" | "award" | "note" | "alarm",
 *   text: string, pot: number | null }} Line
 */

const L = t.log_;
const D = deals.log;

/** The chips an event moves into the pot. @param {LogEvent} event */
function paid(event) {
  if (["posted", "called", "raised", "paid"].includes(event.what)) return event.amount ?? 0;
  return event.what === "returned" ? -(event.amount ?? 0) : 0;
}

/** @param {LogEvent} event */
function stakesOf(event) {
  const stakes = event.stakes;
  if (!stakes) return "";
  const bets = `${stakes["small-bet"]}/${stakes["big-bet"]}`;
  const parts = [stakes.limit === "fixed" ? `${bets} ${L.limit.fixed}` : L.limit[stakes.limit]];
  if (stakes.blinds?.length) parts.push(`blinds ${stakes.blinds.join("/")}`);
  if (stakes.ante) parts.push(`ante ${stakes.ante}`);
  return ` · ${parts.join(" · ")}`;
}

/**
 * Return what one event says, or "" when it stays unsaid by itself.
 * @param {LogEvent} event
 * @param {(slug: string) => string} gameName
 * @returns {string}
 */
export function sentence(event, gameName) {
  const text = plain(event, gameName);
  return text && event.late ? L.late(text) : text;
}

/**
 * @param {LogEvent} event
 * @param {(slug: string) => string} gameName
 * @returns {string}
 */
function plain(event, gameName) {
  const who = event.who ?? "";
  const cards = (event.cards ?? []).join(" ");
  switch (event.what) {
    case "announced":
      return L.head(event.hand ?? 0, gameName(event.game)) + stakesOf(event);
    case "posted":
      if (event.kind === "ante") return L.ante(who, event.amount);
      return event.kind === "dead-ante"
        ? L.deadAnte(who, event.amount)
        : L.posts(who, event.kind, event.amount);
    case "hole":
      if (cards.includes("?")) return "";
      return event.up ? L.dealtUp(who, cards) : L.yourCards(cards);
    case "board":
      return L.boardIs(cards);
    case "folded":
      return L.folded(who);
    case "checked":
      return L.checked(who);
    case "called":
      return L.called(who, event.amount);
    case "raised":
      return event.opening ? L.bets(who, event.to) : L.raises(who, event.to);
    case "chose":
      if (event.up === null) return L.hasChosen(who);
      return event.up ? L.buysUp(who, 0, "") : L.takesDown(who);
    case "turned-up":
      return L.turnsUp(who, event.card);
    case "returned":
      return t.returned(who, event.amount);
    case "shown":
      return L.shows(who, cards, event.worth ?? "");
    case "mucked":
      return L.mucks(who);
    case "rebought":
      return L.rebought(who, event.amount);
    case "sat":
      return L.sat(who);
    case "left":
      return L.left(who);
    case "void":
      return L.void;
    case "seeds-promised":
      return event.without?.length ? D.dropped(t.list(event.without)) : "";
    case "seeds-opened":
      return [
        event.from?.length ? D.mixed(t.list(event.from)) : D.unproved,
        ...(event.without?.length ? [D.dropped(t.list(event.without))] : []),
      ].join(". ");
    case "doubted":
      return `${D.doubted(who, deals.faults[event.reason] ?? "")}; ${
        event.founded ? D.founded : D.unfounded
      }`;
    default:
      return "";
  }
}

/**
 * Return the lines of the log.
 * @param {LogEvent[]} events
 * @param {(slug: string) => string} gameName
 * @returns {Line[]}
 */
export function linesOf(events, gameName) {
  const book = new Book(gameName);
  for (const event of events) book.add(event);
  return book.lines;
}

/** Collects events into lines: actions of a street share one. */
class Book {
  /** @param {(slug: string) => string} gameName */
  constructor(gameName) {
    this.gameName = gameName;
    /** @type {Line[]} */
    this.lines = [];
    /** @type {string[]} */
    this.board = [];
    this.pot = 0;
    /** The kind of the line that actions still join. */
    this.open = "";
    /** @type {string[]} who antes */
    this.antes = [];
    /** @type {import("./types.mjs").Award[]} */
    this.awards = [];
  }

  /** @param {Line["kind"]} kind @param {string} text @param {LogEvent} event */
  put(kind, text, event) {
    if (!text) return;
    this.open = "";
    this.lines.push({ key: `${event.n}`, kind, text, pot: null });
  }

  /**
   * Add to the line of the street, or begin one.
   * @param {string} text
   * @param {LogEvent} event
   * @param {"acts" | "buys"} kind
   */
  join(text, event, kind = "acts") {
    if (this.open === kind) this.last.text += ` · ${text}`;
    else this.put(kind, kind === "buys" ? L.thirdCard(text) : text, event);
    this.open = kind;
    this.last.pot = this.pot;
  }

  get last() {
    return this.lines[this.lines.length - 1];
  }

  /** @param {LogEvent} event */
  add(event) {
    this.pot += paid(event);
    if (event.what !== "posted") this.antes = [];
    switch (event.what) {
      case "announced":
        this.pot = 0;
        this.board = [];
        return this.put("head", sentence(event, this.gameName), event);
      case "posted":
        return this.post(event);
      case "board":
        this.board.push(...event.cards);
        return this.put("board", L.boardIs(this.board.join(" ")), event);
      case "hole":
        return this.hole(event);
      case "paid":
        return this.price(event);
      case "street":
        this.open = "";
        return undefined;
      case "chose":
        return this.join(sentence(event, this.gameName), event, "buys");
      case "awarded":
        return this.award(event);
      case "ended":
        return this.end();
      case "shown":
      case "mucked":
        return this.put("show", sentence(event, this.gameName), event);
      case "roots":
        return undefined;
      case "doubted":
        return this.put("alarm", sentence(event, this.gameName), event);
      case "seeds-promised":
      case "seeds-opened":
      case "sat":
      case "left":
      case "rebought":
      case "void":
      case "returned":
        return this.put("note", sentence(event, this.gameName), event);
      default: {
        const text = sentence(event, this.gameName);
        if (text) this.join(text, event);
      }
    }
    return undefined;
  }

  /** Antes of the same size become one sentence. @param {LogEvent} event */
  post(event) {
    if (event.kind === "ante" && this.antes.length && this.open === "acts") {
      const { last } = this;
      const before = L.ante(t.list(this.antes), event.amount);
      this.antes.push(event.who ?? "");
      if (last.text.endsWith(before)) {
        last.text = last.text.slice(0, -before.length) + L.ante(t.list(this.antes), event.amount);
        last.pot = this.pot;
        return;
      }
    }
    this.antes = event.kind === "ante" ? [event.who ?? ""] : [];
    this.join(sentence(event, this.gameName), event);
  }

  /** @param {LogEvent} event */
  hole(event) {
    if (
      event.up &&
      this.open === "buys" &&
      this.last.text.includes(L.buysUp(event.who ?? "", 0, ""))
    ) {
      this.last.text += ` ${event.cards.join(" ")}`;
    } else {
      this.put("cards", sentence(event, this.gameName), event);
    }
  }

  /** @param {LogEvent} event */
  price(event) {
    if (this.open !== "buys") return;
    this.last.text += ` (${event.amount})`;
    this.last.pot = this.pot;
  }

  /** Halves of a pot share one line. @param {LogEvent} event */
  award(event) {
    const award = /** @type {any} */ (event);
    this.awards.push(award);
    this.lastAward = event;
  }

  end() {
    const event = this.lastAward;
    if (event) {
      const many = new Set(this.awards.map((one) => one.pot)).size > 1;
      const halves = this.awards.map((one) => one.half);
      const noLow = halves.includes("high") && !halves.includes("low");
      const results = { awards: this.awards, hands: [], returned: [], no_low: noLow };
      for (const [at, text] of awardLines(results, many).entries()) {
        this.lines.push({ key: `${event.n}.${at}`, kind: "award", text, pot: null });
      }
    }
    this.awards = [];
    this.lastAward = undefined;
  }
}
