"""What happens at a table, past tense, and the record each event is kept as.

A table's log holds the events of its hands as the referee tells them, and around them its own:
who sat down and left, what the dealer called, which deck was shuffled. Folding the log gives the
table back. Records hold every card; nobody is ever sent one. Start reading at `TableEvent`.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from wildrank.cards import Card
from wildrank.errors import StoreError
from wildrank.fair.receipt import Street
from wildrank.referee import PLAIN, Posts
from wildrank.referee import events as hand
from wildrank.table.config import Customs
from wildrank.table.deal import Sealed
from wildrank.table.hostevents import HostEvent


class Sat(msgspec.Struct, frozen=True, tag="sat"):
    """Somebody took a chair.

    Attributes:
        player: Who it is, the same for as long as the table stands; never sent to anybody.
        bot: Whether a program plays there.
        stack: Chips brought.
    """

    chair: int
    name: str
    player: str
    stack: int
    bot: bool = False


class Left(msgspec.Struct, frozen=True, tag="left"):
    """Somebody gave up a chair, with the chips that were on it."""

    chair: int
    name: str
    stack: int


class LeaveWanted(msgspec.Struct, frozen=True, tag="leave-wanted"):
    """Somebody will leave after the hand, or stays after all."""

    chair: int
    leaving: bool


class Rebought(msgspec.Struct, frozen=True, tag="rebought"):
    """A player got more chips of play money: a top-up, or a fresh stack after the last chip."""

    chair: int
    name: str
    amount: int


class ChipsOrdered(msgspec.Struct, frozen=True, tag="chips-ordered"):
    """Somebody will have so many chips from the next hand on; 0 takes the order back."""

    chair: int
    to: int


class WaitBegan(msgspec.Struct, frozen=True, tag="wait-began"):
    """Somebody went on the waiting list, at its end.

    Attributes:
        player: Who it is; never sent to anybody.
        chair: The chair wanted, None for any.
        stack: Chips to bring, None for the usual.
    """

    player: str
    name: str
    chair: int | None = None
    stack: int | None = None


class WaitEnded(msgspec.Struct, frozen=True, tag="wait-ended"):
    """Somebody waits for a chair no longer."""

    player: str


class WaiterSeen(msgspec.Struct, frozen=True, tag="waiter-seen"):
    """Somebody on the waiting list was found to be gone, or back."""

    player: str
    here: bool


class SatOut(msgspec.Struct, frozen=True, tag="sat-out"):
    """Somebody is dealt out, or will be.

    Attributes:
        when: From the next hand on, when the big blind comes, or from now on.
    """

    chair: int
    when: Literal["hand", "blind", "out"]


class SatIn(msgspec.Struct, frozen=True, tag="sat-in"):
    """Somebody wants to be dealt in again.

    Attributes:
        post: Whether missed blinds are posted at once; else the big blind is waited for.
    """

    chair: int
    post: bool = False


class CustomsChanged(msgspec.Struct, frozen=True, tag="customs"):
    """The host changed the customs, from the next hand on."""

    customs: Customs


class BotsWanted(msgspec.Struct, frozen=True, tag="bots-wanted"):
    """The host said how many bots should sit at the table."""

    count: int


class GameCalled(msgspec.Struct, frozen=True, tag="game-called"):
    """The dealer called the game of the next hand.

    Attributes:
        settings: What was announced, keys and words as in ``announce``.
        spoken: Whether the dealer said it; else the time ran out.
    """

    chair: int
    player: str
    game: str
    settings: dict[str, str]
    spoken: bool = True


class ButtonMoved(msgspec.Struct, frozen=True, tag="button-moved"):
    """The button, and with it the blinds, moved for the hand to come.

    Attributes:
        button: The chair it lies before, where somebody may be dealt in or not.
        small: The chair the small blind is due from, None in a hand without two blinds.
        big: The chair of the big blind.
        blinds: What the two are.
        posts: What is not as usual with the forced bets of the hand.
    """

    button: int
    small: int | None = None
    big: int | None = None
    blinds: tuple[int, int] = (0, 0)
    posts: Posts = PLAIN


class BlindsMissed(msgspec.Struct, frozen=True, tag="blinds-missed"):
    """The blinds came to somebody who was not there to post them.

    Attributes:
        small: Chips of the small blind, 0 where that one was not missed.
        big: The same of the big blind.
    """

    chair: int
    small: int
    big: int


class DecksPromised(msgspec.Struct, frozen=True, tag="roots"):
    """Two decks were shuffled for a hand, and their roots published before anything else.

    Attributes:
        number: Hands of this table, from 1.
        deal: The name of the hand, which no other has.
        button: Chair of the dealer.
        chairs: The chair of each seat of the hand.
        players: Who sits there.
        streets: What each street of the game deals.
        previous: Hash of the record of the hand before.
        decks: Both decks; only their roots ever leave before they are opened.
    """

    number: int
    deal: str
    button: int
    chairs: tuple[int, ...]
    players: tuple[str, ...]
    streets: tuple[Street, ...]
    previous: str
    decks: tuple[Sealed, Sealed]


class SeedsPromised(msgspec.Struct, frozen=True, tag="seeds-promised"):
    """The hashes of the people's seeds are all in, or the time for them is over.

    Attributes:
        promises: The hashes, by chair.
        silent: Chairs of people who sent none.
    """

    promises: dict[str, str]
    silent: tuple[int, ...] = ()


class SeedsOpened(msgspec.Struct, frozen=True, tag="seeds-opened"):
    """The seeds are all in, or the time for them is over; they order the deal.

    Attributes:
        seeds: The seeds, by chair.
        dropped: Chairs that promised one and did not send it.
    """

    seeds: dict[str, str]
    dropped: tuple[int, ...] = ()


class Doubted(msgspec.Struct, frozen=True, tag="doubted"):
    """Somebody's browser found that the deal is not what was promised.

    Attributes:
        player: Who it is; never sent to anybody.
        reason: What did not fit.
        founded: Whether the server's own check of the deal fails too.
    """

    chair: int
    player: str
    reason: str
    founded: bool


class TimeRanOut(msgspec.Struct, frozen=True, tag="time-out"):
    """A player said nothing in time; what the table did instead is the next event."""

    chair: int


class MoreTime(msgspec.Struct, frozen=True, tag="more-time"):
    """Somebody has a new clock for the decision that is due.

    Attributes:
        kind: The grace of a line that dropped, or the time bank.
        seconds: What is on it.
    """

    chair: int
    kind: Literal["grace", "bank"]
    seconds: float


class BankSet(msgspec.Struct, frozen=True, tag="bank"):
    """Somebody's time bank holds so many seconds now."""

    chair: int
    seconds: float


class HandStarted(msgspec.Struct, frozen=True, tag="hand-started"):
    """The cards of a hand lie in order, and it begins.

    Attributes:
        number: Hands of this table, from 1.
        chairs: The chair of each seat of the hand.
        players: Who sits there.
        deck: All cards in the order they will be dealt; kept before the first one leaves.
    """

    number: int
    chairs: tuple[int, ...]
    players: tuple[str, ...]
    deck: tuple[Card, ...]


class Voided(msgspec.Struct, frozen=True, tag="void"):
    """The hand could not go on; every chip went back to where it was before. D41."""

    reason: str


class Revealed(msgspec.Struct, frozen=True, tag="revealed"):
    """Somebody showed own cards after a hand that nobody had seen."""

    chair: int
    cards: tuple[Card, ...]


class RabbitOpened(msgspec.Struct, frozen=True, tag="rabbit"):
    """Board cards of a street (0-based) that did not come were opened after a hand."""

    street: int
    cards: tuple[Card, ...]


class TableCleared(msgspec.Struct, frozen=True, tag="cleared"):
    """The cards of the last hand were taken off the table."""


TableEvent = (
    Sat
    | Left
    | LeaveWanted
    | Rebought
    | WaitBegan
    | WaitEnded
    | WaiterSeen
    | ChipsOrdered
    | SatOut
    | SatIn
    | CustomsChanged
    | BotsWanted
    | GameCalled
    | ButtonMoved
    | BlindsMissed
    | DecksPromised
    | SeedsPromised
    | SeedsOpened
    | Doubted
    | TimeRanOut
    | MoreTime
    | BankSet
    | HandStarted
    | Voided
    | Revealed
    | RabbitOpened
    | TableCleared
    | HostEvent
    | hand.Announced
    | hand.Posted
    | hand.StreetOpened
    | hand.HoleDealt
    | hand.BoardDealt
    | hand.Folded
    | hand.Checked
    | hand.Called
    | hand.Raised
    | hand.Chose
    | hand.PricePaid
    | hand.TurnedUp
    | hand.Returned
    | hand.Shown
    | hand.Mucked
    | hand.Awarded
    | hand.HandEnded
)


class Record(msgspec.Struct, frozen=True, omit_defaults=True):
    """One record of the log.

    Attributes:
        at: When it happened, in ms since 1970, for people.
        event: What happened.
        by: The player whose wish it was, empty where the table itself went on.
        id: What that wish was called by who sent it.
    """

    at: int
    event: TableEvent
    by: str = ""
    id: str = ""


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
_DECODER = msgspec.json.Decoder(Record, dec_hook=_decode)


def encode(record: Record) -> bytes:
    """Return a record as one line of JSON."""
    return _ENCODER.encode(record)


def decode(line: bytes) -> Record:
    """Return the record written as one line of JSON.

    Raises:
        StoreError: If the line is no record of this schema.
    """
    try:
        return _DECODER.decode(line)
    except msgspec.MsgspecError as error:
        msg = f"a record of the log cannot be read: {error}"
        raise StoreError(msg, code="store/record") from error
