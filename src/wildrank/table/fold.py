"""How a table follows from its log: `fold`, one small function for each kind of event.

Folding a whole log gives the table back as it was, the hand in progress and its deck included.
Nothing is checked, and there is no clock and no chance in here. Start reading at `fold`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from wildrank.fair.receipt import deck_name, record_hash
from wildrank.games import GameCall, load_game
from wildrank.referee import Event, apply
from wildrank.referee import events as hand_events
from wildrank.referee.state import fresh
from wildrank.table import events as ev
from wildrank.table import hostevents
from wildrank.table.config import Customs
from wildrank.table.deal import HandDeal, Step, public_record
from wildrank.table.kills import leg_after
from wildrank.table.state import (
    Chair,
    Debt,
    Extra,
    Gone,
    TableHand,
    TableState,
    Waiter,
    replace,
)

_MOST_CALLS: Final = 64  # many more than play here at a time
_DECISIONS: Final = (
    hand_events.Folded,
    hand_events.Checked,
    hand_events.Called,
    hand_events.Raised,
    hand_events.Chose,
)


def fold(table: TableState, n: int, event: ev.TableEvent) -> TableState:
    """Return the table after an event; nothing is checked."""
    change = _CHANGES.get(type(event), _happened)
    return replace(change(table, n, event), n=n)


def without_cards(table: TableState, n: int) -> TableState:
    """Return the table after an event that cannot be folded: its hand is left without a state."""
    hand = None if table.hand is None else replace(table.hand, state=None, steps=())
    return replace(table, n=n, hand=hand)


def _with_chair(table: TableState, number: int, chair: Chair | None) -> TableState:
    chairs = (*table.chairs[:number], chair, *table.chairs[number + 1 :])
    return replace(table, chairs=chairs)


def _with_fields(table: TableState, number: int, **fields: Any) -> TableState:  # noqa: ANN401
    chair = table.chairs[number]
    return table if chair is None else _with_chair(table, number, replace(chair, **fields))


def _sat(table: TableState, _n: int, event: ev.Sat) -> TableState:
    bank = 0.0 if event.bot else table.customs.bank_s
    new = Debt() if table.places is None else Debt(big=table.places.blinds[1])  # D46
    left = table.left_with(event.player)
    debt = new if left is None else Debt(*map(max, new, left.debt))
    chair = Chair(event.name, event.player, event.bot, event.stack, debt=debt, bank=bank)
    host = table.host or (None if event.bot else event.player)
    table = _with_chair(_no_longer_waiting(table, event.player), event.chair, chair)
    hosting = table.hosting if event.bot else table.hosting.knowing(event.player)
    return replace(table, host=host, hosting=hosting)


def _left(table: TableState, _n: int, event: ev.Left) -> TableState:
    gone = table.chairs[event.chair]
    table = _with_chair(table, event.chair, None)
    if gone is None:
        return table
    if gone.played and not gone.bot:
        kept = {player: left for player, left in table.gone.items() if table.left_with(player)}
        kept[gone.player] = Gone(gone.stack, gone.debt, table.hands)
        table = replace(table, gone=kept)
    if gone.player != table.host:
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


def _hosted(table: TableState, _n: int, event: hostevents.HostEvent) -> TableState:
    return replace(table, hosting=hostevents.after(table.hosting, event))


def _kicked(table: TableState, n: int, event: hostevents.Kicked) -> TableState:
    return _with_fields(_hosted(table, n, event), event.chair, leaving=True)


def _host_changed(table: TableState, _n: int, event: hostevents.HostChanged) -> TableState:
    return replace(table, host=event.player)


def _bots_wanted(table: TableState, _n: int, event: ev.BotsWanted) -> TableState:
    return replace(table, bots_wanted=event.count)


def _game_called(table: TableState, _n: int, event: ev.GameCalled) -> TableState:
    call = GameCall(event.game, event.settings)
    another = table.called is None or table.called.game != event.game
    others = [(key, said) for key, said in table.calls.items() if key != event.player]
    return replace(
        table,
        called=event,
        calls=dict([*others[1 - _MOST_CALLS :], (event.player, call)]),
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
    hand = TableHand(
        number=event.number,
        chairs=event.chairs,
        players=event.players,
        names=table.names_on(event.chairs),
        deal=deal,
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
    hand = table.hand
    if hand is None:
        return table
    return replace(table, hand=replace(hand, doubts=(*hand.doubts, event.chair)))


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
    hand = TableHand(
        number=event.number,
        chairs=event.chairs,
        players=event.players,
        names=table.names_on(event.chairs),
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
    **dict.fromkeys(hostevents.HOST_EVENTS, _hosted),
    hostevents.Kicked: _kicked,
    hostevents.HostChanged: _host_changed,
    hand_events.Announced: _announced,
    hand_events.HandEnded: _ended,
}
