/**
 * The end of a hand: who gets which pot and half, the five cards that count, and what each wild
 * stands for.
 * @module
 */
import { computed, html } from "../base/lib.mjs";
import { Card, CardText } from "./cards.mjs";
import { highWords, lowWords, rankPlurals } from "./hand-words.mjs";
import { list, t } from "../base/lang.mjs";
import { hand, lit, mySeat, nameOf, view } from "../base/store.mjs";
import { awardLine, awardTab, netWord, netWords } from "../base/words.mjs";

/** @typedef {import("../base/types.mjs").Award} Award */
/** @typedef {import("../base/types.mjs").ShownHand} ShownHand */
/** @typedef {import("../base/types.mjs").ValueView} ValueView */

/** @param {ShownHand | undefined} shown @param {string} half @returns {ValueView | null} */
const valueOf = (shown, half) => (half === "low" ? shown?.low : shown?.high) ?? null;

/** Which cards the chosen award lights; null outside a showdown. */
export const litNow = computed(() => {
  const results = hand.value?.results;
  if (!hand.value?.over || !results?.hands.length || !results.awards.length) return null;
  const award = results.awards[lit.value] ?? results.awards[0];
  const winners = award.shares
    .map((share) => results.hands.find((one) => one.chair === share.chair))
    .filter((one) => !!one);
  const values = new Map(winners.map((one) => [one.chair, valueOf(one, award.half)]));
  const only = winners.length === 1 ? winners[0] : null;
  const board = new Set(winners.flatMap((one) => values.get(one.chair)?.cards ?? []));
  return {
    board,
    wild: only?.wild ?? [],
    plays: (only && values.get(only.chair)?.plays) || {},
    cardsOf: (/** @type {number} */ chair) => new Set(values.get(chair)?.cards ?? []),
  };
});

export function Showdown() {
  const now = hand.value;
  const results = now?.results;
  if (view.value?.phase !== "showdown" || !now || !results) return null;
  const many = new Set(results.awards.map((award) => award.pot)).size > 1;
  return html`<section class="showdown" data-testid="showdown" tabindex="0"
    aria-label=${t("result.showdown")}>
    <h2>${results.hands.length ? t("result.showdown") : t("result.result")}</h2>
    <${Why} results=${results} />
    <ul class="award-lines">${awardLines(results, many).map(
      (line) => html`<li key=${line}
      data-testid="award-line">${line}</li>`,
    )}</ul>
    ${
      results.hands.length > 0 &&
      results.awards.length > 1 &&
      html`<${Tabs}
      awards=${results.awards} many=${many} />`
    }
    ${results.hands.length === 0 && html`<p class="muted">${t("result.folded")}</p>`}
    <ul class="shown-hands">${ordered(results).map(
      (shown) => html`<${HandRow} key=${shown.chair}
      shown=${shown} awards=${results.awards} />`,
    )}</ul>
  </section>`;
}

/** Who won with what against whom, and what the hand brought the viewer. */
function Why(/** @type {{ results: import("../base/types.mjs").Results }} */ { results }) {
  const net = mySeat.value?.net;
  return html`<div class="why">
    ${whyLines(results).map((line) => html`<p key=${line} data-testid="why"><${CardText}
      text=${line} /></p>`)}
    ${typeof net === "number" && html`<p class="my-net" data-testid="my-net">${netWords(net)}</p>`}
  </div>`;
}

/**
 * Return for each pot and half why it was won: the best hand and the next one, with kickers where
 * they are of one kind.
 * @param {import("../base/types.mjs").Results} results
 */
export function whyLines(results) {
  return results.awards.flatMap((award) => {
    const of = (/** @type {number} */ chair) =>
      valueOf(
        results.hands.find((one) => one.chair === chair),
        award.half,
      );
    const won = award.shares.map((share) => share.chair);
    const best = of(won[0]);
    if (!best) return [];
    const divided = results.awards.some((one) => one.pot === award.pot && one.half === "low");
    const prize = t(`why.${divided ? award.half : "whole"}`, { amount: award.amount });
    const say = (/** @type {ValueView} */ value, /** @type {"kickers" | "short"} */ length) =>
      award.half === "low" ? lowWords(value) : highWords(value, length);
    const who = list(won.map(nameOf));
    if (won.length > 1) return [t("why.split", { who, prize, hand: say(best, "kickers") })];
    const next = award.beat ?? null;
    const worse = next === null ? null : of(next);
    const length = worse?.category === best.category ? "kickers" : "short";
    const hand = say(best, length);
    if (next === null || !worse) return [t("why.wins", { who, prize, hand })];
    return [
      t("why.beats", { who, prize, hand, loser: nameOf(next), worse: say(worse, length) }),
    ];
  });
}

/**
 * Return where every chip went.
 * @param {import("../base/types.mjs").Results} results
 * @param {boolean} many
 */
export function awardLines(results, many) {
  const pots = [...new Set(results.awards.map((award) => award.pot))].sort((a, b) => a - b);
  const lines = pots.map((pot) =>
    awardLine(
      results.awards.filter((one) => one.pot === pot),
      many,
    ),
  );
  const both =
    results.awards.some((award) => award.half === "low") ||
    results.hands.some((shown) => shown.low);
  const winners = new Set(
    results.awards.flatMap((award) => award.shares.map((share) => share.chair)),
  );
  if (results.no_low) lines.push(t("result.no-low"));
  else if (both && winners.size === 1) lines.push(t("result.both-ways", { who: nameOf([...winners][0]) }));
  for (const one of results.returned) lines.push(t("result.returned", { who: nameOf(one.chair), amount: one.amount }));
  return lines;
}

/** @param {import("../base/types.mjs").Results} results */
function ordered(results) {
  const won = (/** @type {ShownHand} */ shown) =>
    results.awards.reduce(
      (sum, award) => sum + (award.shares.find((one) => one.chair === shown.chair)?.amount ?? 0),
      0,
    );
  return [...results.hands].sort((a, b) => won(b) - won(a));
}

/** @param {{ awards: Award[], many: boolean }} props */
function Tabs({ awards, many }) {
  return html`<div class="tabs" role="group" aria-label=${t("result.showdown")}>${awards.map(
    (award, at) => html`<button key=${at}
    class=${`quiet ${at === lit.value ? "on" : ""}`}
      aria-pressed=${at === lit.value ? "true" : "false"} data-testid="award-tab"
    onClick=${() => (lit.value = at)}>${awardTab(award, many)}</button>`,
  )}</div>`;
}

/** @param {{ shown: ShownHand, awards: Award[] }} props */
function HandRow({ shown, awards }) {
  const wins = (/** @type {string[]} */ halves) =>
    awards.some(
      (award) =>
        halves.includes(award.half) && award.shares.some((share) => share.chair === shown.chair),
    );
  const net = hand.value?.seats.find((seat) => seat.chair === shown.chair)?.net;
  const split = !!shown.low;
  return html`<li class="shown-hand" data-testid="shown-hand" data-chair=${shown.chair}>
    <p class="shown-head"><strong>${nameOf(shown.chair)}</strong>
      ${
        shown.wild.length > 0 &&
        html`<span class="wild-word">
        ${t("card.wild-ranks", { ranks: rankPlurals(shown.wild) })}</span>`
      }
      ${
        typeof net === "number" &&
        html`<span class=${`net ${net > 0 ? "plus" : ""}`}>
        ${netWord(net)}</span>`
      }</p>
    <${Five} value=${shown.high} half=${split ? "high" : "whole"}
      wins=${wins(["whole", "high"])} wild=${shown.wild} />
    ${
      split &&
      html`<${Five} value=${shown.low} half="low" wins=${wins(["whole", "low"])}
      wild=${shown.wild} />`
    }
  </li>`;
}

/**
 * @param {{ value: ValueView | null, half: Award["half"], wins: boolean, wild: string[] }} props
 */
function Five({ value, half, wins, wild }) {
  if (!value) return null;
  const playsAs = (/** @type {string} */ code) =>
    value.plays[code] && value.plays[code] !== code ? `= ${value.plays[code]}` : undefined;
  return html`<div class=${`five ${wins ? "wins" : ""}`} data-half=${half}>
    <div class="five-cards">${value.cards.map(
      (code) => html`<${Card} key=${code} code=${code} mini wild=${wild.includes(code[0])}
      note=${playsAs(code)} />`,
    )}</div>
    <p class="five-words">${
      half !== "whole" && html`<span class="have-head">${t(`result.${half}`)}</span> `
    }<${CardText} text=${half === "low" ? lowWords(value) : highWords(value)} /></p>
  </div>`;
}
