/**
 * The command box of the front page: a name, a table, the games.
 * @module
 */
import { html } from "../base/lib.mjs";
import { gameSummary, gameTitle } from "../table/call-words.mjs";
import { CommandBox } from "./command-box.mjs";
import { friendlyName } from "../table/join.mjs";
import { t } from "../base/lang.mjs";
import { games, recall } from "../base/store.mjs";

/**
 * @param {{ deal: (name: string, hosting?: boolean) => Promise<void> }} props opens a table,
 *   with bots or to invite people to, and sits down there
 */
export function FrontCommands({ deal }) {
  const obey = async (/** @type {string} */ typed) => {
    const words = typed.trim().replace(/\s+/g, " ");
    const host = after("host", words);
    const rest = host ?? after("deal", words);
    if (after("games", words) !== null)
      return games.value.map((info) => `${gameTitle(info)}: ${gameSummary(info)}`).join(" ");
    if (rest === null) return t("text.front_hint");
    await deal(rest || recall("name") || friendlyName(), host !== null);
    return "";
  };
  return html`<${CommandBox} obey=${obey} hint=${t("text.front_hint")} />`;
}

/** What follows a command of the front page; null when that is not typed. */
function after(/** @type {string} */ id, /** @type {string} */ words) {
  const low = words.toLowerCase();
  const phrase = [...t(`text.front_word.${id}`).split(", "), id].find(
    (one) => low === one || low.startsWith(`${one} `),
  );
  return phrase === undefined ? null : words.slice(phrase.length).trim();
}
