/**
 * Games and what the dealer announces, in words. A game, a street or an option that the page has
 * no words for is called as the server calls it.
 * @module
 */
import { t, tOr } from "../base/lang.mjs";

/** @typedef {import("../base/types.mjs").Called} Called */
/** @typedef {import("../base/types.mjs").GameInfo} GameInfo */
/** @typedef {import("../base/types.mjs").Option} Option */
/** @typedef {Record<string, string>} Words */

/** @param {{ slug: string, name: string }} game */
export const gameTitle = ({ slug, name }) => tOr(`game.${slug}`, name);

/** @param {GameInfo} game */
export const gameSummary = ({ slug, summary }) => tOr(`game.${slug}.summary`, summary);

/** @param {string} name */
export const streetWord = (name) => tOr(`street.${name.replaceAll(" ", "-")}`, name);

/** @param {Option} option */
export const optionLabel = ({ key, label }) => tOr(`option.${key}`, label);

/** @param {Option} option */
export const optionHelp = ({ key, help = "" }) => tOr(`option.${key}.help`, help);

/** @param {string} key @param {string} word */
export const choiceWord = (key, word) =>
  tOr(`choice.${key}.${word}`, tOr(`choice.word.${word}`, word.replaceAll("-", " ")));

/**
 * Return for how much a hand is played, in parts: `2/4 fixed limit`, `three raises`.
 * @param {Called} called
 */
export function stakesParts({ announced, stakes }) {
  if (!announced) return stakes.split(", ");
  const { limit, "small-bet": small, "big-bet": big, "raise-cap": cap } = announced;
  if (limit !== "fixed") return [t(`stakes.${limit}`), t("stakes.smallest", { small })];
  const raises =
    cap === "none"
      ? t("stakes.no-cap")
      : t("stakes.raises", { n: Number(cap), number: tOr(`number.${cap}`, cap) });
  return [t("stakes.fixed", { small, big }), raises];
}

/**
 * Return what the dealer said besides, one line a matter, as far as it concerns the game.
 * @param {Called} called
 * @param {GameInfo | null} game
 */
export function announcedLines({ announced, lines }, game) {
  if (!announced || !game) return lines;
  return [
    ...forced(announced),
    ...betting(announced, game),
    ...(game.has_buy ? buying(announced, game) : []),
    ...ranking(announced, game),
    ...showing(announced, game),
  ];
}

/** @param {Words} said @param {string} key */
const on = (said, key) => said[key] === "true";

/** @param {Words} said */
function* forced({ ante, "ante-by": by, blinds }) {
  if (ante !== "0") yield t(`said.ante.${by}`, { amount: ante });
  if (blinds !== "none")
    yield blinds.includes("/")
      ? t("said.blinds", { amounts: blinds })
      : t("said.blind", { amount: blinds });
  if (ante === "0" && blinds === "none") yield t("said.nothing-forced");
}

/** @param {Words} said @param {GameInfo} game */
function* betting(said, game) {
  if (said.limit === "fixed") {
    const from = game.streets[Number(said["big-bet-from"]) - 1];
    if (from && Number(said["big-bet"]) > Number(said["small-bet"]))
      yield t("said.big-bets", { street: streetWord(from.name) });
    const capped = said["raise-cap"] !== "none";
    const alone = said["heads-up-cap"];
    if (capped && alone !== "lifted") yield t(`said.heads-up-cap.${alone}`);
    if (capped && said["cap-active"] === "all") yield t("said.cap-active");
    if (said["short-all-in"] === "full") yield t("said.short-all-in");
  }
  if (said.blinds !== "none" && !on(said, "blind-counts")) yield t("said.blind-counts");
  if (on(said, "bomb-pot")) yield t("said.bomb-pot");
  if (on(said, "free-fold")) yield t("said.free-fold");
}

/** @param {Words} said @param {GameInfo} game */
function* buying(said, game) {
  const street = game.streets.find((one) => one.buyable)?.name ?? "";
  const called = streetWord(street);
  const card = street.endsWith("card") ? called : t("said.card-of", { street: called });
  const price = said["third-card-price"];
  yield price === "0" ? t("said.price-free", { card }) : t("said.price", { card, price });
  const order = said["buy-order"];
  if (order !== "in-turn") yield t(`said.buy-order.${order}`, { card });
  if (on(said, "peek")) yield t("said.peek", { card });
  if (on(said, "all-in-buys")) yield t("said.all-in-buys");
  if (said["price-pot"] === "main") yield t("said.price-pot");
}

/** @param {Words} said @param {GameInfo} game */
function* ranking(said, game) {
  if (game.options.some((one) => one.key === "ace-in-hole"))
    yield t(`said.ace-in-hole.${said["ace-in-hole"]}`);
  if (game.has_wilds) {
    yield t(`said.five-of-a-kind.${said["five-of-a-kind"]}`);
    if (on(said, "double-ace")) yield t("said.double-ace");
    if (on(said, "naturals-first")) yield t("said.naturals-first");
  }
  if (!game.has_low) return;
  const most = said["low-qualifier"];
  yield most === "none" ? t("said.low-any") : t("said.low", { most });
  if (said["same-winners"] === "per-half") yield t("said.same-winners");
}

/** @param {Words} said @param {GameInfo} game */
function* showing(said, game) {
  if (said.showdown !== "all-in") yield t(`said.showdown.${said.showdown}`);
  if (said["odd-chip"] === "high-card") yield t("said.odd-chip");
  const burns = game.options.find((one) => one.key === "burns")?.default ?? "false";
  if (said.burns !== burns) yield t(`said.burns.${said.burns}`);
  const first = game.options.find((one) => one.key === "heads-up")?.default;
  if (said["heads-up"] !== first) yield t(`said.heads-up.${said["heads-up"]}`);
}
