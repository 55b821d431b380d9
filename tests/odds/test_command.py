"""The command ``wildrank odds``: tables for people, one object for programs, mistakes."""

from __future__ import annotations

import pytest
from command_line import wildrank

from wildrank._jit import COMPILED

RIVER = ("--board", "2h5d9cJs3c")
SAMPLES = "100000" if COMPILED else "200"


def test_json() -> None:
    """A program gets one object with the players in the order given."""
    answer = wildrank("odds", "holdem", "AhAd", "KsKh", "QQ", "--board", "2h5d9cJs", "--json")
    assert answer.status == 0
    found = answer.json
    assert set(found) == {"players", "deals", "exact"}
    assert [player["hand"] for player in found["players"]] == ["AhAd", "KsKh", "QQ"]
    assert set(found["players"][0]) == {"hand", "win", "tie", "equity", "error", "categories"}
    assert found["exact"] is True
    assert found["deals"] == 6 * 42
    assert sum(player["equity"] for player in found["players"]) == pytest.approx(1, abs=1e-12)


def test_json_high_low() -> None:
    """High-low adds the halves, the scoop and the quarter."""
    answer = wildrank("odds", "holdem-hilo", "AhAd", "KsKh", *RIVER, "--json")
    player = answer.json["players"][0]
    assert {"high", "low", "scoop", "quarter", "lows"} <= set(player)
    assert player["equity"] == 1.0
    assert player["scoop"] == 1.0
    assert player["quarter"] == 0.0


def test_table() -> None:
    """A person gets win, tie and equity, the final hands, and the count of deals."""
    answer = wildrank("odds", "holdem", "AhAd", "KsKh", "--board", "2h5d9cJs")
    assert answer.status == 0
    assert answer.err == ""
    for words in ("win", "tie", "equity", "AhAd", "KsKh", "pair", "two pair", "all 44 deals"):
        assert words in answer.out
    assert "95.45 %" in answer.out


def test_sampled() -> None:
    """A sample is asked for with its size, says its error, and comes again with its seed."""
    question = ("odds", "holdem", "AhAd", "random", "--samples", SAMPLES, "--seed", "4")
    answer = wildrank(*question, "--json")
    assert answer.json["exact"] is False
    assert answer.json["deals"] == int(SAMPLES)
    assert answer.json["players"][0]["error"] > 0
    assert wildrank(*question, "--json", "--jobs", "2").json == answer.json
    assert "standard error at most" in wildrank(*question).out


def test_exact() -> None:
    """An exact result is exact."""
    answer = wildrank("odds", "omaha-hilo", "AhAd2c4c", "KsKhQsQh", *RIVER, "--exact", "--json")
    assert answer.json["exact"] is True
    assert answer.json["deals"] == 1


def test_third_and_announcement() -> None:
    """Third cards stand in the order of the hands, and what is announced counts."""
    question = ("odds", "reach-around", "6h8d", "KdKc", "--board", "6s8cKh2h")
    cards = ("--third", "down:Ac", "--third", "up:3c")
    usual = wildrank(*question, *cards, "--json").json
    assert usual["deals"] == 1
    assert usual["players"][0]["categories"] == {"four of a kind": 1.0}
    low = wildrank(*question, *cards, "--announce", "ace-in-hole=low", "--json").json
    assert low["players"][0]["categories"] == {"full house": 1.0}
    open_cards = wildrank(*question, "--json").json
    assert open_cards["deals"] == 44 * 43


def test_buy() -> None:
    """A player about to take the third card is told both equities and the break-even price."""
    question = (
        *("odds", "reach-around", "7c9h", "QhQd", "--board", "7hKd6h"),
        *("--third", "?", "--third", "down:4s", "--buy", "--pot", "20", "--price", "2"),
    )
    found = wildrank(*question, "--json").json
    assert {"down", "up", "pot", "break_even", "price", "gain", "error"} <= set(found)
    down, up = (found[way]["players"][0]["equity"] for way in ("down", "up"))
    assert found["gain"] == pytest.approx(up * 22 - 2 - down * 20)
    words = wildrank(*question).out
    assert "taken down" in words
    assert "bought up" in words
    assert "pot of 20" in words
    assert "At a price of 2" in words


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["holdem", "AhAd", "AhKd"], "Ah is given twice"),
        (["reach-around", "AhAd", "KsKd", "--board", "2c3c4c5c6c"], "4 at most"),
        (["holdem", "AhAd", ""], "empty range"),
        (["holdem", "AhAd", "AA", "--board", "AcAs2d"], "no hand of 'AA' is left"),
        (["holdem", "AhAd"], "1 hand is given"),
        (["chess", "AhAd", "KsKd"], "no game 'chess'"),
        (["holdem", "AhAd", "KsKd", "--exact", "--samples", "5"], "ask for one of the two"),
        (["holdem", "AhAd", "KsKd", "--pot", "5"], "belong to --buy"),
        (["holdem", "AhAd", "KsKd", "--buy"], "no card can be bought"),
        (["holdem", "AhAd", "KsKd", "--announce", "ace-in-hole=low"], "ace-in-hole"),
        (["holdem", "AhAd", "KsKd", "--samples", "many"], "--samples"),
    ],
)
def test_mistakes(words: list[str], said: str) -> None:
    """A mistake is one sentence on standard error and exit status 2."""
    answer = wildrank("odds", *words)
    assert answer.status == 2
    assert answer.out == ""
    assert answer.err.startswith("wildrank: ")
    assert answer.err.count("\n") == 1
    assert said in answer.err
