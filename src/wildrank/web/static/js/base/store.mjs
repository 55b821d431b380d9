/**
 * What the page knows: the last view from the server, the log so far, and a little of its own.
 * It must not know the socket; `wire.mjs` feeds it. Start reading at `receive`.
 * @module
 */
import { batch, computed, signal } from "./lib.mjs";

export { recall, remember } from "./memory.mjs";

/** @typedef {import("./types.mjs").TableView} TableView */
/** @typedef {import("./types.mjs").LogEvent} LogEvent */
/** @typedef {import("./types.mjs").GameInfo} GameInfo */

/** @typedef {{ table: string | null, lesson: string | null, results: boolean }} Route */

/** Which page is shown. @type {import("./lib.mjs").Signal<Route>} */
export const route = signal(readRoute());

/** The table as the server told it last. @type {import("./lib.mjs").Signal<TableView | null>} */
export const live = signal(/** @type {TableView | null} */ (null));

/** A moment of a hand that is looked at again; null at the table. */
export const past = signal(/** @type {TableView | null} */ (null));

/** What the page shows: the table as this visitor may see it, or saw it then. */
export const view = computed(() => past.value ?? live.value);

/** Everything that happened, oldest first. @type {import("./lib.mjs").Signal<LogEvent[]>} */
export const events = signal(/** @type {LogEvent[]} */ ([]));

/** The events of the newest frame only, for the spoken log. */
export const fresh = signal(/** @type {LogEvent[]} */ ([]));

/** State of the connection; `gone` is not tried again. */
export const link = signal(/** @type {"connecting" | "open" | "lost" | "gone"} */ ("connecting"));

/** Games of this server, for rule cards and the dealer's call. */
export const games = signal(/** @type {GameInfo[]} */ ([]));

/** A short message for the visitor. */
export const notice = signal(/** @type {{ code: string, message: string } | null} */ (null));

/** What people said, oldest first. */
export const said = signal(
  /** @type {{ at: number, name: string, chair: number | null, text: string }[]} */ ([]),
);

/** A one-use code for another device, and when it ends in ms of this machine's clock. */
export const ticket = signal(/** @type {{ code: string, ends: number } | null} */ (null));

/** Why a newcomer is not let in: "", "table/password", "table/invite" or "table/kicked". */
export const gate = signal("");

/** An action that was sent and is not answered yet. */
export const pending = signal(/** @type {{ n: number, action: string } | null} */ (null));

/** Which drawer or dialog is open: "" for none, "log", or a name that `dialogs.mjs` knows. */
export const panel = signal("");

/** Which tab of the panel beside the table is shown. */
export const sideTab = signal("log");

/** Whether the visitor is being asked for a name: null until known. */
export const joining = signal(/** @type {boolean | null} */ (null));

/** Which award is lit at showdown. */
export const lit = signal(0);

/** When the clock of the person waited for runs out, in ms of this machine's clock; 0 for none. */
export const clockEnds = signal(0);

export const hand = computed(() => view.value?.hand ?? null);
export const legal = computed(() => view.value?.hand?.legal ?? null);
export const myChair = computed(() => view.value?.you.chair ?? null);
/** The name of who runs the table, "" while nobody does. */
export const hostName = computed(
  () => live.value?.chairs.find((one) => one.host)?.name ?? "",
);
export const mySeat = computed(
  () => view.value?.hand?.seats.find((seat) => seat.chair === myChair.value) ?? null,
);
/** The game being played, or null before its description has arrived. */
export const game = computed(() => {
  const slug = view.value?.hand?.game ?? view.value?.called?.game;
  return games.value.find((info) => info.slug === slug) ?? null;
});
/** Whether the hand waits for this visitor. */
export const myTurn = computed(() => {
  const turn = view.value?.hand?.turn;
  return !!turn && turn.kind !== "deal" && turn.chair === myChair.value && !!legal.value;
});

/**
 * Return the table or the lesson in the address, if there is one, and whether results are asked
 * for.
 * @returns {Route}
 */
export function readRoute() {
  const [, table = null] = /^\/t\/([\w-]+)\/?$/.exec(location.pathname) ?? [];
  const [, lesson = null] = /^\/learn\/([\w-]+)\/?$/.exec(location.pathname) ?? [];
  return { table, lesson, results: location.hash === "#results" };
}

/**
 * Go to an address of ours without loading the page again.
 * @param {string} path
 */
export function go(path) {
  history.pushState(null, "", path);
  forget();
  route.value = readRoute();
}

/** Forget the table, when the visitor leaves it. */
export function forget() {
  batch(() => {
    live.value = null;
    past.value = null;
    events.value = [];
    said.value = [];
    ticket.value = null;
    gate.value = "";
    fresh.value = [];
    pending.value = null;
    notice.value = null;
    panel.value = "";
    joining.value = null;
  });
}

/**
 * Return the name of who sits on a chair.
 * @param {number | null | undefined} chair
 */
export function nameOf(chair) {
  return view.value?.chairs.find((one) => one.chair === chair)?.name ?? `#${(chair ?? 0) + 1}`;
}

let mark = "";
let arrived = false;

/** Return the newest event and the mark this page has, to be sent with `hello`. */
export function lastSeen() {
  const seen = live.peek();
  return { last: seen?.n ?? 0, mark: seen ? mark : "" };
}

/** Note that the server is about to tell everything it keeps of the talk. */
export function arrive() {
  arrived = true;
}

/**
 * Take in a `said` frame; the first one after arriving holds all that is kept.
 * @param {{ at: number, name: string, chair: number | null, text: string }[]} messages
 */
export function hear(messages) {
  said.value = (arrived ? [] : said.peek()).concat(messages).slice(-100);
  arrived = false;
}

/**
 * Take in a `state` frame.
 * @param {{ n: number, mark: string, view: TableView, events: LogEvent[], gap?: boolean }} message
 */
export function receive(message) {
  const before = live.peek();
  const known = before && message.n >= before.n && !message.gap ? events.peek() : [];
  mark = message.mark;
  const last = known.length ? known[known.length - 1].n : 0;
  batch(() => {
    live.value = message.view;
    const added = named(message.events, message.view).filter((event) => event.n > last);
    if (added.length || known !== events.peek()) {
      events.value = withWorth(known.concat(added), message.view.hand);
    }
    fresh.value = before ? added : [];
    if (pending.peek()) pending.value = null;
    if (before?.hand?.number !== message.view.hand?.number) lit.value = 0;
    const seconds = message.view.calling?.seconds ?? message.view.hand?.turn?.seconds;
    clockEnds.value = seconds ? Date.now() + seconds * 1000 : 0;
  });
}

/**
 * Write into events who acted and who took part, as they are called at the table.
 * @param {LogEvent[]} told
 * @param {TableView} table
 */
export function named(told, table) {
  const all = (/** @type {number[]} */ chairs) => chairs.map((chair) => nameIn(table, chair));
  return withLate(told).map((event) => ({
    ...event,
    who: event.name ?? nameIn(table, event.chair),
    from: all(Object.keys(event.seeds ?? {}).map(Number)),
    without: all(event.silent ?? event.dropped ?? []),
  }));
}

/**
 * Mark what the clock decided for somebody: it follows the event that the time ran out.
 * @param {LogEvent[]} all
 */
function withLate(all) {
  return all.map((event, at) =>
    all[at - 1]?.what === "time-out" && all[at - 1].chair === event.chair
      ? { ...event, late: true }
      : event,
  );
}

/**
 * @param {TableView} table
 * @param {number | null | undefined} chair
 */
function nameIn(table, chair) {
  return table.chairs.find((one) => one.chair === chair)?.name ?? "";
}

/**
 * Write beside the hands shown what they were worth, once that is known.
 * @param {LogEvent[]} all
 * @param {import("./types.mjs").HandView | null} now
 */
export function withWorth(all, now) {
  if (!now?.results) return all;
  const worth = new Map(now.results.hands.map((one) => [one.chair, one]));
  return all.map((event) =>
    event.what === "shown" && event.hand === now.number
      ? { ...event, worth: worth.get(event.chair ?? -1) }
      : event,
  );
}

/** Ask the server once for the games it knows. */
export async function loadGames() {
  if (games.value.length) return;
  try {
    const answer = await fetch("/api/games");
    if (answer.ok) games.value = await answer.json();
  } catch {
    setTimeout(loadGames, 3000);
  }
}
