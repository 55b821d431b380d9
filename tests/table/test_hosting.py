"""What the host may do: each control is an event that the table sees, and nobody else may."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from table.kit import Person, ToldBots, in_a_loop, join, kept, running

from wildrank.errors import TableError, WildrankError
from wildrank.table import House, MemoryLog, Table, TableConfig, hostevents
from wildrank.table import events as ev
from wildrank.table import wishes as want
from wildrank.table.config import BuyIn, Customs
from wildrank.table.hostgrants import MOST_ASKS, changed, person_id
from wildrank.table.recovery import replay
from wildrank.table.state import opened


async def refusal(table: Table, player: str, wish: want.AnyWish) -> str:
    """Return the code of a refusal that must come."""
    before = table.state
    with pytest.raises(WildrankError) as refused:
        await table.ask(player, wish)
    assert table.state.hosting == before.hosting
    assert table.state.customs == before.customs
    return refused.value.code


@in_a_loop
async def test_only_the_host_may() -> None:
    """Every control is refused to a guest and to a spectator, in the same words."""
    wishes: list[want.AnyWish] = [
        want.Approve("x"),
        want.Refuse("x"),
        want.Pause(paused=True),
        want.Kick(0),
        want.End(ending=True),
        want.ChangeCustoms(approve=True),
        want.HandOver(1),
        want.Invites(revoke=True),
        want.Lock("$argon2id$"),
        want.Bots(2),
    ]
    async with running(bots=0) as table:
        await join(table, "ann", "Ann", 0)
        await join(table, "bob", "Bob", 1)
        await table.ask("ann", want.Pause(paused=True))
        for wish in wishes:
            for guest in ("bob", "nobody"):
                assert await refusal(table, guest, wish) == "table/not-host"


@in_a_loop
async def test_everybody_sees_what_the_host_did_and_no_secret() -> None:
    """A guest is told each control as an event, without identities, codes or hashes."""
    async with running(bots=0) as table:
        await join(table, "ann-secret", "Ann", 0)
        bob = await join(table, "bob-secret", "Bob", 1)
        await table.ask("ann-secret", want.Pause(paused=True))
        await table.ask("ann-secret", want.Lock("$hash-secret"))
        await table.ask("ann-secret", want.Invites(revoke=True))
        await table.ask("ann-secret", want.ChangeCustoms(act_s=45.0))
        await table.ask("ann-secret", want.HandOver(1))
        await bob.until(lambda update: update.view.you.host)
        told = [event for event in bob.events if event["what"] != "sat"]
        assert [event["what"] for event in told] == [
            "paused", "password-changed", "invites-changed", "customs", "host-changed",
        ]  # fmt: skip
        assert (told[0]["paused"], told[1]["needed"]) == (True, True)
        assert told[3]["customs"]["act_s"] == 45.0
        assert (told[4]["chair"], told[4]["name"]) == (1, "Bob")
        assert b"-secret" not in bob.frames()
        code = table.state.hosting.invite
        assert len(code) >= 16
        assert code not in msgspec.json.encode(told).decode()
        assert bob.now.view.you.invite == code
        assert bob.now.view.customs.password
        watcher = await join(table, "cid")
        await watcher.until(lambda _update: True)
        assert code.encode() not in watcher.frames()
        assert watcher.now.view.watching == 1


@in_a_loop
async def test_a_pause_stops_the_table_and_its_clock() -> None:
    """Nothing happens by itself while the table is paused, and nobody can begin a hand."""
    async with running(bots=2, customs=Customs(act_s=0.2), call_s=0.05, alone_s=0.2) as table:
        ann = await join(table, "ann", "Ann", 0)
        await ann.my_turn()
        await table.ask("ann", want.Pause(paused=True))
        await ann.until(lambda update: update.view.paused)
        n = table.state.n
        await asyncio.sleep(0.4)
        assert table.state.n == n
        assert ann.hand.turn is not None
        assert ann.hand.turn.seconds is None
        await table.ask("ann", want.Pause(paused=False))
        await ann.until(lambda update: update.n > n + 1)
        assert not ann.now.view.paused


@in_a_loop
async def test_a_pause_ends_by_itself_when_its_host_is_gone() -> None:
    """Nobody else may end it; whoever was thinking goes on with what was left."""
    async with running(bots=0, pause_s=0.1) as table:
        ann, bob = await join(table, "ann", "Ann", 0), await join(table, "bob", "Bob", 1)
        await table.ask("ann", want.Announce("holdem"))
        await bob.until(lambda _update: table._clock.planned.clock)
        assert table._clock.ends is not None
        table._clock.ends -= 20
        await table.ask("ann", want.Pause(paused=True))
        await asyncio.sleep(0.2)
        assert table.state.hosting.paused
        await table.leave(ann.client)
        await bob.until(lambda update: update.view.paused)
        await bob.until(lambda update: not update.view.paused)
        await bob.until(lambda _update: table._clock.planned.clock)
        turn = bob.hand.turn
        assert turn is not None
        assert turn.seconds is not None
        assert turn.seconds <= 10


@in_a_loop
async def test_a_clock_goes_on_after_a_pause_with_what_was_left() -> None:
    """Whoever was thinking has as much time as before the pause, and not a new clock."""
    async with running(bots=0) as table:
        ann = await join(table, "ann", "Ann", 0)
        await join(table, "bob", "Bob", 1)
        await table.ask("ann", want.Announce("holdem"))
        await ann.until(lambda _update: table._clock.planned.clock)
        assert table._clock.ends is not None
        table._clock.ends -= 20  # as if so much time had gone by
        left = table._clock.ends - asyncio.get_running_loop().time()
        for paused in (True, False):
            await table.ask("ann", want.Pause(paused=paused))
        await ann.until(lambda update: not update.view.paused)
        assert ann.hand.turn is not None
        assert ann.hand.turn.seconds is not None
        assert left - 1 <= ann.hand.turn.seconds <= left + 1


@in_a_loop
async def test_who_is_sent_away_folds_leaves_and_stays_away() -> None:
    """The turn is not waited for, the chips leave too, and no wish is granted any more."""
    log = MemoryLog()
    async with running(log=log, bots=0, result_s=0.0, short_result_s=0.0) as table:
        ann = await join(table, "ann", "Ann", 0)
        bob = await join(table, "bob", "Bob", 1)
        await table.ask("ann", want.Announce("holdem"))
        await ann.until(lambda update: update.view.hand is not None)
        await table.ask("ann", want.Kick(1))
        await ann.play_out()
        await ann.until(lambda update: update.view.chairs[1].name is None)
        assert bob.ended == ["table/kicked"]
        assert table.state.chair_of("bob") is None
        assert await refusal(table, "bob", want.Sit("Bob")) == "table/kicked"
        assert await refusal(table, "bob", want.Say("why")) == "table/kicked"
        events = await kept(log)
        left = [event for event in events if isinstance(event, ev.Left) and event.chair == 1]
        assert [event.name for event in left] == ["Bob"]
        assert any(isinstance(event, hostevents.Kicked) for event in events)


@in_a_loop
async def test_who_was_sent_away_meanwhile_hears_nothing_at_the_door() -> None:
    """A line that was let in just before is dismissed, without what was said or the table."""
    async with running(bots=0) as table:
        ann = await join(table, "ann", "Ann", 0)
        bob = await join(table, "bob", "Bob", 1)
        await table.ask("ann", want.Say("They call me Ann."))
        again = Person(table, "bob")
        await asyncio.gather(table.ask("ann", want.Kick(1)), table.join(again.client))
        await ann.until(lambda update: update.view.chairs[1].name is None)
        assert (again.updates, again.heard, again.ended) == ([], [], ["table/kicked"])
        assert bob.now.view.chairs[1].name == "Bob"


@in_a_loop
async def test_whom_the_host_cannot_send_away() -> None:
    """Neither an empty chair, nor a bot, nor itself; the words say what would be right."""
    async with running(bots=1) as table:
        await join(table, "ann", "Ann", 0)
        await table.ask("ann", want.Pause(paused=True))
        bot = next(number for number, chair in table.state.seated() if chair.bot)
        assert await refusal(table, "ann", want.Kick(bot)) == "table/no-person"
        assert await refusal(table, "ann", want.Kick(7)) == "table/no-person"
        assert await refusal(table, "ann", want.Kick(0)) == "table/yourself"
        assert await refusal(table, "ann", want.HandOver(bot)) == "table/no-person"


@in_a_loop
async def test_a_seat_is_asked_for_and_given_or_not() -> None:
    """With approval on, a newcomer asks; the host alone sees who, and says yes or no."""
    async with running(bots=0) as table:
        ann = await join(table, "ann", "Ann", 0)
        await table.ask("ann", want.ChangeCustoms(approve=True))
        bob, cid = await join(table, "bob"), await join(table, "cid")
        await table.ask("bob", want.Sit("Bob", 3))
        await table.ask("bob", want.Sit("Bob", 4))
        await table.ask("cid", want.Sit("Cid"))
        await bob.until(lambda update: update.view.you.asking)
        await ann.until(lambda update: len(update.view.asking) == 2)
        assert cid.now.view.asking == []
        asking = {one.name: one.person for one in ann.now.view.asking}
        assert asking["Bob"] == person_id("bob")
        await table.ask("ann", want.Approve(asking["Bob"]))
        await bob.until(lambda update: update.view.you.chair == 3)
        await table.ask("ann", want.Refuse(asking["Cid"]))
        await cid.until(lambda update: not update.view.you.asking)
        assert table.state.chair_of("cid") is None
        assert await refusal(table, "ann", want.Approve(asking["Cid"])) == "table/not-asking"
        assert [event["what"] for event in cid.events][-3:] == ["ask-ended", "sat", "ask-ended"]
        await table.ask("bob", want.Stand())
        await table.ask("bob", want.Sit("Bob"))
        assert table.state.chair_of("bob") is not None


@in_a_loop
async def test_an_ask_is_answered_though_the_host_is_gone() -> None:
    """Where too few are left to play the next person there is the host, and lets people in."""
    async with running(bots=0, pause_s=0.1) as table:
        ann, bob = await join(table, "ann", "Ann", 0), await join(table, "bob", "Bob", 1)
        await table.ask("ann", want.ChangeCustoms(approve=True))
        cid = await join(table, "cid")
        await table.ask("cid", want.Sit("Cid"))
        await asyncio.sleep(0.3)
        assert table.state.host == "ann"
        await table.leave(ann.client)
        await bob.until(lambda update: update.view.you.host)
        await bob.until(lambda update: len(update.view.asking) == 1)
        await table.ask("bob", want.Approve(person_id("cid")))
        await cid.until(lambda update: update.view.you.chair is not None)
        assert [event["what"] for event in cid.events if "host" in event["what"]] == [
            "host-changed"
        ]
        again = await join(table, "ann")
        assert again.now.view.you.chair == 0
        assert not again.now.view.you.host


@in_a_loop
async def test_a_host_who_is_gone_stays_the_host_while_nobody_asks() -> None:
    """Neither somebody who asked and went, nor a crowd of watchers, takes the role away."""
    async with running(bots=0, pause_s=0.05) as table:
        ann, bob = await join(table, "ann", "Ann", 0), await join(table, "bob", "Bob", 1)
        await table.ask("ann", want.ChangeCustoms(approve=True))
        cid = await join(table, "cid")
        await table.ask("cid", want.Sit("Cid"))
        await table.leave(cid.client)
        await table.leave(ann.client)
        await asyncio.sleep(0.4)
        assert table.state.host == "ann"
        assert not bob.now.view.you.host


@in_a_loop
async def test_an_ask_may_be_taken_back_and_asks_are_bounded() -> None:
    """Standing up ends the ask; a crowd cannot fill the host's list, least of all one gone."""
    async with running(bots=0) as table:
        await join(table, "ann", "Ann", 0)
        await table.ask("ann", want.ChangeCustoms(approve=True))
        asking = [await join(table, f"p{number}") for number in range(MOST_ASKS)]
        for somebody in asking:
            await table.ask(somebody.player, want.Sit("Somebody"))
        assert await refusal(table, "late", want.Sit("Late")) == "table/asks-full"
        await table.ask("p3", want.Stand())
        await table.ask("late", want.Sit("Late"))
        assert await refusal(table, "p3", want.Stand()) == "table/not-seated"
        await table.leave(asking[5].client)
        await table.ask("p3", want.Sit("Back"))
        asks = [one.player for one in table.state.hosting.asks]
        assert ("p5" in asks, "p3" in asks, len(asks)) == (False, True, MOST_ASKS)


@in_a_loop
async def test_customs_change_from_the_next_hand_on() -> None:
    """During a hand the old ones stay in force; between hands the new ones begin at once."""
    async with running(bots=2) as table:
        ann = await join(table, "ann", "Ann", 0)
        await ann.my_turn()
        await table.ask("ann", want.ChangeCustoms(buy_in=BuyIn(10, 100, 50)))
        assert table.state.customs.buy_in.usual == 200
        assert table.state.coming.buy_in.usual == 50
        await table.ask("ann", want.ChangeCustoms(kill=True))
        await ann.play_out()
        await table.ask("ann", want.Next())
        await ann.until(lambda update: update.view.customs.kill)
        assert ann.now.view.customs.buy_in.usual == 50


@pytest.mark.parametrize(
    "wish",
    [
        want.SomeCustoms(games=("whist",)),
        want.SomeCustoms(buy_in=BuyIn(60, 100, 50)),
        want.SomeCustoms(buy_in=BuyIn(10, 100, 500)),
        want.SomeCustoms(buy_in=BuyIn(1, 15, 15)),  # the big bet of fixed limit is 4
    ],
)
def test_customs_that_make_no_sense_are_refused(wish: want.SomeCustoms) -> None:
    """An error says what would do; nothing is guessed."""
    with pytest.raises(TableError) as refused:
        changed(Customs(), wish)
    assert refused.value.code == "table/customs"
    assert changed(Customs(), want.SomeCustoms(act_s=None)).act_s is None


def test_every_custom_may_be_changed() -> None:
    """What a client may name are the customs there are, in the same order."""
    assert want.SomeCustoms.__struct_fields__ == Customs.__struct_fields__


@in_a_loop
async def test_the_table_ends_after_the_hand_and_everybody_is_cashed_out() -> None:
    """The hand is played to its end; then all chairs are left with their chips, for good."""
    log = MemoryLog()
    house = House(ToldBots, TableConfig(bots=2).hurried(), log)
    table = await house.open()
    ann = await join(table, "ann", "Ann", 0)
    await ann.my_turn()
    await table.ask("ann", want.End(ending=True))
    await ann.until(lambda update: update.view.ending)
    await ann.play_out()
    await ann.until(lambda update: all(chair.name is None for chair in update.view.chairs))
    async with asyncio.timeout(5):
        while house.knows(table.name):  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.01)
    assert ann.ended == ["table/over"]
    assert await house.visit(table.name) is None
    assert len(house) == 0
    left = [event for event in ann.events if event["what"] == "left"]
    assert sum(event["stack"] for event in left) == 3 * 200
    assert ann.events[-1]["what"] == "table-ended"
    await house.close()


@in_a_loop
async def test_an_end_may_be_taken_back() -> None:
    """The host changes its mind before the hand is over, and the table goes on."""
    async with running(bots=2, result_s=0.0, short_result_s=0.0) as table:
        ann = await join(table, "ann", "Ann", 0)
        await ann.my_turn()
        await table.ask("ann", want.End(ending=True))
        await table.ask("ann", want.End(ending=False))
        await ann.play_out()
        await ann.until(lambda update: update.view.hand is None)
        assert not table.closed
        assert table.state.chair_of("ann") == 0


@in_a_loop
async def test_a_table_without_spectators_shows_them_no_hand() -> None:
    """Who has no chair sees chairs and customs, but neither hand nor deal nor their events."""
    async with running(bots=0) as table:
        ann, bob = await join(table, "ann", "Ann", 0), await join(table, "bob", "Bob", 1)
        await table.ask("ann", want.ChangeCustoms(spectators=False))
        await table.ask("ann", want.Announce("holdem"))
        await ann.until(lambda update: update.view.hand is not None)
        since = table.state.n
        watcher = Person(table, "cid", since)
        await table.join(watcher.client)
        await asyncio.gather(ann.play_out(), bob.play_out())
        await watcher.until(lambda update: update.n >= ann.now.n)
        assert watcher.events == []
        assert all(update.view.hand is None for update in watcher.updates)
        assert all(update.view.deal is None for update in watcher.updates)


@in_a_loop
async def test_the_log_brings_back_what_the_host_did() -> None:
    """After a restart the same people are known, asking and banned, and the door is as it was."""
    log = MemoryLog()
    async with running(log=log, bots=0) as table:
        await join(table, "ann", "Ann", 0)
        await join(table, "bob", "Bob", 1)
        asks: list[Any] = [
            want.ChangeCustoms(approve=True),
            want.Pause(paused=True),
            want.Invites(revoke=True),
            want.Lock("$hash"),
            want.Kick(1),
        ]
        for wish in asks:
            await table.ask("ann", wish)
        await table.ask("cid", want.Sit("Cid"))
        before = table.state
    again = await Table.open("test", log, ToldBots())
    assert again.state.hosting == before.hosting
    assert again.state.hosting.banned == {"bob"}
    assert again.state.hosting.known == {"ann"}
    assert [ask.name for ask in again.state.hosting.asks] == ["Cid"]
    assert again.state.customs == before.customs


def test_a_log_of_the_hosts_doings_replays_for_ever() -> None:
    """Records as they were written by the first program that had them mean what they meant."""
    lines = (Path(__file__).parent / "golden" / "hosting.jsonl").read_bytes().splitlines()
    found = replay(list(enumerate(lines, 1)), opened(9), lambda *_told: None)
    assert found.broken == ""
    assert found.repeats.known("a1", "w4")
    assert found.state.customs == Customs(
        games=("holdem",),
        buy_in=BuyIn(50, 500, 250),
        act_s=45.0,
        bank_s=30.0,
        approve=True,
        spectators=False,
        rabbit=True,
    )
    assert found.state.hosting == hostevents.Hosting(
        paused=True,
        ending=True,
        over=True,
        invite="Zm9vYmFyYmF6cXV4",
        password="$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA",  # noqa: S106 - a hash of nothing
        asks=(hostevents.Ask("e5", "Eve"),),
        known=frozenset({"a1", "c3"}),
        banned=frozenset({"b2"}),
    )
    assert list(found.state.seated()) == []
    before = replay(list(enumerate(lines[:15], 1)), opened(9), lambda *_told: None)
    assert before.state.host == "c3"
