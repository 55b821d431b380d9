"""The table in words: the whole game with the command box alone, and with its buttons alone."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest
from browser.crowd import PHONE, Crowd, Serve
from browser.visitor import Visitor
from playwright.sync_api import expect
from table.kit import ToldBots

from wildrank.games import GameCall

pytestmark = pytest.mark.browser
DECK: Final = "5s Qd 6d  4c Qh Jd  8s 2c  2h 5d 2d  2s 3c"
PARTS: Final = [
    "Game", "Your cards", "Board", "Players", "Pot", "Actions", "Log",
    "Hands played", "Ledger", "Chat", "Table",
]  # fmt: skip
DESK: Final[dict[str, Any]] = {}
CARD_SHAPE: Final = re.compile(r"\b[2-9TJQKA][cdhs]\b|[♠♥♦♣]")


def in_text(crowd: Crowd, serve: Serve, device: dict[str, Any] = DESK) -> Visitor:
    """Seat Ann through the text of the front page."""
    origin = serve(ToldBots(calls=[GameCall("reach-around")]))
    ann = crowd.visitor(origin, **device)
    ann.page.goto(origin)
    ann.at("text-switch").wait_for()
    ann.page.keyboard.press("Tab")
    ann.page.keyboard.press("Enter")
    say(ann, "deal me in Ann")
    ann.at("text-table").wait_for()
    assert ann.turn() == "act"
    return ann


def say(ann: Visitor, typed: str) -> None:
    """Type a command."""
    ann.at("command").fill(typed)
    ann.page.keyboard.press("Enter")


def told(ann: Visitor, typed: str) -> str:
    """Type a command, and return the answer."""
    say(ann, typed)
    ann.settle()
    return ann.at("answer").inner_text()


def decide(ann: Visitor, typed: str) -> None:
    """Type a decision once the guard over it has gone, and wait until the table has it."""
    ann.page.wait_for_timeout(600)
    ann.answered(lambda: say(ann, typed))


def part(ann: Visitor, name: str) -> str:
    """Return what stands under a heading."""
    return " ".join(ann.at(f"text-{name}").inner_text().split())


@pytest.mark.parametrize("device", [DESK, PHONE], ids=["desk", "phone"])
def test_a_hand_with_the_command_box_alone(
    crowd: Crowd, serve: Serve, decks: list[str], device: dict[str, Any]
) -> None:
    """From the front page to the showdown and the next deal, with nothing but typed words."""
    decks.append(DECK)
    ann = in_text(crowd, serve, device)
    assert ann.page.locator("h2").all_inner_texts() == PARTS
    assert part(ann, "cards") == (
        "Your cards five of spades, face down four of clubs, wild for you, face down"
        " Fours are wild for you. So far: a pair of fives."
    )
    assert "Texas Reach Around, hand 1. Called by Bot2." in part(ann, "game")
    assert part(ann, "players").endswith("Bot2, bot, 199 chips, has the button.")
    assert part(ann, "pot") == "Pot Pot 3."
    decide(ann, "bet")
    assert "Ann (you), 197 chips" in part(ann, "players")
    for word in ("check", "c"):
        assert ann.turn() == "act"
        decide(ann, word)
    assert ann.turn() == "buy"
    assert told(ann, "fold") == "That is not asked of you now."
    actions = told(ann, "actions")
    assert actions.startswith(
        "Your turn: take the card face down, free, or buy it face up for 2. Only you see it."
    )
    assert "Your fours stay wild whatever comes." in actions
    decide(ann, "buy up")
    assert "two of hearts, face up" in part(ann, "cards")
    assert told(ann, "stacks") == "Ann (you) 195, Bot1 197 and Bot2 197."
    while ann.turn() == "act":
        decide(ann, "check")
    if ann.turn() == "show":
        decide(ann, "show")
    assert ann.turn() == "over"
    result = part(ann, "result")
    assert "Bot2 wins 11: four jacks" in result
    assert "Bot2 shows six of diamonds, jack of diamonds and two of diamonds." in result
    assert "Wild: twos. That makes four jacks, eight kicker." in result
    assert "two of clubs plays as jack of" in result
    assert CARD_SHAPE.search(ann.at("text-table").inner_text()) is None
    decide(ann, "next")
    assert ann.turn() == "call"
    assert told(ann, "deal whist").startswith("whist cannot be dealt. You may deal: 1 ")
    assert told(ann, "deal holdem jokers=2").startswith("jokers cannot be announced in this game")
    decide(ann, "deal holdem ante=2")
    assert ann.view["called"]["game"] == "holdem"
    assert ann.turn() == "act"
    assert "hand 2. Called by Ann." in part(ann, "game")
    assert "ante 2" in part(ann, "game").lower()


def test_a_hand_with_the_buttons_alone(crowd: Crowd, serve: Serve) -> None:
    """The same with the real buttons under the headings, the dealer's call a plain form."""
    ann = in_text(crowd, serve)
    expect(ann.at("command")).to_be_focused()
    while (kind := ann.turn()) != "over":
        ann.press({"act": "check-call", "buy": "take-down", "show": "show"}[kind])
    ann.next_hand()
    assert ann.turn() == "call"
    form = ann.page.get_by_role("region", name="Actions")
    form.get_by_label("Game", exact=True).select_option("holdem-hilo")
    form.get_by_label("Ante").first.fill("3")
    ann.answered(form.get_by_role("button", name="Deal Hold").click)
    assert ann.view["called"]["game"] == "holdem-hilo"
    assert ann.view["called"]["settings"]["ante"] == "3"
    assert ann.turn() == "act"


def test_the_look_is_remembered(crowd: Crowd, serve: Serve) -> None:
    """A reload keeps the words, and one press draws the table again, with the same hand."""
    ann = in_text(crowd, serve)
    cards = ann.view["hand"]["mine"]
    ann.page.reload()
    ann.at("text-table").wait_for()
    assert ann.turn() == "act"
    assert ann.view["hand"]["mine"] == cards
    ann.at("text-switch").click()
    expect(ann.at("hole-card")).to_have_count(2)
    expect(ann.at("text-table")).to_have_count(0)
    ann.page.reload()
    expect(ann.at("hole-card")).to_have_count(2)


def test_commands_say_what_is_wrong(crowd: Crowd, serve: Serve) -> None:
    """An unknown word, an impossible amount and a decision out of turn each get a sentence."""
    origin = serve(ToldBots(calls=[GameCall("holdem", {"limit": "no"})]))
    ann = crowd.visitor(origin)
    ann.deal_me_in(origin, "Ann")
    ann.turn()
    ann.at("text-switch").focus()
    ann.page.keyboard.press("Enter")
    assert told(ann, "xyzzy") == "xyzzy is no command here. Type help for all of them."
    assert "buy up" in told(ann, "help")
    assert re.fullmatch(r"1 is not possible: \d+ to \d+\.", told(ann, "raise 1"))
    assert re.fullmatch(r"all is not possible: \d+ to \d+\.", told(ann, "raise all"))
    assert told(ann, "next") == "The hand is not over yet."
    assert not told(ann, "say hello"), "no old answer stands under a new command"
    assert told(ann, "deal holdem") == "It is not your deal."
    assert told(ann, "to call") == f"{ann.view['hand']['legal']['to_call']} to call."
    assert told(ann, "bots 99") == "There may be 0 to 8 bots."
    bot = next(chair["name"] for chair in ann.view["chairs"] if chair["bot"])
    assert told(ann, f"send away {bot}").startswith(f"{bot} is a bot")
    high = ann.view["hand"]["legal"]["raise_low"] + 3
    decide(ann, f"raise to {high}")
    assert f"Ann raises to {high}" in " ".join(ann.log())


def test_a_game_is_hosted_by_command(crowd: Crowd, serve: Serve) -> None:
    """On the front page a table for friends is a command as well, and the games are told."""
    ann = crowd.visitor(origin := serve())
    ann.page.goto(origin)
    ann.at("text-switch").click()
    assert told(ann, "games").startswith("Texas Hold")
    assert told(ann, "hello").startswith("Type deal me in")
    say(ann, "host a game Ann")
    expect(ann.at("invite-dialog")).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(ann.at("command")).to_be_focused()
    assert "Ann (you)" in part(ann, "players")


def test_a_chair_is_managed_by_command(crowd: Crowd, serve: Serve) -> None:
    """More chips, sitting out and coming back, the bots and leaving are commands too."""
    ann = in_text(crowd, serve)
    low, high = (ann.view["you"][name] for name in ("low", "high"))
    assert told(ann, "top up 1") == f"1 is not possible: {low} to {high}."
    assert told(ann, f"top up {high}") == f"{high} chips in all, from the next hand on."
    ann.until(lambda: ann.view["chairs"][0]["more"] > 0, "the chips are on their way")
    legal = ann.view["hand"]["legal"]
    assert told(ann, "raise 99") == f"99 is not possible, only {legal['raise_low']}."
    assert told(ann, "sit out") == "You sit out from the next hand on."
    ann.until(lambda: ann.view["you"]["out"] == "hand", "she sits out")
    assert told(ann, "back") == "You are back in."
    ann.until(lambda: ann.view["you"]["out"] == "", "she is back")
    assert told(ann, "bots 1") == "1 bot, from the next hand on."
    assert told(ann, "stand") == "You leave after this hand."
    ann.until(lambda: ann.view["you"]["leaving"] or ann.view["you"]["chair"] is None, "she goes")


def test_commands_are_understood_in_german(crowd: Crowd, serve: Serve) -> None:
    """The German page takes German words, and the English name of each command."""
    ann = in_text(crowd, serve)
    ann.page.evaluate("localStorage.setItem('wildrank/language', 'de')")
    ann.page.reload()
    ann.at("text-table").wait_for()
    ann.turn()
    assert told(ann, "pot") == "Pot 3."
    assert told(ann, "karten").startswith("Karte 1: ")
    decide(ann, "schieben")
    ann.turn()
    decide(ann, "call")
