/**
 * Small hooks about time.
 * @module
 */
import { useEffect, useLayoutEffect, useState } from "./lib.mjs";

/** How long a changed button ignores presses, so that nobody presses what just moved in. */
const GUARD_MS = 500;

/**
 * Return true for some time after a key has changed to something, then false.
 * @param {string | number | null} key
 * @param {number} ms
 */
export function useFor(key, ms) {
  const [over, setOver] = useState(/** @type {string | number | null} */ (null));
  useEffect(() => {
    if (key === null) return undefined;
    const timer = setTimeout(() => setOver(key), ms);
    return () => clearTimeout(timer);
  }, [key]);
  return key !== null && over !== key;
}

let guardedUntil = 0;

/** Whether a press comes too early after the labels changed. */
export const isGuarded = () => performance.now() < guardedUntil;

/**
 * Guard the action buttons whenever what they say has changed.
 * @param {string} labels
 */
export function useGuard(labels) {
  useLayoutEffect(() => {
    guardedUntil = performance.now() + GUARD_MS;
  }, [labels]);
  return useFor(labels, GUARD_MS);
}

/**
 * Return the whole seconds left until a moment, counting down.
 * @param {number} until ms of this machine's clock, 0 for none
 */
export function useSeconds(until) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (!until) return undefined;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [until]);
  return until ? Math.max(0, Math.ceil((until - now) / 1000)) : 0;
}
