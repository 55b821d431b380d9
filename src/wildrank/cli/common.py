"""What the commands share: the options that several of them take, and plain words.

Start reading at `Announce`.
"""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from wildrank.errors import NotationError

if TYPE_CHECKING:
    from collections.abc import Iterable

MISTAKE = 2
IN_MEMORY = ":memory:"

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="A game such as reach-around, or a .toml file.")
]
Announce = Annotated[
    list[str] | None,
    typer.Option(
        "--announce",
        "-a",
        metavar="KEY=VALUE",
        help="What the dealer announces, once for each thing; see: wildrank games GAME.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Data = Annotated[
    str,
    typer.Option(
        "--data",
        metavar="DIR",
        help="Where tables are kept; :memory: for nowhere. The user's data folder by default.",
        show_default=False,
    ),
]
Players = Annotated[
    int | None, typer.Option("--players", "-n", min=2, max=10, help="How many play.")
]


def complain(message: str) -> int:
    """Print one sentence on standard error and return the exit status of a mistake."""
    sentence = " ".join(message.split()).rstrip(".")
    sys.stderr.write(f"wildrank: {sentence}\n")
    return MISTAKE


# How Typer says that a number is none or out of range, and how it is said here.
_NUMBERS = (
    (r"not in the range (\d+)<=x<=(\d+)", r"from \1 to \2"),
    (r"(?:not in the range x>=|greater than or equal to )(\d+)", r"at least \1"),
    (r"(?:not in the range x<=|less than or equal to )(\d+)", r"at most \1"),
    (r"valid int(?:eger)?\b", "a whole number"),
    (r"valid (?:float|number)", "a number"),
)


def plain_words(words: str) -> str:
    """Return what Typer says of a value in plain words: ``--port must be at most 65535``."""
    refused = re.fullmatch(r"Invalid value for '([^']+)'[^:]*: (.*)", words, re.DOTALL)
    if refused:
        for pattern, right in _NUMBERS:
            found = re.search(pattern, refused[2])
            if found:
                return f"{refused[1].lower()} must be {found.expand(right)}"
    return words


def say(text: str = "") -> None:
    """Print a line for the user."""
    sys.stdout.write(f"{text}\n")


def announced_settings(announced: Iterable[str] | None) -> dict[str, object]:
    """Return what ``--announce key=value`` said.

    Raises:
        NotationError: If one is not of that form, or a key is given twice.
    """
    settings: dict[str, object] = {}
    for word in announced or ():
        key, equals, value = word.partition("=")
        if not equals or not key:
            msg = f"{word!r} announces nothing; write key=value, as in ace-in-hole=low"
            raise NotationError(msg, code="notation/announcement")
        if key in settings:
            msg = f"{key!r} is announced twice"
            raise NotationError(msg, code="notation/announcement")
        settings[key] = value
    return settings
