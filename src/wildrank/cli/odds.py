"""The commands about chances: odds and chart."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wildrank.cli.common import Announce, AsJson, GameName, announced_settings, say
from wildrank.errors import GameError

if TYPE_CHECKING:
    from wildrank.games import Game


commands = typer.Typer()


Thirds = Annotated[
    list[str] | None,
    typer.Option(
        "--third",
        metavar="?|down|up|down:8s|up:5c",
        help="A third card, once for each hand in order; unsaid it is unknown and down.",
    ),
]
Samples = Annotated[int | None, typer.Option(help="Draw so many deals instead of looking at all.")]
Seed = Annotated[int | None, typer.Option(help="Draw the same deals again.")]
Jobs = Annotated[
    int | None, typer.Option(min=1, help="How many cores work on it; all unless said.")
]


@commands.command()
def odds(
    game: GameName,
    hands: Annotated[
        list[str],
        typer.Argument(metavar="HAND...", help="Cards, a range such as QQ+,AKs, or random."),
    ],
    board: Annotated[str, typer.Option(help="The board so far, such as QhJd.")] = "",
    dead: Annotated[str, typer.Option(help="Cards that are gone.")] = "",
    third: Thirds = None,
    announce: Announce = None,
    exact: Annotated[
        bool, typer.Option("--exact", help="Look at every deal, however long it takes.")
    ] = False,
    samples: Samples = None,
    seed: Seed = None,
    jobs: Jobs = None,
    buy: Annotated[
        bool, typer.Option("--buy", help="Ask what buying the third card is worth to the first.")
    ] = False,
    pot: Annotated[
        float | None, typer.Option(help="With --buy: the pot before the price, in chips.")
    ] = None,
    price: Annotated[
        float | None, typer.Option(help="With --buy: what the third card costs.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Work out how hands fare against each other: win, tie, equity and final hands."""
    from wildrank.games import announce as read_announcement
    from wildrank.games import load_game

    played = load_game(game)
    question: dict[str, Any] = {
        "board": board,
        "dead": dead,
        "third": third or (),
        "announcement": read_announcement(played, announced_settings(announce))[1],
        "exact": exact or None,
        "samples": samples,
        "seed": seed,
        "jobs": jobs or os.cpu_count() or 1,
    }
    if buy:
        question |= {"pot": 1.0 if pot is None else pot, "price": price}
    elif pot is not None or price is not None:
        msg = "--pot and --price belong to --buy, which is not there"
        raise GameError(msg, code="odds/buy")
    _odds(played, hands, question, as_json=as_json)


def _odds(game: Game, hands: list[str], question: dict[str, Any], *, as_json: bool) -> None:
    """Answer a question about odds, or about buying if a price may be named in it."""
    from rich.console import Console

    from wildrank.odds import buy, odds, report

    ask: Any = buy if "price" in question else odds
    with report.told(question["samples"], Console(stderr=True)) as tell:
        found = ask(game, hands, progress=tell, **question)
    if as_json:
        say(json.dumps(report.plain(found)))
    else:
        say(report.words(found, Console()))


@commands.command()
def chart(
    game: GameName,
    out: Annotated[str, typer.Option(help="Folder for the files.")] = "docs/charts",
    opponents: Annotated[int, typer.Option(min=1, max=5, help="Up to how many opponents.")] = 5,
    samples: Annotated[
        int, typer.Option(min=1, help="Deals drawn for each hand, where not all are looked at.")
    ] = 2_000_000,
    seed: Annotated[int, typer.Option(help="Draw the same deals again.")] = 1,
    jobs: Jobs = None,
) -> None:
    """Draw the equity of the 169 starting hands against random ones: PNG, SVG, CSV, Parquet."""
    from rich.console import Console

    from wildrank.games import load_game
    from wildrank.odds import charts

    cores = jobs or os.cpu_count() or 1
    with charts.watched(Console(stderr=True)) as tell:
        rows = charts.work_out(load_game(game), opponents, samples, seed, cores, tell)
    for path in charts.write(load_game(game), rows, Path(out)):
        say(str(path))
