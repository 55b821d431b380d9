"""The clock: the time to think, the bank, the grace of a dropped line, and who is away."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any

import msgspec
import pytest
from simulation.clock import tell
from table.kit import HURRIED, PATIENT, Person, ToldBots, join, running
from table.pure import bot, chair_at, folded, in_hand, person, room_of, table_of

from wildrank.errors import OutOfTurn
from wildrank.referee import Fold, Hand, decide
from wildrank.table import MemoryLog, Table
from wildrank.table import events as ev
from wildrank.table import wishes as want
from wildrank.table.config import Customs
from wildrank.table.granting import granted
from wildrank.table.pace import due
from wildrank.table.state import TableState
from wildrank.table.steps import STEPS
from wildrank.table.telling.moment import Moment
from wildrank.table.telling.shapes import TurnView

DEALT = Hand.start("holdem", (200, 200), 0).deal("As2cAd7d")  # Ann has the button, and acts
PEOPLE = table_of(person(0), person(1, "Bob"))
ANN_ACTS = in_hand(PEOPLE, DEALT)


def ann_acts(*events: ev.TableEvent) -> TableState:
    """Return a table that waits for Ann, after some events."""
    return folded(ANN_ACTS, events)


# ------------------------------------------------------------------------------------- the bank


def test_the_bank_opens_when_the_clock_ends_and_then_the_time_is_over() -> None:
    """First the clock, then the bank, then what costs nothing; each is a clock of its own."""
    first = due(room_of(ANN_ACTS))
    assert (first.step, first.seconds, first.clock) == ("bank", 30.0, True)
    opened = list(STEPS["bank"](room_of(ANN_ACTS)))
    assert opened == [ev.MoreTime(0, "bank", 60.0)]
    table = ann_acts(*opened)
    then = due(room_of(table))
    assert (then.step, then.seconds) == ("time-out", 60.0)
    assert then.key != first.key
    over = list(STEPS["time-out"](room_of(table, left=0.0)))
    assert over[:2] == [ev.TimeRanOut(0), ev.BankSet(0, 0.0)]
    assert type(over[2]).__name__ == "Folded"
    table = folded(table, over[:2])
    assert due(room_of(folded(ANN_ACTS, [ev.BankSet(0, 0.0)]))).step == "time-out"
    assert chair_at(table, 0).bank == 0


def test_the_bank_can_be_opened_before_and_nothing_is_lost() -> None:
    """What is left of the clock goes first: only what is thought beyond it costs the bank."""
    opened = granted(room_of(ANN_ACTS, left=20.0), "ann", want.MoreTime())
    assert list(opened) == [ev.MoreTime(0, "bank", 80.0)]
    table = ann_acts(*opened)
    for left, bank in ((70.0, 60.0), (60.0, 60.0), (12.34, 12.3)):
        events = list(granted(room_of(table, left=left), "ann", want.Act(table.n, "call")))
        assert events[0] == ev.BankSet(0, bank)
    assert list(granted(room_of(table, left=70.0), "ann", want.MoreTime())) == []


@pytest.mark.parametrize(
    ("player", "left", "events", "code"),
    [
        ("bob", 20.0, [], "clock/none"),  # not Bob's turn
        ("ann", None, [], "clock/none"),  # nobody hurries Ann
        ("ann", 20.0, [ev.BankSet(0, 0.0)], "clock/empty"),
    ],
)
def test_no_time_is_made_from_nothing(
    player: str, left: float | None, events: list[ev.TableEvent], code: str
) -> None:
    """More time needs one's own turn, a clock that runs and a bank that is not empty."""
    with pytest.raises(OutOfTurn) as refused:
        granted(room_of(ann_acts(*events), left=left), player, want.MoreTime())
    assert refused.value.code == code


def test_the_bank_grows_by_ten_seconds_in_ten_hands_up_to_ninety() -> None:
    """Only hands played count, and only people have a bank."""
    table, banks = table_of(person(0), person(1, "Bob"), bot(2), ev.SatOut(1, "out")), []
    for _ in range(40):
        table = in_hand(table, DEALT, (0, 2))
        table = folded(table, decide(DEALT.state, Fold(0)))
        table = folded(table, STEPS["clear"](room_of(table)))
        banks.append(tuple(chair_at(table, number).bank for number in (0, 1, 2)))
    assert [banks[i] for i in (8, 9, 18, 19, 29, 39)] == [
        (60, 60, 0), (70, 60, 0), (70, 60, 0), (80, 60, 0), (90, 60, 0), (90, 60, 0),
    ]  # fmt: skip


def test_another_bank_is_everybodys_from_the_next_hand() -> None:
    """The host changes it for those seated too, and with nought there is none."""
    none = ev.CustomsChanged(Customs(bank_s=0.0))
    table = ann_acts(none)
    assert chair_at(table, 0).bank == 60.0
    table = folded(table, [ev.TableCleared()])
    assert chair_at(table, 0).bank == 0.0
    assert due(room_of(in_hand(table, DEALT))).step == "time-out"


# ------------------------------------------------------------------------------- dropped lines


def test_a_dropped_line_has_grace_once_a_hand_with_chips_in_the_pot() -> None:
    """Ann's small blind is in: she has half a minute more, but not twice, and no bank."""
    bob = ["bob"]
    assert due(room_of(ANN_ACTS, bob)).step == "grace"
    table = ann_acts(*STEPS["grace"](room_of(ANN_ACTS, bob)))
    waits = due(room_of(table, bob))
    assert (waits.step, waits.seconds) == ("time-out", 30.0)
    assert due(room_of(table)).step == "bank"  # back, and thinking
    assert due(room_of(table)).key == waits.key  # the clock goes on
    later = in_hand(table, DEALT)
    assert later.hand is not None
    again = msgspec.structs.replace(later, hand=msgspec.structs.replace(later.hand, graced=(0,)))
    assert due(room_of(again, bob)).step == "time-out"


def test_without_chips_in_the_pot_nobody_waits_for_a_dropped_line() -> None:
    """A hand that cost nothing may be folded."""
    line = Hand.start("holdem", (200, 200, 200), 0).deal("As2c3dAd7d8h")
    table = in_hand(table_of(person(0), person(1, "Bob"), person(2, "Cy")), line, (0, 1, 2))
    assert due(room_of(table, ["bob", "cy"])).step == "time-out"


def test_all_gone_stops_the_clock() -> None:
    """Nothing is due while nobody is there, whatever clock was running."""
    for table in (ANN_ACTS, ann_acts(ev.MoreTime(0, "bank", 60.0))):
        assert due(room_of(table, [])).step == ""
        assert due(room_of(table, [])).seconds is None


def test_a_hand_goes_on_without_its_players_where_somebody_waits() -> None:
    """Whoever is here and waits for a chair does not wait for ever for people who are gone."""
    table = folded(ANN_ACTS, [ev.WaitBegan("dot", "Dot")])
    assert due(room_of(table, ["spy"])).key == ("nobody",)
    assert due(room_of(table, ["dot"])).step in ("grace", "bank", "time-out")


# ---------------------------------------------------------------------------- without a clock


def test_a_relaxed_table_has_no_clock_for_who_is_there() -> None:
    """Neither for an action nor for a call; who is gone keeps nobody waiting for ever."""
    relaxed = ev.CustomsChanged(Customs(act_s=None))
    table = in_hand(folded(PEOPLE, [relaxed]), DEALT)
    assert due(room_of(table)).seconds is None
    assert due(room_of(table, ["bob"])).seconds == 30.0
    graced = folded(table, [ev.MoreTime(0, "grace", 30.0)])
    assert due(room_of(graced, ["bob"])).seconds == 30.0
    assert due(room_of(graced)).seconds is None  # back again
    assert due(room_of(folded(PEOPLE, [relaxed]))).seconds is None
    assert due(room_of(PEOPLE)).seconds == 30.0


def test_the_clock_of_a_lone_person_starts_when_somebody_waits() -> None:
    """Who waits for a bot's chair waits for the end of the hand; gone again, nobody waits."""
    table = in_hand(table_of(person(0), bot(1), chairs=2), DEALT)
    assert due(room_of(table)).seconds is None
    waited = folded(table, [ev.WaitBegan("cy", "Cy")])
    assert due(room_of(waited)).seconds == 30.0
    assert due(room_of(waited)).key != due(room_of(table)).key
    assert due(room_of(waited, ["ann"])).seconds is None


# ----------------------------------------------------------------------------------------- away


def test_two_time_outs_in_a_row_deal_somebody_out() -> None:
    """The hand is played to its end without waiting any more; the next is dealt without."""
    once = list(STEPS["time-out"](room_of(ANN_ACTS)))
    assert [type(event).__name__ for event in once] == ["TimeRanOut", "Folded", "Returned",
                                                        "Awarded", "HandEnded"]  # fmt: skip
    late = ann_acts(ev.TimeRanOut(0))
    twice = list(STEPS["time-out"](room_of(late)))
    assert twice[:2] == [ev.TimeRanOut(0), ev.SatOut(0, "hand")]
    away = folded(late, twice[:2])
    hasty = due(room_of(away))
    assert (hasty.step, hasty.clock) == ("time-out", False)
    assert hasty.seconds is not None
    assert hasty.seconds <= 1.0
    assert list(STEPS["time-out"](room_of(away)))[:1] == [ev.TimeRanOut(0)]


def test_who_decides_is_not_away() -> None:
    """One decision forgets a time-out, and after two it takes the sitting out back."""
    late = ann_acts(ev.TimeRanOut(0))
    call = want.Act(late.n, "call")
    assert chair_at(folded(late, decide(DEALT.state, Fold(0))), 0).late == 1  # the table did
    late = in_hand(late, DEALT)
    assert chair_at(folded(late, granted(room_of(late), "ann", call)), 0).late == 0
    away = folded(late, [ev.TimeRanOut(0), ev.SatOut(0, "hand")])
    assert next(iter(granted(room_of(away), "ann", call))) == ev.SatIn(0)
    back = chair_at(folded(away, [ev.SatIn(0)]), 0)
    assert (back.out, back.late) == ("", 0)


# ------------------------------------------------------------------------------- what is shown


def test_the_view_tells_the_clock_and_the_bank() -> None:
    """Seconds and limit of the clock that runs, and what the bank holds."""
    running_out = Moment.of(room_of(ANN_ACTS, left=12.2), 30.0, 0)
    assert running_out[3:7] == (13, 30, 60, False)
    table = ann_acts(ev.MoreTime(0, "bank", 80.0))
    first = Moment.of(room_of(table, left=70.0), 80.0, 0)
    assert first[3:7] == (70, 80, 60, True)
    later = Moment.of(room_of(table, left=41.5), 80.0, 0)
    assert later[3:7] == (42, 80, 42, True)
    assert Moment.of(room_of(ANN_ACTS), None, 0)[3:7] == (None, None, None, False)


# --------------------------------------------------------------------------------- at a table


def in_no_time(story: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    """Run a test's story in virtual time."""

    @wraps(story)
    def told() -> None:
        tell(story, story.__name__)

    return told


def turn_of(somebody: Person) -> TurnView:
    """Return what the hand waits for, as somebody was told last."""
    turn = somebody.hand.turn
    assert turn is not None
    return turn


async def holdem(table: Table) -> tuple[Person, Person]:
    """Seat Ann and Bob; Ann deals hold'em and has the first decision."""
    ann, bob = await join(table, "ann", "Ann"), await join(table, "bob", "Bob")
    await table.ask("ann", want.Announce("holdem"))
    await ann.my_turn()
    return ann, bob


@in_no_time
async def test_thinking_costs_the_bank_and_a_restart_remembers() -> None:
    """Twenty seconds beyond the clock are gone from the bank, here and after kill -9."""
    log = MemoryLog()
    async with running(bots=0, log=log) as table:
        ann, bob = await holdem(table)
        assert (turn_of(ann).seconds, turn_of(ann).limit, turn_of(ann).in_bank) == (30, 30, False)
        await bob.until(lambda _update: turn_of(bob).in_bank, 100)
        turn = turn_of(bob)
        assert (turn.seconds, turn.limit, turn.bank) == (60, 60, 60)
    # The server is gone while the bank runs; ten seconds of it had been used.
    again = await Table.open("test", log, ToldBots(), msgspec.structs.replace(PATIENT, bots=0))
    again.resume(int(time.time() * 1000) + 10_000)
    task = asyncio.create_task(again.run())
    ann = await join(again, "ann")
    bob = await join(again, "bob")
    assert turn_of(ann).in_bank
    assert turn_of(ann).seconds == 65  # what was left, and fifteen seconds of grace
    await asyncio.sleep(25)
    await ann.act("call")
    assert chair_at(again.state, 0).bank == 40
    third = await Table.open("test", log, ToldBots(), msgspec.structs.replace(PATIENT, bots=0))
    assert third.state == again.state
    await again.stop()
    await task


@in_no_time
async def test_who_says_nothing_twice_sits_out_until_back() -> None:
    """Nothing is dealt to one alone; the game goes on when the other sits in again."""
    async with running(bots=0, config=HURRIED, customs=Customs(bank_s=0.0)) as table:
        ann, _bob = await holdem(table)
        await ann.until(lambda update: update.view.phase == "lobby", 1000)
        assert [chair.status for chair in ann.now.view.chairs[:2]] == ["out", "playing"]
        late = [event["chair"] for event in ann.events if event["what"] == "time-out"]
        assert late.count(0) == 2
        before = table.state
        await asyncio.sleep(5000)
        assert table.state == before
        await table.ask("ann", want.SitIn())
        await ann.until(lambda update: update.view.phase == "calling")


@in_no_time
async def test_the_chair_of_who_leaves_goes_to_who_waits() -> None:
    """At a full table Cy waits, sees the place in line, and sits down when Bob has left."""
    async with running(bots=0, chairs=2) as table:
        ann, bob = await holdem(table)
        cy = await join(table, "cy")
        await cy.sit("Cy")
        await ann.until(lambda update: update.view.waiting == ["Cy"])
        assert cy.now.view.you.place == 1
        await ann.act("fold")
        await table.ask("bob", want.Stand())
        await cy.until(lambda update: update.view.you.chair == 1, 4000)
        assert cy.now.view.waiting == []
        assert bob.now.view.you.chair is None
