"""How the table looks and sounds to a viewer: settings, clock, movement, narrow screens."""

from __future__ import annotations

import os
from typing import Any

import msgspec
import pytest
from browser.crowd import Crowd, Serve
from browser.line import Line, Message
from browser.stage import BRISK
from browser.visitor import Visitor
from playwright.sync_api import Locator, expect
from table.kit import ToldBots

from wildrank.games import GameCall

pytestmark = pytest.mark.browser
COLOUR = "(element) => getComputedStyle(element).color"
# Counts what the page sets moving and what it lets sound.
COUNT = """
window.moved = 0;
const { animate } = Element.prototype;
Element.prototype.animate = function (...how) {
  window.moved += 1;
  return animate.apply(this, how);
};
window.sounded = 0;
for (const Source of [OscillatorNode, AudioBufferSourceNode]) {
  const { start } = Source.prototype;
  Source.prototype.start = function (...when) {
    window.sounded += 1;
    return start.apply(this, when);
  };
}
"""
# Keeps when frames are drawn while something moves.
FRAMES = """
window.frames_ms = [];
let last = 0;
const tick = (now) => {
  const moving = document.getAnimations().some((one) => one.playState === 'running');
  if (last && moving) window.frames_ms.push(now - last);
  last = now;
  requestAnimationFrame(tick);
};
requestAnimationFrame(tick);
"""


def seated(crowd: Crowd, origin: str, *scripts: str, **device: Any) -> Visitor:  # noqa: ANN401 - Playwright's options
    """Seat Ann at a table with bots, with scripts of a test in her page."""
    ann = crowd.visitor(origin, **device)
    for script in scripts:
        ann.page.add_init_script(script)
    ann.deal_me_in(origin, "Ann")
    return ann


def colours(ann: Visitor) -> list[str]:
    """Return the colours of the sample cards in the settings: spade, heart, diamond, club."""
    cards: Locator = ann.page.locator(".sample-cards .face")
    return [cards.nth(at).evaluate(COLOUR) for at in range(4)]


def open_settings(ann: Visitor) -> None:
    """Open the settings."""
    ann.at("settings").click()
    expect(ann.at("settings-dialog")).to_be_visible()


BLACK, BLUE, GREEN = "rgb(17, 17, 17)", "rgb(29, 78, 216)", "rgb(15, 118, 110)"
ORANGE, RED = "rgb(194, 65, 12)", "rgb(200, 16, 46)"


def test_settings_are_remembered(crowd: Crowd, serve: Serve) -> None:
    """Colours, back and felt are as chosen after a reload, and only for who chose them."""
    origin = serve()
    ann = seated(crowd, origin)
    open_settings(ann)
    assert colours(ann)[:2] == [BLACK, RED]
    for name in ("palette-safe", "back-blue", "felt-light", "largeIndex", "motion-none"):
        ann.at(f"set-{name}").check()
    assert colours(ann) == [BLACK, ORANGE, BLUE, GREEN]
    felt = ann.page.locator(".rail").evaluate("(it) => getComputedStyle(it).backgroundImage")
    ann.page.reload()
    open_settings(ann)
    assert colours(ann) == [BLACK, ORANGE, BLUE, GREEN]
    rail = ann.page.locator(".rail")
    assert rail.evaluate("(it) => getComputedStyle(it).backgroundImage") == felt
    expect(ann.at("set-back-blue")).to_be_checked()
    ann.at("set-fourColours").uncheck()
    assert colours(ann) == [BLACK, ORANGE, ORANGE, BLACK]

    bob = crowd.visitor(origin)
    bob.look_on(ann.page.url)
    open_settings(bob)
    assert colours(bob)[:2] == [BLACK, RED]
    other = bob.page.locator(".rail").evaluate("(it) => getComputedStyle(it).backgroundImage")
    assert other != felt


def test_hints_can_be_switched_off(crowd: Crowd, serve: Serve) -> None:
    """The third card says what each choice would do, until the hints are switched off."""
    ann = seated(crowd, serve(ToldBots(calls=[GameCall("reach-around")])))
    while ann.turn() != "buy":
        ann.press("check-call")
    up, down = (ann.at(name).locator("small") for name in ("buy-up", "take-down"))
    expect(up).to_contain_text("One more wild card comes")
    expect(down).to_contain_text("Only you see it")
    open_settings(ann)
    ann.at("set-hints").uncheck()
    expect(up).not_to_contain_text("%")
    expect(down).to_have_text("")


@pytest.mark.parametrize(("width", "height"), [(320, 640), (375, 812), (1280, 800), (1920, 1080)])
def test_nine_seats_fit(crowd: Crowd, serve: Serve, width: int, height: int) -> None:
    """Nine seats need no sideways scroll; own cards are as large as the board and cover none."""
    bots = ToldBots(calls=[GameCall("holdem")])
    origin = serve(bots, msgspec.structs.replace(BRISK, bots=8))
    ann = seated(crowd, origin, viewport={"width": width, "height": height})
    for _ in range(3):
        assert ann.turn() == "act"
        assert not ann.scrolls_sideways()
        ann.press("check-call")
    assert ann.turn() == "act"
    board, mine = (ann.at(name).first.bounding_box() for name in ("board-card", "hole-card"))
    assert board is not None
    assert mine is not None
    assert mine["width"] == pytest.approx(board["width"])
    assert board["y"] + board["height"] <= mine["y"]
    for place in ann.page.locator("[data-testid^=seat-] .plate").all():
        box = place.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width


def clocked(seconds: int) -> Any:  # noqa: ANN401 - a change of a frame
    """Return what gives the one to act a clock of thirty seconds, of which some are left."""

    def change(view: Message) -> None:
        turn = (view["hand"] or {}).get("turn")
        if turn and turn["kind"] == "act":
            turn |= {"seconds": seconds, "limit": 30, "bank": 60, "in_bank": False}

    return change


@pytest.mark.parametrize(("seconds", "tone"), [(25, "calm"), (13, "soon"), (6, "late")])
def test_the_clock_is_a_ring(crowd: Crowd, serve: Serve, seconds: int, tone: str) -> None:
    """A ring runs down round the portrait of who is waited for, and the time bank is offered."""
    origin = serve(ToldBots(calls=[GameCall("holdem")]))
    ann = crowd.visitor(origin)
    line = Line(ann)
    line.change = clocked(seconds)
    ann.deal_me_in(origin, "Ann")
    assert ann.turn() == "act"
    ring = ann.my_seat.get_by_test_id("ring")
    expect(ring).to_have_class(f"ring {tone}")
    expect(ann.at("ring")).to_have_count(1)
    expect(ring).to_have_attribute("data-left", str(seconds - 1))
    dashes = ring.locator(".ring-left").get_attribute("stroke-dasharray")
    assert dashes is not None
    assert float(dashes.split()[1]) == pytest.approx(100 - 100 * (seconds - 1) / 30)
    ann.at("more-time").click()
    ann.until(lambda: line.sent[-1]["type"] == "more-time", "the time bank is asked for")


def play_on(ann: Visitor) -> None:
    """Check or call to the end of the hand."""
    while ann.turn() != "over":
        ann.press("check-call")


def test_one_mute_mutes_all(crowd: Crowd, serve: Serve) -> None:
    """A hand is heard; muted, not a single sound starts, and so it stays after a reload."""
    origin = serve(ToldBots(calls=[GameCall("holdem")]))
    ann = seated(crowd, origin, COUNT)
    ann.turn()
    ann.press("check-call")
    ann.turn()
    heard = ann.page.evaluate("window.sounded")
    assert heard > 0
    ann.at("mute").click()
    expect(ann.at("mute")).to_have_attribute("aria-pressed", "true")
    heard = ann.page.evaluate("window.sounded")
    play_on(ann)
    assert ann.page.evaluate("window.sounded") == heard
    ann.page.reload()
    expect(ann.at("mute")).to_have_attribute("aria-pressed", "true")


# Only the own turn is to be heard: two tones, and three more when little time is left.
MY_TURN_ONLY = "localStorage.setItem('wildrank/settings', '{\"mineOnly\": true}')"
TURN, WARNING = 2, 3


def test_little_time_is_told_once(crowd: Crowd, serve: Serve) -> None:
    """Who wants to hear of the own turn only hears that it came, and once that time runs low."""
    origin = serve(ToldBots(calls=[GameCall("holdem")]))
    ann = crowd.visitor(origin)
    ann.page.add_init_script(COUNT)
    ann.page.add_init_script(MY_TURN_ONLY)
    Line(ann).change = clocked(10)
    ann.deal_me_in(origin, "Ann")
    assert ann.turn() == "act"
    ann.until(lambda: ann.page.evaluate("window.sounded") == TURN, "the turn is heard")
    ann.until(lambda: ann.page.evaluate("window.sounded") == TURN + WARNING, "the warning comes")
    ann.page.wait_for_timeout(2500)
    assert ann.page.evaluate("window.sounded") == TURN + WARNING


def test_the_title_tells_the_turn(crowd: Crowd, serve: Serve) -> None:
    """The title of the window says whose turn it is only while it is the viewer's."""
    ann = seated(crowd, serve(ToldBots(calls=[GameCall("holdem")])))
    ann.turn()
    expect(ann.page).to_have_title("● Your turn · Wildrank")
    play_on(ann)
    expect(ann.page).to_have_title("Wildrank")


def test_nothing_moves_where_that_is_asked(crowd: Crowd, serve: Serve) -> None:
    """Cards and chips fly, and none where the system or the settings want it still."""
    origin = serve(ToldBots(calls=[GameCall("holdem")] * 2))
    for wish, moves in (("no-preference", True), ("reduce", False)):
        ann = seated(crowd, origin, COUNT, FRAMES, reduced_motion=wish)
        ann.turn()
        play_on(ann)
        assert (ann.page.evaluate("window.moved") > 0) is moves
        assert bool(ann.page.evaluate("window.frames_ms.length")) is moves


def test_dealing_to_nine_is_smooth(crowd: Crowd, serve: Serve) -> None:
    """While cards fly to nine seats frames come sixty a second, where nobody else is at work.

    What the page itself works for it is measured anywhere, in `test_budget`.
    """
    if os.getloadavg()[0] >= (os.cpu_count() or 1):
        pytest.skip(f"others are at work here: {os.getloadavg()[0]:.0f} on {os.cpu_count()} cores")
    bots = ToldBots(calls=[GameCall("holdem")])
    origin = serve(bots, msgspec.structs.replace(BRISK, bots=8))
    ann = seated(crowd, origin, COUNT, FRAMES, reduced_motion="no-preference")
    ann.turn()
    ann.page.wait_for_timeout(1500)
    assert ann.page.evaluate("window.moved") >= 18
    frames = sorted(ann.page.evaluate("window.frames_ms"))
    assert len(frames) > 40
    assert frames[len(frames) // 2] < 17.5
    assert frames[len(frames) * 9 // 10] < 34
