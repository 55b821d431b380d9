/**
 * More chips for the viewer's chair: a top-up, or a rebuy.
 * @module
 */
import { html, useState } from "../base/lib.mjs";
import { ChipsChoice, usualOf } from "./buyin.mjs";
import { t } from "../base/lang.mjs";
import { Modal } from "../base/modal.mjs";
import { live, panel } from "../base/store.mjs";
import { send } from "../base/wire.mjs";

const shut = () => (panel.value = "");

export function ChipsDialog() {
  const table = live.value;
  const { low, high } = table?.you ?? {};
  const [to, setTo] = useState(/** @type {number | null} */ (null));
  const more = table?.chairs[table.you.chair ?? -1]?.more ?? 0;
  const possible = typeof low === "number" && typeof high === "number";
  const limits = possible ? { low, high, usual: table?.customs?.buy_in.usual ?? high } : null;
  const wanted = limits && Math.min(limits.high, Math.max(limits.low, to ?? usualOf(limits)));
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    send({ type: "chips", to: wanted });
    shut();
  };
  return html`<${Modal} open title=${t("chips.title")} class="join-modal" testid="chips-dialog"
    onClose=${shut}>
    ${more > 0 && html`<p class="modal-lead">${t("chips.queued", { n: more })}</p>`}
    ${
      limits
        ? html`<form class="join" onSubmit=${submit}>
        <${ChipsChoice} label=${t("chips.to")} limits=${limits} value=${wanted} put=${setTo} />
        <p class="modal-lead">${t("chips.text")}</p>
        <div class="buttons two"><button type="button" class="act fold" onClick=${shut}>
          ${t("page.cancel")}</button><button class="act primary" data-testid="chips-do">
          ${t("chips.do", { amount: wanted ?? 0 })}</button></div></form>`
        : html`<p class="modal-lead" data-testid="chips-none">${t("cmd.no_chips")}</p>`
    }
  <//>`;
}
