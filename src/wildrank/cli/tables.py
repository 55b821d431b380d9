"""The commands of tables: serve, backup, restore and play."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wildrank.cli.common import (
    IN_MEMORY,
    Announce,
    Data,
    GameName,
    Players,
    announced_settings,
    say,
)
from wildrank.errors import NotationError

commands = typer.Typer()


@commands.command()
def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 for any free one.")] = 8000,
    open_browser: Annotated[
        bool, typer.Option("--open", help="Open the page, where there is a display.")
    ] = False,
    data: Data = "",
    names: Annotated[
        list[str] | None,
        typer.Option("--name", metavar="HOST", help="A name a proxy in front is asked by."),
    ] = None,
) -> None:
    """Serve the table in the browser and print its link."""
    from wildrank.web import serve as serve_web

    folder = None if data == IN_MEMORY else _data_folder(data)
    serve_web(host, port, open_browser=open_browser, data=folder, names=tuple(names or ()))


def _data_folder(words: str) -> Path:
    """Return where tables are kept: what was said, else the user's own folder for data.

    Raises:
        NotationError: If they are kept nowhere.
    """
    from platformdirs import user_data_path

    if words == IN_MEMORY:
        msg = f"{IN_MEMORY} is for serve alone; name the folder the tables are in"
        raise NotationError(msg, code="notation/folder")
    return Path(words).expanduser() if words else user_data_path("wildrank", appauthor=False)


@commands.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A new file.")],
    data: Data = "",
) -> None:
    """Copy the tables into one file; the server may be running."""
    from wildrank.table.store.upkeep import backup as copy

    copy(_data_folder(data), file)
    say(f"copied to {file}; it holds every card, keep it as safe as the tables themselves")


@commands.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What backup wrote.")],
    data: Data = "",
    replace: Annotated[
        bool, typer.Option("--replace", help="Put the tables that are there aside.")
    ] = False,
) -> None:
    """Put a copy back where no tables are; the server must not be running."""
    from wildrank.table.store.upkeep import restore as put_back

    folder = _data_folder(data)
    aside = put_back(file, folder, replace=replace)
    say(f"the tables of {file} are in {folder}")
    if aside is not None:
        say(f"those that were there are in {aside}")


@commands.command()
def play(
    game: GameName,
    players: Players = None,
    announce: Announce = None,
    seed: Annotated[
        int | None, typer.Option(help="Deal the same cards again; for practice only.")
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Lines of text without pictures, for screen readers.")
    ] = False,
    hints: Annotated[
        bool, typer.Option("--hints/--no-hints", help="Tell chances when you decide.")
    ] = True,
) -> None:
    """Play in the terminal against bots."""
    from wildrank import terminal
    from wildrank.games import load_game

    screen = terminal.Screen.of_terminal(plain=plain, hints=hints)
    said = announced_settings(announce)
    terminal.play(load_game(game), players or 4, said, seed=seed, screen=screen)
