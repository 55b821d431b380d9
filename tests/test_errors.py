"""Unit tests of the errors: one class a kind of mistake, each with a stable code."""

from __future__ import annotations

import re

import pytest

from wildrank import errors
from wildrank.errors import (
    ActionError,
    DealError,
    GameError,
    HistoryError,
    IllegalAction,
    IllegalAmount,
    NotationError,
    OutOfTurn,
    StaleAction,
    StoreError,
    TableError,
    WildrankError,
)

CODES = {
    WildrankError: "wildrank/error",
    NotationError: "notation/malformed",
    GameError: "game/invalid",
    ActionError: "action/refused",
    OutOfTurn: "action/out-of-turn",
    IllegalAction: "action/illegal",
    IllegalAmount: "action/illegal-amount",
    StaleAction: "action/stale",
    HistoryError: "history/invalid",
    TableError: "table/refused",
    DealError: "deal/mismatch",
    StoreError: "store/failed",
}


def test_all_are_listed() -> None:
    """Every error of the module stands in the table above, so its code cannot change unseen."""
    found = {
        kind
        for kind in vars(errors).values()
        if isinstance(kind, type) and issubclass(kind, Exception)
    }
    assert found == set(CODES)


@pytest.mark.parametrize(
    ("kind", "code"), CODES.items(), ids=lambda item: getattr(item, "__name__", item)
)
def test_codes(kind: type[WildrankError], code: str) -> None:
    """A class has its own code unless a mistake brings a finer one."""
    plain, finer = kind("it is so"), kind("it is so", code="area/finer")
    assert (plain.code, finer.code) == (code, "area/finer")
    assert re.fullmatch(r"[a-z]+/[a-z-]+", code)
    assert str(plain) == plain.message == "it is so"
    assert plain.as_dict() == {"code": code, "message": "it is so"}
    assert isinstance(plain, WildrankError)


@pytest.mark.parametrize("kind", [OutOfTurn, IllegalAction, IllegalAmount, StaleAction])
def test_action_errors(kind: type[WildrankError]) -> None:
    """Whatever the referee refuses can be caught as one kind."""
    assert issubclass(kind, ActionError)


@pytest.mark.parametrize("kind", CODES)
def test_beside(kind: type[WildrankError]) -> None:
    """The same mistake, with where it happened, keeps its kind and its code."""
    error = kind("it is so", code="area/finer").beside(", in 'line'")
    assert type(error) is kind
    assert error.as_dict() == {"code": "area/finer", "message": "it is so, in 'line'"}
