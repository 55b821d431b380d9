"""Addresses that lead nowhere, in the visitor's language."""

from __future__ import annotations

import pytest
from browser.crowd import Crowd, Serve
from playwright.sync_api import Browser, expect

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("language", "title", "back"),
    [
        ("en-GB", "There is nothing here", "To the front page"),
        ("de-AT", "Hier ist nichts", "Zur Startseite"),
    ],
)
def test_an_address_that_leads_nowhere_says_so(
    chromium: Browser, serve: Serve, language: str, title: str, back: str
) -> None:
    """A mistyped address is told in the visitor's language, with a way to the front page."""
    origin = serve()
    crowd = Crowd(chromium)
    ann = crowd.visitor(origin, locale=language)
    ann.page.goto(f"{origin}/tt/abc")
    expect(ann.page.get_by_role("heading")).to_have_text(title)
    expect(ann.page.locator("html")).to_have_attribute("lang", language[:2])
    ann.page.get_by_role("link", name=back).click()
    expect(ann.at("deal-me-in")).to_be_visible()
    assert all("404" in one for one in crowd.watches[0].wrong)
    crowd.leave()
