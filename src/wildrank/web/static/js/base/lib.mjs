/**
 * The page's libraries, bound together once; everything else imports from here.
 * @module
 */
import { h, render as preactRender } from "../../vendor/preact.mjs";
import htm from "../../vendor/htm.mjs";
import * as hooks from "../../vendor/preact-hooks.mjs";
import * as signals from "../../vendor/signals.mjs";

/**
 * @template T
 * @typedef {{ value: T, peek(): T }} Signal
 */

/**
 * Markup in a template string.
 * @type {(strings: TemplateStringsArray, ...values: any[]) => any}
 */
export const html = /** @type {any} */ (htm).bind(h);

/** @type {(vnode: any, parent: Element) => void} */
export const render = /** @type {any} */ (preactRender);

/** @type {<T>(value: T) => Signal<T>} */
export const signal = /** @type {any} */ (signals).signal;
/** @type {<T>(compute: () => T) => Signal<T>} */
export const computed = /** @type {any} */ (signals).computed;
/** @type {(run: () => void) => () => void} */
export const effect = /** @type {any} */ (signals).effect;
/** @type {<T>(run: () => T) => T} */
export const batch = /** @type {any} */ (signals).batch;
/** @type {<T>(run: () => T) => T} */
export const untracked = /** @type {any} */ (signals).untracked;

/** @type {<T>(initial: T | (() => T)) => [T, (next: T | ((old: T) => T)) => void]} */
export const useState = /** @type {any} */ (hooks).useState;
/** @type {(run: () => void | (() => void), inputs?: any[]) => void} */
export const useEffect = /** @type {any} */ (hooks).useEffect;
/** @type {(run: () => void | (() => void), inputs?: any[]) => void} */
export const useLayoutEffect = /** @type {any} */ (hooks).useLayoutEffect;
/** @type {<T>(initial: T) => { current: T }} */
export const useRef = /** @type {any} */ (hooks).useRef;
