"""A newcomer goes through every lesson on a telephone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from browser.crowd import PHONE, Crowd, Serve
from browser.visitor import SCROLLS_SIDEWAYS, Visitor
from playwright.sync_api import expect

from wildrank.games import games, load_game

WRONG: Final = "[data-testid=pick][data-right=false], [data-testid=answer][data-right=false]"
RIGHT: Final = "[data-testid=pick][data-right=true], [data-testid=answer][data-right=true]"
WILD: Final = [game.slug for game in games() if game.wild.rule == "lowest-hole-rank"]
WAYS: Final = [
    (game.slug, way) for game in games() for way in (("up", "down") if game.has_buy else ("",))
]


def go_through(
    newcomer: Visitor, way: str, look: Callable[[], object] = lambda: None
) -> list[str]:
    """Answer everything, wrong first, to the end, and return the steps; look at each of them."""
    steps = []
    while True:
        lesson = newcomer.at("lesson")
        step = lesson.get_attribute("data-step") or ""
        steps.append(step)
        assert not newcomer.page.evaluate(SCROLLS_SIDEWAYS)
        expect(newcomer.at("lesson-text")).to_be_focused()
        look()
        if newcomer.page.locator(RIGHT).count():
            newcomer.page.locator(WRONG).first.click()
            expect(newcomer.page.locator(".learn-verdict")).to_have_text("Not quite: look again.")
            expect(newcomer.at("lesson-next")).to_have_count(0)
            newcomer.page.locator(RIGHT).click()
        if newcomer.at("lesson-end").count():
            return steps
        for button in ("lesson-next", "lesson-act", f"lesson-{way}"):
            if newcomer.at(button).count():
                newcomer.at(button).first.click()
                break
        expect(lesson).not_to_have_attribute("data-step", step)


@pytest.mark.parametrize(("slug", "way"), WAYS)
def test_a_lesson_leads_to_a_showdown(slug: str, way: str, crowd: Crowd, serve: Serve) -> None:
    """From the front page through every step: wrong answers are told, right ones lead on."""
    origin = serve()
    newcomer = crowd.visitor(origin, **PHONE)
    newcomer.page.goto(origin)
    newcomer.page.locator(f"[data-testid=learn][href='/learn/{slug}']").click()
    steps = go_through(newcomer, way)
    assert len(steps) >= 5
    halves = len(load_game(slug).split)
    assert newcomer.at("lesson-wins").count() >= halves
    newcomer.at("lesson-end").click()
    expect(newcomer.at("deal-me-in")).to_be_visible()


@pytest.mark.parametrize("slug", WILD)
def test_the_wild_card_is_not_told_before_it_is_found(
    slug: str, crowd: Crowd, serve: Serve
) -> None:
    """A lesson that asks for the wild card marks none, and names none, until it was found."""
    origin = serve()
    newcomer = crowd.visitor(origin)
    newcomer.page.goto(f"{origin}/learn/{slug}")
    marked = newcomer.at("lesson").locator("[data-wild=true]")
    while True:
        expect(newcomer.at("lesson-text")).to_be_focused()
        expect(marked).to_have_count(0)
        expect(newcomer.at("lesson").locator(".learn-have")).to_be_empty()
        if newcomer.at("pick").count():
            break
        newcomer.at("lesson-next").click()
    newcomer.page.locator(RIGHT).click()
    expect(marked).to_have_count(1)


def test_a_lesson_opens_by_its_address(crowd: Crowd, serve: Serve) -> None:
    """A link to a lesson may be sent on."""
    origin = serve()
    newcomer = crowd.visitor(origin)
    newcomer.page.goto(f"{origin}/learn/holdem")
    expect(newcomer.at("lesson")).to_be_visible()
