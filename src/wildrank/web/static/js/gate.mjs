/**
 * What a newcomer sees who is not let in: why, and a place for the password where that is why.
 * @module
 */
import { html, useState } from "./lib.mjs";
import { t } from "./lang.mjs";
import { gate, go } from "./store.mjs";
import { enter } from "./wire.mjs";
import { problemWords } from "./words.mjs";

export function Gate() {
  const [word, setWord] = useState("");
  const why = problemWords({ code: gate.value, message: "" });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    enter(word);
  };
  return html`<main class="looking" data-testid="gate" data-code=${gate.value}>
    <h1 class="big">${t("gate.title")}</h1>
    <p>${why}</p>
    ${
      gate.value === "table/password" &&
      html`<form class="join" onSubmit=${submit}>
        <label for="gate-word">${t("gate.word")}</label>
        <input id="gate-word" class="text" type="password" data-testid="gate-word" maxlength="200"
          autocomplete="current-password" value=${word}
          onInput=${(/** @type {any} */ event) => setWord(event.target.value)} />
        <button class="act primary" data-testid="gate-enter">${t("gate.enter")}</button>
      </form>`
    }
    <button class="plain" onClick=${() => go("/")}>${t("page.front")}</button>
  </main>`;
}
