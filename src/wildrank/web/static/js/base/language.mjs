/**
 * The choice of the language, each by its own name.
 * @module
 */
import { html } from "./lib.mjs";
import { LANGUAGES } from "./first-words.mjs";
import { choose, language, t } from "./lang.mjs";

/** @param {string} code */
const ownName = (code) => new Intl.DisplayNames(code, { type: "language" }).of(code);

export function LanguageChoice() {
  return html`<label class="language"><span>${t("language.label")}</span>
    <select data-testid="language"
      onChange=${(/** @type {any} */ event) => choose(event.target.value)}>${LANGUAGES.map(
        (code) => html`<option key=${code} value=${code} lang=${code}
          selected=${code === language.value}>${ownName(code)}</option>`,
      )}</select></label>`;
}
