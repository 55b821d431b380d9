"""Two people and a spectator, each with a browser: what everybody sees, and what nobody is sent.

The cards are known, so a card in a frame is that card and no other; what a wild plays as is left
out, since it names cards that nobody holds.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from browser.crowd import Crowd, Serve
from browser.stage import BRISK
from browser.visitor import Drawn, Visitor
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
CARD = re.compile(r"(?<![A-Za-z0-9])[2-9TJQKA][cdhs](?![A-Za-z0-9])")
# The two hands of section 1D of the requirements: Bob first, then Ann with the button.
DECK = "5s Qd 6d 4c  Qh  Jd  8s 2c  2h  5d"
ANN, BOB = {"Qd", "4c"}, {"5s", "6d", "8s"}


def strings(value: object) -> Iterator[str]:
    """Yield every text in a message but those about what a card stands for."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from strings(one)
    elif isinstance(value, dict):
        for key, one in value.items():
            if key not in ("plays", "words"):
                yield key
                yield from strings(one)


def named(frame: str) -> set[str]:
    """Return the cards that a frame names anywhere."""
    return {card for text in strings(json.loads(frame)) for card in CARD.findall(text)}


def seat_in(frame: str, chair: int) -> dict[str, Any]:
    """Return a seat of the hand as a frame tells it, empty where it tells none."""
    hand = (json.loads(frame).get("view") or {}).get("hand") or {}
    return next((seat for seat in hand.get("seats", ()) if seat["chair"] == chair), {})


def before_shown(visitor: Visitor, chair: int) -> list[str]:
    """Return the frames up to the one in which a chair's cards were turned up."""
    frames = []
    for frame in visitor.frames:
        if seat_in(frame, chair).get("shown"):
            break
        frames.append(frame)
    return frames


def check_kept(visitor: Visitor, chair: int, cards: set[str]) -> None:
    """Check that no frame named some downcards before they were shown, nor showed one there."""
    frames = before_shown(visitor, chair)
    assert any(seat_in(frame, chair).get("down") for frame in frames)
    for frame in frames:
        assert not named(frame) & cards
        assert set(seat_in(frame, chair).get("down", ())) <= {"??"}
        assert not seat_in(frame, chair).get("wild")


def two_and_a_spy(crowd: Crowd, serve: Serve) -> tuple[Visitor, Visitor, Visitor]:
    """Let Ann open a table without bots, Bob join by its link, and somebody look on."""
    origin = serve(config=msgspec.structs.replace(BRISK, bots=0))
    ann, bob, spy = (crowd.visitor(origin) for _ in range(3))
    ann.deal_me_in(origin, "Ann")
    link = ann.at("invite-link").first.input_value()
    spy.look_on(link)
    bob.join(link, "Bob")
    expect(bob.at("call-strip")).to_contain_text("Ann calls the game")
    return ann, bob, spy


def test_a_card_is_bought_up_and_nothing_leaks(
    crowd: Crowd, serve: Serve, decks: list[str]
) -> None:
    """TRA-1.3a, TRA-3.2b: the price is paid, all see that card, and no frame holds another."""
    decks.append(DECK)
    ann, bob, spy = two_and_a_spy(crowd, serve)
    assert ann.turn() == "call"
    ann.call_game("reach-around", third_card_price="3")
    for visitor in (ann, bob, spy):
        expect(visitor.at("info")).to_contain_text("face up costs 3")
    for _street in range(3):
        for player in (bob, ann):
            assert player.turn() == "act"
            player.press("check-call")
    assert bob.turn() == "buy"
    assert bob.press("take-down") == "Take it down, free"
    check_buying(ann, bob, spy)
    check_wilds(ann, bob, spy)
    for visitor, chair, cards in ((bob, 0, ANN), (spy, 0, ANN), (ann, 1, BOB), (spy, 1, BOB)):
        check_kept(visitor, chair, cards)

    bob.press("check-call")
    ann.press("check-call")
    bob.press("check-call")
    ann.press("check-call")
    bob.press("check-call")
    check_last_card(ann, bob, spy)
    assert ann.press("bet-raise") == "Bet 4"
    assert bob.press("check-call") == "Call 4"
    assert bob.turn() == "show"
    assert bob.press("muck") == "Throw away"
    for visitor in (ann, bob, spy):
        expect(visitor.at("showdown")).to_be_visible()
        expect(visitor.at("award-line")).to_have_text(["Pot 13 → Ann"])
        expect(visitor.at("shown-hand")).to_have_count(1)
        assert visitor.spelled("shown-hand")[0].endswith(
            "full house, queens over twos; four of clubs plays as queen of spades"
        )
    for visitor, chair, cards in ((bob, 0, ANN), (spy, 0, ANN), (ann, 1, BOB), (spy, 1, BOB)):
        check_kept(visitor, chair, cards)
    assert any(named(frame) >= ANN for frame in ann.frames + spy.frames)
    assert any(named(frame) >= BOB for frame in bob.frames)


def check_buying(ann: Visitor, bob: Visitor, spy: Visitor) -> None:
    """Let Ann buy her third card up, and check chips, card and log on every page."""
    assert ann.turn() == "buy"
    expect(ann.at("buy-step")).to_contain_text("The price goes to the pot")
    stack, pot = ann.stack(), ann.pot()
    assert (stack, pot) == (199, 2)
    assert ann.press("buy-up") == "Buy it up for 3"
    for visitor in (ann, bob, spy):
        expect(visitor.at("pot")).to_have_attribute("data-amount", "5")
        expect(visitor.seat(0).locator(".stack")).to_have_text("196")
        expect(visitor.at("log")).to_contain_text("Ann buys up (3)")
    back, bought = Drawn("??", wild=False, up=False), Drawn("2c", wild=False, up=True)
    for visitor in (bob, spy):
        assert visitor.cards_of(0) == [back, back, bought]
    assert ann.cards_of(1) == [back, back, back]
    assert [card.up for card in ann.hole()] == [False, False, True]


def check_wilds(ann: Visitor, bob: Visitor, spy: Visitor) -> None:
    """Check that each finds the own lowest downcard wild, and nobody else's."""
    assert bob.turn() == "act"
    assert [card.code for card in ann.hole() if card.wild] == ["4c"]
    assert [card.code for card in bob.hole() if card.wild] == ["5s"]
    expect(ann.at("my-wild")).to_have_text("Your fours are wild")
    expect(bob.at("my-wild")).to_have_text("Your fives are wild")
    for visitor in (ann, bob, spy):
        assert not any(card.wild for card in visitor.board())
    expect(spy.at("you-have")).to_have_count(0)
    expect(spy.at("hole-card")).to_have_count(0)


def check_last_card(ann: Visitor, bob: Visitor, spy: Visitor) -> None:
    """Check that the same card of the board is wild for Bob and plain for the others."""
    ann.turn()
    for visitor, wild in ((bob, True), (ann, False), (spy, False)):
        expect(visitor.at("board-card")).to_have_count(4)
        assert visitor.board()[3] == Drawn("5d", wild=wild, up=False)


def test_cards_that_were_folded_are_never_told(
    crowd: Crowd, serve: Serve, decks: list[str]
) -> None:
    """Nobody learns what was folded, nor what won without being called, even afterwards."""
    decks.append("9s Ah 9d Kh")
    ann, bob, spy = two_and_a_spy(crowd, serve)
    ann.turn()
    ann.call_game("holdem")
    assert ann.press("bet-raise") == "Raise to 4"
    assert bob.press("fold") == "Fold"
    for visitor in (ann, bob, spy):
        expect(visitor.at("showdown")).to_be_visible()
        expect(visitor.at("award-line").first).to_have_text("Pot 4 → Ann")
    for visitor, held in ((ann, {"Ah", "Kh"}), (bob, {"9s", "9d"}), (spy, set())):
        assert set().union(*map(named, visitor.frames)) == held
