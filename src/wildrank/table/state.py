"""A table as a value: who sits where, the hand in progress, and what is remembered.

How it follows from the log of the table is told in `wildrank.table.fold`. Start reading at
`TableState`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

import msgspec

from wildrank.cards import Card
from wildrank.errors import TableError
from wildrank.fair.receipt import NO_RECORD
from wildrank.games import GameCall
from wildrank.referee import State
from wildrank.referee import events as hand_events
from wildrank.table import events as ev
from wildrank.table.config import Customs
from wildrank.table.deal import HandDeal, Step
from wildrank.table.hostevents import Hosting
from wildrank.table.kills import Leg

replace = msgspec.structs.replace
GONE_HANDS: Final = 20  # until somebody who left comes back as a newcomer


class Debt(NamedTuple):
    """Chips of the blinds that somebody missed and owes."""

    small: int = 0
    big: int = 0


class Chair(msgspec.Struct, frozen=True):
    """Who sits on a chair, and the chips behind when no hand is being played.

    Attributes:
        leaving: Whether the chair will be given up after the hand.
        out: Whether it will be dealt out from the next hand on, when the big blind comes, or is.
        debt: The blinds that are owed; by a newcomer the big one.
        waits: Whether it is dealt in only when the big blind comes.
        to: Chips it will have from the next hand on, 0 when none were ordered.
        bank: Seconds in the time bank.
        late: How many time-outs in a row there were.
        played: How many hands it was dealt in.
        missed: How many hands in a row it was not.
    """

    name: str
    player: str
    bot: bool
    stack: int
    leaving: bool = False
    out: Literal["", "hand", "blind", "out"] = ""
    debt: Debt = Debt()
    waits: bool = False
    to: int = 0
    bank: float = 0.0
    late: int = 0
    played: int = 0
    missed: int = 0

    @property
    def owes(self) -> int:
        """Chips of blinds that were missed."""
        return sum(self.debt)


class Waiter(msgspec.Struct, frozen=True):
    """Somebody on the waiting list.

    Attributes:
        chair: The chair wanted, None for any.
        stack: Chips to bring, None for the usual.
        gone: How many hands had begun when it was found to be gone, None for one who is there.
    """

    player: str
    name: str
    chair: int | None = None
    stack: int | None = None
    gone: int | None = None


class Gone(NamedTuple):
    """What somebody left a chair with: the chips, what was owed, and after how many hands."""

    stack: int
    debt: Debt
    hands: int


class Extra(NamedTuple):
    """More time for the decision that is due: since which event, of what kind, and how much."""

    n: int
    kind: Literal["grace", "bank"]
    seconds: float


class TableHand(msgspec.Struct, frozen=True, kw_only=True):
    """The hand on the table, being played or just over.

    Attributes:
        chairs: The chair of each seat.
        players: Who plays each seat.
        names: What they are called.
        deck: All cards in the order they are dealt, none while seeds are awaited; hidden from
            everybody.
        state: The referee's state, None until the announcement is made.
        steps: What has happened, each with the state before it.
        voided: Whether the hand was called off.
        reason: Why it was.
        deal: How the cards came about; None in logs from before deals could be checked.
        doubts: Chairs of players in whose browsers it does not check.
        extra: The clock that replaced the usual one for this decision.
        graced: Chairs that had the grace of a dropped line in this hand.
        timed: The chair whose time ran out for this decision, None for nobody's.
        revealed: Downcards shown after the hand, by seat.
        rabbit: The board cards that did not come, opened after the hand, street by street.
    """

    number: int
    chairs: tuple[int, ...]
    players: tuple[str, ...]
    names: tuple[str, ...]
    deck: tuple[Card, ...] = ()
    state: State | None = None
    steps: tuple[Step, ...] = ()
    voided: bool = False
    reason: str = ""
    deal: HandDeal | None = None
    doubts: tuple[int, ...] = ()
    extra: Extra | None = None
    graced: tuple[int, ...] = ()
    timed: int | None = None
    revealed: Mapping[int, tuple[Card, ...]] = MappingProxyType({})
    rabbit: tuple[ev.RabbitOpened, ...] = ()

    @property
    def over(self) -> bool:
        """Whether nothing more will happen in it."""
        return self.voided or (self.state is not None and self.state.over)

    def seat_of(self, player: str | None) -> int | None:
        """Return the seat a player has in this hand, None for one who has none."""
        return self.players.index(player) if player in self.players else None

    @property
    def announced(self) -> hand_events.Announced:
        """What the hand began with.

        Raises:
            TableError: If it has not been announced.
        """
        event = self.steps[0].event if self.steps else None
        if not isinstance(event, hand_events.Announced):
            msg = "the hand begins with no announcement"
            raise TableError(msg, code="hand/unknown")
        return event

    @property
    def awards(self) -> list[hand_events.Awarded]:
        """The pots, or halves of them, that were awarded."""
        return [step.event for step in self.steps if isinstance(step.event, hand_events.Awarded)]

    @property
    def before_awards(self) -> State | None:
        """The state when the pots were complete, None while none was awarded."""
        awarded = (step for step in self.steps if isinstance(step.event, hand_events.Awarded))
        return next((step.before for step in awarded), None)


class TableState(msgspec.Struct, frozen=True, kw_only=True):
    """A table at one moment.

    Attributes:
        n: Number of the last event.
        chairs: Who sits where, None for an empty chair.
        host: The first person who sat down.
        bots_wanted: How many bots the host wants.
        button: Chair of the last dealer.
        places: Where button and blinds were in the last hand; None before the first, and in logs
            from before they were kept.
        leg: Who won the last pot whole, towards a kill.
        orbit: The chair whose call began the orbit of the game now played, where games rotate.
        hands: How many hands were begun.
        called: The last call and who made it.
        calls: The last call of each player who dealt lately, by player, the newest last.
        hand: The hand on the table, None between hands.
        record: Hash of the public record of the last hand that is over.
        waiting: Who waits for a chair, the first in line first.
        customs: The customs in force.
        ordered: The customs from the next hand on, None while they stay as they are.
        hosting: What else the host made so.
        gone: What people left their chairs with lately, by player.
    """

    chairs: tuple[Chair | None, ...]
    n: int = 0
    host: str | None = None
    bots_wanted: int = 0
    button: int | None = None
    places: ev.ButtonMoved | None = None
    leg: Leg | None = None
    orbit: int | None = None
    hands: int = 0
    called: ev.GameCalled | None = None
    calls: Mapping[str, GameCall] = MappingProxyType({})
    hand: TableHand | None = None
    record: str = NO_RECORD
    waiting: tuple[Waiter, ...] = ()
    customs: Customs = Customs()
    ordered: Customs | None = None
    hosting: Hosting = Hosting()
    gone: Mapping[str, Gone] = MappingProxyType({})

    @property
    def coming(self) -> Customs:
        """The customs of the next hand."""
        return self.ordered or self.customs

    @property
    def playing(self) -> TableHand | None:
        """The hand that is being played, None when there is none or it is over."""
        return None if self.hand is None or self.hand.over else self.hand

    def left_with(self, player: str) -> Gone | None:
        """Return what somebody left with who has not been away for long, None else."""
        gone = self.gone.get(player)
        return gone if gone is not None and self.hands - gone.hands < GONE_HANDS else None

    def seated(self) -> Iterator[tuple[int, Chair]]:
        """Yield each chair somebody sits on, and who that is."""
        for number, chair in enumerate(self.chairs):
            if chair is not None:
                yield number, chair

    def bot_on(self, number: int) -> bool:
        """Whether a bot sits on a chair."""
        chair = self.chairs[number]
        return chair is not None and chair.bot

    def names_on(self, numbers: Sequence[int]) -> tuple[str, ...]:
        """Return the names of those who sit on some chairs, empty for nobody's."""
        chairs = (self.chairs[number] for number in numbers)
        return tuple("" if chair is None else chair.name for chair in chairs)

    def chair_of(self, player: str | None) -> int | None:
        """Return the number of a player's chair, None for one who stands."""
        return next((number for number, chair in self.seated() if chair.player == player), None)


def behind(table: TableState, number: int) -> int:
    """Return the chips behind on a chair now, those bet in the hand being played left out."""
    chair, hand = table.chairs[number], table.hand
    if chair is None:
        return 0
    seat = None if hand is None else hand.seat_of(chair.player)
    if hand is None or hand.voided or hand.state is None or seat is None:
        return chair.stack
    return hand.state.stacks[seat]


def opened(chairs: int, customs: Customs | None = None) -> TableState:
    """Return a table with empty chairs."""
    return TableState(chairs=(None,) * chairs, customs=customs or Customs())
