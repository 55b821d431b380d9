"""The log: numbers without a gap, records that can be read again, tables that come back."""

from __future__ import annotations

import pytest
from table.kit import HURRIED, ToldBots, after_hands, in_a_loop, running

from wildrank.errors import StoreError
from wildrank.games import GameCall
from wildrank.referee import Deal, waiting
from wildrank.table import MemoryLog
from wildrank.table import events as ev
from wildrank.table.fold import fold
from wildrank.table.state import opened


@in_a_loop
async def test_numbers_are_dense_and_taken_once() -> None:
    """A number that is taken or leaves a gap is refused, and nothing is kept of it."""
    log = MemoryLog()
    await log.append("a", 1, [b"one", b"two"])
    await log.append("b", 1, [b"other"])
    for wrong in (0, 1, 2, 4):
        with pytest.raises(StoreError) as refused:
            await log.append("a", wrong, [b"never"])
        assert refused.value.code == "store/not-next"
    await log.append("a", 3, [b"three"])
    assert await log.read("a") == [(1, b"one"), (2, b"two"), (3, b"three")]
    assert await log.read("a", 2) == [(3, b"three")]
    assert await log.read("nobody") == []
    log.forget("a")
    assert await log.read("a") == []


@in_a_loop
async def test_every_record_reads_back_as_it_was_written() -> None:
    """Decoding the encoding of each kind of event gives the event, cards included."""
    log = MemoryLog()
    calls = [GameCall("reach-around", {"buy-order": "secret"}), GameCall("omaha-hilo")]
    async with running(
        ToldBots(calls=calls), HURRIED, log=log, needs_people=False, bots=4
    ) as table:
        await after_hands(table, 4)
    rows = await log.read("test")
    assert [n for n, _ in rows] == list(range(1, len(rows) + 1))
    for _n, row in rows:
        record = ev.decode(row)
        assert ev.encode(record) == row
        assert ev.decode(ev.encode(record)) == record
    kinds = {type(ev.decode(row).event).__name__ for _, row in rows}
    assert {"Sat", "HandStarted", "HoleDealt", "Awarded", "TableCleared"} <= kinds


def test_a_record_of_another_schema_is_refused() -> None:
    """What cannot be read is said, never guessed."""
    for line in (b"{}", b"no json", b'{"at":1,"event":{"type":"unheard-of"}}'):
        with pytest.raises(StoreError):
            ev.decode(line)


@in_a_loop
async def test_folding_stops_anywhere() -> None:
    """The table folded from any first part of the log knows exactly the cards dealt by then."""
    log = MemoryLog()
    async with running(house=None, config=HURRIED, log=log, needs_people=False) as table:
        await after_hands(table, 3)
    state = opened(9)
    for n, row in await log.read("test"):
        event = ev.decode(row).event
        state = fold(state, n, event)
        assert state.n == n
        hand = state.playing
        if hand is None or hand.state is None or isinstance(waiting(hand.state), Deal):
            continue  # a round of cards lies on the table only in part
        if not hand.state.over:
            dealt = [card for cards in (*hand.state.down, *hand.state.up) for card in cards]
            dealt += hand.state.board
            # No burns in Reach Around: the dealt cards are the top of the deck.
            assert set(dealt) == set(hand.deck[: len(dealt)])
