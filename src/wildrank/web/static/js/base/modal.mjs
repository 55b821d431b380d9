/**
 * A dialog over the table: the browser's own, so focus stays inside and Escape closes it.
 * @module
 */
import { html, useLayoutEffect, useRef } from "./lib.mjs";
import { giveBack } from "./focus.mjs";
import { t } from "./lang.mjs";
import { speakFrom } from "./speech.mjs";
import { myTurn, notice } from "./store.mjs";
import { problemWords } from "./words.mjs";

/**
 * @param {object} props
 * @param {boolean} props.open
 * @param {() => void} props.onClose
 * @param {string} props.title
 * @param {string} [props.class]
 * @param {string} [props.testid]
 * @param {any} [props.children]
 * @param {any} [props.foot] stays in sight below the scrolling part
 */
export function Modal({ open, onClose, title, class: more = "", testid, children, foot }) {
  const box = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useLayoutEffect(() => {
    const dialog = box.current;
    if (!open || !dialog) return undefined;
    const before = document.activeElement;
    dialog.showModal();
    speakFrom(dialog);
    /** @type {HTMLElement | null} */ (dialog.querySelector(".modal-title"))?.focus();
    return () => {
      speakFrom(document.body);
      dialog.close();
      giveBack(before);
    };
  }, [open]);
  if (!open) return null;
  const trouble = notice.value?.code === "time-out" ? null : notice.value;
  const outside = (/** @type {any} */ event) => event.target === box.current && onClose();
  // The browser tells of the end a moment later, when another dialog may be open already.
  const closed = () => box.current && onClose();
  return html`<dialog ref=${box} class=${`modal ${more}`} aria-label=${title}
    data-testid=${testid} onClose=${closed} onClick=${outside}>
    <div class="modal-body">
      <header class="modal-head"><h2 tabindex="-1" class="modal-title">${title}</h2>
        <button class="quiet round" aria-label=${t("page.close")} onClick=${onClose}>×</button></header>
      <div class="modal-scroll" tabindex="0" role="group" aria-label=${title}>${children}</div>
      ${myTurn.value && html`<p class="modal-notice turn" data-testid="turn-behind">${t("turn.behind")}</p>`}
      ${trouble && html`<p class="modal-notice">${problemWords(trouble)}</p>`}
      ${foot && html`<footer class="modal-foot">${foot}</footer>`}
    </div>
  </dialog>`;
}
