/** Holds the page's sums to the vectors that hold the server's: node vectors.mjs FAIR SHA FILE */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const [fairFile, shaFile, vectorFile] = process.argv.slice(2);
const fair = await import(fairFile);
const { hex, hmac, sha256, unhex } = await import(shaFile);
const known = JSON.parse(readFileSync(vectorFile, "utf8"));

for (const [data, digest] of known.sha256) assert.equal(hex(sha256(unhex(data))), digest);
for (const [key, data, digest] of known.hmac)
  assert.equal(hex(hmac(unhex(key), unhex(data))), digest);
for (const [key, size, order] of known.shuffle)
  assert.deepEqual(fair.shuffled(size, unhex(key)), order);
assert.equal(fair.seedPromise(known.hand, known.promise.seed), known.promise.promise);
for (const { seeds, mixed, deck, order } of known.orders) {
  assert.equal(hex(fair.jointSeed(known.hand, seeds)), mixed);
  assert.deepEqual(fair.jointOrder(known.hand, seeds), { deck, order });
}
const { name, root, cards, salts, openings } = known.commitment;
assert.equal(fair.deckRoot(name, { cards, salts }), root);
assert.equal(fair.deckRoot(name, { cards: [...cards.slice(0, 51), cards[0]], salts }), "");
for (const one of openings) {
  assert.ok(fair.opens(root, name, one));
  assert.ok(!fair.opens(root, name, { ...one, card: (one.card + 1) % 52 }));
  assert.ok(!fair.opens(root, name, { ...one, position: (one.position + 1) % 52 }));
  assert.ok(!fair.opens(root, name, { ...one, salt: "00".repeat(16) }));
  assert.ok(!fair.opens(root, name, { ...one, path: one.path.slice(1) }));
  assert.ok(!fair.opens(root, `${name}0`, one));
}
// Lengths around the block of 64 bytes, against node's own hash.
const { createHash, createHmac } = await import("node:crypto");
for (let length = 0; length < 200; length += 1) {
  const data = Uint8Array.from({ length }, (_, at) => (at * 7 + length) & 255);
  assert.equal(hex(sha256(data)), createHash("sha256").update(data).digest("hex"));
  assert.equal(hex(hmac(data, data)), createHmac("sha256", data).update(data).digest("hex"));
}
assert.equal(fair.canonical({ b: [1, "é\u2028"], a: null, "10": true, "9": {} }),
  '{"10":true,"9":{},"a":null,"b":[1,"\\u00e9\\u2028"]}');
console.log("all vectors hold");
