/**
 * The watch of the page without its page: node page.mjs DEAL SEED. A frame a line comes in; what
 * the page would send, and then what it knows, goes out as one line.
 */
import { createInterface } from "node:readline";

const { DealWatch } = await import(process.argv[2]);
let count = 0;
let out = [];
const kept = new Map();
const tools = {
  send: (message) => out.push(message),
  seed: () => `${process.argv[3]}${(count += 1)}`.padStart(64, "0"),
  keep: (deal, text) => kept.set(deal, text),
  kept: (deal) => kept.get(deal) ?? "",
};
let watch = new DealWatch(tools);
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  out = [];
  if (message.type === "reload") watch = new DealWatch(tools);
  else watch.take(message);
  const { deal, receipts } = watch;
  const standing = deal && { deal: deal.name, proof: deal.proof, fault: deal.fault, opened: deal.cards.size };
  console.log(JSON.stringify({ send: out, standing, receipts }));
}
