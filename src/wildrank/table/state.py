"""A table as a value, and `fold`, which folds the events of its log into it and checks nothing.

Folding a whole log gives the table back as it was, the hand in progress and its deck included.
Start reading at `TableState`, then `fold`. No clock and no chance in here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple

import msgspec

from wildrank.cards import Card
from wildrank.fair.receipt import NO_RECORD, deck_name, record_hash
from wildrank.games import load_game
from wildrank.referee import Event, State, apply
from wildrank.referee import events as hand_events
from wildrank.referee.state import fresh
from wildrank.table import events as ev
from wildrank.table import hosted
from wildrank.table.config import Customs
from wildrank.table.deal import HandDeal, Step, public_record
from wildrank.table.hosted import Hosting
from wildrank.table.kills import Leg, leg_after

replace = msgspec.structs.replace
_DECISIONS: Final = (
    hand_events.Folded,
    hand_events.Checked,
    hand_events.Called,
    hand_events.Raised,
    hand_events.Chose,
)


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


class GameCall(msgspec.Struct, frozen=True):
    """A game and what is announced with it, keys and words as in ``announce``."""

    game: str
    settings: Mapping[str, str] = MappingProxyType({})


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
        calls: The last call of each player, by player.
        hand: The hand on the table, None between hands.
        record: Hash of the public record of the last hand that is over.
        cried: Players whose browsers doubted a deal in which nothing was found.
        waiting: Who waits for a chair, the first in line first.
        customs: The customs in force.
        ordered: The customs from the next hand on, None while they stay as they are.
        hosting: What else the host made so.
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
    cried: frozenset[str] = frozenset()
    waiting: tuple[Waiter, ...] = ()
    customs: Customs = Customs()
    ordered: Customs | None = None
    hosting: Hosting = Hosting()

    @property
    def coming(self) -> Customs:
        """The customs of the next hand."""
        return self.ordered or self.customs

    @property
    def playing(self) -> TableHand | None:
        """The hand that is being played, None when there is none or it is over."""
        return None if self.hand is None or self.hand.over else self.hand

    def seated(self) -> Iterator[tuple[int, Chair]]:
        """Yield each chair somebody sits on, and who that is."""
        for number, chair in enumerate(self.chairs):
            if chair is not None:
                yield number, chair

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


def fold(table: TableState, n: int, event: ev.TableEvent) -> TableState:
    """Return the table after an event; nothing is checked."""
    change = _CHANGES.get(type(event), _happened)
    return replace(change(table, n, event), n=n)


def _with_chair(table: TableState, number: int, chair: Chair | None) -> TableState:
    chairs = (*table.chairs[:number], chair, *table.chairs[number + 1 :])
    return replace(table, chairs=chairs)


def _with_fields(table: TableState, number: int, **fields: Any) -> TableState:  # noqa: ANN401
    chair = table.chairs[number]
    return table if chair is None else _with_chair(table, number, replace(chair, **fields))


def _sat(table: TableState, _n: int, event: ev.Sat) -> TableState:
    bank = 0.0 if event.bot else table.customs.bank_s
    debt = Debt() if table.places is None else Debt(big=table.places.blinds[1])  # D46
    chair = Chair(event.name, event.player, event.bot, event.stack, debt=debt, bank=bank)
    host = table.host or (None if event.bot else event.player)
    table = _with_chair(_no_longer_waiting(table, event.player), event.chair, chair)
    hosting = table.hosting if event.bot else table.hosting.knowing(event.player)
    return replace(table, host=host, hosting=hosting)


def _left(table: TableState, _n: int, event: ev.Left) -> TableState:
    gone = table.chairs[event.chair]
    table = _with_chair(table, event.chair, None)
    if gone is None or gone.player != table.host:
        return table
    people = (chair.player for _, chair in table.seated() if not chair.bot)
    return replace(table, host=next(people, None))


def _leave_wanted(table: TableState, _n: int, event: ev.LeaveWanted) -> TableState:
    return _with_fields(table, event.chair, leaving=event.leaving)


def _rebought(table: TableState, _n: int, event: ev.Rebought) -> TableState:
    chair = table.chairs[event.chair]
    stack = event.amount + (0 if chair is None else chair.stack)
    return _with_fields(table, event.chair, stack=stack, to=0)


def _chips_ordered(table: TableState, _n: int, event: ev.ChipsOrdered) -> TableState:
    return _with_fields(table, event.chair, to=event.to)


def _no_longer_waiting(table: TableState, player: str) -> TableState:
    waiting = tuple(waiter for waiter in table.waiting if waiter.player != player)
    return replace(table, waiting=waiting)


def _wait_began(table: TableState, _n: int, event: ev.WaitBegan) -> TableState:
    waiter = Waiter(event.player, event.name, event.chair, event.stack)
    return replace(table, waiting=(*table.waiting, waiter))


def _wait_ended(table: TableState, _n: int, event: ev.WaitEnded) -> TableState:
    return _no_longer_waiting(table, event.player)


def _waiter_seen(table: TableState, _n: int, event: ev.WaiterSeen) -> TableState:
    gone = None if event.here else table.hands
    waiting = tuple(
        replace(waiter, gone=gone) if waiter.player == event.player else waiter
        for waiter in table.waiting
    )
    return replace(table, waiting=waiting)


def _sat_out(table: TableState, _n: int, event: ev.SatOut) -> TableState:
    return _with_fields(table, event.chair, out=event.when, waits=False)


def _sat_in(table: TableState, _n: int, event: ev.SatIn) -> TableState:
    chair = table.chairs[event.chair]
    waits = chair is not None and bool(chair.owes) and not event.post
    return _with_fields(table, event.chair, out="", waits=waits, late=0, missed=0)


def _customs_changed(table: TableState, _n: int, event: ev.CustomsChanged) -> TableState:
    if table.hand is not None:
        return replace(table, ordered=event.customs)
    return _in_force(table, event.customs)


def _in_force(table: TableState, customs: Customs) -> TableState:
    """Let customs begin; another time bank is everybody's at once."""
    if customs.bank_s != table.customs.bank_s:
        for number, chair in table.seated():
            if not chair.bot:
                table = _with_fields(table, number, bank=customs.bank_s)
    return replace(table, customs=customs, ordered=None)


def _hosted(table: TableState, _n: int, event: hosted.HostEvent) -> TableState:
    return replace(table, hosting=hosted.after(table.hosting, event))


def _kicked(table: TableState, n: int, event: hosted.Kicked) -> TableState:
    return _with_fields(_hosted(table, n, event), event.chair, leaving=True)


def _host_changed(table: TableState, _n: int, event: hosted.HostChanged) -> TableState:
    return replace(table, host=event.player)


def _bots_wanted(table: TableState, _n: int, event: ev.BotsWanted) -> TableState:
    return replace(table, bots_wanted=event.count)


def _game_called(table: TableState, _n: int, event: ev.GameCalled) -> TableState:
    call = GameCall(event.game, event.settings)
    another = table.called is None or table.called.game != event.game
    return replace(
        table,
        called=event,
        calls={**table.calls, event.player: call},
        orbit=event.chair if another or table.orbit is None else table.orbit,
    )


def _button_moved(table: TableState, _n: int, event: ev.ButtonMoved) -> TableState:
    return replace(table, places=event)


def _blinds_missed(table: TableState, _n: int, event: ev.BlindsMissed) -> TableState:
    return _with_fields(table, event.chair, debt=Debt(event.small, event.big))


def _decks_promised(table: TableState, _n: int, event: ev.DecksPromised) -> TableState:
    first, second = event.decks
    deal = HandDeal(
        name=event.deal,
        previous=event.previous,
        button=event.button,
        streets=event.streets,
        decks=(
            first.opened(deck_name(event.deal, 0)),
            second.opened(deck_name(event.deal, 1)),
        ),
        roots=(first.root, second.root),
    )
    names = tuple(getattr(table.chairs[chair], "name", "") for chair in event.chairs)
    hand = TableHand(
        number=event.number, chairs=event.chairs, players=event.players, names=names, deal=deal
    )
    return replace(table, hand=hand, hands=event.number)


def _with_deal(table: TableState, **fields: Any) -> TableState:  # noqa: ANN401
    hand = table.hand
    if hand is None or hand.deal is None:
        return table
    return replace(table, hand=replace(hand, deal=replace(hand.deal, **fields)))


def _seeds_promised(table: TableState, _n: int, event: ev.SeedsPromised) -> TableState:
    return _with_deal(table, promises=event.promises, silent=event.silent)


def _seeds_opened(table: TableState, _n: int, event: ev.SeedsOpened) -> TableState:
    return _with_deal(table, seeds=event.seeds, dropped=event.dropped)


def _doubted(table: TableState, _n: int, event: ev.Doubted) -> TableState:
    return table if event.founded else replace(table, cried=table.cried | {event.player})


def _recorded(table: TableState) -> TableState:
    """Keep the hash of the record of a hand that is over, for the next one to name."""
    hand = table.hand
    if hand is None or hand.deal is None:
        return table
    return replace(
        table, record=record_hash(public_record(hand.deal, hand.chairs, hand.steps, hand.reason))
    )


def _time_ran_out(table: TableState, _n: int, event: ev.TimeRanOut) -> TableState:
    chair, hand = table.chairs[event.chair], table.hand
    if chair is None or hand is None:
        return table
    table = replace(table, hand=replace(hand, timed=event.chair))
    return _with_fields(table, event.chair, late=chair.late + 1)


def _heard(table: TableState, hand: TableHand, event: Event) -> TableState:
    """Forget the time-outs of somebody who decides, and for whom the table does not."""
    if not isinstance(event, _DECISIONS):
        return table
    number = hand.chairs[event.seat]
    return table if hand.timed == number else _with_fields(table, number, late=0)


def _more_time(table: TableState, n: int, event: ev.MoreTime) -> TableState:
    hand = table.hand
    if hand is None:
        return table
    graced = (*hand.graced, event.chair) if event.kind == "grace" else hand.graced
    extra = Extra(n, event.kind, event.seconds)
    return replace(table, hand=replace(hand, extra=extra, graced=graced))


def _bank_set(table: TableState, _n: int, event: ev.BankSet) -> TableState:
    return _with_fields(table, event.chair, bank=event.seconds)


def _hand_started(table: TableState, _n: int, event: ev.HandStarted) -> TableState:
    if table.hand is not None and table.hand.deal is not None:
        return replace(table, hand=replace(table.hand, deck=event.deck))
    names = tuple(getattr(table.chairs[chair], "name", "") for chair in event.chairs)
    hand = TableHand(
        number=event.number,
        chairs=event.chairs,
        players=event.players,
        names=names,
        deck=event.deck,
    )
    return replace(table, hand=hand, hands=event.number)


def _announced(table: TableState, n: int, event: hand_events.Announced) -> TableState:
    hand = table.hand
    if hand is None:
        return table
    state = fresh(
        load_game(event.game), event.stakes, event.announcement, event.stacks, event.button
    )
    hand = replace(hand, state=state, steps=(Step(n, event, state),))
    return replace(table, hand=hand, button=hand.chairs[event.button])


def _happened(table: TableState, n: int, event: Event) -> TableState:
    """Let the referee fold an event of the hand."""
    hand = table.hand
    if hand is None or hand.state is None:
        return table
    steps = (*hand.steps, Step(n, event, hand.state))
    table = _heard(table, hand, event)
    hand = replace(hand, state=apply(hand.state, event), steps=steps, extra=None, timed=None)
    return replace(table, hand=hand)


def _ended(table: TableState, n: int, event: hand_events.HandEnded) -> TableState:
    """Pay out: the stacks of the hand become those of the chairs."""
    table = _happened(table, n, event)
    hand = table.hand
    if hand is None or hand.state is None:
        return table
    for number, player, stack in zip(hand.chairs, hand.players, hand.state.stacks, strict=True):
        chair = table.chairs[number]
        if chair is not None and chair.player == player:
            played = chair.played + 1
            table = _with_fields(table, number, stack=stack, played=played, **_paid(table, chair))
    return _recorded(replace(table, leg=leg_after(table.leg, hand.players, hand.steps)))


def _paid(table: TableState, chair: Chair) -> dict[str, Any]:
    """Return what a hand changes in the debts of who was dealt in.

    With blinds all are paid; without, what was missed is still owed, but nobody is new any more.

    Source: D46.
    """
    blinds = table.places is not None and table.places.big is not None
    if blinds or not chair.debt.small:
        return {"debt": Debt(), "waits": False}
    return {}


def _voided(table: TableState, _n: int, event: ev.Voided) -> TableState:
    hand = table.hand
    if hand is None:
        return table
    return _recorded(replace(table, hand=replace(hand, voided=True, reason=event.reason)))


def _revealed(table: TableState, _n: int, event: ev.Revealed) -> TableState:
    hand = table.hand
    if hand is None:
        return table
    seat = hand.chairs.index(event.chair)
    cards = (*hand.revealed.get(seat, ()), *event.cards)
    return replace(table, hand=replace(hand, revealed={**hand.revealed, seat: cards}))


def _rabbit_opened(table: TableState, _n: int, event: ev.RabbitOpened) -> TableState:
    hand = table.hand
    if hand is None:
        return table
    return replace(table, hand=replace(hand, rabbit=(*hand.rabbit, event)))


def _cleared(table: TableState, _n: int, _event: ev.TableCleared) -> TableState:
    hand = table.hand
    for number, chair in table.seated():
        missed = hand is None or hand.seat_of(chair.player) is None
        table = _with_fields(table, number, missed=chair.missed + 1 if missed else 0)
    return _in_force(replace(table, hand=None), table.coming)


_CHANGES: Final[dict[type, Callable[[TableState, int, Any], TableState]]] = {
    ev.Sat: _sat,
    ev.Left: _left,
    ev.LeaveWanted: _leave_wanted,
    ev.Rebought: _rebought,
    ev.WaitBegan: _wait_began,
    ev.WaitEnded: _wait_ended,
    ev.WaiterSeen: _waiter_seen,
    ev.ChipsOrdered: _chips_ordered,
    ev.SatOut: _sat_out,
    ev.SatIn: _sat_in,
    ev.CustomsChanged: _customs_changed,
    ev.BotsWanted: _bots_wanted,
    ev.GameCalled: _game_called,
    ev.ButtonMoved: _button_moved,
    ev.BlindsMissed: _blinds_missed,
    ev.DecksPromised: _decks_promised,
    ev.SeedsPromised: _seeds_promised,
    ev.SeedsOpened: _seeds_opened,
    ev.Doubted: _doubted,
    ev.TimeRanOut: _time_ran_out,
    ev.MoreTime: _more_time,
    ev.BankSet: _bank_set,
    ev.HandStarted: _hand_started,
    ev.Voided: _voided,
    ev.Revealed: _revealed,
    ev.RabbitOpened: _rabbit_opened,
    ev.TableCleared: _cleared,
    **dict.fromkeys(hosted.HOST_EVENTS, _hosted),
    hosted.Kicked: _kicked,
    hosted.HostChanged: _host_changed,
    hand_events.Announced: _announced,
    hand_events.HandEnded: _ended,
}
