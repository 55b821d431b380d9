"""Odds for people and for programs: tables on a terminal, and plain objects for JSON.

Start reading at `words` and `plain`. Nothing here works anything out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from wildrank.odds.ask import DEFAULT_SAMPLES
from wildrank.odds.buy import Purchase
from wildrank.odds.result import CATEGORIES, LOW_CATEGORIES, Odds, PlayerOdds
from wildrank.odds.sample import Progress as Told


def plain(found: Odds | Purchase) -> dict[str, Any]:
    """Return odds as dicts, lists and numbers; what a game does not have is left out."""
    cleaned: dict[str, Any] = _without_none(msgspec.to_builtins(found))
    return cleaned


def _without_none(value: Any) -> Any:  # noqa: ANN401 - whatever a result holds
    if isinstance(value, dict):
        return {key: _without_none(item) for key, item in value.items() if item is not None}
    if isinstance(value, list | tuple):
        return [_without_none(item) for item in value]
    return value


def words(found: Odds | Purchase, console: Console) -> str:
    """Return how the hands fare, what they become, and how many deals were looked at.

    Args:
        found: What was worked out.
        console: Where it will stand; its width and colours are those of the words.
    """
    with console.capture() as captured:
        if isinstance(found, Purchase):
            _show_purchase(found, console)
        else:
            _show(found, console)
    return "\n".join(line.rstrip() for line in captured.get().splitlines())


def _show(found: Odds, console: Console) -> None:
    console.print(_main_table(found))
    console.print(
        _final_table(
            "final hand", CATEGORIES, [p.categories for p in found.players], found.players
        )
    )
    lows = [player.lows for player in found.players if player.lows is not None]
    if lows:
        console.print(_final_table("final low", LOW_CATEGORIES, lows, found.players))
    console.print(_deals(found))


def _show_purchase(found: Purchase, console: Console) -> None:
    """Print the odds with the third card down and up, and what buying it is worth."""
    table = _table("third card", "win", "tie", "equity")
    for name, player in zip(("taken down", "bought up"), found.buyer, strict=True):
        table.add_row(name, *_shares(player.win, player.tie), _equity(player))
    console.print(table)
    console.print(Text(_worth(found)))
    if found.price is not None and found.gain is not None:
        console.print(Text(_at_the_price(found.price, found.gain)))
    console.print(_deals(found.up))


@contextmanager
def told(total: int | None, console: Console) -> Iterator[Told]:
    """Show a bar with the standard error while deals are drawn, where somebody is looking.

    Args:
        total: How many deals are drawn if any are; None for as many as usual.
        console: Where the bar stands.
    """
    columns = (BarColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("", total=None)

        def tell(deals: int, error: float) -> None:
            words = f"{deals:,} deals"
            if error:
                words += f", standard error {100 * error:.4f} %"
            drawn = (total or DEFAULT_SAMPLES) if error else None
            bar.update(task, completed=deals, total=drawn, description=words)

        yield tell


def _table(first: str, *others: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column(first)
    for name in others:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def _main_table(found: Odds) -> Table:
    halves = found.players[0].high is not None
    extra = ("high", "low", "scoop", "quarter") if halves else ()
    table = _table("hand", "win", "tie", "equity", *extra)
    for player in found.players:
        more = (player.high, player.low, player.scoop, player.quarter) if halves else ()
        parts = _shares(*(part or 0.0 for part in more))
        table.add_row(player.hand, *_shares(player.win, player.tie), _equity(player), *parts)
    return table


def _final_table(
    title: str,
    names: Iterable[str],
    distributions: Sequence[dict[str, float]],
    players: Sequence[PlayerOdds],
) -> Table:
    """Return how often each player ends with each category, the best first."""
    table = _table(f"\n{title}", *(f"\n{player.hand}" for player in players))
    best_first = list(names) if title == "final low" else list(names)[::-1]
    for name in best_first:
        if any(name in each for each in distributions):
            table.add_row(name, *_shares(*(each.get(name, 0.0) for each in distributions)))
    return table


def _shares(*parts: float) -> list[str]:
    return [f"{100 * part:.2f} %" for part in parts]


def _equity(player: PlayerOdds) -> str:
    error = f" ± {100 * player.error:.2f}" if player.error else ""
    return f"{100 * player.equity:.2f}{error} %"


def _deals(found: Odds) -> Text:
    if found.exact:
        return Text(f"\nexact: all {found.deals:,} deals")
    worst = max(player.error for player in found.players)
    return Text(f"\n{found.deals:,} deals drawn, standard error at most {100 * worst:.3f} %")


def _worth(found: Purchase) -> str:
    """Return what buying is worth in a sentence."""
    unit = "of the pot" if found.pot == 1 else f"chips in a pot of {found.pot:g}"
    if found.break_even is None:
        return "\nBought face up it wins every pot: any price is worth paying."
    if found.break_even <= 0:
        return "\nTake it down: bought face up it wins no more, even for nothing."
    much = f"{100 * found.break_even:.2f} %" if found.pot == 1 else f"{found.break_even:.2f}"
    return f"\nBuying breaks even at {much} {unit}; for less, buy."


def _at_the_price(price: float, gain: float) -> str:
    if abs(gain) < 0.005:
        return f"At a price of {price:g} buying wins as much as taking the card down."
    verdict = f"{gain:.2f} more" if gain > 0 else f"{-gain:.2f} less"
    return f"At a price of {price:g} buying wins {verdict} than taking the card down."
