"""The commands that prove something: perft, signature, verify and bench."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wildrank.cli.common import Announce, AsJson, announced_settings, say
from wildrank.errors import DealError, GameError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wildrank.fair import Verdict


commands = typer.Typer()


MOST_DEPTH = 12


@commands.command()
def perft(
    game: Annotated[
        str, typer.Argument(metavar="GAME|LINE", help="A game, or a hand line to start from.")
    ],
    depth: Annotated[
        int,
        typer.Argument(
            metavar="DEPTH", min=1, max=MOST_DEPTH, help="How many decisions to look ahead."
        ),
    ],
    stacks: Annotated[str, typer.Option(help="Stacks from seat 0; the button is last.")] = "20/20",
    announce: Announce = None,
    divide: Annotated[
        bool, typer.Option("--divide", help="Count behind each first action, at full depth.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Count the betting sequences of 1 to DEPTH decisions, cards left out."""
    from wildrank.referee import perft as counting

    state = _perft_start(game, stacks, announce)
    if divide:
        behind = counting.divide(state, depth)
        if as_json:
            say(json.dumps({"depth": depth, "divide": behind, "count": sum(behind.values())}))
            return
        for action, count in behind.items():
            say(f"{action}: {count}")
        say(f"in all: {sum(behind.values())}")
        return
    counts = [counting.perft(state, each) for each in range(1, depth + 1)]
    if as_json:
        say(json.dumps({"counts": counts}))
        return
    for each, count in enumerate(counts, 1):
        say(f"{each}: {count}")


def _perft_start(game: str, stacks: str, announced: list[str] | None) -> Any:  # noqa: ANN401
    from wildrank.games import announce as read_announcement
    from wildrank.games import load_game
    from wildrank.referee import Hand

    if "@" in game:
        if announced:
            msg = "a hand line says itself what is announced; write it there, after the stacks"
            raise GameError(msg, code="game/announced")
        return Hand.parse(game).state
    if not re.fullmatch(r"[0-9]{1,16}(/[0-9]{1,16})*", stacks):
        msg = f"{stacks[:80]!r} are no stacks; write them as in 20/20/40"
        raise GameError(msg, code="game/stacks")
    chips = [int(stack) for stack in stacks.split("/")]
    played = load_game(game)
    stakes, announcement = read_announcement(played, announced_settings(announced))
    hand = Hand.start(played, chips, len(chips) - 1, stakes=stakes, announcement=announcement)
    return hand.state


@commands.command()
def signature(as_json: AsJson = False) -> None:
    """Print one hash of 1,000 seeded hands of every game: it moves when behaviour does."""
    from wildrank.referee.playout import HANDS_SIGNED
    from wildrank.referee.playout import signature as sign

    found = sign()
    say(json.dumps({"signature": found, "hands": HANDS_SIGNED}) if as_json else found)


@commands.command()
def verify(
    receipts: Annotated[
        list[str], typer.Argument(metavar="RECEIPT...", help="Files, or - for standard input.")
    ],
    as_json: AsJson = False,
) -> None:
    """Check the receipt of a deal, and say what it proves and what not."""
    verdicts = [(name, verdict) for name in receipts for verdict in _verdicts(name)]
    if as_json:
        say(json.dumps([{"file": name, **verdict._asdict()} for name, verdict in verdicts]))
        return
    for _, verdict in verdicts:
        say(verdict.sentence)


def _verdicts(name: str) -> Iterable[Verdict]:
    """Return what the receipts of a file prove; an error names the file.

    Raises:
        DealError: If one proves nothing.
    """
    from wildrank.fair import read_receipts, verify_all

    try:
        text = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        msg = f"cannot read {name}: {error.strerror}"
        raise DealError(msg, code="deal/file") from error
    try:
        return verify_all(read_receipts(text))
    except DealError as error:
        where = f", in {name}"
        raise error.beside(where) from error


@commands.command()
def bench(
    jobs: Annotated[
        list[str] | None, typer.Argument(metavar="[JOB...]", help="What to measure; all if none.")
    ] = None,
    rounds: Annotated[int, typer.Option(min=1, help="How many turns each contender has.")] = 9,
    write: Annotated[
        bool, typer.Option("--write", help="Write bench/results.md, in the project's folder.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    r"""Measure how fast values are, beside whatever else is installed that gives them.

    Others are installed with: pip install ".\[bench]"
    """
    from wildrank import benchmark

    results = []
    for job in benchmark.chosen(jobs or []):
        results.append(benchmark.measure(job, rounds))
        if not as_json:
            say(benchmark.section(results[-1]))
    if as_json:
        figures = {
            result.job.key: {figure.name: figure.rate for figure in result.figures}
            for result in results
        }
        say(json.dumps(figures))
    if write:
        benchmark.write(results)
