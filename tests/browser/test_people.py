"""People at one table: every game, by a desk and a telephone; a killed server; a slow dealer.

What else people do has its own place: two tabs, a reload and a hand by keyboard in `test_page`,
cards that are hidden in `test_secrets`, a link that is followed in `test_invite`, a hand in words
in `test_text`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import msgspec
import pytest
from browser.crowd import PHONE, Crowd, Serve
from browser.stage import BRISK, process
from browser.visitor import Visitor
from playwright.sync_api import Browser, expect
from table.kit import ToldBots

from wildrank.games import GameCall, games, load_game

pytestmark = pytest.mark.browser
DECISIONS: Final = {"act": "check-call", "buy": "buy-up", "show": "show"}


def next_to_press(people: list[Visitor]) -> Visitor:
    """Wait until somebody may press something, and return who."""
    people[0].until(lambda: any(one.may_press() for one in people), "somebody may press")
    return next(one for one in people if one.may_press())


def check_agree(people: list[Visitor]) -> None:
    """Check that all pages tell of one table, fit their screens, and open no card of another."""
    newest = max(one.view["n"] for one in people)
    for one in people:
        one.until(lambda one=one: one.view["n"] == newest, "all pages are as new")  # type: ignore[misc] # a default, so that it is this one
        assert not one.scrolls_sideways()
    assert len({one.pot() for one in people}) == 1
    assert len({tuple(card.code for card in one.board()) for one in people}) == 1
    ann, bob = people
    for one, other in ((ann, bob), (bob, ann)):
        chair = other.view["you"]["chair"]
        seat = next(seat for seat in one.view["hand"]["seats"] if seat["chair"] == chair)
        if not seat["shown"]:
            assert {card.code for card in one.cards_of(chair) if not card.up} <= {"??"}


def play(people: list[Visitor]) -> set[str]:
    """Play a hand to its end, each before the own page, and return what they were asked."""
    asked = set[str]()
    while (kind := (one := next_to_press(people)).turn()) != "over":
        check_agree(people)
        asked.add(kind)
        one.press(DECISIONS[kind])
    return asked


def go_on(people: list[Visitor], game: str, bots: ToldBots) -> None:
    """Begin the next hand, whoever calls it."""
    number = people[0].view["hand"]["number"] + 1
    bots.calls = [GameCall(game)]
    for one in people:
        one.at("next-hand").click()

    def begun() -> bool:
        return all((one.view["hand"] or {}).get("number") == number for one in people)

    def dealers() -> list[Visitor]:
        return [one for one in people if one.at("call-dialog").count()]

    people[0].until(lambda: begun() or dealers(), "the next hand is called")
    for dealer in dealers():
        dealer.call_game(game)
    people[0].until(begun, "the next hand begins")


def test_two_people_and_four_bots_play_every_game(crowd: Crowd, serve: Serve) -> None:
    """At a desk and on a telephone, each game comes to its showdown and every chip is told."""
    bots = ToldBots(calls=[GameCall("holdem")])
    origin = serve(bots, msgspec.structs.replace(BRISK, bots=4))
    ann = crowd.visitor(origin, viewport={"width": 1280, "height": 800})
    bob = crowd.visitor(origin, **PHONE)
    link = ann.deal_me_in(origin, "Ann")
    bob.join(link, "Bob")
    people = [ann, bob]
    assert ann.turn() == "act"
    ann.press("fold")
    ann.turn()
    for game in sorted(games(), key=lambda game: not game.has_buy):  # Bob awaits no blind there
        go_on(people, game.slug, bots)
        asked = play(people)
        assert asked >= ({"act", "buy"} if load_game(game.slug).has_buy else {"act"})
        for one in people:
            assert one.turn() == "over"
            expect(one.at("info")).to_contain_text(game.name)
            expect(one.at("shown-hand")).to_have_count(6)
            stacks = [one.stack(chair["chair"]) for chair in seated(one)]
            assert sum(stacks) == 6 * BRISK.customs.buy_in.usual
        check_agree(people)
        assert ann.spelled("award-line") == bob.spelled("award-line") != []


def seated(person: Visitor) -> list[dict[str, int]]:
    """Return the chairs that are taken."""
    return [chair for chair in person.view["chairs"] if chair["name"]]


def test_the_page_comes_back_when_a_killed_server_does(chromium: Browser, tmp_path: Path) -> None:
    """In the middle of a hand: it says so, tries by itself, and the same hand goes on."""
    crowd = Crowd(chromium)
    with process(tmp_path) as server:
        ann = crowd.visitor(server.origin)
        ann.deal_me_in(server.origin, "Ann")
        assert ann.turn() == "act"
        ann.press("check-call")
        assert ann.turn() == "act"
        before = (ann.view["hand"]["number"], ann.hole(), ann.board(), ann.stack(), ann.pot())
        log = ann.log()
        server.kill()
        expect(ann.page.locator(".connection")).to_contain_text("Reconnecting")
    with process(tmp_path, urlsplit(server.origin).port or 0):
        expect(ann.page.locator(".connection")).to_have_count(0)
        assert ann.turn() == "act"
        after = (ann.view["hand"]["number"], ann.hole(), ann.board(), ann.stack(), ann.pot())
        assert after == before
        assert ann.log()[: len(log)] == log
        ann.press("check-call")
        expect(ann.at("log")).to_contain_text(re.compile("Ann c(alls|hecks)"))
        crowd.leave()
    assert {one.split(":")[0] for one in crowd.watches[0].wrong} == {"console error"}
    assert all("ERR_CONNECTION_REFUSED" in one for one in crowd.watches[0].wrong)


def test_others_see_who_chooses_and_what_the_clock_called(crowd: Crowd, serve: Serve) -> None:
    """A dealer who says nothing: the others read a countdown, then what is played, as all do."""
    origin = serve(config=msgspec.structs.replace(BRISK, bots=0, call_s=6.0, announce_s=1.0))
    ann, bob = crowd.visitor(origin), crowd.visitor(origin)
    link = ann.deal_me_in(origin, "Ann")
    bob.join(link, "Bob")
    strip = bob.at("call-strip")
    expect(strip).to_contain_text("Ann calls the game")
    expect(strip).to_contain_text(re.compile(r"[1-6] s"))
    first = seconds(bob)
    bob.until(lambda: seconds(bob) < first, "the countdown runs")
    expect(ann.at("call-dialog")).to_be_visible()
    expect(strip).to_have_count(0)
    expect(ann.at("call-dialog")).to_have_count(0)
    for one in (ann, bob):
        one.until(one.banner, "the banner tells the call")
        assert "Texas Reach Around" in one.banner()
        expect(one.at("info")).to_contain_text("Texas Reach Around")


def seconds(person: Visitor) -> int:
    """Return the seconds that the dealer has left, as somebody else reads them."""
    strip = person.at("call-strip")
    found = re.search(r"(\d+) s", strip.inner_text()) if strip.count() else None
    return int(found[1]) if found else 0
