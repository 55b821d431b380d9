"""Chairs as people meet them: sitting down, standing up, bots that make room, the host."""

from __future__ import annotations

import pytest
from table.kit import (
    HURRIED,
    ToldBots,
    after_hands,
    goes_along,
    in_a_loop,
    join,
    kept,
    running,
)

from wildrank.errors import ActionError, TableError
from wildrank.games import GameCall
from wildrank.referee import Legal, PlayerAction, RaiseTo
from wildrank.table import MemoryLog
from wildrank.table import events as ev
from wildrank.table import wishes as want


@in_a_loop
async def test_a_second_person_sits_down_between_hands() -> None:
    """Somebody who comes during a hand waits for the next one, and is dealt in then."""
    async with running(config=HURRIED, bots=1) as table:
        ann = await join(table, "ann", "Ann")
        await ann.my_turn()
        bob = await join(table, "bob", "Bob", 5)
        assert [seat.chair for seat in bob.hand.seats] == [0, 2]
        assert bob.now.view.chairs[5].status == "waiting"
        assert not bob.now.view.you.host
        await ann.play_out()
        await bob.until(
            lambda update: (
                bool(update.view.hand and len(update.view.hand.seats) == 3)
                or bool(update.view.calling and update.view.calling.players == 3)
            )
        )


@in_a_loop
async def test_a_person_takes_the_chair_of_a_bot_after_the_hand() -> None:
    """At a table full of bots one leaves, but not in the middle of a hand."""
    async with running(bots=8) as table:
        ann = await join(table, "ann", "Ann")
        await ann.my_turn()
        bob = await join(table, "bob")
        await bob.sit("Bob")
        assert table.state.chair_of("bob") is None
        await ann.play_out()
        await table.ask("ann", want.Next())
        await bob.until(lambda update: update.view.you.chair is not None)
        seats = [chair for chair in bob.now.view.chairs if chair.name]
        assert len(seats) == 9
        assert sum(chair.bot for chair in seats) == 7


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        (want.Sit("Bob", 0), "table/chair-taken"),
        (want.Sit(" \n ", None), "table/name"),
        (want.Bots(3), "table/not-host"),
        (want.Stand(), "table/not-seated"),
        (want.Announce("holdem"), "table/not-dealer"),
        (want.Act(1, "fold"), "action/stale"),
    ],
)
@in_a_loop
async def test_a_wish_that_cannot_be_granted_changes_nothing(
    wish: want.WireWish, code: str
) -> None:
    """A refusal names its reason, and the table stays as it was."""
    async with running() as table:
        ann = await join(table, "ann", "Ann")
        await ann.my_turn()
        await join(table, "bob")
        before = table.state
        with pytest.raises((TableError, ActionError)) as refused:
            await table.ask("bob", wish)
        assert refused.value.code == code
        assert table.state == before


@in_a_loop
async def test_names_are_clean_and_differ() -> None:
    """A second Ann is Ann 2, and no name breaks a line."""
    async with running(bots=0) as table:
        await join(table, "a", "Ann")
        second = await join(table, "b", "  ann\n")
        third = await join(table, "c", "x" * 60)
        assert second.now.view.you.name == "ann 2"
        assert third.now.view.you.name == "x" * 24


@in_a_loop
async def test_the_host_sets_the_number_of_bots() -> None:
    """Bots come between hands and go again; people keep their chairs."""
    async with running(bots=0) as table:
        ann = await join(table, "ann", "Ann", 2)
        assert ann.now.view.phase == "lobby"
        await table.ask("ann", want.Bots(8))
        await ann.until(lambda update: sum(c.bot for c in update.view.chairs) == 8)
        assert ann.now.view.you.chair == 2


@in_a_loop
async def test_standing_up_in_a_hand_folds_and_leaves_after_it() -> None:
    """Who leaves is folded in turn, at no cost, and the chair is free after the hand."""
    async with running(bots=2) as table:
        ann = await join(table, "ann", "Ann")
        await ann.my_turn()
        await table.ask("ann", want.Stand())
        await ann.until(lambda update: bool(update.view.hand and update.view.hand.over))
        assert ann.now.view.chairs[0].status == "away"
        ann_again = await join(table, "ann")
        assert ann_again.now.view.you.chair == 0


@in_a_loop
async def test_standing_up_after_a_hand_frees_the_chair() -> None:
    """Once the cards are off the table, the chair of who left is empty."""
    async with running(config=HURRIED, bots=0) as table:
        ann = await join(table, "ann", "Ann")
        bob = await join(table, "bob", "Bob")
        await table.ask("ann", want.Announce("holdem"))
        await bob.until(lambda update: update.view.hand is not None)
        await table.ask("bob", want.Stand())
        await ann.play_out()
        await ann.until(lambda update: update.view.chairs[1].name is None)
        assert ann.now.view.phase == "lobby"
        assert "left" in [event["what"] for event in ann.events]


@in_a_loop
async def test_the_host_follows_when_the_host_leaves() -> None:
    """Another person becomes the host, so that somebody can say how many bots play."""
    async with running(bots=0) as table:
        await join(table, "ann", "Ann")
        bob = await join(table, "bob", "Bob")
        await table.ask("ann", want.Stand())
        await bob.until(lambda update: update.view.you.host)


@in_a_loop
async def test_who_lost_everything_gets_a_fresh_stack() -> None:
    """Broke bots and broke people get the same play money again, and the log says so."""
    log = MemoryLog()
    calls = [GameCall("holdem", {"limit": "no"})] * 9
    async with running(
        ToldBots(lambda s, _st, a: all_in(s, a), calls),
        HURRIED,
        log=log,
        needs_people=False,
        bots=2,
    ) as table:
        await after_hands(table, 6)
    bought = [e for e in await kept(log) if isinstance(e, ev.Rebought)]
    assert bought
    assert all(event.amount == 200 for event in bought)


def all_in(seat: int, allowed: Legal) -> PlayerAction:
    """Bet everything, call everything."""
    if allowed.raise_low:
        return RaiseTo(seat, allowed.raise_high)
    return goes_along(seat, None, allowed)  # type: ignore[arg-type] # the caller looks at no card
