/**
 * What the log says about the host's doings and about who asks for a seat.
 * @module
 */
import { t } from "../base/lang.mjs";

/** @typedef {import("../base/types.mjs").LogEvent} LogEvent */

/** @type {Record<string, (event: any, who: string) => string>} */
const SAID = {
  "seat-asked": (_event, who) => t("log.host.asks", { who }),
  "ask-ended": (event, who) => t(`log.host.ask.${event.answer}`, { who }),
  paused: (event) => t(event.paused ? "log.host.paused" : "log.host.goes-on"),
  kicked: (_event, who) => t("log.host.kicked", { who }),
  ending: (event) => t(event.ending ? "log.host.ending" : "log.host.not-ending"),
  "table-ended": () => t("log.host.over"),
  "host-changed": (_event, who) => t("log.host.changed", { who }),
  "invites-changed": () => t("log.host.invites"),
  "password-changed": (event) => t(event.needed ? "log.host.password" : "log.host.no-password"),
  customs: () => t("log.host.customs"),
};

/**
 * Return what an event of the host says, "" for any other.
 * @param {LogEvent} event
 */
export function hostWords(event) {
  return SAID[event.what]?.(event, event.who ?? "") ?? "";
}
