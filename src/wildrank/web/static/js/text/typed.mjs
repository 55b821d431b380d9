/**
 * What is typed into the command box of the table in words. Start reading at `obey`.
 * @module
 */
import { run } from "./commands.mjs";
import { commandOf } from "./keymap.mjs";
import { list, t } from "../base/lang.mjs";
import { ROUND, runRound } from "./round-commands.mjs";

/** What the command box understands besides single keys, in the order `help` tells it. */
const TYPED = [
  "fold", "call", "raise", "up", "down", "show", "muck", "next", "more", "deal", "games",
  "pot", "price", "who", "cards", "hand", "board", "dealer", "position", "time", "last", "stacks",
  "actions", "log", "rules", "keys", "settings", "bots", "sit", "stand", "out", "back", "chips",
  "invite", "front", ...ROUND, "help",
]; // prettier-ignore

/** The words of a command, the first of which `help` tells. @param {string} id */
const phrases = (id) => t(`cmd.word.${id}`).split(", ");

/** Tell every command. */
const help = () => t("cmd.help", { words: list(TYPED.map((id) => phrases(id)[0])) });

/**
 * Return the command that typed words begin with, the longest one, and what follows it.
 * @param {string} typed
 */
function understood(typed) {
  const words = typed.trim().replace(/\s+/g, " ");
  const key = words.length === 1 ? commandOf(words.toUpperCase()) : undefined;
  if (words === "?") return { id: "help", rest: "" };
  if (key) return { id: key, rest: "" };
  const low = words.toLowerCase();
  const found = TYPED.flatMap((id) =>
    [...phrases(id), id].map((phrase) => ({ id, phrase })),
  )
    .filter(({ phrase }) => low === phrase || low.startsWith(`${phrase} `))
    .sort((a, b) => b.phrase.length - a.phrase.length)[0];
  return found ? { id: found.id, rest: words.slice(found.phrase.length).trim() } : null;
}

/**
 * Do what was typed, and return the answer.
 * @param {string} typed
 */
export function obey(typed) {
  const command = understood(typed);
  if (!command) return t("cmd.unknown", { typed: typed.trim() });
  const { id, rest } = command;
  return id === "help" ? help() : (runRound(id, rest) ?? run(id, rest));
}
