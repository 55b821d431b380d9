/**
 * What this browser remembers of its visitor from one visit to the next.
 * @module
 */

/**
 * Read something remembered by this browser.
 * @param {string} key
 */
export function recall(key) {
  try {
    return localStorage.getItem(`wildrank/${key}`) ?? "";
  } catch {
    return "";
  }
}

/**
 * Remember something in this browser; without storage it is forgotten on reload.
 * @param {string} key
 * @param {string} value
 */
export function remember(key, value) {
  try {
    localStorage.setItem(`wildrank/${key}`, value);
  } catch {
    /* private windows may refuse */
  }
}

/** The tokens this browser knows, each once: the people its visitor has been. */
export function knownTokens() {
  try {
    const keys = Object.keys(localStorage).filter((key) => /^wildrank\/token(\/|$)/.test(key));
    return [...new Set(keys.map((key) => localStorage.getItem(key) ?? ""))].filter(Boolean);
  } catch {
    return [];
  }
}
