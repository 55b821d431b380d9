"""The showdown: who shows when, what each hand is worth, and who is awarded what.

Halves, quarters, odd chips and identical winners are decided here; each hand is valued once for
each half. Start reading at `awards`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Literal

from wildrank.cards import Rank, format_cards
from wildrank.errors import IllegalAction
from wildrank.games.model import Split
from wildrank.hands import HandValue
from wildrank.referee.events import Awarded, Share
from wildrank.referee.pots import Pot, pots
from wildrank.referee.state import State, clockwise
from wildrank.referee.worth import personal_wilds, worth


def wild_ranks(state: State, seat: int) -> tuple[Rank, ...]:
    """Return the ranks that are wild for a seat, from the downcards this state knows.

    Source: TRA-1.3a, TRA-1.3a-leak.
    """
    return personal_wilds(state.game, state.announcement, state.down[seat])


def hand_value(state: State, seat: int, half: Literal["high", "low"] = "high") -> HandValue | None:
    """Return the best hand of a seat with the cards known so far.

    Returns:
        None with fewer than five known cards, without a low that qualifies, or in a game without
        this half.
    """
    for split in state.game.split:
        if split.half == half:
            return _valued(state, seat, split)
    return None


def _valued(state: State, seat: int, split: Split) -> HandValue | None:
    cards = (state.down[seat], state.up[seat], state.board)
    return worth(state.game, state.announcement, split, cards)


def showing_order(state: State) -> tuple[int, ...]:
    """Return the seats of the showdown in the order they show.

    The last to bet or raise on the final street comes first, else the first left of the button.

    Source: D28.
    """
    live = state.live
    start = live.index(state.aggressor) if state.aggressor in live else 0
    return live[start:] + live[:start]


def next_to_show(state: State) -> int | None:
    """Return the seat that has to show or muck next, or None when all have."""
    for seat in showing_order(state):
        if not state.shown[seat] and not state.mucked[seat]:
            return seat
    return None


def claimants(state: State) -> tuple[int, ...]:
    """Return the seats that can still be awarded something, clockwise from the button's left."""
    if True not in state.mucked:
        return state.live
    return tuple([seat for seat in state.live if not state.mucked[seat]])


def may_muck(state: State, seat: int) -> bool:
    """Whether every pot keeps somebody to win it when a seat mucks.

    Source: D29.
    """
    left = set(claimants(state)) - {seat}
    return len(left) > 0 and all(
        seat not in pot.seats or left & set(pot.seats) for pot in pots(state)
    )


def beaten(state: State, seat: int) -> bool:
    """Whether a seat can win no part of any pot against the hands shown so far.

    Source: D29; in a divided pot a hand is beaten only when it loses both halves.
    """
    shown = [other for other in state.live if state.shown[other] and other != seat]
    for split in state.game.split:
        mine = _valued(state, seat, split)
        theirs = {other: _valued(state, other, split) for other in shown}
        for pot in pots(state):
            if seat not in pot.seats or mine is None:
                continue
            rivals = [theirs[other] for other in pot.seats if other in theirs]
            if all(rival is None or rival.strength <= mine.strength for rival in rivals):
                return False
    return True


def awards(state: State) -> tuple[Awarded, ...]:
    """Return who gets what of every pot, main pot first, the high half before the low.

    Source: TRA-4.2a, TRA-4.2b, HL-split, HL-side, D20.
    """
    entitled = set(claimants(state))
    if len(entitled) > 1:
        _refuse_unknown(state, entitled)
    values: dict[str, dict[int, int]] = {}
    if len(entitled) > 1:
        for split in state.game.split:
            valued = ((seat, _valued(state, seat, split)) for seat in entitled)
            values[split.half] = {seat: v.strength for seat, v in valued if v is not None}
    found: list[Awarded] = []
    for number, pot in enumerate(pots(state)):
        seats = [seat for seat in pot.seats if seat in entitled]
        found.extend(_award(state, number, pot, seats, values))
    return tuple(found)


def _refuse_unknown(state: State, seats: Iterable[int]) -> None:
    """Refuse to compare hands of which a card is not known.

    Raises:
        IllegalAction: Naming what is not known.
    """
    parts = {"the board": state.board}
    for seat in seats:
        parts[f"the hand of seat {seat}"] = state.down[seat] + state.up[seat]
    for part, cards in parts.items():
        if not all(card.known for card in cards):
            msg = f"nobody can be awarded the pot, since {part} is {format_cards(cards, ' ')}"
            raise IllegalAction(msg, code="action/unknown-cards")


def _award(
    state: State, number: int, pot: Pot, seats: list[int], values: dict[str, dict[int, int]]
) -> Iterator[Awarded]:
    """Yield the awards of one pot among the seats that have a claim to it.

    Source: HL-scoop, HL-noqual, HL-odd, HL-same-set, D22, D25, D26.
    """
    if len(seats) == 1:
        yield _shared(state, number, "whole", pot.amount, seats)
        return
    winners = {half: _winners(seats, strengths) for half, strengths in values.items()}
    first, *rest = (half for half in winners)
    second = rest[0] if rest else None
    if second is None:
        yield _shared(state, number, "whole", pot.amount, winners[first])
        return
    same = set(winners["high"]) == set(winners["low"])
    if not winners["low"]:
        yield _shared(state, number, "high", pot.amount, winners["high"])
    elif same and state.announcement.same_winners == "once":
        yield _shared(state, number, "whole", pot.amount, winners["high"])
    else:
        low = pot.amount // 2
        odd = pot.amount % 2 == 1
        yield _shared(state, number, "high", pot.amount - low, winners["high"], odd=odd)
        if low:
            yield _shared(state, number, "low", low, winners["low"])


def _winners(seats: list[int], strengths: dict[int, int]) -> list[int]:
    ranked = [seat for seat in seats if seat in strengths]
    if not ranked:
        return []
    most = max(strengths[seat] for seat in ranked)
    return [seat for seat in ranked if strengths[seat] == most]


def _shared(  # noqa: PLR0913 - the parts of one award
    state: State,
    number: int,
    half: Literal["whole", "high", "low"],
    amount: int,
    seats: list[int],
    *,
    odd: bool = False,
) -> Awarded:
    """Return one amount divided among tied seats, odd chips one each in the announced order.

    Source: TRA-4.2b, HL-quarter, HL-third, HL-odd-in, D23, D24.
    """
    each, left = divmod(amount, len(seats))
    order = sorted(seats, key=_odd_chip_order(state))
    shares = tuple(
        Share(seat, each + (place < left), int(place < left)) for place, seat in enumerate(order)
    )
    return Awarded(number, half, amount, tuple(s for s in shares if s.amount), odd)


def _odd_chip_order(state: State) -> Callable[[int], int]:
    if state.announcement.odd_chip == "high-card":
        return lambda seat: (
            -max((card for card in state.down[seat] + state.up[seat] if card.known), default=-1)
        )
    return clockwise(state).index
