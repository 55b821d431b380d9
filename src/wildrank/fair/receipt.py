"""What is kept of a deal so that anybody can check it: the public record, and one player's part.

The public record of a hand is the same for everybody; its hash stands in the record of the next
hand, so that no hand can be changed or left out later. A receipt is a public record and the
openings of the cards that one player alone may see. Start reading at `Receipt`; what makes one
good is in `wildrank.fair.verify`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Annotated, Final, Literal, NamedTuple

import msgspec

from wildrank.fair.commit import Opening

DECK_SIZE: Final = 52
NO_RECORD: Final = "0" * 64  # what stands before the first hand of a table

Hash = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]
Salt = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{32}\Z")]
Small = Annotated[int, msgspec.Meta(ge=0, le=255)]


class Street(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one street deals: cards down and up to each player, on the board, and burned."""

    down: Small
    up: Small
    board: Small
    burn: Small


class Dealing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cards dealt together.

    Attributes:
        street: Which street they belong to, from 0.
        up: Whether they were dealt face up.
        burn: Cards burned before them.
        count: How many there were.
        chairs: Who got one in turn, round after round; empty for the board.
    """

    street: Small
    up: bool
    burn: Small
    count: Small
    chairs: tuple[Small, ...]


class OpenedCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An opening in text: the card of one position of the deck in play."""

    position: Small
    card: Small
    salt: Salt
    path: Annotated[tuple[Hash, ...], msgspec.Meta(max_length=8)]

    @classmethod
    def of(cls, opening: Opening) -> OpenedCard:
        """Return an opening as text."""
        path = tuple(step.hex() for step in opening.path)
        return cls(opening.position, opening.card, opening.salt.hex(), path)

    @property
    def opening(self) -> Opening:
        """The opening as it is checked."""
        path = tuple(map(bytes.fromhex, self.path))
        return Opening(self.position, self.card, bytes.fromhex(self.salt), path)


class OpenDeck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole deck, opened: its cards in order and their salts."""

    cards: tuple[Small, ...]
    salts: tuple[Salt, ...]


class PublicRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What everybody saw of the deal of one hand.

    Attributes:
        hand: The name of the hand, which no other has.
        previous: Hash of the record of the hand before, zeros for the first.
        button: Chair of the dealer.
        chairs: Who was dealt in, in the order of the seats.
        streets: What each street deals.
        roots: The promises of the two decks.
        promises: The promised hash of each seed, by chair.
        silent: Chairs of people who promised none in time.
        seeds: The seeds that were sent, by chair.
        dropped: Chairs that promised a seed and did not send it in time.
        other: The deck not in play; None if the hand was called off before.
        deals: What was dealt, in order.
        openings: The cards everybody saw, by position.
        void: Why the hand was called off, empty for one played to its end.
    """

    hand: str
    previous: Hash
    button: Small
    chairs: tuple[Small, ...]
    streets: tuple[Street, ...]
    roots: tuple[Hash, Hash]
    promises: dict[str, Hash]
    silent: tuple[Small, ...]
    seeds: dict[str, Hash]
    dropped: tuple[Small, ...]
    other: OpenDeck | None
    deals: tuple[Dealing, ...]
    openings: tuple[OpenedCard, ...]
    void: str = ""


class Mine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one player alone saw: the chair, and the cards nobody else was shown."""

    chair: Small
    openings: tuple[OpenedCard, ...]


class Later(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was opened to everybody after the hand, when its record was closed.

    Attributes:
        deals: The board that did not come, as if it had been dealt.
        openings: Its cards, and those that players showed of their own.
    """

    deals: tuple[Dealing, ...]
    openings: tuple[OpenedCard, ...]


class Receipt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The proof of one deal, for one player or for a spectator.

    Attributes:
        wildrank: Says what the file is.
        public: What everybody saw.
        record: The hash of that.
        mine: What the player saw besides, None for a spectator.
        later: What was opened after the hand, None for nothing.
    """

    wildrank: Literal["receipt 1"]
    public: PublicRecord
    record: Hash
    mine: Mine | None = None
    later: Later | None = None


def record_hash(public: PublicRecord) -> str:
    """Return the hash of a public record: SHA-256 of its JSON, keys sorted, without blanks."""
    plain = msgspec.to_builtins(public)
    return sha256(json.dumps(plain, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def deck_name(hand: str, deck: int) -> bytes:
    """Return the name by which the leaves of one of the two decks of a hand are hashed."""
    return f"{hand}/{deck}".encode()


class Place(NamedTuple):
    """A card that was dealt: the how-manieth of the deal, and to whom; None for the board."""

    place: int
    chair: int | None
    up: bool


def places(deals: Iterable[Dealing]) -> Iterator[Place]:
    """Yield the place in the dealing order of each card dealt, burned ones left out."""
    gone = 0
    for deal in deals:
        gone += deal.burn
        for number in range(deal.count):
            chair = deal.chairs[number % len(deal.chairs)] if deal.chairs else None
            yield Place(gone, chair, deal.up or chair is None)
            gone += 1


def clockwise(chairs: Sequence[int], button: int) -> tuple[int, ...]:
    """Return the chairs in the order they are dealt to, from the left of the button.

    Raises:
        ValueError: If the button is not among them.
    """
    first = chairs.index(button) + 1
    return (*chairs[first:], *chairs[:first])
