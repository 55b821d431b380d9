"""What somebody at a table may ask for; each is one message of the wire.

Field names and tags are those of the wire protocol, so a message is decoded straight into one of
these. Start reading at `WireWish`. Whether a wish is granted is decided in
`wildrank.table.granting`.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from wildrank.games import MAX_CHIPS
from wildrank.table.config import MAX_CHAIRS, BuyIn

UNSET: Final = msgspec.UNSET
MAX_NAME: Final = 24

ChairNumber = Annotated[int, msgspec.Meta(ge=0, lt=MAX_CHAIRS)]
BotCount = Annotated[int, msgspec.Meta(ge=0, lt=MAX_CHAIRS)]
Chips = Annotated[int, msgspec.Meta(ge=0, le=MAX_CHIPS)]
Name = Annotated[str, msgspec.Meta(max_length=80)]
Word = Annotated[str, msgspec.Meta(max_length=40)]
Password = Annotated[str, msgspec.Meta(max_length=200)]
Clock = Annotated[float, msgspec.Meta(ge=5, le=3600)]
Bank = Annotated[float, msgspec.Meta(ge=0, le=3600)]
Hash = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]


class Wish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every wish may carry.

    Attributes:
        id: Chosen by who asks, empty for none; a wish with an id that was granted to the same
            player before is granted again and changes nothing.
    """

    id: Word = ""


class Sit(Wish, frozen=True, tag="sit"):
    """Take a chair, or go on the waiting list where people have them all.

    Attributes:
        chair: Which one; None for the first free one, or a bot's where none is free.
        stack: Chips to bring, within the limits; None for the usual.
    """

    name: Name
    chair: ChairNumber | None = None
    stack: Chips | None = None


class Stand(Wish, frozen=True, tag="stand"):
    """Leave the chair: at once, or after the hand that is being played."""


class BuyChips(Wish, frozen=True, tag="chips"):
    """Have so many chips from the next hand on: a top-up, or a rebuy."""

    to: Chips


class SitOut(Wish, frozen=True, tag="sit-out"):
    """Be dealt out from the next hand on, or when the big blind comes."""

    when: Literal["hand", "blind"]


class SitIn(Wish, frozen=True, tag="sit-in"):
    """Be dealt in again, with missed blinds posted at once or when the big blind comes."""

    post: bool = False


class MoreTime(Wish, frozen=True, tag="more-time"):
    """Use the time bank now; what is left of the clock goes first."""


class Bots(Wish, frozen=True, tag="bots"):
    """Have so many bots at the table; the host's wish."""

    count: BotCount


class Announce(Wish, frozen=True, tag="announce"):
    """Call the game of the next hand; the dealer's right."""

    game: Word
    settings: Annotated[dict[Word, Word], msgspec.Meta(max_length=60)] = {}


class Act(Wish, frozen=True, tag="act"):
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


class Next(Wish, frozen=True, tag="next"):
    """Be ready for the next hand."""


class Promise(Wish, frozen=True, tag="promise"):
    """Promise a seed for a deal by its hash."""

    deal: Word
    promise: Hash


class Seed(Wish, frozen=True, tag="seed"):
    """Send the seed that was promised, 32 bytes as hex digits."""

    deal: Word
    seed: Hash


class Doubt(Wish, frozen=True, tag="doubt"):
    """Say that a deal is not what was promised."""

    deal: Word
    reason: Literal["promise", "seeds", "other-deck", "order", "opening", "chain"]


class Reveal(Wish, frozen=True, tag="reveal"):
    """Show own cards to everybody after a hand, one or all."""

    cards: Annotated[tuple[Word, ...], msgspec.Meta(min_length=1, max_length=8)]


class Rabbit(Wish, frozen=True, tag="rabbit"):
    """Open the board cards that did not come, after a hand and where the customs allow it."""


class Say(Wish, frozen=True, tag="say"):
    """Say something to everybody at the table."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=300)]


class Approve(Wish, frozen=True, tag="approve"):
    """Let somebody sit down who asked for a seat; the host's wish, as are all that follow."""

    person: Word


class Refuse(Wish, frozen=True, tag="refuse"):
    """Do not let somebody sit down who asked."""

    person: Word


class Pause(Wish, frozen=True, tag="pause"):
    """Stop the table, or let it go on."""

    paused: bool


class Kick(Wish, frozen=True, tag="kick"):
    """Send a person away."""

    chair: ChairNumber


class End(Wish, frozen=True, tag="end"):
    """Close the table after this hand, or do not."""

    ending: bool


class SomeCustoms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Customs that are to change; those that are not named stay.

    The fields are those of `wildrank.table.config.Customs`, written out once more because a client
    may set less than a config, and a type made of the other would be unknown to the type checker.
    """

    games: Annotated[tuple[Word, ...], msgspec.Meta(max_length=100)] | msgspec.UnsetType = UNSET
    mode: Literal["dealer", "orbit"] | msgspec.UnsetType = UNSET
    buy_in: BuyIn | msgspec.UnsetType = UNSET
    act_s: Clock | msgspec.UnsetType | None = UNSET
    bank_s: Bank | msgspec.UnsetType = UNSET
    approve: bool | msgspec.UnsetType = UNSET
    spectators: bool | msgspec.UnsetType = UNSET
    rabbit: bool | msgspec.UnsetType = UNSET
    kill: bool | msgspec.UnsetType = UNSET


class ChangeCustoms(SomeCustoms, frozen=True, kw_only=True, tag="customs"):
    """Change customs from the next hand on."""

    id: Word = ""


class HandOver(Wish, frozen=True, tag="hand-over"):
    """Make the person on a chair the host."""

    chair: ChairNumber


class Invites(Wish, frozen=True, tag="invites"):
    """Let links from before let no newcomer in any longer."""

    revoke: bool


class Lock(Wish, frozen=True):
    """Ask newcomers for the password of this hash, empty for none; stands on no wire."""

    hash: str


class SamePerson(Wish, frozen=True):
    """Have one account for two players who are one person; stands on no wire.

    Attributes:
        player: Who came under another name.
        owner: Who that is; the player itself to have two accounts again.
    """

    player: str
    owner: str


WireWish = (
    Sit
    | Stand
    | BuyChips
    | SitOut
    | SitIn
    | MoreTime
    | Bots
    | Announce
    | Act
    | Next
    | Promise
    | Seed
    | Doubt
    | Reveal
    | Rabbit
    | Say
    | Approve
    | Refuse
    | Pause
    | Kick
    | End
    | ChangeCustoms
    | HandOver
    | Invites
)
AnyWish = WireWish | Lock | SamePerson
