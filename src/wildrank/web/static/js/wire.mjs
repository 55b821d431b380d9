/**
 * The socket to the table: hello, heartbeat, and coming back by itself after a loss.
 * It must not know what a view means; frames go to `store.mjs`.
 * @module
 */
import { watchDeals } from "./proof.mjs";
import { lastSeen, link, notice, pending, recall, receive, remember, view } from "./store.mjs";

const PING_MS = 20_000;
const SILENCE_MS = 45_000;
const FIRST_DELAY_MS = 400;
const LAST_DELAY_MS = 8_000;
/** Close codes after which coming back makes no sense: refused, or no such table. */
const FOR_GOOD = [1008, 4404];

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
  table = id;
  seatName = recall(`seat/${id}`);
  link.value = "connecting";
  open();
  addEventListener("online", hurry);
  document.addEventListener("visibilitychange", hurry);
  heart = setInterval(beat, 5_000);
}

/** Close the socket for good. */
export function disconnect() {
  removeEventListener("online", hurry);
  document.removeEventListener("visibilitychange", hurry);
  clearInterval(heart);
  clearTimeout(retry);
  const old = socket;
  socket = null;
  old?.close();
}

/**
 * Send a message; false when there is no connection.
 * @param {Record<string, any>} message
 */
export function send(message) {
  if (socket?.readyState !== WebSocket.OPEN) return false;
  socket.send(JSON.stringify(message));
  return true;
}

/**
 * Take a chair under a name.
 * @param {string} name
 * @param {number | null} chair
 */
export function sit(name, chair = null) {
  seatName = name;
  remember("name", name);
  remember(`seat/${table}`, name);
  return send({ type: "sit", name, chair });
}

/** Leave the chair, and do not take it again by itself. */
export function stand() {
  seatName = "";
  remember(`seat/${table}`, "");
  return send({ type: "stand" });
}

/**
 * Send a decision with the amount that stood on the button.
 * @param {string} action
 * @param {{ to?: number | null, expect?: number | null }} amounts
 */
export function act(action, { to = null, expect = null } = {}) {
  const n = view.peek()?.n ?? 0;
  if (pending.peek()) return;
  if (send({ type: "act", n, action, to, expect })) pending.value = { n, action };
}

function open() {
  const token = recall(`token/${table}`);
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const mine = new WebSocket(`${scheme}://${location.host}/ws/${table}`);
  let asked = false;
  socket = mine;
  heard = Date.now();
  mine.onopen = () => {
    heard = Date.now();
    send({ type: "hello", protocol: 1, token, name: seatName, last: lastSeen() });
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
    if (FOR_GOOD.includes(event.code)) end();
    else lose();
  };
}

/** @param {any} message */
function take(message) {
  if (message.type === "state") {
    receive(message);
    watchDeals(message, send);
    link.value = "open";
    delay = FIRST_DELAY_MS;
  } else if (message.type === "welcome") {
    remember(`token/${message.table}`, message.token);
  } else if (message.type === "error") {
    if (message.code.startsWith("deal/")) return; // the mark of the deal says it
    pending.value = null;
    notice.value = { code: message.code, message: message.message };
  }
}

function lose() {
  socket = null;
  pending.value = null;
  link.value = "lost";
  retry = setTimeout(open, delay * (0.75 + Math.random() / 2));
  delay = Math.min(delay * 2, LAST_DELAY_MS);
}

/** The server does not want this page back. */
function end() {
  disconnect();
  pending.value = null;
  link.value = "gone";
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
