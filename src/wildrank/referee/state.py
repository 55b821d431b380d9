"""The state of one hand, and `apply`, which folds events into it and checks nothing.

A `State` is a value: `apply` returns a new one and the old one stays as it was. What is legal, and
what follows from what, is decided elsewhere; this module only says what each event changes. Start
reading at `State`, then `apply`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from typing import Any, Literal, TypeVar

import msgspec

from wildrank.cards import Card
from wildrank.games.model import Announcement, Game, Stakes
from wildrank.referee import events as ev

Choice = Literal["", "down", "up", "paid", "secret"]
T = TypeVar("T")
NOT_ACTED = -1
_DEAD_KINDS = frozenset({"dead-ante", "dead-blind"})

replace = msgspec.structs.replace


class State(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """One hand of poker at one moment; every tuple has one entry a seat unless it says otherwise.

    Units: whole chips; cards are `Card`, with ``??`` for those the viewer has not seen.

    Attributes:
        stacks: Chips behind.
        bets: Chips in front on this street.
        committed: Chips put into the pots in the whole hand, bets of this street included, what
            was returned taken off again. Dead money is not in here.
        dead: Dead money as pairs ``(level, amount)``, in the order it was paid; the pot whose
            layer covers ``level`` holds it. Not one a seat.
        choices: How each seat takes the card it may buy, ``""`` while undecided.
        board: The shared cards. Not one a seat.
        burned: How many cards were burned.
        street: The street, 0-based; -1 before the first.
        hole_due: Personal cards each seat in the hand has once this street is dealt.
        due: Cards of this street that are still to be dealt. Not one a seat.
        to_match: The bet to match on this street.
        full_to: The last full bet or raise, or one that counts as such; fixed limit builds on it.
        min_raise: What a full raise must add in pot and no limit.
        bets_made: Bets and raises of this street that count towards the cap, the bet included.
        uncapped: Whether the cap is lifted for the rest of this street.
        faced: The bet each seat had before it when it last acted on this street, or -1.
        turn_from: The seat from which on the next to act is looked for.
        aggressor: The last seat to bet or raise on this street.
        awarded: Chips awarded so far.
        over: Whether the hand has ended.
    """

    game: Game
    stakes: Stakes
    announcement: Announcement
    button: int
    stacks: tuple[int, ...]
    bets: tuple[int, ...]
    committed: tuple[int, ...]
    folded: tuple[bool, ...]
    shown: tuple[bool, ...]
    mucked: tuple[bool, ...]
    choices: tuple[Choice, ...]
    down: tuple[tuple[Card, ...], ...]
    up: tuple[tuple[Card, ...], ...]
    faced: tuple[int, ...]
    dead: tuple[tuple[int, int], ...] = ()
    board: tuple[Card, ...] = ()
    burned: int = 0
    street: int = -1
    hole_due: int = 0
    due: int = 0
    to_match: int = 0
    full_to: int = 0
    min_raise: int = 0
    bets_made: int = 0
    uncapped: bool = False
    turn_from: int = 0
    aggressor: int | None = None
    awarded: int = 0
    over: bool = False

    @property
    def seats(self) -> int:
        """How many seats were dealt in."""
        return len(self.stacks)

    @property
    def live(self) -> tuple[int, ...]:
        """The seats that have not folded, clockwise from the button's left."""
        return live_seats(self.folded, self.button)

    @property
    def pot(self) -> int:
        """All chips in the middle: committed, less returned, less awarded."""
        return sum(self.committed) + sum(amount for _, amount in self.dead) - self.awarded


def remembered(function: Callable[[State], T]) -> Callable[[State], T]:
    """Let a function of a state be worked out once a state: a state never changes."""
    name = function.__name__

    @wraps(function)
    def remembering(state: State) -> T:
        known: dict[str, Any] = state.__dict__
        found: T
        try:
            found = known[name]
        except KeyError:
            found = known[name] = function(state)
        return found

    return remembering


@cache
def live_seats(folded: tuple[bool, ...], button: int) -> tuple[int, ...]:
    """Return the seats that have not folded, clockwise from the button's left."""
    return tuple([seat for seat in from_seat(button + 1, len(folded)) if not folded[seat]])


def clockwise(state: State) -> tuple[int, ...]:
    """Return all seats from the button's left to the button."""
    return from_seat(state.button + 1, len(state.stacks))


@cache
def from_seat(first: int, count: int) -> tuple[int, ...]:
    """Return all seats clockwise from one of them; one past the last is the first."""
    return (*range(first, count), *range(min(first, count)))


def fresh(
    game: Game,
    stakes: Stakes,
    announcement: Announcement,
    stacks: tuple[int, ...],
    button: int,
) -> State:
    """Return the state of a hand in which nothing has happened yet."""
    count = len(stacks)
    undecided: Choice = ""
    return State(
        game=game,
        stakes=stakes,
        announcement=announcement,
        button=button,
        stacks=stacks,
        bets=(0,) * count,
        committed=(0,) * count,
        folded=(False,) * count,
        shown=(False,) * count,
        mucked=(False,) * count,
        choices=(undecided,) * count,
        down=((),) * count,
        up=((),) * count,
        faced=(NOT_ACTED,) * count,
    )


def put(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """Return the tuple with one item changed."""
    return (*items[:place], item, *items[place + 1 :])


def apply(state: State, event: ev.Event) -> State:
    """Return the state after an event; nothing is checked.

    Cost: about a microsecond.
    """
    return _CHANGES[type(event)](state, event)


def _announced(state: State, _event: ev.Announced) -> State:
    return state


def _posted(state: State, event: ev.Posted) -> State:
    seat, amount = event.seat, event.amount
    stacks = put(state.stacks, seat, state.stacks[seat] - amount)
    if event.kind in _DEAD_KINDS:
        return replace(state, stacks=stacks, dead=(*state.dead, (0, amount)))
    committed = put(state.committed, seat, state.committed[seat] + amount)
    if event.kind == "ante":
        return lift_cap(replace(state, stacks=stacks, committed=committed))
    state = replace(
        state,
        stacks=stacks,
        committed=committed,
        bets=put(state.bets, seat, state.bets[seat] + amount),
    )
    return lift_cap(replace(state, **_wagered(state, event)))


def _wagered(state: State, event: ev.Posted) -> dict[str, Any]:
    """Return what a forced bet changes for those who act after it.

    A blind that is made up for changes nothing, and nor does it move the turn. A kill is the bet
    to match in place of the big blind.

    Source: HE-live, D46, D47.
    """
    if event.kind == "late-blind":
        return {}
    if event.kind == "kill":
        return {"to_match": state.stakes.small_bet, "full_to": state.stakes.small_bet}
    counts = event.kind == "straddle" or (event.kind == "big-blind" and state.stakes.blind_counts)
    return {
        "to_match": max(state.to_match, event.due),
        "full_to": max(state.full_to, event.due),
        "min_raise": max(state.min_raise, event.due),
        "bets_made": state.bets_made + counts,
        "turn_from": (event.seat + 1) % len(state.stacks),
    }


def _street_opened(state: State, event: ev.StreetOpened) -> State:
    street = state.game.streets[event.street]
    count = len(state.stacks)
    return lift_cap(
        replace(
            state,
            street=event.street,
            hole_due=state.hole_due + street.down + street.up,
            due=(street.down + street.up) * len(state.live) + street.board,
            bets=(0,) * count,
            faced=(NOT_ACTED,) * count,
            to_match=0,
            full_to=0,
            min_raise=state.stakes.bet_size(event.street),
            bets_made=0,
            uncapped=False,
            turn_from=(state.button + 1) % count,
            aggressor=None,
        )
    )


def _hole_dealt(state: State, event: ev.HoleDealt) -> State:
    seat, due = event.seat, state.due - len(event.cards)
    burned = state.burned + event.burned
    if event.up:
        up = put(state.up, seat, state.up[seat] + event.cards)
        return replace(state, due=due, burned=burned, up=up)
    down = put(state.down, seat, state.down[seat] + event.cards)
    return replace(state, due=due, burned=burned, down=down)


def _board_dealt(state: State, event: ev.BoardDealt) -> State:
    return replace(
        state,
        due=state.due - len(event.cards),
        board=state.board + event.cards,
        burned=state.burned + event.burned,
    )


def _folded(state: State, event: ev.Folded) -> State:
    seat = event.seat
    folded = put(state.folded, seat, True)  # noqa: FBT003 - the value of the flag
    return lift_cap(replace(state, folded=folded, turn_from=(seat + 1) % len(folded)))


def _checked(state: State, event: ev.Checked) -> State:
    seat = event.seat
    return replace(
        state,
        faced=put(state.faced, seat, state.to_match),
        turn_from=(seat + 1) % len(state.faced),
    )


def _put_in(state: State, seat: int, amount: int) -> dict[str, Any]:
    """Return the changes when a seat puts chips in front of it."""
    return {
        "stacks": put(state.stacks, seat, state.stacks[seat] - amount),
        "bets": put(state.bets, seat, state.bets[seat] + amount),
        "committed": put(state.committed, seat, state.committed[seat] + amount),
        "turn_from": (seat + 1) % len(state.stacks),
    }


def _called(state: State, event: ev.Called) -> State:
    seat = event.seat
    return lift_cap(
        replace(
            state,
            faced=put(state.faced, seat, state.to_match),
            **_put_in(state, seat, event.amount),
        )
    )


def _raised(state: State, event: ev.Raised) -> State:
    seat = event.seat
    changes = _put_in(state, seat, event.amount)
    if event.full:
        changes |= {
            "full_to": event.to,
            "min_raise": max(event.to - state.to_match, state.min_raise),
            "bets_made": state.bets_made + 1,
        }
    return lift_cap(
        replace(
            state,
            to_match=event.to,
            faced=put(state.faced, seat, event.to),
            aggressor=seat,
            **changes,
        )
    )


def _chose(state: State, event: ev.Chose) -> State:
    choice: Choice = "secret" if event.up is None else "up" if event.up else "down"
    return replace(state, choices=put(state.choices, event.seat, choice))


def _price_paid(state: State, event: ev.PricePaid) -> State:
    seat = event.seat
    paid: Choice = "paid"
    return replace(
        state,
        stacks=put(state.stacks, seat, state.stacks[seat] - event.amount),
        dead=(*state.dead, (event.level, event.amount)),
        choices=put(state.choices, seat, paid),
    )


def _turned_up(state: State, event: ev.TurnedUp) -> State:
    seat = event.seat
    return replace(
        state,
        down=put(state.down, seat, state.down[seat][:-1]),
        up=put(state.up, seat, (*state.up[seat], event.card)),
    )


def _returned(state: State, event: ev.Returned) -> State:
    seat, amount = event.seat, event.amount
    return replace(
        state,
        stacks=put(state.stacks, seat, state.stacks[seat] + amount),
        bets=put(state.bets, seat, state.bets[seat] - amount),
        committed=put(state.committed, seat, state.committed[seat] - amount),
    )


def _shown(state: State, event: ev.Shown) -> State:
    return replace(
        state,
        down=put(state.down, event.seat, event.cards),
        shown=put(state.shown, event.seat, True),  # noqa: FBT003 - the value of the flag
    )


def _mucked(state: State, event: ev.Mucked) -> State:
    return replace(
        state,
        mucked=put(state.mucked, event.seat, True),  # noqa: FBT003 - the value of the flag
    )


def _awarded(state: State, event: ev.Awarded) -> State:
    stacks = list(state.stacks)
    for share in event.shares:
        stacks[share.seat] += share.amount
    return replace(state, stacks=tuple(stacks), awarded=state.awarded + event.amount)


def _ended(state: State, _event: ev.HandEnded) -> State:
    return replace(state, over=True, bets=(0,) * len(state.bets))


def lift_cap(state: State) -> State:
    """Lift the cap for the rest of the street once it is heads-up before the last raise.

    Source: HE-hu-before, HE-hu-fold2, HE-hu-after, HE-hu-start, HE-hu-allin, D13, D14, D15.
    """
    stakes = state.stakes
    if (
        stakes.limit != "fixed"
        or state.uncapped
        or stakes.raise_cap is None
        or stakes.heads_up_cap == "kept"
        or state.bets_made > stakes.raise_cap
        or (stakes.heads_up_cap == "tournament" and len(state.stacks) > 2)
    ):
        return state
    strict = stakes.cap_active == "all"
    active = 0
    for stack, folded in zip(state.stacks, state.folded, strict=True):
        if not folded and (stack or strict):
            active += 1
    return replace(state, uncapped=True) if active <= 2 else state


_CHANGES: dict[type, Callable[[State, Any], State]] = {
    ev.Announced: _announced,
    ev.Posted: _posted,
    ev.StreetOpened: _street_opened,
    ev.HoleDealt: _hole_dealt,
    ev.BoardDealt: _board_dealt,
    ev.Folded: _folded,
    ev.Checked: _checked,
    ev.Called: _called,
    ev.Raised: _raised,
    ev.Chose: _chose,
    ev.PricePaid: _price_paid,
    ev.TurnedUp: _turned_up,
    ev.Returned: _returned,
    ev.Shown: _shown,
    ev.Mucked: _mucked,
    ev.Awarded: _awarded,
    ev.HandEnded: _ended,
}
