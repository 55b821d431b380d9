/**
 * The dealer's call in words: `deal holdem-hilo ante=2`, by name, by number or as last time.
 * @module
 */
import { announce } from "../table/call.mjs";
import { gameTitle } from "../table/call-words.mjs";
import { list, t } from "../base/lang.mjs";
import { games, view } from "../base/store.mjs";

/** @typedef {import("../base/types.mjs").GameInfo} GameInfo */

/** Whether a game can be dealt to those who are in. @param {GameInfo} info */
export function fits(info) {
  const players = view.value?.calling?.players ?? 2;
  const allowed = view.value?.customs?.games;
  return (
    players >= info.min && players <= info.max && (!allowed?.length || allowed.includes(info.slug))
  );
}

/** The games that may be called, by number. */
export function offered() {
  const all = games.value.map((info, at) =>
    fits(info) ? t("cmd.numbered", { at: at + 1, name: gameTitle(info), slug: info.slug }) : "",
  );
  return t("cmd.offered", { games: list(all.filter(Boolean)) });
}

/** @param {string} word */
function gameOf(word) {
  const low = word.toLowerCase();
  const last = view.value?.calling?.last?.game;
  return games.value.find((info, at) =>
    low
      ? [info.slug, gameTitle(info).toLowerCase(), `${at + 1}`].includes(low)
      : info.slug === (last ?? games.value[0].slug),
  );
}

/**
 * Call a game with typed announcements, and return what is wrong with it or "".
 * @param {string} typed `[GAME] [KEY=VALUE ...]`
 */
export function callTyped(typed) {
  if (!view.value?.calling?.yours) return t("cmd.not_yours");
  const words = typed.split(" ").filter(Boolean);
  const name = words.filter((word) => !word.includes("=")).join(" ");
  const info = gameOf(name);
  if (!info || !fits(info)) return `${t("cmd.no_game", { typed: name })} ${offered()}`;
  const settings = words.filter((word) => word.includes("=")).map((word) => word.split("=", 2));
  const keys = info.options.map((one) => one.key);
  const strange = settings.find(([key]) => !keys.includes(key));
  if (strange) return t("cmd.no_option", { typed: strange[0], keys: list(keys) });
  const usual = view.value.calling.last;
  const before = !name && usual?.game === info.slug ? usual.settings : {};
  announce(info, { ...before, ...Object.fromEntries(settings) });
  return "";
}
