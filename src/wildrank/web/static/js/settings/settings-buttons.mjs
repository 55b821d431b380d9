/**
 * The way to the settings, and one mute for everything.
 * @module
 */
import { html } from "../base/lib.mjs";
import { Icon } from "../base/icons.mjs";
import { t } from "../base/lang.mjs";
import { set, settings } from "./settings.mjs";
import { panel } from "../base/store.mjs";

/** The two buttons of the strip: one mute for everything, and the settings. */
export function SettingsButtons() {
  const { sounds } = settings.value;
  const name = sounds ? t("settings.mute") : t("settings.unmute");
  return html`<button class="quiet sign" data-testid="mute" aria-pressed=${String(!sounds)}
      aria-label=${name} title=${name} onClick=${() => set("sounds", !sounds)}>
      <${Icon} name=${sounds ? "sound" : "muted"} /></button>
    <button class="quiet sign" data-testid="settings" aria-label=${t("settings.title")}
      title=${t("settings.title")} onClick=${() => (panel.value = "settings")}>
      <${Icon} name="settings" /></button>`;
}
