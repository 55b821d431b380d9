"""What a client is told of a deal: the promises, and openings of the cards it may see anyway.

Only masked events come in here, so a card that is hidden from somebody is never opened to them.
Start reading at `deal_fields` and `proof_fields`.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from wildrank.errors import DealError
from wildrank.fair.receipt import Later, Mine, Receipt, record_hash
from wildrank.referee import Event, see
from wildrank.table import events as ev
from wildrank.table.deal import cards_in, dealings, openings, public_record
from wildrank.table.shows import rabbit_dealing
from wildrank.table.state import TableHand
from wildrank.table.telling.shapes import DealView

DealEvent = ev.DecksPromised | ev.SeedsPromised | ev.SeedsOpened


def deal_fields(event: DealEvent, hand: TableHand) -> dict[str, Any]:
    """Return the public part of an event of the deal; decks and players stay here."""
    deal = hand.deal
    if deal is None:
        return {}
    what = type(event).__struct_config__.tag
    fields: dict[str, Any] = {"type": what, "deal": deal.name}
    if isinstance(event, ev.DecksPromised):
        fields |= {
            "button": event.button,
            "chairs": list(event.chairs),
            "streets": msgspec.to_builtins(event.streets),
            "previous": event.previous,
            "roots": list(deal.roots),
        }
    elif isinstance(event, ev.SeedsPromised):
        fields |= {"promises": event.promises, "silent": list(event.silent)}
    elif deal.order is not None:
        fields |= {
            "seeds": event.seeds,
            "dropped": list(event.dropped),
            "picked": deal.order.deck,
            "other": msgspec.to_builtins(deal.other),
        }
    return fields


def proof_fields(seen: Event, hand: TableHand, n: int) -> dict[str, Any]:
    """Return what proves an event of the hand to somebody.

    Args:
        seen: The event as that client may see it.
        hand: The hand just after it.
        n: Its number in the log.
    """
    if hand.deal is None or hand.deal.order is None:
        return {}
    fields: dict[str, Any] = {}
    cards = cards_in(seen)
    if cards and (dealing := dealings(hand.chairs, hand.steps).get(n)) is not None:
        fields["dealing"] = msgspec.to_builtins(dealing)
    if opened := openings(hand.deal, cards):
        fields["openings"] = msgspec.to_builtins(opened)
    return fields


def later_fields(event: ev.Revealed | ev.RabbitOpened, hand: TableHand) -> dict[str, Any]:
    """Return what proves cards that are opened after a hand."""
    if hand.deal is None or hand.state is None:
        return {}
    fields = {"openings": msgspec.to_builtins(openings(hand.deal, event.cards))}
    if isinstance(event, ev.RabbitOpened):
        fields["dealing"] = msgspec.to_builtins(rabbit_dealing(event, hand.state))
    return fields


def _later(hand: TableHand) -> Later | None:
    """Return what was opened after a hand, None for nothing."""
    deal, state = hand.deal, hand.state
    if deal is None or state is None or not (hand.revealed or hand.rabbit):
        return None
    cards = [card for shown in hand.revealed.values() for card in shown]
    cards += [card for street in hand.rabbit for card in street.cards]
    board = tuple(rabbit_dealing(street, state) for street in hand.rabbit)
    opened = sorted(openings(deal, cards), key=lambda one: one.position)
    return Later(board, tuple(opened))


def receipt_of(hand: TableHand, player: str | None) -> Receipt:
    """Return the receipt of a hand that is over, for one player or for a spectator.

    Raises:
        DealError: If there is none, or not yet.
    """
    deal, seat = hand.deal, hand.seat_of(player)
    if deal is None or not hand.over:
        msg = "this hand has no receipt, or none yet"
        raise DealError(msg, code="deal/no-receipt")
    public = public_record(deal, hand.chairs, hand.steps, hand.reason)
    mine = None
    if seat is not None:
        shown = {one.position for one in public.openings}
        seen = (cards_in(see(step.event, seat, step.before)) for step in hand.steps)
        own = {one.position: one for cards in seen for one in openings(deal, cards)}
        closed = tuple(one for position, one in own.items() if position not in shown)
        mine = Mine(hand.chairs[seat], closed)
    return Receipt("receipt 1", public, record_hash(public), mine, _later(hand))


def deal_view(hand: TableHand | None) -> DealView | None:
    """Return how far the deal of a hand is, None where there is none."""
    if hand is None or hand.deal is None:
        return None
    deal = hand.deal
    stage: Literal["promise", "seed", "dealt"] = "dealt"
    if deal.seeds is None:
        stage = "seed" if deal.promises is not None else "promise"
    return DealView(
        deal=deal.name,
        stage=stage,
        seeds=sorted(map(int, deal.seeds or ())),
        missing=sorted({*deal.silent, *deal.dropped}),
        doubted=sorted(hand.doubts),
    )
