/**
 * The socket to the table: hello, heartbeat, and coming back by itself after a loss.
 * It must not know what a view means; frames go to `store.mjs`.
 * @module
 */
import { watchDeals } from "../fair/proof.mjs";
import * as store from "./store.mjs";
import { link, live, notice, pending, recall, receive, remember } from "./store.mjs";

const PING_MS = 20_000;
const SILENCE_MS = 45_000;
const FIRST_DELAY_MS = 400;
const LAST_DELAY_MS = 8_000;
const LOGGED_OUT = 4401;
/** Close codes after which coming back makes no sense: refused, not let in, or no such table. */
const FOR_GOOD = [1008, LOGGED_OUT, 4403, 4404];
/** Messages that are no wishes of a person: they carry no id and are not sent again. */
const QUIET = ["hello", "ping", "promise", "seed", "doubt"];

/** Wishes that were not answered yet, by id; they are sent again when the line comes back. */
const unanswered = new Map();
/** Refusals of a newcomer that something can be done about. */
const GATES = ["table/password", "table/invite", "table/kicked", "table/tries", "people/ticket"];
/** Two pages never choose the same id. */
const page = Math.random().toString(36).slice(2, 12);
let wishes = 0;
let password = "";

/** @type {WebSocket | null} */
let socket = null;
let table = "";
let seatName = "";
let delay = FIRST_DELAY_MS;
let heard = 0;
let retry = 0;
let heart = 0;

/**
 * Connect to a table, and stay connected until `disconnect`.
 * @param {string} id
 */
export function connect(id) {
  disconnect();
  if (table !== id) password = "";
  table = id;
  seatName = recall(`seat/${id}`);
  link.value = "connecting";
  open();
  addEventListener("online", hurry);
  addEventListener("hashchange", follow);
  document.addEventListener("visibilitychange", hurry);
  heart = setInterval(beat, 5_000);
}

/** Close the socket for good. */
export function disconnect() {
  removeEventListener("online", hurry);
  removeEventListener("hashchange", follow);
  document.removeEventListener("visibilitychange", hurry);
  clearInterval(heart);
  clearTimeout(retry);
  const old = socket;
  socket = null;
  old?.close();
}

/**
 * Try again to be let in, with a password.
 * @param {string} word
 */
export function enter(word) {
  password = word;
  store.gate.value = "";
  connect(table);
}

/**
 * Send a message; false when there is no connection. A wish gets an id, so that sending it again
 * after a loss cannot do it twice.
 * @param {Record<string, any>} message
 */
export function send(message) {
  if (socket?.readyState !== WebSocket.OPEN) return false;
  const wish = QUIET.includes(message.type)
    ? message
    : { ...message, id: `${page}-${(wishes += 1)}` };
  if (wish.id) unanswered.set(wish.id, wish);
  socket.send(JSON.stringify(wish));
  return true;
}

/**
 * Take a chair under a name.
 * @param {string} name
 * @param {number | null} chair
 * @param {number | null} stack chips to bring, null for the usual
 */
export function sit(name, chair = null, stack = null) {
  seatName = name;
  remember("name", name);
  remember(`seat/${table}`, name);
  return send({ type: "sit", name, chair, stack });
}

/** Leave the chair, the waiting list or what was asked for, and neither take it again nor be asked to. */
export function stand() {
  noSeat();
  remember(`watch/${table}`, "yes");
  return send({ type: "stand" });
}

/** Want no chair any longer. */
function noSeat() {
  seatName = "";
  remember(`seat/${table}`, "");
}

/**
 * Send a decision with the amount that stood on the button.
 * @param {string} action
 * @param {{ to?: number | null, expect?: number | null }} amounts
 */
export function act(action, { to = null, expect = null } = {}) {
  const n = live.peek()?.n ?? 0;
  if (pending.peek()) return;
  if (send({ type: "act", n, action, to, expect })) pending.value = { n, action };
}

function open() {
  const way = new URLSearchParams(location.hash.slice(1));
  const token = way.get("ticket") ?? (recall(`token/${table}`) || recall("token"));
  const invite = way.get("invite") ?? recall(`invite/${table}`);
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const mine = new WebSocket(`${scheme}://${location.host}/ws/${table}`);
  let asked = false;
  socket = mine;
  heard = Date.now();
  mine.onopen = () => {
    heard = Date.now();
    const { last, mark } = store.lastSeen();
    const hello = { type: "hello", protocol: 2, token, name: seatName, last, mark };
    send({ ...hello, invite, password });
  };
  mine.onmessage = (frame) => {
    if (mine !== socket) return;
    heard = Date.now();
    const message = JSON.parse(frame.data);
    take(message);
    if (message.type === "state" && !asked) {
      asked = true;
      if (seatName && message.view.you.chair === null)
        send({ type: "sit", name: seatName, chair: null });
    }
  };
  mine.onclose = (event) => {
    if (mine !== socket) return;
    if (event.code === LOGGED_OUT) forgetMe();
    if (FOR_GOOD.includes(event.code)) end();
    else lose();
  };
}

/** @param {any} message */
function take(message) {
  if (message.type === "state") {
    const asked = live.peek()?.you.asking;
    receive(message);
    if (asked) answered(message.view.you);
    watchDeals(message, send);
    link.value = "open";
    delay = FIRST_DELAY_MS;
  } else if (message.type === "welcome") {
    arrive(message);
  } else if (message.type === "said") {
    store.hear(message.messages);
  } else if (message.type === "ticket") {
    store.ticket.value = { code: message.code, ends: Date.now() + message.seconds * 1000 };
  } else if (message.type === "done") {
    if (unanswered.get(message.id)?.type === "act") pending.value = null;
    unanswered.delete(message.id);
  } else if (message.type === "error") {
    unanswered.delete(message.id);
    if (message.code.startsWith("deal/")) return; // the mark of the deal says it
    if (GATES.includes(message.code)) store.gate.value = message.code;
    pending.value = null;
    notice.value = { code: message.code, message: message.message };
  }
}

/** An ask for a seat may have ended without one. @param {import("./types.mjs").You} you */
function answered(you) {
  if (you.asking || you.place || you.chair !== null || !seatName) return;
  noSeat();
  notice.value = { code: "table/not-approved", message: "" };
}

/**
 * The server has let this page in: what was asked before the line was lost is asked again.
 * @param {{ table: string, token: string }} message
 */
function arrive(message) {
  const way = new URLSearchParams(location.hash.slice(1));
  const invite = way.get("invite");
  if (invite) remember(`invite/${message.table}`, invite);
  if (invite || way.has("ticket")) history.replaceState(null, "", location.pathname);
  remember(`token/${message.table}`, message.token);
  remember("token", message.token); // the same person at the next table, too
  store.arrive();
  for (const wish of unanswered.values()) socket?.send(JSON.stringify(wish));
  if (live.peek()) link.value = "open"; // nothing more is sent when nothing has changed
  delay = FIRST_DELAY_MS;
}

function lose() {
  socket = null;
  link.value = "lost";
  retry = setTimeout(open, delay * (0.75 + Math.random() / 2));
  delay = Math.min(delay * 2, LAST_DELAY_MS);
}

/** The token of this browser is worth nothing any longer. */
function forgetMe() {
  noSeat();
  store.gate.value = "people/logged-out";
  if (recall("token") === recall(`token/${table}`)) remember("token", "");
  remember(`token/${table}`, "");
}

/** The server does not want this page back. */
function end() {
  disconnect();
  addEventListener("hashchange", follow);
  unanswered.clear();
  pending.value = null;
  link.value = "gone";
}

/** A link with an invitation or a ticket was opened in this very window. */
function follow() {
  if (!/^#(invite|ticket)=/.test(location.hash)) return;
  store.gate.value = "";
  connect(table);
}

/** Try at once when the network or the page comes back. */
function hurry() {
  if (document.visibilityState === "hidden" || !table || socket) return;
  clearTimeout(retry);
  delay = FIRST_DELAY_MS;
  open();
}

let pinged = 0;

/** Keep the line warm, and notice when it is dead. */
function beat() {
  const now = Date.now();
  if (socket && now - heard > SILENCE_MS) {
    const old = socket;
    lose();
    old.close();
  } else if (now - pinged > PING_MS && send({ type: "ping" })) {
    pinged = now;
  }
}
