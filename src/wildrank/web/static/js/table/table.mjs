/**
 * The table page: felt with seats, board and pots, the viewer's own place, and what surrounds it.
 * @module
 */
import { computed, html, useEffect } from "../base/lib.mjs";
import { ActionBar } from "./actions.mjs";
import { listenAhead } from "./ahead.mjs";
import { listenAlerts } from "./alert.mjs";
import { Board, Pots, Streets } from "./board.mjs";
import { CallBanner, CallDialog, CallStrip } from "./call.mjs";
import { gameTitle, stakesParts } from "./call-words.mjs";
import { listenChances } from "./chances.mjs";
import { Dialog } from "./dialogs.mjs";
import { Icon } from "../base/icons.mjs";
import { JoinDialog } from "./join.mjs";
import { shortcuts } from "../text/keymap.mjs";
import { listenKeys } from "../text/keys.mjs";
import { t, tOr } from "../base/lang.mjs";
import { clockwise, placeOf } from "./layout.mjs";
import { lazy } from "../base/lazy.mjs";
import { Mine } from "./mine.mjs";
import { listenMotion } from "./motion.mjs";
import { narrate } from "../text/narrate.mjs";
import { closeHand, listenPast, opening, replay } from "../past/past.mjs";
import { DealAlarm, DealDialog, DealMark, forgetDeals } from "../fair/proof.mjs";
import { Reply } from "../text/reply.mjs";
import { Seat, statusOf } from "./seat.mjs";
import { SettingsButtons } from "../settings/settings-buttons.mjs";
import { litNow, Showdown } from "./showdown.mjs";
import { Mark, news, SidePanel } from "./side.mjs";
import {
  fresh,
  gate,
  go,
  hand,
  link,
  myChair,
  nameOf,
  notice,
  panel,
  sideTab,
  view,
} from "../base/store.mjs";
import { TableState } from "./table-state.mjs";
import { listenTalk } from "./talk.mjs";
import { TextSwitch, textMode } from "../text/text-mode.mjs";
import { connect, disconnect } from "../base/wire.mjs";
import { problemWords } from "../base/words.mjs";

const ClosedHands = lazy(() => import("../past/hands.mjs"), "ClosedHands");
const GatePage = lazy(() => import("./gate.mjs"), "GatePage");
const InviteLink = lazy(() => import("../host/invite.mjs"), "InviteLink");
const ReplayBar = lazy(() => import("../past/replay.mjs"), "ReplayBar");
const TextTable = lazy(() => import("../text/text-table.mjs"), "TextTable");

const others = computed(() =>
  clockwise(
    (view.value?.chairs ?? []).filter((one) => one.name !== null && one.chair !== myChair.value),
    myChair.value,
  ),
);

/** @param {{ table: string }} props */
export function TablePage({ table }) {
  useEffect(() => {
    connect(table);
    const stops = [listenKeys(), listenAlerts(), listenMotion(), listenAhead(), narrate()];
    stops.push(listenPast(table), listenChances(), listenTalk());
    if (location.hash === "#hands") {
      sideTab.value = "hands";
      panel.value = "log";
    }
    return () => {
      for (const stop of stops) stop();
      disconnect();
      forgetDeals();
    };
  }, [table]);
  if (!view.value) return html`<${Looking} />`;
  return html`<main class=${pageClass()} data-testid="table" tabindex="-1">
    <${TextSwitch} />
    <h1 class=${textMode.value ? "text-head" : "unseen"}>
      ${t("page.product")} · ${t("strip.table")}</h1>
    <${DealAlarm} />
    <${Connection} />
    ${textMode.value ? html`<${TextTable} />` : html`<${DrawnTable} />`}
    <${Dialog} />
    <${DealDialog} />
    ${!replay.value && !opening.value && html`<${JoinDialog} />`}
    <${Notice} />
  </main>`;
}

function pageClass() {
  if (textMode.value) return "text-page";
  const shown = !!hand.value?.results?.hands.length;
  return `table-page phase-${view.value?.phase} ${shown ? "" : "none-shown"} ${replay.value ? "again" : ""}`;
}

function DrawnTable() {
  return html`<${InfoStrip} />
    <${Felt} />
    <${Mine} />
    ${replay.value ? html`<${ReplayBar} />` : html`<${ActionBar} />`}
    <div class=${`side-column at-${sideTab.value}`}><${SidePanel} /><${Showdown} /></div>
    <${CallDialog} />
    <${Reply} />`;
}

function Looking() {
  if (gate.value) return html`<${GatePage} />`;
  const lost = link.value === "lost" || link.value === "gone";
  return html`<main class="looking">
    <h1 class="big">
      ${!lost || opening.value ? t("page.connecting") : link.value === "gone" ? t("page.no-table-head") : t("page.no-table")}</h1>
    ${
      lost &&
      html`<p>${notice.value ? problemWords(notice.value) : t("page.no-table-long")}</p>
      <button class="plain" onClick=${() => go("/")}>${t("page.front")}</button>`
    }
    ${link.value === "gone" && html`<${ClosedHands} />`}
  </main>`;
}

function Connection() {
  if (link.value === "gone") {
    const why = gate.value ? problemWords({ code: gate.value, message: "" }) : t("page.closed");
    return html`<p class="connection" data-testid="gone">${why} <button class="plain"
      onClick=${() => go("/")}>${t("page.front")}</button></p>`;
  }
  if (link.value !== "lost") return null;
  return html`<p class="connection">${t("page.reconnecting")}</p>`;
}

/** What the clock did for the visitor. @param {string} what */
const lateWords = (what) => tOr(`turn.late.${what}`, t("turn.late.other"));

function Notice() {
  const shown = notice.value;
  const news = fresh.value;
  useEffect(() => {
    const late = news.find((event) => event.late && event.chair === myChair.peek());
    if (late) notice.value = { code: "time-out", message: lateWords(late.what) };
  }, [news]);
  useEffect(() => {
    if (!shown) return undefined;
    const timer = setTimeout(() => (notice.value = null), 5000);
    return () => clearTimeout(timer);
  }, [shown]);
  if (!shown) return null;
  return html`<p class="notice" data-testid="notice" data-code=${shown.code}>${problemWords(shown)}</p>`;
}

function InfoStrip() {
  const called = view.value?.called;
  const [stakes, ...more] = called ? stakesParts(called) : [];
  const open = (/** @type {string} */ name) => () =>
    (panel.value = panel.value === name ? "" : name);
  return html`<header class="info">
    <a class="brand" href="/" onClick=${leave}>${t("page.product")}</a>
    ${
      called
        ? html`<p class="info-game" data-testid="info">
          <span class="info-line"><strong>${gameTitle({ slug: called.game, name: called.name })}</strong><span>
            ${t("strip.hand", { number: called.hand })}</span></span>
          <span class="info-line"><span>${stakes}<span class="only-wide">
            ${more.map((one) => `, ${one}`)}</span></span>
            ${typeof called.price === "number" && html`<span>${called.price ? t("strip.price", { price: called.price }) : t("strip.price-free")}</span>`}
            ${
              called.by !== null &&
              html`<span class="info-by">
              ${t("strip.by", { who: nameOf(called.by) })}</span>`
            }</span>
        </p>`
        : html`<p class="info-game" data-testid="info"></p>`
    }
    <nav class="info-buttons">
      ${replay.value ? html`<${PastMark} />` : html`<${DealMark} />`}
      <button class="quiet" data-testid="invite" onClick=${open("invite")}>
        ${t("strip.invite")}</button>
      ${
        called &&
        html`<button class="quiet" data-testid="rules" aria-label=${t("strip.rules")} onClick=${open("rules")}>
        <span class="only-wide">${t("strip.rules")}</span><${Icon} name="rules" /></button>`
      }
      <button class="quiet only-wide" onClick=${open("keys")} aria-keyshortcuts=${shortcuts("keys")}>
        ${t("strip.keys")}</button>
      <button class="quiet only-narrow" data-testid="log-toggle" onClick=${open("log")}
        aria-expanded=${panel.value === "log"}><${Icon} name="log" /><span class="unseen">
          ${t("strip.log")}</span><${Mark} n=${news.value} /></button>
      <${SettingsButtons} />
    </nav>
  </header>`;
}

/** Says that this is the past, and leads back from it. */
function PastMark() {
  return html`<button class="past-mark" data-testid="past-mark" title=${t("replay.close")}
    onClick=${closeHand}>${t("replay.title", { number: replay.value?.number ?? 0 })}
    <span aria-hidden="true">×</span><span class="unseen">${t("replay.close")}</span></button>`;
}

/** @param {MouseEvent} event */
function leave(event) {
  event.preventDefault();
  go("/");
}

function Felt() {
  const now = hand.value;
  const table = view.value;
  if (!table) return null;
  const list = others.value;
  const lit = litNow.value;
  return html`<section
    class=${`felt others-${list.length} ${myChair.value === null ? "watching" : ""}`}
    aria-label=${t("strip.table")}>
    <div class="rail" aria-hidden="true"></div>
    <ol class="seats">
      ${list.map((chair, at) => {
        const seat = now?.seats.find((one) => one.chair === chair.chair) ?? null;
        const calling = table.phase === "calling" && table.calling?.chair === chair.chair;
        const status = statusOf(chair, seat, {
          turn: now?.turn ?? null,
          over: !!now?.over,
          calling,
          dealt: !!now,
        });
        const button = seat ? seat.button : table.dealer === chair.chair;
        return html`<${Seat} key=${chair.chair} chair=${chair} seat=${seat} status=${status}
          button=${button}
          place=${placeOf(at, list.length)}
            litCards=${lit && seat?.shown ? lit.cardsOf(chair.chair) : null} />`;
      })}
    </ol>
    <div class="centre">
      ${now && html`<${Pots} /><${Board} /><${Streets} />`}
      ${
        table.phase === "lobby" &&
        html`<div class="lobby"><p class="big">${t("turn.lobby")}</p><p>
        ${botsAlone(table) ? t("turn.lobby-bots") : t("turn.lobby-text")}</p><${InviteLink} /></div>`
      }
      <${CallStrip} />
    </div>
    ${!replay.value && html`<${CallBanner} /><${TableState} />`}
  </section>`;
}

/**
 * Whether there are enough for a hand, but bots alone.
 * @param {import("../base/types.mjs").TableView} table
 */
function botsAlone(table) {
  const taken = table.chairs.filter((one) => one.name !== null);
  return taken.length > 1 && taken.every((one) => one.bot);
}
