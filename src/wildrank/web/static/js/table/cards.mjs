/**
 * Playing cards drawn by us: one big index in two corners, suits as paths, wilds outlined in
 * gold, badged and named. It must not know the game: who finds a card wild is decided outside.
 * @module
 */
import { html } from "../base/lib.mjs";
import { cardWord } from "./hand-words.mjs";
import { t } from "../base/lang.mjs";
import { settings } from "../settings/settings.mjs";

/** Suits in a box of 32 x 32. @type {Record<string, string>} */
const SUIT_PATHS = {
  s: "M16 2C19 8 29 13 29 20a6.5 6.5 0 0 1-11 4.6c.3 2.4 1.3 4 3 5.4h-10c1.7-1.4 2.7-3 3-5.4A6.5 6.5 0 0 1 3 20C3 13 13 8 16 2z",
  h: "M16 29C9 23 2.5 17.5 2.5 10.8A6.8 6.8 0 0 1 9.3 4c3 0 5.3 1.6 6.7 4.2C17.4 5.6 19.7 4 22.7 4a6.8 6.8 0 0 1 6.8 6.8C29.5 17.5 23 23 16 29z",
  d: "M16 1.5C19 7.5 22.5 12 27 16c-4.5 4-8 8.5-11 14.5C13 24.5 9.5 20 5 16 9.5 12 13 7.5 16 1.5z",
  c: "M16 2.5a6.6 6.6 0 0 1 5.6 10.1A6.6 6.6 0 1 1 18 23.8c.3 2.5 1.3 4.4 3 6.2h-10c1.7-1.8 2.7-3.7 3-6.2A6.6 6.6 0 1 1 10.4 12.6 6.6 6.6 0 0 1 16 2.5z",
};

const EYE =
  "M2.4 12c.6-2 4.1-7 9.6-7s9 5 9.6 7c-.6 2-4.1 7-9.6 7s-9-5-9.6-7zM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z";
const EYE_OFF =
  "M4 4l16 16M9.9 5.2A10 10 0 0 1 12 5c5.5 0 9 5 9.6 7a12 12 0 0 1-2.6 3.8M6.3 7.4A12.5 12.5 0 0 0 2.4 12c.6 2 4.1 7 9.6 7a9.7 9.7 0 0 0 4.5-1.1M10 10a2.9 2.9 0 0 0 4 4";
/** The same line in several rows, so many units apart. @param {number} apart @param {string} line */
const rows = (apart, line) =>
  Array.from({ length: Math.floor(118 / apart) }, (_, at) => `M6 ${12 + apart * at}${line}`).join("");

/** The patterns of the backs, in a box of 6 to 94 by 6 to 134. @type {Record<string, string>} */
const BACKS = {
  red: "M6 38 38 6M6 70 70 6M6 102 94 14M6 134 94 46M38 134 94 78M70 134 94 110M62 6 94 38M30 6 94 70M6 14 94 102M6 46 94 134M6 78 62 134M6 110 30 134",
  blue: rows(13, "l11 10 11-10 11 10 11-10 11 10 11-10 11 10 11-10"),
  green: rows(12, `${"a11 11 0 0 0 22 0".repeat(4)}`),
  black: "M13 13h74v114H13zM20 20h60v100H20zM27 27h46v86H27z",
};

/** @param {string} code */
const face = (code) => (code[0] === "T" ? "10" : code[0]);

/**
 * A suit as a drawing.
 * @param {{ suit: string, class?: string }} props
 */
export function Suit({ suit, class: more = "" }) {
  return html`<svg class="suit suit-${suit} ${more}" viewBox="0 0 32 32" aria-hidden="true">
    <path d=${SUIT_PATHS[suit]} />
  </svg>`;
}

/** @param {string} code */
function corner(code) {
  return html`<text x="25" y="42" class=${code[0] === "T" ? "index ten" : "index"}>
    ${face(code)}</text>
    <path transform="translate(10.5 50) scale(0.9)" d=${SUIT_PATHS[code[1]]} />`;
}

/** @param {string} code */
function frontOf(code) {
  return html`<rect class="paper" x="1" y="1" width="98" height="138" rx="9" />
    <g class="ink">${corner(code)}</g>
    <g class="ink" transform="rotate(180 50 70)">${corner(code)}</g>`;
}

/** @param {string} code */
function miniOf(code) {
  return html`<rect class="paper" x="1" y="1" width="98" height="138" rx="12" />
    <g class="ink">
      <text x="50" y="70" class=${code[0] === "T" ? "index big ten" : "index big"}>
        ${face(code)}</text>
      <path transform="translate(24 78) scale(1.64)" d=${SUIT_PATHS[code[1]]} />
    </g>`;
}

function backOf() {
  return html`<rect class="paper" x="1" y="1" width="98" height="138" rx="10" />
    <rect class="back" x="6" y="6" width="88" height="128" rx="6" />
    <path class="lattice" d=${BACKS[settings.value.back]} />
    <circle class="seal" cx="50" cy="70" r="19" />
    <path class="seal-mark" d="M38 62l5.5 17L50 65l6.5 14L62 62" />`;
}

/**
 * One card.
 * @param {object} props
 * @param {string} props.code `Qd`, or `??` for a back
 * @param {boolean} [props.wild] whether to mark it as wild for the viewer
 * @param {boolean} [props.mini] the small drawing for other seats
 * @param {string} [props.note] a line below: what it plays as, or that it is face up
 * @param {string} [props.icon] `eye` marks a card all see, `eye-off` one hidden from the others
 * @param {string} [props.testid]
 * @param {string} [props.class]
 * @param {string} [props.say] added to the text for screen readers
 */
export function Card({
  code,
  wild = false,
  mini = false,
  note,
  icon,
  testid,
  class: more = "",
  say,
}) {
  const known = code !== "??";
  const label = [cardWord(code), wild && t("card.wild-for-you"), say].filter(Boolean).join(", ");
  const kind = ["card", mini && "mini", wild && "is-wild", !known && "is-back", more]
    .filter(Boolean)
    .join(" ");
  return html`<span class=${kind} role="img" aria-label=${label} data-testid=${testid}
      data-card=${code} data-wild=${wild ? "true" : "false"}>
    <svg class=${known ? `face ink-${code[1]}` : "face"} viewBox="0 0 100 140" aria-hidden="true">
      ${known ? (mini ? miniOf(code) : frontOf(code)) : backOf()}
    </svg>
    ${wild && html`<span class="wild-badge" aria-hidden="true">W</span>`}
    ${icon && html`<${Eye} open=${icon === "eye"} />`}
    ${
      ((wild && !mini) || note) &&
      html`<span class="card-note" aria-hidden="true">
        ${wild && !mini ? `${t("card.wild")} ` : ""}${note && html`<${CardText} text=${note} />`}</span>`
    }
  </span>`;
}

/**
 * Who sees a card: an open eye all, a crossed one only its owner.
 * @param {{ open: boolean }} props
 */
function Eye({ open }) {
  return html`<svg class=${open ? "eye open" : "eye"} viewBox="0 0 24 24" aria-hidden="true">
    <path d=${open ? EYE : EYE_OFF} />
  </svg>`;
}

/** An empty place for a board card that has not come yet. */
export function Slot() {
  return html`<span class="card slot" aria-hidden="true"></span>`;
}

const CARD_IN_TEXT = /\b([2-9TJQKA])([cdhs])\b/g;
const CARDS_IN_A_ROW = /\b[2-9TJQKA][cdhs](?= [2-9TJQKA][cdhs]\b)/g;

/**
 * Text in which `Qd` is drawn as rank and suit, and read aloud as words.
 * @param {{ text: string }} props
 */
export function CardText({ text }) {
  const parts = [];
  let from = 0;
  for (const match of text.matchAll(CARD_IN_TEXT)) {
    parts.push(text.slice(from, match.index));
    parts.push(html`<span class="inline-card ink-${match[2]}" role="img"
      aria-label=${cardWord(match[0])}
      ><span aria-hidden="true">${face(match[0])}</span><${Suit} suit=${match[2]} /></span>`);
    from = match.index + match[0].length;
  }
  parts.push(text.slice(from));
  return html`${parts}`;
}

/**
 * Return a text with its cards in words, for speech.
 * @param {string} text
 */
export function spoken(text) {
  return text
    .replace(CARDS_IN_A_ROW, "$&,")
    .replace(CARD_IN_TEXT, cardWord)
    .replaceAll("→", t("card.to"))
    .replaceAll(" · ", ", ");
}
