"""Whole hands played in another language: no word of English on the page, seen or read out."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

import pytest
from browser.crowd import Crowd, Serve
from browser.visitor import Visitor
from playwright.sync_api import expect
from table.kit import ToldBots
from web.test_languages import forms, words

from wildrank.games import GameCall

pytestmark = pytest.mark.browser
# Everything on the page that is seen or read out, but what is marked as English or a command.
SAID: Final = """
() => {
  const found = [];
  const read = (node) => {
    if (node.nodeType === Node.TEXT_NODE) found.push(node.data);
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    if (['CODE', 'SCRIPT', 'NOSCRIPT'].includes(node.tagName)) return;
    if (node.lang && node.lang !== document.documentElement.lang) return;
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      if (node.hasAttribute(name)) found.push(node.getAttribute(name));
    if (node.matches('input:not([type=radio], [type=checkbox])')) found.push(node.value);
    node.childNodes.forEach(read);
  };
  read(document.body);
  return found;
}
"""
# The page takes no decision for a moment after the choices have changed; then it is typed again.
AGAIN_MS: Final = 300
WORD: Final = re.compile(r"[^\W\d_]{3,}")


def letters(texts: list[str]) -> set[str]:
    """Return the words of some texts."""
    return {word.lower() for text in texts for word in WORD.findall(text)}


@cache
def english() -> set[str]:
    """Return the words of the English page that the German one never says."""
    ours, theirs = (
        letters([form for text in words(language).values() for form in forms(text)])
        for language in ("en", "de")
    )
    return ours - theirs


def check(ann: Visitor) -> None:
    """Check that the page says no word of English now."""
    ann.settle()
    found = letters(ann.page.evaluate(SAID))
    assert found
    assert found & english() == set()


def look_into(ann: Visitor, opener: str, dialog: str) -> None:
    """Open a dialog, check what it says, and close it."""
    ann.at(opener).click()
    expect(ann.at(dialog)).to_be_visible()
    check(ann)
    ann.page.keyboard.press("Escape")
    expect(ann.at(dialog)).to_have_count(0)


def play(ann: Visitor) -> None:
    """Play a hand to the showdown, checking the page at each turn."""
    buttons = {"act": "check-call", "buy": "buy-up", "show": "show"}
    for _ in range(30):
        kind = ann.turn()
        check(ann)
        if kind == "over":
            break
        ann.press(buttons[kind])
    expect(ann.at("showdown")).to_be_visible()
    check(ann)


def test_a_german_plays_reach_around(crowd: Crowd, serve: Serve) -> None:
    """From the front page to the next call, with every dialog on the way, no English is met."""
    assert {"fold", "raises", "aces", "wilds", "your"} <= english()
    origin = serve(ToldBots(calls=[GameCall("reach-around")]))
    ann = crowd.visitor(origin, locale="de-AT")
    ann.page.goto(origin)
    expect(ann.page.locator("html")).to_have_attribute("lang", "de")
    check(ann)
    ann.deal_me_in(origin, "Xaver")
    ann.turn()
    check(ann)
    look_into(ann, "rules", "rules-dialog")
    look_into(ann, "invite", "invite-dialog")
    look_into(ann, "deal-mark", "deal-dialog")
    look_into(ann, "settings", "settings-dialog")
    ann.page.keyboard.press("?")
    expect(ann.at("keys-dialog")).to_be_visible()
    check(ann)
    ann.page.keyboard.press("Escape")
    expect(ann.at("keys-dialog")).to_have_count(0)
    assert ann.press("bet-raise") == "Setzen 2"
    play(ann)
    ann.page.locator("#tab-table").click()
    check(ann)
    look_into(ann, "chips-open", "chips-dialog")
    look_into(ann, "customs-open", "customs-dialog")
    look_into(ann, "device-open", "device-dialog")
    ann.at("end").click()
    check(ann)
    ann.page.locator("#tab-chat").click()
    ann.at("chat-options").click()
    check(ann)
    ann.at("chat-options").click()
    ann.page.locator("#tab-log").click()
    ann.next_hand()
    assert ann.turn() == "call"
    for game in ann.at("call-game").all():
        game.check()
        ann.page.locator(".more-options summary").click()
        check(ann)


def turn_told(ann: Visitor) -> str:
    """Wait until the server asks the visitor something or the hand is over, and say what."""

    def told() -> str:
        hand = ann.view["hand"]
        turn = hand["turn"] or {"kind": "over" if hand["over"] else ""}
        return turn["kind"] if turn.get("chair", 0) == ann.view["you"]["chair"] else ""

    ann.until(lambda: told() not in ("", "deal"), "the visitor is asked")
    return told()


def type_in(ann: Visitor, typed: str) -> None:
    """Type a command into the box of the table in words, and check what is answered."""
    ann.at("command").fill(typed)
    ann.page.keyboard.press("Enter")
    check(ann)


def decide(ann: Visitor, typed: str) -> None:
    """Type a decision until the table moves on."""
    before = ann.view["n"]

    def moved() -> bool:
        type_in(ann, typed)
        ann.page.wait_for_timeout(AGAIN_MS)
        return ann.view["n"] > before  # type: ignore[no-any-return] # a number in JSON

    ann.until(moved, f"{typed!r} is obeyed")
    ann.settle()


def test_a_german_types_a_hand(crowd: Crowd, serve: Serve) -> None:
    """The table in words is played with German commands, and answers without English."""
    origin = serve(ToldBots(calls=[GameCall("reach-around")]))
    ann = crowd.visitor(origin, locale="de-DE")
    ann.page.goto(origin)
    ann.at("text-switch").click()
    check(ann)
    ann.at("text-switch").click()
    ann.deal_me_in(origin, "Xaver")
    ann.turn()
    ann.at("text-switch").focus()
    ann.page.keyboard.press("Enter")
    expect(ann.at("text-table")).to_be_visible()
    check(ann)
    asked = ["hilfe", "pot", "meine karten", "blatt", "wer", "stacks", "preis", "zeit", "position"]
    for typed in (*asked, "board", "geber", "zuletzt", "verlauf", "regeln", "unsinn"):
        type_in(ann, typed)
        ann.page.keyboard.press("Escape")
    decisions = {"act": "schieben", "buy": "kaufen", "show": "zeigen"}
    while (kind := turn_told(ann)) != "over":
        decide(ann, decisions[kind])
    expect(ann.at("showdown")).to_be_visible()
    check(ann)


@pytest.mark.parametrize("game", ["reach-around", "holdem-hilo"])
def test_house_rules_are_said_in_german(game: str, crowd: Crowd, serve: Serve) -> None:
    """A game with every house rule another than usual is announced and played without English."""
    said = {
        "ante": "3", "blinds": "one", "raise-cap": "4", "heads-up-cap": "kept",
        "cap-active": "all", "short-all-in": "full", "free-fold": "true",
        "odd-chip": "high-card", "burns": "false",
    }  # fmt: skip
    if game == "reach-around":
        said |= {"buy-order": "decide-first", "peek": "true", "naturals-first": "true"}
    else:
        said |= {"low-qualifier": "8", "same-winners": "per-half"}
    origin = serve(ToldBots(calls=[GameCall(game, said)]))
    ann = crowd.visitor(origin, locale="de-DE")
    ann.deal_me_in(origin, "Xaver")
    play(ann)


def test_the_language_can_be_chosen(crowd: Crowd, serve: Serve) -> None:
    """Another language is spoken at once, and still after a reload."""
    origin = serve()
    ann = crowd.visitor(origin)
    ann.page.goto(origin)
    button, choice = ann.at("deal-me-in"), ann.at("language")
    expect(button).to_have_text("Deal me in")
    choice.select_option("de")
    expect(button).to_have_text("Ich spiele mit")
    expect(ann.page.locator("html")).to_have_attribute("lang", "de")
    ann.page.reload()
    expect(button).to_have_text("Ich spiele mit")
    choice.select_option("en")
    expect(button).to_have_text("Deal me in")


@pytest.mark.parametrize(("locale", "language"), [("fr-FR", "en"), ("de-DE", "de")])
def test_one_language_is_asked_for(locale: str, language: str, crowd: Crowd, serve: Serve) -> None:
    """The visitor's own, or English; once, and before the scripts that need it have come."""
    origin = serve()
    ann = crowd.visitor(origin, locale=locale)
    asked: list[str] = []
    ann.page.on("request", lambda request: asked.append(request.url.removeprefix(origin)))
    ann.page.goto(origin)
    expect(ann.at("deal-me-in")).to_be_visible()
    words_asked = [url for url in asked if url.startswith("/static/lang/")]
    assert words_asked == [f"/static/lang/{language}.json"]
