"""The messages between page and server, protocol 2.

Every message is one JSON object with its kind in ``type``; an unknown kind, an unknown field or a
value out of range is refused. Wishes are decoded straight into those of a table. Start
reading at `decode`.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec

from wildrank.errors import NotationError, WildrankError
from wildrank.games import Game, Option, announce, options_of, words_of
from wildrank.table import Update
from wildrank.table.config import MAX_CHAIRS
from wildrank.table.telling.chat import Said
from wildrank.table.telling.shapes import TableView
from wildrank.table.wishes import Name, Password, WireWish, Wish, Word
from wildrank.web.people import MAX_TOKEN

PROTOCOL: Final = 2
MAX_MESSAGE_BYTES: Final = 16 * 1024


class Hello(msgspec.Struct, frozen=True, tag="hello", forbid_unknown_fields=True):
    """Say who connects: the first message, and only the first.

    Attributes:
        token: What the server gave before; empty for somebody new.
        name: What the client goes by; empty for somebody who watches.
        last: Number of the last event the client has.
        mark: The mark of the last state it has.
        invite: The code of the link it came by; needed by newcomers after the host changed it.
        password: Needed by newcomers where the host set one.
    """

    protocol: int
    token: Annotated[str, msgspec.Meta(max_length=MAX_TOKEN)] = ""
    name: Name = ""
    last: Annotated[int, msgspec.Meta(ge=0)] = 0
    mark: Word = ""
    invite: Word = ""
    password: Password = ""


class Ping(Wish, frozen=True, tag="ping"):
    """Ask whether the line is alive."""


class SetPassword(Wish, frozen=True, tag="password"):
    """Ask newcomers for a password, an empty one for none; the host's wish."""

    text: Password


class Ticket(Wish, frozen=True, tag="ticket"):
    """Get a code with which another device becomes the same person."""


class Logout(Wish, frozen=True, tag="logout"):
    """Make the token worthless and close every socket that it opened."""


Asked = WireWish | Ping | SetPassword | Ticket | Logout
Message = Hello | Asked


class Welcome(msgspec.Struct, frozen=True, tag="welcome"):
    """Answer a hello; the token makes its holder the same person again."""

    token: str
    table: str
    chairs: int
    protocol: int = PROTOCOL


class Problem(msgspec.Struct, frozen=True, tag="error", omit_defaults=True):
    """Refuse something; ``id`` is that of the wish, if it had one."""

    code: str
    message: str
    id: str = ""


class Done(msgspec.Struct, frozen=True, tag="done"):
    """Grant the wish of that id."""

    id: str


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    """Answer a ping."""


class StateMessage(msgspec.Struct, frozen=True, tag="state", omit_defaults=True):
    """Tell the table as the client may see it, and the events it lacks.

    Attributes:
        mark: Said with the next hello, so that nothing is sent twice.
        gap: Whether events that the client lacks are not kept any longer.
    """

    n: int
    mark: str
    view: TableView
    events: list[dict[str, Any]]
    gap: bool = False


class TicketMessage(msgspec.Struct, frozen=True, tag="ticket"):
    """Give a one-use code, good for some seconds."""

    code: str
    seconds: int


class SaidMessage(msgspec.Struct, frozen=True, tag="said"):
    """Tell what people said."""

    messages: list[Said]


Answer = Welcome | Problem | Done | Pong | StateMessage | TicketMessage | SaidMessage

_DECODER: Final = msgspec.json.Decoder(Message)
_ENCODER: Final = msgspec.json.Encoder()


def decode(frame: str | bytes) -> Message:
    """Return the message of a frame.

    Raises:
        NotationError: If it is no message of this protocol.
    """
    try:
        return _DECODER.decode(frame)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        msg = f"this is no message of protocol {PROTOCOL}: {error}"
        raise NotationError(msg, code="wire/malformed") from error


def encode(answer: Answer) -> str:
    """Return an answer as one text frame."""
    return _ENCODER.encode(answer).decode()


def state_of(update: Update) -> StateMessage:
    """Return what a table tells a client as a message."""
    return StateMessage(update.n, update.mark, update.view, update.events, update.gap)


def problem_of(error: WildrankError, wish: str = "") -> Problem:
    """Return an error as a message, about the wish of that id."""
    return Problem(error.code, error.message, wish)


# ------------------------------------------------------------------------------ rules of the games


class StreetInfo(msgspec.Struct, frozen=True):
    """One street of a game."""

    name: str
    down: int
    up: int
    board: int
    buyable: bool


class OptionInfo(msgspec.Struct, frozen=True):
    """One thing the dealer may announce for a game."""

    key: str
    label: str
    kind: str
    choices: list[str] | None
    default: str
    help: str


class GameInfo(msgspec.Struct, frozen=True):
    """A game as its rule card shows it; no more players than a table has chairs."""

    slug: str
    name: str
    summary: str
    source: str
    min: int
    max: int
    limits: list[str]
    streets: list[StreetInfo]
    has_wilds: bool
    has_low: bool
    has_buy: bool
    options: list[OptionInfo]


def game_info(game: Game) -> GameInfo:
    """Return what a page shows about a game."""
    usual = words_of(*announce(game))
    return GameInfo(
        slug=game.slug,
        name=game.name,
        summary=game.summary,
        source=game.source,
        min=game.seats.min,
        max=min(game.seats.max, MAX_CHAIRS),
        limits=list(game.limits),
        streets=[StreetInfo(s.name, s.down, s.up, s.board, s.buyable) for s in game.streets],
        has_wilds=game.has_wilds,
        has_low=game.has_low,
        has_buy=game.has_buy,
        options=[_option_info(option, game, usual[option.key]) for option in options_of(game)],
    )


def _option_info(option: Option, game: Game, usual: str) -> OptionInfo:
    """Return an option with its default; blinds are words, with suggestions."""
    kind: str = option.kind
    words = list(option.words)
    if option.key == "limit":
        words = [word for word in words if word in game.limits]
    if kind == "blinds":
        kind, words = "text", [*words, "1/2"]
    if kind == "choice" and usual not in words:
        words.append(usual)
    return OptionInfo(option.key, option.label, kind, words or None, usual, option.help)
