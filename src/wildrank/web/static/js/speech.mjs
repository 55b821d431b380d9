/**
 * What a screen reader hears: one polite log, and one assertive region for the visitor's turn.
 * @module
 */
import { computed, html, useEffect, useState } from "./lib.mjs";
import { buyWords } from "./buy.mjs";
import { spoken } from "./cards.mjs";
import { choices } from "./decide.mjs";
import { bothWords } from "./hand-words.mjs";
import { list, t } from "./lang.mjs";
import { sentence } from "./log.mjs";
import { awardLines, whyLines } from "./showdown.mjs";
import { fresh, hand, legal, myTurn, notice, view } from "./store.mjs";
import { gameName } from "./side.mjs";
import { problemWords } from "./words.mjs";

const KEPT = 30;

/** What is said when the turn comes, or when something went wrong. */
const urgent = computed(() => {
  if (notice.value) return problemWords(notice.value);
  const table = view.value;
  if (table?.phase === "calling" && table.calling?.yours) return t("call.title");
  const may = legal.value;
  if (!myTurn.value || !may) return "";
  const kind = hand.value?.turn?.kind;
  if (kind === "buy")
    return sayTurn([t("buy.down"), ...(may.buy ? [buyWords(may.price)] : [])]);
  if (kind === "show") {
    return may.muck ? `${t("act.beaten")} ${sayTurn([t("act.muck"), t("act.show")])}` : t("act.showing");
  }
  return sayTurn(
    (choices.value ?? [])
      .filter((one) => one.enabled)
      .map((one) => one.label)
      .reverse(),
  );
});

/** @param {string} text */
const lower = (text) => text.charAt(0).toLowerCase() + text.slice(1);

/** @param {string[]} choices */
const sayTurn = (choices) =>
  t("turn.say", { choices: list(choices.map(lower), "disjunction") });

export function Speech() {
  const [said, setSaid] = useState(/** @type {{ key: string, text: string }[]} */ ([]));
  const news = fresh.value;
  const mine = hand.value?.mine;
  const have = bothWords(mine);
  useEffect(() => {
    const added = news
      .map((event) => ({ key: `${event.n}`, text: spoken(sentence(event, gameName)) }))
      .filter((one) => one.text);
    const results = hand.peek()?.results;
    if (results && news.some((event) => event.what === "ended")) {
      const many = new Set(results.awards.map((award) => award.pot)).size > 1;
      added.push({
        key: `end ${news[0].n}`,
        text: [...whyLines(results), ...awardLines(results, many)].map(spoken).join(". "),
      });
    }
    if (added.length) setSaid((old) => [...old, ...added].slice(-KEPT));
  }, [news]);
  useEffect(() => {
    if (have)
      setSaid((old) =>
        [...old, { key: `have ${Date.now()}`, text: t("mine.say", { hand: spoken(have) }) }].slice(
          -KEPT,
        ),
      );
  }, [have]);
  return html`<div class="unseen" role="log" aria-live="polite" aria-relevant="additions">
      ${said.map((one) => html`<p key=${one.key}>${one.text}</p>`)}</div>
    <div class="unseen" aria-live="assertive" aria-atomic="true" data-testid="say-turn">
      ${spoken(urgent.value)}</div>`;
}
