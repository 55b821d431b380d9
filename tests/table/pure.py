"""Tables made of a few events, for tests of what follows from them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import msgspec

from wildrank.referee import Hand
from wildrank.referee.events import StreetOpened
from wildrank.table import TableConfig
from wildrank.table import events as ev
from wildrank.table.deal import Step
from wildrank.table.fold import fold
from wildrank.table.room import Room
from wildrank.table.state import Chair, TableHand, TableState, opened

EVERYBODY = ("ann", "bob", "cy", "dee")


def folded(state: TableState, events: Iterable[ev.TableEvent]) -> TableState:
    """Return a table after some events."""
    for event in events:
        state = fold(state, state.n + 1, event)
    return state


def table_of(*events: ev.TableEvent, chairs: int = 9) -> TableState:
    """Return the table that some events make."""
    return folded(opened(chairs), events)


def person(chair: int, name: str = "Ann", stack: int = 200) -> ev.Sat:
    """Return a person sitting down, whose identity is the name in small letters."""
    return ev.Sat(chair, name, name.lower(), stack)


def bot(chair: int) -> ev.Sat:
    """Return a bot sitting down."""
    return ev.Sat(chair, f"Bot{chair}", f"bot:{chair}", 200, bot=True)


def room_of(
    state: TableState,
    here: Collection[str] = EVERYBODY,
    left: float | None = None,
    **config: Any,  # noqa: ANN401 - fields of the configuration
) -> Room:
    """Return a room with a table."""
    return Room(state, config=TableConfig(**config), here=here, left=left)


def in_hand(state: TableState, line: Hand, chairs: tuple[int, ...] = (0, 1)) -> TableState:
    """Return the table with a hand on it, played by those on some chairs."""
    seated = dict(state.seated())
    hand = TableHand(
        number=1,
        chairs=chairs,
        players=tuple(seated[chair].player for chair in chairs),
        names=tuple(seated[chair].name for chair in chairs),
        state=line.state,
        steps=(Step(state.n, StreetOpened(0), line.state),),
    )
    return msgspec.structs.replace(state, hand=hand, hands=1)


def chair_at(state: TableState, number: int) -> Chair:
    """Return who sits on a chair."""
    chair = state.chairs[number]
    assert chair is not None
    return chair
