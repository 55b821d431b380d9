/**
 * The middle of the table: pot, side pots, board and where in the deal the hand is.
 * @module
 */
import { html } from "../base/lib.mjs";
import { streetWord } from "./call-words.mjs";
import { Card, Slot } from "./cards.mjs";
import { list, t } from "../base/lang.mjs";
import { Chips } from "./seat.mjs";
import { litNow } from "./showdown.mjs";
import { game, hand, nameOf } from "../base/store.mjs";
import { potWord } from "../base/words.mjs";

/** @param {number[]} chairs */
const potFor = (chairs) => t("pot.for", { names: list(chairs.map(nameOf)) });

export function Pots() {
  const now = hand.value;
  if (!now) return null;
  const total =
    now.over && now.results
      ? now.results.awards.reduce((sum, one) => sum + one.amount, 0)
      : now.pot;
  return html`<div class="pots">
    <p class="pot" data-testid="pot" data-amount=${total}><span class="pot-word">
      ${t("pot.pot")}</span> <${Chips} amount=${total} /></p>
    ${
      now.pots.length > 1 &&
      html`<ul class="side-pots">${now.pots.map(
        (
          pot,
          at,
        ) => html`<li key=${at} data-testid="side-pot" title=${potFor(pot.chairs)}>
        ${potWord(at)} <strong>${pot.amount}</strong>
        ${at > 0 && html`<span class="pot-for">${potFor(pot.chairs)}</span>`}</li>`,
      )}</ul>`
    }
  </div>`;
}

export function Board() {
  const now = hand.value;
  if (!now) return null;
  const all =
    game.value?.streets.reduce((sum, street) => sum + street.board, 0) ?? now.board.length;
  const rabbit = now.rabbit ?? [];
  const lit = litNow.value;
  const wilds = lit ? lit.wild : (now.mine?.wild ?? []);
  const lights = lit?.board;
  const light = (/** @type {string} */ code) => (lights ? (lights.has(code) ? "lit" : "dim") : "");
  return html`<div class="board">
    ${now.board.map(
      (code) => html`<${Card} key=${code} code=${code} testid="board-card"
        wild=${wilds.includes(code[0])}
      note=${lit?.plays[code] ? t("card.as", { card: lit.plays[code] }) : undefined}
        class=${light(code)} />`,
    )}
    ${rabbit.map(
      (code) => html`<${Card} key=${code} code=${code} testid="rabbit-card" class="rabbit"
        say=${t("after.rabbit-card")} />`,
    )}
    ${Array.from(
      { length: Math.max(0, all - now.board.length - rabbit.length) },
      (_, at) => html`<${Slot}
      key=${`slot${at}`} />`,
    )}
  </div>`;
}

export function Streets() {
  const now = hand.value;
  if (!now || now.over) return null;
  const name = streetWord(now.streets[now.street] ?? "");
  return html`<p class="streets"><span class="unseen">
    ${t("street.of", { at: now.street + 1, all: now.streets.length, street: name })}</span>
    <span class="dots" aria-hidden="true">${now.streets.map(
      (one, at) =>
        html`<span key=${at} title=${streetWord(one)}
          class=${at === now.street ? "dot now" : at < now.street ? "dot done" : "dot"}></span>`,
    )}</span>
    <span aria-hidden="true">${name}</span>
  </p>`;
}
