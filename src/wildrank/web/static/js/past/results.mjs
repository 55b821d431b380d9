/**
 * What this visitor won and lost over many nights, at every table this browser knows a token for.
 * @module
 */
import { html, useEffect, useState } from "../base/lib.mjs";
import { ask } from "../base/ask.mjs";
import { Net } from "./hands.mjs";
import { t } from "../base/lang.mjs";
import { knownTokens } from "../base/memory.mjs";
import { go } from "../base/store.mjs";
import { dayWord, gameName } from "../base/words.mjs";

/** @typedef {{ game: string, name: string, hands: number, net: number }} GameResult */
/** @typedef {{ table: string, began: number, ended: number, open: boolean, hands: number,
 *   net: number, games: GameResult[] }} Night */

/** Ask for the nights of each person this browser has been. @returns {Promise<Night[]>} */
async function nights() {
  const asked = knownTokens().map(async (token) => {
    try {
      return (await (await ask("/api/results", token)).json()).nights;
    } catch (error) {
      if (/** @type {any} */ (error).code === "web/no-token") return []; // withdrawn, or never sat
      throw error;
    }
  });
  const all = (await Promise.all(asked)).flat();
  return all.sort((one, other) => other.ended - one.ended);
}

/**
 * Add up results by game, the one played most first.
 * @param {GameResult[]} parts
 */
function byGame(parts) {
  /** @type {Map<string, GameResult>} */
  const found = new Map();
  for (const part of parts) {
    const sum = found.get(part.game) ?? { ...part, hands: 0, net: 0 };
    found.set(part.game, { ...sum, hands: sum.hands + part.hands, net: sum.net + part.net });
  }
  return [...found.values()].sort((one, other) => other.hands - one.hands);
}

export function ResultsPage() {
  const [all, setAll] = useState(/** @type {Night[] | null} */ (null));
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    nights().then(setAll, () => setTrouble(t("page.no-server")));
  }, []);
  const home = (/** @type {Event} */ event) => {
    event.preventDefault();
    go("/");
  };
  return html`<main class="front results" data-testid="results">
    <p><a class="back" href="/" onClick=${home}>← ${t("page.product")}</a></p>
    <h1>${t("results.title")}</h1>
    <p class="muted">${t("results.text")}</p>
    ${trouble && html`<p role="alert">${trouble}</p>`}
    ${all && !all.length && html`<p data-testid="no-results">${t("results.none")}</p>`}
    ${all && all.length > 0 && html`<${Whole} nights=${all} /><${Nights} nights=${all} />`}
  </main>`;
}

/** @param {{ nights: Night[] }} props */
function Whole({ nights: all }) {
  const net = all.reduce((sum, one) => sum + one.net, 0);
  const hands = all.reduce((sum, one) => sum + one.hands, 0);
  return html`<section class="results-whole">
    <p class="results-sum"><strong><${Net} net=${net} /></strong>
      <span class="muted">${t("results.hands", { n: hands })} ·
      ${" "}${t("results.nights", { n: all.length })}</span></p>
    <table class="ledger-lines"><caption>${t("results.by-game")}</caption>
      <thead><tr><th scope="col">${t("results.game")}</th><th scope="col">${t("results.played")}</th>
        <th scope="col">${t("ledger.net")}</th></tr></thead>
      <tbody>${byGame(all.flatMap((one) => one.games)).map(
        (one) => html`<tr key=${one.game}><th scope="row">${gameName(one.game)}</th>
        <td>${one.hands}</td><td><${Net} net=${one.net} /></td></tr>`,
      )}</tbody></table>
  </section>`;
}

/** @param {{ nights: Night[] }} props */
function Nights({ nights: all }) {
  const open = (/** @type {Event} */ event, /** @type {string} */ link) => {
    event.preventDefault();
    go(link);
  };
  return html`<section><h2>${t("results.nights-title")}</h2><ul class="nights">${all.map((one) => {
    const link = `/t/${one.table}#hands`;
    return html`<li key=${one.table}><a href=${link} data-testid="night"
      onClick=${(/** @type {Event} */ event) => open(event, link)}>
      <span class="past-head"><strong>${dayWord(one.began)}</strong><${Net} net=${one.net} /></span>
      <span class="past-foot"><span>${t("results.hands", { n: one.hands })} ·
        ${" "}${one.games.map((game) => gameName(game.game)).join(", ")}</span>
        ${one.open && html`<em>${t("results.open")}</em>`}</span></a></li>`;
  })}</ul></section>`;
}
