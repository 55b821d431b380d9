/**
 * The dialogs over the table, by the name that opens them in `panel`; each comes when it is wanted.
 * @module
 */
import { html } from "./lib.mjs";
import { lazy } from "./lazy.mjs";
import { panel } from "./store.mjs";

/** @type {Record<string, any>} */
const DIALOGS = {
  chips: lazy(() => import("./chips-dialog.mjs"), "ChipsDialog"),
  customs: lazy(() => import("./customs-dialog.mjs"), "CustomsDialog"),
  device: lazy(() => import("./device-dialog.mjs"), "DeviceDialog"),
  invite: lazy(() => import("./invite.mjs"), "InviteDialog"),
  keys: lazy(() => import("./key-dialog.mjs"), "KeysDialog"),
  rules: lazy(() => import("./rules.mjs"), "RulesDialog"),
  settings: lazy(() => import("./settings-dialog.mjs"), "SettingsDialog"),
};

export function Dialog() {
  const Opened = DIALOGS[panel.value];
  return Opened ? html`<${Opened} />` : null;
}
