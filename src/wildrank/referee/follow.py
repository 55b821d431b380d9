"""What follows by itself after every action: prices, returned bets, streets, awards.

`consequences` is asked again after its own events until it has nothing more to say, so that a hand
always comes to rest where somebody is waited for. Start reading there.
"""

from __future__ import annotations

from wildrank.cards import UNKNOWN
from wildrank.referee import events as ev
from wildrank.referee import showdown
from wildrank.referee.pots import price_level, uncalled
from wildrank.referee.state import State, clockwise
from wildrank.referee.waiting import Act, Buy, Deal, dealing, waiting

_ASKED = (Deal, Buy, Act)  # somebody deals or decides before the street is over


def consequences(state: State) -> tuple[ev.Event, ...]:
    """Return what follows by itself from a state, or nothing when somebody is waited for."""
    if state.over:
        return ()
    last_one = len(showdown.claimants(state)) == 1
    if not last_one:
        paid = _payments(state) if "up" in state.choices else ()
        if paid or isinstance(waiting(state), _ASKED):
            return paid
    returned = _return_uncalled(state)
    if returned:
        return returned
    if last_one:
        return _award(state)
    return _tabled(state) or _move_on(state)


def _move_on(state: State) -> tuple[ev.Event, ...]:
    """Return the next street, or the awards once everybody has shown or mucked."""
    if state.street + 1 < len(state.game.streets):
        return (ev.StreetOpened(state.street + 1),)
    if showdown.next_to_show(state) is not None:
        return ()
    return _award(state)


def _return_uncalled(state: State) -> tuple[ev.Event, ...]:
    found = uncalled(state)
    return (ev.Returned(*found),) if found else ()


def _award(state: State) -> tuple[ev.Event, ...]:
    return (*showdown.awards(state), ev.HandEnded())


def _payments(state: State) -> tuple[ev.Event, ...]:
    """Return the prices due: at once where cards are bought in turn, else when all have chosen.

    Source: TRA-3.2c, D7, D8, D10.
    """
    buyers = [seat for seat in clockwise(state) if state.choices[seat] == "up"]
    if not buyers:
        return ()
    announcement = state.announcement
    if announcement.buy_order != "in-turn" and isinstance(dealing(state), Buy):
        return ()
    found: list[ev.Event] = []
    for seat in buyers:
        price = min(announcement.third_card_price, state.stacks[seat])
        found.append(ev.PricePaid(seat, price, price_level(state, seat)))
        if announcement.peek:
            found.append(ev.TurnedUp(seat, state.down[seat][-1]))
    return tuple(found)


def _tabled(state: State) -> tuple[ev.Event, ...]:
    """Return the hands that are turned up unasked once nothing more can be decided.

    Source: D28, D29: with anybody all-in all hands are turned up; TDA rule 16.
    """
    live, stacks, mode = state.live, state.stacks, state.announcement.showdown
    able = [seat for seat in live if stacks[seat]]
    rest = state.game.streets[state.street + 1 :]
    if (
        mode == "each"
        or (rest and len(able) > 1)
        or (mode == "all-in" and len(able) == len(live))
        or any(street.down or street.up for street in rest)
        or all(state.shown[seat] for seat in live)
        or True in state.mucked
        or not _known(state)
    ):
        return ()
    return tuple([ev.Shown(seat, state.down[seat]) for seat in showdown.showing_order(state)])


def _known(state: State) -> bool:
    """Whether every card of the board and of the hands still in is known."""
    held = [card for seat in state.live for card in state.down[seat] + state.up[seat]]
    return UNKNOWN not in held and UNKNOWN not in state.board
