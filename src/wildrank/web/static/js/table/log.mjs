/**
 * The log: events turned into lines, one paragraph of actions a street, and into spoken
 * sentences. It must not know the view; who acted stands in each event.
 * @module
 */
import { bothWords } from "./hand-words.mjs";
import { hostWords } from "../host/host-words.mjs";
import { list, t, tOr } from "../base/lang.mjs";
import { awardLines } from "./showdown.mjs";

/** @typedef {import("../base/types.mjs").LogEvent} LogEvent */
/**
 * @typedef {{ key: string,
 *   kind: "head" | "acts" | "buys" | "board" | "cards" | "show" | "award" | "note" | "alarm",
 *   text: string, pot: number | null }} Line
 */

/** @param {string[]} names @param {number} amount */
const anteWords = (names, amount) =>
  t("log.ante", { n: names.length, who: list(names), amount });

/** Whose seeds did not come. @param {LogEvent} event */
const droppedWords = ({ without }) =>
  without?.length ? t("log.dropped", { who: list(without) }) : "";

/** The chips an event moves into the pot. @param {LogEvent} event */
function paid(event) {
  if (["posted", "called", "raised", "paid"].includes(event.what)) return event.amount ?? 0;
  return event.what === "returned" ? -(event.amount ?? 0) : 0;
}

/** @param {LogEvent} event */
function stakesOf(event) {
  const stakes = event.stakes;
  if (!stakes) return "";
  const { limit, "small-bet": small, "big-bet": big, blinds, ante } = stakes;
  const parts = [limit === "fixed" ? t("stakes.fixed", { small, big }) : t(`stakes.${limit}`)];
  if (blinds?.length) parts.push(t("said.blinds", { amounts: blinds.join("/") }));
  if (ante) parts.push(t("log.ante-of", { amount: ante }));
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
  return text && event.late ? t("log.late", { text }) : text;
}

/**
 * @param {LogEvent} event
 * @param {(slug: string) => string} gameName
 * @returns {string}
 */
function plain(event, gameName) {
  const who = event.who ?? "";
  const amount = event.amount ?? 0;
  const by = { who, amount };
  const cards = (event.cards ?? []).join(" ");
  switch (event.what) {
    case "announced":
      return (
        t("log.head", { number: event.hand ?? 0, game: gameName(event.game) }) +
        stakesOf(event) +
        (event.dead_button ? `, ${t("log.dead-button")}` : "")
      );
    case "posted":
      return event.kind === "ante" ? anteWords([who], amount) : t(`log.posts.${event.kind}`, by);
    case "hole":
      if (cards.includes("?")) return "";
      return t(event.up ? "log.dealt-up" : "log.your-cards", { who, cards });
    case "board":
      return t("log.board", { cards });
    case "folded":
      return t("log.folds", by);
    case "checked":
      return t("log.checks", by);
    case "called":
      return t("log.calls", by);
    case "raised":
      return t(event.opening ? "log.bets" : "log.raises", { who, amount: event.to });
    case "chose":
      if (event.up === null) return t("log.has-chosen", by);
      return t(event.up ? "log.buys-up" : "log.takes-down", by);
    case "turned-up":
      return t("log.turns-up", { who, card: event.card });
    case "returned":
      return t("result.returned", by);
    case "shown":
      return event.worth
        ? t("log.shows-worth", { who, cards, worth: bothWords(event.worth) })
        : t("log.shows", { who, cards });
    case "mucked":
      return t("log.mucks", by);
    case "revealed":
      return t("log.reveals", { who, cards });
    case "rabbit":
      return t("log.rabbit", { cards });
    case "rebought":
      return t("log.rebought", by);
    case "sat":
      return t("log.sat", by);
    case "left":
      return t("log.left", by);
    case "blinds-missed":
      return t("log.missed", { who, amount: event.small + event.big });
    case "void":
      return t("log.void");
    case "seeds-promised":
      return droppedWords(event);
    case "seeds-opened":
      return [
        event.from?.length ? t("log.mixed", { who: list(event.from) }) : t("log.unproved"),
        droppedWords(event),
      ]
        .filter(Boolean)
        .join(". ");
    case "doubted":
      return t("log.doubted", {
        who,
        why: tOr(`deal.fault.${event.reason}`, event.reason),
        found: t(event.founded ? "log.doubt-founded" : "log.doubt-unfounded"),
      });
    default:
      return hostWords(event);
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
    /** @type {import("../base/types.mjs").Award[]} */
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
    else this.put(kind, kind === "buys" ? t("log.third-card", { text }) : text, event);
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
        return this.put("board", t("log.board", { cards: this.board.join(" ") }), event);
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
      case "revealed":
      case "rabbit":
        return this.put("show", sentence(event, this.gameName), event);
      case "roots":
        return undefined;
      case "doubted":
        return this.put("alarm", sentence(event, this.gameName), event);
      case "seeds-promised":
      case "seeds-opened":
      case "sat":
      case "left":
      case "blinds-missed":
      case "rebought":
      case "void":
      case "returned":
        return this.put("note", sentence(event, this.gameName), event);
      default: {
        const text = sentence(event, this.gameName);
        if (hostWords(event)) return this.put("note", text, event);
        if (text) this.join(text, event);
      }
    }
    return undefined;
  }

  /** Antes of the same size become one sentence. @param {LogEvent} event */
  post(event) {
    if (event.kind === "ante" && this.antes.length && this.open === "acts") {
      const { last } = this;
      const before = anteWords(this.antes, event.amount);
      this.antes.push(event.who ?? "");
      if (last.text.endsWith(before)) {
        last.text = last.text.slice(0, -before.length) + anteWords(this.antes, event.amount);
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
      this.last.text.includes(t("log.buys-up", { who: event.who ?? "" }))
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
