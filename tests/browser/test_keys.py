"""The keyboard: what each key answers, how keys are changed, and a focus that is never lost."""

from __future__ import annotations

import re
from typing import Final

import pytest
from browser.crowd import Crowd, Serve
from browser.hearing import Hearing
from browser.visitor import Visitor
from playwright.sync_api import expect
from table.kit import ToldBots

from wildrank.games import GameCall

pytestmark = pytest.mark.browser
# Ann, Bot1, and Bot2 with the button; Ann has called twice when she asks.
DECK: Final = "5s Qd 6d  4c Qh Jd  8s 2c  2h 5d 2d  2s 3c"
ANSWERS: Final = {
    "p": "Pot 3.",
    "n": "Nothing to call.",
    "h": "3 players are in the hand: Ann (you), Bot1 and Bot2. To act: Ann (you).",
    "w": "Card 1: five of spades, face down. Card 2: four of clubs, wild for you, face down.",
    "g": "Fours are wild for you. So far: a pair of eights.",
    "e": "Board: eight of spades.",
    "x": "Bot2 has the button. Bot2 called Texas Reach Around.",
    "z": "You are number 1 of 3 from the left of the button.",
    "Shift+T": "No clock is running.",
    "l": "Bot2 checks.",
    "1": "Card 1: five of spades, face down.",
    "2": "Card 2: four of clubs, wild for you, face down.",
    "3": "You have only 2 cards.",
    "s": "Ann (you) 199, Bot1 199 and Bot2 199.",
    "d": "That is not asked of you now.",
    "Shift+N": "The hand is not over yet.",
}


def at_turn(crowd: Crowd, serve: Serve) -> Visitor:
    """Seat Ann at a table of Reach Around where it is her turn."""
    origin = serve(ToldBots(calls=[GameCall("reach-around")]))
    ann = crowd.visitor(origin)
    ann.deal_me_in(origin, "Ann")
    assert ann.turn() == "act"
    return ann


def focused(ann: Visitor) -> str:
    """Return which element has the focus: its test id, or its tag."""
    found: str = ann.page.evaluate(
        "document.activeElement.dataset.testid ?? document.activeElement.tagName"
    )
    return found


def change(ann: Visitor, which: str, key: str) -> str:
    """Press another key for a command in the list of keys, and return what the page says."""
    ann.at(f"key-{which}").click()
    ann.page.keyboard.press(key)
    return ann.at("key-news").inner_text()


def test_every_question_is_answered(crowd: Crowd, serve: Serve, decks: list[str]) -> None:
    """Each key of the list is answered on the screen and aloud, in the same words."""
    decks.append(DECK)
    origin = serve(ToldBots(calls=[GameCall("reach-around")]))
    ann = crowd.visitor(origin)
    heard = Hearing(ann)
    ann.deal_me_in(origin, "Ann")
    ann.turn()
    ann.press("check-call")
    ann.turn()
    for key, answer in ANSWERS.items():
        heard.forget()
        ann.page.keyboard.press(key)
        heard.until(answer)
        expect(ann.at("reply")).to_be_visible()
        assert ann.spelled("reply") == [answer]
        assert [one.words for one in heard.all() if one.how == "polite"] == [answer]


def test_keys_are_silent_while_somebody_types(crowd: Crowd, serve: Serve) -> None:
    """A letter typed into a field is a letter; with a modifier it is the browser's."""
    ann = at_turn(crowd, serve)
    n = ann.view["n"]
    ann.at("text-switch").focus()
    ann.page.keyboard.press("Enter")
    ann.at("command").press_sequentially("cfrbud")
    expect(ann.at("command")).to_have_value("cfrbud")
    ann.at("text-switch").click()
    ann.page.keyboard.press("Control+p")
    ann.page.keyboard.press("Alt+c")
    ann.settle()
    expect(ann.at("reply")).to_have_count(0)
    assert ann.view["n"] == n


def test_keys_can_be_changed(crowd: Crowd, serve: Serve) -> None:
    """Another key folds from now on, here and after a reload; the old one does nothing."""
    ann = at_turn(crowd, serve)
    expect(ann.at("check-call")).to_have_attribute("aria-keyshortcuts", "C")
    expect(ann.at("bet-raise")).to_have_attribute("aria-keyshortcuts", "R B")
    ann.page.keyboard.press("?")
    assert change(ann, "call-0", "k") == "check or call is K now."
    assert change(ann, "raise-1", "Delete") == "bet or raise has lost this key."
    ann.page.keyboard.press("Escape")
    expect(ann.at("keys-dialog")).to_have_count(0)
    for _ in range(2):
        expect(ann.at("check-call")).to_have_attribute("aria-keyshortcuts", "K")
        expect(ann.at("bet-raise")).to_have_attribute("aria-keyshortcuts", "R")
        n = ann.view["n"]
        ann.page.keyboard.press("c")
        ann.page.keyboard.press("b")
        ann.settle()
        assert ann.view["n"] == n
        ann.page.reload()
        assert ann.turn() == "act"
        ann.page.wait_for_timeout(600)
    ann.answered(lambda: ann.page.keyboard.press("k"))
    assert "Ann checks" in " ".join(ann.log())
    ann.page.keyboard.press("F1")
    ann.at("keys-reset").click()
    expect(ann.at("key-news")).to_have_text("All keys are as usual again.")
    expect(ann.at("key-call-0")).to_have_text("C")
    expect(ann.at("keys-reset")).to_be_disabled()


def test_conflicts_are_refused(crowd: Crowd, serve: Serve) -> None:
    """A key that is taken, or that belongs to the browser, is refused with a sentence."""
    ann = at_turn(crowd, serve)
    ann.page.keyboard.press("?")
    said = change(ann, "fold-0", "p")
    assert said == "P is taken: the pot. Change that first."
    for key in ("F5", "ArrowUp", "Enter", "Control+k", "F1"):
        assert change(ann, "fold-0", key).startswith("That key belongs to the browser.")
        expect(ann.at("keys-dialog")).to_be_visible()
    assert change(ann, "fold-0", "Escape") == "fold keeps F."
    expect(ann.at("keys-dialog")).to_be_visible()
    expect(ann.at("key-fold-0")).to_have_text("F")
    assert change(ann, "fold-0", "Shift+F") == "fold is Shift+F now."
    assert change(ann, "pot-0", "f") == "the pot is F now."


def test_keys_can_be_switched_off(crowd: Crowd, serve: Serve) -> None:
    """With the keys off nothing happens and no button promises one; F1 still opens the list."""
    ann = at_turn(crowd, serve)
    ann.page.keyboard.press("?")
    ann.at("keys-on").click()
    expect(ann.at("key-news")).to_have_text("Keys are off. F1 still opens this list.")
    ann.page.keyboard.press("Escape")
    ann.page.reload()
    assert ann.turn() == "act"
    ann.page.wait_for_timeout(600)
    n = ann.view["n"]
    for key in ("c", "p", "?"):
        ann.page.keyboard.press(key)
    ann.settle()
    assert ann.view["n"] == n
    expect(ann.at("reply")).to_have_count(0)
    expect(ann.page.locator("[aria-keyshortcuts]")).to_have_count(0)
    ann.page.keyboard.press("F1")
    expect(ann.at("keys-dialog")).to_be_visible()
    ann.at("keys-on").click()
    ann.page.keyboard.press("Escape")
    ann.answered(lambda: ann.page.keyboard.press("c"))


def test_the_focus_is_never_lost(crowd: Crowd, serve: Serve) -> None:
    """Buttons come and go under the focus, and dialogs open and close; it stays at the bar."""
    ann = at_turn(crowd, serve)
    ann.page.wait_for_timeout(600)
    ann.at("check-call").focus()
    steps = 0
    while (kind := ann.turn()) != "over":
        name = {"act": "check-call", "buy": "take-down", "show": "show"}[kind]
        ann.page.locator(f"[data-testid={name}][aria-disabled=false]").wait_for()
        ann.at(name).focus()
        ann.answered(lambda: ann.page.keyboard.press("Enter"))
        ann.turn()
        assert ann.page.evaluate("document.activeElement.closest('.bar') !== null"), focused(ann)
        steps += 1
    assert steps >= 6
    for key, dialog in (("?", "keys-dialog"), ("i", "rules-dialog")):
        ann.at("next-hand").focus()
        ann.page.keyboard.press(key)
        expect(ann.at(dialog)).to_be_visible()
        ann.page.keyboard.press("Escape")
        expect(ann.at(dialog)).to_have_count(0)
        assert focused(ann) == "next-hand"
    ann.answered(lambda: ann.page.keyboard.press("Enter"))
    assert ann.turn() == "call"
    ann.page.keyboard.press("Escape")
    expect(ann.at("call-dialog")).to_have_count(0)
    assert ann.page.evaluate("document.activeElement.closest('.bar') !== null"), focused(ann)


def test_the_focus_goes_from_top_to_bottom(crowd: Crowd, serve: Serve) -> None:
    """The switch to text comes first, then the strip, and then the decision."""
    ann = at_turn(crowd, serve)
    ann.page.wait_for_timeout(600)
    order = []
    for _ in range(14):
        ann.page.keyboard.press("Tab")
        order.append(focused(ann))
    assert order[0] == "text-switch"
    wanted = ["text-switch", "deal-mark", "rules", "settings", "check-call", "bet-raise"]
    places = [order.index(name) for name in wanted]
    assert places == sorted(places), order
    assert not [name for name in order if re.fullmatch("BODY|HTML", name)]
