/**
 * One player's place at the table: plate, cards, chips in front, button and one status word.
 * Where it stands is decided by `layout.mjs`.
 * @module
 */
import { html } from "../base/lib.mjs";
import { Card } from "./cards.mjs";
import { ChanceMark } from "./chances.mjs";
import { t, tOr } from "../base/lang.mjs";
import { Ring } from "./ring.mjs";
import { lastWords, netWord } from "../base/words.mjs";

/** @typedef {import("../base/types.mjs").SeatView} SeatView */
/** @typedef {import("../base/types.mjs").Chair} Chair */

/** @param {string} name */
function hue(name) {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + letter.charCodeAt(0)) % 997;
  return sum % 8;
}

/** The portrait, with the clock round it. @param {{ name: string, chair: number }} props */
export function Avatar({ name, chair }) {
  return html`<span class="portrait" aria-hidden="true"><span
    class=${`avatar hue-${hue(name)}`}>${[...name][0]?.toUpperCase()}</span><${Ring}
    chair=${chair} /></span>`;
}

/** @param {{ amount: number, class?: string }} props */
export function Chips({ amount, class: more = "" }) {
  return html`<span class=${`chips ${more}`}>
    <svg class="chip" viewBox="0 0 24 24" aria-hidden="true">
      <circle class="chip-edge" cx="12" cy="12" r="11" /><circle class="chip-dash" cx="12" cy="12"
        r="9" />
      <circle class="chip-core" cx="12" cy="12" r="6" />
    </svg><span>${amount}</span></span>`;
}

export function Button() {
  return html`<span class="dealer" title=${t("seat.button")} role="img"
    aria-label=${t("seat.button")}>D</span>`;
}

/**
 * Return the one status of a seat: a class and a word.
 * @param {Chair} chair
 * @param {SeatView | null} seat
 * @param {{ turn: import("../base/types.mjs").Turn | null, over: boolean, calling: boolean,
 *   dealt: boolean }} now `dealt`: a hand is being played or just over
 * @returns {[string, string]}
 */
export function statusOf(chair, seat, now) {
  if (now.calling) return ["turn", t("status.calling")];
  if (!seat) {
    if (chair.status === "away") return ["away", t("status.away")];
    if (chair.status === "out") return ["away", t("status.out")];
    return now.dealt && chair.status === "waiting" ? ["away", t("status.waiting")] : ["", ""];
  }
  if (now.turn && now.turn.kind !== "deal" && now.turn.chair === chair.chair) {
    return ["turn", t(`status.${now.turn.kind}`)];
  }
  if (now.over && seat.net !== null && seat.net > 0) return ["winner", netWord(seat.net)];
  if (seat.folded) return ["folded", t("status.folded")];
  if (seat.mucked) return ["folded", t("status.mucked")];
  if (now.over && seat.net !== null) return ["result", netWord(seat.net)];
  if (seat.all_in) return ["all-in", t("status.all-in")];
  if (chair.status === "away") return ["away", t("status.away")];
  return ["", seat.last ? lastWords(seat.last) : ""];
}

/** The mark of who posted a blind. @param {SeatView | null} seat */
export const postWord = (seat) =>
  seat?.post ? tOr(`post.${seat.post.replaceAll(" ", "-")}`, "") : "";

/** Chips that come with the next hand. @param {{ chair: Chair }} props */
export function More({ chair: { more = 0 } }) {
  if (!more) return null;
  return html`<span class="more" title=${t("chips.queued", { n: more })}>+${more}<span class="unseen">
    ${t("chips.queued", { n: more })}</span></span>`;
}

/**
 * @param {object} props
 * @param {Chair} props.chair
 * @param {SeatView | null} props.seat
 * @param {Record<string, string>} props.place custom properties of the position
 * @param {[string, string]} props.status
 * @param {boolean} props.button
 * @param {Set<string> | null} props.litCards cards that count, at showdown
 */
export function Seat({ chair, seat, place, status, button, litCards }) {
  const [kind, words] = status;
  const dim = (/** @type {string} */ code) =>
    litCards ? (litCards.has(code) ? "lit" : "dim") : "";
  const wild = (/** @type {string} */ code) => !!seat?.wild.includes(code[0]);
  const name = chair.name ?? "";
  const mark = postWord(seat);
  return html`<li class=${`seat ${kind} ${place["--top"] ? "at-top" : ""}`} style=${place}
    data-testid=${`seat-${chair.chair}`} data-status=${kind}>
    <div class="seat-cards">
      ${
        seat &&
        !seat.folded &&
        !seat.mucked && [
          ...seat.down.map(
            (code, at) =>
              html`<${Card} key=${`d${at}${code}`} code=${code} mini wild=${wild(code)}
                class=${dim(code)} />`,
          ),
          ...seat.up.map(
            (code, at) =>
              html`<${Card} key=${`u${at}${code}`} code=${code} mini wild=${wild(code)}
                class=${`up ${dim(code)}`} say=${t("card.face-up")} />`,
          ),
        ]
      }
    </div>
    <div class="plate">
      <${Avatar} name=${name} chair=${chair.chair} />
      <span class="who"><span class="name">${name}</span>
        <span class="stack">${seat?.stack ?? chair.stack ?? 0}${
          mark &&
          html`<span class="post">
          ${mark}</span>`
        }<${More} chair=${chair} /></span></span>
      ${button && html`<${Button} />`}<${ChanceMark} chair=${chair.chair} />
    </div>
    <div class="seat-foot"><span class="status" aria-hidden=${words ? undefined : "true"}>
      ${words}</span>
      ${!!seat?.bet && html`<${Chips} amount=${seat.bet} class="bet" />`}</div>
  </li>`;
}
