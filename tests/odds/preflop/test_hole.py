"""Exact odds of two hold'em hands, with and without the low half."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt
import pytest
from odds.preflop.plain import SUIT_NAMES, count, counted, renamed, small_spot

from wildrank._jit import COMPILED
from wildrank.cards import DECK, format_cards
from wildrank.games import Announcement, load_game
from wildrank.hands.batch import high_low_strengths
from wildrank.odds.preflop import seconds, solve
from wildrank.odds.result import HALF, POT, Tally, summary
from wildrank.odds.spot import Spot, read_spot

compiled = pytest.mark.skipif(not COMPILED, reason="takes the compiler: minutes without it")
HOLDEM, HILO = load_game("holdem"), load_game("holdem-hilo")


def solved(spot: Spot) -> Tally:
    """Return the tally of a spot that must have one."""
    tally = solve(spot)
    assert tally is not None
    return tally


def equity(slug: str, *hands: str, board: str = "") -> list[float]:
    """Return the equities of two hands."""
    tally = solved(read_spot(load_game(slug), hands, board))
    return [player.equity for player in summary(tally, hands).players]


@pytest.mark.requirement("HE-rank")
def test_known_counts() -> None:
    """Aces against kings win, lose and tie as often as everybody else has counted."""
    tally = solved(read_spot(HOLDEM, ["AhAd", "KsKh"]))
    assert tally.deals == tally.weight == comb(48, 5)
    assert tally.wins.tolist() == [1_399_204, 305_177]
    assert tally.ties.tolist() == [7_923, 7_923]
    assert tally.highs is None


@pytest.mark.requirement("HL-split", "HL-pairlow")
def test_known_high_low() -> None:
    """The two halves and the whole of the high-low game are those counted elsewhere."""
    tally = solved(read_spot(HILO, ["AhAd", "KsKh"]))
    player = summary(tally, ["AhAd", "KsKh"]).players[0]
    assert (player.high, player.low) == pytest.approx((0.8194605047, 0.8701433858), abs=1e-10)
    assert player.equity == pytest.approx(0.8448019452, abs=1e-10)


@compiled
def test_known_against_random() -> None:
    """Aces against any hand have the equity that everybody else has found."""
    assert equity("holdem", "AhAd", "random")[0] == pytest.approx(0.8520371330, abs=1e-10)


@pytest.mark.parametrize("board", [0, 1, 3, 4, 5])
@pytest.mark.parametrize(
    ("slug", "qualifier"), [("holdem", None), ("holdem-hilo", None), ("holdem-hilo", 8)]
)
@pytest.mark.requirement("D26")
def test_every_deal_of_a_small_deck(slug: str, qualifier: int | None, board: int) -> None:
    """All sums are those of dealing every deal and asking the reference orders."""
    rng = np.random.default_rng(board)
    said = Announcement(low_qualifier=qualifier)
    for _ in range(3):
        spot = small_spot(rng, slug, deck=9, board=board, announcement=said)
        assert counted(solved(spot)) == count(spot), spot


@pytest.mark.parametrize(
    ("hands", "board"),
    [
        (["AhKh", "QsJs"], ""),  # two suits make flushes with three cards of the board
        (["9h8h", "Ah2h"], ""),  # both in one suit
        (["5h5d", "AhKh"], "6h7h"),
        (["5h5d", "AsKs"], "6h7h8h9h"),  # one has a straight flush already
        (["2c3d", "2d3c"], "ThJhQhKhAh"),
        (["As2s", "AcAd"], "3s4s5s"),
    ],
)
def test_flushes(hands: list[str], board: str) -> None:
    """Hands that share, have or need a suit are counted as dealing a small deck counts them."""
    rng = np.random.default_rng(7)
    left = [card for card in DECK if str(card) not in "".join(hands) + board]
    kept = set(rng.permutation([card for card in left if card.suit in {2, 3}])[:10].tolist())
    dead = format_cards(card for card in left if card not in kept)
    for game in (HOLDEM, HILO):
        spot = read_spot(game, hands, board, dead)
        assert counted(solved(spot)) == count(spot)


def _whole_deck(
    holes: list[list[int]],
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Return the high and low strengths of two hands on every board, ``int32[2, n]`` each."""
    deck = [card for card in range(52) if card not in {*holes[0], *holes[1]}]
    rows = np.empty((2, comb(48, 5), 7), dtype=np.uint8)
    rows[:, :, 2:] = list(combinations(deck, 5))
    for seat in range(2):
        rows[seat, :, :2] = holes[seat]
    highs, lows = zip(*map(high_low_strengths, rows), strict=True)
    return np.array(highs), np.array(lows)


@compiled
@pytest.mark.parametrize("seed", range(3))
def test_every_board_of_the_whole_deck(seed: int) -> None:
    """The sums are those of looking up both hands on each of 1,712,304 boards."""
    rng = np.random.default_rng(seed)
    holes = rng.permutation(52)[:4].reshape(2, 2).tolist()
    hands = [format_cards(DECK[card] for card in hole) for hole in holes]
    highs, lows = _whole_deck(holes)
    won_high, won_low = (2 * (half > half[::-1]) + (half == half[::-1]) for half in (highs, lows))
    share = won_high + won_low
    tally = solved(read_spot(HILO, hands))
    assert tally.highs is not None
    assert tally.lows is not None
    assert tally.quarters is not None
    assert tally.shares.tolist() == (share.sum(axis=1) * (POT // 4)).tolist()
    assert tally.wins.tolist() == (share == 4).sum(axis=1).tolist()
    assert tally.quarters.tolist() == (share == 1).sum(axis=1).tolist()
    assert tally.highs.tolist() == (won_high.sum(axis=1) * (HALF // 2)).tolist()
    assert tally.lows.tolist() == (won_low.sum(axis=1) * (HALF // 2)).tolist()


@compiled
@pytest.mark.parametrize("slug", ["holdem", "holdem-hilo"])
def test_names_of_suits_and_order(slug: str) -> None:
    """Exchanging suits changes nothing, exchanging players exchanges everything."""
    game = load_game(slug)
    hands, board, dead = ["Ah7h", "Qs6h"], "Kh", "2s3d"
    tally = counted(solved(read_spot(game, hands, board, dead)))
    for suits in SUIT_NAMES:
        others = [renamed(hand, suits) for hand in hands]
        spot = read_spot(game, others, renamed(board, suits), renamed(dead, suits))
        assert counted(solved(spot)) == tally
    swapped = counted(solved(read_spot(game, hands[::-1], board, dead)))
    assert swapped.wins == tally.wins[::-1]
    assert swapped.shares == tally.shares[::-1]
    assert swapped.categories == tally.categories[::-1]
    assert sum(tally.shares) == tally.deals * POT


def test_ranges_are_sums() -> None:
    """Two ranges with weights come to the weighted sum over their pairs of hands."""
    board, dead = "8h9hTs", "2s3d"
    first, second = {"AhKh": 2.0, "AhAd": 0.5, "QhQd": 1.0}, {"KhKd": 1.5, "JhTh": 1.0}
    words = [", ".join(f"{hand}:{weight}" for hand, weight in each.items())
             for each in (first, second)]  # fmt: skip
    tally = solved(read_spot(HILO, words, board, dead))
    shares, weights, deals = np.zeros(2), 0.0, 0
    for mine, weight in first.items():
        for theirs, other in second.items():
            if not {mine[:2], mine[2:]} & {theirs[:2], theirs[2:]}:
                one = solved(read_spot(HILO, [mine, theirs], board, dead))
                shares += weight * other * one.shares
                weights += weight * other * one.deals
                deals += one.deals
    assert tally.deals == deals
    assert tally.weight == pytest.approx(weights)
    assert tally.shares == pytest.approx(shares)
    assert tally.categories.sum(axis=1) == pytest.approx([weights, weights])


@compiled
def test_any_hand_is_the_sum_of_all() -> None:
    """A random opponent comes to the sum over every hand it may have, suits told apart."""
    hand, board, dead = "Ah7h", "8h9h", "6c"  # the dead card tells clubs from diamonds
    tally = solved(read_spot(HILO, [hand, "random"], board, dead))
    gone = {"Ah", "7h", "8h", "9h", "6c"}
    left = [card for card in DECK if str(card) not in gone]
    ones = [
        solved(read_spot(HILO, [hand, format_cards(other)], board, dead))
        for other in combinations(left, 2)
    ]
    total = ones[0]
    for one in ones[1:]:
        total = total + one
    assert counted(tally) == counted(total)


def test_what_is_left_to_others() -> None:
    """Three players, Omaha, and hands that cannot meet are not solved here."""
    assert solve(read_spot(HOLDEM, ["AhAd", "KsKh", "QsQh"])) is None
    assert solve(read_spot(load_game("omaha-hilo"), ["AhAdKsKh", "QsQh2c3c"])) is None
    assert solve(read_spot(HOLDEM, ["AhAd,AhAc", "AhAs,AhKs"])) is None


def test_how_long_it_takes() -> None:
    """The guess of the time grows with the pairs of hands and is none where nothing is solved."""
    pair = seconds(read_spot(HOLDEM, ["AhAd", "KsKh"]))
    against_all = seconds(read_spot(HOLDEM, ["AhAd", "random"]))
    assert pair is not None
    assert against_all is not None
    assert pair < 0.01 < against_all < 5 < (seconds(read_spot(HOLDEM, ["random"] * 2)) or 0)
    assert seconds(read_spot(HOLDEM, ["AhAd", "KsKh", "QsQh"])) is None
