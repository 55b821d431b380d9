"""Programs of wishes, legal and illegal, in turn and out of turn, against one table.

Hypothesis writes the programs and shortens one that fails. The auditor checks chips, cards and
numbers with every record of the log.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Coroutine, Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test
from simulation.auditor import Auditor
from simulation.clock import VirtualLoop, end
from simulation.faulty_log import NO_FAULT, FaultyLog
from simulation.will import ACTIONS, SETTINGS
from table.kit import Person, ToldBots

from wildrank.errors import WildrankError
from wildrank.table import Table, TableConfig
from wildrank.table import wishes as want
from wildrank.table.config import BuyIn, Customs
from wildrank.table.hostgrants import person_id
from wildrank.table.repeats import Repeats
from wildrank.table.state import opened

STEPS = 12  # of one program
PLAYERS = ("ann", "bob", "cy")
WHO = st.sampled_from(PLAYERS)
CHAIRS = st.integers(0, 8)
AMOUNTS = st.sampled_from((0, 1, 2, 4, 24, 60, 200, 10**15))
DEALS = st.sampled_from(("test/1", "test/2", ""))
HASHES = st.sampled_from(("00" * 32, "0f" * 32))
WISHES = st.one_of(
    st.builds(want.Sit, WHO, st.none() | CHAIRS, st.none() | AMOUNTS),
    st.just(want.Stand()),
    st.builds(want.BuyChips, to=AMOUNTS),
    st.builds(want.SitOut, when=st.sampled_from(("hand", "blind"))),
    st.builds(want.SitIn, post=st.booleans()),
    st.just(want.MoreTime()),
    st.builds(want.Bots, count=CHAIRS),
    st.builds(
        want.Announce,
        st.sampled_from(("holdem", "holdem-hilo", "reach-around", "chess")),
        st.sampled_from(SETTINGS),
    ),
    st.just(want.Next()),
    st.builds(want.Promise, DEALS, HASHES),
    st.builds(want.Seed, DEALS, HASHES),
    st.builds(want.Doubt, DEALS, st.just("order")),
    st.builds(want.Pause, paused=st.booleans()),
    st.builds(want.Kick, chair=CHAIRS),
    st.builds(want.End, ending=st.booleans()),
    st.builds(want.HandOver, chair=CHAIRS),
    st.builds(want.Reveal, cards=st.sampled_from((("As",), ("2c", "Kd"), ("card",)))),
    st.just(want.Rabbit()),
    st.builds(want.Say, text=st.sampled_from(("Hello.", " "))),
    st.builds(want.Approve, person=st.sampled_from(PLAYERS).map(person_id)),
    st.builds(want.Refuse, person=st.sampled_from(PLAYERS).map(person_id)),
    st.builds(want.ChangeCustoms, approve=st.booleans(), rabbit=st.booleans()),
    st.builds(want.Invites, revoke=st.booleans()),
)
DECISIONS = st.builds(
    want.Act, st.just(0), st.sampled_from(ACTIONS), st.none() | AMOUNTS, st.none() | AMOUNTS
)
QUICK = TableConfig(
    chairs=5, customs=Customs(buy_in=BuyIn.about(40), act_s=10.0), bots=1,
    think_s=(0.1, 0.1), announce_s=0.1, deal_s=0.1, show_s=0.1, seed_s=0.1,
    choose_s=1.0, result_s=1.0, short_result_s=1.0,
)  # fmt: skip


class Programs(RuleBasedStateMachine):
    """A table with two people and a bot, and somebody who looks on."""

    def __init__(self) -> None:
        """Open the table."""
        super().__init__()
        self.loop = VirtualLoop()
        self.auditor = Auditor(opened(QUICK.chairs, QUICK.customs))
        log = FaultyLog(random.Random(0), NO_FAULT, lambda _, *kept: self.auditor.keep(*kept))
        self.table = self.do(Table.open("test", log, ToldBots(), QUICK))
        self.people = {player: Person(self.table, player) for player in PLAYERS}
        self.asked = 0
        self.last: tuple[str, want.WireWish] | None = None

    def do(self, story: Coroutine[Any, Any, Any]) -> Any:  # noqa: ANN401 - what the story returns
        """Let something happen."""
        return self.loop.run_until_complete(story)

    @initialize()
    def begin(self) -> None:
        """Let a hand begin."""
        self.run = self.loop.create_task(self.table.run())

        async def story() -> None:
            for person in self.people.values():
                await self.table.join(person.client)
            await self.people["ann"].sit("Ann")
            await self.people["bob"].sit("Bob")
            await asyncio.sleep(13)

        self.do(story())

    def ask(self, player: str, wish: want.WireWish) -> None:
        """Ask for something; what is refused changes nothing."""
        before, lines = self.table.state, len(self.auditor.lines)
        code = ""
        try:
            self.do(self.table.ask(player, wish))
        except WildrankError as error:
            code = error.code
        if not code:
            self.last = player, wish
        else:
            assert self.table.state is before
            assert len(self.auditor.lines) == lines
        assert code != "table/failed"

    def named(self, wish: want.WireWish) -> Any:  # noqa: ANN401 - the same kind of wish
        """Return a wish with an id of its own."""
        self.asked += 1
        return msgspec.structs.replace(wish, id=str(self.asked))

    @rule(player=WHO, wish=WISHES)
    def anything(self, player: str, wish: want.WireWish) -> None:
        """Somebody asks for something."""
        self.ask(player, self.named(wish))

    @rule(player=WHO, decision=DECISIONS, behind=st.sampled_from((0, 0, 0, 1, 9, -1)))
    def act(self, player: str, decision: want.Act, behind: int) -> None:
        """Somebody decides, in turn or not, upon what is there or was."""
        n = max(0, self.table.state.n - behind)
        self.ask(player, self.named(msgspec.structs.replace(decision, n=n)))

    @rule(bold=st.booleans(), faint=st.booleans())
    def decide(self, *, bold: bool, faint: bool) -> None:
        """Whoever is there and waited for does something legal, which is granted."""
        for player, person in self.people.items():
            if person.client not in self.table._audience.clients:
                continue  # what was told before the line broke is old
            hand = person.now.view.hand if person.updates else None
            legal = hand.legal if hand is not None else None
            if legal is None:
                continue
            action, to = "check", None
            if legal.show:
                action = "show"
            elif legal.take_down:
                action = "buy" if bold else "down"
            elif bold and legal.raise_low:
                action, to = "raise", legal.raise_low
            elif not legal.check:
                action = "fold" if faint else "call"
            n = self.auditor.state.n
            wish = self.named(want.Act(person.now.n, action, to))  # type: ignore[arg-type]
            self.do(self.table.ask(player, wish))
            assert self.auditor.state.n > n
            self.last = player, wish
            return

    @rule()
    def repeat(self) -> None:
        """Repeat what was granted last, under the same id; nothing changes."""
        if self.last is None:
            return
        before = self.table.state
        self.do(self.table.ask(*self.last))
        assert self.table.state is before

    @rule(seconds=st.sampled_from((0.35, 3.05, 11.55)))
    def wait(self, seconds: float) -> None:
        """Let time pass: pauses, bots, and people who run out of it."""
        self.do(asyncio.sleep(seconds))

    @rule(player=WHO)
    def come_or_go(self, player: str) -> None:
        """Somebody loses the line, or comes back."""
        client = self.people[player].client
        there = client in self.table._audience.clients
        self.do(self.table.leave(client) if there else self.table.join(client))

    def teardown(self) -> None:
        """Check the end, and let everything go."""
        state = self.table.state
        end(self.loop)
        assert self.auditor.state == state
        failed = self.run.done() and not self.run.cancelled() and self.run.exception()
        assert not failed
        assert not self.table._failures


def run_programs(count: int, phases: Sequence[Phase] = tuple(Phase)) -> None:
    """Run so many programs, each with the same chance for pauses."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("wildrank.table.pace._CHANCE", random.Random(0))
        run_state_machine_as_test(
            Programs,
            settings=settings(max_examples=count, stateful_step_count=STEPS, phases=phases),
        )


@pytest.mark.parametrize("programs", [5_000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_no_program_breaks_a_table(programs: int) -> None:
    """Whatever is asked in whatever order is granted or refused, and the books are right."""
    run_programs(programs)


def test_a_program_that_breaks_a_table_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table in which a repeated wish is granted twice does not get through the programs."""
    monkeypatch.setattr(Repeats, "known", lambda *_: False)
    with pytest.raises((AssertionError, WildrankError)):
        run_programs(200, [Phase.generate])  # which need not be shortened
