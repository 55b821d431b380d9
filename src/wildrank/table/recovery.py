"""A table that comes back from its log: the same hand, the same cards, and time to return.

Pure. Start reading at `replay`; `Grace` says how the clock goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from wildrank.errors import StoreError, WildrankError
from wildrank.referee import events as hand_events
from wildrank.referee import waiting
from wildrank.table import events as ev
from wildrank.table.fold import fold, without_cards
from wildrank.table.pace import Due
from wildrank.table.repeats import Repeats
from wildrank.table.state import TableState

Witness = Callable[[TableState, int, ev.TableEvent], None]
_BETWEEN: Final = ("bot-calls", "repeat-call", "clear")  # steps that leave absent people out


class Replayed(NamedTuple):
    """What a log tells.

    Attributes:
        state: The table.
        since: When what it waits for began, in ms since 1970; 0 for an empty log.
        broken: Why the hand on it cannot go on, empty when it can.
        repeats: The wishes that were granted.
    """

    state: TableState
    since: int
    broken: str
    repeats: Repeats


def replay(
    rows: Iterable[tuple[int, bytes]],
    state: TableState,
    witness: Witness,
    repeats: Repeats | None = None,
) -> Replayed:
    """Fold a log, or the rest of one.

    A hand that cannot be folded is left without a state and is to be voided, if it was not over:
    nothing that was paid out is ever guessed.

    Args:
        rows: The records after those that are in the state.
        state: The table before them; if something has happened there, no hand is on it.
        witness: Told each event and the table after it.
        repeats: The wishes that were granted before; this is gone on with.

    Raises:
        StoreError: If the log has a gap or another schema, or a hand that is over makes no sense.
    """
    times: dict[int, int] = {}
    repeats = Repeats() if repeats is None else repeats
    broken = ""
    for n, row in rows:
        if n != state.n + 1:
            msg = f"the log of this table has a gap: record {n} follows {state.n}"
            raise StoreError(msg, code="store/gap")
        record = ev.decode(row)
        if isinstance(record.event, ev.HandStarted | ev.Voided):
            broken = ""
        if broken and isinstance(record.event, hand_events.HandEnded):
            msg = f"the log of this table cannot be followed: {broken}"
            raise StoreError(msg, code="store/replay")
        try:
            state = fold(state, n, record.event)
        except Exception as error:  # noqa: BLE001 - whatever it is, the hand cannot go on
            broken = f"record {n}, {type(error).__name__}"
            state = _without_hand(state, n)
        times[n] = record.at
        repeats.keep(record.by, record.id)
        witness(state, n, record.event)
    return Replayed(state, times.get(_asked_at(state), 0), broken or _stuck(state), repeats)


def _asked_at(state: TableState) -> int:
    """Return the number of the event that began what the table waits for."""
    hand = state.hand
    if hand is None or not hand.steps:
        return state.n
    return hand.steps[-1].n if hand.extra is None else hand.extra.n


def _without_hand(state: TableState, n: int) -> TableState:
    """Return the table with a hand of which nothing is known but who is in it."""
    hand = state.hand
    if hand is None or hand.over:
        msg = f"record {n} of the log of this table makes no sense"
        raise StoreError(msg, code="store/replay")
    return without_cards(state, n)


def _stuck(table: TableState) -> str:
    """Return why a hand cannot go on, empty when it can or there is none."""
    hand = table.playing
    if hand is None:
        return ""
    if hand.state is None:
        mixing = hand.deal is not None and not hand.deck
        return "" if mixing else "it was never announced"
    try:
        return "" if waiting(hand.state) is not None else "it waits for nothing"
    except WildrankError as error:
        return error.code


class Grace:
    """How the clock of a table goes on after a restart.

    Whoever was thinking has what was left of the time, and the grace on top; nothing that leaves
    absent people out begins before everybody who was seated is back or the grace has passed.
    """

    def __init__(self, key: tuple[object, ...], spent: float, seconds: float) -> None:
        """Start with what the table waited for.

        Args:
            key: That of what was due, as `wildrank.table.pace.due` tells it.
            spent: Seconds of thinking that had gone by.
            seconds: The grace.
        """
        self._key = key
        self._spent = max(0.0, spent)
        self._seconds = seconds
        self._until: float | None = None

    def of(self, planned: Due, now: float, *, missing: bool) -> Due:
        """Return what is due with the grace given.

        Args:
            planned: What would be due.
            now: The time of the loop.
            missing: Whether somebody who was seated is not back yet.
        """
        if planned.seconds is None:
            return planned
        if self._until is None:
            self._until = now + self._seconds
        if planned.clock and planned.key == self._key:
            left = max(0.0, planned.seconds - self._spent)
            return planned._replace(seconds=left + self._seconds)
        if missing and now < self._until and planned.step in _BETWEEN:
            seconds = max(planned.seconds, self._until - now)
            return planned._replace(key=(*planned.key, "grace"), seconds=seconds)
        return planned
