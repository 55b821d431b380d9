"""Charts of starting hands: the equity of the 169 classes against one to five random hands.

`work_out` makes the rows, `write` the files. Suits cannot matter before the board, so one hand of
a class stands for all of them. Start reading at `work_out`.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec.structs import asdict, astuple
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from wildrank.cards import DECK, RANKS, format_cards
from wildrank.errors import GameError
from wildrank.games import Game
from wildrank.odds import preflop
from wildrank.odds.ask import tally
from wildrank.odds.ranges import RANDOM, class_hands, classes
from wildrank.odds.result import summary
from wildrank.odds.spot import kind_of, read_spot

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Told = Callable[[int, int], None]

MOST_OPPONENTS: Final = 5
EXACT_S: Final = 1.0
INK: Final = "#22262e"
GREY: Final = "#5c6470"
COLOURS: Final = ("#28517a", "#7fa6cc", "#d5e2ee", "#faf8f4", "#f6d3ae", "#e08a4b", "#a63d14")
TITLE: Final = {"y": 0.975, "fontsize": 24, "fontweight": "bold", "color": INK}
STYLE: Final[Any] = {
    "font.family": "DejaVu Sans",
    "svg.fonttype": "none",
    "svg.hashsalt": "wildrank",
}


class Row(msgspec.Struct, frozen=True):
    """How one class of hands fares against so many random hands.

    Attributes:
        hand: The class, ``AKs``.
        combos: How many hands it is: 4, 6 or 12.
        opponents: How many random hands it meets.
        equity: Mean share of the pot.
        win: Probability of winning the whole pot alone.
        tie: Probability of winning some of it and not all.
        error: Standard error of ``equity``; 0 where every deal was looked at.
        deals: Deals or samples looked at.
        exact: Whether every deal was looked at.
    """

    hand: str
    combos: int
    opponents: int
    equity: float
    win: float
    tie: float
    error: float
    deals: int
    exact: bool


def work_out(  # noqa: PLR0913, PLR0917 - the parts of a question
    game: Game, opponents: int, samples: int, seed: int, jobs: int = 1, told: Told | None = None
) -> list[Row]:
    """Return a row for each class and number of opponents.

    Args:
        game: A game of two downcards; in Reach Around all third cards are unknown and down.
        opponents: Up to how many random hands.
        samples: How many deals are drawn for each row that is not exact.
        seed: Makes the rows repeatable.
        jobs: How many cores work on it.
        told: Told how many rows are done, and of how many.

    Raises:
        GameError: If the game has no chart, or the number of opponents makes no sense.

    Cost: some 15 s for the exact rows, else 20 to 150 ns a sample.
    """
    if kind_of(game) == "omaha":
        msg = f"{game.name} has no chart of 169 hands; charts are for games of two downcards"
        raise GameError(msg, code="odds/chart")
    if not 1 <= opponents <= MOST_OPPONENTS:
        msg = f"{opponents} is no number of opponents; a chart has 1 to {MOST_OPPONENTS}"
        raise GameError(msg, code="odds/chart")
    names, rows = classes(), []
    for many in range(1, opponents + 1):
        for name in names:
            rows.append(_row(game, name, many, samples, f"{seed} {name} {many}", jobs))
            if told:
                told(len(rows), opponents * len(names))
    return rows


def _row(  # noqa: PLR0913, PLR0917 - as above
    game: Game, name: str, opponents: int, samples: int, seed: str, jobs: int
) -> Row:
    hands = class_hands(name)
    words = [format_cards(DECK[card] for card in hands[0]), *[RANDOM] * opponents]
    spot = read_spot(game, words)
    shortcut = preflop.seconds(spot)
    exact = shortcut is not None and shortcut <= EXACT_S
    number = int.from_bytes(seed.encode())
    found = (
        tally(spot, exact=True) if exact else tally(spot, samples=samples, seed=number, jobs=jobs)
    )
    first = summary(found, words).players[0]
    return Row(
        hand=name,
        combos=len(hands),
        opponents=opponents,
        equity=first.equity,
        win=first.win,
        tie=first.tie,
        error=first.error,
        deals=found.deals,
        exact=exact,
    )


# --------------------------------------------------------------------------------------- files


def write(game: Game, rows: Sequence[Row], folder: Path) -> list[Path]:
    """Write the picture and the numbers, and return where.

    Args:
        game: What the rows are of.
        rows: As `work_out` returns them.
        folder: Made if it is not there.

    Returns:
        The paths of the PNG, SVG, CSV and Parquet files.
    """
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"{game.slug}.{kind}" for kind in ("png", "svg", "csv", "parquet")]
    draw(game, rows, paths[:2])
    _write_csv(rows, paths[2])
    _write_parquet(rows, paths[3])
    return paths


def _write_csv(rows: Sequence[Row], path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        lines = csv.writer(file, lineterminator="\n")
        lines.writerow(Row.__struct_fields__)
        lines.writerows(
            [f"{value:.7f}" if isinstance(value, float) else value for value in astuple(row)]
            for row in rows
        )


def _write_parquet(rows: Sequence[Row], path: Path) -> None:
    import pyarrow as pa  # type: ignore[import-untyped]  # noqa: PLC0415 - heavy, and an extra
    import pyarrow.parquet as pq  # type: ignore[import-untyped]  # noqa: PLC0415 - heavy

    pq.write_table(pa.Table.from_pylist([asdict(row) for row in rows]), path)


# ------------------------------------------------------------------------------------ the picture


def draw(game: Game, rows: Sequence[Row], paths: Sequence[Path]) -> None:
    """Draw the chart: a large grid against one hand, and a small one for each number more.

    Args:
        game: What the rows are of.
        rows: As `work_out` returns them.
        paths: Where to; the kind of picture follows from the name.
    """
    from matplotlib import rc_context  # noqa: PLC0415 - heavy, and an extra
    from matplotlib.figure import Figure  # noqa: PLC0415 - heavy

    most = max(row.opponents for row in rows)
    with rc_context(STYLE):
        figure = Figure(figsize=(20.0 if most > 1 else 11.5, 11.9))
        figure.suptitle(f"{game.name}: equity of the first two cards", x=0.02, ha="left", **TITLE)
        figure.text(0.02, 0.925, _subtitle(game), fontsize=13, color=GREY)
        for opponents, box in zip(range(1, most + 1), _boxes(most), strict=False):
            panel = figure.add_axes(box)
            grid = [row for row in rows if row.opponents == opponents]
            _grid(panel, grid, opponents, large=opponents == 1)
        figure.text(0.02, 0.018, _footnote(rows), fontsize=11, color=GREY)
        for path in paths:
            figure.savefig(path, dpi=120, metadata={"Date": None} if path.suffix == ".svg" else {})
            if path.suffix == ".png":
                _shrink(path)


def _shrink(path: Path) -> None:
    """Store a picture with 256 colours, in a fraction of the room."""
    from PIL import Image  # noqa: PLC0415 - comes with matplotlib

    with Image.open(path) as picture:
        small = picture.convert("RGB").quantize(256, dither=Image.Dither.NONE)
    small.save(path, optimize=True)


def _boxes(most: int) -> list[tuple[float, float, float, float]]:
    """Return where each grid stands, as parts of the picture."""
    if most == 1:
        return [(0.02, 0.06, 0.96, 0.82)]
    small = [(left, low, 0.222, 0.373) for low in (0.512, 0.06) for left in (0.525, 0.768)]
    return [(0.02, 0.06, 0.49, 0.825), *small]


def _subtitle(game: Game) -> str:
    third = "; third cards unknown and face down, the ace high in the hole" if game.has_buy else ""
    return f"Share of the pot against random hands, no betting{third}. Suited above the diagonal."


def _footnote(rows: Sequence[Row]) -> str:
    sampled = [row for row in rows if not row.exact]
    exact = sorted({row.opponents for row in rows if row.exact})
    words = ["White is the fair share, orange is more and blue is less."]
    if exact:
        words.append(f"Exact against {', '.join(map(str, exact))}.")
    if sampled:
        worst = max(row.error for row in sampled)
        deals = min(row.deals for row in sampled)
        others = "The others: " if exact else ""
        words.append(
            f"{others}{deals:,} deals a hand, standard error at most {100 * worst:.3f} %."
        )
    return " ".join(words)


def _grid(panel: Axes, rows: Sequence[Row], opponents: int, *, large: bool) -> None:
    """Draw one grid of 13 by 13, pairs on the diagonal, aces first."""
    from matplotlib.colors import LinearSegmentedColormap, TwoSlopeNorm  # noqa: PLC0415 - heavy

    by_name = {row.hand: 100 * row.equity for row in rows}
    names = [[_name(line, column) for column in range(13)] for line in range(13)]
    values = [[by_name[name] for name in line] for line in names]
    fair = 100 / (opponents + 1)
    low, high = min(map(min, values)), max(map(max, values))
    norm = TwoSlopeNorm(fair, min(low, fair - 1), max(high, fair + 1))
    colours = LinearSegmentedColormap.from_list("chart", COLOURS)
    edges = range(14)
    panel.pcolormesh(
        edges,
        edges,
        values,
        cmap=colours,
        norm=norm,
        edgecolors="white",
        linewidth=1.6 if large else 0.7,
    )
    panel.invert_yaxis()
    panel.set_axis_off()
    hands = "one random hand" if opponents == 1 else f"{opponents} random hands"
    panel.set_title(
        f"against {hands} (fair share {fair:.1f} %)",
        loc="left",
        fontsize=15 if large else 11,
        color=INK,
        pad=6,
    )
    for line in range(13):
        for column in range(13):
            value = values[line][column]
            dark = not 0.14 < float(norm(value)) < 0.86
            _cell(panel, (column, line), names[line][column], value, dark=dark, large=large)


def _cell(  # noqa: PLR0913 - what is written, where and how
    panel: Axes, at: tuple[int, int], name: str, value: float, *, dark: bool, large: bool
) -> None:
    column, line = at
    colour = "white" if dark else INK
    sizes = (14.5, 12.0) if large else (6.6, 5.9)
    for text, below, size, weight in (
        (name, 0.34, sizes[0], "bold"),
        (f"{value:.1f}", 0.7, sizes[1], "normal"),
    ):
        panel.text(
            column + 0.5,
            line + below,
            text,
            ha="center",
            va="center",
            fontsize=size,
            fontweight=weight,
            color=colour,
        )


def _name(line: int, column: int) -> str:
    """Return the class in a place of the grid: suited above the diagonal, offsuit below."""
    high, low = RANKS[12 - min(line, column)], RANKS[12 - max(line, column)]
    if line == column:
        return high * 2
    return high + low + ("s" if line < column else "o")


@contextmanager
def watched(console: Console) -> Iterator[Told]:
    """Show a bar while the rows are worked out, where somebody is looking."""
    columns = (BarColumn(), TextColumn("{task.completed} of {task.total}"), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task("")

        def tell(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        yield tell
