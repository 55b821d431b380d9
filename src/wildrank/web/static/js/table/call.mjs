/**
 * The dealer's call: the others see who is choosing, and then a banner with what was called. What
 * the dealer fills in comes when it is wanted.
 * @module
 */
import { html, useEffect } from "../base/lib.mjs";
import { announcedLines, gameTitle, stakesParts } from "./call-words.mjs";
import { t } from "../base/lang.mjs";
import { lazy } from "../base/lazy.mjs";
import { clockEnds, game, games, nameOf, notice, panel, view } from "../base/store.mjs";
import { useFor, useSeconds } from "../base/timing.mjs";
import { send } from "../base/wire.mjs";

/** @typedef {import("../base/types.mjs").GameInfo} GameInfo */

const BANNER_MS = 3000;
const CallForm = lazy(() => import("./call-form.mjs"), "CallForm");

export function CallStrip() {
  const calling = view.value?.calling;
  const left = useSeconds(clockEnds.value);
  if (view.value?.phase !== "calling" || !calling || calling.yours) return null;
  return html`<p class="call-strip" data-testid="call-strip">
    <span>${t("call.others", { who: nameOf(calling.chair) })}</span>${
      left > 0 &&
      html`<strong>
      ${t("act.seconds", { seconds: left })}</strong>`
    }</p>`;
}

export function CallBanner() {
  const called = view.value?.called;
  const fresh = view.value?.phase === "playing" && (view.value?.hand?.street ?? 0) === 0;
  const showing = useFor(called ? `${called.hand} ${called.game}` : null, BANNER_MS);
  if (!called || !showing || !fresh) return null;
  return html`<div class="call-banner" data-testid="call-banner">
    ${called.by !== null && html`<p class="banner-by">${t("strip.called-by", { who: nameOf(called.by) })}</p>`}
    <p class="banner-game">${gameTitle({ slug: called.game, name: called.name })}</p>
    <p class="banner-stakes">${stakesParts(called).join(", ")}</p>
    <ul>${announcedLines(called, game.value).map((line) => html`<li key=${line}>${line}</li>`)}</ul>
  </div>`;
}

export function CallDialog() {
  const calling = view.value?.calling;
  const yours = view.value?.phase === "calling" && !!calling?.yours;
  const round = yours ? `${view.value?.dealer} ${view.value?.called?.hand ?? 0}` : "";
  useEffect(() => {
    if (round) panel.value = "call";
    else if (panel.peek() === "call") panel.value = "";
  }, [round]);
  if (!yours || panel.value !== "call" || !games.value.length) return null;
  return html`<${CallForm} key=${round} />`;
}

/**
 * Call a game, with what is announced that is not as usual.
 * @param {GameInfo} info
 * @param {Record<string, string>} settings
 */
export function announce(info, settings) {
  const usuals = new Map(info.options.map((one) => [one.key, one.default]));
  const changed = Object.entries(settings).filter(
    ([key, value]) => usuals.has(key) && usuals.get(key) !== value,
  );
  notice.value = null;
  send({ type: "announce", game: info.slug, settings: Object.fromEntries(changed) });
}

/** @param {{ info: GameInfo }} props */
export function Badges({ info }) {
  return html`<span class="badges">
    ${info.has_wilds && html`<span class="badge gold">${t("badge.wild")}</span>`}
    ${info.has_buy && html`<span class="badge">${t("badge.buy")}</span>`}
    ${info.has_low && html`<span class="badge">${t("badge.low")}</span>`}
  </span>`;
}
