/**
 * The middle of the table: pot, side pots, board and where in the deal the hand is.
 * @module
 */
import { html } from "./lib.mjs";
import { Card, Slot } from "./cards.mjs";
import { Chips } from "./seat.mjs";
import { litNow } from "./showdown.mjs";
import { game, hand, nameOf } from "./store.mjs";
import { t } from "./words.mjs";

export function Pots() {
  const now = hand.value;
  if (!now) return null;
  const total =
    now.over && now.results
      ? now.results.awards.reduce((sum, one) => sum + one.amount, 0)
      : now.pot;
  return html`<div class="pots">
    <p class="pot" data-testid="pot" data-amount=${total}><span class="pot-word">
      ${t.pot}</span> <${Chips} amount=${total} /></p>
    ${
      now.pots.length > 1 &&
      html`<ul class="side-pots">${now.pots.map(
        (
          pot,
          at,
        ) => html`<li key=${at} data-testid="side-pot" title=${t.potFor(pot.chairs.map(nameOf))}>
        ${t.potOf(at)} <strong>${pot.amount}</strong>
        ${at > 0 && html`<span class="pot-for">${t.potFor(pot.chairs.map(nameOf))}</span>`}</li>`,
      )}</ul>`
    }
  </div>`;
}

export function Board() {
  const now = hand.value;
  if (!now) return null;
  const all =
    game.value?.streets.reduce((sum, street) => sum + street.board, 0) ?? now.board.length;
  const lit = litNow.value;
  const wilds = lit ? lit.wild : (now.mine?.wild ?? []);
  const lights = lit?.board;
  const light = (/** @type {string} */ code) => (lights ? (lights.has(code) ? "lit" : "dim") : "");
  return html`<div class="board">
    ${now.board.map(
      (code) => html`<${Card} key=${code} code=${code} testid="board-card"
        wild=${wilds.includes(code[0])}
      note=${lit?.plays[code] ? t.playsAs(lit.plays[code]) : undefined}
        class=${light(code)} />`,
    )}
    ${Array.from(
      { length: Math.max(0, all - now.board.length) },
      (_, at) => html`<${Slot}
      key=${`slot${at}`} />`,
    )}
  </div>`;
}

export function Streets() {
  const now = hand.value;
  if (!now || now.over) return null;
  const name = now.streets[now.street] ?? "";
  return html`<p class="streets"><span class="unseen">
    ${t.streetOf(now.street + 1, now.streets.length, name)}</span>
    <span class="dots" aria-hidden="true">${now.streets.map(
      (one, at) =>
        html`<span key=${at} title=${one}
          class=${at === now.street ? "dot now" : at < now.street ? "dot done" : "dot"}></span>`,
    )}</span>
    <span aria-hidden="true">${name}</span>
  </p>`;
}
