/**
 * The words of the page in the visitor's language: one file a language, `lang/en.json` and others.
 *
 * A new string gets a key in every file, `part.name` in alphabetical order, and is said with
 * `t("log.raises", { who, amount })` while something is drawn; never while a module is loaded, for
 * the language may change. A text holds `{who}` for what is put in. Where a number decides the
 * form, the text is `{"one": "{n} chip", "other": "{n} chips"}` and the number is called `n`.
 * A key that is built, t(`status.${kind}`), begins with its part. Several lines that belong
 * together are `part.name.1`, `part.name.2` and are got with `lines`. Tests hold the files and the
 * scripts together; `docs/languages.md` tells how to add a language.
 * @module
 */
import { batch, signal } from "./lib.mjs";
import { firstLanguage, firstWords, wordsOf } from "./first-words.mjs";
import { remember } from "./memory.mjs";

/** @typedef {import("./first-words.mjs").Text} Text */

/** The language spoken now. */
export const language = signal(firstLanguage);

const texts = signal(/** @type {Record<string, Text>} */ ({}));

/** @type {Map<string, Intl.PluralRules>} */
const plurals = new Map();

/** Which form of a text goes with a number. @param {number} n */
function form(n) {
  const tag = language.value;
  const rules = plurals.get(tag) ?? new Intl.PluralRules(tag);
  plurals.set(tag, rules);
  return rules.select(n);
}

/**
 * Return the text of a key with its blanks filled; what is missing is shown and reported.
 * @param {string} key
 * @param {Record<string, string | number>} params
 */
export function t(key, params = {}) {
  const found = texts.value[key];
  const text = typeof found === "object" ? (found[form(Number(params.n))] ?? found.other) : found;
  if (text === undefined) {
    console.error(`lang/${language.value}.json has no ${key}`);
    return `[${key}]`;
  }
  return text.replace(/\{(\w+)\}/g, (blank, name) => {
    if (params[name] === undefined) console.error(`${key} is said without ${name}`);
    return `${params[name] ?? blank}`;
  });
}

/**
 * Return the text of a key, or other words where there is none: names that a server may add.
 * @param {string} key
 * @param {string} otherwise
 */
export const tOr = (key, otherwise) => (key in texts.value ? t(key) : otherwise);

/**
 * Return the texts `key.1`, `key.2` and so on.
 * @param {string} key
 */
export function lines(key) {
  const all = [];
  while (`${key}.${all.length + 1}` in texts.value) all.push(t(`${key}.${all.length + 1}`));
  return all;
}

/**
 * Return words as a list: `Ann, Bob and Cy`.
 * @param {string[]} words
 * @param {"conjunction" | "disjunction"} type and, or
 */
export const list = (words, type = "conjunction") =>
  new Intl.ListFormat(t("language.tag"), { type }).format(words);

/** Speak the visitor's language. */
export async function speak() {
  use(firstLanguage, await firstWords);
}

/**
 * Speak a language whose texts are at hand.
 * @param {string} code
 * @param {Record<string, Text>} words
 */
export function use(code, words) {
  batch(() => {
    texts.value = words;
    language.value = code;
  });
  document.documentElement.lang = code;
}

/**
 * Speak another language, and in this browser from now on.
 * @param {string} code
 */
export async function choose(code) {
  use(code, await wordsOf(code));
  remember("language", code);
}
