"""A table as people meet it: hand after hand, acting, the clock, and what is kept."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from table.kit import (
    HURRIED,
    PATIENT,
    SILENT,
    Person,
    ToldBots,
    after_hands,
    goes_along,
    in_a_loop,
    join,
    kept,
    planted,
    running,
    two_people,
)

from wildrank.cards import DECK
from wildrank.errors import ActionError, OutOfTurn, StaleAction
from wildrank.games import GameCall, games
from wildrank.referee import Fold, Legal, PlayerAction, RaiseTo, State
from wildrank.referee import events as hand
from wildrank.table import MemoryLog, Table
from wildrank.table import events as ev
from wildrank.table import wishes as want
from wildrank.table.config import BuyIn
from wildrank.table.fold import fold
from wildrank.table.state import TableState, opened


def chips(table: TableState) -> int:
    """Return all chips on the chairs and in the hand being played."""
    seated = dict(table.seated())
    playing = table.playing
    if playing is None or playing.state is None:
        return sum(chair.stack for chair in seated.values())
    behind = sum(chair.stack for n, chair in seated.items() if n not in playing.chairs)
    return behind + sum(playing.state.stacks) + playing.state.pot


@pytest.mark.parametrize("game", [game.slug for game in games()])
@in_a_loop
async def test_chips_are_conserved_over_many_hands(game: str) -> None:
    """No hand of any game makes or loses a chip; only buying in brings some."""
    log = MemoryLog()
    calls = [GameCall(game, {"limit": limit}) for limit in ("fixed", "no", "pot") * 10]
    async with running(
        ToldBots(aggressive, calls), HURRIED, log=log, needs_people=False, bots=5
    ) as table:
        await after_hands(table, 31)
    state, brought = opened(9), 0
    for n, event in enumerate(await kept(log), 1):
        state = fold(state, n, event)
        brought += getattr(event, "stack", 0) if isinstance(event, ev.Sat) else 0
        brought += event.amount if isinstance(event, ev.Rebought) else 0
        assert chips(state) == brought
    assert state.hands >= 31
    assert state == table.state


def aggressive(seat: int, state: State, allowed: Legal) -> PlayerAction:
    """Raise all that is allowed for a pair of equal suits, else go along."""
    down = state.down[seat]
    if allowed.raise_low and down and down[0].suit == down[1].suit:
        return RaiseTo(seat, allowed.raise_high)
    return goes_along(seat, state, allowed)


@in_a_loop
async def test_the_button_moves_clockwise_among_those_dealt_in() -> None:
    """D45: each hand is dealt by the next seated player, and who deals calls."""
    log = MemoryLog()
    async with running(config=HURRIED, log=log, needs_people=False, bots=3) as table:
        await after_hands(table, 7)
    callers = [e.chair for e in await kept(log) if isinstance(e, ev.GameCalled)]
    assert callers[:6] == [2, 4, 6, 2, 4, 6]


@in_a_loop
async def test_one_person_and_three_bots_play_at_once() -> None:
    """Sitting down is enough: a bot calls the house game and the person is dealt in."""
    async with running() as table:
        ann = await join(table, "ann", "Ann")
        await ann.my_turn()
        view = ann.now.view
        assert (view.you.chair, view.you.name, view.you.host) == (0, "Ann", True)
        assert view.phase == "playing"
        assert view.called is not None
        assert view.called.game == "reach-around"
        assert [seat.chair for seat in ann.hand.seats] == [0, 2, 4, 6]
        assert "??" not in ann.hand.seats[0].down
        assert [event["what"] for event in ann.events[-4:]] == ["hole"] * 4


@in_a_loop
async def test_nothing_is_dealt_while_nobody_is_there() -> None:
    """A table without people holds still; it goes on when somebody comes back."""
    async with running() as table:
        await asyncio.sleep(0.05)
        assert table.state.hands == 0
        ann = await join(table, "ann", "Ann")
        await ann.my_turn()
        await table.leave(ann.client)
        before = table.state
        await asyncio.sleep(0.05)
        assert table.state == before
        again = await join(table, "ann")
        await again.my_turn()
        await again.play_out()


# ------------------------------------------------------------------------------------ the hand


@in_a_loop
async def test_a_stale_action_is_refused_and_nothing_happens() -> None:
    """An action upon an old hand, or with another amount on its button, is never guessed at."""
    async with running(bots=0) as table:
        ann, _bob = await two_people(table)
        await table.ask("ann", want.Announce("holdem"))
        allowed = await ann.my_turn()
        n, before = ann.now.n, table.state
        for stale in (
            want.Act(n - 1, "call", None, allowed.to_call),
            want.Act(n + 1, "call", None, allowed.to_call),
            want.Act(n, "call", None, allowed.to_call + 1),
            want.Act(n, "raise", 4, 6),
        ):
            with pytest.raises(StaleAction):
                await table.ask("ann", stale)
        assert table.state == before
        await table.ask("ann", want.Act(n, "call", None, allowed.to_call))
        with pytest.raises(StaleAction):  # the same click twice
            await table.ask("ann", want.Act(n, "call", None, allowed.to_call))


@in_a_loop
async def test_what_happens_around_the_hand_makes_no_action_stale() -> None:
    """Somebody who sits down while another thinks does not cost the thinker a turn."""
    async with running(bots=0) as table:
        ann, _bob = await two_people(table)
        await table.ask("ann", want.Announce("holdem"))
        await ann.my_turn()
        n = ann.now.n
        await join(table, "cy", "Cy")
        await table.ask("ann", want.Act(n, "call", None, 1))


@pytest.mark.parametrize(
    ("act", "code"),
    [
        (("check", None), "action/bet-to-match"),
        (("raise", 5), "action/illegal-amount"),
        (("raise", None), "action/illegal-amount"),
        (("buy", None), "action/illegal"),
        (("show", None), "action/illegal"),
    ],
)
@in_a_loop
async def test_an_illegal_action_is_refused_with_what_may_be_done(
    act: tuple[Any, int | None], code: str
) -> None:
    """The refusal says "you" and the legal choice, and the hand is unchanged."""
    async with running(bots=0) as table:
        ann, _bob = await two_people(table)
        await table.ask("ann", want.Announce("holdem"))
        await ann.my_turn()
        before = table.state
        with pytest.raises(ActionError, match="you may fold, call 1 or raise to 4") as refused:
            await table.ask("ann", want.Act(ann.now.n, act[0], act[1]))
        assert refused.value.code == code
        assert table.state == before


@in_a_loop
async def test_nobody_acts_for_another() -> None:
    """Neither another player nor a spectator can act in somebody's turn."""
    async with running(bots=0) as table:
        ann, _bob = await two_people(table)
        await join(table, "cy")
        await table.ask("ann", want.Announce("holdem"))
        await ann.my_turn()
        for player in ("bob", "cy"):
            with pytest.raises(OutOfTurn):
                await table.ask(player, want.Act(ann.now.n, "call"))


@in_a_loop
async def test_time_checks_folds_and_never_buys() -> None:
    """D49: a silent player checks if that is free, else folds, and takes the third card down."""
    log = MemoryLog()
    async with running(bots=2, alone_s=0.02, choose_s=0.02, log=log, **SILENT) as table:
        ann = await join(table, "ann", "Ann")
        await ann.until(lambda update: bool(update.view.hand and update.view.hand.over))
        quiet = [seat for seat in ann.hand.seats if seat.chair == 0]
        assert not quiet[0].folded
    chose = [event for event in await kept(log) if isinstance(event, hand.Chose)]
    assert [event.up for event in chose] == [False] * 3
    # Everybody is told when it was the clock and not the player who decided.
    told = ann.events
    late = [at for at, event in enumerate(told) if event["what"] == "time-out"]
    after = [(told[at + 1]["what"], told[at + 1]["chair"]) for at in late]
    assert after == [("checked", 0)] * 3 + [("chose", 0)] + [("checked", 0)] * 3
    assert {told[at]["chair"] for at in late} == {0}


@in_a_loop
async def test_time_folds_when_a_bet_stands() -> None:
    """D49: a silent player who faces a bet folds."""

    def bets(seat: int, state: State, allowed: Legal) -> PlayerAction:
        opens = allowed.raise_low and allowed.opening
        return RaiseTo(seat, allowed.raise_low) if opens else goes_along(seat, state, allowed)

    async with running(ToldBots(bets), bots=2, alone_s=0.02, **SILENT) as table:
        ann = await join(table, "ann", "Ann")
        await ann.until(lambda update: bool(update.view.hand and update.view.hand.over))
        assert {seat.chair for seat in ann.hand.seats if seat.folded} == {0}


@pytest.mark.parametrize("show", [True, False])
@in_a_loop
async def test_a_beaten_hand_is_thrown_away_unless_its_owner_shows_it(*, show: bool) -> None:
    """D29: the best hand is shown unasked; who is beaten may show, and mucks when time is up."""
    # Bob (left of the button) gets the first card, and the worse hand.
    deck = "2c As 7d Ad  Kh 3d 8s Jc Qh"
    async with running(bots=0, deck=deck, choose_s=5.0 if show else 0.05) as table:
        ann, bob = await two_people(table)
        await table.ask("ann", want.Announce("holdem", {"burns": "false", "heads-up": "left"}))
        for _street in range(4):
            await bob.go_along()
            if _street < 3:
                await ann.go_along()
        allowed = await ann.my_turn()
        await ann.act("raise", to=allowed.raise_low)
        await bob.go_along()
        if show:
            await bob.my_turn()
            assert bob.legal.muck
            await bob.act("show")
        await ann.until(lambda update: bool(update.view.hand and update.view.hand.over))
        seats = {seat.chair: seat for seat in ann.hand.seats}
        told = [u.view.hand.legal for u in ann.updates if u.view.hand and u.view.hand.legal]
        assert [may.muck for may in told if may.show] == [False]  # nothing to choose
        assert seats[0].shown
        assert seats[1].shown is show
        assert seats[1].down == (["2c", "7d"] if show else ["??", "??"])


@in_a_loop
async def test_a_bot_that_fails_or_cheats_does_what_costs_nothing() -> None:
    """A bot's error or illegal wish is not the end of the hand: it checks or folds."""

    def broken(seat: int, state: State, allowed: Legal) -> PlayerAction:
        if allowed.check:
            return Fold((seat + 1) % state.seats)  # somebody else's cards
        raise ZeroDivisionError

    async with running(ToldBots(broken), bots=2) as table:
        ann = await join(table, "ann", "Ann")
        await ann.play_out()
        assert not table.closed
        assert sum(chair.stack for chair in ann.now.view.chairs) == 600


@in_a_loop
async def test_a_hand_that_cannot_go_on_is_voided_and_every_chip_returned() -> None:
    """D41: a failed deal gives back all chips, as an event that everybody sees."""
    # Eight hole cards and one for the board, then the same cards again.
    twice = planted((*DECK[:9], *DECK[:43]))
    table = await Table.open("test", MemoryLog(), ToldBots(), PATIENT, twice)
    task = asyncio.create_task(table.run())
    ann = await join(table, "ann", "Ann")
    await ann.play_out()
    assert ann.now.view.phase == "showdown"
    assert [chair.stack for chair in ann.now.view.chairs if chair.name] == [200] * 4
    assert ann.events[-1]["what"] == "void"
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


# ------------------------------------------------------------------------------------- the log


@in_a_loop
async def test_a_table_comes_back_from_its_log_in_the_middle_of_a_hand() -> None:
    """Folding the log gives the same table, the same cards to come, and the same rights."""
    log = MemoryLog()
    async with running(log=log, bots=2) as table:
        ann = await join(table, "ann", "Ann")
        await ann.go_along()
        await ann.my_turn()
        before = table.state
    async with running(log=log) as again:
        assert again.state == before
        ann = await join(again, "ann")
        await ann.my_turn()
        assert ann.now.view.you.host
        await ann.play_out()


@in_a_loop
async def test_a_client_gets_the_events_it_lacks() -> None:
    """Who comes back with the number of the last event it has gets those after it, once."""
    async with running(bots=2) as table:
        ann = await join(table, "ann", "Ann")
        await ann.my_turn()
        have = [event["n"] for event in ann.events]
        assert have == sorted(set(have))
        middle = have[len(have) // 2]
        back = Person(table, "ann", middle)
        await table.join(back.client)
        await back.until(lambda _update: True)
        assert [event["n"] for event in back.events] == [n for n in have if n > middle]
        stranger = Person(table, "ann", 10**9)  # from another life of the table
        await table.join(stranger.client)
        await stranger.until(lambda _update: True)
        assert [event["n"] for event in stranger.events] == have


@in_a_loop
async def test_the_pause_ends_when_all_people_are_ready() -> None:
    """Nobody has to look at a result longer than all want to."""
    async with running(bots=0) as table:
        ann, bob = await two_people(table)
        await table.ask("ann", want.Announce("holdem"))
        await ann.my_turn()
        await ann.act("fold")
        await table.ask("ann", want.Next())
        await asyncio.sleep(0.02)
        assert ann.now.view.phase == "showdown"
        await table.ask("bob", want.Next())
        await bob.until(lambda update: update.view.phase == "calling")
        assert bob.now.view.calling is not None
        assert bob.now.view.calling.yours


@in_a_loop
async def test_the_clock_of_a_person_is_told_and_that_of_a_bot_is_not() -> None:
    """A person sees the seconds left; how long a bot thinks says nothing."""
    async with running(config=PATIENT, alone_s=30.0, think_s=(0.02, 0.02)) as table:
        ann = await join(table, "ann", "Ann")
        await ann.go_along()
        await ann.my_turn()
        turns = [update.view.hand.turn for update in ann.updates if update.view.hand]
        clocks = {turn.chair: turn.seconds for turn in turns if turn and turn.kind == "act"}
        assert clocks.pop(0) == 30
        assert clocks
        assert set(clocks.values()) == {None}


@in_a_loop
async def test_the_absent_give_way_at_a_full_table() -> None:
    """People who hold every chair and are gone do not keep out one who is there."""
    async with running(bots=0) as table:
        for number in range(len(table.state.chairs)):
            ghost = await join(table, f"ghost-{number}", f"Ghost {number}")
            await table.leave(ghost.client)
        assert all(table.state.chairs)
        ann = await join(table, "ann", "Ann")
        assert ann.now.view.you.chair is not None
        assert sum(chair is not None for chair in table.state.chairs) == 9


@in_a_loop
async def test_a_bot_repeats_no_call_that_has_become_too_high() -> None:
    """When the stacks are smaller now, the game goes on for its usual stakes."""
    house = ToldBots(calls=[GameCall("holdem", {"small-bet": "25"})])
    async with running(house, HURRIED, bots=2, needs_people=False) as table:
        await join(table, "ann", "Ann", 0)
        await table.ask("ann", want.SitOut(when="hand"))
        assert table.state.called is not None
        assert table.state.called.settings
        await table.ask("ann", want.ChangeCustoms(buy_in=BuyIn(20, 100, 50)))
        await after_hands(table, table.state.hands + 5)
        assert not table.state.called.settings


@in_a_loop
async def test_a_crowd_is_told_of_itself_once() -> None:
    """Who come, and who go, at nearly the same time are news together, not each."""
    async with running(bots=0) as table:
        ann = Person(table, "ann")
        await table.join(ann.client)
        crowd = [Person(table, f"p{i}") for i in range(20)]
        await asyncio.gather(*(table.join(person.client) for person in crowd))
        assert [update.view.watching for person in crowd for update in person.updates] == [1] * 20
        await ann.until(lambda update: update.view.watching == 21)
        assert len(ann.updates) == 2
        assert [len(person.updates) for person in crowd] == [2] * 20
        await asyncio.gather(*(table.leave(person.client) for person in crowd))
        await ann.until(lambda update: update.view.watching == 1)
        assert len(ann.updates) == 3


@in_a_loop
async def test_who_goes_before_being_let_in_is_not_let_in() -> None:
    """A line that drops while its client waits leaves nobody behind."""
    async with running(bots=0) as table:
        ann = Person(table, "ann")
        coming = asyncio.create_task(table.join(ann.client))
        await asyncio.sleep(0)
        coming.cancel()
        await table.leave(ann.client)
        assert table.connected == 0
