"""The deal in a real browser: the mark, the receipt, and the alarm when something does not fit."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest
from playwright.async_api import Error, Page, async_playwright
from table.kit import in_a_loop
from web.kit import QUICK, Place, served

from wildrank.fair import read_receipts, verify

pytestmark = pytest.mark.browser
CONFIG = msgspec.structs.replace(QUICK, seed_s=10.0, result_s=600.0, short_result_s=600.0)


@asynccontextmanager
async def browsing() -> AsyncIterator[tuple[Place, Page]]:
    """Run a server and open a page of a browser, or skip where there is none."""
    async with served(CONFIG) as place, async_playwright() as play:
        try:
            browser = await play.chromium.launch(executable_path=shutil.which("chromium"))
        except Error as error:
            pytest.skip(f"no browser can be started: {str(error).splitlines()[0]}")
        page = await browser.new_page()
        page.set_default_timeout(15_000)
        try:
            yield place, page
        finally:
            await browser.close()


async def tampered(page: Page, change: Callable[[dict[str, Any]], None]) -> None:
    """Change each state on its way to the page."""

    def through(line: Any) -> None:  # noqa: ANN401 - playwright's socket
        server = line.connect_to_server()

        def down(text: str) -> None:
            frame = json.loads(text)
            if frame["type"] == "state":
                change(frame)
            line.send(json.dumps(frame))

        server.on_message(down)

    await page.route_web_socket("**/ws/**", through)


@in_a_loop
async def test_the_mark_opens_an_explanation_and_the_receipt_holds() -> None:
    """A visitor's deal is checked, explained in words, and its receipt verifies offline."""
    async with browsing() as (place, page):
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        await page.goto(place.origin)
        await page.get_by_text("Deal me in").first.click()
        await page.wait_for_selector("[data-testid=deal-mark][data-proof=own]")
        await page.click("[data-testid=deal-mark]")
        await page.wait_for_selector("dialog[open][data-testid=deal-dialog]")
        words = await page.inner_text("[data-testid=deal-dialog]")
        assert "Deal checked" in words
        assert "cannot see the cards. It can." in words
        await page.keyboard.press("Escape")
        await page.wait_for_selector("[data-testid=deal-dialog]", state="detached")
        while not await page.locator(".phase-showdown").count():
            for key in ("c", "d"):
                await page.keyboard.press(key)
            await asyncio.sleep(0.05)
        await page.click("[data-testid=deal-mark]")
        async with page.expect_download() as waiting:
            await page.click("[data-testid=receipt]")
        download = await waiting.value
        receipt = (await download.path()).read_bytes()
        assert verify(read_receipts(receipt)[0]).proof == "own seed"
        assert await page.inner_text("[data-testid=deal-alarm]") == ""
        assert problems == []


@in_a_loop
async def test_a_deal_that_does_not_check_is_loud() -> None:
    """A changed card raises an alarm that a screen reader speaks at once, and all are told."""

    def other_card(frame: dict[str, Any]) -> None:
        for event in frame["events"]:
            if event["what"] == "hole" and "??" not in event["cards"]:
                event["cards"][0] = "As" if event["cards"][0] != "As" else "Ks"

    async with browsing() as (place, page):
        await tampered(page, other_card)
        await page.goto(place.origin)
        await page.get_by_text("Deal me in").first.click()
        await page.wait_for_selector("[data-testid=deal-alarm] .deal-alarm")
        alarm = page.locator("[data-testid=deal-alarm]")
        assert await alarm.get_attribute("role") == "alert"
        assert "a card is not the one that was promised" in await alarm.inner_text()
        log = page.locator("[data-testid=log]")
        await log.get_by_text("says that the deal does not check").wait_for(state="attached")
        assert "the server finds nothing wrong" in await log.inner_text()
        stopped = page.locator("[data-testid=paused]")
        assert "the deal does not check" in await stopped.inner_text()
        await alarm.get_by_text("I have seen it").click()
        await page.locator("[data-testid=state-go-on]").click()
        await stopped.wait_for(state="detached")
