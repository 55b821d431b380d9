/**
 * Joining by link: a name and a chair, or just watching.
 * @module
 */
import { html, useState } from "./lib.mjs";
import { lines, t } from "./lang.mjs";
import { Modal } from "./modal.mjs";
import { joining, myChair, recall, view } from "./store.mjs";
import { sit } from "./wire.mjs";

/** Return a friendly name nobody at this table has. */
export function friendlyName() {
  const taken = new Set(view.peek()?.chairs.map((one) => one.name));
  const all = lines("names");
  const free = all.filter((name) => !taken.has(name));
  const names = free.length ? free : all;
  return names[Math.floor(Math.random() * names.length)];
}

export function JoinDialog() {
  const table = view.value;
  const [name, setName] = useState(recall("name"));
  const asked =
    joining.value ??
    (table ? !recall(`seat/${table.table}`) && !recall(`watch/${table.table}`) : false);
  if (!table || myChair.value !== null || !asked) return null;
  const shut = () => (joining.value = false);
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    sit(name.trim() || friendlyName());
    shut();
  };
  return html`<${Modal} open title=${t("join.title")} class="join-modal" testid="join-dialog"
    onClose=${shut}>
    <form class="join" onSubmit=${submit}>
      <label for="join-name">${t("join.name")}</label>
      <input id="join-name" class="text" data-testid="name" maxlength="20" autocomplete="nickname"
        placeholder=${t("join.name-hint")} value=${name}
        onInput=${(/** @type {any} */ event) => setName(event.target.value)} />
      <p class="modal-lead">${t("join.text")}</p>
      <div class="buttons two"><button type="button" class="act fold" data-testid="watch"
        onClick=${shut}>${t("join.watch")}</button>
        <button class="act primary" data-testid="take-seat">${t("join.take-seat")}</button></div>
    </form>
  <//>`;
}
