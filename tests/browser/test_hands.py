"""Whole hands played with a mouse: every game, every button, every number on the page."""

from __future__ import annotations

import re
from typing import Any

import pytest
from browser.crowd import Crowd, Serve
from browser.visitor import Visitor
from playwright.sync_api import expect
from table.kit import ToldBots, goes_along

from wildrank.games import Game, GameCall, games
from wildrank.referee import Fold, Legal, PlayerAction, State

pytestmark = pytest.mark.browser
RANKS = "23456789TJQKA"


def at_the_button(crowd: Crowd, serve: Serve, bots: ToldBots | None = None) -> Visitor:
    """Sit Ann down between two bots, throw away the first hand, and give her the deal."""
    bots = bots or ToldBots()
    bots.calls.insert(0, GameCall("holdem"))
    origin = serve(bots)
    ann = crowd.visitor(origin)
    ann.deal_me_in(origin, "Ann")
    assert ann.turn() == "act"
    assert ann.press("fold") == "Fold"
    assert ann.turn() == "over"
    ann.next_hand()
    assert ann.turn() == "call"
    return ann


def button_labels(legal: dict[str, Any], everything: int) -> list[str]:
    """Return what the three buttons have to say."""
    middle = "Check"
    if not legal["check"]:
        middle = f"{'All-in' if legal['all_in_call'] else 'Call'} {legal['to_call']}"
    low, word = legal["raise_low"], "Bet" if legal["opening"] else "Raise to"
    last = f"{'All-in' if low == everything else word} {low}" if low else "Raise"
    return ["Fold", middle, "Capped" if legal["capped"] else last]


def wild_ranks(game: Game, ann: Visitor) -> str:
    """Return the ranks that are wild for Ann by the rules of the game, from her cards."""
    down = [card.code[0] for card in ann.hole() if not card.up]
    return min(down, key=RANKS.index) if game.wild.rule == "lowest-hole-rank" else ""


def check_cards(game: Game, ann: Visitor) -> None:
    """Check that Ann's own wild cards are marked for her, and no other card on the page."""
    wild = wild_ranks(game, ann)
    for card in ann.hole() + ann.board():
        assert card.wild is bool(wild and card.code[0] in wild)
    for chair in (2, 4):
        assert not any(card.wild for card in ann.cards_of(chair))
    mine = next(seat for seat in ann.view["hand"]["seats"] if seat["chair"] == 0)
    assert [card.code for card in ann.hole()] == mine["down"] + mine["up"]
    assert [card.code for card in ann.board()] == ann.view["hand"]["board"]
    expect(ann.at("my-wild")).to_have_count(1 if wild and ann.view["hand"]["mine"]["high"] else 0)


def check_worth(game: Game, ann: Visitor) -> None:
    """Check that the page says what Ann has: a start at first, then a hand each way."""
    mine = ann.view["hand"]["mine"]
    if mine["high"] is None:
        assert ann.at("you-have").inner_text() == mine["starting"]
        return
    head = "High" if game.has_low else "You have"
    expect(ann.at("you-have")).to_contain_text(head)
    assert ann.at("you-have").get_attribute("data-category") == mine["high"]["category"]
    assert mine["high"]["words"].split(";")[0] in ann.at("you-have").inner_text()
    assert len(mine["high"]["cards"]) == 5
    expect(ann.at("you-have-low")).to_have_count(1 if game.has_low and mine["low"] else 0)
    expect(ann.at("no-low")).to_have_count(1 if game.has_low and not mine["low"] else 0)


def chips(ann: Visitor) -> int:
    """Return the chips on all plates."""
    return sum(ann.stack(chair) for chair in (0, 2, 4))


def decide(ann: Visitor, kind: str, count: int) -> str:
    """Press a button, raising every other time, and return what it said."""
    if kind == "buy":
        return ann.press("buy-up")
    if kind == "show":
        return ann.press("show")
    legal = ann.view["hand"]["legal"]
    labels = button_labels(legal, ann.stack() + ann.in_front())
    for name, words in zip(("fold", "check-call", "bet-raise"), labels, strict=True):
        assert ann.label(name) == words
    return ann.press("bet-raise" if count % 2 == 0 and legal["raise_low"] else "check-call")


def price(label: str, in_front: int) -> int:
    """Return what a button costs by what it says."""
    amount = re.search(r"\d+$", label)
    return (int(amount[0]) if amount else 0) - (in_front if label.startswith("Raise") else 0)


def play(game: Game, ann: Visitor, everything: int) -> list[str]:
    """Play a hand to its end, checking the page at each turn; return what was pressed."""
    pressed: list[str] = []
    left = None
    while (kind := ann.turn()) != "over":
        assert left in (None, ann.stack())
        check_cards(game, ann)
        check_worth(game, ann)
        assert ann.pot() == everything - chips(ann)
        stack, front = ann.stack(), ann.in_front()
        pressed.append(decide(ann, kind, len(pressed)))
        left = stack - price(pressed[-1], front)
        assert len(pressed) < 30
    return pressed


@pytest.mark.parametrize("game", games(), ids=lambda game: game.slug)
def test_a_person_calls_and_plays_one_whole_hand(game: Game, crowd: Crowd, serve: Serve) -> None:
    """Every game can be called in the dialog and played to the showdown, and every chip told."""
    ann = at_the_button(crowd, serve)
    everything = chips(ann)
    expect(ann.at("call-game")).to_have_count(len(games()))
    ann.call_game(game.slug)
    expect(ann.at("info")).to_contain_text(game.name)
    pressed = play(game, ann, everything)
    expect(ann.at("shown-hand")).to_have_count(3)
    assert chips(ann) == everything
    check_log(game, ann, pressed)
    assert game.name in ann.banner()


SAID = {
    "Check": "Ann checks",
    "Call": "Ann calls",
    "Bet": "Ann bets",
    "Raise to": "Ann raises to",
    "Buy it up for": "Ann buys up",
}


def check_log(game: Game, ann: Visitor, pressed: list[str]) -> None:
    """Check the lines of the hand just played: the call, the cards, the bets, the awards."""
    lines = ann.log()
    lines = lines[max(at for at, line in enumerate(lines) if line.startswith("#")) :]
    assert lines[0].startswith(f"#2 {game.name} · 2/4 fixed limit")
    downs = [street.name for street in game.streets if street.down and not street.buyable]
    assert sum(line.startswith("You are dealt") for line in lines) == len(downs)
    boards = [street.name for street in game.streets if street.board]
    assert sum(line.startswith("Board ") for line in lines) == len(boards)
    done = [part for line in lines for part in line.removeprefix("Third card: ").split(" · ")]
    done = [part for part in done if re.match("Ann (check|call|bet|raise|buy)", part)]
    words = [
        re.fullmatch(r"(.*?)( \d+)?", label) for label in pressed if not label.startswith("Show")
    ]
    expected = [f"{SAID[one[1]]}{one[2] or ''}" for one in words if one]
    assert [re.sub(r"up \((\d+)\).*", r"up \1", part) for part in done] == expected
    assert sum("shows" in line for line in lines) == 3
    awards = ann.spelled("award-line")
    assert awards
    assert [line for line in lines if line.startswith("Pot ")] == [
        line for line in awards if line.startswith("Pot ")
    ]


def test_high_and_low_are_told_apart(crowd: Crowd, serve: Serve, decks: list[str]) -> None:
    """HL: two lines for what Ann has, and one award line with both halves and the odd chip."""
    decks.extend(["", "2c 9s Ah 3d 9d Kh  Qs Kd8c5s  Qc 4h  Qh Jh"])
    ann = at_the_button(crowd, serve)
    ann.call_game("holdem-hilo", ante="1")
    while ann.turn() != "over":
        ann.press("check-call")
    assert ann.spelled("you-have") == ["High pair of kings, ace-jack-eight kickers"]
    assert ann.spelled("you-have-low") == ["Low J-8-5-4-A low"]
    assert ann.spelled("award-line") == ["Pot 9: high 5 (odd chip) Ann, low 4 Bot1"]
    rows = ann.spelled("shown-hand")
    assert len(rows) == 3
    expect(ann.at("award-tab")).to_have_text(["High", "Low"])
    ann.at("award-tab").nth(1).click()
    lit = ann.page.locator("[data-testid=board-card].lit").evaluate_all(
        "(all) => all.map((one) => one.dataset.card)"
    )
    assert lit == ["8c", "5s", "4h"]


def test_any_amount_can_be_bet_without_a_limit(crowd: Crowd, serve: Serve) -> None:
    """In no limit the button says the amount chosen, by presets or typed, up to all-in."""
    ann = at_the_button(crowd, serve)
    ann.call_game("holdem", limit="no")
    ann.turn()
    least = ann.view["hand"]["legal"]["raise_low"]
    button = ann.at("bet-raise")
    expect(button).to_contain_text(f"Raise to {least}")
    ann.at("raise-number").fill("17")
    ann.at("raise-number").press("Tab")
    expect(button).to_contain_text("Raise to 17")
    before = ann.stack()
    assert ann.press("bet-raise") == "Raise to 17"
    ann.turn()
    assert ann.stack() == before - 17
    assert ann.pot() == 51
    ann.at("amount").get_by_text("All-in", exact=True).click()
    assert ann.press("bet-raise") == f"All-in {before - 17}"
    assert ann.turn() == "over"
    assert len(ann.board()) == 5
    expect(ann.at("shown-hand")).to_have_count(3)


def test_the_pot_is_the_most_in_pot_limit(crowd: Crowd, serve: Serve) -> None:
    """In pot limit the presets end with the pot, which is what the referee allows at most."""
    ann = at_the_button(crowd, serve)
    ann.call_game("holdem", limit="pot")
    ann.turn()
    legal = ann.view["hand"]["legal"]
    expect(ann.at("amount").locator(".presets button")).to_have_text(["Min", "½ pot", "Pot"])
    ann.at("preset-pot").click()
    assert ann.press("bet-raise") == f"Raise to {legal['raise_high']}"
    ann.turn()
    assert ann.pot() == 3 * legal["raise_high"]


def folds_to_a_bet(seat: int, state: State, allowed: Legal) -> PlayerAction:
    """Fold whenever there is something to call."""
    return Fold(seat) if allowed.to_call else goes_along(seat, state, allowed)


def test_a_bet_that_nobody_calls_comes_back(crowd: Crowd, serve: Serve) -> None:
    """TRA: all others fold; the bet is returned, the antes are won, and no card is shown."""
    ann = at_the_button(crowd, serve, ToldBots(folds_to_a_bet))
    before = ann.stack()
    ann.call_game("reach-around")
    ann.turn()
    assert ann.press("bet-raise") == "Bet 2"
    assert ann.turn() == "over"
    assert ann.stack() == before + 2
    assert ann.spelled("award-line") == ["Pot 3 → Ann", "Returned to Ann 2 (uncalled)"]
    expect(ann.at("showdown")).to_contain_text("Everybody else folded")
    expect(ann.at("shown-hand")).to_have_count(0)
    expect(ann.my_seat).to_have_attribute("data-status", "winner")
    expect(ann.my_seat.locator(".status")).to_have_text("+2")
