"""What a table does when the time for it has come: one pure function for each step.

What bots decide is asked for in `wildrank.table.table`. Start reading at `STEPS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from wildrank.errors import WildrankError
from wildrank.games import GameCall
from wildrank.referee import Deal, Show, decide, legal, waiting
from wildrank.table import events as ev
from wildrank.table.acting import in_play, in_turn
from wildrank.table.dealing import dealt, out_of_time
from wildrank.table.granting import begun
from wildrank.table.hostevents import Paused
from wildrank.table.mixing import mixed
from wildrank.table.pace import Step
from wildrank.table.room import Room
from wildrank.table.seating import heir, in_the_way


def mix(room: Room) -> Iterable[ev.TableEvent]:
    """Go on with the promises, then with the seeds, that came in time."""
    hand = room.table.playing
    return () if hand is None else mixed(room.table, hand, room.answers)


def deal(room: Room) -> Iterable[ev.TableEvent]:
    """Deal the next cards."""
    hand, state = in_play(room.table)
    wait = waiting(state)
    return decide(state, dealt(hand, wait)) if isinstance(wait, Deal) else ()


def time_out(room: Room) -> Iterable[ev.TableEvent]:
    """Do what costs nothing for somebody who said nothing in time, or is leaving.

    Source: D49.
    """
    hand, state = in_play(room.table)
    seat = legal(state).seat
    if seat is None:
        return ()
    done = decide(state, out_of_time(state, seat))
    number = hand.chairs[seat]
    chair = room.table.chairs[number]
    if chair is None or chair.leaving or isinstance(waiting(state), Show):
        return done
    said: list[ev.TableEvent] = [ev.TimeRanOut(number)]
    if hand.extra is not None and hand.extra.kind == "bank":
        said.append(ev.BankSet(number, 0.0))
    if chair.late + 1 >= room.config.late and chair.out in ("", "blind"):
        said.append(ev.SatOut(number, "hand"))
    return (*said, *done)


def grace(room: Room) -> Iterable[ev.TableEvent]:
    """Give somebody whose line dropped time to come back."""
    number, _ = in_turn(room.table)
    return (ev.MoreTime(number, "grace", room.config.drop_s),)


def bank(room: Room) -> Iterable[ev.TableEvent]:
    """Open the time bank of somebody whose clock has ended."""
    number, chair = in_turn(room.table)
    return (ev.MoreTime(number, "bank", chair.bank),)


def clear(room: Room) -> Iterable[ev.TableEvent]:
    """Take the cards of the last hand off the table; time banks grow with the hands played."""
    return (*_grown(room), ev.TableCleared())


def _grown(room: Room) -> Iterable[ev.TableEvent]:
    hand, config = room.table.hand, room.config
    if hand is None or hand.voided or not room.table.customs.bank_s:
        return
    most = max(config.bank_most_s, room.table.customs.bank_s)
    for number, chair in room.table.seated():
        dealt_in = not chair.bot and hand.seat_of(chair.player) is not None
        if dealt_in and not chair.played % config.bank_hands and chair.bank < most:
            yield ev.BankSet(number, min(most, chair.bank + config.bank_step_s))


def repeat_call(room: Room) -> Iterable[ev.TableEvent]:
    """Play on without a word from the dealer: the last call, or the house game."""
    dealer = room.dealer
    if dealer is None:
        return ()
    usual = room.offer(dealer).usual
    try:
        return begun(room, dealer, usual, spoken=False)
    except WildrankError:  # what was called for fewer players may not do for more
        return begun(room, dealer, GameCall(usual.game), spoken=False)


def go_on(_room: Room) -> Iterable[ev.TableEvent]:
    """End the pause of a host who is gone."""
    return (Paused(paused=False),)


def give_way(room: Room) -> Iterable[ev.TableEvent]:
    """Free the chair of somebody gone, so that who waits can sit down and a hand can be dealt."""
    number = in_the_way(room)
    chair = None if number is None else room.table.chairs[number]
    return () if number is None or chair is None else (ev.Left(number, chair.name, chair.stack),)


def new_host(room: Room) -> Iterable[ev.TableEvent]:
    """Pass the host's role on from somebody gone, so that who asks for a seat is answered."""
    other = heir(room)
    return () if other is None else (other,)


STEPS: Final[Mapping[Step, Callable[[Room], Iterable[ev.TableEvent]]]] = {
    "mix": mix,
    "deal": deal,
    "grace": grace,
    "bank": bank,
    "time-out": time_out,
    "clear": clear,
    "repeat-call": repeat_call,
    "go-on": go_on,
    "give-way": give_way,
    "new-host": new_host,
}
