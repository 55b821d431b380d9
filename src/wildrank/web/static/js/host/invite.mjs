/**
 * Inviting: the link of the table for other people's machines, to copy or to photograph.
 * @module
 */
import { html, signal, useEffect, useState } from "../base/lib.mjs";
import { t } from "../base/lang.mjs";
import { Modal } from "../base/modal.mjs";
import { live, panel } from "../base/store.mjs";
import { send } from "../base/wire.mjs";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];
const OPEN_HOW = 'make play ARGS="--host 0.0.0.0"';

/** Where other people reach this server, null until it has said so. */
const origins = signal(/** @type {string[] | null} */ (null));

async function loadOrigins() {
  try {
    const answer = await fetch("/api/addresses");
    if (answer.ok) origins.value = (await answer.json()).origins;
  } catch {
    origins.value = null;
  }
}

/** The address at which other people reach this server, "" while it listens to this machine alone. */
export function useOrigin() {
  useEffect(() => void loadOrigins(), []);
  const here = LOOPBACK.includes(location.hostname) ? "" : location.origin;
  return here || origins.value?.[0] || "";
}

/** A link to be copied. @param {{ link: string, label: string, testid: string }} props */
export function CopyLink({ link, label, testid }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    navigator.clipboard?.writeText(link).then(
      () => setCopied(true),
      () => {},
    );
  return html`<p class="invite"><input class="text" readonly value=${link} aria-label=${label}
    data-testid=${testid} onFocus=${(/** @type {any} */ event) => event.target.select()} />
    <button class="plain" data-testid="copy-link" onClick=${copy}>
      ${copied ? t("table.copied") : t("table.copy")}</button></p>`;
}

/** The link of the table, to be sent to friends, and as a QR code for those in the room. */
export function InviteLink() {
  const origin = useOrigin();
  const table = live.value?.table;
  const code = live.value?.you.invite ?? "";
  const link = `${origin || location.origin}/t/${table}${code ? `#invite=${code}` : ""}`;
  const asked = new URLSearchParams({ at: origin, ...(code && { invite: code }) });
  return html`<p class="muted" data-testid="invite-text">${
    origin ? t("table.invite-text") : html`${t("table.loopback")} <code>${OPEN_HOW}</code>`
  }</p>
    <${CopyLink} link=${link} label=${t("table.invite")} testid="invite-link" />
    ${
      origin &&
      html`<figure class="qr"><img src=${`/api/tables/${table}/invite.svg?${asked}`} width="180"
        height="180" alt=${t("table.qr-alt")} data-testid="invite-code" />
        <figcaption class="muted">${t("table.qr")}</figcaption></figure>`
    }`;
}

export function InviteDialog() {
  const table = live.value;
  const bots = table?.chairs.filter((one) => one.bot).length ?? 0;
  return html`<${Modal} open title=${t("table.invite")} class="invite-modal" testid="invite-dialog"
    onClose=${() => (panel.value = "")}><${InviteLink} />
    ${
      table?.you.host &&
      html`<h3>${t("table.bots")}</h3><p class="muted">${t("table.bots-text")}</p>
      <${Bots} bots=${bots} most=${table.chairs.length - 1} />`
    }<//>`;
}

/** @param {{ bots: number, most: number }} props */
export function Bots({ bots, most }) {
  const [count, setCount] = useState(bots);
  useEffect(() => setCount(bots), [bots]);
  const set = (/** @type {number} */ next) => {
    setCount(next);
    send({ type: "bots", count: next });
  };
  return html`<p class="stepper"><button class="plain round" aria-label=${t("table.fewer")}
    data-testid="bots-fewer" disabled=${count <= 0} onClick=${() => set(count - 1)}>−</button>
    <strong data-testid="bots-count">${count}</strong>
    <button class="plain round" aria-label=${t("table.more")} data-testid="bots-more"
      disabled=${count >= most} onClick=${() => set(count + 1)}>+</button></p>`;
}
