/**
 * The hands of a table that are over: a list, and each to be looked at again.
 * @module
 */
import { html, signal, useEffect } from "./lib.mjs";
import { askTable } from "./ask.mjs";
import { t } from "./lang.mjs";
import { openHand, replay } from "./past.mjs";
import { live, panel, route } from "./store.mjs";
import { clockWord, gameName, netWord, problemWords } from "./words.mjs";

/** @typedef {{ number: number, game: string, name: string, dealer: string, at: number,
 *   pot: number, net: number | null, winners: string[], void: string }} HandLine */

const told = signal(/** @type {{ table: string, lines: HandLine[], trouble: string }} */ ({
  table: "",
  lines: [],
  trouble: "",
}));

/** @param {string} table */
async function learn(table) {
  try {
    const lines = await (await askTable(table, "hands")).json();
    told.value = { table, lines, trouble: "" };
  } catch (error) {
    told.value = { table, lines: [], trouble: problemWords(/** @type {any} */ (error)) };
  }
}

/** Ask for the hands when another one is over. */
function useHands() {
  const table = route.value.table ?? "";
  const over = live.value?.hand?.over ? live.value.hand.number : (live.value?.called?.hand ?? 0) - 1;
  useEffect(() => {
    learn(table);
  }, [table, over]);
  return told.value.table === table ? told.value : null;
}

export function HandsTab() {
  const known = useHands();
  if (!known) return html`<p class="tab-words muted">${t("hands.wait")}</p>`;
  if (!known.lines.length)
    return html`<p class="tab-words muted">${known.trouble || t("hands.none")}</p>`;
  return html`<${List} ...${known} />`;
}

/** The hands of a table that has closed, where there are any. */
export function ClosedHands() {
  const known = useHands();
  if (!known?.lines.length) return null;
  return html`<section class="gone-hands"><h2>${t("hands.title")}</h2>
    <${List} ...${known} /></section>`;
}

/** @param {{ table: string, lines: HandLine[] }} props */
function List({ table, lines }) {
  return html`<ul class="past-hands" data-testid="hands" aria-label=${t("hands.title")}>
    ${lines.map((line) => html`<${Line} key=${line.number} line=${line} table=${table} />`)}</ul>`;
}

/** @param {{ line: HandLine, table: string }} props */
function Line({ line, table }) {
  const chosen = replay.value?.number === line.number;
  const open = () => {
    panel.value = "";
    openHand(table, line.number);
  };
  const won = line.winners.length ? line.winners.join(", ") : t("hands.nobody");
  return html`<li><button class=${chosen ? "past-hand on" : "past-hand"} onClick=${open}
    data-testid="past-hand" data-number=${line.number} aria-current=${chosen ? "true" : undefined}>
    <span class="past-head"><strong>#${line.number} ${gameName(line.game)}</strong>
      <time datetime=${new Date(line.at).toISOString()}>${clockWord(line.at)}</time></span>
    <span class="past-foot"><span>${
      line.void ? t("hands.void") : t("hands.won", { who: won, pot: line.pot })
    }</span>
      ${line.net !== null && html`<${Net} net=${line.net} />`}</span>
  </button></li>`;
}

/** Chips won or lost, with their sign and colour. @param {{ net: number }} props */
export const Net = ({ net }) =>
  html`<span class=${`net ${net > 0 ? "plus" : net < 0 ? "minus" : ""}`}>${netWord(net)}</span>`;
