/**
 * What chance a hand has, beside the cards on its seat: in a replay, and for those who watch once
 * nobody can decide anything. Players are told nothing while they play.
 * @module
 */
import { computed, effect, html, signal } from "../base/lib.mjs";
import { askTable } from "../base/ask.mjs";
import { t } from "../base/lang.mjs";
import { pastChances } from "../past/past.mjs";
import { live, past } from "../base/store.mjs";

/** @typedef {import("../base/types.mjs").TableView} TableView */
/** @typedef {import("../base/types.mjs").Chance} Chance */

/** What was told last, and about which deal. */
const told = signal({ about: "", chances: /** @type {Map<number, Chance>} */ (new Map()) });

/**
 * Name the deal that may be asked about by who only watches: all hands in it are open and nothing
 * but cards is to come; "" otherwise.
 * @param {TableView | null} table
 */
function askable(table) {
  const hand = table?.hand;
  if (!table || !hand || hand.over || table.you.chair !== null || hand.turn?.kind !== "deal")
    return "";
  const left = hand.seats.filter((seat) => !seat.folded);
  if (left.length < 2 || !left.every((seat) => seat.shown)) return "";
  return [table.table, hand.number, ...hand.board].join(" ");
}

const wanted = computed(() => askable(live.value));

/** Ask when there is something to ask; the answer stops it. */
export function listenChances() {
  return effect(() => {
    const about = wanted.value;
    const hand = live.peek()?.hand;
    if (about && hand) learn(about, live.peek()?.table ?? "", hand.number);
  });
}

/** @param {string} about @param {string} table @param {number} number */
async function learn(about, table, number) {
  try {
    const { streets } = await (await askTable(table, `hands/${number}/odds`)).json();
    const chances = new Map(streets[0]?.chances.map((/** @type {Chance} */ one) => [one.chair, one]));
    if (wanted.peek() === about) told.value = { about, chances };
  } catch {
    /* the hand went on meanwhile */
  }
}

/** @param {{ chair: number }} props */
export function ChanceMark({ chair }) {
  const fresh = wanted.value && told.value.about === wanted.value ? told.value.chances : null;
  const chance = (past.value ? pastChances.value : fresh)?.get(chair);
  if (!chance) return null;
  const percent = Math.round(chance.equity * 100);
  return html`<span class="chance" data-testid="chance" title=${t("replay.chance", { percent })}
    ><span class="unseen">${t("replay.chance", { percent })}</span><span aria-hidden="true">
    ${percent} %</span></span>`;
}
