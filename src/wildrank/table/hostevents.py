"""The host's events: what the host of a table made happen, and what is so because of it.

These events stand in the log among the others; `Hosting` is the part of a table's state that they
make. Start reading at `Hosting`, then `after`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, Literal

import msgspec


class SeatAsked(msgspec.Struct, frozen=True, tag="seat-asked"):
    """Somebody asked the host for a seat.

    Attributes:
        player: Who it is; never sent to anybody.
        chair: The chair wanted, None for any.
        stack: Chips to bring, None for the usual.
    """

    player: str
    name: str
    chair: int | None = None
    stack: int | None = None


class AskEnded(msgspec.Struct, frozen=True, tag="ask-ended"):
    """The host let somebody sit down or did not, or it was not wanted any longer."""

    player: str
    name: str
    answer: Literal["yes", "no", "withdrawn"]


class Paused(msgspec.Struct, frozen=True, tag="paused"):
    """The host stopped the table, or let it go on."""

    paused: bool


class Kicked(msgspec.Struct, frozen=True, tag="kicked"):
    """The host sent somebody away, who leaves after the hand and is not let in again."""

    player: str
    chair: int
    name: str


class Ending(msgspec.Struct, frozen=True, tag="ending"):
    """The host said that this hand is the last one, or that it is not."""

    ending: bool


class TableEnded(msgspec.Struct, frozen=True, tag="table-ended"):
    """The table closed for good; everybody had left it before."""


class HostChanged(msgspec.Struct, frozen=True, tag="host-changed"):
    """Somebody else is the host now."""

    player: str
    chair: int
    name: str


class InvitesChanged(msgspec.Struct, frozen=True, tag="invites-changed"):
    """Links from before let no newcomer in any longer; the code is for who is seated."""

    code: str


class PasswordChanged(msgspec.Struct, frozen=True, tag="password-changed"):
    """Newcomers need another password, or none; only its hash is kept, and sent to nobody."""

    hash: str


class Joined(msgspec.Struct, frozen=True, tag="joined"):
    """The host said that two players are one person, or two again; both are sent to nobody."""

    player: str
    owner: str


HostEvent = (
    SeatAsked
    | AskEnded
    | Paused
    | Kicked
    | Ending
    | TableEnded
    | HostChanged
    | InvitesChanged
    | PasswordChanged
    | Joined
)
HOST_EVENTS: Final = HostEvent.__args__


class Ask(msgspec.Struct, frozen=True):
    """Somebody who asked for a seat; ``chair`` and ``stack`` as in `SeatAsked`."""

    player: str
    name: str
    chair: int | None = None
    stack: int | None = None


class Hosting(msgspec.Struct, frozen=True, kw_only=True):
    """What is so because the host wants it.

    Attributes:
        paused: Whether nothing goes on.
        ending: Whether the table closes after this hand.
        over: Whether it has closed.
        invite: The code newcomers need, empty while the link alone will do.
        password: The hash of the password they need, empty for none.
        asks: Who asked for a seat, the first first.
        known: People who sat here or may sit down, and are newcomers no longer.
        banned: People who were sent away.
        owners: Whose account the chips of a player are in, who is one person with another.
    """

    paused: bool = False
    ending: bool = False
    over: bool = False
    invite: str = ""
    password: str = ""
    asks: tuple[Ask, ...] = ()
    known: frozenset[str] = frozenset()
    banned: frozenset[str] = frozenset()
    owners: Mapping[str, str] = MappingProxyType({})

    def asked(self, player: str) -> Ask | None:
        """Return what a player asked for, None for nothing."""
        return next((ask for ask in self.asks if ask.player == player), None)

    def knowing(self, player: str) -> Hosting:
        """Return the same with a player known, whose ask is settled by that."""
        if player in self.known and self.asked(player) is None:
            return self
        known = self.known | {player}
        return msgspec.structs.replace(self, known=known, asks=self.without(player))

    def without(self, player: str) -> tuple[Ask, ...]:
        """Return what the others ask for."""
        return tuple(ask for ask in self.asks if ask.player != player)


def after(hosting: Hosting, event: HostEvent) -> Hosting:
    """Return what is so after an event; nothing is checked, and who is host stands elsewhere."""
    return msgspec.structs.replace(hosting, **_CHANGES[type(event)](hosting, event))


def _ask_ended(hosting: Hosting, event: AskEnded) -> dict[str, Any]:
    known = hosting.known | {event.player} if event.answer == "yes" else hosting.known
    return {"known": known, "asks": hosting.without(event.player)}


def _kicked(hosting: Hosting, event: Kicked) -> dict[str, Any]:
    return {
        "known": hosting.known - {event.player},
        "banned": hosting.banned | {event.player},
    }


def _joined(hosting: Hosting, event: Joined) -> dict[str, Any]:
    """Give a player, and whoever is one person with that player, the owner of another."""
    rest = {key: owner for key, owner in hosting.owners.items() if key != event.player}
    owner = rest.get(event.owner, event.owner)
    if event.player in {event.owner, owner}:
        return {"owners": rest}
    moved = {key: owner if old == event.player else old for key, old in rest.items()}
    return {"owners": {**moved, event.player: owner}}


_CHANGES: Final[dict[type, Callable[[Hosting, Any], dict[str, Any]]]] = {
    SeatAsked: lambda hosting, event: {
        "asks": (*hosting.asks, Ask(event.player, event.name, event.chair, event.stack))
    },
    AskEnded: _ask_ended,
    Kicked: _kicked,
    Paused: lambda _hosting, event: {"paused": event.paused},
    Ending: lambda _hosting, event: {"ending": event.ending},
    TableEnded: lambda _hosting, _event: {"over": True},
    HostChanged: lambda _hosting, _event: {},
    InvitesChanged: lambda _hosting, event: {"invite": event.code},
    Joined: _joined,
    PasswordChanged: lambda _hosting, event: {"password": event.hash},
}
