/**
 * Parts of the page that a first view does without: their scripts come when they are first drawn.
 * @module
 */
import { html, signal } from "./lib.mjs";

/**
 * Return a component that draws nothing until its module has come.
 * @param {() => Promise<any>} load imports the module
 * @param {string} name what the module calls the component
 */
export function lazy(load, name) {
  const part = signal(/** @type {any} */ (null));
  let asked = false;
  return (/** @type {Record<string, any>} */ props) => {
    if (part.value) return html`<${part.value} ...${props} />`;
    if (!asked) {
      asked = true;
      load().then(
        (module) => (part.value = module[name]),
        () => (asked = false),
      );
    }
    return null;
  };
}
