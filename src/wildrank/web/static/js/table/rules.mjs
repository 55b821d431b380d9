/**
 * The rule card of the game being played.
 * @module
 */
import { html } from "../base/lib.mjs";
import { Badges } from "./call.mjs";
import { announcedLines, gameSummary, gameTitle, stakesParts, streetWord } from "./call-words.mjs";
import { lines, t } from "../base/lang.mjs";
import { Modal } from "../base/modal.mjs";
import { game, hand, panel, view } from "../base/store.mjs";

const shut = () => (panel.value = "");

export function RulesDialog() {
  const info = game.value;
  if (!info) return null;
  const called = view.value?.called;
  return html`<${Modal} open title=${gameTitle(info)} class="rules-modal" testid="rules-dialog"
    onClose=${shut}>
    <p class="modal-lead">${gameSummary(info)}</p>
    <${Badges} info=${info} />
    ${
      called &&
      html`<h3>${t("rules.this-hand")}</h3>
      <ul class="announced"><li>${stakesParts(called).join(", ")}</li>${announcedLines(called, info).map(
        (line) => html`<li
        key=${line}>${line}</li>`,
      )}</ul>`
    }
    <${Minute} slug=${info.slug} />
    <h3>${t("rules.how-dealt")}</h3>
    <ol class="deal-steps">${info.streets.map(
      (
        street,
        at,
      ) => html`<li key=${at} class=${!hand.value?.over && hand.value?.street === at ? "now" : ""}>
      <strong>${streetWord(street.name)}</strong><span>${dealt(street)}</span></li>`,
    )}</ol>
    <p class="modal-lead">${t("rules.then-bet")}</p>
    <${Hands} info=${info} />
    <p class="source"><strong>${t("rules.source")}</strong> <span lang="en">${info.source}</span></p>
  <//>`;
}

/** @param {{ slug: string }} props */
function Minute({ slug }) {
  const steps = lines(`minute.${slug}`);
  if (!steps.length) return null;
  return html`<h3>${t("rules.minute")}</h3>
    <ol class="minute" data-testid="minute">${steps.map(
      (step) => html`<li key=${step}>${step}</li>`,
    )}</ol>`;
}

const HANDS = [
  "straight-flush",
  "four-of-a-kind",
  "full-house",
  "flush",
  "straight",
  "three-of-a-kind",
  "two-pair",
  "pair",
  "high-card",
].map((name) => [name, name]);

/**
 * Return the names of the hands, best first, each with the name of what explains it.
 * @param {boolean} wilds whether there are wild cards
 * @param {string} five where five of a kind was announced: above, below or royal
 */
function handRanks(wilds, five) {
  if (!wilds) return HANDS;
  const [straightFlush, ...rest] = HANDS;
  const fives = ["five-of-a-kind", "five-of-a-kind"];
  if (five === "below") return [straightFlush, fives, ...rest];
  if (five !== "royal") return [fives, ...HANDS];
  const natural = ["natural-royal", "natural-royal"];
  return [natural, fives, ["straight-flush", "other-straight-flush"], ...rest];
}

/**
 * How hands rank, five of a kind where it was announced.
 * @param {{ info: import("../base/types.mjs").GameInfo }} props
 */
function Hands({ info }) {
  const key = "five-of-a-kind";
  const usual = info.options.find((one) => one.key === key)?.default ?? "";
  const five = view.value?.called?.settings[key] ?? usual;
  return html`<h3>${t("rules.hands")}</h3>
    <ol class="hand-ranks" data-testid="hand-ranks">${handRanks(
      info.has_wilds,
      five,
    ).map(
      ([name, what]) => html`<li key=${what}><strong>${t(`rank-of.${name}`)}</strong>
          <span>${t(`rank-of.${what}.what`)}</span></li>`,
    )}
    </ol>
    <p class="muted">${t("rules.suits")}</p>`;
}

/** @param {import("../base/types.mjs").GameInfo["streets"][number]} street */
export function dealt(street) {
  const parts = [];
  const { down, up, board } = street;
  if (down) parts.push(t(street.buyable ? "rules.down-buyable" : "rules.down", { count: down }));
  if (up) parts.push(t("rules.up", { count: up }));
  if (board) parts.push(t("rules.board", { count: board }));
  return parts.join(", ");
}
