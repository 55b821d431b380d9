"""The dealer's call as people meet it: what is called, refused, or repeated without a word."""

from __future__ import annotations

import asyncio

import pytest
from table.kit import (
    HURRIED,
    SILENT,
    after_hands,
    in_a_loop,
    kept,
    running,
    two_people,
)
from table.pure import table_of

from wildrank.errors import GameError, OutOfTurn, TableError
from wildrank.games import GameCall
from wildrank.table import MemoryLog, Table
from wildrank.table import events as ev
from wildrank.table import wishes as want


@in_a_loop
async def test_the_dealer_calls_and_all_see_it_before_the_cards() -> None:
    """D56: what was announced is told to everybody before a card is dealt."""
    async with running(bots=0, announce_s=0.05) as table:
        ann, bob = await two_people(table)
        await bob.until(lambda update: update.view.phase == "calling")
        calling = bob.now.view.calling
        assert calling is not None
        assert (calling.chair, calling.yours, calling.players) == (0, False, 2)
        await table.ask("ann", want.Announce("holdem-hilo", {"low-qualifier": "8"}))
        await bob.until(lambda update: update.view.hand is not None)
        called = bob.now.view.called
        assert called is not None
        assert called.settings == {"low-qualifier": "8"}
        assert "low is 8 or better" in called.lines
        assert all(not seat.down for seat in bob.hand.seats)
        announced = next(event for event in bob.events if event["what"] == "announced")
        assert announced["announcement"]["low-qualifier"] == 8
        await ann.until(lambda update: bool(update.view.hand and update.view.hand.seats[0].down))


@pytest.mark.parametrize(
    ("game", "settings", "code"),
    [
        ("whist", {}, "game/unknown"),
        ("../library/holdem.toml", {}, "game/unknown"),
        ("holdem", {"third-card-price": "2"}, "announcement/third-card-price"),
        ("holdem", {"colour": "red"}, "announcement/colour"),
        ("reach-around", {"ace-in-hole": "sideways"}, "announcement/ace-in-hole"),
        ("reach-around", {"ante": "60"}, "stakes/ante"),
        ("reach-around", {"small-bet": "999999"}, "stakes/big-bet"),
        ("holdem", {"limit": "no", "small-bet": "60", "blinds": "none"}, "stakes/small-bet"),
        ("holdem", {"limit": "no", "small-bet": "60"}, "stakes/small-bet"),
        ("reach-around", {"third-card-price": "51"}, "stakes/third-card-price"),
        ("holdem", {"blinds": "1/2/4"}, "announcement/blinds"),
    ],
)
@in_a_loop
async def test_a_call_that_makes_no_sense_is_refused(
    game: str, settings: dict[str, str], code: str
) -> None:
    """D56: the field and the reason are named, and the dealer may call again."""
    async with running(bots=0) as table:
        await two_people(table)
        before = table.state
        with pytest.raises((GameError, TableError)) as refused:
            await table.ask("ann", want.Announce(game, settings))
        assert refused.value.code == code
        assert table.state == before
        await table.ask("ann", want.Announce("holdem"))


@in_a_loop
async def test_nobody_calls_during_a_hand() -> None:
    """D56: an announcement cannot change once the hand has begun."""
    async with running(bots=0) as table:
        await two_people(table)
        await table.ask("ann", want.Announce("holdem"))
        for player in ("ann", "bob"):
            with pytest.raises(OutOfTurn):
                await table.ask(player, want.Announce("reach-around"))


@in_a_loop
async def test_a_dealer_without_a_word_repeats_the_last_call() -> None:
    """When the time is up, the dealer's last call is played again; before one, the house game."""
    log = MemoryLog()
    async with running(
        config=HURRIED, log=log, bots=0, call_s=0.03, choose_s=0.0, **SILENT
    ) as table:
        await two_people(table)
        await after_hands(table, 2)
        async with asyncio.timeout(5):
            while not await said_by_ann(table):
                pass
        hands = table.state.hands
        await after_hands(table, hands + 3)
    calls = [event for event in await kept(log) if isinstance(event, ev.GameCalled)]
    assert (calls[0].game, calls[0].spoken) == ("reach-around", False)
    place = next(place for place, call in enumerate(calls) if call.spoken)
    assert calls[place].game == "omaha-hilo"
    assert (calls[place + 2].player, calls[place + 2].game) == ("ann", "omaha-hilo")
    assert not calls[place + 2].spoken


async def said_by_ann(table: Table) -> bool:
    """Let Ann call Omaha as soon as she may."""
    try:
        await table.ask("ann", want.Announce("omaha-hilo"))
    except OutOfTurn:
        return False
    return True


def test_calls_of_those_who_are_long_gone_are_forgotten() -> None:
    """A table at which hundreds dealt in their time remembers the last calls of the newest."""
    calls = [ev.GameCalled(0, f"p{place % 300}", "holdem", {}) for place in range(900)]
    table = table_of(*calls, ev.GameCalled(0, "p250", "omaha-hilo", {}))
    assert len(table.calls) == 64
    assert table.calls["p250"] == GameCall("omaha-hilo", {})
    assert set(table.calls) == {f"p{place}" for place in range(236, 300)}
