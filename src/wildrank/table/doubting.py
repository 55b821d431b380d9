"""What a doubt does: a browser says that the deal does not check, and the server looks for itself.

A hand is called off where the server's own log is wrong, or told wrong, or where every player of
the hand doubts it. Any other doubt stops the hand until the host lets it go on: what a browser
shows would be its word against the server's, which nobody could weigh, and to call a hand off on
that word would save losing chips. Pure. Start reading at `doubted`.
"""

from __future__ import annotations

from collections.abc import Iterable

from wildrank.errors import DealError, OutOfTurn
from wildrank.fair.commit import opens
from wildrank.fair.joint import seed_promise
from wildrank.fair.receipt import DECK_SIZE, deck_name
from wildrank.fair.verify import verify
from wildrank.table import events as ev
from wildrank.table import wishes as want
from wildrank.table.deal import HandDeal, openings
from wildrank.table.hostevents import Paused
from wildrank.table.room import Room
from wildrank.table.state import TableHand, TableState, replace
from wildrank.table.telling.proofs import receipt_of


def doubted(room: Room, player: str, wish: want.Doubt) -> Iterable[ev.TableEvent]:
    """Tell the table of a doubt and stop the hand; call it off if it is founded or everybody's.

    Each player of a hand doubts it once; doubting again changes nothing.

    Raises:
        OutOfTurn: If the player is in no hand of that name.

    Source: D41.
    """
    hand = room.table.playing
    seat = None if hand is None else hand.seat_of(player)
    if hand is None or seat is None or hand.deal is None or hand.deal.name != wish.deal:
        msg = "you are in no hand of that name"
        raise OutOfTurn(msg, code="deal/not-asked")
    chair = hand.chairs[seat]
    if chair in hand.doubts:
        return ()
    doubt = ev.Doubted(chair, player, wish.reason, not sound(room.table, hand, player))
    if doubt.founded:
        return (doubt, ev.Voided("the deal does not check, as a player's browser found"))
    if {chair, *hand.doubts} == set(hand.chairs):
        return (doubt, ev.Voided("the deal does not check in the browser of any player"))
    return (doubt,) if room.table.hosting.paused else (doubt, Paused(paused=True))


def sound(table: TableState, hand: TableHand, player: str) -> bool:
    """Whether the server finds nothing wrong with a deal that is going on.

    Looked at is what it keeps, hidden cards included, and what it told a player so far: that must
    make a receipt that holds.

    Args:
        table: The table before the hand is over.
        hand: The hand on it.
        player: Who was told.
    """
    deal = hand.deal
    if deal is None or deal.previous != table.record:
        return False
    roots = tuple(deck.root.hex() for deck in deal.decks)
    whole = all(sorted(deck.cards) == list(range(DECK_SIZE)) for deck in deal.decks)
    return whole and roots == deal.roots and _ordered(hand, deal) and _told(hand, player)


def _ordered(hand: TableHand, deal: HandDeal) -> bool:
    """Whether the cards lie as the seeds order them, and each seed is one that was promised."""
    order = deal.order
    if order is None or deal.seeds is None:
        return not hand.deck
    kept = all(
        seed_promise(deal.name.encode(), bytes.fromhex(seed)).hex()
        == (deal.promises or {}).get(chair)
        for chair, seed in deal.seeds.items()
    )
    root, name = bytes.fromhex(deal.roots[order.deck]), deck_name(deal.name, order.deck)
    opened = openings(deal, hand.deck)
    return (
        kept
        and [one.position for one in opened] == list(order.order)
        and all(opens(root, name, DECK_SIZE, one.opening) for one in opened)
    )


def _told(hand: TableHand, player: str) -> bool:
    """Whether a player's receipt would hold if the hand were called off now."""
    try:
        verify(receipt_of(replace(hand, voided=True, reason="a look at it"), player))
    except DealError:
        return False
    return True
