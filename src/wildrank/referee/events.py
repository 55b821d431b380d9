"""What has happened in a hand, past tense, and the JSON each event is stored as.

Events are facts: folding them with `apply` rebuilds the hand, so nothing in here is checked again.
`SCHEMA` is raised when the meaning of a stored event changes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from wildrank.cards import UNKNOWN, Card
from wildrank.errors import NotationError
from wildrank.games.model import Announcement, Stakes
from wildrank.referee.posts import PLAIN, Posts

SCHEMA = 1
PostKind = Literal[
    "ante",
    "dead-ante",
    "small-blind",
    "big-blind",
    "straddle",
    "late-blind",
    "dead-blind",
    "kill",
]


class Announced(msgspec.Struct, frozen=True, tag="announced", rename="kebab"):
    """The dealer called a game; the first event of every hand, seen by all.

    Attributes:
        stacks: Chips of each seat before any forced bet.
        button: Seat of the dealer button, or the last one before a dead button.
        posts: What is not as usual with the forced bets.
    """

    game: str
    stakes: Stakes
    announcement: Announcement
    stacks: tuple[int, ...]
    button: int
    schema: int = SCHEMA
    posts: Posts = PLAIN


class Posted(msgspec.Struct, frozen=True, tag="posted"):
    """A forced bet was posted.

    Attributes:
        kind: ``ante`` counts in the seat's share of the pots, ``dead-ante`` is one player's ante
            for everybody; blinds, straddles and a ``kill`` count as wagers. A blind made up for
            is a ``late-blind`` where it counts as a wager too, else a ``dead-blind``.
        amount: Chips paid; 0 for a blind of a seat that the ante left without chips.
        due: Chips owed; more than ``amount`` when the seat was short.
    """

    seat: int
    kind: PostKind
    amount: int
    due: int


class StreetOpened(msgspec.Struct, frozen=True, tag="street"):
    """The bets were collected and the next street (0-based) began."""

    street: int


class HoleDealt(msgspec.Struct, frozen=True, tag="hole"):
    """A seat received personal cards, face down or up; ``??`` where the viewer may not see.

    Attributes:
        burned: Cards burned before them.
    """

    seat: int
    cards: tuple[Card, ...]
    up: bool = False
    burned: int = 0


class BoardDealt(msgspec.Struct, frozen=True, tag="board"):
    """Shared cards were turned up together, after so many were burned."""

    cards: tuple[Card, ...]
    burned: int = 0


class Folded(msgspec.Struct, frozen=True, tag="folded"):
    """A seat gave up."""

    seat: int


class Checked(msgspec.Struct, frozen=True, tag="checked"):
    """A seat passed without a bet to match."""

    seat: int


class Called(msgspec.Struct, frozen=True, tag="called"):
    """A seat put in ``amount`` more to match the bet, or all it had."""

    seat: int
    amount: int


class Raised(msgspec.Struct, frozen=True, tag="raised"):
    """A seat bet or raised.

    Attributes:
        to: Chips in front of the seat on this street afterwards.
        amount: Chips this put in.
        opening: Whether this was the bet and not a raise of one.
        full: Whether it counts as a bet or raise, and reopens the betting; a short all-in may not.
    """

    seat: int
    to: int
    amount: int
    opening: bool
    full: bool


class Chose(msgspec.Struct, frozen=True, tag="chose"):
    """A seat chose how to take the card: bought face up, or down; None while that is secret."""

    seat: int
    up: bool | None


class PricePaid(msgspec.Struct, frozen=True, tag="paid"):
    """A seat paid for its upcard, as dead money.

    Attributes:
        level: Share of the pots (chips committed a seat) up to which this money may be won: it
            joins the pot that covers this level.
    """

    seat: int
    amount: int
    level: int


class TurnedUp(msgspec.Struct, frozen=True, tag="turned-up"):
    """A seat turned up the downcard it had looked at and bought."""

    seat: int
    card: Card


class Returned(msgspec.Struct, frozen=True, tag="returned"):
    """The part of a bet that nobody called went back to its owner."""

    seat: int
    amount: int


class Shown(msgspec.Struct, frozen=True, tag="shown"):
    """A seat turned up its downcards."""

    seat: int
    cards: tuple[Card, ...]


class Mucked(msgspec.Struct, frozen=True, tag="mucked"):
    """A seat threw its cards away unseen."""

    seat: int


class Share(msgspec.Struct, frozen=True):
    """What one seat got from a pot or a half: ``amount`` chips, ``odd`` of them odd chips."""

    seat: int
    amount: int
    odd: int = 0


class Awarded(msgspec.Struct, frozen=True, tag="awarded"):
    """A pot, or one half of it, was awarded.

    Attributes:
        pot: 0 for the main pot, then the side pots.
        half: ``whole`` where the pot was not divided; ``high`` of the whole pot when no low
            qualified.
        amount: Chips awarded, the sum of the shares.
        odd: Whether this half got the odd chip of the division in two.
    """

    pot: int
    half: Literal["whole", "high", "low"]
    amount: int
    shares: tuple[Share, ...]
    odd: bool = False


class HandEnded(msgspec.Struct, frozen=True, tag="ended"):
    """Every chip has its owner and the hand is over."""


Event = (
    Announced
    | Posted
    | StreetOpened
    | HoleDealt
    | BoardDealt
    | Folded
    | Checked
    | Called
    | Raised
    | Chose
    | PricePaid
    | TurnedUp
    | Returned
    | Shown
    | Mucked
    | Awarded
    | HandEnded
)


def _encode(value: Any) -> Any:  # noqa: ANN401 - the hook msgspec asks for
    if isinstance(value, Card):
        return str(value)
    msg = f"{type(value).__name__} has no JSON form"
    raise NotImplementedError(msg)


def _decode(kind: type, value: Any) -> Any:  # noqa: ANN401 - the hook msgspec asks for
    if kind is Card:
        return Card.parse(value)
    msg = f"{kind.__name__} has no JSON form"
    raise NotImplementedError(msg)


_ENCODER = msgspec.json.Encoder(enc_hook=_encode)
_DECODER = msgspec.json.Decoder(Event, dec_hook=_decode)


def encode_events(events: Iterable[Event]) -> bytes:
    """Return events as JSON, one object a line."""
    return _ENCODER.encode_lines(list(events))


def decode_event(line: bytes | str) -> Event:
    """Return the event stored as one line of JSON.

    Raises:
        NotationError: If the line is not an event of this schema.
    """
    try:
        return _DECODER.decode(line)
    except msgspec.MsgspecError as error:
        msg = f"{line!r} is not an event: {error}"
        raise NotationError(msg, code="notation/event") from error


def mask_cards(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return as many unknown cards."""
    return (UNKNOWN,) * len(cards)


def to_builtins(value: Any) -> Any:  # noqa: ANN401 - any of our structs
    """Return a struct as plain dicts, lists and strings; cards as ``As``."""
    return msgspec.to_builtins(value, enc_hook=_encode)
