/**
 * The hands of a table that are over: a list, and each to be looked at again.
 * @module
 */
import { html, signal, useEffect } from "../base/lib.mjs";
import { askTable } from "../base/ask.mjs";
import { t } from "../base/lang.mjs";
import { openHand, replay } from "./past.mjs";
import { live, notice, panel, route } from "../base/store.mjs";
import { clockWord, gameName, netWord, problemWords } from "../base/words.mjs";

/** @typedef {{ number: number, game: string, name: string, dealer: string, at: number,
 *   pot: number, net: number | null, winners: string[], void: string }} HandLine */

/** @typedef {{ table: string, lines: HandLine[], trouble: string }} Told */

const told = signal(/** @type {Told} */ ({ table: "", lines: [], trouble: "" }));

/** What is known of a table's hands, the newest first. @param {string} table @returns {Told} */
const known = (table) =>
  told.peek().table === table ? told.peek() : { table, lines: [], trouble: "" };

/** @param {HandLine[]} lines */
const newestOf = (lines) => lines[0]?.number ?? 0;

/** @param {HandLine[]} lines */
const oldestOf = (lines) => lines[lines.length - 1]?.number ?? 0;

/** Ask for the hands that are over since; if they are too many, only the newest are listed. */
async function learn(/** @type {string} */ table) {
  try {
    const since = await ask(table, `after=${newestOf(known(table).lines)}`);
    const { lines } = known(table);
    const newer = since.filter((line) => line.number > newestOf(lines));
    const joined = !newer.length || oldestOf(newer) === newestOf(lines) + 1;
    keep({ table, lines: joined ? [...newer, ...lines] : newer, trouble: "" });
  } catch (error) {
    keep({ ...known(table), trouble: problemWords(/** @type {any} */ (error)) });
  }
}

/** Ask for the hands before those that are listed. */
async function learnEarlier(/** @type {string} */ table) {
  const oldest = oldestOf(known(table).lines);
  try {
    const earlier = await ask(table, `before=${oldest}`);
    const { lines } = known(table);
    if (oldestOf(lines) === oldest) keep({ table, lines: [...lines, ...earlier], trouble: "" });
  } catch (error) {
    const { message, code = "" } = /** @type {any} */ (error);
    notice.value = { code, message };
  }
}

/** @param {string} table @param {string} which @returns {Promise<HandLine[]>} */
const ask = async (table, which) => (await askTable(table, `hands?${which}`)).json();

/** Keep what was told, unless another table is looked at by now. @param {Told} now */
function keep(now) {
  if (route.peek().table === now.table) told.value = now;
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
  const now = useHands();
  if (!now) return html`<p class="tab-words muted">${t("hands.wait")}</p>`;
  if (!now.lines.length)
    return html`<p class="tab-words muted">${now.trouble || t("hands.none")}</p>`;
  return html`<${List} ...${now} />`;
}

/** The hands of a table that has closed, where there are any. */
export function ClosedHands() {
  const now = useHands();
  if (!now?.lines.length) return null;
  return html`<section class="gone-hands"><h2>${t("hands.title")}</h2>
    <${List} ...${now} /></section>`;
}

/** @param {{ table: string, lines: HandLine[] }} props */
function List({ table, lines }) {
  return html`<ul class="past-hands" data-testid="hands" aria-label=${t("hands.title")}>
    ${lines.map((line) => html`<${Line} key=${line.number} line=${line} table=${table} />`)}
    ${
      oldestOf(lines) > 1 &&
      html`<li key="earlier"><button class="plain" data-testid="earlier-hands"
        onClick=${() => learnEarlier(table)}>${t("hands.earlier")}</button></li>`
    }</ul>`;
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
