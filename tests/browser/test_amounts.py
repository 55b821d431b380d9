"""Chips on the page: amounts that are no longer right, the cap, side pots and quarters.

A card bought up beside one taken down stands in `test_secrets`, plain bets in `test_hands`.
"""

from __future__ import annotations

import pytest
from browser.crowd import Crowd, Serve
from browser.line import Line, Message
from browser.test_hands import at_the_button
from browser.visitor import Visitor
from playwright.sync_api import expect
from table.kit import ToldBots, goes_along

from wildrank.games import GameCall
from wildrank.referee import Call, Legal, PlayerAction, RaiseTo, State

pytestmark = pytest.mark.browser


def cheaper(view: Message) -> None:
    """Let everything cost a chip less than it does, as on a page that is behind."""
    legal = (view["hand"] or {}).get("legal")
    if legal:
        legal["to_call"] -= bool(legal["to_call"])
        legal["price"] -= bool(legal["price"])


def right_again(ann: Visitor, line: Line) -> None:
    """Load the page anew, which then says what is due."""
    line.change = None
    ann.page.reload()
    ann.turn()


@pytest.mark.parametrize(
    ("button", "wrong", "right"),
    [("check-call", "Call 1", "Call 2"), ("buy-up", "Buy it up for 1", "Buy it up for 2")],
)
def test_a_price_that_changed_is_not_paid(
    crowd: Crowd, serve: Serve, button: str, wrong: str, right: str
) -> None:
    """What stands on the button is all that is ever paid: another amount moves no chip or card."""
    game = "reach-around" if button == "buy-up" else "holdem"
    bots = ToldBots(calls=[GameCall("holdem")])
    origin = serve(bots)
    ann = crowd.visitor(origin)
    line = Line(ann)
    ann.deal_me_in(origin, "Ann")
    ann.turn()
    ann.press("fold")
    ann.turn()
    ann.next_hand()
    ann.turn()
    ann.call_game(game)
    while button == "buy-up" and ann.turn() != "buy":
        ann.press("check-call")
    line.change = cheaper
    ann.page.reload()
    ann.turn()
    before = (ann.stack(), ann.pot(), ann.hole(), ann.view["n"])
    assert ann.label(button) == wrong
    ann.page.locator(f"[data-testid={button}][aria-disabled=false]").click()
    expect(ann.at("notice")).to_have_text(
        "That amount is no longer right; nothing was done. Look at the button again."
    )
    assert (ann.stack(), ann.pot(), ann.hole(), ann.view["n"]) == before
    right_again(ann, line)
    assert ann.press(button) == right
    assert ann.stack() == before[0] - int(right[-1])


def raises(seat: int, state: State, allowed: Legal) -> PlayerAction:
    """Raise as long as that is allowed."""
    if allowed.raise_low:
        return RaiseTo(seat, allowed.raise_low)
    return goes_along(seat, state, allowed)


def test_a_capped_street_is_told(crowd: Crowd, serve: Serve) -> None:
    """After the third raise the third button says so, and neither mouse nor key raises."""
    bots = ToldBots()
    ann = at_the_button(crowd, serve, bots)
    bots.policy = raises
    ann.call_game("holdem")
    assert ann.turn() == "act"
    assert ann.press("bet-raise") == "Raise to 4"
    assert ann.turn() == "act"
    assert ann.label("check-call") == "Call 4"
    button = ann.at("bet-raise")
    assert ann.label("bet-raise") == "Capped"
    expect(button).to_have_attribute("aria-disabled", "true")
    n, stack = ann.view["n"], ann.stack()
    button.click(force=True)
    ann.page.keyboard.press("r")
    ann.page.wait_for_timeout(300)
    assert (ann.view["n"], ann.stack()) == (n, stack)
    expect(ann.at("notice")).to_have_count(0)
    assert ann.press("check-call") == "Call 4"
    assert ann.stack() == stack - 4


def all_in(seat: int, state: State, allowed: Legal) -> PlayerAction:
    """Raise as far as that goes, or call it."""
    if allowed.raise_high:
        return RaiseTo(seat, allowed.raise_high)
    return Call(seat) if allowed.call else goes_along(seat, state, allowed)


# Dealt from the left of the button: twice the first has seven and deuce, then aces, then kings.
ACES_BEAT_KINGS = "7c As Ks 2d Ad Kd  3c 4h8s9c  3d Th  3h Qc"


def test_a_side_pot_is_told_with_who_plays_for_it(
    crowd: Crowd, serve: Serve, decks: list[str]
) -> None:
    """Stacks of three sizes go all-in: the pots stand apart, and so do the lines of the awards.

    In the first hand Ann gives up her small blind, and one bot loses a big blind to the other: she
    has 199 then, they have 203 and 198. All that can be called goes in: 198 from each
    for the main pot, one more from two for the side pot.
    """
    decks += [ACES_BEAT_KINGS, ACES_BEAT_KINGS]
    bots = ToldBots()
    ann = at_the_button(crowd, serve, bots)
    bots.policy = all_in
    assert [ann.stack(chair) for chair in (0, 2, 4)] == [199, 203, 198]
    ann.call_game("holdem", limit="no")
    assert ann.turn() == "act"
    ann.at("amount").get_by_text("All-in", exact=True).click()
    assert ann.press("bet-raise") == "All-in 199"
    assert ann.turn() == "over"
    assert ann.spelled("award-line") == [
        "Main pot 594 → Bot2",
        "Side pot 2 → Ann",
    ]
    assert [ann.stack(chair) for chair in (0, 2, 4)] == [2, 4, 594]
    expect(ann.at("award-tab")).to_have_text(["Main pot", "Side pot"])


def test_a_quartered_pot_is_told_with_both_odd_chips(
    crowd: Crowd, serve: Serve, decks: list[str]
) -> None:
    """HL-quarter, HL-odd, HL-odd-in: of 15 the high half is 8, and of the low 7 Bot2 gets 4.

    Ann has ace and six for a straight and the best low, Bot2 has the same low.
    """
    decks += ["", "9c As Ah 9s 2d 6h  Qs 2c3d4h  Qc 5s  Qh Kd"]
    ann = at_the_button(crowd, serve)
    ann.call_game("holdem-hilo", ante="1")
    assert ann.turn() == "act"
    assert ann.press("bet-raise") == "Raise to 4"
    while ann.turn() != "over":
        ann.press("check-call")
    assert ann.spelled("award-line") == [
        "Pot 15: high 8 (odd chip) Ann, low 7 split: Bot2 4 (odd chip) / Ann 3"
    ]
    assert [line for line in ann.log() if line.startswith("Pot 15")] == ann.spelled("award-line")
