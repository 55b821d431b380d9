"""Whole tables among mishaps: no chip is lost, no card is there twice, nothing told is forgotten.

Each story follows from its number, and a failure names it; see `simulation.world`.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from simulation.clock import tell
from simulation.world import HANDS, World, play

from wildrank.referee import events as hand_events
from wildrank.table import Table
from wildrank.table import events as ev
from wildrank.table import wishes as want
from wildrank.table.steps import STEPS
from wildrank.table.telling.audience import Audience
from wildrank.web import wire
from wildrank.web.passwords import Passwords
from wildrank.web.people import TOKEN_BYTES, Holder, People, player_of

KINDS = (*get_args(wire.Message), want.SamePerson)  # of what people may ask for
ROOT = Path(__file__).parents[2]
SHARDS = 10
BAD_DISKS = 28  # the first of some stories with bad disks


@pytest.mark.parametrize("shard", range(SHARDS))
@pytest.mark.parametrize("hands", [10_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
def test_no_mishap_costs_a_chip_or_tells_a_lie(hands: int, shard: int) -> None:
    """In story after story every invariant holds after every step, and each hand ends.

    Whatever people may ask for is asked for, and granted now and then.
    """
    stories = hands // (SHARDS * HANDS)
    told = [play(shard * stories + number) for number in range(stories)]
    assert sum(story.hands for story in told) >= hands // SHARDS
    assert sum(story.crashes for story in told) > stories / 4  # and they were not all quiet
    granted = Counter[type]()
    for story in told:
        granted += story.granted
    assert [kind.__name__ for kind in KINDS if not granted[kind]] == []


def test_the_same_number_is_the_same_story() -> None:
    """Another process, whose sets are in another order, writes the same log byte for byte."""
    story, mine = next((n, told) for n in range(100) if (told := play(n)).crashes)
    for order in ("1", "2"):
        run = subprocess.run(
            [sys.executable, "-m", "simulation.world", str(story)],
            env=os.environ | {"PYTHONHASHSEED": order, "PYTHONPATH": "src:tests"},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        assert run.stdout.split()[-1] == mine.digest
    assert play(story + 1).digest != mine.digest


# ------------------------------------------------------------------- mistakes that must be noticed


def a_chip_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lose a chip of every call."""
    real = ev.decode

    def decode(line: bytes) -> ev.Record:
        record = real(line)
        if isinstance(record.event, hand_events.Called) and record.event.amount > 1:
            less = msgspec.structs.replace(record.event, amount=record.event.amount - 1)
            return msgspec.structs.replace(record, event=less)
        return record

    monkeypatch.setattr("simulation.auditor.ev.decode", decode)


def told_too_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tell the clients before the log has it."""
    real = Table._append

    async def append(table: Table, events: Iterable[ev.TableEvent]) -> None:
        events = list(events)
        before = table.state
        for number, event in enumerate(events, before.n + 1):
            table._fold(number, event)
        table._tell()
        table.state = before
        await real(table, events)

    monkeypatch.setattr(Table, "_append", append)


def one_event_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no client hear of a raise."""
    real = Audience.witness

    def witness(audience: Audience, table: Any, n: int, event: ev.TableEvent) -> None:  # noqa: ANN401
        if not isinstance(event, hand_events.Raised):
            real(audience, table, n, event)

    monkeypatch.setattr(Audience, "witness", witness)


def nothing_caught_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Go on as if it were sure what the log holds."""

    async def catch_up(table: Table) -> None:
        table._unsure = False

    monkeypatch.setattr(Table, "_catch_up", catch_up)


def nobody_runs_out_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for people for ever."""
    monkeypatch.setitem(STEPS, "time-out", lambda _room: ())


def a_ticket_is_good_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget to take a ticket back."""
    real = People._redeem

    async def redeem(people: People, code: str) -> Holder:
        kept = dict(people._tickets)
        who = await real(people, code)
        people._tickets.update(kept)
        return who

    monkeypatch.setattr(People, "_redeem", redeem)


def any_password_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everybody in who says some password."""

    async def fits(_passwords: Passwords, _kept: str, password: str) -> bool:
        return bool(password)

    monkeypatch.setattr(Passwords, "fits", fits)


def old_invitations_stay_good(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at no invitation."""
    monkeypatch.setattr("wildrank.web.reception.hmac.compare_digest", lambda *_: True)


def nobody_is_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the lines of whom the host sent away open."""
    monkeypatch.setattr(Audience, "_send_away", lambda *_: None)


def a_logout_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Close the lines, and let the token be good."""
    real = People.recognise

    async def recognise(people: People, token: str) -> Holder:
        if len(token) >= TOKEN_BYTES and not token.startswith("t."):
            return Holder(token, player_of(token), player_of(token))
        return await real(people, token)

    monkeypatch.setattr(People, "recognise", recognise)


def some_stories() -> None:
    """Tell as many stories as are enough to notice any of these mistakes."""
    for number in range(BAD_DISKS, BAD_DISKS + 60):
        play(number)


@pytest.mark.parametrize(
    "mistake",
    [
        a_chip_lost,
        told_too_early,
        one_event_forgotten,
        nothing_caught_up,
        nobody_runs_out_of_time,
        a_ticket_is_good_for_ever,
        any_password_will_do,
        old_invitations_stay_good,
        nobody_is_sent_away,
        a_logout_is_forgotten,
    ],
    ids=lambda mistake: mistake.__name__.replace("_", " "),
)
def test_a_mistake_is_noticed(mistake: Any, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ANN401
    """The invariants can fail: a table with a mistake does not get through a few stories."""
    mistake(monkeypatch)
    with pytest.raises(AssertionError, match=r"story \d+ fails"):
        some_stories()


def test_a_story_that_stands_still_says_so() -> None:
    """A loop in which nothing can happen ends with an error instead of never."""

    async def wait() -> None:
        await asyncio.Event().wait()

    with pytest.raises(RuntimeError, match="nothing will ever happen"):
        tell(wait, 0)


def test_what_happens_to_a_log_is_drawn_from_its_odds() -> None:
    """The stories have disks of every temper among them, and people of every number."""
    worlds = [World(seed) for seed in range(60)]
    assert {world.odds.refused for world in worlds} == {0.0, 0.002, 0.02}
    assert {len(world.people) - 1 for world in worlds} == {2, 3, 4, 5, 6}
