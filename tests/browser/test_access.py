"""Nobody is shut out: axe-core finds no grave fault in any state, and every target is large."""

from __future__ import annotations

import hashlib
import tomllib
from typing import Any, Final

import msgspec
import pytest
from browser.axe import AXE, VENDOR, grave_faults
from browser.crowd import PHONE, Crowd, Serve
from browser.stage import BRISK
from browser.test_around import tab
from browser.test_lessons import go_through
from browser.visitor import Visitor
from playwright.sync_api import expect
from table.kit import ToldBots

from wildrank.games import GameCall

pytestmark = pytest.mark.browser
DESK: Final[dict[str, Any]] = {"viewport": {"width": 1280, "height": 800}}
devices = pytest.mark.parametrize(
    "device", [pytest.param(DESK, id="desk"), pytest.param(PHONE, id="phone")]
)
# Everything that is pressed, but for what is not shown, a link in a sentence, and a box or dot
# whose whole label is pressed.
SMALL: Final = """
() => [...document.querySelectorAll(
  'a[href], button, select, summary, input:not([type=radio]):not([type=checkbox]), [role=tab]')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('p > a'))
  .filter((one) => getComputedStyle(one).clipPath === 'none' && !one.closest('[inert]'))
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([, box]) => Math.min(box.width, box.height) < 43.99)
  .map(([one, box]) => `${one.outerHTML.slice(0, 90)} ${box.width} x ${box.height}`)
"""


def check(visitor: Visitor) -> None:
    """Check a page as it stands."""
    assert grave_faults(visitor) == []
    assert visitor.page.evaluate(SMALL) == []


def test_the_checker_is_what_its_makers_published() -> None:
    """The vendored axe-core has the recorded sum, and its licences stand beside it."""
    (entry,) = tomllib.loads((VENDOR / "VENDOR.toml").read_text("utf-8"))["file"]
    assert hashlib.sha256(AXE.read_bytes()).hexdigest() == entry["sha256"]
    assert "Mozilla Public License" in (VENDOR / entry["licence_files"][0]).read_text("utf-8")
    assert {path.name for path in VENDOR.iterdir()} == {
        "VENDOR.toml",
        entry["file"],
        *entry["licence_files"],
    }


def test_the_checker_finds_what_is_wrong(crowd: Crowd, serve: Serve) -> None:
    """A button without a name and grey words on grey do not pass, nor does a small button."""
    origin = serve()
    ann = crowd.visitor(origin, **DESK)
    ann.page.goto(origin)
    ann.at("deal-me-in").wait_for()
    ann.page.evaluate("""() => {
      const button = document.createElement('button');
      button.style.padding = '2px';
      const faint = document.createElement('p');
      faint.textContent = 'You cannot read this.';
      Object.assign(faint.style, { color: '#777', background: '#888' });
      document.querySelector('main').append(button, faint);
    }""")
    found = " ".join(grave_faults(ann))
    assert "critical button-name" in found
    assert "serious color-contrast" in found
    assert len(ann.page.evaluate(SMALL)) == 1


@devices
def test_front_page_and_lobby(crowd: Crowd, serve: Serve, device: dict[str, Any]) -> None:
    """The front page, the lobby of an empty table, and joining by link have no grave fault."""
    origin = serve(config=msgspec.structs.replace(BRISK, bots=0))
    ann = crowd.visitor(origin, **device)
    ann.page.goto(origin)
    expect(ann.at("game-tile").first).to_be_visible()
    check(ann)
    ann.at("text-switch").click()
    expect(ann.at("command")).to_be_visible()
    check(ann)
    ann.at("text-switch").click()
    link = ann.deal_me_in(origin, "Ann")
    check(ann)
    ann.at("text-switch").focus()
    check(ann)
    bob = crowd.visitor(origin, **device)
    bob.page.goto(link)
    expect(bob.at("join-dialog")).to_be_visible()
    check(bob)
    cy = crowd.visitor(origin, **device)
    cy.page.goto(origin)
    cy.at("host-a-game").click()
    expect(cy.at("invite-dialog")).to_be_visible()
    check(cy)


@devices
def test_every_state_of_a_hand(crowd: Crowd, serve: Serve, device: dict[str, Any]) -> None:
    """Acting, buying, the end and the dealer's call have no grave fault, drawn and in words."""
    origin = serve(ToldBots(calls=[GameCall("reach-around")]))
    ann = crowd.visitor(origin, **device)
    ann.deal_me_in(origin, "Ann")
    seen = set[str]()
    while (kind := ann.turn()) != "over":
        if kind not in seen:
            check_both(ann)
        seen.add(kind)
        ann.press({"act": "check-call", "buy": "buy-up", "show": "show"}[kind])
    assert {"act", "buy"} <= seen
    check_both(ann)
    ann.next_hand()
    assert ann.turn() == "call"
    check(ann)
    ann.page.keyboard.press("Escape")
    check_both(ann)


def check_both(ann: Visitor) -> None:
    """Check a state as it is drawn, and in words."""
    check(ann)
    for look in ("text-table", "table"):
        ann.at("text-switch").focus()
        ann.page.keyboard.press("Enter")
        expect(ann.at(look)).to_be_visible()
        if look == "text-table":
            check(ann)


@devices
@pytest.mark.parametrize("name", ["rules", "keys", "settings", "deal", "log"])
def test_dialogs(crowd: Crowd, serve: Serve, device: dict[str, Any], name: str) -> None:
    """What opens over the table has no grave fault either."""
    origin = serve()
    ann = crowd.visitor(origin, **device)
    ann.deal_me_in(origin, "Ann")
    assert ann.turn() == "act"
    keys = {"rules": "i", "keys": "?", "log": "Shift+L"}
    if name in keys:
        ann.page.keyboard.press(keys[name])
    else:
        ann.at({"deal": "deal-mark"}.get(name, name)).click()
    expect(ann.at("log" if name == "log" else f"{name}-dialog")).to_be_visible()
    check(ann)
    if name == "log":
        ann.page.get_by_role("tab", name="Table").click()
        expect(ann.at("stand")).to_be_visible()
        check(ann)


@devices
def test_what_goes_on_round_the_cards(crowd: Crowd, serve: Serve, device: dict[str, Any]) -> None:
    """The host's part, its dialogs, the talk and somebody who asks have no grave fault either."""
    origin = serve(ToldBots(calls=[GameCall("holdem")]))
    ann = crowd.visitor(origin, **device)
    link = ann.deal_me_in(origin, "Ann")
    assert ann.turn() == "act"
    for opener, dialog, inside in (
        ("chips-open", "chips-dialog", None),
        ("device-open", "device-dialog", "ticket"),
        ("customs-open", "customs-dialog", "custom-approve"),
    ):
        tab(ann, "table")
        ann.at(opener).click()
        expect(ann.at(dialog)).to_be_visible()
        if inside:
            ann.at(inside).click()
        check(ann)
        if dialog != "customs-dialog":
            ann.page.keyboard.press("Escape")
            expect(ann.at(dialog)).to_have_count(0)
    ann.answered(ann.at("customs-do").click)
    tab(ann, "table")
    ann.at("end").click()
    check(ann)
    tab(ann, "chat")
    ann.at("chat-options").click()
    check(ann)
    if ann.page.locator(".side.is-open").count():
        ann.page.locator(".side-head .only-narrow").click()
    ann.press("fold")
    assert ann.turn() == "over"
    check(ann)
    bob = crowd.visitor(origin, **device)
    ann.next_hand()
    bob.page.goto(link)
    bob.at("take-seat").click()
    expect(bob.at("asking")).to_be_visible()
    expect(ann.at("ask")).to_be_visible()
    ann.page.keyboard.press("Escape")
    check(bob)
    check(ann)


@devices
def test_lessons(crowd: Crowd, serve: Serve, device: dict[str, Any]) -> None:
    """No step of the lesson of Reach Around has a grave fault: questions, the buy, the end."""
    origin = serve()
    ann = crowd.visitor(origin, **device)
    ann.page.goto(f"{origin}/learn/reach-around")
    steps = go_through(ann, "up", lambda: check(ann))
    assert {"wild", "buy", "last-up", "show-up"} <= set(steps)


@devices
def test_the_past(crowd: Crowd, serve: Serve, device: dict[str, Any]) -> None:
    """The list of hands, one looked at again, the ledger and the results have no grave fault."""
    origin = serve(ToldBots(calls=[GameCall("holdem")]))
    ann = crowd.visitor(origin, **device)
    ann.deal_me_in(origin, "Ann")
    assert ann.turn() == "act"
    ann.press("fold")
    assert ann.turn() == "over"
    tab(ann, "ledger")
    expect(ann.at("ledger-line").first).to_be_visible()
    check(ann)
    tab(ann, "hands")
    expect(ann.at("past-hand")).to_be_visible()
    check(ann)
    ann.at("past-hand").click()
    expect(ann.at("replay")).to_be_visible()
    check(ann)
    ann.at("replay-files").click()
    check(ann)
    ann.page.goto(f"{origin}/#results")
    expect(ann.at("night")).to_be_visible()
    check(ann)
