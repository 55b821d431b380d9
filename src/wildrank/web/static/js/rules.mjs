/**
 * The rule card of the game being played, and the list of keys.
 * @module
 */
import { html } from "./lib.mjs";
import { Badges } from "./call.mjs";
import { Modal } from "./modal.mjs";
import { game, hand, panel, view } from "./store.mjs";
import { rulesWords } from "./rules-words.mjs";
import { t } from "./words.mjs";

const shut = () => (panel.value = "");

export function RulesDialog() {
  const info = game.value;
  if (panel.value !== "rules" || !info) return null;
  const called = view.value?.called;
  return html`<${Modal} open title=${info.name} class="rules-modal" testid="rules-dialog"
    onClose=${shut}>
    <p class="modal-lead">${info.summary}</p>
    <${Badges} info=${info} />
    ${
      called &&
      html`<h3>${t.thisHand}</h3>
      <ul class="announced"><li>${called.stakes}</li>${called.lines.map(
        (line) => html`<li
        key=${line}>${line}</li>`,
      )}</ul>`
    }
    <${Minute} slug=${info.slug} />
    <h3>${t.howDealt}</h3>
    <ol class="deal-steps">${info.streets.map(
      (
        street,
        at,
      ) => html`<li key=${at} class=${!hand.value?.over && hand.value?.street === at ? "now" : ""}>
      <strong>${street.name}</strong><span>${dealt(street)}</span></li>`,
    )}</ol>
    <p class="modal-lead">${t.thenBet}</p>
    <${Hands} info=${info} />
    <p class="source"><strong>${t.source}</strong> ${info.source}</p>
  <//>`;
}

/** @param {{ slug: string }} props */
function Minute({ slug }) {
  const steps = rulesWords.minute(slug);
  if (!steps.length) return null;
  return html`<h3>${rulesWords.minuteTitle}</h3>
    <ol class="minute" data-testid="minute">${steps.map(
      (step) => html`<li key=${step}>${step}</li>`,
    )}</ol>`;
}

/** How hands rank, five of a kind where it was announced. @param {{ info: any }} props */
function Hands({ info }) {
  const key = "five-of-a-kind";
  /** @type {import("./types.mjs").Option[]} */
  const { options } = info;
  const usual = options.find((one) => one.key === key)?.default ?? "";
  const five = view.value?.called?.settings[key] ?? usual;
  return html`<h3>${rulesWords.handsTitle}</h3>
    <ol class="hand-ranks" data-testid="hand-ranks">${rulesWords
      .hands(info.has_wilds, five)
      .map(
        ([name, what]) => html`<li key=${name}><strong>${name}</strong>
          <span>${what}</span></li>`,
      )}
    </ol>
    <p class="muted">${rulesWords.suits}</p>`;
}

/** @param {import("./types.mjs").GameInfo["streets"][number]} street */
export function dealt(street) {
  const parts = [];
  if (street.down) parts.push(t.down(street.down) + (street.buyable ? `, ${t.buyable}` : ""));
  if (street.up) parts.push(t.up(street.up));
  if (street.board) parts.push(t.board(street.board));
  return parts.join(", ");
}

export function KeysDialog() {
  if (panel.value !== "keys") return null;
  return html`<${Modal} open title=${t.keys} class="keys-modal" testid="keys-dialog"
    onClose=${shut}>
    <dl class="key-list">${t.keyList.map(
      ([key, what]) => html`<div key=${key}><dt><kbd>
      ${key}</kbd></dt><dd>${what}</dd></div>`,
    )}</dl>
  <//>`;
}
