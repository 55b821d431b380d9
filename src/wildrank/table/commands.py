"""What somebody at a table may ask for; each is one message of the wire.

Field names and tags are those of the wire protocol, so a message is decoded straight into one of
these. Start reading at `Command`. Whether a wish is granted is decided in `wildrank.table.table`.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

MAX_CHAIRS = 9
MAX_NAME = 24
MOST_CHIPS = 10**15

ChairNumber = Annotated[int, msgspec.Meta(ge=0, lt=MAX_CHAIRS)]
Chips = Annotated[int, msgspec.Meta(ge=0, le=MOST_CHIPS)]
Name = Annotated[str, msgspec.Meta(max_length=80)]
Word = Annotated[str, msgspec.Meta(max_length=40)]
Hash = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]


class Sit(msgspec.Struct, frozen=True, tag="sit", forbid_unknown_fields=True):
    """Take a chair, or go on the waiting list where people have them all.

    Attributes:
        chair: Which one; None for the first free one, or a bot's where none is free.
        stack: Chips to bring, within the limits; None for the usual.
    """

    name: Name
    chair: ChairNumber | None = None
    stack: Chips | None = None


class Stand(msgspec.Struct, frozen=True, tag="stand", forbid_unknown_fields=True):
    """Leave the chair: at once, or after the hand that is being played."""


class Bots(msgspec.Struct, frozen=True, tag="bots", forbid_unknown_fields=True):
    """Have so many bots at the table; the host's wish."""

    count: Annotated[int, msgspec.Meta(ge=0, lt=MAX_CHAIRS)]


class Announce(msgspec.Struct, frozen=True, tag="announce", forbid_unknown_fields=True):
    """Call the game of the next hand; the dealer's right."""

    game: Word
    settings: Annotated[dict[Word, Word], msgspec.Meta(max_length=60)] = {}


class Act(msgspec.Struct, frozen=True, tag="act", forbid_unknown_fields=True):
    """Decide in a hand.

    Attributes:
        n: Number of the last event the sender had seen.
        to: What a bet or raise goes to.
        expect: The amount that stood on the button: to call, raised to, or the price.
    """

    n: Annotated[int, msgspec.Meta(ge=0)]
    action: Literal["fold", "check", "call", "raise", "buy", "down", "show", "muck"]
    to: Chips | None = None
    expect: Chips | None = None


class Next(msgspec.Struct, frozen=True, tag="next", forbid_unknown_fields=True):
    """Be ready for the next hand."""


class Promise(msgspec.Struct, frozen=True, tag="promise", forbid_unknown_fields=True):
    """Promise a seed for a deal by its hash."""

    deal: Word
    promise: Hash


class Seed(msgspec.Struct, frozen=True, tag="seed", forbid_unknown_fields=True):
    """Send the seed that was promised, 32 bytes as hex digits."""

    deal: Word
    seed: Hash


class Doubt(msgspec.Struct, frozen=True, tag="doubt", forbid_unknown_fields=True):
    """Say that a deal is not what was promised."""

    deal: Word
    reason: Literal["promise", "seeds", "other-deck", "order", "opening", "chain"]


Command = Sit | Stand | Bots | Announce | Act | Next | Promise | Seed | Doubt
