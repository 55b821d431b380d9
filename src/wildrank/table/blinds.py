"""Where button and blinds go when seats are left and taken again, and who owes what.

The big blind goes to the next player it is due from. The small blind and the button follow it by
the chair, whoever sits there now: that is the dead button, with which nobody is passed over and
nobody posts twice. Whoever is away when the blinds come owes them, and posts them or waits for the
big blind. Pure. Start reading at `seat_blinds`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Literal, NamedTuple

from wildrank.games import Stakes
from wildrank.referee import Late, Posts
from wildrank.table import events as ev
from wildrank.table.kills import may_be_killed
from wildrank.table.state import Chair, TableState


class Seating(NamedTuple):
    """Who is dealt in where blinds are posted, and from where.

    Attributes:
        chairs: Who is dealt in, in the order of the chairs.
        button: The chair the button lies before, which may be left.
        small: The chair the small blind is due from, which may be left.
        big: The chair of the big blind.
        late: Chairs that make up for blinds they missed.
        before: The chair from which on the blinds went round to where they are now.
    """

    chairs: tuple[int, ...]
    button: int
    small: int
    big: int
    late: tuple[int, ...]
    before: int

    @property
    def dealer(self) -> int:
        """The chair that calls: the button, or where it is dead the next one dealt in."""
        return self.button if self.button in self.chairs else next_of(self.chairs, self.button)

    @property
    def last(self) -> int:
        """The chair of the button, or the last one dealt in before a dead button."""
        return max(self.chairs, key=lambda chair: (chair <= self.button, chair))


def next_of(chairs: Collection[int], after: int) -> int:
    """Return the first of some chairs clockwise from another one, which comes last itself."""
    return min(chairs, key=lambda chair: (chair <= after, chair))


def between(first: int, chair: int, last: int) -> bool:
    """Whether a chair lies strictly between two others, clockwise; alike they enclose all."""
    if first < last:
        return first < chair < last
    return chair > first or chair < last


def posts_blinds(stakes: Stakes) -> bool:
    """Whether a hand has a small and a big blind, so that the dead button is kept and debts too.

    Source: D45, D46.
    """
    return len(stakes.blinds) > 1


def seat_blinds(
    table: TableState,
    ready: Sequence[int],
    dealer: int | None = None,
    heads_up: Literal["button", "left"] | None = None,
) -> Seating | None:
    """Return who would be dealt in where blinds are posted; None for fewer than two.

    Who sits out when the big blind comes is passed over when it does.

    Args:
        table: The table between two hands.
        ready: Chairs that are there and want to play.
        dealer: Who has the button where blinds start; the next one after the last if not said.
        heads_up: Who posts the small blind of two players; as in the last hand if not said.

    Source: D12, D45, D46.
    """
    return _settled(table, ready, dealer, heads_up)[0]


def declined(
    table: TableState,
    ready: Sequence[int],
    dealer: int | None = None,
    heads_up: Literal["button", "left"] | None = None,
) -> list[int]:
    """Return who is to sit out, since the big blind comes and without them nobody can be dealt in.

    Where no blinds go round none comes before a dealer has called for them.

    Args:
        table: The table between two hands.
        ready: Chairs that are there and want to play.
        dealer: Who calls a game with blinds; None while nobody does.
        heads_up: As in `seat_blinds`.

    Source: D46.
    """
    if dealer is None and (table.places is None or table.places.big is None):
        return []
    seating, passed = _settled(table, ready, dealer, heads_up)
    return passed if seating is None else []


def _settled(
    table: TableState,
    ready: Sequence[int],
    dealer: int | None = None,
    heads_up: Literal["button", "left"] | None = None,
) -> tuple[Seating | None, list[int]]:
    """Return who is dealt in, and who is passed over by a big blind they do not want.

    Blinds start anew where fewer than two could be dealt in, once nobody is left to be passed.
    """
    passed: list[int] = []
    last, there = table.places, list(ready)
    if heads_up is None:
        literal = last is not None and last.button == last.big
    else:
        literal = heads_up == "left"
    before = None
    if last is not None and last.small is not None and last.big is not None:
        before = (last.small, last.big)
    while len(there) > 1:
        if before is not None:
            seating = _onward(table, there, before, literal=literal)
        else:
            seating = _anew(table, there, _next_button(table, there, dealer), literal=literal)
        chair = table.chairs[seating.big]
        if chair is not None and chair.out == "blind":
            there.remove(seating.big)
            passed.append(seating.big)
        elif len(seating.chairs) > 1:
            return seating, passed
        else:
            before = None
    return None, passed


def _next_button(table: TableState, ready: list[int], dealer: int | None) -> int:
    if dealer is not None:
        return dealer
    button = table.button if table.places is None else table.places.button
    return ready[0] if button is None else next_of(ready, button)


def _anew(table: TableState, ready: list[int], button: int, *, literal: bool) -> Seating:
    """Return the blinds as they are posted first, or after a hand without: left of the button.

    The next three have button and blinds, and thereby owe nothing any longer; the dealer is
    always dealt in.
    """
    small = next_of(ready, button) if len(ready) > 2 or literal else button
    big = next_of(ready, small)
    late = tuple(
        number
        for number, chair in _chairs(table, ready)
        if number not in (small, big) and chair.owes and (number == button or not chair.waits)
    )
    chairs = tuple(
        number
        for number, chair in _chairs(table, ready)
        if number in (small, big, *late) or not chair.owes
    )
    return Seating(chairs, button, small, big, late, button)


def _onward(
    table: TableState, ready: list[int], last: tuple[int, int], *, literal: bool
) -> Seating:
    """Return the blinds one player further, where the big one may be alone.

    Between the button and the big blind nobody who owes comes in: the button has to pass first.
    With two players the button is that of the small blind, or literally on the right of both, and
    nobody makes up for anything; when a third comes, it goes below the small blind, and so it does
    when somebody is back there who missed nothing while two played.

    Args:
        table: The table.
        ready: Chairs that are there and want to play.
        last: Where small and big blind were in the hand before.
        literal: Whether the button of two players posts the big blind.
    """
    button, small = last
    big = next_of(ready, small)
    if not between(big, button, small):
        button = small
    late = tuple(
        number
        for number, chair in _chairs(table, ready)
        if chair.owes and not chair.waits and between(big, number, button)
    )
    chairs = tuple(
        number
        for number, chair in _chairs(table, ready)
        if number in (big, *late) or not chair.owes
    )
    others = [number for number in chairs if number != big]
    if len(others) == 1:
        small, late = others[0], ()
        button = big if literal else small
    elif below := [number for number in others if between(button, number, small)]:
        button = max(below, key=lambda number: (number < small, number))
    return Seating(chairs, button, small, big, late, last[1])


def _chairs(table: TableState, numbers: Collection[int]) -> Iterator[tuple[int, Chair]]:
    return ((number, chair) for number, chair in table.seated() if number in numbers)


def move_button(table: TableState, seating: Seating, stakes: Stakes) -> ev.ButtonMoved:
    """Return where button and blinds are now, and how the forced bets differ from plain ones.

    Source: D45, D46, D47.
    """
    small, big = stakes.blinds[:2]
    killer = table.chair_of(table.leg.player) if table.leg and table.leg.kills else None
    kills = table.customs.kill and may_be_killed(stakes) and killer in seating.chairs
    late = (
        Late(
            seating.chairs.index(number),
            live=big if chair.debt.big else 0,
            dead=small if chair.debt.small else 0,
        )
        for number, chair in _chairs(table, seating.late)
        if not (kills and number == killer)
    )
    posts = Posts(
        dead_button=seating.button not in seating.chairs,
        small_blind=seating.small in seating.chairs,
        late=tuple(late),
        kill=seating.chairs.index(killer) if kills and killer is not None else None,
    )
    return ev.ButtonMoved(seating.button, seating.small, seating.big, (small, big), posts)


def passed_over(table: TableState, seating: Seating, stakes: Stakes) -> list[ev.TableEvent]:
    """Return who owes blinds from now on, since they were due and nobody was there.

    The small one is due from whoever had the big one before, also where two players are left and
    another posts it. Whoever wanted to sit out when the big blind comes does so now.

    Source: D46.
    """
    small, big = stakes.blinds[:2]
    found: list[ev.TableEvent] = []
    for number, chair in table.seated():
        if number in seating.chairs:
            continue
        skipped = between(seating.before, number, seating.big)
        if skipped and chair.out == "blind":
            found.append(ev.SatOut(number, "out"))
        if (skipped or number == seating.before) and not chair.owes:
            found.append(ev.BlindsMissed(number, small, big if skipped else 0))
    return found
