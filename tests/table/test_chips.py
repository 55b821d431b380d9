"""Chips between hands: top-ups and rebuys within the limits, and who gets them unasked."""

from __future__ import annotations

import pytest
from table.pure import bot, chair_at, folded, in_hand, person, room_of, table_of

from wildrank.errors import TableError
from wildrank.referee import Hand
from wildrank.table import events as ev
from wildrank.table import wishes as want
from wildrank.table.between import tidy
from wildrank.table.chips import buy_chips
from wildrank.table.config import BuyIn, Customs
from wildrank.table.room import Room
from wildrank.table.telling.places import chair_view, you_view

ALL_IN = (
    Hand.start("holdem", (150, 150), 0, limit="no")
    .deal("As2cAd7d")
    .raise_to(150)
    .call()
)  # fmt: skip


def settled(room: Room) -> list[ev.TableEvent]:
    """Return what happens between hands."""
    return tidy(room, lambda _taken: ("", ""))


@pytest.mark.parametrize(
    ("stack", "low", "high"),
    [(0, 100, 400), (99, 100, 400), (100, 101, 400), (399, 400, 400), (400, None, None)],
)
def test_what_may_be_ordered_is_offered(stack: int, low: int | None, high: int | None) -> None:
    """Never fewer than now, never above the limit, and not below the least buy-in."""
    you = you_view(table_of(person(0, stack=stack)), "ann", "")
    assert (you.low, you.high) == (low, high)


@pytest.mark.parametrize("to", [0, 150, 401])
def test_other_amounts_are_refused(to: int) -> None:
    """Chips never leave the table while somebody sits there; the refusal says what is right."""
    with pytest.raises(TableError, match="151 to 400") as refused:
        buy_chips(room_of(table_of(person(0, stack=150))), "ann", want.BuyChips(to))
    assert refused.value.code == "table/chips"


def test_a_full_stack_and_no_chair_are_refused() -> None:
    """Each with its own reason."""
    for player, code in (("ann", "table/chips"), ("bob", "table/not-seated")):
        with pytest.raises(TableError) as refused:
            buy_chips(room_of(table_of(person(0, stack=400))), player, want.BuyChips(400))
        assert refused.value.code == code


def test_chips_ordered_in_a_hand_come_after_it() -> None:
    """What is on the table in a hand stays; the view says what is to come."""
    table = in_hand(table_of(person(0, stack=150), person(1, "Bob", 150)), ALL_IN)
    assert you_view(table, "ann", "").low == 100  # nothing is behind
    table = folded(table, buy_chips(room_of(table), "ann", want.BuyChips(400)))
    assert chair_view(table, 0, [0, 1]).more == 400
    assert settled(room_of(table)) == []
    table = folded(table, [ev.TableCleared()])
    came = settled(room_of(table))
    assert came == [ev.Rebought(0, "Ann", 250)]  # Ann had 150 again
    table = folded(table, came)
    assert (chair_at(table, 0).stack, chair_at(table, 0).to) == (400, 0)
    assert settled(room_of(table)) == []


def test_an_order_lapses_when_more_was_won() -> None:
    """Nobody is topped up later by an order that was forgotten."""
    table = table_of(person(0, stack=300), ev.ChipsOrdered(0, 250))
    assert settled(room_of(table)) == [ev.ChipsOrdered(0, 0)]


def test_an_order_is_cut_to_the_limit_in_force() -> None:
    """The host may have lowered it meanwhile."""
    lower = ev.CustomsChanged(Customs(buy_in=BuyIn(50, 200, 100)))
    table = table_of(person(0, stack=150), ev.ChipsOrdered(0, 400), lower)
    assert settled(room_of(table)) == [ev.Rebought(0, "Ann", 50)]


def test_only_bots_get_chips_unasked() -> None:
    """A bot without chips gets the usual stack; a person is asked, and dealt out until then."""
    broke = ev.Sat(1, "Bot1", "bot:1", 0, bot=True)
    table = table_of(person(0, stack=0), broke, bot(2), ev.BotsWanted(2))
    came = settled(room_of(table))
    assert came == [ev.Rebought(1, "Bot1", 200)]
    table = folded(table, came)
    assert chair_view(table, 0, [1, 2]).status == "out"
    room = room_of(table)
    assert room.ready == [1, 2]
    assert room.dealer is None  # bots do not play on while the only person thinks about it
    assert room_of(table, needs_people=False).dealer is not None
