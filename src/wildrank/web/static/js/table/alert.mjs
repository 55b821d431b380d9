/**
 * What tells a viewer who looks away that something happened: sounds, the title of the page, a
 * short buzz, and a notice of the system where it was asked for.
 * @module
 */
import { computed, effect } from "../base/lib.mjs";
import { t } from "../base/lang.mjs";
import { settings } from "../settings/settings.mjs";
import { play, wakeSound } from "./sound.mjs";
import { clockEnds, fresh, hand, mySeat, myTurn, view } from "../base/store.mjs";

/** When little time is left, in seconds. */
export const LATE_S = 9;
/** A buzz, in ms. */
const BUZZ = 180;
const TITLE = "Wildrank";

/** What an event sounds like. @type {Record<string, string>} */
const HEARD = {
  posted: "chips",
  called: "chips",
  raised: "chips",
  paid: "chips",
  hole: "card",
  board: "card",
  checked: "knock",
};

/**
 * What the table waits for from this viewer, as a text that is another for each decision; "" for
 * nothing.
 */
export const wanted = computed(() => {
  const now = hand.value;
  if (view.value?.phase === "calling") return view.value.calling?.yours ? "call" : "";
  if (!now?.turn || !myTurn.value || now.turn.kind === "show") return "";
  return [now.number, now.street, now.turn.kind, mySeat.value?.committed].join(" ");
});

/** Hear and show what happens from now on; the answer stops it. */
export function listenAlerts() {
  const stops = [
    effect(hearEvents),
    effect(tellTurn),
    effect(warn),
    effect(() => {
      document.title = wanted.value ? `● ${t("alert.turn")} · ${TITLE}` : TITLE;
    }),
  ];
  for (const kind of TOUCHES) addEventListener(kind, wakeSound, { once: true });
  if (navigator.userActivation?.hasBeenActive) wakeSound();
  return () => {
    for (const kind of TOUCHES) removeEventListener(kind, wakeSound);
    for (const stop of stops) stop();
    clearTimeout(warning);
    document.title = TITLE;
  };
}

const TOUCHES = ["pointerdown", "keydown"];

/** Each kind of sound once for all that one frame brings. */
function hearEvents() {
  const news = fresh.value;
  const names = new Set(news.map((event) => HEARD[event.what]).filter(Boolean));
  if (news.some((event) => event.what === "ended") && (mySeat.peek()?.net ?? 0) > 0)
    names.add("win");
  for (const name of names) play(name);
}

function tellTurn() {
  if (!wanted.value) return;
  play("turn");
  if (!settings.peek().sounds) return;
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BUZZ);
  if (settings.peek().notify && document.hidden && Notification.permission === "granted")
    announce();
}

/** Show a notice of the system; a tap leads back to the table. */
function announce() {
  try {
    const note = new Notification(TITLE, { body: t("alert.turn"), tag: "turn" });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  } catch {
    /* some telephones show notices of installed pages only */
  }
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let warning;

/** Warn once when the viewer's clock runs low. */
function warn() {
  clearTimeout(warning);
  const left = clockEnds.value - Date.now() - LATE_S * 1000;
  if (wanted.value && clockEnds.value && left > 0) warning = setTimeout(play, left, "warning");
}

/** Ask the browser for leave to show notices; to be called from a click. */
export async function askToNotify() {
  return "Notification" in globalThis && (await Notification.requestPermission()) === "granted";
}
