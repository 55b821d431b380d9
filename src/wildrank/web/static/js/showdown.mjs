/**
 * The end of a hand: who gets which pot and half, the five cards that count, and what each wild
 * stands for.
 * @module
 */
import { computed, html } from "./lib.mjs";
import { Card, CardText } from "./cards.mjs";
import { hand, lit, mySeat, nameOf, view } from "./store.mjs";
import { t } from "./words.mjs";

/** @typedef {import("./types.mjs").Award} Award */
/** @typedef {import("./types.mjs").ShownHand} ShownHand */
/** @typedef {import("./types.mjs").ValueView} ValueView */

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
  return html`<section class="showdown" data-testid="showdown" aria-label=${t.showdown}>
    <h2>${results.hands.length ? t.showdown : t.handResult}</h2>
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
    ${results.hands.length === 0 && html`<p class="muted">${t.allFolded}</p>`}
    <ul class="shown-hands">${ordered(results).map(
      (shown) => html`<${HandRow} key=${shown.chair}
      shown=${shown} awards=${results.awards} />`,
    )}</ul>
  </section>`;
}

/** Who won with what against whom, and what the hand brought the viewer. */
function Why(/** @type {{ results: import("./types.mjs").Results }} */ { results }) {
  const net = mySeat.value?.net;
  return html`<div class="why">
    ${whyLines(results).map((line) => html`<p key=${line} data-testid="why"><${CardText}
      text=${line} /></p>`)}
    ${typeof net === "number" && html`<p class="my-net" data-testid="my-net">${t.myNet(net)}</p>`}
  </div>`;
}

/** The words of a value without kickers, and without what wilds play as. */
const shortly = (/** @type {ValueView} */ value) => value.words.split(/[,;]/)[0];
const fully = (/** @type {ValueView} */ value) => value.words.split(";")[0];

/**
 * Return for each pot and half why it was won: the best hand and the next one, with kickers where
 * they are of one kind.
 * @param {import("./types.mjs").Results} results
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
    const half = divided ? t.halves[award.half] : "";
    if (won.length > 1) return [t.splitWith(won.map(nameOf), award.amount, half, fully(best))];
    const next = award.beat ?? null;
    const worse = next === null ? null : of(next);
    const alike = worse && worse.category === best.category;
    const say = alike ? fully : shortly;
    return [
      t.beats(
        nameOf(won[0]),
        award.amount,
        half,
        say(best),
        next === null ? "" : nameOf(next),
        worse ? say(worse) : "",
      ),
    ];
  });
}

/**
 * Return where every chip went.
 * @param {import("./types.mjs").Results} results
 * @param {boolean} many
 */
export function awardLines(results, many) {
  const pots = [...new Set(results.awards.map((award) => award.pot))].sort((a, b) => a - b);
  const lines = pots.map((pot) =>
    t.awardLine(
      results.awards.filter((one) => one.pot === pot),
      many,
      nameOf,
    ),
  );
  const both =
    results.awards.some((award) => award.half === "low") ||
    results.hands.some((shown) => shown.low);
  const winners = new Set(
    results.awards.flatMap((award) => award.shares.map((share) => share.chair)),
  );
  if (results.no_low) lines.push(t.noLow);
  else if (both && winners.size === 1) lines.push(t.scoop(nameOf([...winners][0])));
  for (const one of results.returned) lines.push(t.returned(nameOf(one.chair), one.amount));
  return lines;
}

/** @param {import("./types.mjs").Results} results */
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
  return html`<div class="tabs" role="group" aria-label=${t.showdown}>${awards.map(
    (award, at) => html`<button key=${at}
    class=${`quiet ${at === lit.value ? "on" : ""}`}
      aria-pressed=${at === lit.value ? "true" : "false"} data-testid="award-tab"
    onClick=${() => (lit.value = at)}>${t.awardTab(award, many)}</button>`,
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
        ${t.wild}: ${t.list(shown.wild.map(t.ranks))}</span>`
      }
      ${
        typeof net === "number" &&
        html`<span class=${`net ${net > 0 ? "plus" : ""}`}>
        ${t.net(net)}</span>`
      }</p>
    <${Five} value=${shown.high} head=${split ? t.high : ""} wins=${wins(["whole", "high"])}
      wild=${shown.wild} />
    ${
      split &&
      html`<${Five} value=${shown.low} head=${t.low} wins=${wins(["whole", "low"])}
      wild=${shown.wild} />`
    }
  </li>`;
}

/** @param {{ value: ValueView | null, head: string, wins: boolean, wild: string[] }} props */
function Five({ value, head, wins, wild }) {
  if (!value) return null;
  const playsAs = (/** @type {string} */ code) =>
    value.plays[code] && value.plays[code] !== code ? `= ${value.plays[code]}` : undefined;
  return html`<div class=${`five ${wins ? "wins" : ""}`} data-half=${head || "whole"}>
    <div class="five-cards">${value.cards.map(
      (code) => html`<${Card} key=${code} code=${code} mini wild=${wild.includes(code[0])}
      note=${playsAs(code)} />`,
    )}</div>
    <p class="five-words">${head && html`<span class="have-head">${head}</span> `}<${CardText}
      text=${value.words} /></p>
  </div>`;
}
