"""Hands made for the tests of PHH, as the tables a file has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from wildrank import WildrankError
from wildrank.histories.phh import play_table

HOLE = ["d dh p1 AhKh", "d dh p2 QsQd", "d dh p3 7c2d"]
"""Hole cards for three."""

RIVER = [
    *HOLE,
    *("p3 cc", "p1 cc", "p2 cc", "d db Qh7d2c", "p1 cc", "p2 cc", "p3 cc"),
    *("d db 9c", "p1 cc", "p2 cc", "p3 cc", "d db 3c", "p1 cc", "p2 cc", "p3 cc"),
]
"""Three who check down to the showdown."""


def table(*actions: str, **fields: object) -> dict[str, Any]:
    """Return a fixed-limit hold'em hand of three, 2/4, with some fields changed."""
    usual: dict[str, Any] = {
        "variant": "FT",
        "antes": [0, 0, 0],
        "blinds_or_straddles": [1, 2, 0],
        "small_bet": 2,
        "big_bet": 4,
        "starting_stacks": [100, 100, 100],
        "actions": list(actions),
    }
    return {**usual, **fields}


def reach_around(*actions: str, **fields: object) -> dict[str, Any]:
    """Return a hand of Texas Reach Around for two, ante 1, with some fields changed."""
    usual: dict[str, Any] = {
        "_variant": "reach-around",
        "antes": [1, 1],
        "blinds_or_straddles": [0, 0],
        "starting_stacks": [100, 100],
    }
    return table(*actions, **{**usual, **fields})


def stacks(*actions: str, **fields: object) -> tuple[int | None, ...]:
    """Return the stacks at the end of a hold'em hand of three."""
    return play_table(table(*actions, **fields)).stacks


def without(key: str) -> dict[str, Any]:
    """Return a hand that lacks a key."""
    return {name: value for name, value in table(*HOLE).items() if name != key}


def refusal(hand: Mapping[str, Any]) -> WildrankError:
    """Return the error a hand is refused with."""
    with pytest.raises(WildrankError) as caught:
        play_table(dict(hand))
    return caught.value
