"""How long the careful bot thinks about a decision, in every game, with two players and with ten.

Everybody goes along to the river, and the bot decides in every seat on every street, so the worst
case is among the decisions. Time is wall time: a player waits for it. Prints a table and writes it
to ``bots.md``. Start reading at `decisions`.
"""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter

from wildrank.bots import CallerBot, CarefulBot, bot_view
from wildrank.cards import DECK
from wildrank.fair import shuffled
from wildrank.games import Game, announce, games
from wildrank.referee import Deal, DealCards, advance, start, waiting

LIMIT_MS = 50.0
REPORT = Path(__file__).with_suffix(".md")


def decisions(game: Game, players: int, hands: int) -> Iterator[float]:
    """Yield the milliseconds of each decision in some hands that go to the river."""
    careful, caller = CarefulBot(), CallerBot()
    for number in range(hands):
        deck = list(shuffled(DECK, f"{game.slug} {number}".encode()))
        state = start(game, *announce(game), (200,) * players, number % players)
        while (wait := waiting(state)) is not None:
            if isinstance(wait, Deal):
                del deck[: wait.burn]
                state = advance(state, DealCards(tuple(deck[: wait.count])))[1]
                del deck[: wait.count]
                continue
            view = bot_view(state, wait.seat)
            began = perf_counter()
            careful.decide(view)
            yield 1000 * (perf_counter() - began)
            state = advance(state, caller.decide(view).action)[1]


def main() -> int:
    """Measure, print and write the table; 1 if a decision took too long."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=10, help="hands a game and table size")
    options = parser.parse_args()
    rows, slowest = [], 0.0
    for game in games():
        for players in (2, 10):
            took = sorted(decisions(game, players, options.hands))
            slowest = max(slowest, took[-1])
            late = took[int(0.99 * len(took))]
            rows.append(
                f"| {game.slug} | {players} | {len(took)} | {median(took):.1f} | {late:.1f}"
                f" | {took[-1]:.1f} |"
            )
    machine = f"{platform.python_implementation()} {platform.python_version()}"
    machine += f", {platform.system()}, {platform.machine()}"
    command = f"`python bench/bots.py --hands {options.hands}`"
    text = "\n".join(
        [
            "# Bots: milliseconds the careful bot thinks about a decision",
            "",
            "| game | players | decisions | median | 99 in 100 below | slowest |",
            "|---|---:|---:|---:|---:|---:|",
            *rows,
            "",
            f"Wanted: {LIMIT_MS:.0f} ms at most. {machine}; {command}.",
            "",
        ]
    )
    print(text)
    REPORT.write_text(text, encoding="utf-8")
    return int(slowest > LIMIT_MS)


if __name__ == "__main__":
    sys.exit(main())
