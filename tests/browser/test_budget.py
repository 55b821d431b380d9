"""What a first view may cost: bytes on the way, measured by the browser itself."""

from __future__ import annotations

from typing import Final

import pytest
from browser.crowd import Crowd, Serve
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
    loaded: dict[str, int] = dict(ann.page.evaluate(LOADED))
    assert loaded[f"/static/lang/{language}.json"] > 1000
    assert loaded["/static/js/main.mjs"] > 0
    assert sum(loaded.values()) <= MOST_BYTES, sorted(loaded.items(), key=lambda one: -one[1])
