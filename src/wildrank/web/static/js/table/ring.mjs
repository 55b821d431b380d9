/**
 * The clock as it is seen: a ring round the portrait of who is waited for, which empties
 * clockwise. Where the server tells no limit there is no ring.
 * @module
 */
import { html } from "../base/lib.mjs";
import { LATE_S } from "./alert.mjs";
import { clockEnds, hand } from "../base/store.mjs";
import { useSeconds } from "../base/timing.mjs";

const SOON_S = 15;

/** @param {{ chair: number }} props */
export function Ring({ chair }) {
  const turn = hand.value?.turn;
  const limit = turn?.chair === chair ? (turn.limit ?? 0) : 0;
  const left = Math.min(limit, useSeconds(limit ? clockEnds.value : 0));
  if (!limit || !clockEnds.value) return null;
  const gone = 100 * (1 - left / limit);
  return html`<svg class=${`ring ${toneOf(left)}`} viewBox="0 0 48 48" aria-hidden="true"
    data-testid="ring" data-left=${left}>
    <circle class="ring-track" cx="24" cy="24" r="21.5" />
    <circle class="ring-left" cx="24" cy="24" r="21.5" pathLength="100"
      stroke-dasharray=${`0 ${gone} ${100 - gone} 0`} /></svg>`;
}

/** How urgent it is. @param {number} left seconds */
export const toneOf = (left) => (left < LATE_S ? "late" : left < SOON_S ? "soon" : "calm");
