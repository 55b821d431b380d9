"""Cards that are opened when a hand is over: own ones, and the board that did not come."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from table.kit import Person, in_a_loop, join, running

from wildrank.errors import DealError, OutOfTurn, TableError
from wildrank.fair.verify import verify
from wildrank.table import MemoryLog, TableConfig
from wildrank.table import events as ev
from wildrank.table import wishes as want
from wildrank.table.recovery import replay
from wildrank.table.state import opened
from wildrank.table.telling.proofs import receipt_of

DECK = "2c As 7d Ad  Kh 3d 8s Jc Qh 4h 5h"
"""Bob gets 2c 7d, Ann gets As Ad; Kh 3d 8s, Jc and Qh are the board."""
CALL = want.Announce("holdem", {"burns": "false", "heads-up": "left"})


async def folded(table: Any) -> tuple[Person, Person]:  # noqa: ANN401 - a table
    """Let Ann win a hand after the flop because Bob folds."""
    ann, bob = await join(table, "ann", "Ann"), await join(table, "bob", "Bob")
    await table.ask("ann", CALL)
    await bob.go_along()
    await ann.go_along()
    await bob.go_along()
    await ann.my_turn()
    await ann.act("raise", to=ann.legal.raise_low)
    await bob.my_turn()
    await bob.act("fold")
    await ann.until(lambda update: bool(update.view.hand and update.view.hand.over))
    return ann, bob


async def customs(table: Any, **fields: bool) -> None:  # noqa: ANN401 - a table
    """Let a table have other customs from the first hand on."""
    changed = msgspec.structs.replace(table.state.customs, **fields)
    await table._append([ev.CustomsChanged(changed)])


@in_a_loop
async def test_one_card_is_shown_and_then_the_other() -> None:
    """Who won unseen shows one card to everybody, later the other; it is told, seen, replayed."""
    log = MemoryLog()
    async with running(log=log, bots=0, deck=DECK) as table:
        ann, bob = await folded(table)
        with pytest.raises(TableError, match="2c is none of your cards"):
            await table.ask("ann", want.Reveal(("2c",)))
        await table.ask("ann", want.Reveal(("Ad",)))
        await bob.until(lambda update: update.view.hand.seats[0].down == ["??", "Ad"])  # type: ignore[union-attr] # over
        told = bob.events[-1]
        assert (told["what"], told["chair"], *told["cards"]) == ("revealed", 0, "Ad")
        assert len(told["openings"]) == 1
        assert b"As" not in bob.frames()
        count = table.state.n
        await table.ask("ann", want.Reveal(("Ad",)))
        assert table.state.n == count
        await table.ask("ann", want.Reveal(("As", "Ad")))
        await bob.until(lambda update: update.view.hand.seats[0].down == ["As", "Ad"])  # type: ignore[union-attr] # over
        assert b'"2c"' not in ann.frames()
        hand = table.state.hand
        assert hand is not None
        for player in ("ann", "bob", "spy"):
            assert verify(receipt_of(hand, player)).opened >= 3 + 2
        found = replay(await log.read("test"), opened(9, TableConfig().customs), lambda *_: None)
        assert found.state.hand == hand


@in_a_loop
async def test_only_after_a_hand_and_only_ones_own() -> None:
    """Nobody shows during a hand, and nobody who was not in it."""
    async with running(bots=0, deck=DECK) as table:
        ann, bob = await join(table, "ann", "Ann"), await join(table, "bob", "Bob")
        await join(table, "spy")
        await table.ask("ann", CALL)
        await bob.my_turn()
        for wish in (want.Reveal(("As",)), want.Rabbit()):
            with pytest.raises(OutOfTurn):
                await table.ask("ann", wish)
        await bob.act("fold")
        await ann.until(lambda update: bool(update.view.hand and update.view.hand.over))
        with pytest.raises(OutOfTurn):
            await table.ask("spy", want.Reveal(("As",)))


@in_a_loop
async def test_rabbit_only_where_the_customs_allow_it() -> None:
    """By default the undealt board stays closed. D50."""
    async with running(bots=0, deck=DECK) as table:
        _, bob = await folded(table)
        with pytest.raises(TableError, match="stay closed"):
            await table.ask("bob", want.Rabbit())
        assert b"Jc" not in bob.frames()


@in_a_loop
async def test_rabbit() -> None:
    """Whoever was in the hand may see turn and river, as they lie in the deck, and only once."""
    async with running(bots=0, deck=DECK) as table:
        await customs(table, rabbit=True)
        ann, _ = await folded(table)
        before = table.state.record
        await table.ask("bob", want.Rabbit())
        await ann.until(lambda update: update.view.hand.rabbit == ["Jc", "Qh"])  # type: ignore[union-attr] # over
        assert ann.hand.board == ["Kh", "3d", "8s"]
        told = [event for event in ann.events if event["what"] == "rabbit"]
        assert [list(event["cards"]) for event in told] == [["Jc"], ["Qh"]]
        assert [event["dealing"]["street"] for event in told] == [2, 3]
        assert b'"2c"' not in ann.frames()
        with pytest.raises(TableError, match="complete, or has been opened"):
            await table.ask("ann", want.Rabbit())
        assert table.state.record == before
        hand = table.state.hand
        assert hand is not None
        receipt = receipt_of(hand, "ann")
        assert verify(receipt).opened == 2 + 3 + 2
        assert receipt.record == before
        assert receipt.later is not None
        other = msgspec.structs.replace(receipt.later.openings[0], card=0)
        forged = msgspec.structs.replace(
            receipt,
            later=msgspec.structs.replace(
                receipt.later, openings=(other, *receipt.later.openings[1:])
            ),
        )
        with pytest.raises(DealError):
            verify(forged)
        beyond = msgspec.structs.replace(receipt.later, deals=receipt.later.deals[:1])
        with pytest.raises(DealError, match="none that may be opened later"):
            verify(msgspec.structs.replace(receipt, later=beyond))


@in_a_loop
async def test_rabbit_in_reach_around_deals_nobody_a_card() -> None:
    """After the first street three board streets are opened and burned cards are left out."""
    async with running(bots=0, deck="2c As 7d Ad  Kh 3d 8s Jc Qh") as table:
        await customs(table, rabbit=True)
        ann, bob = await join(table, "ann", "Ann"), await join(table, "bob", "Bob")
        await table.ask("ann", want.Announce("reach-around"))
        await bob.my_turn()
        await bob.act("raise", to=bob.legal.raise_low)
        await ann.my_turn()
        await ann.act("fold")
        await ann.until(lambda update: bool(update.view.hand and update.view.hand.over))
        await table.ask("ann", want.Rabbit())
        await ann.until(lambda update: len(update.view.hand.rabbit) == 4)  # type: ignore[union-attr] # over
        assert ann.hand.rabbit == ["Kh", "3d", "8s", "Jc"]
        hand = table.state.hand
        assert hand is not None
        assert verify(receipt_of(hand, "bob")).opened == 2 + 4
