/**
 * What the dealer fills in: a game, and what is announced with it.
 * @module
 */
import { html, useEffect, useState } from "../base/lib.mjs";
import { announce, Badges } from "./call.mjs";
import { choiceWord, gameSummary, gameTitle, optionHelp, optionLabel } from "./call-words.mjs";
import { CardText } from "./cards.mjs";
import { Modal } from "../base/modal.mjs";
import { t } from "../base/lang.mjs";
import { clockEnds, games, notice, panel, view } from "../base/store.mjs";
import { useSeconds } from "../base/timing.mjs";

/** @typedef {import("../base/types.mjs").Option} Option */
/** @typedef {import("../base/types.mjs").GameInfo} GameInfo */

/** Announcements that most dealers make; the others are one tap away. */
const FIRST = new Set([
  "limit",
  "small-bet",
  "big-bet",
  "ante",
  "blinds",
  "third-card-price",
  "ace-in-hole",
  "five-of-a-kind",
  "low-qualifier",
]);

export function CallForm() {
  const calling = view.value?.calling;
  const last = calling?.last;
  const players = calling?.players ?? 2;
  const fits = (/** @type {GameInfo} */ info) => players >= info.min && players <= info.max;
  const usual =
    games.value.find((info) => info.slug === last?.game) ??
    games.value.find(fits) ??
    games.value[0];
  const [slug, setSlug] = useState(usual.slug);
  const [settings, setSettings] = useState(
    /** @type {Record<string, string>} */ ({ ...last?.settings }),
  );
  const left = useSeconds(clockEnds.value);
  const info = games.value.find((one) => one.slug === slug) ?? usual;
  const pick = (/** @type {string} */ other) => {
    setSlug(other);
    setSettings(other === last?.game ? { ...last.settings } : {});
  };
  const set = (/** @type {string} */ key, /** @type {string} */ value) =>
    setSettings((old) => ({ ...old, [key]: value }));
  const foot = html`<span class="call-time">${left ? t("act.seconds", { seconds: left }) : ""}</span>
    <button class="act primary" data-testid="call-submit"
      onClick=${() => announce(info, settings)}>
      ${t("call.submit", { game: gameTitle(info) })}</button>`;
  return html`<${Modal} open title=${t("call.title")} class="call-modal" testid="call-dialog"
    foot=${foot} onClose=${() => (panel.value = "")}>
    <p class="modal-lead">${t("call.text")}</p>
    <div class="game-cards" role="radiogroup" aria-label=${t("front.games")}>
      ${games.value.map(
        (one) => html`<${GameChoice} key=${one.slug} info=${one}
        chosen=${one.slug === slug} fits=${fits(one)} onPick=${pick} />`,
      )}
    </div>
    <${Announcing} info=${info} settings=${settings} set=${set} />
  <//>`;
}

/**
 * @param {{ info: GameInfo, chosen: boolean, fits: boolean,
 *   onPick: (slug: string) => void }} props
 */
function GameChoice({ info, chosen, fits, onPick }) {
  return html`<label class=${`game-card ${chosen ? "chosen" : ""} ${fits ? "" : "off"}`}>
    <input type="radio" name="game" value=${info.slug} checked=${chosen} disabled=${!fits}
      data-testid="call-game" data-game=${info.slug}
      onChange=${() => onPick(info.slug)} />
    <strong>${gameTitle(info)}</strong>
    <span class="game-summary">${fits ? gameSummary(info) : t("call.players", { min: info.min, max: info.max })}</span>
    <${Badges} info=${info} />
  </label>`;
}

/**
 * @param {{ info: GameInfo, settings: Record<string, string>,
 *   set: (key: string, value: string) => void }} props
 */
export function Announcing({ info, settings, set }) {
  const first = info.options.filter((one) => FIRST.has(one.key));
  const rest = info.options.filter((one) => !FIRST.has(one.key));
  const changed = rest.filter((one) => (settings[one.key] ?? one.default) !== one.default).length;
  const row = (/** @type {Option} */ one) =>
    html`<${OptionRow} key=${`${info.slug} ${one.key}`} option=${one}
      value=${settings[one.key] ?? one.default} set=${set} />`;
  return html`<h3>${t("call.announce")}</h3>
    <div class="options">${first.map(row)}</div>
    ${
      rest.length > 0 &&
      html`<details class="more-options" open=${changed > 0}>
      <summary>${t("call.more")} <small>${changed ? t("call.changed", { n: changed }) : t("call.same")}</small>
        </summary>
      <div class="options">${rest.map(row)}</div></details>`
    }`;
}

/** Whether the server's refusal speaks of an option. @param {Option} option */
const isBlamed = ({ key }) =>
  [`announcement/${key}`, `stakes/${key}`].includes(notice.value?.code ?? "");

/** How a value is typed: a word in the visitor's language, or as it is. */
const typedWord = (/** @type {Option} */ option, /** @type {string} */ value) =>
  option.choices?.includes(value) ? choiceWord(option.key, value) : value;

/** The value that was typed. */
const meant = (/** @type {Option} */ option, /** @type {string} */ text) =>
  option.choices?.find((one) => typedWord(option, one) === text.trim()) ?? text;

const YES = ["true", "yes", "on"];

/** @param {{ option: Option, value: string, set: (key: string, value: string) => void }} props */
function OptionRow({ option, value, set }) {
  const id = `option-${option.key}`;
  const [wrong, setWrong] = useState(false);
  const blamed = isBlamed(option);
  useEffect(() => {
    if (!blamed) return;
    setWrong(true);
    document.getElementById(id)?.scrollIntoView({ block: "center" });
  }, [blamed]);
  const put = (/** @type {string} */ word) => {
    setWrong(false);
    set(option.key, word);
  };
  const change = (/** @type {any} */ event) => put(event.target.value);
  const typed = (/** @type {any} */ event) => put(meant(option, event.target.value));
  const differs = value !== option.default;
  const usual =
    option.kind === "switch"
      ? YES.includes(option.default)
        ? t("choice.yes")
        : t("choice.no")
      : choiceWord(option.key, option.default);
  return html`<div class=${`option ${differs ? "differs" : ""} ${wrong ? "wrong" : ""}`}>
    <label for=${id}>${optionLabel(option)}</label>
    ${
      option.kind === "switch"
        ? html`<input id=${id} class="switch" type="checkbox" role="switch"
          checked=${YES.includes(value)} data-testid=${id}
          onChange=${(/** @type {any} */ event) => put(String(event.target.checked))} />`
        : option.kind === "choice"
          ? html`<select id=${id} data-testid=${id} aria-invalid=${wrong}
            onChange=${change}>${option.choices?.map(
              (one) => html`<option key=${one} value=${one} selected=${one === value}>
                ${choiceWord(option.key, one)}</option>`,
            )}</select>`
          : html`<input id=${id} class="number" inputmode=${option.choices ? "text" : "numeric"}
            list=${option.choices ? `${id}-words` : undefined}
            autocomplete="off" aria-invalid=${wrong} value=${typedWord(option, value)}
            data-testid=${id} onInput=${typed} />
          ${
            option.choices &&
            html`<datalist id=${`${id}-words`}>
            ${option.choices.map(
              (one) => html`<option key=${one} value=${typedWord(option, one)} />`,
            )}</datalist>`
          }`
    }
    <small><${CardText} text=${optionHelp(option)} /> ${
      differs && html`<em>${t("call.usual", { value: usual })}</em>`
    }</small>
  </div>`;
}
