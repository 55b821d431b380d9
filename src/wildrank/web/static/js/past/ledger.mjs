/**
 * The ledger of a table: who brought and took how many chips, and who pays whom.
 * @module
 */
import { html, signal, useEffect, useState } from "../base/lib.mjs";
import { askTable, fetchFile, tellTable } from "../base/ask.mjs";
import { Net } from "./hands.mjs";
import { t } from "../base/lang.mjs";
import { live, notice, recall, remember, route } from "../base/store.mjs";
import { clockWord, problemWords } from "../base/words.mjs";

/** @typedef {{ person: number | null, name: string, you: boolean, house: boolean,
 *   seated: boolean, hands: number, buy_ins: number, top_ups: number, cash_outs: number,
 *   stack: number, net: number }} LedgerLine */
/** @typedef {{ payer: string, payee: string, chips: number, house: boolean }} Payment */
/** @typedef {{ at: number, name: string, what: string, chips: number }} Entry */
/** @typedef {{ lines: LedgerLine[], balanced: boolean, payments: Payment[], fewest: boolean,
 *   entries: Entry[] }} Ledger */

const told = signal(/** @type {{ table: string, ledger: Ledger | null, trouble: string }} */ ({
  table: "",
  ledger: null,
  trouble: "",
}));

/** What a hundred chips stand for between the players, as a text; "" for nothing. */
const worth = signal(recall("worth"));
const CHIPS = 100;

/** @param {string} table */
async function learn(table) {
  try {
    told.value = { table, ledger: await (await askTable(table, "ledger")).json(), trouble: "" };
  } catch (error) {
    told.value = { table, ledger: null, trouble: problemWords(/** @type {any} */ (error)) };
  }
}

/** Everything about chips on chairs, as one text that changes with it. */
const chipsNow = () =>
  (live.value?.chairs ?? []).map((one) => `${one.name} ${live.value?.hand ? "" : one.stack}`).join();

export function LedgerTab() {
  const table = route.value.table ?? "";
  const chips = chipsNow();
  useEffect(() => {
    learn(table);
  }, [table, chips]);
  const { ledger, trouble } = told.value;
  if (told.value.table !== table || !ledger)
    return html`<p class="tab-words muted">${trouble || t("ledger.wait")}</p>`;
  const load = () =>
    fetchFile(table, "ledger.csv", `wildrank-${table}.csv`).catch((error) => {
      notice.value = { code: error.code ?? "", message: error.message };
    });
  return html`<div class="ledger table-tab" data-testid="ledger">
    <${Accounts} lines=${ledger.lines} />
    ${live.value?.you.host && html`<${SamePerson} table=${table} lines=${ledger.lines} />`}
    ${!ledger.balanced && html`<p class="ledger-wrong" role="alert">${t("ledger.unbalanced")}</p>`}
    <h3>${t("ledger.settle")}</h3>
    <${Payments} ledger=${ledger} />
    <${Worth} />
    <h3>${t("ledger.entries")}</h3>
    <ul class="ledger-entries">${ledger.entries.map(
      (one, place) => html`<li key=${place}><time>${clockWord(one.at)}</time>
      <span>${t(`ledger.what.${one.what}`, { who: nameWord(one.name), amount: one.chips })}
      </span></li>`,
    )}</ul>
    <p><button class="plain" data-testid="ledger-csv" onClick=${load}>${t("ledger.csv")}</button></p>
  </div>`;
}

/** What somebody is called here; the house has a name in every language. @param {string} name */
function nameWord(name) {
  const house = told.value.ledger?.lines.find((line) => line.house);
  return name === house?.name ? t("ledger.house") : name;
}

/** @param {{ lines: LedgerLine[] }} props */
function Accounts({ lines }) {
  const house = lines.some((line) => line.house);
  return html`<table class="ledger-lines"><caption class="unseen">${t("ledger.title")}</caption>
    <thead><tr><th scope="col">${t("ledger.name")}</th><th scope="col">${t("ledger.in")}</th>
      <th scope="col">${t("ledger.out")}</th><th scope="col">${t("ledger.stack")}</th>
      <th scope="col">${t("ledger.net")}</th></tr></thead>
    <tbody>${lines.map(
      (line) => html`<tr key=${line.name} data-testid="ledger-line" class=${line.you ? "mine-line" : ""}>
      <th scope="row">${nameWord(line.name)}${
        line.you && html` <em>${t("seat.you")}</em>`
      }</th>
      <td>${line.buy_ins + line.top_ups}</td><td>${line.cash_outs}</td><td>${line.stack}</td>
      <td><${Net} net=${line.net} /></td></tr>`,
    )}</tbody></table>
    ${house && html`<p class="muted">${t("ledger.house-text")}</p>`}`;
}

/**
 * Where the host says that two accounts are one person's, who came under two names.
 * @param {{ table: string, lines: LedgerLine[] }} props
 */
function SamePerson({ table, lines }) {
  const people = lines.filter((line) => !line.house);
  const [person, setPerson] = useState(0);
  const [owner, setOwner] = useState(0);
  if (people.length < 2) return null;
  const join = async () => {
    try {
      const answer = await tellTable(table, "ledger/same", { person, owner });
      told.value = { table, ledger: await answer.json(), trouble: "" };
    } catch (error) {
      const { message, code = "" } = /** @type {any} */ (error);
      notice.value = { code, message };
    }
  };
  const choice = (/** @type {number} */ value, /** @type {(to: number) => void} */ set) =>
    html`<select value=${value} aria-label=${t("ledger.name")}
      onChange=${(/** @type {any} */ event) => set(Number(event.target.value))}>${people.map(
        (line) => html`<option key=${line.person} value=${line.person}>${line.name}</option>`,
      )}</select>`;
  return html`<details class="ledger-same" data-testid="same"><summary>${t("ledger.same")}</summary>
    <p>${choice(person, setPerson)} = ${choice(owner, setOwner)}
      <button class="plain" data-testid="join-accounts" disabled=${person === owner}
        onClick=${join}>${t("ledger.join")}</button></p></details>`;
}

/** @param {{ ledger: Ledger }} props */
function Payments({ ledger }) {
  const { payments, fewest } = ledger;
  if (!payments.length) return html`<p class="muted">${t("ledger.even")}</p>`;
  return html`<ul class="payments">${payments.map(
    (one) => html`<li key=${`${one.payer} ${one.payee}`} data-testid="payment"
      class=${one.house ? "is-house" : ""}><span>${t("ledger.pays", {
        payer: nameWord(one.payer),
        payee: nameWord(one.payee),
      })}</span> <strong>${one.chips}</strong>${
        !one.house && worthOf(one.chips) && html` <span class="muted">${worthOf(one.chips)}</span>`
      }</li>`,
  )}</ul>
  <p class="muted">${t(fewest ? "ledger.fewest" : "ledger.not-fewest")}</p>`;
}

/**
 * What some chips stand for, where the players said what a hundred do: `= 2.40 €`.
 * @param {number} chips
 */
function worthOf(chips) {
  const found = /^(\D*?)(\d+(?:[.,]\d+)?)(\D*)$/.exec(worth.value.trim());
  if (!found) return "";
  const [, before, number, after] = found;
  const amount = (Number(number.replace(",", ".")) * chips) / CHIPS;
  const words = amount.toLocaleString(t("language.tag"), {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  return `= ${before}${words}${after}`;
}

/** The label rate; it stays in this browser. */
function Worth() {
  const [text, setText] = useState(worth.value);
  const set = (/** @type {any} */ event) => {
    setText(event.target.value);
    worth.value = event.target.value;
    remember("worth", event.target.value);
  };
  return html`<p class="ledger-worth"><label for="worth">${t("ledger.worth", { n: CHIPS })}</label>
    <input id="worth" class="text" data-testid="worth" maxlength="16" value=${text}
      placeholder=${t("ledger.worth-none")} onInput=${set} /></p>`;
}
