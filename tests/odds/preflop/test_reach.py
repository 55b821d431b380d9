"""Exact odds of two Texas Reach Around hands, third cards unknown, taken down or bought."""

from __future__ import annotations

from itertools import combinations, product
from math import comb
from typing import Literal

import numpy as np
import pytest
from odds.preflop.plain import SUIT_NAMES, count, counted, renamed, small_spot

from wildrank._jit import COMPILED
from wildrank.cards import DECK, format_cards
from wildrank.games import Announcement, load_game
from wildrank.hands.batch import reach_around_strengths
from wildrank.odds.preflop import seconds, solve
from wildrank.odds.result import POT, Tally
from wildrank.odds.spot import Spot, read_spot

compiled = pytest.mark.skipif(not COMPILED, reason="takes the compiler: minutes without it")
GAME = load_game("reach-around")
THIRDS = ("?", "up", "down:", "up:")
Five = Literal["above", "below", "royal"]


def solved(spot: Spot) -> Tally:
    """Return the tally of a spot that must have one."""
    tally = solve(spot)
    assert tally is not None
    return tally


@pytest.mark.parametrize("third", list(product(THIRDS, repeat=2)))
@pytest.mark.requirement("TRA-1.3", "TRA-3.2a-lower", "TRA-3.2b", "TRA-4.2b")
def test_third_cards(third: tuple[str, str]) -> None:
    """Whatever is known of the third cards, all sums are those of dealing every deal."""
    rng = np.random.default_rng(3)
    for board in (0, 2, 4) if COMPILED else (3, 4):
        spot = small_spot(rng, "reach-around", 9, board, third)
        assert counted(solved(spot)) == count(spot), spot


@pytest.mark.parametrize("ace", ["high", "low"])
@pytest.mark.parametrize("double", [False, True])
@pytest.mark.parametrize("five", ["above", "below", "royal"])
@pytest.mark.requirement("TRA-1.3c", "TRA-1.4c", "D32", "D33")
def test_announcements(five: Five, double: bool, ace: Literal["high", "low"]) -> None:  # noqa: FBT001
    """Under every announcement the sums are those of dealing every deal of a suited deck."""
    said = Announcement(five_of_a_kind=five, double_ace=double, ace_in_hole=ace)
    hands, board = ["4c9h", "AsTc"], "" if COMPILED else "KhJhQh"
    to_come = ["Ah", "Th", "4h", "Kh", "Jh", "4d", "Ad", "Qh", "Ts", "8h"]
    for third in (["?", "?"], ["up", "?"], ["down:2h", "up:3s"]):
        given = {*to_come, "4c", "9h", "As", "Tc", "2h", "3s"}
        dead = format_cards(card for card in DECK if str(card) not in given)
        spot = read_spot(GAME, hands, board, dead, third, said)
        assert counted(solved(spot)) == count(spot), spot


@pytest.mark.parametrize(("five", "winner"), [("above", 1), ("royal", 0)])
@pytest.mark.parametrize(
    ("hands", "board", "third"),
    [
        (["JsTs", "8c8d"], "8hAsKsQs", ["down:3d", "down:Ah"]),
        (["AsKs", "8h8s"], "QsJs8dAh", ["down:Ts", "down:Ad"]),  # a wild ten plays as itself
    ],
)
@pytest.mark.requirement("D33")
def test_natural_royal(
    five: Five, winner: int, hands: list[str], board: str, third: list[str]
) -> None:
    """A natural royal flush beats five of a kind where it was announced to, and not elsewhere."""
    said = Announcement(five_of_a_kind=five)
    tally = solved(read_spot(GAME, hands, board, "", third, said))
    assert tally.wins.tolist() == [1 - winner, winner]


@compiled
def test_every_deal_of_the_whole_deck() -> None:
    """All 368,145,360 deals of two hands are as looking up each hand and comparing says."""
    holes = [DECK.index(card) for card in DECK if str(card) in {"Ah", "Ad", "Kh", "Ks"}]
    mine, theirs = holes[2:], holes[:2]
    deck = [card for card in range(52) if card not in holes]
    wins = ties = deals = 0
    boards = np.array(list(combinations(deck, 4)), dtype=np.uint8)
    for part in np.array_split(boards, 60):
        out = (part[:, :, None] == np.array(deck)).any(axis=1)
        thirds = np.tile(np.array(deck, dtype=np.uint8), (len(part), 1))[~out].reshape(-1, 44)
        values = []
        for hole in (mine, theirs):
            rows = np.empty((len(part), 44, 7), dtype=np.uint8)
            rows[:, :, :2], rows[:, :, 2], rows[:, :, 3:] = hole, thirds, part[:, None]
            values.append(reach_around_strengths(rows.reshape(-1, 7)).reshape(-1, 44))
        apart = ~np.eye(44, dtype=np.bool_)
        wins += int(((values[0][:, :, None] > values[1][:, None]) & apart).sum())
        ties += int(((values[0][:, :, None] == values[1][:, None]) & apart).sum())
        deals += len(part) * 44 * 43
    tally = solved(read_spot(GAME, ["AhAd", "KsKh"]))
    assert tally.deals == deals == comb(48, 4) * 44 * 43
    assert tally.wins.tolist() == [wins, deals - wins - ties]
    assert tally.ties.tolist() == [ties, ties]


@compiled
@pytest.mark.parametrize("third", [("?", "?"), ("down:7c", "up"), ("up:7c", "down:2s")])
def test_names_of_suits_and_order(third: tuple[str, str]) -> None:
    """Exchanging suits changes nothing, exchanging players exchanges everything."""
    hands, board, dead = ["Ah7h", "Qs6h"], "Kh", "2c3d"
    tally = counted(solved(read_spot(GAME, hands, board, dead, third)))
    for suits in SUIT_NAMES[1::5]:
        held = [renamed(hand, suits) for hand in hands]
        words = [how + ":" * bool(card) + renamed(card, suits)
                 for how, _, card in (word.partition(":") for word in third)]  # fmt: skip
        spot = read_spot(GAME, held, renamed(board, suits), renamed(dead, suits), words)
        assert counted(solved(spot)) == tally
    swapped = counted(solved(read_spot(GAME, hands[::-1], board, dead, third[::-1])))
    assert (swapped.wins, swapped.ties) == (tally.wins[::-1], tally.ties)
    assert swapped.categories == tally.categories[::-1]
    assert sum(tally.shares) == tally.deals * POT


@compiled
def test_any_hand_is_the_sum_of_all() -> None:
    """A random opponent comes to the sum over every hand it may have, suits told apart."""
    hand, board, dead, third = "Ah7h", "8h9hTs", "6c", ["?", "up:2d"]
    tally = solved(read_spot(GAME, [hand, "random"], board, dead, third))
    gone = {"Ah", "7h", "8h", "9h", "Ts", "6c", "2d"}
    left = [card for card in DECK if str(card) not in gone]
    ones = [
        solved(read_spot(GAME, [hand, format_cards(other)], board, dead, third))
        for other in combinations(left, 2)
    ]
    total = ones[0]
    for one in ones[1:]:
        total = total + one
    assert counted(tally) == counted(total)


def test_what_is_left_to_others() -> None:
    """Three players, and natural hands that win ties, are not solved here."""
    assert solve(read_spot(GAME, ["AhAd", "KsKh", "QsQh"])) is None
    said = Announcement(naturals_first=True)
    spot = read_spot(GAME, ["AhAd", "KsKh"], announcement=said)
    assert solve(spot) is None
    assert seconds(spot) is None
