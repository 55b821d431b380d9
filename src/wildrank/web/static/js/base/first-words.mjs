/**
 * The visitor's language, and its words, asked for while the other scripts are still on their way:
 * the page loads this module by itself, and it needs next to nothing.
 * @module
 */
import { recall } from "./memory.mjs";

/** @typedef {string | Record<string, string>} Text one text, or one for each form of plural */

/** The languages there are; the first one where none of the visitor's is among them. */
export const LANGUAGES = ["en", "de"];

/**
 * Fetch the texts of a language.
 * @param {string} code
 * @returns {Promise<Record<string, Text>>}
 */
export async function wordsOf(code) {
  const answer = await fetch(`/static/lang/${code}.json`);
  if (!answer.ok) throw new Error(`lang/${code}.json: ${answer.status}`);
  return answer.json();
}

const wished = [recall("language"), ...navigator.languages.map((tag) => tag.split("-")[0])];

/** The language to begin with: the one chosen before, else the first the browser asks for. */
export const firstLanguage = wished.find((one) => LANGUAGES.includes(one)) ?? LANGUAGES[0];

export const firstWords = wordsOf(firstLanguage);
