/**
 * The bar under a hand that is looked at again: steps, streets, what happened, and files of it.
 * @module
 */
import { html, useEffect, useState } from "../base/lib.mjs";
import { fetchFile, keep } from "../base/ask.mjs";
import { streetWord } from "../table/call-words.mjs";
import { CardText } from "../table/cards.mjs";
import { t } from "../base/lang.mjs";
import { linesOf, sentence } from "../table/log.mjs";
import {
  at,
  closeHand,
  jump,
  opened,
  openOrShut,
  playing,
  playOrStop,
  replay,
  seek,
  streetStarts,
} from "./past.mjs";
import { awardLines } from "../table/showdown.mjs";
import { hand, notice } from "../base/store.mjs";
import { gameName } from "../base/words.mjs";

/** What each key does. @type {Record<string, () => void>} */
const KEYS = {
  ArrowLeft: () => seek(at.peek() - 1),
  ArrowRight: () => seek(at.peek() + 1),
  ArrowUp: () => jump(-1),
  ArrowDown: () => jump(1),
  Home: () => seek(0),
  End: () => seek(Infinity),
  " ": playOrStop,
  Escape: closeHand,
};

/** @param {KeyboardEvent} event */
function press(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const target = /** @type {HTMLElement} */ (event.target);
  const busy = target.closest?.("input, textarea, select, dialog[open], .log, [role=tablist]");
  if (busy || (event.key === " " && target.closest?.("button, a"))) return;
  const run = KEYS[event.key];
  if (!run) return;
  event.preventDefault();
  run();
}

/** @type {Record<string, string>} */
const SIGNS = {
  start: "M6 5v14M19 5.5v13L9 12z",
  back: "M15 5.5 8.5 12l6.5 6.5",
  play: "M8 5v14l11-7z",
  stop: "M8 5v14M16 5v14",
  next: "M9 5.5 15.5 12 9 18.5",
  end: "M18 5v14M5 5.5v13L15 12z",
};

/** @param {{ sign: string, run: () => void, words: string, off?: boolean, main?: boolean }} props */
function Key({ sign, run, words, off = false, main = false }) {
  return html`<button class=${main ? "replay-key main" : "replay-key"} onClick=${run}
    aria-label=${words} title=${words} data-testid=${`replay-${sign}`} disabled=${off}>
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${SIGNS[sign]} /></svg>
  </button>`;
}

export function ReplayBar() {
  useEffect(() => {
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  const now = replay.value;
  if (!now) return null;
  const end = now.frames.length - 1;
  return html`<section class="bar replay" aria-label=${t("replay.title", { number: now.number })}
    data-testid="replay" data-moment=${at.value}>
    <${Happened} />
    <div class="replay-keys" role="group" aria-label=${t("replay.keys")}>
      <${Key} sign="start" run=${() => seek(0)} words=${t("replay.start")} off=${at.value === 0} />
      <${Key} sign="back" run=${() => seek(at.value - 1)} words=${t("replay.back")}
        off=${at.value === 0} />
      <${Key} sign=${playing.value ? "stop" : "play"} run=${playOrStop} main
        words=${t(playing.value ? "replay.stop" : "replay.play")} />
      <${Key} sign="next" run=${() => seek(at.value + 1)} words=${t("replay.next")}
        off=${at.value === end} />
      <${Key} sign="end" run=${() => seek(end)} words=${t("replay.end")} off=${at.value === end} />
      <input class="slide" type="range" min="0" max=${end} value=${at.value}
        aria-label=${t("replay.moment")}
        aria-valuetext=${t("replay.of", { moment: at.value + 1, all: end + 1 })}
        onInput=${(/** @type {any} */ event) => seek(Number(event.target.value))} />
      <span class="replay-count" aria-hidden="true">${at.value + 1}/${end + 1}</span>
    </div>
    <${StreetJumps} />
    <div class="replay-more"><${OpenHands} /><${Files} />
      <button class="plain only-wide" data-testid="replay-close" onClick=${closeHand}>
        ${t("replay.close")}</button></div>
  </section>`;
}

/** What happens at this moment, in the words of the log. */
function Happened() {
  const events = replay.value?.frames[at.value]?.events ?? [];
  const said = events.filter((event) => !event.what.startsWith("seeds-")).map((event) => sentence(event, gameName)).filter(Boolean);
  const results = hand.value?.over ? hand.value.results : null;
  const words = said.length || !results ? said : awardLines(results, new Set(results.awards.map((one) => one.pot)).size > 1);
  const text = words.slice(-3).join(" · ");
  return html`<p class="replay-words" role="status" data-testid="replay-words">
    <${CardText} text=${text} /></p>`;
}

function StreetJumps() {
  const street = hand.value?.street ?? 0;
  return html`<div class="replay-streets" role="group" aria-label=${t("replay.streets")}>
    ${streetStarts().map(
      (one) => html`<button key=${one.street} class=${one.street === street ? "quiet on" : "quiet"}
        aria-pressed=${one.street === street ? "true" : "false"} data-testid="replay-street"
        onClick=${() => seek(one.moment)}>${streetWord(one.name)}</button>`,
    )}
  </div>`;
}

/** Only where at least two hands were shown is there anything to compare. */
function OpenHands() {
  const { streets = [], absent = "" } = replay.value ?? {};
  if (!streets.length) return absent && html`<span class="muted">${t("replay.no-odds")}</span>`;
  return html`<button class=${opened.value ? "quiet on" : "quiet"} data-testid="replay-open"
    aria-pressed=${opened.value ? "true" : "false"} title=${t("replay.open-long")}
    onClick=${openOrShut}>${t("replay.open")}</button>`;
}

function Files() {
  const [copied, setCopied] = useState(false);
  const now = replay.value;
  if (!now) return null;
  const file = `wildrank-${now.table}-${now.number}`;
  const load = (/** @type {string} */ what, /** @type {string} */ ending) => async () => {
    try {
      await fetchFile(now.table, `hands/${now.number}/${what}`, `${file}${ending}`);
    } catch (error) {
      const { message, code = "" } = /** @type {any} */ (error);
      notice.value = { code, message };
    }
  };
  const link = `${location.origin}${location.pathname}#hand=${now.number}`;
  const copy = () =>
    navigator.clipboard?.writeText(link).then(
      () => setCopied(true),
      () => {},
    );
  const write = () => keep(`${file}.txt`, logText(), "text/plain");
  return html`<details class="replay-files"><summary class="quiet" data-testid="replay-files">
    ${t("replay.files")}</summary><div class="replay-list">
    <button class="quiet" data-testid="file-text" onClick=${write}>${t("replay.text")}</button>
    <button class="quiet" data-testid="file-phh" onClick=${load("phh", ".phh")}>
      ${t("replay.phh")}</button>
    <button class="quiet" data-testid="file-receipt" onClick=${load("receipt", ".json")}>
      ${t("replay.receipt")}</button>
    <button class="quiet" data-testid="copy-hand" onClick=${copy}>
      ${copied ? t("table.copied") : t("replay.link")}</button></div></details>`;
}

/** The log of the hand as a text. */
function logText() {
  const events = replay.peek()?.frames.flatMap((frame) => frame.events) ?? [];
  return linesOf(events, gameName)
    .map((line) => (line.pot === null ? line.text : `${line.text}   [${line.pot}]`))
    .join("\n")
    .concat("\n");
}
