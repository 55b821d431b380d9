/**
 * Who this browser is: the same person on another device, or nobody any longer.
 * @module
 */
import { html, useEffect } from "../base/lib.mjs";
import { Sure } from "../host/host.mjs";
import { CopyLink, useOrigin } from "../host/invite.mjs";
import { t } from "../base/lang.mjs";
import { Modal } from "../base/modal.mjs";
import { live, panel, ticket } from "../base/store.mjs";
import { useSeconds } from "../base/timing.mjs";
import { send } from "../base/wire.mjs";

const shut = () => {
  panel.value = "";
  ticket.value = null;
};

const clock = (/** @type {number} */ left) =>
  `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;

export function DeviceDialog() {
  return html`<${Modal} open title=${t("device.title")} class="invite-modal" testid="device-dialog"
    onClose=${shut}>
    <p class="modal-lead">${t("device.text")}</p>
    ${ticket.value ? html`<${Ticket} />` : html`<button class="act primary" data-testid="ticket"
      onClick=${() => send({ type: "ticket" })}>${t("device.make")}</button>`}
    <h3>${t("device.out-title")}</h3>
    <p class="muted">${t("device.out-text")}</p>
    <${Sure} label=${t("device.out")} sure=${t("device.out-sure")} yes=${t("device.out-yes")}
      testid="logout" run=${() => send({ type: "logout" })} />
  <//>`;
}

/** The link that works once, as text and as a code to photograph. */
function Ticket() {
  const origin = useOrigin();
  const { code = "", ends = 0 } = ticket.value ?? {};
  const left = useSeconds(ends);
  useEffect(() => {
    if (!left && Date.now() > ends) ticket.value = null;
  }, [left]);
  const table = live.value?.table;
  const link = `${origin || location.origin}/t/${table}#ticket=${code}`;
  const asked = new URLSearchParams({ at: origin, ticket: code });
  return html`<${CopyLink} link=${link} label=${t("device.title")} testid="ticket-link" />
    <p class="muted" data-testid="ticket-time">${t("device.once", { time: clock(left) })}</p>
    ${
      origin &&
      html`<figure class="qr"><img src=${`/api/tables/${table}/invite.svg?${asked}`} width="180"
        height="180" alt=${t("device.qr-alt")} data-testid="ticket-code" />
        <figcaption class="muted">${t("device.qr")}</figcaption></figure>`
    }`;
}
