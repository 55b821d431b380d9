/**
 * The front page: what this is, one big button, and the games.
 * @module
 */
import { html, useState } from "./base/lib.mjs";
import { Badges } from "./table/call.mjs";
import { gameSummary, gameTitle } from "./table/call-words.mjs";
import { Card } from "./table/cards.mjs";
import { friendlyName } from "./table/join.mjs";
import { t } from "./base/lang.mjs";
import { LanguageChoice } from "./base/language.mjs";
import { lazy } from "./base/lazy.mjs";
import { games, go, panel, recall, remember } from "./base/store.mjs";
import { TextSwitch, textMode } from "./text/text-mode.mjs";

const FrontCommands = lazy(() => import("./text/text-front.mjs"), "FrontCommands");

export function FrontPage() {
  const [name, setName] = useState(recall("name"));
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState("");
  const seat = async (/** @type {string} */ wished, hosting = false) => {
    if (busy) return;
    setBusy(true);
    setTrouble("");
    try {
      await openTable(wished, hosting ? { bots: 0 } : {});
      if (hosting) panel.value = "invite";
    } catch {
      setTrouble(t("page.no-server"));
    }
    setBusy(false);
  };
  const deal = (/** @type {Event} */ event) => {
    event.preventDefault();
    seat(name.trim() || friendlyName());
  };
  const host = () => seat(name.trim() || friendlyName(), true);
  const results = (/** @type {Event} */ event) => {
    event.preventDefault();
    go("/#results");
  };
  return html`<main class="front">
    <${TextSwitch} />
    ${textMode.value && html`<${FrontCommands} deal=${seat} />`}
    <div class="hero">
      <div class="hero-words">
        <h1>${t("page.product")}</h1>
        <p class="tagline">${t("page.tagline")}</p>
        <form class="deal" onSubmit=${deal}>
          <label class="unseen" for="your-name">${t("join.name")}</label>
          <input id="your-name" class="text" data-testid="name" maxlength="24"
            autocomplete="nickname" placeholder=${t("join.name")} value=${name}
            onInput=${(/** @type {any} */ event) => setName(event.target.value)} />
          <button class="act primary" data-testid="deal-me-in">
            ${busy ? t("front.dealing") : t("front.deal-me-in")}</button>
        </form>
        <p class="under" role="status">${trouble || t("front.under")}</p>
        <p class="deal second"><button class="act" data-testid="host-a-game" onClick=${host}>
          ${t("front.host")}</button><span class="muted">${t("front.host-text")}</span></p>
      </div>
      <${Sample} />
    </div>
    <section class="front-games" aria-labelledby="games-title">
      <h2 id="games-title">${t("front.games")}</h2>
      <p class="muted">${t("front.games-text")}</p>
      <ul>${inOrder(games.value).map(
        (info) => html`<li key=${info.slug} class="game-tile" data-testid="game-tile">
        <h3>${gameTitle(info)}</h3><p>${gameSummary(info)}</p>
        <p class="tile-foot"><span>${t("front.players", { min: info.min, max: info.max })}</span><${Badges}
          info=${info} /></p>
        <a class="learn-link" data-testid="learn" href=${`/learn/${info.slug}`}
          aria-label=${`${t("front.learn")}: ${gameTitle(info)}`}
          onClick=${learn}>${t("front.learn")}</a></li>`,
      )}</ul>
    </section>
    <footer class="front-foot"><a href="/#results" data-testid="results-link"
      onClick=${results}>${t("results.title")}</a><${LanguageChoice} /></footer>
  </main>`;
}

/** @param {MouseEvent & { currentTarget: HTMLAnchorElement }} event */
function learn(event) {
  event.preventDefault();
  go(event.currentTarget.pathname);
}

/**
 * The games as a newcomer is shown them: those that are played nowhere else first.
 * @param {import("./base/types.mjs").GameInfo[]} all
 */
const inOrder = (all) => [...all].sort((a, b) => Number(b.has_wilds) - Number(a.has_wilds));

/** A hand that shows the idea: the lowest hole card is wild. */
function Sample() {
  return html`<figure class="sample">
    <div class="fan"><${Card} code="Qd" /><${Card} code="4c" wild note=${t("card.as", { card: "Qc" })} /><${Card}
      code="Qh" /></div>
    <figcaption>${t("front.sample")}</figcaption>
  </figure>`;
}

/**
 * Open a table and take a chair there.
 * @param {string} name
 * @param {{ bots?: number }} wanted how it differs from a usual one
 */
async function openTable(name, wanted) {
  const answer = await fetch("/api/tables", { method: "POST", body: JSON.stringify(wanted) });
  if (!answer.ok) throw new Error(String(answer.status));
  const { table, link } = await answer.json();
  remember("name", name);
  remember(`seat/${table}`, name);
  go(link);
}
