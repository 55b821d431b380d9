/**
 * What is asked of the server besides the socket, in the visitor's name, and files to keep.
 * @module
 */
import { recall } from "./store.mjs";

/**
 * Ask for something of a table, as the person this browser is there.
 * @param {string} table
 * @param {string} what the end of the address, such as `hands/12`
 * @returns {Promise<Response>}
 * @throws {Error} with the server's words when it is refused
 */
export const askTable = (table, what) =>
  ask(`/api/tables/${encodeURIComponent(table)}/${what}`, recall(`token/${table}`));

/**
 * Tell the server something about a table, as the person this browser is there.
 * @param {string} table
 * @param {string} what the end of the address
 * @param {unknown} body
 */
export const tellTable = (table, what, body) =>
  ask(`/api/tables/${encodeURIComponent(table)}/${what}`, recall(`token/${table}`), {
    method: "POST",
    body: JSON.stringify(body),
  });

/** @param {string} path @param {string} token @param {RequestInit} how */
export async function ask(path, token, how = {}) {
  const headers = token ? { authorization: `Bearer ${token}` } : undefined;
  const answer = await fetch(path, { ...how, headers });
  if (answer.ok) return answer;
  const refused = await answer.json().catch(() => null);
  throw Object.assign(new Error(refused?.error?.message ?? String(answer.status)), {
    code: refused?.error?.code ?? "",
  });
}

/**
 * Let the browser keep a file.
 * @param {string} name
 * @param {string} text
 * @param {string} type
 */
export function keep(name, text, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * Fetch a file of a table in the visitor's name, and let the browser keep it.
 * @param {string} table
 * @param {string} what
 * @param {string} name
 */
export async function fetchFile(table, what, name) {
  const answer = await askTable(table, what);
  keep(name, await answer.text(), answer.headers.get("content-type") ?? "text/plain");
}
