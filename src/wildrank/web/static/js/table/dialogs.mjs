/**
 * The dialogs over the table, by the name that opens them in `panel`; each comes when it is wanted.
 * @module
 */
import { html } from "../base/lib.mjs";
import { lazy } from "../base/lazy.mjs";
import { panel } from "../base/store.mjs";

/** @type {Record<string, any>} */
const DIALOGS = {
  chips: lazy(() => import("./chips-dialog.mjs"), "ChipsDialog"),
  customs: lazy(() => import("../host/customs-dialog.mjs"), "CustomsDialog"),
  device: lazy(() => import("./device-dialog.mjs"), "DeviceDialog"),
  invite: lazy(() => import("../host/invite.mjs"), "InviteDialog"),
  keys: lazy(() => import("../text/key-dialog.mjs"), "KeysDialog"),
  rules: lazy(() => import("./rules.mjs"), "RulesDialog"),
  settings: lazy(() => import("../settings/settings-dialog.mjs"), "SettingsDialog"),
};

export function Dialog() {
  const Opened = DIALOGS[panel.value];
  return Opened ? html`<${Opened} />` : null;
}
