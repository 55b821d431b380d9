/**
 * The customs of a table in words, and those that are to come with the next hand.
 * @module
 */
import { computed } from "../base/lib.mjs";
import { list, t } from "../base/lang.mjs";
import { events, games, live } from "../base/store.mjs";
import { gameName } from "../base/words.mjs";

/** @typedef {import("../base/types.mjs").Customs} Customs */

/** The customs of the next hand: those in force, but for what was changed since. */
export const coming = computed(() => {
  const now = live.value?.customs;
  const changed = events.value.findLast((event) => event.what === "customs")?.customs;
  return now && changed ? { ...now, ...changed } : now;
});

/** The games somebody may call, by their slugs. @param {Customs} customs */
export const allowed = ({ games: some }) =>
  some.length ? some : games.value.map((info) => info.slug);

/** @param {Customs} customs */
function gamesLine(customs) {
  const some = allowed(customs);
  const every = some.length === games.value.length;
  return every ? t("customs.all-games") : t("customs.some-games", { games: list(some.map(gameName)) });
}

/** @param {Customs} customs */
function clockLine({ act_s: clock, bank_s: bank }) {
  if (clock === null) return t("customs.no-clock");
  return bank ? t("customs.clock-bank", { clock, bank }) : t("customs.clock", { clock });
}

/** One line for each custom that concerns a player. */
export function customsLines() {
  const customs = coming.value;
  if (!customs) return [];
  return [
    gamesLine(customs),
    t(`customs.line-${customs.mode}`),
    t("customs.buy-in", { ...customs.buy_in }),
    clockLine(customs),
    customs.approve && t("customs.line-approve"),
    !customs.spectators && t("customs.line-private"),
    customs.rabbit && t("customs.line-rabbit"),
    customs.kill && t("customs.line-kill"),
    customs.password && t("host.locked"),
  ].filter(Boolean);
}
