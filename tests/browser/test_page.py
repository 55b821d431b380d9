"""The page itself: two tabs, a reload, a telephone, the keyboard, and the server as it is sold."""

from __future__ import annotations

from urllib.parse import urlsplit

import msgspec
import pytest
from browser.crowd import PHONE, Crowd, Serve
from browser.line import Line
from browser.stage import BRISK, process
from browser.visitor import Visitor
from playwright.sync_api import Browser, expect
from table.kit import ToldBots

from wildrank.games import GameCall, games

pytestmark = pytest.mark.browser


def test_two_tabs_of_one_person_cannot_act_twice(crowd: Crowd, serve: Serve) -> None:
    """Of two decisions upon one state the second is refused with a notice, and moves no chip."""
    origin = serve(ToldBots(calls=[GameCall("holdem")]))
    first = crowd.visitor(origin)
    link = first.deal_me_in(origin, "Ann")
    second = crowd.second_tab(first)
    line = Line(second)
    second.page.goto(link)
    assert first.turn() == second.turn() == "act"
    assert first.hole() == second.hole()
    stack = first.stack()

    line.late = True
    assert first.press("check-call") == "Call 1"
    assert second.label("bet-raise") == "Raise to 4"
    second.at("bet-raise").click()
    second.until(lambda: any('"error"' in str(one) for one in line.waiting), "it is refused")
    line.release()
    expect(second.at("notice")).to_have_attribute("data-code", "action/stale")

    assert first.turn() == second.turn() == "act"
    for tab in (first, second):
        assert tab.stack() == stack - 1
        assert tab.pot() == 6
        assert len(tab.board()) == 3
        assert "Ann raises" not in " ".join(tab.log())
    assert second.press("check-call") == "Check"
    assert first.turn() == "act"
    assert len(first.board()) == 4


def test_a_dialog_over_the_table_says_whose_turn_it_is(crowd: Crowd, serve: Serve) -> None:
    """Nobody loses a hand behind the rules: the dialog says that the table waits."""
    origin = serve()
    ann = crowd.visitor(origin)
    ann.deal_me_in(origin, "Ann")
    ann.turn()
    ann.page.keyboard.press("i")
    expect(ann.at("rules-dialog").get_by_test_id("turn-behind")).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(ann.at("turn-behind")).to_have_count(0)


def test_a_reload_gives_the_same_chair_and_cards(crowd: Crowd, serve: Serve) -> None:
    """Whoever comes back in the middle of a hand finds chair, cards, chips and turn again."""
    origin = serve()
    ann = crowd.visitor(origin)
    ann.deal_me_in(origin, "Ann")
    ann.turn()
    ann.press("bet-raise")
    assert ann.turn() == "act"
    before = (ann.hole(), ann.board(), ann.stack(), ann.pot(), ann.view["you"])
    log = ann.log()
    ann.page.reload()
    assert ann.turn() == "act"
    assert (ann.hole(), ann.board(), ann.stack(), ann.pot(), ann.view["you"]) == before
    assert ann.log() == log
    you = ann.view["you"]
    assert (you["chair"], you["name"], you["host"]) == (0, "Ann", True)
    ann.press("check-call")
    assert ann.turn() == "act"
    assert [card.code for card in ann.hole()] == [card.code for card in before[0]]


def check_fits(ann: Visitor) -> None:
    """Check that nothing of the page lies beyond the right edge of the screen."""
    assert not ann.scrolls_sideways()


def check_in_sight(ann: Visitor, *names: str) -> None:
    """Check that buttons lie wholly on the screen, and are large enough for a thumb."""
    for name in names:
        box = ann.at(name).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= 375
        assert box["y"] + box["height"] <= 812
        assert box["height"] >= 44


def test_a_full_table_fits_a_telephone(crowd: Crowd, serve: Serve) -> None:
    """Nine chairs on 375 x 812: no sideways scroll in any phase, and the buttons in sight."""
    bots = ToldBots(calls=[GameCall("reach-around")])
    origin = serve(bots, msgspec.structs.replace(BRISK, bots=8))
    ann = crowd.visitor(origin, **PHONE)
    ann.page.goto(origin)
    check_fits(ann)
    ann.deal_me_in(origin, "Annabella Longname")
    while (kind := ann.turn()) != "over":
        expect(ann.page.locator("[data-testid^=seat-]")).to_have_count(9)
        check_fits(ann)
        if kind == "act":
            check_in_sight(ann, "fold", "check-call", "bet-raise")
            ann.press("check-call")
        elif kind == "buy":
            check_in_sight(ann, "take-down", "buy-up")
            ann.press("take-down")
        else:
            check_in_sight(ann, "show", "muck")
            ann.press("show")
    expect(ann.at("shown-hand")).to_have_count(9)
    check_fits(ann)
    check_in_sight(ann, "next-hand")
    ann.at("log-toggle").tap()
    expect(ann.at("log")).to_be_visible()
    check_fits(ann)
    ann.page.get_by_role("button", name="Close").tap()
    ann.answered(ann.at("next-hand").tap)
    assert ann.turn() == "call"
    check_fits(ann)
    check_in_sight(ann, "call-submit")


def tab_to(ann: Visitor, selector: str) -> None:
    """Press Tab until the focus is where it is wanted."""
    for _ in range(60):
        if ann.page.evaluate("(it) => document.activeElement?.matches(it) ?? false", selector):
            return
        ann.page.keyboard.press("Tab")
    pytest.fail(f"the keyboard does not reach {selector}")


def press(ann: Visitor, key: str) -> None:
    """Press a key that the table answers."""
    ann.answered(lambda: ann.page.keyboard.press(key))


def test_a_hand_is_played_without_a_mouse(crowd: Crowd, serve: Serve) -> None:
    """From the front page to the second deal with the keyboard alone."""
    keys = {"act": ["r", "c", "c", "c", "c", "c"], "buy": ["u"], "show": ["Enter"]}
    origin = serve(ToldBots(calls=[GameCall("reach-around")]))
    ann = crowd.visitor(origin)
    ann.page.goto(origin)
    tab_to(ann, "[data-testid=name]")
    ann.page.keyboard.type("Ann")
    ann.page.keyboard.press("Enter")
    while (kind := ann.turn()) != "over":
        if kind == "show":
            tab_to(ann, "[data-testid=show]")
        press(ann, keys[kind].pop(0))
    assert keys["act"] == keys["buy"] == []
    assert "Ann bets 2" in " ".join(ann.log())
    assert [card.up for card in ann.hole()] == [False, False, True]
    press(ann, "Shift+N")
    assert ann.turn() == "call"
    tab_to(ann, "[data-testid=call-game]")
    ann.page.keyboard.press("ArrowDown")
    chosen = ann.page.locator("[data-testid=call-game]:checked").get_attribute("data-game")
    tab_to(ann, "[data-testid=call-submit]")
    press(ann, "Enter")
    assert ann.view["called"]["game"] == chosen != "reach-around"
    expect(ann.at("info")).to_contain_text(
        next(game.name for game in games() if game.slug == chosen)
    )
    assert ann.turn() == "act"
    ann.page.keyboard.press("?")
    expect(ann.at("keys-dialog")).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(ann.at("keys-dialog")).to_have_count(0)
    press(ann, "b")


def test_one_click_seats_a_visitor_of_the_real_server(chromium: Browser) -> None:
    """``wildrank serve`` prints a link; one click there, and three bots play with the visitor."""
    with process() as server:
        crowd = Crowd(chromium)
        ann = crowd.visitor(server.origin, reduced_motion="no-preference")
        ann.page.goto(server.origin)
        ann.at("deal-me-in").click()
        expect(ann.page.locator("[data-testid^=seat-]")).to_have_count(4)
        expect(ann.at("hole-card")).to_have_count(2)
        assert ann.turn() == "act"
        ann.press("check-call")
        expect(ann.at("log")).to_contain_text(f"{ann.view['you']['name']} c")
        crowd.leave()
    assert crowd.watches[0].wrong == []


def test_what_a_page_must_not_do_is_noticed(chromium: Browser, serve: Serve) -> None:
    """A script of somebody else's does not run, and the watch over all these tests sees it."""
    origin = serve()
    crowd = Crowd(chromium)
    ann = crowd.visitor(origin)
    ann.page.goto(origin)
    ann.at("deal-me-in").wait_for()
    watch = crowd.watches[0]
    assert watch.wrong == []
    ann.page.evaluate("""() => {
      const script = document.createElement('script');
      script.textContent = 'window.intruder = true';
      document.head.append(script);
      document.head.append(Object.assign(new Image(), { src: 'http://127.0.0.1:9/seen.png' }));
      setTimeout(() => { throw new Error('on purpose'); });
    }""")
    ann.until(lambda: any("exception" in one for one in watch.wrong), "the error is noticed")
    ann.until(lambda: any("policy img-src" in one for one in watch.wrong), "the image is noticed")
    assert ann.page.evaluate("window.intruder") is None
    assert any("policy script-src" in one for one in watch.wrong)
    crowd.leave()


def test_a_table_that_is_not_there_says_so(chromium: Browser, serve: Serve) -> None:
    """An old link leads to a sentence and the way back, not to an empty page."""
    origin = serve()
    crowd = Crowd(chromium)
    ann = crowd.visitor(origin)
    ann.page.goto(f"{origin}/t/nowhere")
    expect(ann.page.get_by_text("there is no such table here").first).to_be_visible()
    ann.page.get_by_role("button", name="Front page").click()
    expect(ann.at("deal-me-in")).to_be_visible()
    assert urlsplit(ann.page.url).path == "/"
    assert all("404" in one for one in crowd.watches[0].wrong)
    crowd.leave()
