/**
 * The focus of somebody without a mouse is never lost: what held it may go, its place remains.
 * @module
 */
import { useLayoutEffect, useRef } from "./lib.mjs";

/** The place the focus falls back to: the command box, the action bar, or the page. */
const home = () =>
  /** @type {HTMLElement | null} */ (
    document.querySelector("[data-home]") ??
      document.querySelector("[data-fallback]") ??
      document.querySelector("main")
  );

/** Whether nothing in sight has the focus; what a closed dialog held is no longer in sight. */
const lost = () => {
  const held = document.activeElement;
  return !held || held === document.body || !held.checkVisibility();
};

/**
 * Give the focus back to an element, or to the next best place when it is gone.
 * @param {Element | null} element
 */
export function giveBack(element) {
  if (!document.querySelector("dialog[open]")) {
    if (element instanceof HTMLElement && element.isConnected && element !== document.body)
      element.focus();
    if (lost()) home()?.focus();
  }
}

/**
 * Keep the focus within an element while what is inside comes and goes; the answer is its `ref`.
 * @template {HTMLElement} T
 */
export function useKeptFocus() {
  const box = useRef(/** @type {T | null} */ (null));
  const inside = useRef(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const come = () => (inside.current = true);
    const go = (/** @type {FocusEvent} */ event) => {
      // A removed element blurs to nothing; whoever leaves on purpose goes somewhere.
      if (event.relatedTarget && !element.contains(/** @type {Node} */ (event.relatedTarget)))
        inside.current = false;
    };
    const seen = new MutationObserver(() => {
      if (inside.current && lost()) giveBack(element);
    });
    element.addEventListener("focusin", come);
    element.addEventListener("focusout", go);
    seen.observe(element, { childList: true, subtree: true });
    return () => {
      element.removeEventListener("focusin", come);
      element.removeEventListener("focusout", go);
      seen.disconnect();
    };
  }, []);
  return box;
}
