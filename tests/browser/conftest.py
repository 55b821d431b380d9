"""A browser, servers and visitors for the tests that need a real page."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Final

import pytest
from browser.crowd import Crowd, Serve
from browser.stage import BRISK, stage
from browser.visitor import WAIT_S
from playwright.sync_api import Browser, expect, sync_playwright
from table.kit import ToldBots, planted, stacked

from wildrank.fair import Commitment
from wildrank.table import TableConfig
from wildrank.table.deal import fresh_decks

NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SWITCHES: Final = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Start a browser with a profile of its own, empty and thrown away afterwards.

    It lives no longer than a module: while it runs, its own event loop runs in this thread, and
    other tests need theirs.
    """
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.skip(f"no browser here: none of {', '.join(NAMES)} is on the PATH")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=list(SWITCHES), timeout=WAIT_S * 2000
        )
        expect.set_options(timeout=WAIT_S * 1000)
        yield browser
        browser.close()


@pytest.fixture
def decks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the decks of the hands to come, to be filled; without one a hand is shuffled.

    The servers of these tests wait for no seeds, which would order the deck anew.
    """
    known: list[str] = []

    def deal(hand: str) -> tuple[Commitment, Commitment]:
        return planted(stacked(known.pop(0)))(hand) if known else fresh_decks(hand)

    monkeypatch.setattr("wildrank.table.table.fresh_decks", deal)
    return known


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Return what starts a server for given bots and customs and tells its address."""
    with ExitStack() as servers:

        def start(bots: ToldBots | None = None, config: TableConfig = BRISK) -> str:
            return servers.enter_context(stage(bots or ToldBots(), config))

        yield start


@pytest.fixture
def crowd(serve: Serve, chromium: Browser) -> Iterator[Crowd]:
    """Let visitors in; after the test, nothing may have gone wrong on any of their pages.

    They leave before the server does.
    """
    del serve
    people = Crowd(chromium)
    yield people
    people.leave()
    for watch in people.watches:
        assert watch.asked
        assert watch.wrong == []
