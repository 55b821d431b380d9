"""Exact odds: against the referee's own showdown, and against values that are known."""

from __future__ import annotations

import random

import pytest
from odds.brute import assert_same
from odds.spots import random_spot

from wildrank._jit import COMPILED
from wildrank.errors import GameError
from wildrank.games import announce, load_game
from wildrank.odds import odds
from wildrank.odds.ask import tally
from wildrank.odds.exact import combination, cost, enumerate_all
from wildrank.odds.spot import read_spot

GAMES = ("holdem", "holdem-hilo", "omaha-hilo", "reach-around", "reach-around-flop")
BATCHES, SPOTS = 10, 30 if COMPILED else 2

compiled = pytest.mark.skipif(not COMPILED, reason="takes minutes where the compiler is off")


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("slug", GAMES)
def test_brute_force(slug: str, batch: int) -> None:
    """Every sum is what the referee awards over all deals, ties and odd shares counted."""
    rng = random.Random(f"{slug} {batch}")
    for _ in range(SPOTS):
        spot = random_spot(slug, rng)
        weighted = any((each.weights != 1).any() for each in spot.holdings)
        assert_same(enumerate_all(spot), spot, rel=1e-12 if weighted else 0.0)


@pytest.mark.parametrize("slug", GAMES)
def test_chosen_method(slug: str) -> None:
    """Whatever method `odds` chooses, the sums are those of the referee."""
    rng = random.Random(slug)
    for _ in range(SPOTS):
        spot = random_spot(slug, rng)
        weighted = any((each.weights != 1).any() for each in spot.holdings)
        assert_same(tally(spot), spot, rel=1e-12 if weighted else 0.0)


@compiled
def test_aces_against_kings() -> None:
    """Two aces against two kings of one suit in common: the counts that are known."""
    spot = read_spot(load_game("holdem"), ["AhAd", "KsKh"])
    for found in (enumerate_all(spot), tally(spot)):
        assert found.deals == 1_712_304
        assert found.wins.tolist() == [1_399_204, 305_177]
        assert found.ties.tolist() == [7_923, 7_923]
    high_low = odds("holdem-hilo", ["AhAd", "KsKh"]).players[0]
    assert high_low.high == pytest.approx(0.8194605047, abs=5e-11)
    assert high_low.low == pytest.approx(0.8701433858, abs=5e-11)
    assert high_low.equity == pytest.approx(0.8448019452, abs=5e-11)


@compiled
def test_aces_against_random() -> None:
    """Two aces against any hand: the equity that is known."""
    found = odds("holdem", ["AhAd", "random"])
    assert found.players[0].equity == pytest.approx(0.8520371330, abs=5e-11)
    assert found.exact


@compiled
@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_jobs(jobs: int) -> None:
    """The sums do not depend on how many cores work on them."""
    spot = read_spot(load_game("holdem"), ["AhAd", "QQ+", "random"], board="2h5d9c")
    alone, together = enumerate_all(spot), enumerate_all(spot, jobs)
    assert alone.deals == together.deals
    assert (alone.shares == together.shares).all()
    assert (alone.categories == together.categories).all()


def test_ten_players() -> None:
    """Ten hands on a full board: one deal, and the pot is shared by those who tie."""
    hands = ["2c2d", "2h2s", "3c3d", "3h3s", "4c4d", "4h4s", "5c5d", "5h5s", "6c6d", "6h6s"]
    found = odds("holdem", hands, board="AsKsQsJsTs")
    assert found.deals == 1
    assert {player.equity for player in found.players} == {0.1}
    assert {player.tie for player in found.players} == {1.0}


def test_same_question_turned_around() -> None:
    """Players asked for in another order fare the same."""
    hands, board = ["AhAd", "KsKh, KcKd", "9c8c"], "Ts7c2d4h"
    found = odds("holdem-hilo", hands, board=board).players
    turned = odds("holdem-hilo", hands[::-1], board=board).players
    assert found == turned[::-1]


def test_equities_add_up() -> None:
    """The shares of all players are the whole pot, and each distribution adds up to one."""
    hands = ["AhAd2c3c", "KsKh4d5d", "9c8c7d6d"]
    found = odds("omaha-hilo", hands, board="Ts7c2d4h")
    assert sum(player.equity for player in found.players) == pytest.approx(1, abs=1e-12)
    for player in found.players:
        assert sum(player.categories.values()) == pytest.approx(1, abs=1e-12)
        assert sum((player.lows or {}).values()) == pytest.approx(1, abs=1e-12)


def test_weights() -> None:
    """A hand of twice the weight counts twice."""
    game, board = load_game("holdem"), "2h5d9cJs"
    kings, queens = (odds(game, ["AhAd", hand], board=board) for hand in ("KsKh", "QsQh"))
    both = odds(game, ["AhAd", "KsKh:2, QsQh"], board=board)
    wanted = (2 * kings.players[0].equity + queens.players[0].equity) / 3
    assert both.players[0].equity == pytest.approx(wanted, abs=1e-12)
    assert both.deals == kings.deals + queens.deals


@compiled
def test_ace_in_hole() -> None:
    """An ace low in the hole, once announced, is wild for its holder."""
    game = load_game("reach-around")
    low = announce(game, {"ace-in-hole": "low"})[1]
    usual = odds(game, ["AhKd", "QcJc"])
    changed = odds(game, ["AhKd", "QcJc"], announcement=low)
    assert changed.players[0].equity != usual.players[0].equity


def test_too_many_deals() -> None:
    """What would take days is refused, with the number of deals."""
    spot = read_spot(load_game("reach-around"), ["random"] * 6)
    assert cost(spot).seconds > 24 * 3600
    with pytest.raises(GameError, match="sample some instead") as caught:
        tally(spot, exact=True)
    assert caught.value.code == "odds/too-many-deals"


def test_combination() -> None:
    """The numbers of sets follow the order in which the kernel walks through them."""
    from itertools import combinations

    for size in range(5):
        every = list(combinations(range(9), size))
        assert [tuple(combination(n, 9, size)) for n in range(len(every))] == every
