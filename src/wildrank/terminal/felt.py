"""The table as it lies before you at your turn: the seats, your cards and the board.

Start reading at `draw` for people who look, and `describe_felt` for words.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.table import Table

from wildrank.games.words import plurals
from wildrank.referee import State, wild_ranks
from wildrank.terminal.screen import Screen
from wildrank.terminal.words import YOU, value_words


def describe_felt(screen: Screen, seen: State) -> None:
    """Show your cards, the board, the pot and what you have, in lines of words.

    Args:
        screen: Where it is shown.
        seen: The hand as your seat may see it.
    """
    wild = wild_ranks(seen, YOU)
    yours = screen.words(seen.down[YOU], wild)
    if seen.up[YOU]:
        yours += f"  face up {screen.words(seen.up[YOU], wild)}"
    board = screen.words(seen.board, wild) or "none yet"
    screen.say(f"You hold {yours}  board {board}  pot {seen.pot}")
    if wild:
        screen.say(f"{_wild_words(seen)} are wild for you (marked *).")
    have = value_words(seen, YOU)
    if have:
        screen.say(f"You have {have}.")


def draw(screen: Screen, seen: State, names: Sequence[str], done: Sequence[str]) -> None:
    """Show the seats as a list, and your cards beside the board as pictures.

    Args:
        screen: Where it is shown.
        seen: The hand as your seat may see it.
        names: What the seats are called.
        done: What each seat did last on this street.
    """
    wild = wild_ranks(seen, YOU)
    screen.console.print(_seats(screen, seen, names, done))
    yours = screen.picture((*seen.down[YOU], *seen.up[YOU]), wild)
    board = screen.picture(seen.board, wild)
    width = 6 * (len(seen.down[YOU]) + len(seen.up[YOU])) + 4
    heads = f"{'Your cards':{width}}{'Board' if seen.board else ''}"
    screen.say(f"[dim]{heads}[/dim]")
    for mine, ours in zip(yours, board, strict=True):
        screen.say(f"{mine}    {ours}")
    have = [f"[bold yellow]{_wild_words(seen)} are wild for you.[/]"] if wild else []
    value = value_words(seen, YOU)
    have += [f"You have [bold]{value}[/bold]."] if value else []
    if have:
        screen.say(" ".join(have))


def _wild_words(seen: State) -> str:
    return plurals(tuple(sorted(wild_ranks(seen, YOU)))).capitalize()


def _seats(screen: Screen, seen: State, names: Sequence[str], done: Sequence[str]) -> Table:
    """Return the seats as a list: button, name, chips, chips in, upcards, what they did."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("")
    table.add_column("seat")
    table.add_column("chips", justify="right")
    table.add_column("in", justify="right")
    table.add_column("")
    for seat, name in enumerate(names):
        folded = seat not in seen.live
        upcards = screen.words(seen.up[seat])
        what = "all-in" if not seen.stacks[seat] and not folded else done[seat]
        table.add_row(
            "D" if seat == seen.button else "",
            name,
            str(seen.stacks[seat]),
            str(seen.bets[seat] or ""),
            " ".join(filter(None, (what, upcards))),
            style="dim" if folded else "bold" if seat == YOU else None,
        )
    table.caption = f"pot {seen.pot}"
    table.caption_justify = "left"
    return table
