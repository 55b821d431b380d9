"""Granting wishes, what each makes happen: one pure function for each kind of wish.

A function takes the room, the player and the wish, and answers with events or refuses; nothing has
changed then. Start reading at `GRANTS`; what is only kept until all have answered is in `ANSWERS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from wildrank.errors import OutOfTurn, TableError
from wildrank.games import GameCall
from wildrank.referee import Show, waiting
from wildrank.table import events as ev
from wildrank.table import wishes as want
from wildrank.table.acting import acted, in_play, in_turn
from wildrank.table.chips import buy_chips
from wildrank.table.dealing import promise_hand
from wildrank.table.doubting import doubted
from wildrank.table.hostgrants import HOST_GRANTS, Grant
from wildrank.table.mixing import wished
from wildrank.table.room import Room, refuse_guests
from wildrank.table.seating import sit_in, sit_out
from wildrank.table.shows import hunted, revealed
from wildrank.table.state import TableState

Answer = Callable[[TableState, str, Any], str | None]


def bots_wanted(room: Room, player: str, wish: want.Bots) -> Iterable[ev.TableEvent]:
    """Have so many bots at the table.

    Raises:
        TableError: If the player is not the host.
    """
    refuse_guests(room.table, player, "says how many bots play")
    return (ev.BotsWanted(wish.count),)


def called(room: Room, player: str, wish: want.Announce) -> Iterable[ev.TableEvent]:
    """Begin a hand with what the dealer calls.

    Raises:
        OutOfTurn: If the player is not the next dealer, or the games rotate.
        GameError: If the call makes no sense.
        TableError: If it is not for this table.
    """
    dealer = room.dealer
    if dealer is None or dealer != room.table.chair_of(player):
        msg = "only the next dealer calls the game, and only before the deal"
        raise OutOfTurn(msg, code="table/not-dealer")
    if room.table.hosting.paused:
        msg = "the host has paused the table; the next hand begins when it goes on"
        raise TableError(msg, code="table/paused")
    if room.table.customs.mode == "orbit":
        msg = "the games rotate at this table, one orbit each; nobody calls"
        raise OutOfTurn(msg, code="table/rotates")
    return begun(room, dealer, GameCall(wish.game, wish.settings), spoken=True)


def begun(room: Room, dealer: int, call: GameCall, *, spoken: bool) -> tuple[ev.TableEvent, ...]:
    """Return the events a hand begins with: the call and the promised decks.

    Args:
        room: The table.
        dealer: The chair of the dealer.
        call: What is played.
        spoken: Whether the dealer said so.

    Raises:
        GameError: If the call makes no sense.
        TableError: If it is not for this table.
    """
    chair = room.table.chairs[dealer]
    player = "" if chair is None else chair.player
    said = ev.GameCalled(dealer, player, call.game, dict(call.settings), spoken)
    decks = room.decks(f"{room.name}/{room.table.hands + 1}")
    return promise_hand(room.table, said, room.ready, decks)


def acts(room: Room, player: str, wish: want.Act) -> Iterable[ev.TableEvent]:
    """Decide in a hand; what was used of the time bank is gone, and who was away is back.

    Raises:
        WildrankError: As `acted`.
    """
    done = acted(room.table, player, wish)
    number, chair = in_turn(room.table)
    said: list[ev.TableEvent] = []
    if chair.late >= room.config.late and chair.out == "hand":
        said.append(ev.SatIn(number))
    extra = None if room.table.hand is None else room.table.hand.extra
    if extra is not None and extra.kind == "bank" and room.left is not None:
        said.append(ev.BankSet(number, min(chair.bank, round(room.left, 1))))
    return (*said, *done)


def more_time(room: Room, player: str, _wish: want.MoreTime) -> Iterable[ev.TableEvent]:
    """Open the time bank before the clock ends; what is left of the clock goes first.

    Raises:
        OutOfTurn: If it is not the player's turn, there is no clock, or the bank is empty.
    """
    number, chair = in_turn(room.table)
    _, state = in_play(room.table)
    if chair.player != player or room.left is None or isinstance(waiting(state), Show):
        msg = "no clock of yours is running"
        raise OutOfTurn(msg, code="clock/none")
    extra = None if room.table.hand is None else room.table.hand.extra
    if extra is not None and extra.kind == "bank":
        return ()
    if not chair.bank:
        msg = "your time bank is empty"
        raise OutOfTurn(msg, code="clock/empty")
    return (ev.MoreTime(number, "bank", round(chair.bank + room.left, 1)),)


GRANTS: Final[Mapping[type, Grant]] = {
    want.BuyChips: buy_chips,
    want.SitOut: sit_out,
    want.SitIn: sit_in,
    want.Bots: bots_wanted,
    want.Announce: called,
    want.Act: acts,
    want.MoreTime: more_time,
    want.Doubt: doubted,
    **HOST_GRANTS,
    want.Reveal: revealed,
    want.Rabbit: hunted,
}


def looked(table: TableState, _player: str, _wish: want.Next) -> str | None:
    """Be ready for the next hand; that counts only while the last one is looked at."""
    return "" if table.hand is not None and table.hand.over else None


ANSWERS: Final[Mapping[type, Answer]] = {
    want.Next: looked,
    want.Promise: wished,
    want.Seed: wished,
}


def granted(room: Room, player: str, wish: want.AnyWish) -> Iterable[ev.TableEvent]:
    """Return what a wish makes happen.

    Raises:
        WildrankError: If it is refused.
    """
    return GRANTS[type(wish)](room, player, wish)


class Answers:
    """What people answered to what the table waits for, forgotten when that is something else."""

    def __init__(self) -> None:
        """Start with no answer."""
        self._stage: tuple[object, ...] = ()
        self._given: dict[str, str] = {}

    def to(self, table: TableState) -> dict[str, str]:
        """Return the answers to what the table waits for now, by player."""
        stage = _stage(table)
        if stage != self._stage:
            self._stage, self._given = stage, {}
        return self._given

    def keep(self, table: TableState, player: str, wish: want.AnyWish) -> None:
        """Keep an answer; the first one of a player counts.

        Raises:
            WildrankError: If it is not awaited.
        """
        answer = ANSWERS[type(wish)](table, player, wish)
        if answer is not None:
            self.to(table).setdefault(player, answer)


def _stage(table: TableState) -> tuple[object, ...]:
    hand = table.hand
    if hand is None or hand.deal is None:
        return (table.hands, hand is None or hand.over)
    return (table.hands, hand.over, hand.deal.promises is None, hand.deal.seeds is None)
