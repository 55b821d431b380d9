"""Pictures taken anew from the real page: ``make screenshots``.

The references of the tests show known cards. For the docs hands are played against the bots of the
house until one is worth a picture. Start at `main`.
"""

from __future__ import annotations

import shutil
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import msgspec
from browser.conftest import NAMES, SWITCHES
from browser.looks import renew
from browser.stage import BRISK, stage
from browser.visitor import Visitor
from playwright.sync_api import Browser, Error, sync_playwright

from wildrank.games import GameCall, GameOffer
from wildrank.web.house_bots import HouseBots

DOCS: Final = Path(__file__).resolve().parents[2] / "docs"
DESK: Final[dict[str, Any]] = {"viewport": {"width": 1280, "height": 800}}
PHONE: Final[dict[str, Any]] = {"viewport": {"width": 375, "height": 812}}
CUSTOMS: Final = msgspec.structs.replace(BRISK, bots=5, seed_s=5.0)
GOOD: Final = {"straight", "flush", "full-house", "four-of-a-kind", "straight-flush"}
TRIES: Final = 60


class Callers(HouseBots):
    """The bots of the house, who always call Texas Reach Around."""

    def call(self, player: str, offered: GameOffer) -> GameCall:
        """Return the call."""
        del player, offered
        return GameCall("reach-around")


def main() -> None:
    """Take every picture."""
    path = next(filter(None, map(shutil.which, NAMES)))
    with sync_playwright() as playwright, stage(Callers(), CUSTOMS) as origin:
        browser = playwright.chromium.launch(executable_path=path, args=list(SWITCHES))
        renew(browser)
        for _ in range(TRIES):
            with suppress(Error):  # a hand that ends while a button is pressed
                if photographed(browser, origin):
                    return
    sys.exit(f"no hand of {TRIES} was worth a picture")


def photographed(browser: Browser, origin: str) -> bool:
    """Play a hand, and take the pictures if it comes to a decision worth one."""
    context = browser.new_context(reduced_motion="reduce", device_scale_factor=1, **DESK)
    try:
        ann = Visitor(context.new_page())
        ann.page.set_default_timeout(10_000)
        ann.deal_me_in(origin, "Ann")
        while (kind := ann.turn()) in {"act", "buy"}:
            if kind == "act" and is_worth_a_picture(ann.view["hand"]):
                take(ann)
                return True
            ann.press("buy-up" if kind == "buy" else "check-call")
        return False
    finally:
        context.close()


def is_worth_a_picture(hand: dict[str, Any]) -> bool:
    """Whether Ann decides on the last street with a strong hand and a card face up."""
    mine = hand["mine"]["high"]
    return len(hand["board"]) == 4 and mine is not None and mine["category"] in GOOD


def take(ann: Visitor) -> None:
    """Take the pictures of a decision."""
    for name, device in (("table", DESK), ("phone", PHONE)):
        ann.page.set_viewport_size(device["viewport"])
        ann.page.wait_for_timeout(800)
        ann.page.screenshot(path=DOCS / f"{name}.png")


if __name__ == "__main__":
    main()
