"""What the page looks like in every state, with known cards, and how two pictures are compared.

A picture is compared as somebody sees it from afar, so that another build of the browser may draw
its letters a little differently: `difference` takes no notice of that.
``make screenshots`` takes the references anew. Start reading at `album`.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple
from unittest.mock import patch

import msgspec
from browser.crowd import PHONE, Crowd
from browser.stage import BRISK, stage
from browser.visitor import Visitor
from PIL import Image, ImageChops
from playwright.sync_api import Browser, expect
from table.kit import ToldBots, planted, stacked

from wildrank.fair import Commitment
from wildrank.games import GameCall
from wildrank.table import TableConfig

REFERENCES: Final = Path(__file__).parent / "pictures"
DEVICES: Final[dict[str, dict[str, Any]]] = {
    "desk": {"viewport": {"width": 1280, "height": 800}},
    "phone": PHONE,
}
# Ann has queens and a four that is wild, and buys a deuce for the fullest house.
FULL_HOUSE: Final = "4c Kd 9s Qs 9d 7h  Qh  Jd  2c 8s 6d  2h  5d"
# Ann, the last of three, wins the high half and half of the low.
QUARTERED: Final = "9c As Ah 9s 2d 6h  Qs 2c3d4h  Qc 5s  Qh Kd"
# From afar, places of this many pixels are seen as one. A few may differ much, where letters begin
# at another pixel; more of them a little, where letters are inked more.
SIDE: Final = 8
MUCH: Final = 40
FEW: Final = 8
LITTLE: Final = 16
SOME: Final = 0.03
MASK: Final = "#123025"
# How wide the page's letters are: pictures can be compared only where the fonts are the same.
LETTERS: Final = """
() => ['400', '650'].map((weight) => {
  const pen = new OffscreenCanvas(1, 1).getContext('2d');
  pen.font = `${weight} 100px ${getComputedStyle(document.body).fontFamily}`;
  return Math.round(pen.measureText('Check or call 4, raise to 8').width);
}).join(' ')
"""


class Difference(NamedTuple):
    """How two pictures differ, seen from afar.

    Attributes:
        much: Places of which a colour is far from what it was.
        little: Which part of all places is at least a little different.
    """

    much: int
    little: float

    def __bool__(self) -> bool:
        """Whether somebody would see it."""
        return self.much > FEW or self.little > SOME


def picture(visitor: Visitor) -> Image.Image:
    """Return what somebody sees, once it has come to rest; addresses and codes are masked."""
    expect(visitor.at("call-banner")).to_have_count(0)
    visitor.settle()
    changing = [visitor.at(name) for name in ("invite-link", "invite-code")]
    taken = visitor.page.screenshot(
        scale="css", animations="disabled", caret="hide", mask=changing, mask_color=MASK
    )
    return Image.open(io.BytesIO(taken)).convert("RGB")


def difference(one: Image.Image, other: Image.Image) -> Difference:
    """Return how two pictures differ; they are of one size."""
    assert one.size == other.size
    small = (one.width // SIDE, one.height // SIDE)
    far = [image.resize(small, Image.Resampling.BOX) for image in (one, other)]
    red, green, blue = ImageChops.difference(*far).split()
    counts = ImageChops.lighter(ImageChops.lighter(red, green), blue).histogram()
    return Difference(sum(counts[MUCH:]), sum(counts[LITTLE:]) / sum(counts))


def reference(device: str, name: str) -> Path:
    """Return where the reference of a state is kept."""
    return REFERENCES / f"{device}-{name}.webp"


def renew(browser: Browser) -> None:
    """Take all references anew."""
    for device in DEVICES:
        for name, visitor in album(browser, device):
            picture(visitor).save(reference(device, name), quality=60, method=6)
            (REFERENCES / "letters.txt").write_text(f"{letters(visitor)}\n", encoding="utf-8")


def letters(visitor: Visitor) -> str:
    """Return how wide the letters of this machine are, normal and bold."""
    widths: str = visitor.page.evaluate(LETTERS)
    return widths


def album(browser: Browser, device: str) -> Iterator[tuple[str, Visitor]]:
    """Go through every state of the page, and yield its name and who looks at it."""
    yield from _before_the_cards(browser, device)
    with _known([FULL_HOUSE, QUARTERED]):
        yield from _two_hands(browser, device)


def _before_the_cards(browser: Browser, device: str) -> Iterator[tuple[str, Visitor]]:
    config = msgspec.structs.replace(BRISK, bots=0)
    with _visiting(browser, device, ToldBots(), config) as (ann, origin):
        ann.page.goto(origin)
        expect(ann.at("game-tile").first).to_be_visible()
        yield "front", ann
        ann.page.goto(f"{origin}/learn/reach-around")
        expect(ann.at("lesson")).to_be_visible()
        yield "lesson", ann
        ann.deal_me_in(origin, "Ann")
        expect(ann.at("invite-link").first).to_be_visible()
        yield "lobby", ann
        ann.page.goto(origin)
        ann.at("host-a-game").click()
        expect(ann.at("invite-dialog").get_by_test_id("invite-link")).to_be_visible()
        yield "invite", ann


def _two_hands(browser: Browser, device: str) -> Iterator[tuple[str, Visitor]]:
    bots = ToldBots(calls=[GameCall("reach-around")])
    with _visiting(browser, device, bots, BRISK) as (ann, origin):
        ann.deal_me_in(origin, "Ann")
        yield from _reach_around(ann)
        ann.next_hand()
        assert ann.turn() == "call"
        yield "calling", ann
        ann.call_game("holdem-hilo", ante="1")
        ann.turn()
        ann.press("bet-raise")
        while ann.turn() != "over":
            ann.press("check-call")
        yield "showdown-high-low", ann


def _reach_around(ann: Visitor) -> Iterator[tuple[str, Visitor]]:
    assert ann.turn() == "act"
    yield "acting", ann
    for name in ("settings", "rules"):
        ann.at(name).click()
        expect(ann.at(f"{name}-dialog")).to_be_visible()
        yield name, ann
        ann.page.keyboard.press("Escape")
        expect(ann.at(f"{name}-dialog")).to_have_count(0)
    ann.at("text-switch").focus()
    ann.page.keyboard.press("Enter")
    expect(ann.at("text-table")).to_be_visible()
    yield "text", ann
    ann.at("text-switch").focus()
    ann.page.keyboard.press("Enter")
    while (kind := ann.turn()) != "over":
        if kind == "buy":
            yield "buying", ann
        ann.press("buy-up" if kind == "buy" else "check-call")
    yield "showdown-high", ann


@contextmanager
def _visiting(
    browser: Browser, device: str, bots: ToldBots, config: TableConfig
) -> Iterator[tuple[Visitor, str]]:
    """Let Ann in at a new server, and give its address too."""
    with stage(bots, config) as origin:
        crowd = Crowd(browser)
        try:
            yield crowd.visitor(origin, **DEVICES[device]), origin
        finally:
            crowd.leave()
        assert [watch.wrong for watch in crowd.watches] == [[]]


@contextmanager
def _known(decks: list[str]) -> Iterator[None]:
    """Deal known decks, one after the other."""
    left = list(decks)

    def deal(hand: str) -> tuple[Commitment, Commitment]:
        return planted(stacked(left.pop(0)))(hand)

    with patch("wildrank.table.table.fresh_decks", deal):
        yield
