/**
 * Joining by link: a name, chips and a chair, or just watching.
 * @module
 */
import { html, useState } from "../base/lib.mjs";
import { ChipsChoice, usualOf } from "./buyin.mjs";
import { lines, t } from "../base/lang.mjs";
import { Modal } from "../base/modal.mjs";
import { hostName, joining, myChair, recall, remember, view } from "../base/store.mjs";
import { sit } from "../base/wire.mjs";

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
  const asked =
    joining.value ??
    (table ? !recall(`seat/${table.table}`) && !recall(`watch/${table.table}`) : false);
  if (!table || myChair.value !== null || table.you.asking || table.you.place || !asked) return null;
  return html`<${JoinForm} />`;
}

/** What taking a seat means at this table now: a chair, a place on the list, or an ask. */
function wayIn() {
  const table = view.value;
  if (table?.customs?.approve && hostName.value) return "ask";
  return table?.chairs.every((one) => one.name !== null && !one.bot) ? "wait" : "take";
}

function JoinForm() {
  const limits = view.value?.customs?.buy_in;
  const [name, setName] = useState(recall("name"));
  const [stack, setStack] = useState(/** @type {number | null} */ (null));
  const brought = limits && (stack ?? usualOf(limits));
  const way = wayIn();
  const shut = () => (joining.value = false);
  const watch = () => {
    remember(`watch/${view.value?.table}`, "yes");
    shut();
  };
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    sit(name.trim() || friendlyName(), null, stack === null ? null : (brought ?? null));
    shut();
  };
  return html`<${Modal} open title=${t("join.title")} class="join-modal" testid="join-dialog"
    onClose=${watch}>
    <form class="join" onSubmit=${submit}>
      <label for="join-name">${t("join.name")}</label>
      <input id="join-name" class="text" data-testid="name" maxlength="24" autocomplete="nickname"
        placeholder=${t("join.name-hint")} value=${name}
        onInput=${(/** @type {any} */ event) => setName(event.target.value)} />
      ${
        limits &&
        limits.low < limits.high &&
        html`<${ChipsChoice} label=${t("join.chips")} limits=${limits} value=${brought}
          put=${setStack} />`
      }
      <p class="modal-lead" data-testid="join-text">${t(`join.text-${way}`, { who: hostName.value })}</p>
      <div class="buttons two"><button type="button" class="act fold" data-testid="watch"
        onClick=${watch}>${t("join.watch")}</button>
        <button class="act primary" data-testid="take-seat">${t(`join.do-${way}`)}</button></div>
    </form>
  <//>`;
}
