/**
 * The command box of the text table: what is typed is done, and the answer stands below.
 * @module
 */
import { html, useState } from "../base/lib.mjs";
import { spoken } from "../table/cards.mjs";
import { t } from "../base/lang.mjs";
import { answer, clear, reply } from "./reply.mjs";

/**
 * @param {{ obey: (typed: string) => string | Promise<string>, hint: string }} props
 */
export function CommandBox({ obey, hint }) {
  const [typed, setTyped] = useState("");
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!typed.trim()) return;
    setTyped("");
    clear();
    reply(await obey(typed));
  };
  return html`<form class="command" onSubmit=${submit}>
    <label for="command">${t("text.command")}</label>
    <div class="command-row"><input id="command" class="text" data-testid="command" data-home
      autocomplete="off" autocapitalize="none" spellcheck=${false} aria-describedby="command-hint"
      value=${typed} onInput=${(/** @type {any} */ event) => setTyped(event.target.value)} />
      <button class="plain" data-testid="command-do">${t("text.do")}</button></div>
    <p id="command-hint" class="muted">${hint}</p>
    <p class="answer" data-testid="answer">${spoken(answer.value.text)}</p>
  </form>`;
}
