"""What one client is told of an event: the line of its log, with the cards it may see.

Start reading at `log_event`. The view of the whole table is in `wildrank.table.telling.views`.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import msgspec

from wildrank.referee import Event, State, see, to_builtins
from wildrank.table import events as ev
from wildrank.table.deal import Step
from wildrank.table.hostevents import HOST_EVENTS, HostEvent
from wildrank.table.state import TableHand, TableState
from wildrank.table.telling.hostviews import host_fields
from wildrank.table.telling.proofs import DealEvent, deal_fields, later_fields, proof_fields


class Told(NamedTuple):
    """An event of the log with the hand and the state it belongs to.

    Attributes:
        seated: Who may know of the hand, None for everybody.
    """

    n: int
    event: ev.TableEvent
    hand: TableHand | None
    before: State | None
    seated: frozenset[str] | None = None

    def may_know(self, player: str) -> bool:
        """Whether somebody may know of the event at all."""
        return self.seated is None or player in self.seated or isinstance(self.event, _OPEN)

    def seat_of(self, player: str) -> int | None:
        """Return the seat by which a player sees more of the event than everybody does, if any.

        That is its own seat where the event is about it.
        """
        seat = None if self.hand is None else self.hand.seat_of(player)
        return seat if getattr(self.event, "seat", None) == seat else None


def log_event(told: Told, player: str) -> dict[str, Any] | None:
    """Return an event as one client may see it, None for one that concerns no client.

    What a seat may not see is masked for the seat the client had in that hand, not for the chair
    it has now.
    """
    return event_at(told, told.seat_of(player)) if told.may_know(player) else None


def event_at(told: Told, seat: int | None) -> dict[str, Any] | None:
    """Return an event as a seat of its hand may see it, None for one that concerns no client.

    Seats become chairs.

    Args:
        told: What happened.
        seat: The seat that looks, None for a spectator.
    """
    event, hand = told.event, told.hand
    if isinstance(event, ev.Sat):
        fields: dict[str, Any] = {
            "chair": event.chair,
            "name": event.name,
            "bot": event.bot,
            "stack": event.stack,
        }
    elif isinstance(event, _PLAIN):
        fields = msgspec.to_builtins(event)
    elif isinstance(event, ev.WaitBegan):
        fields = {"type": "wait-began", "name": event.name}
    elif isinstance(event, HostEvent):
        fields = host_fields(event)
    elif isinstance(event, ev.Revealed | ev.RabbitOpened):
        fields = {} if hand is None else to_builtins(event) | later_fields(event, hand)
    elif isinstance(event, DealEvent):
        fields = {} if hand is None else deal_fields(event, hand)
    elif isinstance(event, ev.Doubted):
        fields = {"chair": event.chair, "reason": event.reason, "founded": event.founded}
        fields["type"] = "doubted"
    elif isinstance(event, _SILENT) or hand is None or told.before is None:
        return None
    else:
        fields = _hand_event(told, event, hand, seat)
    what = fields.pop("type", "sat")
    number = hand.number if hand is not None else None
    return {"n": told.n, "hand": number, "chair": None, "what": what} | fields


_PLAIN: Final = (
    ev.Left,
    ev.Rebought,
    ev.SatOut,
    ev.SatIn,
    ev.BlindsMissed,
    ev.TimeRanOut,
    ev.MoreTime,
    ev.Voided,
    ev.CustomsChanged,
)
_OPEN: Final = (ev.Sat, *_PLAIN, ev.WaitBegan, *HOST_EVENTS)
_SILENT: Final = (
    ev.WaitEnded,
    ev.WaiterSeen,
    ev.ChipsOrdered,
    ev.BankSet,
    ev.LeaveWanted,
    ev.BotsWanted,
    ev.GameCalled,
    ev.ButtonMoved,
    ev.HandStarted,
    ev.TableCleared,
)


def _hand_event(told: Told, event: Event, hand: TableHand, seat: int | None) -> dict[str, Any]:
    seen = event if told.before is None else see(event, seat, told.before)
    fields: dict[str, Any] = to_builtins(seen) | proof_fields(seen, hand, told.n)
    if "seat" in fields:
        fields["chair"] = hand.chairs[fields.pop("seat")]
    if "button" in fields:
        fields["button"] = hand.chairs[fields["button"]]
        fields["chairs"] = list(hand.chairs)
        fields["dead_button"] = fields.pop("posts")["dead-button"]  # what is posted is told itself
    if "shares" in fields:
        fields["shares"] = [
            {"chair": hand.chairs[share["seat"]], "amount": share["amount"], "odd": share["odd"]}
            for share in fields["shares"]
        ]
    return fields


def told_of(table: TableState, n: int, event: ev.TableEvent) -> Told:
    """Return an event just folded with what `log_event` needs to know about it.

    Args:
        table: The table after the event.
        n: Its number.
        event: What happened.
    """
    hand = table.hand
    last: Step | None = hand.steps[-1] if hand is not None and hand.steps else None
    before = last.before if last is not None and last.n == n else None
    seated = None
    if not table.customs.spectators:
        here = [chair.player for _, chair in table.seated()]
        seated = frozenset([*here, *(() if hand is None else hand.players)])
    return Told(n, event, hand, before, seated)
