/**
 * The sums behind a deal that everyone can check: commitments to a deck, promises of seeds, and
 * the order that seeds decide. The same as the server's; shared vectors hold the two together.
 * No DOM and no state in here. Start reading at `jointOrder`.
 * @module
 */
import { bytesOf, hex, hmac, join, sha256, unhex } from "./sha256.mjs";

/** @typedef {{ position: number, card: number, salt: string, path: string[] }} Opening */
/** @typedef {{ street: number, up: boolean, burn: number, count: number, chairs: number[] }} Dealing */

export const SIZE = 52;
const LEAF = join([0], bytesOf("wildrank card 1"), [0]);
const NODE = [1];
const PROMISE = join(bytesOf("wildrank seed 1"), [0]);
const MIX = join(bytesOf("wildrank mix 1"), [0]);

/** A text with its length in front. @param {string} text */
function named(text) {
  const bytes = bytesOf(text);
  return join([bytes.length >> 8, bytes.length & 255], bytes);
}

/** Whether something is so many bytes in small hex digits. @param {any} text @param {number} n */
export const isHex = (text, n) =>
  typeof text === "string" && text.length === 2 * n && /^[0-9a-f]*$/.test(text);

/**
 * @param {string} name
 * @param {number} position
 * @param {number} card
 * @param {Uint8Array} salt
 */
const leaf = (name, position, card, salt) =>
  sha256(join(LEAF, named(name), [position, card], salt));

/** @param {Uint8Array} left @param {Uint8Array} right */
const node = (left, right) => sha256(join(NODE, left, right));

/** The largest power of two below a size of at least 2. @param {number} size */
const half = (size) => 2 ** Math.floor(Math.log2(size - 1));

/** @param {Uint8Array[]} leaves @returns {Uint8Array} */
function rootOf(leaves) {
  if (leaves.length === 1) return leaves[0];
  const middle = half(leaves.length);
  return node(rootOf(leaves.slice(0, middle)), rootOf(leaves.slice(middle)));
}

/**
 * Return the root of a whole deck, or "" when it is not 52 different cards with their salts.
 * @param {string} name
 * @param {{ cards: number[], salts: string[] }} deck
 */
export function deckRoot(name, { cards, salts }) {
  const whole = cards.length === SIZE && new Set(cards).size === SIZE;
  if (!whole || !cards.every((card) => Number.isInteger(card) && card >= 0 && card < SIZE)) return "";
  if (salts.length !== SIZE || !salts.every((salt) => isHex(salt, 16))) return "";
  return hex(rootOf(cards.map((card, at) => leaf(name, at, card, unhex(salts[at])))));
}

/**
 * @param {Uint8Array} below
 * @param {number} position
 * @param {number} size
 * @param {Uint8Array[]} path
 * @returns {Uint8Array | null}
 */
function climb(below, position, size, path) {
  if (size === 1) return path.length ? null : below;
  if (!path.length) return null;
  const beside = path[path.length - 1];
  const middle = half(size);
  const left = position < middle;
  const part = left
    ? climb(below, position, middle, path.slice(0, -1))
    : climb(below, position - middle, size - middle, path.slice(0, -1));
  if (!part) return null;
  return left ? node(part, beside) : node(beside, part);
}

/**
 * Whether an opening proves its card against the root of the deck of some name.
 * @param {string} root
 * @param {string} name
 * @param {Opening} opening
 */
export function opens(root, name, { position, card, salt, path }) {
  const inside = (/** @type {number} */ n) => Number.isInteger(n) && n >= 0 && n < SIZE;
  if (!inside(position) || !inside(card) || !isHex(salt, 16)) return false;
  if (!Array.isArray(path) || !path.every((step) => isHex(step, 32))) return false;
  const found = climb(leaf(name, position, card, unhex(salt)), position, SIZE, path.map(unhex));
  return !!found && hex(found) === root;
}

/**
 * Return the hash by which a seed is promised.
 * @param {string} hand
 * @param {string} seed 32 bytes in hex
 */
export const seedPromise = (hand, seed) => hex(sha256(join(PROMISE, named(hand), unhex(seed))));

/**
 * Return the mix of all seeds, in the order of their chairs.
 * @param {string} hand
 * @param {Record<string, string>} seeds
 */
export function jointSeed(hand, seeds) {
  const parts = Object.keys(seeds)
    .sort()
    .flatMap((chair) => [named(chair), unhex(seeds[chair])]);
  return sha256(join(MIX, named(hand), ...parts));
}

/**
 * Return the numbers below a size in the order of a key: Fisher and Yates over HMAC in counter
 * mode, a number that would favour the low results thrown away.
 * @param {number} size
 * @param {Uint8Array} key
 */
export function shuffled(size, key) {
  let counter = 0;
  /** @type {number[]} */
  let words = [];
  const word = () => {
    if (!words.length) {
      const block = new DataView(new ArrayBuffer(8));
      block.setUint32(4, counter);
      counter += 1;
      const bytes = new DataView(hmac(key, new Uint8Array(block.buffer)).buffer);
      words = [0, 4, 8, 12, 16, 20, 24, 28].map((at) => bytes.getUint32(at));
    }
    return /** @type {number} */ (words.shift());
  };
  const below = (/** @type {number} */ bound) => {
    const limit = 2 ** 32 - (2 ** 32 % bound);
    let number = word();
    while (number >= limit) number = word();
    return number % bound;
  };
  const order = Array.from({ length: size }, (_, at) => at);
  for (let last = size - 1; last > 0; last -= 1) {
    const other = below(last + 1);
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

/**
 * Return which deck is played, and its positions in the order they are dealt.
 * @param {string} hand
 * @param {Record<string, string>} seeds
 */
export function jointOrder(hand, seeds) {
  const mixed = jointSeed(hand, seeds);
  return { deck: mixed[0] >> 7, order: shuffled(SIZE, mixed) };
}

/**
 * Return the JSON of a value with sorted keys and no blanks, as records are hashed.
 * @param {any} value
 * @returns {string}
 */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const keys = Object.keys(value).sort();
    return `{${keys.map((key) => `${canonical(key)}:${canonical(value[key])}`).join(",")}}`;
  }
  return JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** @param {any} record */
export const recordHash = (record) => hex(sha256(bytesOf(canonical(record))));

/** The two letters of a card as a number, as openings count them. @param {string} card */
export const cardNumber = (card) =>
  4 * "23456789TJQKA".indexOf(card[0]) + "cdhs".indexOf(card[1]);
