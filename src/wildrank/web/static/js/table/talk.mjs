/**
 * What people say to each other: which of it was seen, who is not heard, and when it is read out.
 * The tab that shows it is in `chat.mjs`.
 * @module
 */
import { computed, effect, signal, untracked } from "../base/lib.mjs";
import { t } from "../base/lang.mjs";
import { set, settings } from "../settings/settings.mjs";
import { say } from "../base/speech.mjs";
import { myChair, panel, recall, remember, route, said, sideTab } from "../base/store.mjs";
import { textMode } from "../text/text-mode.mjs";

/** @typedef {{ at: number, name: string, chair: number | null, text: string }} Message */

/** Names of people this visitor does not want to hear; for this visit and this browser alone. */
export const muted = signal(/** @type {string[]} */ ([]));

/** What is heard, oldest first. */
export const heard = computed(() => said.value.filter((one) => !muted.value.includes(one.name)));

/** @param {string} name */
export const mute = (name) =>
  (muted.value = muted.value.includes(name)
    ? muted.value.filter((one) => one !== name)
    : [...muted.value, name]);

/** When the newest message came that was seen, in ms since 1970. */
const seen = signal(0);

/** Whether the talk is before the visitor's eyes. */
const open = computed(() => {
  const drawer = !textMode.value && matchMedia("(max-width: 760px)").matches;
  return textMode.value || (sideTab.value === "chat" && (!drawer || panel.value === "log"));
});

/** How many messages of others were not seen yet. */
export const unread = computed(
  () => heard.value.filter((one) => one.at > seen.value && one.chair !== myChair.value).length,
);

/** The setting that says whether messages are read out, here. */
const aloudSetting = () => (textMode.value ? "chatAloudText" : "chatAloud");

/** Whether messages are read out. */
export const aloud = () => settings.value[aloudSetting()];

/** Read messages out from now on, or do not. @param {boolean} on */
export const setAloud = (on) => set(aloudSetting(), on);

/** @param {Message} message */
export const messageWords = ({ name, text }) => t("chat.says", { who: name || t("chat.nobody"), text });

/** Keep up with what is said; the answer stops it. */
export function listenTalk() {
  const key = `chat/${route.peek().table}`;
  seen.value = Number(recall(key)) || 0;
  let told = Date.now();
  const stops = [
    effect(() => {
      const last = said.value.at(-1)?.at ?? 0;
      if (!open.value || last <= untracked(() => seen.value)) return;
      seen.value = last;
      remember(key, String(last));
    }),
    effect(() => {
      const news = heard.value.filter((one) => one.at > told && one.chair !== myChair.peek());
      told = Math.max(told, heard.value.at(-1)?.at ?? 0);
      if (untracked(aloud)) for (const one of news) say(messageWords(one));
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    muted.value = [];
  };
}
