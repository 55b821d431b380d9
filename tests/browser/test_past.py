"""The past on the page: a hand looked at again, the ledger, results, and odds for who watches."""

from __future__ import annotations

import json
import re
import threading
from pathlib import Path

import msgspec
import pytest
from browser.crowd import PHONE, Crowd, Serve
from browser.stage import BRISK
from browser.test_around import tab
from browser.visitor import WAIT_S, Visitor
from playwright.sync_api import expect
from table.kit import ToldBots

from wildrank.bots import BotView, RandomBot
from wildrank.fair.verify import read_receipts, verify_all
from wildrank.games import GameCall, GameOffer
from wildrank.histories import loads
from wildrank.referee import Call, Legal, PlayerAction, RaiseTo, State
from wildrank.table.past import history

pytestmark = pytest.mark.browser


def play_out(person: Visitor) -> None:
    """Check, call and take the card down until the hand is over."""
    while (kind := person.turn()) != "over":
        person.press({"act": "check-call", "buy": "take-down", "show": "show"}[kind])


def look_again(person: Visitor, number: int) -> None:
    """Open a hand from the list."""
    tab(person, "hands")
    person.page.locator(f"[data-testid=past-hand][data-number='{number}']").click()
    expect(person.at("replay")).to_be_visible()


def moment(person: Visitor) -> int:
    """Return which moment of the hand is looked at."""
    return int(person.at("replay").get_attribute("data-moment") or "-1")


@pytest.mark.parametrize("device", [{}, PHONE], ids=["desk", "phone"])
def test_a_hand_is_looked_at_again_step_by_step(
    crowd: Crowd, serve: Serve, device: dict[str, object]
) -> None:
    """The page shows each moment as it was: cards, pot and stacks, and goes back to the table."""
    origin = serve(ToldBots(calls=[GameCall("holdem")]))
    ann = crowd.visitor(origin, **device)
    ann.deal_me_in(origin, "Ann")
    ann.turn()
    hole = ann.hole()
    play_out(ann)
    board, pot, stack = ann.board(), ann.pot(), ann.stack()

    look_again(ann, 1)
    assert ann.page.url.endswith("#hand=1")
    assert moment(ann) == 0
    assert (ann.board(), ann.hole(), ann.pot(), ann.stack()) == ([], [], 0, 200)
    streets = {}
    while ann.at("replay-next").is_enabled():
        ann.at("replay-next").click()
        ann.settle()
        streets[len(ann.board())] = moment(ann)
        assert ann.hole() in ([], hole)
        assert ann.board() == board[: len(ann.board())]
    assert list(streets) == [0, 3, 4, 5]
    assert (ann.board(), ann.pot(), ann.stack()) == (board, pot, stack)
    expect(ann.at("showdown")).to_be_visible()

    ann.page.keyboard.press("Home")
    assert moment(ann) == 0
    ann.page.keyboard.press("ArrowRight")
    ann.page.keyboard.press("ArrowDown")
    ann.settle()
    assert len(ann.board()) == 3
    ann.page.keyboard.press("ArrowLeft")
    ann.settle()
    assert len(ann.board()) == 0
    ann.at("replay-street").nth(3).click()
    assert moment(ann) == streets[4] + 1
    scrolls = ann.page.evaluate("() => document.documentElement.scrollWidth > innerWidth")
    assert not scrolls

    ann.page.keyboard.press("Escape")
    expect(ann.at("replay")).to_have_count(0)
    assert "#" not in ann.page.url
    assert ann.turn() == "over"


def test_a_link_leads_to_a_hand_and_shows_who_follows_it_no_more(
    crowd: Crowd, serve: Serve
) -> None:
    """A stranger with the link sees what spectators saw: no card that was not shown."""
    origin = serve(ToldBots(calls=[GameCall("holdem")]))
    ann, eve = crowd.visitor(origin), crowd.visitor(origin)
    link = ann.deal_me_in(origin, "Ann")
    assert ann.turn() == "act"
    mine = {card.code for card in ann.hole()}
    ann.press("fold")
    assert ann.turn() == "over"

    eve.page.goto(f"{link}#hand=1")
    expect(eve.at("replay")).to_be_visible()
    expect(eve.at("join-dialog")).to_have_count(0)
    seen = set()
    while eve.at("replay-next").is_enabled():
        eve.at("replay-next").click()
        eve.settle()
        seen |= {card.code for card in eve.cards_of(0)}
    assert not mine & seen
    eve.at("past-mark").click()
    expect(eve.at("join-dialog")).to_be_visible()


def test_the_table_calls_back_who_looks_at_the_past(crowd: Crowd, serve: Serve) -> None:
    """When it is their turn, or their call, the replay makes way for the table."""
    origin = serve(ToldBots(calls=[GameCall("holdem")]))
    ann = crowd.visitor(origin)
    link = ann.deal_me_in(origin, "Ann")
    ann.turn()
    play_out(ann)
    second = crowd.second_tab(ann)
    second.page.goto(link)
    assert second.turn() == "over"
    look_again(ann, 1)
    second.next_hand()
    assert ann.turn() == "call"
    expect(ann.at("replay")).to_have_count(0)


def test_a_hand_is_kept_in_three_kinds_of_files(
    crowd: Crowd, serve: Serve, tmp_path: Path
) -> None:
    """The text has the log, the PHH is read back, and the receipt checks."""
    origin = serve(ToldBots(calls=[GameCall("reach-around")]))
    ann = crowd.visitor(origin)
    ann.deal_me_in(origin, "Ann")
    ann.turn()
    play_out(ann)
    log = ann.log()
    look_again(ann, 1)
    kept = {}
    ann.at("replay-files").click()
    for kind in ("text", "phh", "receipt"):
        with ann.page.expect_download() as coming:
            ann.at(f"file-{kind}").click()
        coming.value.save_as(tmp_path / kind)
        kept[kind] = (tmp_path / kind).read_text(encoding="utf-8")
    lines = kept["text"].splitlines()
    assert any(line.startswith("#1 Texas Reach Around") for line in lines)
    assert any(re.match(r"Ann shows (?:\w\w ){2}\w\w: \w+", line) for line in lines)
    assert len(lines) == len([line for line in log if not re.search("sits down", line)])
    hand = loads(kept["phh"])
    assert hand.over
    assert hand.game.slug == "reach-around"
    assert verify_all(read_receipts(kept["receipt"]))


def test_the_ledger_adds_up_and_is_kept_as_a_file(
    crowd: Crowd, serve: Serve, tmp_path: Path
) -> None:
    """It shows what was brought and what is there, what a chip stands for, and who pays whom."""
    origin = serve(ToldBots(calls=[GameCall("holdem")]), msgspec.structs.replace(BRISK, bots=0))
    ann, bob = crowd.visitor(origin), crowd.visitor(origin)
    link = ann.deal_me_in(origin, "Ann")
    bob.join(link, "=Bob")
    assert ann.turn() == "call"
    ann.call_game("holdem")
    ann.until(lambda: ann.at("fold").is_visible() or bob.at("fold").is_visible(), "a turn")
    ann.until(lambda: ann.view["hand"], "the hand is told")
    loser = ann if ann.view["hand"]["legal"] else bob
    loser.until(lambda: loser.view["hand"]["legal"], "it is the loser's turn")
    loser.page.locator("[data-testid=fold][aria-disabled=false]").wait_for()
    loser.press("fold")
    winner = bob if loser is ann else ann
    lost = 200 - loser.stack()
    for person in (ann, bob):
        tab(person, "ledger")
        lines = person.at("ledger-line")
        expect(lines).to_have_count(2)
        expect(lines.nth(0)).to_contain_text(re.compile(r"Ann.*200.*0"))
        expect(person.at("payment")).to_have_count(1)
        names = ("Ann", "=Bob") if loser is ann else ("=Bob", "Ann")
        expect(person.at("payment")).to_contain_text(f"{names[0]} → {names[1]} {lost}")
    ann.at("worth").fill("5.00 €")
    expect(ann.at("payment")).to_contain_text(f"= {lost * 5 / 100:.2f} €")
    assert winner.stack() == 200 + lost
    with ann.page.expect_download() as coming:
        ann.at("ledger-csv").click()
    coming.value.save_as(tmp_path / "ledger.csv")
    text = (tmp_path / "ledger.csv").read_text(encoding="utf-8")
    assert f",200,0,0,{ann.stack()},{ann.stack() - 200}," in text
    assert "'=Bob" in text


def test_results_of_two_nights_are_one_persons(crowd: Crowd, serve: Serve) -> None:
    """The front page leads to them: both tables, with the day, the games and the sum."""
    origin = serve(ToldBots(calls=[GameCall("holdem"), GameCall("holdem-hilo")]))
    ann = crowd.visitor(origin)
    won = 0
    for _ in range(2):
        ann.deal_me_in(origin, "Ann")
        ann.turn()
        play_out(ann)
        won += ann.stack() - 200
    ann.page.goto(origin)
    ann.at("results-link").click()
    expect(ann.at("night")).to_have_count(2)
    sign = "+" if won > 0 else "\N{MINUS SIGN}" if won < 0 else "±"
    expect(ann.page.locator(".results-sum .net")).to_have_text(f"{sign}{abs(won)}")
    ann.at("night").last.click()
    expect(ann.at("past-hand")).to_have_count(1)
    stranger = crowd.visitor(origin)
    stranger.page.goto(f"{origin}/#results")
    expect(stranger.at("no-results")).to_be_visible()


class Paced(ToldBots):
    """Bots that begin no more hands than they may."""

    def __init__(self, hands: int) -> None:
        """Let so many begin."""
        super().__init__()
        self.may = threading.Semaphore(hands)

    def call(self, _player: str, _offered: GameOffer) -> GameCall:
        """Wait until another hand may begin."""
        self.may.acquire(timeout=WAIT_S)
        return GameCall("holdem")


def test_earlier_hands_are_fetched_when_they_are_wanted(
    crowd: Crowd, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The list begins with the newest; a hand that is over adds its line, and no more is sent."""
    monkeypatch.setattr(history, "MOST_LINES", 2)
    bots = Paced(5)
    alone = msgspec.structs.replace(BRISK, needs_people=False, result_s=0.1, short_result_s=0.1)
    origin = serve(bots, alone)
    spy, asked = crowd.visitor(origin), list[str]()
    spy.page.on("request", lambda request: asked.append(request.url.partition("/hands?")[2]))
    spy.page.goto(origin)
    link = spy.page.evaluate(
        "fetch('/api/tables', { method: 'POST' }).then((told) => told.json())"
    )["link"]
    spy.look_on(f"{origin}{link}")
    spy.until(lambda: played(spy, link) == 5, "5 hands")
    tab(spy, "hands")
    lines, earlier = spy.at("past-hand"), spy.at("earlier-hands")
    expect(lines).to_have_count(2)
    earlier.click()
    expect(lines).to_have_count(4)
    earlier.click()
    expect(lines).to_have_count(5)
    expect(earlier).to_have_count(0)
    bots.may.release()
    expect(lines).to_have_count(6)
    numbers = [line.get_attribute("data-number") for line in lines.all()]
    assert numbers == ["6", "5", "4", "3", "2", "1"]
    wanted = [one for one in asked if one]
    assert wanted[0] == "after=0"
    assert [one for one in wanted if one.startswith("before")] == ["before=4", "before=2"]
    assert set(wanted[1:]) <= {"before=4", "before=2", "after=5", "after=6"}
    bots.may.release(99)


def played(visitor: Visitor, link: str) -> int:
    """Return the number of the last hand of a table that is over."""
    path = f"/api{link.replace('/t/', '/tables/')}/hands"
    told = visitor.page.evaluate("(path) => fetch(path).then((told) => told.json())", path)
    return int(told[0]["number"]) if told else 0


def all_in(seat: int, state: State, allowed: Legal) -> PlayerAction:
    """Put everything in at once, or call it."""
    if allowed.raise_high:
        return RaiseTo(seat, allowed.raise_high)
    if allowed.call:
        return Call(seat)
    return RandomBot(seed=1).decide(BotView(seat, state, allowed)).action


def test_who_watches_sees_odds_once_all_are_all_in(crowd: Crowd, serve: Serve) -> None:
    """They stand on the seats of both hands, and add up; before that there are none."""
    bots = ToldBots(all_in, [GameCall("holdem", {"limit": "no"})])
    config = msgspec.structs.replace(BRISK, bots=1, deal_s=1.5)
    origin = serve(bots, config)
    ann, spy = crowd.visitor(origin), crowd.visitor(origin)
    link = ann.deal_me_in(origin, "Ann")
    spy.look_on(link)
    assert ann.turn() == "act"
    expect(spy.at("chance")).to_have_count(0)
    ann.press("check-call")
    expect(spy.at("chance")).to_have_count(2)
    told = [int(re.findall(r"\d+", text)[0]) for text in spy.at("chance").all_inner_texts()]
    assert 99 <= sum(told) <= 101
    expect(ann.at("chance")).to_have_count(0)
    assert '"equity"' not in json.dumps(spy.frames)
