/**
 * The page for an address that leads nowhere, said in the visitor's language.
 * @module
 */
import { firstLanguage, firstWords } from "./base/first-words.mjs";

const TEXTS = ["nowhere.title", "nowhere.text", "nowhere.back"];

const words = await firstWords;
for (const key of TEXTS) {
  const place = document.querySelector(`[data-text="${key}"]`);
  if (place) place.textContent = String(words[key]);
}
document.documentElement.lang = firstLanguage;
