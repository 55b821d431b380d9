"""What the third card is worth face up."""

from __future__ import annotations

import pytest
from odds.brute import count

from wildrank._jit import COMPILED
from wildrank.errors import GameError
from wildrank.games import load_game
from wildrank.odds import buy, odds
from wildrank.odds.result import POT
from wildrank.odds.spot import read_spot

DEAD = "2c2d2h2s3c3d3h3s4d4h5c5d5h5s6c6d8c8d8h8s9c9dTcTdThTsJcJs"
"""Dead cards that leave few deals."""

BOARD = "AcKd6h"

compiled = pytest.mark.skipif(not COMPILED, reason="takes minutes where the compiler is off")


def brute(hand: str, way: str) -> float:
    """Return the buyer's equity by the referee."""
    game = load_game("reach-around")
    spot = read_spot(game, [hand, "QhQd"], BOARD, DEAD, [way, "down:4s"])
    found = count(spot)
    return found.sums["shares"][0] / found.weight / POT


@pytest.mark.requirement("TRA-3.2-may", "TRA-3.2c")
@pytest.mark.parametrize(("hand", "better"), [("7c7d", "up"), ("7c9h", "down")])
def test_both_ways(hand: str, better: str) -> None:
    """The equities are the referee's, and at the break-even price both ways win as much."""
    third = ["?", "down:4s"]
    found = buy("reach-around", [hand, "QhQd"], pot=30, board=BOARD, dead=DEAD, third=third)
    down, up = (player.equity for player in found.buyer)
    assert down == pytest.approx(brute(hand, "down"), abs=1e-12)
    assert up == pytest.approx(brute(hand, "up"), abs=1e-12)
    assert found.error == 0
    price = found.break_even
    assert price is not None
    assert up * (30 + price) - price == pytest.approx(down * 30, abs=1e-9)
    assert (price > 0) == (up > down) == (better == "up")


@compiled
def test_gain() -> None:
    """The gain at a price is the difference of what both ways win; it is nothing at break-even."""
    hands, board = ["7c7d", "random"], "7hJd"
    found = buy("reach-around", hands, board=board, pot=20, price=3)
    down, up = (player.equity for player in found.buyer)
    assert found.gain == pytest.approx(up * 23 - 3 - down * 20, abs=1e-9)
    even = buy("reach-around", hands, board=board, pot=20, price=found.break_even)
    assert even.gain == pytest.approx(0, abs=1e-9)


@compiled
def test_deuces_never_buy() -> None:
    """With deuces wild no third card changes the wild rank: buying gains nothing."""
    found = buy("reach-around", ["2c9d", "random"], board="7hJd", price=1)
    assert found.break_even == pytest.approx(0, abs=1e-12)
    assert found.gain is not None
    assert found.gain < 0


@compiled
def test_sampled() -> None:
    """A sampled purchase lies within four standard errors of the exact one."""
    hands, board = ["7c7d", "QcQh"], "7hJd"
    exact = buy("reach-around", hands, board=board, pot=10)
    found, again = (
        buy("reach-around", hands, board=board, pot=10, samples=100_000, seed=2) for _ in range(2)
    )
    assert exact.break_even is not None
    assert found.break_even is not None
    assert found.error > 0
    assert abs(found.break_even - exact.break_even) <= 4 * found.error
    assert found == again


@pytest.mark.parametrize(("board", "price"), [("7hKd6h", None), ("7hKd6hAc", 0.0)])
def test_sure_winner(board: str, price: float | None) -> None:
    """Who wins every pot by buying may pay any price, and none if he wins them anyhow."""
    third = ["?", "down:4s"]
    found = buy("reach-around", ["7c7d", "QhQd"], board=board, dead=DEAD, third=third)
    assert found.buyer[1].equity == 1
    assert found.break_even == price


@pytest.mark.parametrize(
    ("game", "hands", "more", "code"),
    [
        ("holdem", ["AhAd", "KsKd"], {}, "odds/buy"),
        ("reach-around", ["AhAd2c", "KsKd"], {}, "odds/buy"),
        ("reach-around", ["AhAd", "KsKd"], {"third": ["up:5c"]}, "odds/buy"),
        ("reach-around", ["AhAd", "KsKd"], {"pot": -1}, "odds/chips"),
        ("reach-around", ["AhAd", "KsKd"], {"price": float("nan")}, "odds/chips"),
        ("reach-around", ["AhAd"], {}, "odds/hands"),
        ("reach-around", [], {}, "odds/hands"),
    ],
)
def test_mistakes(game: str, hands: list[str], more: dict[str, object], code: str) -> None:
    """A purchase that makes no sense is refused."""
    with pytest.raises(GameError) as caught:
        buy(game, hands, **more)  # type: ignore[arg-type]
    assert caught.value.code == code


def test_same_as_odds() -> None:
    """The two halves of a purchase are what `odds` says of the card down and up."""
    hands = ["7c7d", "QhQd"]
    found = buy("reach-around", hands, board=BOARD, dead=DEAD, third=["?", "up:4s"])
    for way, given in (("down", found.down), ("up", found.up)):
        third = [way, "up:4s"]
        assert given == odds("reach-around", hands, board=BOARD, dead=DEAD, third=third)
