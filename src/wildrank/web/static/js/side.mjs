/**
 * The panel beside the table: the log, the hands that are over, the ledger, and the table itself
 * (link, bots, players, leaving). On a phone it is a drawer. A new tab is one line in `TABS`.
 * @module
 */
import { computed, html, useEffect, useLayoutEffect, useRef } from "./lib.mjs";
import { SitOut } from "./ahead-bar.mjs";
import { CardText } from "./cards.mjs";
import { Bots, Invite } from "./invite.mjs";
import { t } from "./lang.mjs";
import { lazy } from "./lazy.mjs";
import { linesOf } from "./log.mjs";
import { events, myChair, panel, sideTab, view } from "./store.mjs";
import { stand } from "./wire.mjs";
import { gameName } from "./words.mjs";


const HandsTab = lazy(() => import("./hands.mjs"), "HandsTab");
const LedgerTab = lazy(() => import("./ledger.mjs"), "LedgerTab");
const shown = 400;

const lines = computed(() => linesOf(events.value, gameName).slice(-shown));

/** The tabs in their order: what each is called, and what it holds. */
const TABS = {
  log: { words: "strip.log", Body: Log },
  hands: { words: "hands.tab", Body: HandsTab },
  ledger: { words: "ledger.tab", Body: LedgerTab },
  table: { words: "strip.table", Body: TableTab },
};

export function SidePanel() {
  const chosen = /** @type {keyof typeof TABS} */ (sideTab.value);
  const { Body } = TABS[chosen];
  const shut = () => (panel.value = "");
  return html`<aside class=${`side ${panel.value === "log" ? "is-open" : ""}`}>
    <div class="side-head"><div class="side-tabs" role="tablist">${Object.entries(TABS).map(
      ([name, { words }]) => html`<button key=${name} role="tab" id=${`tab-${name}`}
      class=${name === chosen ? "on" : ""} aria-selected=${name === chosen ? "true" : "false"}
        aria-controls="side-body"
      onClick=${() => (sideTab.value = name)}>${t(words)}</button>`,
    )}</div>
      <button class="quiet round only-narrow" aria-label=${t("page.close")} onClick=${shut}>×</button>
        </div>
    <div class="side-body" id="side-body" role="tabpanel" aria-labelledby=${`tab-${chosen}`}>
      <${Body} />
    </div>
  </aside>`;
}

function Log() {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const stuck = useRef(true);
  const all = lines.value;
  useLayoutEffect(() => {
    if (box.current && stuck.current) box.current.scrollTop = box.current.scrollHeight;
  }, [all]);
  useEffect(() => {
    const el = box.current;
    if (!el) return undefined;
    const sized = new ResizeObserver(() => {
      if (stuck.current) el.scrollTop = el.scrollHeight;
    });
    sized.observe(el);
    return () => sized.disconnect();
  }, []);
  const watch = () => {
    const el = box.current;
    if (el) stuck.current = el.scrollHeight - el.scrollTop - el.clientHeight < 40;
  };
  return html`<div class="log" ref=${box} onScroll=${watch} tabindex="0" data-testid="log"
    aria-label=${t("strip.log")}>
    ${all.length === 0 && html`<p class="muted">${t("log.empty")}</p>`}
    ${all.map(
      (line) => html`<p key=${line.key} class=${`line line-${line.kind}`}><span><${CardText}
        text=${line.text} /></span>
      ${line.pot !== null && html`<span class="line-pot">${t("log.pot", { amount: line.pot })}</span>`}</p>`,
    )}
  </div>`;
}

export function TableTab() {
  const table = view.value;
  if (!table) return null;
  const taken = table.chairs.filter((one) => one.name !== null);
  const bots = taken.filter((one) => one.bot).length;
  return html`<div class="table-tab">
    <h3>${t("table.invite")}</h3>
    <${Invite} />
    ${
      table.you.host &&
      html`<h3>${t("table.bots")}</h3><p class="muted">${t("table.bots-text")}</p><${Bots}
      bots=${bots} most=${table.chairs.length - 1} />`
    }
    <h3>${t("table.players")}</h3>
    <ul class="player-list">${taken.map(
      (one) => html`<li key=${one.chair}><span>${one.name} ${one.bot && html`<em>${t("seat.bot")}</em>`}
      ${one.chair === myChair.value && html`<em>${t("seat.you")}</em>`}</span><span>
        ${t("seat.chips", { n: one.stack ?? 0 })}</span></li>`,
    )}</ul>
    <p class="muted">${t("table.free", { n: table.chairs.length - taken.length })}</p>
    <div class="only-narrow"><${SitOut} /></div>
    ${
      myChair.value !== null &&
      html`<button class="plain" data-testid="stand" onClick=${stand}>
      ${t("table.leave")}</button><p class="muted">${t("table.leave-text")}</p>`
    }
  </div>`;
}
