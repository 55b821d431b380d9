"""What a screen reader is given to say: exact sentences, once, in order, and nothing hidden."""

from __future__ import annotations

import re
from typing import Final

import msgspec
import pytest
from browser.crowd import Crowd, Serve
from browser.hearing import Heard, Hearing
from browser.stage import BRISK
from browser.visitor import READY, Visitor
from playwright.sync_api import expect
from table.kit import ToldBots, goes_along

from wildrank.games import GameCall
from wildrank.referee import Legal, PlayerAction, RaiseTo, State
from wildrank.table.config import Customs

pytestmark = pytest.mark.browser
# Ann, Bot1 and Bot2 (with the button) get two cards each, then two come on the board.
DECK: Final = "5s Qd 6d  4c Qh Jd  8s 2c  2h 5d 2d  2s 3c"
TOLD: Final = """
polite: #1 Texas Reach Around, 2/4 fixed limit, ante 1.
polite: Ann, Bot1 and Bot2 ante 1.
polite: You are dealt five of spades, four of clubs.
polite: Fours are wild for you. So far: a pair of fives.
assertive: Your turn: check or bet 2.
polite: Ann checks.
polite: Bot1 bets 2.
polite: Bot2 calls 2.
assertive: Your turn: call 2, raise to 4 or fold.
polite: Ann calls 2.
polite: Board eight of spades.
polite: Fours are wild for you. So far: a pair of eights.
assertive: Your turn: check or bet 2.
polite: Ann checks.
polite: Bot1 checks.
polite: Bot2 checks.
polite: Board two of clubs.
assertive: Your turn: check or bet 2.
polite: Ann checks.
polite: Bot1 checks.
polite: Bot2 checks.
assertive: Your turn: take the card face down, free, or buy it face up for 2.
polite: Ann buys the card up for 2.
polite: Ann is dealt two of hearts up.
polite: You have: three twos, eight-five kickers;
 four of clubs plays as two of diamonds. Wild: fours.
polite: Bot1 takes the card down.
polite: Bot2 takes the card down.
assertive: Your turn: check or bet 4.
polite: Ann checks.
polite: Bot1 checks.
polite: Bot2 checks.
polite: Board two of spades.
polite: You have: four twos, eight kicker; four of clubs plays as two of diamonds. Wild: fours.
assertive: Your turn: check or bet 4.
polite: Ann checks.
polite: Bot1 checks.
polite: Bot2 checks.
polite: Board three of clubs.
assertive: Your turn: check or bet 4.
polite: Ann checks.
polite: Bot1 checks.
polite: Bot2 checks.
polite: Ann shows five of spades, four of clubs.
polite: Bot1 shows queen of diamonds, queen of hearts, five of diamonds.
polite: Bot2 shows six of diamonds, jack of diamonds, two of diamonds.
polite: Bot2 wins 11: four jacks, eight kicker against Ann@s four twos, eight kicker.
polite: Pot 11 to Bot2.
""".replace("\n ", " ").replace("@", "\N{RIGHT SINGLE QUOTATION MARK}")
NAMED: Final = re.compile(r"(?<!plays as )(?<! as )\b(\w+) of (spades|hearts|diamonds|clubs)\b")


def bets_once(seat: int, state: State, allowed: Legal) -> PlayerAction:
    """Bet on the first street where nobody has, and go along with everything else."""
    if state.street == 0 and allowed.opening and allowed.raise_low:
        return RaiseTo(seat, allowed.raise_low)
    return goes_along(seat, state, allowed)


def settled(ann: Visitor, heard: Hearing) -> None:
    """Wait until the turn has been said, which comes a little after what led to it."""
    ann.until(lambda: heard.all() and heard.all()[-1].how == "assertive", "the turn is said")


def play_out(ann: Visitor, heard: Hearing) -> None:
    """Go along to the end, and buy the card up, each time after the turn was said."""
    while (kind := ann.turn()) != "over":
        if kind != "show":
            settled(ann, heard)
        ann.press({"act": "check-call", "buy": "buy-up", "show": "show"}[kind])
    heard.until("Pot 11")


def lines(heard: list[Heard]) -> list[str]:
    """Return what was heard, as the list above has it, from the first hand on."""
    all_lines = [f"{one.how}: {one.words}" for one in heard]
    return all_lines[next(at for at, line in enumerate(all_lines) if "#1" in line) :]


def test_a_hand_is_told_once_and_in_order(crowd: Crowd, serve: Serve, decks: list[str]) -> None:
    """Every action, card and turn is one sentence; no card is named before it may be seen."""
    decks.append(DECK)
    origin = serve(ToldBots(bets_once, [GameCall("reach-around")]))
    ann = crowd.visitor(origin)
    heard = Hearing(ann)
    ann.deal_me_in(origin, "Ann")
    play_out(ann, heard)
    told = lines(heard.all())
    assert (
        told
        == TOLD.replace("\n ", " ")
        .replace("@", "\N{RIGHT SINGLE QUOTATION MARK}")
        .strip()
        .splitlines()
    )
    before = " ".join(told[: next(at for at, line in enumerate(told) if "shows" in line)])
    seen = {"five of spades", "four of clubs", "two of hearts"}
    board = {"eight of spades", "two of clubs", "two of spades", "three of clubs"}
    assert {f"{rank} of {suit}" for rank, suit in NAMED.findall(before)} <= seen | board


def test_the_turn_tells_the_seconds(crowd: Crowd, serve: Serve) -> None:
    """Between people there is a clock, and the sentence of the turn ends with it."""
    origin = serve(
        config=msgspec.structs.replace(BRISK, bots=0, customs=Customs(act_s=90.0), call_s=90.0)
    )
    ann, bob = crowd.visitor(origin), crowd.visitor(origin)
    ears = [Hearing(ann), Hearing(bob)]

    def spoken() -> list[Heard]:
        return [one for ear in ears for one in ear.all() if one.how == "assertive"]

    bob.join(ann.deal_me_in(origin, "Ann"), "Bob")
    ann.until(lambda: any(one.page.locator(READY).count() for one in (ann, bob)), "a call")
    dealer = ann if ann.page.locator(READY).count() else bob
    assert dealer.turn() == "call"
    ann.until(lambda: any("call the game" in one.words for one in spoken()), "that is said")
    dealer.answered(dealer.at("call-submit").click)
    ann.until(lambda: any("Your turn" in one.words for one in spoken()), "the turn is said")
    (turn,) = [one.words for one in spoken() if "Your turn" in one.words]
    assert re.fullmatch(r"Your turn: .+\. (8\d|90) seconds\.", turn)
    calls = [one.words for one in spoken() if "call the game" in one.words]
    assert re.fullmatch(r"Your deal: call the game\. (8\d|90) seconds\.", calls[0])


def test_an_open_dialog_does_not_silence_the_table(crowd: Crowd, serve: Serve) -> None:
    """What happens while the rules are open is said from inside the dialog, and said once."""
    origin = serve(ToldBots(calls=[GameCall("holdem")]))
    ann = crowd.visitor(origin)
    heard = Hearing(ann)
    link = ann.deal_me_in(origin, "Ann")
    ann.turn()
    settled(ann, heard)
    ann.page.keyboard.press("i")
    expect(ann.at("rules-dialog")).to_be_visible()
    heard.forget()
    other = crowd.second_tab(ann)
    other.page.goto(link)
    other.turn()
    other.press("check-call")
    heard.until("Bot1")
    told = [one for one in heard.all() if one.how != "silent"]
    assert heard.all() == told
    assert [one.words for one in told].count("Ann calls 1.") == 1
    ann.page.keyboard.press("Escape")
    expect(ann.at("rules-dialog")).to_have_count(0)
    settled(ann, heard)
    count = len(heard.all())
    ann.press("check-call")
    heard.until("Ann checks")
    assert all(one.how != "silent" for one in heard.all()[count:])


def test_a_reload_tells_what_is_and_not_what_was(
    crowd: Crowd, serve: Serve, decks: list[str]
) -> None:
    """Whoever comes back hears what they have and that it is their turn, and nothing again."""
    decks.append(DECK)
    origin = serve(ToldBots(calls=[GameCall("reach-around")]))
    ann = crowd.visitor(origin)
    heard = Hearing(ann)
    ann.deal_me_in(origin, "Ann")
    ann.turn()
    ann.press("check-call")
    ann.turn()
    settled(ann, heard)
    ann.page.reload()
    ann.turn()
    settled(ann, heard)
    assert heard.all() == [
        ("polite", "Fours are wild for you. So far: a pair of eights."),
        ("assertive", "Your turn: check or bet 2."),
    ]


def test_a_slider_does_not_repeat_the_turn(crowd: Crowd, serve: Serve) -> None:
    """In no limit the turn tells the range once, however the amount is moved."""
    origin = serve(ToldBots(calls=[GameCall("holdem", {"limit": "no"})]))
    ann = crowd.visitor(origin)
    heard = Hearing(ann)
    ann.deal_me_in(origin, "Ann")
    ann.turn()
    settled(ann, heard)
    last = heard.all()[-1].words
    assert re.fullmatch(
        r"Your turn: call \d+, raise to any amount from \d+ to \d+ or fold\.", last
    )
    count = len(heard.all())
    for _ in range(3):
        ann.at("raise-slider").press("ArrowRight")
    ann.page.wait_for_timeout(600)
    assert len(heard.all()) == count


def test_a_refusal_is_said_with_the_turn(crowd: Crowd, serve: Serve) -> None:
    """A decision upon an old state is refused aloud, and the turn is told anew after it."""
    origin = serve(ToldBots(calls=[GameCall("holdem")]))
    ann = crowd.visitor(origin)
    heard = Hearing(ann)
    ann.deal_me_in(origin, "Ann")
    ann.turn()
    settled(ann, heard)
    turn = heard.all()[-1].words
    heard.forget()
    ann.page.evaluate("""async () => {
      const { act } = await import('/static/js/base/wire.mjs');
      const { view } = await import('/static/js/base/store.mjs');
      const now = view.value;
      view.value = { ...now, n: now.n - 1 };
      act('check');
      view.value = now;
    }""")
    heard.until("Your turn")
    said = [one.words for one in heard.all() if one.how == "assertive"]
    assert len(said) == 1
    assert said[0].endswith(turn)
    assert said[0] != turn
