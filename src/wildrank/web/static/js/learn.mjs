/**
 * A lesson: a scripted hand, a step at a time. The server says what the cards are worth, as it
 * does at a table; the page asks, and tells the story.
 * @module
 */
import { html, useEffect, useRef, useState } from "./base/lib.mjs";
import { gameTitle } from "./table/call-words.mjs";
import { Card, CardText } from "./table/cards.mjs";
import { bothWords, startingWords } from "./table/hand-words.mjs";
import { t } from "./base/lang.mjs";
import { games, go } from "./base/store.mjs";

/**
 * @typedef {import("./base/types.mjs").ValueView} ValueView
 * @typedef {{ name: string, down: string[], up: string[], wild: string[],
 *   high: ValueView | null, low: ValueView | null, wins: string[] }} Hand
 * @typedef {{ key: string, you: Hand, others: Hand[], board: string[], pot: number, price: number,
 *   ask: "" | "wild" | "value" | "act" | "buy", when: "" | "up" | "down",
 *   options: { word: string, right: boolean }[] }} Step
 */

/** @param {{ lesson: string }} props */
export function LearnPage({ lesson }) {
  const [steps, setSteps] = useState(/** @type {Step[] | null} */ (null));
  const [trouble, setTrouble] = useState(false);
  const [at, setAt] = useState(0);
  const [choice, setChoice] = useState("");
  useEffect(() => {
    fetch(`/api/lessons/${lesson}`)
      .then((answer) => (answer.ok ? answer.json() : Promise.reject(answer.status)))
      .then(
        (told) => setSteps(told.steps),
        () => setTrouble(true),
      );
  }, [lesson]);
  if (trouble) return html`<main class="learn"><p role="status">${t("lesson.none")}</p><${Back} /></main>`;
  if (!steps) return html`<main class="learn"></main>`;
  const way = steps.filter((step) => !step.when || step.when === (choice || "down"));
  const step = way[at];
  const next = (/** @type {string} */ chosen = "") => {
    if (chosen) setChoice(chosen);
    setAt(at + 1);
  };
  const info = games.value.find((one) => one.slug === lesson);
  return html`<main class="learn" data-testid="lesson" data-step=${step.key}>
    <header class="learn-head"><${Back} /><h1>${info ? gameTitle(info) : ""}</h1>
      <p class="learn-count" role="img" aria-label=${t("lesson.count", { at: at + 1, of: way.length })}>
        ${way.map((one, i) => html`<i key=${one.key} class=${i <= at ? "done" : ""}></i>`)}</p></header>
    <${Felt} step=${step} early=${way.slice(at + 1).some(({ ask }) => ask === "wild")} key=${`${at}${choice}`} next=${next} lesson=${lesson}
      last=${at === way.length - 1} />
  </main>`;
}

function Back() {
  return html`<button class="quiet" data-testid="lesson-back" onClick=${() => go("/")}>
    ${t("page.front")}</button>`;
}

/**
 * @param {{ step: Step, lesson: string, early: boolean, last: boolean,
 *   next: (chosen?: string) => void }} props `early` before the step that asks for the wild card
 */
function Felt({ step, lesson, early, last, next }) {
  const [found, setFound] = useState(/** @type {boolean | null} */ (null));
  const [guess, setGuess] = useState("");
  const words = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => words.current?.focus(), []);
  const answer = (/** @type {string} */ word, /** @type {boolean} */ right) => {
    setGuess(word);
    setFound(right);
  };
  const done = step.ask === "" || found === true;
  const hidden = early || (step.ask === "wild" && !found);
  return html`<section class="learn-felt" aria-label=${t("lesson.table")}>
      <div class="learn-others">${step.others.map(
        (other) => html`<${Other} key=${other.name} hand=${other} step=${step} />`,
      )}</div>
      <div class="learn-board" role="group" aria-label=${t("lesson.board")}>${step.board.map(
        (code) => html`<${Card} key=${code} code=${code}
          wild=${!hidden && step.you.wild.includes(code[0])} />`,
      )}</div>
      <p class="learn-pot">${t("lesson.pot", { amount: step.pot })}</p>
      <${Yours} step=${step} hidden=${hidden} answer=${answer} />
      <${YouHave} step=${step} hidden=${hidden || (step.ask === "value" && !found)} />
    </section>
    <section class="learn-words">
      <p ref=${words} tabindex="-1" class="learn-text" data-testid="lesson-text"><${CardText}
        text=${t(`lesson.${lesson}.${step.key}`)} /></p>
      <p class="learn-verdict" role="status">${
        found === null ? "" : found ? t("lesson.right") : t("lesson.again")
      }</p>
      <div class="learn-buttons">
        ${!done && step.ask === "value" && step.options.map(
          ({ word, right }) => html`<button class="act choice" key=${word} data-testid="answer"
            data-right=${right} aria-disabled=${guess === word && !right ? "true" : undefined}
            onClick=${() => answer(word, right)}>${t(`lesson.value.${word.replaceAll(" ", "-")}`)}</button>`,
        )}
        ${step.ask === "act" && step.options.map(
          ({ word }) => html`<button class="act raise" key=${word} data-testid="lesson-act"
            onClick=${() => next()}>${t(`lesson.act.${word}`)}</button>`,
        )}
        ${step.ask === "buy" && html`<button class="act fold" data-testid="lesson-down"
            onClick=${() => next("down")}>${t("lesson.take-down")}</button>
          <button class="act raise" data-testid="lesson-up" onClick=${() => next("up")}>
            ${t("lesson.buy-up", { price: step.price })}</button>`}
        ${done && step.ask !== "act" && step.ask !== "buy" && (last
          ? html`<button class="act primary" data-testid="lesson-end" onClick=${() => go("/")}>
              ${t("lesson.end")}</button>`
          : html`<button class="act primary" data-testid="lesson-next" onClick=${() => next()}>
              ${t("lesson.next")}</button>`)}
      </div>
    </section>`;
}

/** @param {{ hand: Hand, step: Step }} props */
function Other({ hand, step }) {
  return html`<div class="learn-other"><strong>${hand.name}</strong>
    <span class="learn-cards">${[...hand.down, ...hand.up].map(
      (code, i) => html`<${Card} key=${i} code=${code} mini wild=${hand.wild.includes(code[0])} />`,
    )}</span>
    ${hand.high && html`<span class="muted"><${CardText} text=${bothWords(hand)} /></span>`}
    <${Wins} wins=${hand.wins} name=${hand.name} step=${step} /></div>`;
}

/**
 * What a hand wins, in words.
 * @param {{ wins: string[], name: string, step: Step }} props
 */
function Wins({ wins, name, step }) {
  if (!wins.length) return null;
  const halves = [step.you, ...step.others].some((hand) => hand.low);
  const key = !halves ? "pot" : wins.length === 2 ? "both" : wins[0];
  const words = name ? t(`lesson.wins.${key}`, { name }) : t(`lesson.you-win.${key}`);
  return html`<span class="learn-wins" data-testid="lesson-wins">${words}</span>`;
}

/** @param {{ step: Step, hidden: boolean, answer: (word: string, right: boolean) => void }} props */
function Yours({ step, hidden, answer }) {
  const { down, up, wild } = step.you;
  const open = step.others.some((other) => other.high);
  const show = (/** @type {string} */ code, /** @type {boolean} */ faceUp) => html`<${Card}
    code=${code} wild=${!hidden && wild.includes(code[0])} icon=${open ? undefined : faceUp ? "eye" : "eye-off"}
    say=${open ? undefined : faceUp ? t("card.face-up") : t("card.hidden")} class=${faceUp ? "up" : ""} />`;
  if (step.ask === "wild") {
    return html`<div class="learn-mine">${down.map(
      (code) => html`<button class="learn-pick" key=${code} data-testid="pick"
        data-right=${wild.includes(code[0])} onClick=${() => answer(code, wild.includes(code[0]))}>
        ${show(code, false)}</button>`,
    )}</div>`;
  }
  return html`<div class="learn-mine">${down.map((code) => show(code, false))}${up.map((code) =>
    show(code, true),
  )}</div>`;
}

/** @param {{ step: Step, hidden: boolean }} props */
function YouHave({ step, hidden }) {
  const { you, board } = step;
  if (hidden) return html`<p class="learn-have"></p>`;
  const words = you.high
    ? t("lesson.have", { hand: bothWords(you) })
    : startingWords([...you.down, ...you.up], board, you.wild);
  return html`<p class="learn-have"><${CardText} text=${words} />
    <${Wins} wins=${you.wins} name="" step=${step} /></p>`;
}
