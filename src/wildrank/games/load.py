"""Games from TOML files, and the checks that a file must pass.

The library is the folder ``library`` beside this module: adding a game made of known parts is
adding a file there. Start reading at `load_game`.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

import msgspec

from wildrank.cards import DECK, RANKS
from wildrank.errors import GameError
from wildrank.games.announce import announce
from wildrank.games.mistakes import sentence
from wildrank.games.model import Game

LIBRARY = Path(__file__).parent / "library"
MAX_FILE_BYTES = 64 * 1024
MAX_STREETS = 12


@cache
def games() -> tuple[Game, ...]:
    """Return every game of the library, in the order of their slugs."""
    return tuple(read_game(path) for path in sorted(LIBRARY.glob("*.toml"), key=_stem))


def _stem(path: Path) -> str:
    return path.stem


@cache
def _by_slug() -> dict[str, Game]:
    return {game.slug: game for game in games()}


def load_game(name: str) -> Game:
    """Return a game of the library by its slug, or the game that a TOML file holds.

    Args:
        name: A slug such as ``reach-around``, or a path that ends in ``.toml``.

    Raises:
        GameError: If there is no such game, or the file is not a game, or calls itself as one of
            the library is called.
    """
    if name in _by_slug():
        return _by_slug()[name]
    if name.endswith(".toml"):
        path = Path(name)
        game = read_game(path)
        if game.slug in _by_slug() and path.resolve().parent != LIBRARY.resolve():
            msg = (
                f"{path.name}: slug: {game.slug!r} is a game of the library; name yours otherwise"
            )
            raise GameError(msg, code="game/slug-taken")
        return game
    known = ", ".join(_by_slug())
    msg = f"there is no game {name!r}; the games are {known}, or a path to a .toml file"
    raise GameError(msg, code="game/unknown")


def read_game(path: Path) -> Game:
    """Return the game that a TOML file holds.

    Raises:
        GameError: Naming the file, the key and what would be right.
    """
    try:
        with path.open("rb") as file:
            text = file.read(MAX_FILE_BYTES + 1)
    except (OSError, ValueError) as error:
        msg = f"{str(path)!r} cannot be read: {getattr(error, 'strerror', None) or error}"
        raise GameError(msg, code="game/unreadable") from error
    if len(text) > MAX_FILE_BYTES:
        msg = f"{path} is larger than {MAX_FILE_BYTES} bytes, which no game needs"
        raise GameError(msg, code="game/too-large")
    try:
        return parse_game(text.decode())
    except (GameError, ValueError, RecursionError) as error:
        msg = f"{path.name}: {error}"
        raise GameError(msg, code=getattr(error, "code", "game/invalid")) from error


def parse_game(text: str) -> Game:
    """Return the game written in TOML text.

    Raises:
        GameError: If the text is no TOML, has an unknown or missing key, or makes no sense.
    """
    try:
        table = tomllib.loads(text)
        game = msgspec.convert(table, Game)
    except tomllib.TOMLDecodeError as error:
        msg = f"not a TOML file: {error}"
        raise GameError(msg, code="game/toml") from error
    except msgspec.ValidationError as error:
        raise GameError(sentence(error, Game), code="game/key") from error
    _check(game)
    return game


def _check(game: Game) -> None:
    """Refuse a game that cannot be dealt."""
    for key, (wrong, reason) in (_dealing(game) | _winning(game)).items():
        if wrong:
            msg = f"{key}: {reason}"
            raise GameError(msg, code="game/invalid")
    try:
        announce(game, game.defaults)
    except GameError as error:
        msg = f"defaults: {error.message}"
        raise GameError(msg, code=error.code) from error


def _dealing(game: Game) -> dict[str, tuple[bool, str]]:
    """Return for each key about dealing whether it is wrong, and what would be right."""
    personal, board = game.hole_cards, game.board_cards
    burns = sum(street.burn for street in game.streets)
    deepest = game.seats.max * personal + board + burns
    bought = [street for street in game.streets if street.buyable]
    return {
        "slug": (
            not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", game.slug, re.ASCII),
            f"{game.slug!r} is no slug; it is small letters and digits with - between words",
        ),
        "streets": (
            not 1 <= len(game.streets) <= MAX_STREETS,
            f"a game has 1 to {MAX_STREETS} streets, and this one has {len(game.streets)}",
        ),
        "streets.down": (
            any(min(s.down, s.up, s.board) < 0 for s in game.streets)
            or any(s.down + s.up + s.board == 0 for s in game.streets),
            "every street deals at least one card, and no negative number of them",
        ),
        "streets.name": (
            len({street.name for street in game.streets}) < len(game.streets),
            "two streets have the same name",
        ),
        "streets.buyable": (
            any(street.down != 1 or street.up for street in bought) or len(bought) > 1,
            "one street at most is buyable, and it deals one card down",
        ),
        "seats": (
            not 2 <= game.seats.min <= game.seats.max or deepest > len(DECK),
            f"{game.seats.max} seats need {deepest} cards; at least 2 must play and a deck has 52",
        ),
    }


def _winning(game: Game) -> dict[str, tuple[bool, str]]:
    """Return for each key about winning whether it is wrong, and what would be right."""
    personal, board = game.hole_cards, game.board_cards
    return {
        "split": (
            [split.half for split in game.split] not in (["high"], ["low"], ["high", "low"]),
            "the pot goes to the high, to the low, or to the high and then the low",
        ),
        "split.order": (
            any(
                (split.half == "low") != (split.order == "ace-to-five-low") for split in game.split
            ),
            "the high goes by the order high, the low by ace-to-five-low",
        ),
        "split.use": (
            any(s.use == "omaha" for s in game.split) and (personal < 2 or board < 3),
            "omaha takes two hole cards and three of the board, so deal as many",
        ),
        "wild": (
            game.has_wilds and (game.has_low or any(s.use == "omaha" for s in game.split)),
            "wild cards are known for high hands of any five cards only",
        ),
        "wild.ranks": (
            any(mark not in RANKS for mark in game.wild.ranks),
            f"{game.wild.ranks!r} holds a rank that is not one of {RANKS}",
        ),
        "limits": (not game.limits, "at least one limit, the usual one first"),
        "cards": (personal + board < 5, "a hand needs five cards in all"),
    }
