"""Questions that make sense, and the sentences that refuse the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from wildrank.errors import GameError, NotationError, WildrankError
from wildrank.games import games, load_game
from wildrank.odds import odds
from wildrank.odds.spot import NO_CARD, kind_of, read_spot

HOLDEM, OMAHA, REACH = (load_game(slug) for slug in ("holdem", "omaha-hilo", "reach-around"))


def test_known_cards_leave_a_range() -> None:
    """Hands with cards that are on the board, dead or in a known hand are out of a range."""
    spot = read_spot(HOLDEM, ["AhKd", "AA, KK"], board="AsKs2d", dead="Kh")
    assert len(spot.holdings[0].holes) == 1
    assert spot.holdings[1].holes.tolist() == [[48, 49]]
    assert spot.to_come == 2
    assert len(spot.deck) == 52 - 3 - 1 - 4


def test_random_is_all_that_is_left() -> None:
    """Any hand means any hand of the other cards."""
    spot = read_spot(HOLDEM, ["AhKd", "random"], board="AsKs2d")
    assert len(spot.holdings[1].holes) == 47 * 46 // 2
    assert spot.holdings[1].random


def test_third_cards() -> None:
    """A third card is unknown and down unless it is said, or given with the hand."""
    spot = read_spot(
        REACH, ["AhKd", "QcQd", "9s9c", "7h7d2c", "4h4d"], third=["?", "down:8s", "up:5c", "up"]
    )
    thirds = [(each.third, each.up) for each in spot.holdings]
    assert thirds == [(NO_CARD, False), (27, False), (12, True), (0, True), (NO_CARD, False)]


@pytest.mark.parametrize("game", games(), ids=lambda game: game.slug)
def test_library(game: object) -> None:
    """Odds are worked out for every game of the library."""
    from wildrank.games import Game

    assert isinstance(game, Game)
    assert kind_of(game) in {"hole", "omaha", "reach"}


MISTAKES = [
    (HOLDEM, ["AhAd", "AhKd"], {}, "odds/duplicate-card"),
    (HOLDEM, ["AhAh", "KsKd"], {}, "odds/duplicate-card"),
    (HOLDEM, ["AhAd", "KsKd"], {"board": "Ks2c3c"}, "odds/duplicate-card"),
    (HOLDEM, ["AhAd", "KsKd"], {"board": "2c3c4c", "dead": "2c"}, "odds/duplicate-card"),
    (HOLDEM, ["AhAd", "KsKd"], {"board": "2c2c"}, "notation/duplicate-card"),
    (HOLDEM, ["AhAd", "KsKd"], {"board": "2c3"}, "notation/cards"),
    (HOLDEM, ["AhAd", "KsKd"], {"board": "2x3c"}, "notation/card"),
    (HOLDEM, ["AhAd", "KsKd"], {"board": "2c??"}, "notation/unknown-card"),
    (HOLDEM, ["AhAd", "KsKd"], {"board": "2c3c4c5c6c7c"}, "odds/board"),
    (REACH, ["AhAd", "KsKd"], {"board": "2c3c4c5c6c"}, "odds/board"),
    (HOLDEM, [], {}, "odds/hands"),
    (HOLDEM, ["AhAd"], {}, "odds/hands"),
    (HOLDEM, ["random"] * 11, {}, "odds/hands"),
    (HOLDEM, ["AhAd", ""], {}, "odds/empty-range"),
    (HOLDEM, ["AhAd", "AA"], {"board": "AsAc2d"}, "odds/empty-range"),
    (HOLDEM, ["AhAd", "KK+x"], {}, "odds/range"),
    (HOLDEM, ["AhAd", "KsKdQd"], {}, "odds/hand"),
    (HOLDEM, ["AhAd", "Ks"], {}, "odds/hand"),
    (HOLDEM, ["AhAd", "Ks??"], {}, "odds/unknown-card"),
    (HOLDEM, ["AhAd", "KsKd"], {"third": ["down"]}, "odds/third"),
    (OMAHA, ["AhAdKhKd", "AA"], {}, "odds/hand"),
    (OMAHA, ["AhAdKhKd", "AsAc"], {}, "odds/hand"),
    (REACH, ["AhAd", "KsKd"], {"third": ["down:Ah"]}, "odds/duplicate-card"),
    (REACH, ["AhAd", "KsKd"], {"third": ["down", "down", "down"]}, "odds/third"),
    (REACH, ["AhAd", "KsKd"], {"third": ["sideways"]}, "odds/third"),
    (REACH, ["AhAd", "KsKd"], {"third": ["up:"]}, "odds/third"),
    (REACH, ["AhAd", "KsKd"], {"third": ["up:5c6c"]}, "odds/third"),
    (REACH, ["AhAd", "KsKd"], {"third": ["?:5c"]}, "odds/third"),
    (REACH, ["AhAd2c", "KsKd"], {"third": ["down:5c"]}, "odds/third"),
    (REACH, ["AhAd2c3c", "KsKd"], {}, "odds/hand"),
    (
        REACH,
        ["random"] * 10,
        {"dead": "2c2d2h2s3c3d3h3s4c4d4h4s5c5d5h5s6c6d6h6s7c7d7h7s8c8d8h8s9c9d9h9s"},
        "odds/deck",
    ),
]


@pytest.mark.parametrize(("game", "hands", "more", "code"), MISTAKES)
def test_mistakes(game: object, hands: list[str], more: dict[str, str], code: str) -> None:
    """A question that makes no sense is refused with one sentence and its code."""
    with pytest.raises(WildrankError) as caught:
        read_spot(game, hands, **more)  # type: ignore[arg-type]
    assert caught.value.code == code
    assert "\n" not in caught.value.message
    assert isinstance(caught.value, NotationError | GameError)


@pytest.mark.parametrize("hands", [["AA"] * 3, ["AKs", "AKs", "AKs", "AsKd"]])
def test_impossible_together(hands: list[str]) -> None:
    """Ranges that cannot be held at once are refused, and not sampled for ever."""
    with pytest.raises(GameError) as caught:
        odds("holdem", hands, samples=10)
    assert caught.value.code == "odds/impossible"


def test_barely_possible_together() -> None:
    """Ranges that leave the players only a few ways are no mistake."""
    assert odds("holdem", ["AA", "AA", "KQs"], samples=100, seed=1).deals == 100


def test_other_games(tmp_path: Path) -> None:
    """A game dealt otherwise is refused, and the games that odds know are named."""
    text = (Path(str(load_game.__code__.co_filename)).parent / "library/holdem.toml").read_text()
    head = text.split("[[hand]]")[0].replace('slug = "holdem"', 'slug = "three-card"')
    path = tmp_path / "three-card.toml"
    path.write_text(head.replace("down = 2", "down = 3"), encoding="utf-8")
    with pytest.raises(GameError, match="three-card") as caught:
        odds(str(path), ["AhAd2c", "KsKd3c"])
    assert caught.value.code == "odds/game"
