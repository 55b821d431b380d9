"""What a first view may cost: bytes on the way, measured by the browser itself."""

from __future__ import annotations

from typing import Final

import pytest
from browser.crowd import Crowd, Serve
from browser.visitor import Visitor
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
MOST_BYTES: Final = 150_000
# What came over the line for the page and everything it asked for, without headers.
LOADED: Final = """
() => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .map((one) => [new URL(one.name).pathname, one.encodedBodySize])
"""


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_first_view_is_light(crowd: Crowd, serve: Serve, language: str) -> None:
    """The front page with scripts, styles, words and games is within its budget, compressed."""
    origin = serve()
    ann = crowd.visitor(origin, locale=language)
    ann.page.goto(origin)
    expect(ann.at("game-tile").first).to_be_visible()
    check(ann, language)


def test_a_table_from_a_link_is_light(crowd: Crowd, serve: Serve) -> None:
    """So is the table for somebody who opens its link."""
    origin = serve()
    link = crowd.visitor(origin).deal_me_in(origin, "Ann")
    bob = crowd.visitor(origin)
    bob.page.goto(link)
    expect(bob.at("join-dialog")).to_be_visible()
    check(bob, "en")


def check(visitor: Visitor, language: str) -> None:
    """Check what came over the line so far."""
    loaded: dict[str, int] = dict(visitor.page.evaluate(LOADED))
    assert loaded[f"/static/lang/{language}.json"] > 1000
    assert loaded["/static/js/main.mjs"] > 0
    assert sum(loaded.values()) <= MOST_BYTES, sorted(loaded.items(), key=lambda one: -one[1])
