/**
 * The words of the page without its page: node words.mjs SCRIPTS LANGUAGE. A line `[module,
 * function, arguments]` comes in, what it returns goes out as a line; generators as lists.
 */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [scripts, language] = process.argv.slice(2);
globalThis.location = { pathname: "/" };
globalThis.document = { documentElement: {} };
globalThis.fetch = async () => ({ ok: true, json: async () => ({}) });
Object.defineProperty(globalThis, "navigator", { value: { languages: [language] } });
const { use } = await import(`${scripts}/base/lang.mjs`);
use(language, JSON.parse(readFileSync(`${scripts}/../lang/${language}.json`, "utf8")));
for await (const line of createInterface({ input: process.stdin })) {
  const [module, name, args] = JSON.parse(line);
  console.log(JSON.stringify((await import(`${scripts}/${module}.mjs`))[name](...args)));
}
