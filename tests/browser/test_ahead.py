"""Deciding ahead of the turn: sent once, for the price that was seen, dropped when it is gone."""

from __future__ import annotations

from functools import partial

import pytest
from browser.crowd import Crowd, Serve
from browser.line import Line
from browser.visitor import Visitor
from playwright.sync_api import expect
from table.kit import ToldBots, goes_along

from wildrank.games import GameCall
from wildrank.referee import Legal, PlayerAction, RaiseTo, State

pytestmark = pytest.mark.browser


def last_to_act(
    crowd: Crowd, serve: Serve, game: str, bots: ToldBots | None = None
) -> tuple[Visitor, Line]:
    """Give Ann the button of a hand between two bots, who act before her from the flop on."""
    bots = bots or ToldBots()
    bots.calls.insert(0, GameCall("holdem"))
    origin = serve(bots)
    ann = crowd.visitor(origin)
    line = Line(ann)
    ann.deal_me_in(origin, "Ann")
    press(ann, "fold")
    ann.at("next-hand").click()
    ann.at("call-dialog").locator(f"[data-game={game}]").check()
    ann.at("call-submit").click()
    may_call(ann)
    return ann, line


def may_call(ann: Visitor) -> None:
    """Wait until it is Ann's turn and her buttons can be pressed."""
    expect(ann.at("check-call")).to_have_attribute("aria-disabled", "false")


def press(ann: Visitor, name: str) -> None:
    """Press a button of a decision once it can be pressed."""
    ann.page.locator(f"[data-testid={name}][aria-disabled=false]").click()


def see(ann: Visitor, line: Line, name: str) -> None:
    """Let one frame after the other in, until something is on the page."""
    while not ann.at(name).count():
        ann.until(lambda: line.waiting, "the table says more")
        line.step()
        ann.settle()


def plan(ann: Visitor, name: str) -> None:
    """Decide ahead."""
    press(ann, f"ahead-{name}")
    expect(ann.at(f"ahead-{name}")).to_have_attribute("aria-pressed", "true")


def bets_on_the_flop(seat: int, state: State, allowed: Legal) -> PlayerAction:
    """Bet where there are three cards on the board, raise a bet of 4 to 8, else go along."""
    if len(state.board) == 3 and allowed.raise_low and allowed.raise_low <= 4:
        return RaiseTo(seat, allowed.raise_low)
    return goes_along(seat, state, allowed)


def test_a_check_is_sent_once_when_the_turn_comes(crowd: Crowd, serve: Serve) -> None:
    """A planned check leaves the page once, and is not there on the next street."""
    ann, line = last_to_act(crowd, serve, "holdem")
    line.late = True
    press(ann, "check-call")
    see(ann, line, "ahead-check")
    plan(ann, "check")
    sent = len(line.acts())
    line.release()
    ann.until(lambda: len(ann.board()) == 4, "the turn is dealt")
    may_call(ann)
    assert [one["action"] for one in line.acts()[sent:]] == ["check"]
    assert line.acts()[-1]["expect"] is None


def test_a_check_is_dropped_when_somebody_bets(crowd: Crowd, serve: Serve) -> None:
    """A planned check goes when there is a price, a call when the price is another."""
    ann, line = last_to_act(crowd, serve, "holdem", ToldBots(bets_on_the_flop))
    line.late = True
    press(ann, "check-call")
    see(ann, line, "ahead-check")
    plan(ann, "check")
    sent = len(line.acts())
    see(ann, line, "ahead-call")
    expect(ann.at("ahead-call")).to_have_text("Call 2")
    expect(ann.page.locator("[aria-pressed=true][data-testid^=ahead-]")).to_have_count(0)
    plan(ann, "call")
    line.release()
    may_call(ann)
    assert ann.label("check-call") == "Call 4"
    assert line.acts()[sent:] == []


def test_any_price_is_called_with_the_one_seen(crowd: Crowd, serve: Serve) -> None:
    """Who calls any sends the price that is due when the turn comes."""
    ann, line = last_to_act(crowd, serve, "holdem", ToldBots(bets_on_the_flop))
    line.late = True
    press(ann, "check-call")
    see(ann, line, "ahead-call-any")
    plan(ann, "call-any")
    sent = len(line.acts())
    line.release()
    ann.until(lambda: len(line.acts()) > sent, "the call is sent")
    assert [(one["action"], one["expect"]) for one in line.acts()[sent:]] == [("call", 4)]


def test_a_card_is_bought_ahead_of_the_turn(crowd: Crowd, serve: Serve) -> None:
    """The third card is planned too, at its price; the page sends it once and the card is up."""
    ann, line = last_to_act(crowd, serve, "reach-around")
    for _ in range(2):
        press(ann, "check-call")
        expect(ann.at("check-call")).to_have_count(0)
    may_call(ann)
    line.late = True
    press(ann, "check-call")
    see(ann, line, "ahead-buy")
    expect(ann.at("ahead-buy")).to_have_text("Buy it up (2)")
    plan(ann, "buy")
    sent = len(line.acts())
    line.release()
    ann.until(lambda: len(ann.hole()) == 3, "the third card comes")
    assert [(one["action"], one["expect"]) for one in line.acts()[sent:]] == [("buy", 2)]
    assert [card.up for card in ann.hole()] == [False, False, True]


def test_sitting_out_is_asked_for_and_taken_back(crowd: Crowd, serve: Serve) -> None:
    """A switch sits Ann out after the hand, off again keeps her in; who is out can come back."""
    origin = serve(ToldBots(calls=[GameCall("holdem")]))
    ann = crowd.visitor(origin)
    ann.deal_me_in(origin, "Ann")
    assert ann.turn() == "act"
    out = ann.at("sit-out-hand")
    for wish, asked in ((True, "hand"), (False, ""), (True, "hand")):
        ann.answered(partial(out.set_checked, wish))
        assert ann.view["you"]["out"] == asked
    expect(ann.at("sit-out-blind")).not_to_be_checked()
    while ann.turn() != "over":
        ann.press("check-call")
    ann.at("next-hand").click()
    ann.at("sit-in").click()
    ann.until(lambda: ann.view["you"]["out"] == "", "she is in again")
    expect(out).not_to_be_checked()
