"""Whoever opens everything there is asks nobody but the server, and nothing complains.

`watch` sees every request, refused rule and line of the console in all tests of a browser; here a
whole hand is played and everything opened beside it, so that no corner is left out.
"""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

import pytest
from browser.crowd import PHONE, Crowd, Serve
from browser.visitor import Visitor
from playwright.sync_api import expect
from table.kit import ToldBots

from wildrank.games import GameCall
from wildrank.web.security import POLICY

pytestmark = pytest.mark.browser
DIALOGS: Final = ("rules", "settings", "deal-mark", "invite")
TABS: Final = ("hands", "ledger", "table", "log")


def open_everything(ann: Visitor) -> None:
    """Open each dialog and tab, and close it again."""
    for name in DIALOGS:
        if not ann.at(name).is_visible():
            continue
        ann.at(name).click()
        expect(ann.page.get_by_role("dialog")).to_be_visible()
        ann.page.keyboard.press("Escape")
        expect(ann.page.locator("dialog")).to_have_count(0)
    ann.page.keyboard.press("?")
    expect(ann.at("keys-dialog")).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator("dialog")).to_have_count(0)
    if ann.at("log-toggle").is_visible():
        ann.at("log-toggle").click()
    for name in TABS:
        ann.page.locator(f"#tab-{name}").click()
        ann.settle()
    if ann.at("log-toggle").is_visible():
        ann.page.get_by_role("button", name="Close").click()


@pytest.mark.parametrize("device", [{}, PHONE], ids=["desk", "phone"])
def test_everything_asks_the_server_alone(
    crowd: Crowd, serve: Serve, device: dict[str, object]
) -> None:
    """Front page, lesson, a hand with all dialogs and tabs, a replay, results: one host."""
    origin = serve(ToldBots(calls=[GameCall("reach-around")]))
    ann = crowd.visitor(origin, **device)
    asked: list[str] = []
    ann.page.on("request", lambda request: asked.append(request.url))
    ann.page.on("websocket", lambda line: asked.append(line.url))
    ann.page.goto(f"{origin}/learn/reach-around")
    expect(ann.at("lesson")).to_be_visible()
    ann.deal_me_in(origin, "Ann")
    while (kind := ann.turn()) != "over":
        if kind == "buy":
            open_everything(ann)
        ann.press("buy-up" if kind == "buy" else "check-call")
    ann.page.goto(f"{ann.page.url}#hand=1")
    expect(ann.at("replay")).to_be_visible()
    ann.page.goto(f"{origin}/#results")
    expect(ann.at("night")).to_have_count(1)
    places = {urlsplit(one).netloc for one in asked if not one.startswith(("data:", "blob:"))}
    assert places == {urlsplit(origin).netloc}
    paths = {urlsplit(one).path for one in asked}
    past = ("past/ledger", "past/hands", "past/replay", "past/results")
    for part in ("table/rules", "settings/settings-dialog", *past, "learn"):
        assert f"/static/js/{part}.mjs" in paths
    assert any(path.startswith("/ws/") for path in paths)
    assert crowd.watches[0].wrong == []


def test_the_policy_has_no_exceptions(crowd: Crowd, serve: Serve) -> None:
    """Every answer carries a policy that allows nothing inline, evaluated or from elsewhere."""
    origin = serve()
    ann = crowd.visitor(origin)
    answer = ann.page.goto(origin)
    assert answer is not None
    policy = answer.headers["content-security-policy"]
    assert policy == POLICY
    assert "unsafe" not in policy
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == rules["connect-src"] == "'self'"
    allowed = {source for sources in rules.values() for source in sources.split()}
    assert allowed == {"'none'", "'self'", "data:"}
