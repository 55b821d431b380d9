/**
 * A hand looked at again: which one, which moment of it, and whether it goes on by itself. The
 * page draws a moment as it draws the table, from `past` in the store. Start reading at `openHand`.
 * @module
 */
import { batch, computed, effect, signal } from "../base/lib.mjs";
import { askTable } from "../base/ask.mjs";
import { live, lit, named, notice, past, withWorth } from "../base/store.mjs";

/** @typedef {import("../base/types.mjs").TableView} TableView */
/** @typedef {import("../base/types.mjs").SeatView} SeatView */
/** @typedef {import("../base/types.mjs").LogEvent} LogEvent */
/** @typedef {import("../base/types.mjs").StreetChances} StreetChances */
/** @typedef {{ view: TableView, events: LogEvent[] }} Frame */
/** @typedef {{ table: string, number: number, frames: Frame[], streets: StreetChances[],
 *   absent: string }} Replay */

/** How long a moment is looked at when it goes on by itself, in ms. */
const PACE_MS = 1100;

/** The hand looked at. @type {import("../base/lib.mjs").Signal<Replay | null>} */
export const replay = signal(/** @type {Replay | null} */ (null));

/** Which moment of it, from 0. */
export const at = signal(0);

export const playing = signal(false);

/** Whether hands that were shown in the end are open all the time, with their chances. */
export const opened = signal(false);

/** A hand that was asked for and is not there yet. */
export const opening = signal(false);

/** How the hands shown fare at the moment looked at, by chair. */
export const pastChances = computed(() => {
  const now = replay.value?.frames[at.value]?.view.hand;
  if (!opened.value || !replay.value || !now) return new Map();
  const { streets } = replay.value;
  const known = streets.filter(
    (one) => one.street <= now.street && one.board.length <= now.board.length,
  );
  return new Map(known[known.length - 1]?.chances.map((one) => [one.chair, one]));
});

/**
 * Look at a hand of a table again.
 * @param {string} table
 * @param {number} number
 */
export async function openHand(table, number) {
  opening.value = true;
  try {
    const told = await (await askTable(table, `hands/${number}`)).json();
    const streets = await chancesOf(table, number);
    batch(() => {
      replay.value = { table, number, frames: retold(told.frames), ...streets };
      opened.value = false;
      playing.value = false;
      seek(0);
    });
    history.replaceState(null, "", `${location.pathname}#hand=${number}`);
  } catch (error) {
    const { message, code = "" } = /** @type {any} */ (error);
    notice.value = { code, message };
  }
  opening.value = false;
}

/** @param {string} table @param {number} number */
async function chancesOf(table, number) {
  try {
    const { streets, absent } = await (await askTable(table, `hands/${number}/odds`)).json();
    return { streets, absent };
  } catch {
    return { streets: [], absent: "" };
  }
}

/**
 * Write into the events who acted, and what the hands shown were worth.
 * @param {Frame[]} frames
 */
function retold(frames) {
  const last = frames[frames.length - 1]?.view.hand ?? null;
  return frames.map(({ view, events }) => ({
    view,
    events: withWorth(named(events, view), last),
  }));
}

/** Go back to the table. */
export function closeHand() {
  if (!replay.peek()) return;
  batch(() => {
    replay.value = null;
    playing.value = false;
    past.value = null;
  });
  history.replaceState(null, "", location.pathname);
}

/** Look at another moment. @param {number} moment */
export function seek(moment) {
  const now = replay.peek();
  if (!now) return;
  batch(() => {
    at.value = Math.max(0, Math.min(moment, now.frames.length - 1));
    if (at.value === now.frames.length - 1) playing.value = false;
    lit.value = 0;
    past.value = seen(now.frames, at.value);
  });
}

/** Let it go on by itself, from the start once it is at its end, or stop. */
export function playOrStop() {
  const now = replay.peek();
  if (!now) return;
  if (!playing.peek() && at.peek() === now.frames.length - 1) seek(0);
  playing.value = !playing.peek();
}

/** Open the hands that were shown in the end, or look at them as they were seen. */
export function openOrShut() {
  opened.value = !opened.peek();
  seek(at.peek());
}

/** The first moment of each street. @returns {{ street: number, name: string, moment: number }[]} */
export function streetStarts() {
  const found = new Map();
  for (const [moment, { view }] of (replay.value?.frames ?? []).entries()) {
    const now = view.hand;
    if (now && !found.has(now.street)) {
      found.set(now.street, { street: now.street, name: now.streets[now.street] ?? "", moment });
    }
  }
  return [...found.values()];
}

/** @param {number} by how many streets further */
export function jump(by) {
  const starts = streetStarts().map((one) => one.moment);
  const next = by > 0 ? starts.find((one) => one > at.peek()) : starts.findLast((one) => one < at.peek());
  const end = (replay.peek()?.frames.length ?? 1) - 1;
  seek(next ?? (by > 0 ? end : 0));
}

/**
 * Return a moment as it is drawn: with the hands open that were shown in the end, if wanted.
 * @param {Frame[]} frames
 * @param {number} moment
 */
function seen(frames, moment) {
  const { view } = frames[moment];
  const last = frames[frames.length - 1].view.hand;
  if (!opened.peek() || !view.hand || !last) return view;
  const shown = new Map(last.seats.filter((one) => one.shown).map((one) => [one.chair, one]));
  const seats = view.hand.seats.map((seat) => turnedUp(seat, shown.get(seat.chair)));
  return { ...view, hand: { ...view.hand, seats } };
}

/** @param {SeatView} seat @param {SeatView | undefined} shown */
function turnedUp(seat, shown) {
  if (!shown) return seat;
  const whole = seat.down.length === shown.down.length && seat.up.length === shown.up.length;
  const down = seat.down.map((code, place) => shown.down[place] ?? code);
  return { ...seat, down, wild: whole ? shown.wild : seat.wild };
}

/** Listen to the address and the clock while a table is shown; the answer stops it. */
export function listenPast(/** @type {string} */ table) {
  const wanted = new URLSearchParams(location.hash.slice(1)).get("hand");
  if (Number(wanted) > 0) openHand(table, Number(wanted));
  const follow = () => {
    const number = Number(new URLSearchParams(location.hash.slice(1)).get("hand"));
    if (number > 0 && replay.peek()?.number !== number) openHand(table, number);
  };
  addEventListener("hashchange", follow);
  const stops = [effect(goOn), effect(comeBack)];
  return () => {
    removeEventListener("hashchange", follow);
    for (const stop of stops) stop();
    clearTimeout(timer);
    replay.value = null;
    past.value = null;
  };
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

function goOn() {
  clearTimeout(timer);
  const moment = at.value;
  if (playing.value) timer = setTimeout(() => seek(moment + 1), PACE_MS);
}

/** The table never waits for somebody who looks at the past: it comes back by itself. */
function comeBack() {
  if (live.value?.hand?.legal || live.value?.calling?.yours) closeHand();
}
