"""The time between two promised decks and the first card: the people's promises, then their seeds.

Pure. Who does not answer in time is left out, and everybody sees that. Start reading at `mixed`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from wildrank.errors import ActionError, OutOfTurn
from wildrank.fair.joint import seed_promise
from wildrank.table import events as ev
from wildrank.table.deal import dealt_order
from wildrank.table.dealing import start_hand
from wildrank.table.state import TableHand, TableState
from wildrank.table.wishes import Promise, Seed


def asked(hand: TableHand, people: Collection[str]) -> set[str]:
    """Return whose browsers a deal waits for: people there, then those who promised a seed.

    A browser that doubts the deal takes no more part in it.
    """
    deal = hand.deal
    if deal is None or deal.seeds is not None:
        return set()
    player_on = dict(zip(hand.chairs, hand.players, strict=True))
    doubters = {player_on[chair] for chair in hand.doubts}
    if deal.promises is None:
        return set(people) & set(hand.players) - doubters
    return {player_on[int(chair)] for chair in deal.promises} - doubters


def wished(table: TableState, player: str, wish: Promise | Seed) -> str:
    """Return the promise or the seed somebody sends, if it is awaited.

    Raises:
        OutOfTurn: If it belongs to another deal or moment, or to somebody not dealt in.
        ActionError: If the seed is not the one that was promised.
    """
    hand = table.playing
    deal = None if hand is None else hand.deal
    seat = None if hand is None else hand.seat_of(player)
    if hand is None or deal is None or seat is None or deal.name != wish.deal:
        msg = f"deal {wish.deal!r} waits for nothing from you"
        raise OutOfTurn(msg, code="deal/not-asked")
    chair = str(hand.chairs[seat])
    if isinstance(wish, Promise):
        if deal.promises is not None:
            msg = "the promises of this deal are closed"
            raise OutOfTurn(msg, code="deal/late")
        return wish.promise
    if deal.promises is None or deal.seeds is not None or chair not in deal.promises:
        msg = "this deal does not wait for a seed of yours"
        raise OutOfTurn(msg, code="deal/late")
    if seed_promise(deal.name.encode(), bytes.fromhex(wish.seed)).hex() != deal.promises[chair]:
        msg = "this is not the seed you promised"
        raise ActionError(msg, code="deal/other-seed")
    return wish.seed


def mixed(table: TableState, hand: TableHand, sent: Mapping[str, str]) -> list[ev.TableEvent]:
    """Return the events when all that a deal waits for is in, or the time is over.

    Args:
        table: The table.
        hand: The hand that is to begin.
        sent: What came in, by player: promises or seeds.
    """
    deal = hand.deal
    if deal is None:
        return []
    events: list[ev.TableEvent] = []
    by_chair = {
        str(chair): sent[player]
        for chair, player in zip(hand.chairs, hand.players, strict=True)
        if player in sent
    }
    promises, seeds = deal.promises, by_chair
    if promises is None:
        silent = tuple(
            chair
            for chair in hand.chairs
            if str(chair) not in by_chair and not table.bot_on(chair)
        )
        events.append(ev.SeedsPromised(by_chair, silent))
        if by_chair:
            return events
        promises, seeds = {}, {}
    dropped = tuple(int(chair) for chair in promises if chair not in seeds)
    events.append(ev.SeedsOpened(seeds, dropped))
    return [*events, *start_hand(table, hand, dealt_order(deal, seeds))]
