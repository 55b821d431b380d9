/**
 * The table in words, for whoever listens or prefers to read: the same game, the same buttons, and
 * a command box. Start reading at `TextTable`.
 * @module
 */
import { html, useEffect } from "../base/lib.mjs";
import { ActionBar } from "../table/actions.mjs";
import { myCards, myHand, playerLine, potLines } from "./asks.mjs";
import { spoken } from "../table/cards.mjs";
import { announcedLines, gameTitle, stakesParts, streetWord } from "../table/call-words.mjs";
import { ChatTab } from "../table/chat.mjs";
import { CommandBox } from "./command-box.mjs";
import { HandsTab } from "../past/hands.mjs";
import { highWords, lowWords, rankPlurals } from "../table/hand-words.mjs";
import { list, t } from "../base/lang.mjs";
import { LedgerTab } from "../past/ledger.mjs";
import { linesOf } from "../table/log.mjs";
import { replay } from "../past/past.mjs";
import { DealMark } from "../fair/proof.mjs";
import { ReplayBar } from "../past/replay.mjs";
import { SettingsButtons } from "../settings/settings-buttons.mjs";
import { awardLines, whyLines } from "../table/showdown.mjs";
import { TableState } from "../table/table-state.mjs";
import { TableTab } from "../table/table-tab.mjs";
import { events, game, hand, mySeat, nameOf, panel, view } from "../base/store.mjs";
import { TextCall } from "./text-call.mjs";
import { obey } from "./typed.mjs";
import { gameName, netWords } from "../base/words.mjs";

const LOG_LINES = 40;

export function TextTable() {
  const table = view.value;
  const over = table?.phase === "showdown";
  useEffect(() => document.getElementById("command")?.focus(), []);
  return html`<div class="text-table" data-testid="text-table">
    <${CommandBox} obey=${obey} hint=${t("text.hint")} />
    <${TableState} />
    <${Part} name="game"><${Game} /><//>
    <${Part} name="cards"><${Items} lines=${cardLines()} /><//>
    <${Part} name="board"><${Items} lines=${boardLines()} /><//>
    <${Part} name="players"><${Items} lines=${playerLines()} /><//>
    <${Part} name="pot"><${Items} lines=${potLines()} /><//>
    ${over && html`<${Part} name="result"><${Result} /><//>`}
    <${Part} name="actions">${replay.value ? html`<${ReplayBar} />` : html`<${Turn} />`}<//>
    <${Part} name="log"><${Log} /><//>
    <${Part} name="hands"><${HandsTab} /><//>
    <${Part} name="ledger"><${LedgerTab} /><//>
    <${Part} name="chat"><${ChatTab} /><//>
    <${Part} name="around"><${TableTab} /><//>
  </div>`;
}

/** @param {{ name: string, children?: any }} props */
function Part({ name, children }) {
  return html`<section class=${`text-part text-${name}`} aria-labelledby=${`text-${name}`}
    data-testid=${`text-${name}`}>
    <h2 id=${`text-${name}`}>${t(`text.${name}`)}</h2>${children}</section>`;
}

/** @param {{ lines: string[] }} props */
function Items({ lines }) {
  if (!lines.length) return html`<p class="muted">${t("text.nothing")}</p>`;
  return html`<ul>${lines.map((line, at) => html`<li key=${at}>${spoken(line)}</li>`)}</ul>`;
}

function Game() {
  const called = view.value?.called;
  const now = hand.value;
  if (!called) return html`<p class="muted">${t("text.no_game")}</p>`;
  const by = typeof called.by === "number" ? nameOf(called.by) : "";
  return html`<p>${t("text.game_of", { game: gameTitle({ slug: called.game, name: called.name }), n: called.hand })} ${
    by && t("text.called_by", { who: by })
  }</p>
    <${Items} lines=${[stakesParts(called).join(", "), ...announcedLines(called, game.value)]} />
    ${
      now &&
      !now.over &&
      html`<p>${t("text.street", {
        at: now.street + 1,
        all: now.streets.length,
        street: streetWord(now.streets[now.street] ?? ""),
      })}</p>`
    }
    <p class="text-buttons"><button class="plain" data-testid="rules"
        onClick=${() => (panel.value = "rules")}>${t("text.rules")}</button><button
        class="plain" data-testid="keys" onClick=${() => (panel.value = "keys")}>${t("key.title")}</button>
      <${DealMark} /><${SettingsButtons} /></p>`;
}

/** The visitor's cards, what is wild, and what they make. */
const cardLines = () => [...myCards(), ...myHand()];

function boardLines() {
  const now = hand.value;
  const wild = now?.over ? [] : (now?.mine?.wild ?? []);
  return (now?.board ?? []).map((code) =>
    wild.includes(code[0]) ? `${code}, ${t("ask.wild_for_you")}` : code,
  );
}

const playerLines = () =>
  (view.value?.chairs ?? [])
    .filter((one) => one.name !== null)
    .map((one) => playerLine(one.chair));

function Turn() {
  const calling = view.value?.phase === "calling" && view.value.calling?.yours;
  if (calling) return html`<${TextCall} />`;
  return html`<${ActionBar} />`;
}

/** How the hand ended, in words: why, what each hand was, and where the chips went. */
function Result() {
  const now = hand.value;
  const results = now?.results;
  if (!now || !results) return null;
  const many = new Set(results.awards.map((award) => award.pot)).size > 1;
  const net = mySeat.value?.net;
  const lines = [
    ...whyLines(results),
    ...awardLines(results, many),
    ...results.hands.map(shownLine),
    ...(typeof net === "number" ? [netWords(net)] : []),
  ];
  return html`<div data-testid="showdown"><${Items} lines=${lines} /></div>`;
}

/** One hand that was shown: cards, wild ranks, worth, and what each wild plays as. */
function shownLine(/** @type {import("../base/types.mjs").ShownHand} */ shown) {
  const seat = hand.value?.seats.find((one) => one.chair === shown.chair);
  const cards = list([...(seat?.down ?? []), ...(seat?.up ?? [])]);
  const plays = Object.entries(shown.high?.plays ?? {}).filter(([code, as]) => code !== as);
  return [
    t("text.shows", { who: nameOf(shown.chair), cards }),
    shown.wild.length > 0 && t("ask.wild", { ranks: rankPlurals(shown.wild) }),
    shown.high && t(shown.low ? "ask.high" : "ask.worth", { hand: highWords(shown.high, "kickers") }),
    shown.low && t("ask.low", { hand: lowWords(shown.low) }),
    ...plays.map(([code, as]) => t("text.plays", { card: code, as })),
  ]
    .filter(Boolean)
    .join(" ");
}

function Log() {
  const all = linesOf(events.value, gameName).slice(-LOG_LINES);
  return html`<ul data-testid="log">${all.map(
    (line) => html`<li key=${line.key} class=${`line line-${line.kind}`}><span>
      ${spoken(line.text)}</span></li>`,
  )}</ul>`;
}
