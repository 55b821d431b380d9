/**
 * What is still to be seen when a hand is over: the viewer's own cards, shown to everybody, and the
 * board that did not come, where that is the custom.
 * @module
 */
import { computed, html } from "../base/lib.mjs";
import { CardText } from "./cards.mjs";
import { t } from "../base/lang.mjs";
import { events, game, hand, live, mySeat } from "../base/store.mjs";
import { send } from "../base/wire.mjs";

/** The viewer's own cards that the others have not seen. */
export const hiddenCards = computed(() => {
  const seat = mySeat.value;
  const number = hand.value?.number;
  if (!seat || !hand.value?.over || seat.shown) return [];
  const shown = events.value.filter(
    (event) => event.what === "revealed" && event.hand === number && event.chair === seat.chair,
  );
  const seen = shown.flatMap((event) => event.cards);
  return seat.down.filter((card) => !seen.includes(card));
});

/** Whether there are undealt board cards that may be opened. */
export const canRabbit = computed(() => {
  const now = hand.value;
  if (!now?.over || !mySeat.value || !live.value?.customs?.rabbit || now.rabbit?.length) return false;
  return !!game.value?.streets.some((street, at) => at > now.street && street.board > 0);
});

export function AfterHand() {
  const cards = hiddenCards.value;
  if (!cards.length && !canRabbit.value) return null;
  const show = (/** @type {string[]} */ some) => () => send({ type: "reveal", cards: some });
  return html`<p class="after-hand" data-testid="after-hand">
    ${cards.length > 0 && html`<span class="muted" aria-hidden="true">${t("after.show")}</span>`}
    ${cards.map(
      (card) => html`<button key=${card} class="plain" data-testid="reveal-card" data-code=${card}
        onClick=${show([card])}><span class="unseen">${t("after.show")} </span>
        <${CardText} text=${card} /></button>`,
    )}
    ${
      cards.length > 1 &&
      html`<button class="plain" data-testid="reveal-all" onClick=${show(cards)}>
      ${t("after.show-all")}</button>`
    }
    ${
      canRabbit.value &&
      html`<button class="plain" data-testid="rabbit" onClick=${() => send({ type: "rabbit" })}>
      ${t("after.rabbit")}</button>`
    }</p>`;
}
