"""Granting the host's wishes: what nobody else may wish, and the asks the host answers.

Pure functions, but for the code of new invitations, which is drawn. Each takes the room, the
player and the wish, and answers with events or refuses. Start reading at `HOST_GRANTS`.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import msgspec

from wildrank.errors import TableError
from wildrank.games import announce, games
from wildrank.table import events as ev
from wildrank.table import hostevents
from wildrank.table import wishes as want
from wildrank.table.calling import check_sizes
from wildrank.table.config import Customs
from wildrank.table.fold import fold
from wildrank.table.room import Room, refuse_guests
from wildrank.table.seating import clean_name, sit, stand
from wildrank.table.state import Chair, TableState

Grant = Callable[[Room, str, Any], Iterable[ev.TableEvent]]
MOST_ASKS: Final = 20
_CODE_BYTES: Final = 12


def person_id(player: str) -> str:
    """Return what somebody who asks is called on the wire; it does not tell who that is."""
    return hashlib.blake2s(player.encode(), digest_size=8, person=b"asking").hexdigest()


# ----------------------------------------------------------------------------- asking for a seat


def must_ask(table: TableState, player: str) -> bool:
    """Whether the host has to let this player sit down first."""
    asked = table.customs.approve and table.host not in (None, player)
    return asked and player not in table.hosting.known and table.chair_of(player) is None


def sat(room: Room, player: str, wish: want.Sit) -> Iterable[ev.TableEvent]:
    """Take a chair, or ask the host for one.

    Raises:
        TableError: As `wildrank.table.seating.sit` and `ask`.
    """
    if must_ask(room.table, player):
        return ask(room, player, wish)
    return sit(room, player, wish)


def stood(room: Room, player: str, wish: want.Stand) -> Iterable[ev.TableEvent]:
    """Take an ask for a seat back, else leave the chair or the waiting list.

    Raises:
        TableError: As `wildrank.table.seating.stand`.
    """
    asks = room.table.hosting.asked(player)
    if asks is not None:
        return (hostevents.AskEnded(player, asks.name, "withdrawn"),)
    return stand(room, player, wish)


def ask(room: Room, player: str, wish: want.Sit) -> Iterable[ev.TableEvent]:
    """Ask the host for a seat; asking again changes nothing.

    Where many ask, the first of those who are gone gives way.

    Raises:
        TableError: If too many are asking already, or the name is none.
    """
    hosting = room.table.hosting
    if hosting.asked(player) is not None:
        return ()
    asks = hostevents.SeatAsked(player, clean_name(wish.name), wish.chair, wish.stack)
    if len(hosting.asks) < MOST_ASKS:
        return (asks,)
    gone = next((one for one in hosting.asks if one.player not in room.here), None)
    if gone is None:
        msg = f"{MOST_ASKS} people are asking for a seat already; try again later"
        raise TableError(msg, code="table/asks-full")
    return (hostevents.AskEnded(gone.player, gone.name, "withdrawn"), asks)


def approved(room: Room, player: str, wish: want.Approve) -> Iterable[ev.TableEvent]:
    """Let somebody sit down who asked: on the chair wanted, else on any, else on the list.

    Raises:
        TableError: If the player is not the host, or nobody of that id asks.
    """
    asks = _asking(room, player, wish.person)
    answer = hostevents.AskEnded(asks.player, asks.name, "yes")
    table = fold(room.table, room.table.n + 1, answer)
    room = room._replace(table=table)
    try:
        seated = sit(room, asks.player, want.Sit(asks.name, asks.chair, asks.stack))
    except TableError:
        seated = sit(room, asks.player, want.Sit(asks.name))
    return (answer, *seated)


def refused(room: Room, player: str, wish: want.Refuse) -> Iterable[ev.TableEvent]:
    """Do not let somebody sit down who asked.

    Raises:
        TableError: If the player is not the host, or nobody of that id asks.
    """
    asks = _asking(room, player, wish.person)
    return (hostevents.AskEnded(asks.player, asks.name, "no"),)


def _asking(room: Room, player: str, person: str) -> hostevents.Ask:
    refuse_guests(room.table, player, "says who may sit down")
    for asks in room.table.hosting.asks:
        if person_id(asks.player) == person:
            return asks
    msg = f"nobody {person!r} asks for a seat any longer"
    raise TableError(msg, code="table/not-asking")


# ---------------------------------------------------------------------------- running the table


def paused(room: Room, player: str, wish: want.Pause) -> Iterable[ev.TableEvent]:
    """Stop the table, or let it go on.

    Raises:
        TableError: If the player is not the host.
    """
    refuse_guests(room.table, player, "pauses the table")
    return () if wish.paused == room.table.hosting.paused else (hostevents.Paused(wish.paused),)


def kicked(room: Room, player: str, wish: want.Kick) -> Iterable[ev.TableEvent]:
    """Send a person away: out of the hand at the next turn, and off the chair after it.

    Raises:
        TableError: If the player is not the host, or no other person sits there.
    """
    refuse_guests(room.table, player, "sends people away")
    chair = _person_on(room.table, wish.chair)
    if chair.player == player:
        msg = "you cannot send yourself away; stand up, or hand the host's role over"
        raise TableError(msg, code="table/yourself")
    return (hostevents.Kicked(chair.player, wish.chair, chair.name),)


def ended(room: Room, player: str, wish: want.End) -> Iterable[ev.TableEvent]:
    """Let this hand be the last one, or not.

    Raises:
        TableError: If the player is not the host.
    """
    refuse_guests(room.table, player, "closes the table")
    return () if wish.ending == room.table.hosting.ending else (hostevents.Ending(wish.ending),)


def sent_away() -> TableError:
    """Return the refusal of somebody the host sent away."""
    return TableError("the host sent you away from this table", code="table/kicked")


def handed_over(room: Room, player: str, wish: want.HandOver) -> Iterable[ev.TableEvent]:
    """Make another person the host.

    Raises:
        TableError: If the player is not the host, or no person sits there.
    """
    refuse_guests(room.table, player, "makes somebody else the host")
    chair = _person_on(room.table, wish.chair)
    if chair.player == player:
        return ()
    return (hostevents.HostChanged(chair.player, wish.chair, chair.name),)


def _person_on(table: TableState, number: int) -> Chair:
    chair = table.chairs[number] if number < len(table.chairs) else None
    if chair is None or chair.bot:
        people = [str(place) for place, one in table.seated() if not one.bot]
        msg = f"no person sits on chair {number}; people sit on {', '.join(people) or 'none'}"
        raise TableError(msg, code="table/no-person")
    return chair


def customs_changed(room: Room, player: str, wish: want.ChangeCustoms) -> Iterable[ev.TableEvent]:
    """Change the customs from the next hand on.

    Raises:
        TableError: If the player is not the host, or a custom makes no sense.
    """
    refuse_guests(room.table, player, "changes the customs")
    customs = changed(room.table.coming, wish)
    return () if customs == room.table.coming else (ev.CustomsChanged(customs),)


def changed(customs: Customs, wish: want.SomeCustoms) -> Customs:
    """Return some customs with what a wish changes.

    Raises:
        TableError: If one of them makes no sense.
    """
    given = {
        name: value
        for name in Customs.__struct_fields__
        if (value := getattr(wish, name)) is not msgspec.UNSET
    }
    customs = msgspec.structs.replace(customs, **given)
    known = [game.slug for game in games()]
    if unknown := [slug for slug in customs.games if slug not in known]:
        msg = f"there is no game {unknown[0]!r} here; the games are {', '.join(known)}"
        raise TableError(msg, code="table/customs")
    low, high, usual = customs.buy_in.low, customs.buy_in.high, customs.buy_in.usual
    if not low <= usual <= high:
        msg = f"the buy-in is {low} to {high}, and usually {usual}, which is not in between"
        raise TableError(msg, code="table/customs")
    _refuse_small(usual)
    return customs


def _refuse_small(buy_in: int) -> None:
    """Refuse a usual stack with which some game could not be played as it usually is.

    Then a dealer could call nothing, nor the table for one who says nothing.

    Raises:
        TableError: If there is such a game.
    """
    for game in games():
        try:
            check_sizes(*announce(game), buy_in)
        except TableError as error:
            msg = f"a usual buy-in of {buy_in} is too small for {game.name}: {error.message}"
            raise TableError(msg, code="table/customs") from error


# --------------------------------------------------------------------------------- who comes in


def invites_changed(room: Room, player: str, wish: want.Invites) -> Iterable[ev.TableEvent]:
    """Let links from before let nobody in who is not known yet.

    Raises:
        TableError: If the player is not the host.
    """
    refuse_guests(room.table, player, "changes the invitations")
    if not wish.revoke:
        return ()
    return (hostevents.InvitesChanged(secrets.token_urlsafe(_CODE_BYTES)),)


def locked(room: Room, player: str, wish: want.Lock) -> Iterable[ev.TableEvent]:
    """Set the password of newcomers, known by its hash, or take it away.

    Raises:
        TableError: If the player is not the host.
    """
    refuse_guests(room.table, player, "sets the password")
    return (hostevents.PasswordChanged(wish.hash),)


def joined(room: Room, player: str, wish: want.SamePerson) -> Iterable[ev.TableEvent]:
    """Have one account for two players who are one person, or two again.

    Raises:
        TableError: If the player is not the host.
    """
    refuse_guests(room.table, player, "says who is the same person")
    return (hostevents.Joined(wish.player, wish.owner),)


HOST_GRANTS: Final[Mapping[type, Grant]] = {
    want.Sit: sat,
    want.Stand: stood,
    want.Approve: approved,
    want.Refuse: refused,
    want.Pause: paused,
    want.Kick: kicked,
    want.End: ended,
    want.ChangeCustoms: customs_changed,
    want.HandOver: handed_over,
    want.Invites: invites_changed,
    want.Lock: locked,
    want.SamePerson: joined,
}
