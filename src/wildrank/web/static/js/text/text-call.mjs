/**
 * The dealer's call as a plain form: the games that may be called, the announcements, one button.
 * @module
 */
import { html, useState } from "../base/lib.mjs";
import { announce } from "../table/call.mjs";
import { Announcing } from "../table/call-form.mjs";
import { gameSummary, gameTitle } from "../table/call-words.mjs";
import { fits } from "./call-typed.mjs";
import { t } from "../base/lang.mjs";
import { games, notice, view } from "../base/store.mjs";
import { problemWords } from "../base/words.mjs";

export function TextCall() {
  const last = view.value?.calling?.last;
  const all = games.value.filter(fits);
  const [slug, setSlug] = useState(last?.game ?? "");
  const [settings, setSettings] = useState(
    /** @type {Record<string, string>} */ ({ ...last?.settings }),
  );
  const info = all.find((one) => one.slug === slug) ?? all[0];
  if (!info) return null;
  const pick = (/** @type {any} */ event) => {
    setSlug(event.target.value);
    setSettings(event.target.value === last?.game ? { ...last?.settings } : {});
  };
  const put = (/** @type {string} */ key, /** @type {string} */ value) =>
    setSettings((old) => ({ ...old, [key]: value }));
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    announce(info, settings);
  };
  return html`<form class="text-call" data-testid="call-dialog" onSubmit=${submit}>
    <p>${t("text.call_lead")}</p>
    <p><label for="text-call-game">${t("text.call_game")}</label>
      <select id="text-call-game" data-testid="text-call-game" onChange=${pick}>${all.map(
        (one) => html`<option key=${one.slug} value=${one.slug}
          selected=${one.slug === info.slug}>${gameTitle(one)}</option>`,
      )}</select></p>
    <p>${gameSummary(info)}</p>
    <${Announcing} info=${info} settings=${settings} set=${put} />
    ${notice.value && html`<p class="modal-notice">${problemWords(notice.value)}</p>`}
    <p><button class="act primary" data-testid="call-submit">
      ${t("text.call_do", { game: gameTitle(info) })}</button></p>
  </form>`;
}
