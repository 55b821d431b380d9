"""How a hand begins: the announcement is checked, antes and blinds are posted.

Start reading at `start`. The first cards are dealt later.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from wildrank.errors import GameError
from wildrank.games import MAX_CHIPS, check_stakes
from wildrank.games.model import Announcement, Game, Stakes
from wildrank.referee import events as ev
from wildrank.referee.state import State, apply, fresh


def start(
    game: Game,
    stakes: Stakes,
    announcement: Announcement,
    stacks: Sequence[int],
    button: int,
) -> State:
    """Return a hand in which the forced bets are posted and the first cards are to be dealt.

    Args:
        game: The game called.
        stakes: For how much.
        announcement: What the dealer said besides.
        stacks: Chips of each seat dealt in, from seat 0.
        button: Seat of the dealer button.

    Raises:
        GameError: If the game cannot be played so, with the key and the reason.

    Source: TRA-2.1, HE-posted, D2, D12.
    """
    state = fresh(game, stakes, announcement, tuple(stacks), button)
    for event in opening(game, stakes, announcement, stacks, button):
        state = apply(state, event)
    return state


def opening(
    game: Game,
    stakes: Stakes,
    announcement: Announcement,
    stacks: Sequence[int],
    button: int,
) -> tuple[ev.Event, ...]:
    """Return the events a hand begins with: the announcement and the forced bets.

    Raises:
        GameError: As `start`.
    """
    check_stakes(game, stakes, announcement)
    _check_seats(game, stakes, stacks, button)
    announced = ev.Announced(game.slug, stakes, announcement, tuple(stacks), button)
    found: list[ev.Event] = [announced, ev.StreetOpened(0)]
    left = list(stacks)

    def post(seat: int, kind: Any, due: int) -> None:  # noqa: ANN401 - one of the words of Posted
        amount = min(due, left[seat])
        left[seat] -= amount
        found.append(ev.Posted(seat, kind, amount, due))

    for seat, due in _antes(stakes, announcement, len(stacks), button):
        post(seat, "ante" if stakes.ante_by == "all" else "dead-ante", due)
    for seat, kind, due in _blinds(stakes, announcement, len(stacks), button):
        post(seat, kind, due)
    return tuple(found)


def _check_seats(game: Game, stakes: Stakes, stacks: Sequence[int], button: int) -> None:
    seats = game.seats
    if not seats.min <= len(stacks) <= seats.max:
        msg = f"{game.name} is for {seats.min} to {seats.max} players, not {len(stacks)}"
        raise GameError(msg, code="game/seats")
    if any(type(stack) is not int or not 1 <= stack <= MAX_CHIPS for stack in stacks):
        given = str(list(stacks))[:200]
        msg = f"stacks are whole chips, at least 1 each, at most {MAX_CHIPS}, not {given}"
        raise GameError(msg, code="game/stacks")
    if not 0 <= button < len(stacks):
        msg = f"the button is a seat from 0 to {len(stacks) - 1}, not {button!r}"
        raise GameError(msg, code="game/button")
    if len(stakes.blinds) > len(stacks):
        msg = f"{len(stakes.blinds)} blinds need as many players, and {len(stacks)} are dealt in"
        raise GameError(msg, code="announcement/blinds")


def _posting_order(
    stakes: Stakes, announcement: Announcement, count: int, button: int
) -> list[int]:
    """Return the seats in the order blinds are posted; heads-up a single one is the big blind.

    Source: HE-sb, HE-bb, HE-blinds, D12.
    """
    if count > 2:
        return [(button + 1 + place) % count for place in range(count)]
    order = [button, 1 - button]
    if announcement.heads_up == "left":
        order.reverse()
    return order[::-1] if len(stakes.blinds) == 1 else order


def _antes(
    stakes: Stakes, announcement: Announcement, count: int, button: int
) -> list[tuple[int, int]]:
    order = _posting_order(stakes, announcement, count, button)
    if not stakes.ante:
        return []
    if stakes.ante_by == "all":
        return [((button + 1 + place) % count, stakes.ante) for place in range(count)]
    payer = button
    if stakes.ante_by == "big-blind":
        payer = order[min(1, len(stakes.blinds) - 1)]
    return [(payer, stakes.ante)]


BlindKind = Literal["small-blind", "big-blind", "straddle"]


def _blinds(
    stakes: Stakes, announcement: Announcement, count: int, button: int
) -> list[tuple[int, BlindKind, int]]:
    order = _posting_order(stakes, announcement, count, button)
    kinds: tuple[BlindKind, ...] = ("small-blind", "big-blind", "straddle", "straddle")
    if len(stakes.blinds) == 1:
        kinds = ("big-blind",)
    return [
        (seat, kind, due) for seat, kind, due in zip(order, kinds, stakes.blinds, strict=False)
    ]
