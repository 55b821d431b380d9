"""A person before a browser: what the page shows, what it lets them press, what it was sent.

What a person does and reads goes through the page; the frames are kept beside it, so that a test
can hold the one against the other. Start reading at `Visitor`.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from typing import Any, Final, Literal, NamedTuple

from playwright.sync_api import Locator, Page, WebSocket, expect

WAIT_S: Final = 30.0
Kind = Literal["act", "buy", "show", "call", "over"]
# The buttons of a decision, once they can be pressed.
DECISIONS: Final = {
    "fold": "act", "check-call": "act", "bet-raise": "act",
    "take-down": "buy", "buy-up": "buy",
    "show": "show", "muck": "show",
}  # fmt: skip
READY: Final = ", ".join(
    [f"[data-testid={name}][aria-disabled=false]" for name in DECISIONS]
    + ["[data-testid=showdown]", "[data-testid=call-dialog]"]
)
# The text of an element, with every drawn card by its name: "queen of hearts".
SPELL: Final = """
(element) => {
  const copy = element.cloneNode(true);
  for (const card of copy.querySelectorAll('[role=img]'))
    card.replaceWith(card.getAttribute('aria-label'));
  return copy.textContent.replace(/\\s+/g, ' ').trim();
}
"""
# Keeps what the banner said, since it goes away by itself.
KEEP_BANNER: Final = """
new MutationObserver(() => {
  const banner = document.querySelector('[data-testid=call-banner]');
  if (banner) window.lastBanner = banner.textContent;
}).observe(document, { childList: true, subtree: true });
"""
SCROLLS_SIDEWAYS: Final = """
() => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) > innerWidth
  || visualViewport.width !== innerWidth
"""
LABEL: Final = "(button) => (button.querySelector('span') ?? button).textContent.trim()"
DRAWN: Final = (
    "(all) => all.map((one) => [one.dataset.card, one.dataset.wild === 'true',"
    " one.classList.contains('up')])"
)


class Drawn(NamedTuple):
    """A card as the page draws it."""

    code: str
    wild: bool
    up: bool


class Visitor:
    """One page at a table, and the person before it.

    Attributes:
        page: The page.
        frames: Every text frame its sockets received, in order.
    """

    def __init__(self, page: Page) -> None:
        """Listen to a page before it goes anywhere."""
        self.page = page
        self.frames: list[str] = []
        page.add_init_script(KEEP_BANNER)
        page.on("websocket", self._listen)

    def _listen(self, line: WebSocket) -> None:
        line.on("framereceived", lambda payload: self.frames.append(str(payload)))

    # ------------------------------------------------------------------------- coming in

    def deal_me_in(self, origin: str, name: str) -> str:
        """Open the front page, give a name, press the button, and return the table's link."""
        self.page.goto(f"{origin}/")
        self.at("name").fill(name)
        self.at("deal-me-in").click()
        expect(self.my_seat).to_contain_text(name)
        return self.page.url

    def join(self, link: str, name: str) -> None:
        """Open a table's link, give a name, and take a seat."""
        self.page.goto(link)
        self.at("name").fill(name)
        self.at("take-seat").click()
        expect(self.my_seat).to_contain_text(name)

    def look_on(self, link: str) -> None:
        """Open a table's link and only watch."""
        self.page.goto(link)
        self.at("watch").click()
        expect(self.at("join-dialog")).to_have_count(0)

    # -------------------------------------------------------------------------- reading

    def at(self, name: str) -> Locator:
        """Return the element of a test id."""
        return self.page.get_by_test_id(name)

    @property
    def my_seat(self) -> Locator:
        """The visitor's own place."""
        return self.page.locator("[data-you=true]")

    def seat(self, chair: int) -> Locator:
        """Return the place of a chair."""
        return self.at(f"seat-{chair}")

    def stack(self, chair: int | None = None) -> int:
        """Return the chips that stand on a plate, the visitor's own without a chair."""
        place = self.my_seat if chair is None else self.seat(chair)
        found = re.match(r"\d+", place.locator(".stack").inner_text())
        assert found is not None
        return int(found[0])

    def in_front(self) -> int:
        """Return the visitor's chips in front on this street."""
        bet = self.my_seat.locator(".bet")
        return int(bet.inner_text()) if bet.count() else 0

    def pot(self) -> int:
        """Return the number in the middle of the table."""
        shown = self.at("pot")
        amount = shown.get_attribute("data-amount")
        assert amount is not None
        assert amount in shown.inner_text()
        return int(amount)

    def hole(self) -> list[Drawn]:
        """Return the visitor's own cards."""
        return self._drawn("[data-testid=hole-card]")

    def board(self) -> list[Drawn]:
        """Return the board."""
        return self._drawn("[data-testid=board-card]")

    def cards_of(self, chair: int) -> list[Drawn]:
        """Return the cards before another player."""
        return self._drawn(f"[data-testid=seat-{chair}] [data-card]")

    def _drawn(self, selector: str) -> list[Drawn]:
        cards = self.page.locator(selector).evaluate_all(DRAWN)
        return [Drawn(*card) for card in cards]

    def spelled(self, name: str) -> list[str]:
        """Return the text of each element of a test id, cards by name."""
        return [self._spell(one) for one in self.at(name).all()]

    def banner(self) -> str:
        """Return what the last banner over the table said."""
        text: str = self.page.evaluate("window.lastBanner ?? ''")
        return text

    def log(self) -> list[str]:
        """Return the lines of the log, cards by name."""
        lines = self.at("log").locator(".line > span:first-child")
        return [self._spell(line) for line in lines.all()]

    def _spell(self, place: Locator) -> str:
        text: str = place.evaluate(SPELL)
        return text

    @property
    def view(self) -> dict[str, Any]:
        """The table as the last frame told it."""
        for frame in reversed(self.frames):
            message = json.loads(frame)
            if message["type"] == "state":
                view: dict[str, Any] = message["view"]
                return view
        return {}

    def scrolls_sideways(self) -> bool:
        """Return whether something of the page lies beyond the right edge of the screen."""
        self.settle()
        beyond: bool = self.page.evaluate(SCROLLS_SIDEWAYS)
        return beyond

    # ------------------------------------------------------------------------- pressing

    def until(self, check: Callable[[], object], what: str) -> None:
        """Let the page run until something is so."""
        end = time.monotonic() + WAIT_S
        while not check():
            assert time.monotonic() < end, f"waited in vain until {what}"
            self.page.wait_for_timeout(20)

    def may_press(self) -> bool:
        """Return whether the visitor may decide or call, or the hand is over."""
        return self.page.locator(READY).count() > 0

    def turn(self) -> Kind:
        """Wait until the visitor may decide or call, or the hand is over, and say which."""
        self.until(self.may_press, "there is something to press")
        name = self.page.locator(READY).first.get_attribute("data-testid") or ""
        if name == "call-dialog":
            return "call"
        kind: Any = DECISIONS.get(name, "over")
        return kind  # type: ignore[no-any-return] # one of the kinds above

    def press(self, name: str) -> str:
        """Press a button of a decision when it can be pressed, and return what it said."""
        button = self.page.locator(f"[data-testid={name}][aria-disabled=false]")
        button.wait_for()
        label = self.label(name)
        self.answered(button.click)
        return label

    def label(self, name: str) -> str:
        """Return what a button says, without the key beside it."""
        words: str = self.at(name).evaluate(LABEL)
        return words

    def answered(self, do: Callable[[], object]) -> None:
        """Do something, and wait until the table has moved on and the page shows it."""
        before = self.view["n"]
        do()
        self.until(lambda: self.view["n"] > before, "the table moves on")
        self.settle()

    def settle(self) -> None:
        """Let the page draw what it has received."""
        self.page.evaluate(
            "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"
        )

    def next_hand(self) -> None:
        """Press on after a hand."""
        self.answered(self.at("next-hand").click)

    def call_game(self, game: str, **settings: str) -> None:
        """Call a game through the dialog, with some announcements typed or chosen."""
        dialog = self.at("call-dialog")
        dialog.locator(f"[data-game={game}]").check()
        for key, value in settings.items():
            field = self.at(f"option-{key.replace('_', '-')}")
            if field.evaluate("(element) => element.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
        self.answered(self.at("call-submit").click)
