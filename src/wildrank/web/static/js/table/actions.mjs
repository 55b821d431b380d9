/**
 * The bar below the table: whose turn it is, and the visitor's three buttons in fixed places.
 * @module
 */
import { html } from "../base/lib.mjs";
import { offers } from "./ahead.mjs";
import { AheadRow, SitOut } from "./ahead-bar.mjs";
import { BuyStep } from "./buy.mjs";
import { streetWord } from "./call-words.mjs";
import { choices, choose, nextHand, raiseRange, raiseTo, ready, wanted } from "./decide.mjs";
import { useKeptFocus } from "../base/focus.mjs";
import { capital } from "./hand-words.mjs";
import { keyFor, shortcuts } from "../text/keymap.mjs";
import { t } from "../base/lang.mjs";
import { lazy } from "../base/lazy.mjs";
import { toneOf } from "./ring.mjs";
import { Broke, broke, Debt, NoChair } from "./seat-bar.mjs";
import {
  clockEnds,
  hand,
  legal,
  myChair,
  mySeat,
  myTurn,
  nameOf,
  panel,
  pending,
  view,
} from "../base/store.mjs";
import { useGuard, useSeconds } from "../base/timing.mjs";
import { act, send } from "../base/wire.mjs";
import { pausedWords } from "./table-state.mjs";

const AfterHand = lazy(() => import("./after-hand.mjs"), "AfterHand");

const LOOKS = ["fold", "call", "raise"];
const COMMANDS = ["fold", "call", "raise"];

export function ActionBar() {
  const kind = hand.value?.turn?.kind;
  const mine = myTurn.value;
  const box = useKeptFocus();
  return html`<section class=${`bar ${mine ? "my-turn" : ""}`} aria-label=${t("text.actions")}
    ref=${box} tabindex="-1" data-fallback>
    <${TurnStatus} />
    ${mine && kind === "act" && html`<${Amount} />`}
    ${
      mine && kind === "buy"
        ? html`<${BuyStep} />`
        : mine && kind === "show"
          ? html`<${ShowStep} />`
          : html`<${Fixed} />`
    }
    <${SitOut} />
  </section>`;
}

function TurnStatus() {
  const [kind, words] = turnWords();
  const left = useSeconds(clockEnds.value);
  return html`<p class=${`turn-status ${kind}`} data-testid="turn-status" data-turn=${kind}>
    ${words}
    ${
      left > 0 &&
      html` <span class=${`clock ${toneOf(left)}`}>
      ${t("act.seconds", { seconds: left })}</span>`
    }<${Bank} /></p>`;
}

/** The time bank of who is waited for, and the viewer's own way to it. */
function Bank() {
  const turn = hand.value?.turn;
  if (!turn?.bank) return null;
  if (turn.in_bank) return html` <span class="bank">${t("clock.in-bank")}</span>`;
  const words = t("clock.bank", { seconds: turn.bank });
  const long = t("clock.bank-long", { seconds: turn.bank });
  if (!myTurn.value) return html` <span class="bank" title=${long}>${words}</span>`;
  return html` <button class="plain bank" data-testid="more-time"
    aria-keyshortcuts=${shortcuts("more")} aria-label=${long} title=${long}
    onClick=${() => send({ type: "more-time" })}>${words}</button>`;
}

/** @returns {[string, string]} */
function turnWords() {
  const table = view.value;
  const now = hand.value;
  if (!table) return ["", ""];
  if (table.paused) return ["", pausedWords(table)];
  if (table.phase === "lobby") return ["", t("turn.lobby")];
  if (table.phase === "calling") {
    if (table.calling?.yours) return ["yours", t("call.title")];
    return ["", t("call.others", { who: nameOf(table.calling?.chair) })];
  }
  if (table.phase === "showdown") return ["", t("turn.over")];
  const kind = now?.turn?.kind;
  if (kind === "show" && myTurn.value) return ["yours", t("result.showdown")];
  if (myTurn.value)
    return ["yours", kind === "buy" ? buyTitle(now?.streets[now.street] ?? "") : t("turn.yours")];
  if (!now?.turn || now.turn.kind === "deal") return ["", t("turn.dealing")];
  return ["theirs", t(`turn.${now.turn.kind}`, { who: nameOf(now.turn.chair) })];
}

/** @param {string} street */
const buyTitle = (street) => t("buy.title", { street: capital(streetWord(street)) });

/** The fixed row: three buttons in a hand, else what can be done instead. */
function Fixed() {
  const table = view.value;
  if (!table) return null;
  if (myChair.value === null) return html`<${NoChair} />`;
  if (broke.value) return html`<${Broke} />`;
  if (table.phase === "showdown") return html`<${Next} />`;
  if (table.phase === "calling" && table.calling?.yours) return html`<${OpenCall} />`;
  if (table.phase === "lobby") {
    return html`<div class="buttons one"><button class="act primary" data-testid="add-bots"
      onClick=${() => send({ type: "bots", count: 3 })}>${t("turn.add-bots")}</button></div>`;
  }
  if (!choices.value) return html`<${Idle} />`;
  return html`<${Three} />`;
}

function Three() {
  const range = raiseRange.value;
  const now = legal.value;
  const labels = [now?.to_call, now?.check, now?.capped, range?.low, range?.high];
  const guarded = useGuard([hand.value?.number, hand.value?.street, ...labels].join(" "));
  return html`<div class=${`buttons three ${guarded ? "guarded" : ""}`}>
    ${choices.value?.map((one, at) => {
      const off = !one.enabled || guarded || !!pending.value;
      const sent = pending.value?.action === one.action;
      return html`<button key=${one.id}
        class=${`act ${LOOKS[at]} ${sent ? "sent" : ""} ${one.enabled ? "" : "off"}`}
        data-testid=${one.id} aria-disabled=${off ? "true" : "false"}
          aria-keyshortcuts=${shortcuts(COMMANDS[at])}
        onClick=${() => choose(one)}><span>${one.label}</span><kbd aria-hidden="true">
          ${keyFor(COMMANDS[at])}</kbd></button>`;
    })}
  </div>`;
}

/** Three empty places, so that nothing moves when the turn comes. */
function Idle() {
  const seat = mySeat.value;
  if (!seat && !hand.value) return html`<p class="idle-words"></p>`;
  if (!seat && view.value?.you.owes && !view.value.you.out) return html`<${Debt} />`;
  const words = !seat ? t("turn.dealt-in-next") : seat.folded ? t("turn.folded") : "";
  if (words) return html`<p class="idle-words">${words}</p>`;
  if (offers.value.length) return html`<${AheadRow} />`;
  return html`<div class="buttons three idle" aria-hidden="true">
    <span class="act ghost">${t("act.fold")}</span><span class="act ghost">${t("act.check")}</span><span
      class="act ghost">${t("act.raise")}</span></div>`;
}

function Next() {
  const done = ready.value === hand.value?.number;
  return html`<div class="buttons one"><button class="act primary" data-testid="next-hand"
    aria-keyshortcuts=${shortcuts("next")}
    aria-disabled=${done ? "true" : "false"} onClick=${nextHand}>
      ${done ? t("turn.next-ready") : t("turn.next")}</button></div><${AfterHand} />`;
}

function OpenCall() {
  return html`<div class="buttons one"><button class="act primary" data-testid="call-open"
    onClick=${() => (panel.value = "call")}>${t("call.open")}</button></div>`;
}

/** Slider, number and presets, in pot and no limit only. */
function Amount() {
  const range = raiseRange.value;
  const now = hand.value;
  const seat = mySeat.value;
  if (!range || range.low === range.high || !now || !seat) return null;
  const call = legal.value?.to_call ?? 0;
  const ofPot = (/** @type {number} */ part) =>
    Math.round(seat.bet + call + (now.pot + call) * part);
  const put = (/** @type {number} */ to) =>
    (wanted.value = Math.min(range.high, Math.max(range.low, to)));
  const all = range.high === seat.stack + seat.bet ? t("bar.all-in") : t("act.preset.high");
  /** @type {[string, string, number][]} */
  const known = [
    ["low", t("act.preset.low"), range.low],
    ["half", t("act.preset.half"), ofPot(0.5)],
    ["pot", t("act.preset.pot"), ofPot(1)],
    ["high", all, range.high],
  ];
  const presets = known.filter(([name, , to], at) =>
    name === "high" ? to !== known[2][2] : at === 0 || (to > range.low && to <= range.high),
  );
  return html`<div class="amount" data-testid="amount">
    <div class="presets">${presets.map(
      ([name, words, to]) => html`<button key=${name} data-testid=${`preset-${name}`}
        class=${`quiet ${to === raiseTo.value ? "on" : ""}`} onClick=${() => put(to)}>
        ${words}</button>`,
    )}</div>
    <input class="slide" type="range" aria-label=${t("act.amount")} data-testid="raise-slider"
      min=${range.low} max=${range.high} step="1" value=${raiseTo.value}
      onInput=${(/** @type {any} */ event) => put(Number(event.target.value))} />
    <input class="number" type="number" inputmode="numeric" aria-label=${t("act.amount")}
      data-testid="raise-number" min=${range.low} max=${range.high}
      value=${raiseTo.value} onChange=${(/** @type {any} */ event) => {
        put(Number(event.target.value) || range.low);
        event.target.value = String(raiseTo.value);
      }} />
  </div>`;
}

/** A hand that may win is shown by the table; only a beaten one leaves a choice. */
function ShowStep() {
  const now = legal.value;
  const guarded = useGuard(`show ${hand.value?.number}`);
  if (!now) return null;
  if (!now.muck) return html`<p class="idle-words" data-testid="showing">${t("act.showing")}</p>`;
  const off = guarded || !!pending.value;
  const button = (/** @type {string} */ id, /** @type {string} */ label) =>
    html`<button class=${`act ${id === "show" ? "primary" : "fold"}`} data-testid=${id}
      aria-disabled=${off ? "true" : "false"}
      onClick=${() => !off && act(id)}>${label}</button>`;
  return html`<p class="beaten">${t("act.beaten")}</p><div class="buttons two">
    ${button("muck", t("act.muck"))}${button("show", t("act.show"))}</div>`;
}
