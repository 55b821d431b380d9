"""The shapes of what a client may see of a table, as they stand on the wire.

Field names are those of the wire protocol; cards and ranks are written as text. Start reading at
`TableView`. How they are filled is in `wildrank.table.telling.views`.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from wildrank.table.config import Customs


class ValueView(msgspec.Struct, frozen=True):
    """What a hand is worth, with the five cards used and what each wild stands for."""

    category: str
    words: str
    ranks: str
    cards: list[str]
    plays: dict[str, str]


ChairStatus = Literal["playing", "waiting", "away", "out"]


class ChairView(msgspec.Struct, frozen=True):
    """A chair and who sits on it, None for nobody.

    Attributes:
        bank: Seconds left in a person's time bank.
        owes: Chips of missed blinds.
        more: Chips that will come before the next hand.
    """

    chair: int
    name: str | None = None
    bot: bool = False
    stack: int = 0
    status: ChairStatus = "waiting"
    bank: int | None = None
    owes: int = 0
    more: int = 0
    leaving: bool = False
    host: bool = False


class YouView(msgspec.Struct, frozen=True):
    """Who the client is at this table.

    Attributes:
        place: On the waiting list, from 1.
        low: The fewest chips that may be ordered, None when none may.
        high: The most.
        asking: Whether it waits for the host to let it sit down.
        invite: The code of the link that lets newcomers in, for who is seated; empty while the
            link alone will do.
    """

    chair: int | None
    name: str | None
    host: bool
    place: int | None = None
    out: Literal["", "hand", "blind", "out"] = ""
    owes: int = 0
    leaving: bool = False
    low: int | None = None
    high: int | None = None
    asking: bool = False
    invite: str | None = None


class CustomsView(Customs, frozen=True, kw_only=True):
    """The customs in force, with the games by name; ``password`` if newcomers need one."""

    password: bool


class AskView(msgspec.Struct, frozen=True):
    """Somebody who asks for a seat; ``person`` is said to approve or refuse."""

    person: str
    name: str


class CallView(msgspec.Struct, frozen=True):
    """A game and what is announced with it."""

    game: str
    settings: dict[str, str]


class CallingView(msgspec.Struct, frozen=True):
    """Whose call is awaited."""

    chair: int
    yours: bool
    seconds: int | None
    players: int
    last: CallView


class CalledView(msgspec.Struct, frozen=True):
    """What was called: in words, and everything announced for clients with words of their own."""

    game: str
    name: str
    by: int
    hand: int
    stakes: str
    lines: list[str]
    announced: dict[str, str]
    settings: dict[str, str]
    price: int | None


class LastView(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat did last on this street."""

    what: str
    to: int | None = None
    amount: int | None = None


class SeatView(msgspec.Struct, frozen=True):
    """One player of the hand."""

    chair: int
    stack: int
    bet: int
    committed: int
    folded: bool
    all_in: bool
    button: bool
    post: str | None
    last: LastView | None
    down: list[str]
    up: list[str]
    shown: bool
    mucked: bool
    wild: list[str]
    net: int | None


class PotView(msgspec.Struct, frozen=True):
    """A pot and the chairs that may win it."""

    amount: int
    chairs: list[int]


class TurnView(msgspec.Struct, frozen=True):
    """What the hand waits for.

    Attributes:
        seconds: Left of a person's clock.
        limit: What was on that clock when it started.
        bank: Seconds in that person's time bank.
        in_bank: Whether it is being used.
    """

    kind: Literal["act", "buy", "show", "deal"]
    chair: int | None
    seconds: int | None = None
    limit: int | None = None
    bank: int | None = None
    in_bank: bool = False


class LegalView(msgspec.Struct, frozen=True):
    """What the client may do now; ``muck`` only with a hand that is beaten."""

    fold: bool
    check: bool
    call: bool
    to_call: int
    raise_low: int
    raise_high: int
    opening: bool
    capped: bool
    all_in_call: bool
    all_in_raise: bool
    buy: bool
    price: int
    take_down: bool
    show: bool
    muck: bool


class MineView(msgspec.Struct, frozen=True):
    """The client's own hand so far."""

    wild: list[str]
    high: ValueView | None
    low: ValueView | None
    starting: str


class ShareView(msgspec.Struct, frozen=True):
    """What a chair got of a pot."""

    chair: int
    amount: int
    odd: int


class AwardView(msgspec.Struct, frozen=True):
    """How a pot, or a half of it, was divided; ``beat`` has the best hand that lost, if shown."""

    pot: int
    half: Literal["whole", "high", "low"]
    amount: int
    odd: bool
    shares: list[ShareView]
    beat: int | None


class ShownView(msgspec.Struct, frozen=True):
    """A hand that was shown."""

    chair: int
    wild: list[str]
    high: ValueView | None
    low: ValueView | None


class ReturnedView(msgspec.Struct, frozen=True):
    """Chips nobody called."""

    chair: int
    amount: int


class ResultsView(msgspec.Struct, frozen=True):
    """How the hand ended."""

    awards: list[AwardView]
    hands: list[ShownView]
    returned: list[ReturnedView]
    no_low: bool


class HandView(msgspec.Struct, frozen=True):
    """The hand on the table."""

    number: int
    game: str
    street: int
    streets: list[str]
    seats: list[SeatView]
    board: list[str]
    pot: int
    pots: list[PotView]
    turn: TurnView | None
    legal: LegalView | None
    mine: MineView | None
    over: bool
    results: ResultsView | None
    rabbit: list[str] = []


class DealView(msgspec.Struct, frozen=True):
    """How far the deal of a hand is, and whose seeds are in it; details come as events.

    Attributes:
        doubted: The chairs in whose browsers it does not check.
    """

    deal: str
    stage: Literal["promise", "seed", "dealt"]
    seeds: list[int]
    missing: list[int]
    doubted: list[int] = []


class TableView(msgspec.Struct, frozen=True):
    """The whole table as one client may see it.

    Attributes:
        asking: Who asks for a seat; for the host alone.
        paused: Whether nothing goes on.
        ending: Whether the table closes after this hand.
        watching: How many people are here without a chair.
    """

    table: str
    n: int
    you: YouView
    chairs: list[ChairView]
    phase: Literal["lobby", "calling", "playing", "showdown"]
    dealer: int | None
    calling: CallingView | None
    called: CalledView | None
    hand: HandView | None
    deal: DealView | None
    waiting: list[str]
    customs: CustomsView
    asking: list[AskView]
    paused: bool
    ending: bool
    watching: int
