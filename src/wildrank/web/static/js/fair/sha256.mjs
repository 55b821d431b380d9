/**
 * SHA-256 and HMAC in plain JavaScript: the browser's own exist only on secure pages, and a home
 * table is often plain http. Written after FIPS 180-4 and RFC 2104. No DOM in here.
 * @module
 */

/** The first 32 bits of the fractional parts of roots of the first primes. */
const [START, ROUND] = constants();

function constants() {
  const primes = /** @type {number[]} */ ([]);
  for (let n = 2; primes.length < 64; n += 1)
    if (primes.every((prime) => n % prime)) primes.push(n);
  /** @param {number} root */
  const bits = (root) => ((root - Math.floor(root)) * 2 ** 32) | 0;
  return [
    primes.slice(0, 8).map((prime) => bits(Math.sqrt(prime))),
    primes.map((prime) => bits(Math.cbrt(prime))),
  ];
}

/** @param {number} word @param {number} by */
const turn = (word, by) => (word >>> by) | (word << (32 - by));

/**
 * @param {Int32Array} state
 * @param {DataView} data
 * @param {number} at
 * @param {Int32Array} w
 */
function block(state, data, at, w) {
  for (let t = 0; t < 16; t += 1) w[t] = data.getInt32(at + 4 * t);
  for (let t = 16; t < 64; t += 1) {
    const x = w[t - 15];
    const y = w[t - 2];
    const s0 = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
    const s1 = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
    w[t] = w[t - 16] + s0 + w[t - 7] + s1;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let t = 0; t < 64; t += 1) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const one = (h + s1 + ((e & f) ^ (~e & g)) + ROUND[t] + w[t]) | 0;
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, t) => {
    state[t] += word;
  });
}

/**
 * Return the SHA-256 of some bytes.
 * @param {Uint8Array} data
 */
export function sha256(data) {
  const padded = new Uint8Array((((data.length + 8) >> 6) + 1) << 6);
  padded.set(data);
  padded[data.length] = 0x80;
  const words = new DataView(padded.buffer);
  words.setUint32(padded.length - 8, Math.floor(data.length / 2 ** 29));
  words.setUint32(padded.length - 4, (data.length << 3) >>> 0);
  const state = Int32Array.from(START);
  const w = new Int32Array(64);
  for (let at = 0; at < padded.length; at += 64) block(state, words, at, w);
  const digest = new Uint8Array(32);
  const out = new DataView(digest.buffer);
  state.forEach((word, t) => out.setInt32(4 * t, word));
  return digest;
}

/**
 * Return the HMAC-SHA256 of some bytes under a key.
 * @param {Uint8Array} key
 * @param {Uint8Array} data
 */
export function hmac(key, data) {
  const short = key.length > 64 ? sha256(key) : key;
  /** @param {number} mask */
  const pad = (mask) => {
    const made = new Uint8Array(64).fill(mask);
    short.forEach((byte, at) => {
      made[at] ^= byte;
    });
    return made;
  };
  return sha256(join(pad(0x5c), sha256(join(pad(0x36), data))));
}

/** @param {...(Uint8Array | number[])} parts */
export function join(...parts) {
  const made = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    made.set(part, at);
    at += part.length;
  }
  return made;
}

/** @param {string} text */
export const bytesOf = (text) => new TextEncoder().encode(text);

/** @param {Uint8Array} bytes */
export const hex = (bytes) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} text an even number of hex digits */
export const unhex = (text) =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
