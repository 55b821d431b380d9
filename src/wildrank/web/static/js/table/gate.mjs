/**
 * What a newcomer sees who is not let in: why, and a place for the password where that is why.
 * @module
 */
import { html, useEffect, useState } from "../base/lib.mjs";
import { t } from "../base/lang.mjs";
import { gate, go, route } from "../base/store.mjs";
import { enter } from "../base/wire.mjs";
import { problemWords } from "../base/words.mjs";

/** The table a password was tried at. */
let tried = "";

export function GatePage() {
  const [word, setWord] = useState("");
  const table = route.value.table ?? "";
  const wrong = gate.value === "table/password" && tried === table;
  const why = wrong ? t("gate.wrong") : problemWords({ code: gate.value, message: "" });
  useEffect(() => document.getElementById("gate-word")?.focus(), []);
  const again = () => {
    history.replaceState(null, "", location.pathname);
    enter("");
  };
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    tried = table;
    enter(word);
  };
  return html`<main class="looking" data-testid="gate" data-code=${gate.value}>
    <h1 class="big">${t("gate.title")}</h1>
    <p role="status">${why}</p>
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
    ${
      gate.value === "people/ticket" &&
      html`<button class="act primary" data-testid="gate-again" onClick=${again}>
        ${t("gate.again")}</button>`
    }
    <button class="plain" onClick=${() => go("/")}>${t("page.front")}</button>
  </main>`;
}
