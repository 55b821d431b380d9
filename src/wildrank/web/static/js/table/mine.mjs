/**
 * The viewer's own place: cards as large as the board, who sees which, and what they make.
 * @module
 */
import { html } from "../base/lib.mjs";
import { Card, CardText } from "./cards.mjs";
import { ChanceMark } from "./chances.mjs";
import { highWords, lowWords, rankPlurals, startingWords } from "./hand-words.mjs";
import { t } from "../base/lang.mjs";
import { Avatar, Button, Chips, More, postWord, statusOf } from "./seat.mjs";
import { litNow } from "./showdown.mjs";
import { game, hand, myChair, mySeat, view } from "../base/store.mjs";

export function Mine() {
  if (myChair.value === null) return html`<section class="mine watching"></section>`;
  return html`<section class="mine" aria-label=${t("seat.you")}>
    <${MyPlate} /><${MyCards} /><${YouHave} />
  </section>`;
}

function MyPlate() {
  const table = view.value;
  const now = hand.value;
  const chair = table?.chairs.find((one) => one.chair === myChair.value);
  if (!table || !chair) return null;
  const seat = mySeat.value;
  const calling = table.phase === "calling" && table.calling?.chair === chair.chair;
  const [kind, words] = statusOf(chair, seat, {
    turn: now?.turn ?? null,
    over: !!now?.over,
    calling,
    dealt: !!now,
  });
  const button = seat ? seat.button : table.dealer === chair.chair;
  const mark = postWord(seat);
  return html`<div class=${`my-place seat ${kind}`} data-testid=${`seat-${chair.chair}`}
    data-status=${kind} data-you="true">
    <div class="plate">
      <${Avatar} name=${chair.name ?? ""} chair=${chair.chair} />
      <span class="who"><span class="name">${chair.name} <em>${t("seat.you")}</em></span>
        <span class="stack">${seat?.stack ?? chair.stack ?? 0}${
          mark &&
          html`<span class="post">
          ${mark}</span>`
        }<${More} chair=${chair} /></span></span>
      ${button && html`<${Button} />`}<${ChanceMark} chair=${chair.chair} />
    </div>
    <span class="status" aria-hidden=${words ? undefined : "true"}>${words}</span>
    ${!!seat?.bet && html`<${Chips} amount=${seat.bet} class="bet" />`}
  </div>`;
}

function MyCards() {
  const seat = mySeat.value;
  const mine = hand.value?.mine;
  if (!seat) return html`<div class="my-cards"></div>`;
  const lit = litNow.value;
  const lights = lit?.cardsOf(seat.chair);
  const wilds = mine?.wild ?? seat.wild;
  const light = (/** @type {string} */ code) => (!lit ? "" : lights?.has(code) ? "lit" : "dim");
  const plays = (lit && mine?.high?.plays) || {};
  const note = (/** @type {string} */ code) =>
    plays[code] && plays[code] !== code ? t("card.as", { card: plays[code] }) : undefined;
  const secret = !seat.shown && !!game.value?.has_buy;
  return html`<div
    class=${`my-cards ${seat.folded ? "is-folded" : ""}`}>
    ${seat.down.map(
      (code, at) => html`<${Card} key=${`d${at}${code}`} code=${code} testid="hole-card"
        wild=${wilds.includes(code[0])} note=${note(code)}
      icon=${seat.shown || seat.folded ? undefined : "eye-off"}
        say=${secret ? t("card.hidden") : undefined} class=${light(code)} />`,
    )}
    ${seat.up.map(
      (code, at) => html`<${Card} key=${`u${at}${code}`} code=${code} testid="hole-card"
        wild=${wilds.includes(code[0])} note=${note(code)}
      icon="eye" say=${t("card.face-up")} class=${`up ${light(code)}`} />`,
    )}
  </div>`;
}

/** Why there is no low: it may still come, or too few low cards are there; "" without lows. */
function lowMissing() {
  const now = hand.value;
  const info = game.value;
  if (!now || !info?.has_low) return "";
  const usual = info.options.find((one) => one.key === "low-qualifier")?.default;
  const most = Number(view.value?.called?.settings["low-qualifier"] ?? usual);
  const last = now.over || now.street >= info.streets.length - 1;
  return last && now.mine?.high && most ? t("mine.no-low", { most }) : t("mine.no-low-yet");
}

function YouHave() {
  const mine = hand.value?.mine;
  const seat = mySeat.value;
  if (!mine || !seat || seat.folded) return html`<div class="you-have"></div>`;
  const low = mine.low;
  const board = hand.value?.board ?? [];
  const starting = mine.starting && startingWords([...seat.down, ...seat.up], board, mine.wild);
  const missing = low ? "" : lowMissing();
  return html`<div class="you-have">
    ${
      mine.wild.length > 0 &&
      (mine.high || !starting) &&
      html`<p class="wild-word"
      data-testid="my-wild">${t("mine.wild", { ranks: rankPlurals(mine.wild) })}</p>`
    }
    ${
      mine.high &&
      html`<p class="have" data-testid="you-have" data-category=${mine.high.category}>
      <span class="have-head">${low || missing ? t("mine.high") : t("mine.have")}</span> <${CardText}
        text=${highWords(mine.high)} /></p>`
    }
    ${
      low &&
      html`<p class="have" data-testid="you-have-low" data-category=${low.category}>
      <span class="have-head">${t("mine.low")}</span> <${CardText} text=${lowWords(low)} /></p>`
    }
    ${
      !mine.high &&
      starting &&
      html`<p class=${mine.wild.length ? "wild-word" : "have"}
      data-testid="you-have"><${CardText} text=${starting} /></p>`
    }
    ${
      missing &&
      html`<p class="have" data-testid="no-low"><span class="have-head">${t("mine.low")}</span>
        <span class="muted">${missing}</span></p>`
    }
  </div>`;
}
