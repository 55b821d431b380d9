/**
 * The panel beside the table: the log, the talk, the hands that are over, the ledger, and the table
 * itself. On a phone it is a drawer. A new tab is one line in `TABS`.
 * @module
 */
import { computed, html, useEffect, useLayoutEffect, useRef } from "../base/lib.mjs";
import { CardText } from "./cards.mjs";
import { t } from "../base/lang.mjs";
import { lazy } from "../base/lazy.mjs";
import { linesOf } from "./log.mjs";
import { events, live, panel, sideTab } from "../base/store.mjs";
import { unread } from "./talk.mjs";
import { gameName } from "../base/words.mjs";


const HandsTab = lazy(() => import("../past/hands.mjs"), "HandsTab");
const ChatTab = lazy(() => import("./chat.mjs"), "ChatTab");
const TableTab = lazy(() => import("./table-tab.mjs"), "TableTab");
const LedgerTab = lazy(() => import("../past/ledger.mjs"), "LedgerTab");
const shown = 400;

/** What waits to be seen behind a tab. @type {Record<string, () => number>} */
const WAITING = {
  chat: () => unread.value,
  table: () => live.value?.asking?.length ?? 0,
};

/** How many things wait behind the tabs. */
export const news = computed(() => Object.values(WAITING).reduce((sum, count) => sum + count(), 0));

const lines = computed(() => linesOf(events.value, gameName).slice(-shown));

/** The tabs in their order: what each is called, and what it holds. */
const TABS = {
  log: { words: "strip.log", Body: Log },
  chat: { words: "chat.tab", Body: ChatTab },
  hands: { words: "hands.tab", Body: HandsTab },
  ledger: { words: "ledger.tab", Body: LedgerTab },
  table: { words: "strip.table", Body: TableTab },
};

/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1 };

/** Go from tab to tab with the arrows. @param {KeyboardEvent} event */
function walk(event) {
  const names = Object.keys(TABS);
  const at = names.indexOf(sideTab.value) + (STEPS[event.key] ?? NaN);
  if (Number.isNaN(at)) return;
  event.preventDefault();
  sideTab.value = names[(at + names.length) % names.length];
  document.getElementById(`tab-${sideTab.value}`)?.focus();
}

export function SidePanel() {
  const chosen = /** @type {keyof typeof TABS} */ (sideTab.value);
  const { Body } = TABS[chosen];
  const shut = () => (panel.value = "");
  return html`<aside class=${`side ${panel.value === "log" ? "is-open" : ""}`}>
    <div class="side-head"><div class="side-tabs" role="tablist" onKeyDown=${walk}>${Object.entries(TABS).map(
      ([name, { words }]) => html`<button key=${name} role="tab" id=${`tab-${name}`}
      class=${name === chosen ? "on" : ""} aria-selected=${name === chosen ? "true" : "false"}
        aria-controls="side-body" tabindex=${name === chosen ? "0" : "-1"}
      onClick=${() => (sideTab.value = name)}>${t(words)}<${Mark} n=${WAITING[name]?.() ?? 0} /></button>`,
    )}</div>
      <button class="quiet round only-narrow" aria-label=${t("page.close")} onClick=${shut}>×</button>
        </div>
    <div class="side-body" id="side-body" role="tabpanel" aria-labelledby=${`tab-${chosen}`}>
      <${Body} />
    </div>
  </aside>`;
}

/** How many things are new. @param {{ n: number }} props */
export function Mark({ n }) {
  return n > 0 && html` <span class="mark" data-testid="mark"><span aria-hidden="true">${n}</span><span
    class="unseen">${t("chat.unread", { n })}</span></span>`;
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
