"""Whole hands of fixed-limit hold'em through our referee and through PokerKit, as ratios.

Both sides shuffle a deck of their own, deal, act and pay to the end of each hand, by the same
policy. Rounds are interleaved, time is processor time, and medians are compared; start on a quiet
machine. Prints a table and writes it to ``engines.md``. Start reading at `CASES` and `main`.
"""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import NamedTuple

from pokerkit import Automation, FixedLimitTexasHoldem

import wildrank
from wildrank.cards import DECK
from wildrank.games import announce, load_game
from wildrank.referee import (
    Call,
    Check,
    Deal,
    DealCards,
    Fold,
    Legal,
    PlayerAction,
    RaiseTo,
    State,
    advance,
    legal,
    start,
    waiting,
)

CHIPS, SMALL_BET, BIG_BET = 200, 2, 4
REPORT = Path(__file__).with_suffix(".md")
AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_DEALING,
    Automation.BOARD_DEALING,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
HOLDEM = load_game("holdem")
# Hands are turned up unasked on both sides, and the cap is PokerKit's: kept heads-up.
STAKES, ANNOUNCEMENT = announce(
    HOLDEM, {"showdown": "all", "heads-up-cap": "kept", "blind-counts": False}
)
KIT_GAME = FixedLimitTexasHoldem(
    AUTOMATIONS,
    True,  # noqa: FBT003 - PokerKit takes it by place
    0,
    (SMALL_BET // 2, SMALL_BET),
    SMALL_BET,
    BIG_BET,
)

Policy = Callable[[Random, Legal], PlayerAction]


def act_at_random(random: Random, may: Legal) -> PlayerAction:
    """Return a legal action, each kind as likely as another."""
    seat = may.seat or 0
    kinds = may.fold + 1 + (may.raise_low > 0)
    kind = int(random.random() * kinds)
    if kind == 0:
        return Check(seat) if may.check else Call(seat)
    if kind == 1 and may.raise_low:
        return RaiseTo(seat, may.raise_low)
    return Fold(seat)


def check_or_call(_random: Random, may: Legal) -> PlayerAction:
    """Return the action that stays in for the least."""
    seat = may.seat or 0
    return Check(seat) if may.check else Call(seat)


def our_hand(random: Random, players: int, policy: Policy) -> State:
    """Return the end of a hand that our referee saw through."""
    deck = list(DECK)
    random.shuffle(deck)
    state = start(HOLDEM, STAKES, ANNOUNCEMENT, (CHIPS,) * players, players - 1)
    while not state.over:
        may = legal(state)
        if may.seat is not None:
            _, state = advance(state, policy(random, may))
            continue
        wait = waiting(state)
        if isinstance(wait, Deal):
            del deck[: wait.burn]
            cards, deck = deck[: wait.count], deck[wait.count :]
            _, state = advance(state, DealCards(tuple(cards)))
    return state


def kit_at_random(random: Random, players: int) -> None:
    """Play a hand in PokerKit, each legal kind of action as likely as another."""
    state = KIT_GAME(CHIPS, players)
    while state.status:
        may_fold = bool(state.checking_or_calling_amount)
        may_raise = state.can_complete_bet_or_raise_to()
        kind = int(random.random() * (may_fold + 1 + may_raise))
        if kind == 0:
            state.check_or_call()
        elif kind == 1 and may_raise:
            state.complete_bet_or_raise_to()
        else:
            state.fold()


def kit_checked_down(_random: Random, players: int) -> None:
    """Play a hand in PokerKit in which everybody checks or calls."""
    state = KIT_GAME(CHIPS, players)
    while state.status:
        state.check_or_call()


class Case(NamedTuple):
    """What is played, and how many times PokerKit's speed we want to be."""

    name: str
    players: int
    ours: Callable[[Random, int], object]
    theirs: Callable[[Random, int], object]
    target: float


CASES = tuple(
    Case(f"{players} players, {name}", players, ours, theirs, target)
    for name, ours, theirs, target in (
        ("random", lambda r, n: our_hand(r, n, act_at_random), kit_at_random, 5.0),
        ("checked down", lambda r, n: our_hand(r, n, check_or_call), kit_checked_down, 15.0),
    )
    for players in (2, 6)
)


def hands_a_second(play: Callable[[Random, int], object], case: Case, seconds: float) -> float:
    """Return how many hands are played in a second of processor time."""
    random = Random(case.name)
    hands, began = 0, process_time()
    while (spent := process_time() - began) < seconds or not hands:
        play(random, case.players)
        hands += 1
    return hands / spent


def measure(rounds: int, seconds: float) -> list[tuple[Case, float, float]]:
    """Return the median speeds of both sides for every case, measured in turns."""
    ours: dict[str, list[float]] = {case.name: [] for case in CASES}
    theirs: dict[str, list[float]] = {case.name: [] for case in CASES}
    for number in range(rounds + 1):
        for case in CASES:
            mine = hands_a_second(case.ours, case, seconds)
            other = hands_a_second(case.theirs, case, seconds)
            if number:  # the first round only warms up
                ours[case.name].append(mine)
                theirs[case.name].append(other)
    return [(case, median(ours[case.name]), median(theirs[case.name])) for case in CASES]


def processor() -> str:
    """Return what the processor is called, where the system says."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def report(measured: list[tuple[Case, float, float]], rounds: int, seconds: float) -> str:
    """Return the results as a page."""
    rows = [
        f"| {case.name} | {mine:,.0f} | {other:,.0f} | {mine / other:.1f} | {case.target:.0f} |"
        for case, mine, other in measured
    ]
    kit = version("pokerkit")
    return "\n".join(
        [
            "# Engines: whole fixed-limit hold'em hands a second of processor time, one core",
            "",
            f"| hands | wildrank {wildrank.__version__} | PokerKit {kit} | ratio | wanted |",
            "|---|---:|---:|---:|---:|",
            *rows,
            "",
            f"{processor()}; {platform.python_implementation()} {platform.python_version()};",
            f"{platform.system()}. Medians of {rounds} rounds in turns, {seconds:g} s a side:",
            "",
            f"    python bench/engines.py --rounds {rounds} --seconds {seconds:g}",
            "",
        ]
    )


def main() -> int:
    """Measure, print and write the report; what is missed stands in it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=7, help="rounds that count (7)")
    parser.add_argument("--seconds", type=float, default=1.0, help="seconds a side (1)")
    given = parser.parse_args()
    measured = measure(given.rounds, given.seconds)
    page = report(measured, given.rounds, given.seconds)
    print(page)
    REPORT.write_text(page, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
