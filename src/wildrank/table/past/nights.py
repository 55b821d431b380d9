"""What somebody won and lost: table by table, game by game, and over all of them.

Pure. Start reading at `night_of`, then `results_of`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from wildrank.games import load_game
from wildrank.table.past.history import History
from wildrank.table.past.ledger import owners_of


class GameResult(msgspec.Struct, frozen=True):
    """What somebody won or lost in the hands of one game."""

    game: str
    name: str
    hands: int
    net: int


class Night(msgspec.Struct, frozen=True):
    """Somebody's results at one table; times in ms since 1970."""

    table: str
    began: int
    ended: int
    open: bool
    hands: int
    net: int
    games: list[GameResult]


class Results(msgspec.Struct, frozen=True):
    """Somebody's results at every table, the newest first, and over all of them."""

    hands: int
    net: int
    games: list[GameResult]
    nights: list[Night]


def night_of(table: str, history: History, player: str, *, still: bool) -> Night | None:
    """Return somebody's results at a table, None without a hand there that was played to its end.

    Where the host made two players one person, they are that person's. What a host says counts at
    that table alone: nobody hands over anybody's other nights.

    Args:
        table: The table's name in its link.
        history: Its past.
        player: Whose results.
        still: Whether the table is open.
    """
    owners = owners_of(history.accounts, history.table.hosting.owners)
    me = {key for key, owner in owners.items() if owner == owners.get(player)}
    mine = [
        (past, sum(past.nets[key] for key in me & past.nets.keys()))
        for past in history.hands.values()
        if me & past.nets.keys() and not past.void
    ]
    if not mine:
        return None
    return Night(
        table=table,
        began=min(past.at for past, _ in mine),
        ended=max(past.at for past, _ in mine),
        open=still,
        hands=len(mine),
        net=sum(net for _, net in mine),
        games=_by_game((past.game, 1, net) for past, net in mine),
    )


def results_of(nights: Iterable[Night]) -> Results:
    """Return results at many tables and their sums."""
    newest = sorted(nights, key=lambda night: -night.ended)
    parts = [part for night in newest for part in night.games]
    return Results(
        hands=sum(night.hands for night in newest),
        net=sum(night.net for night in newest),
        games=_by_game((part.game, part.hands, part.net) for part in parts),
        nights=newest,
    )


def _by_game(parts: Iterable[tuple[str, int, int]]) -> list[GameResult]:
    """Return results added up by game, the one played most first."""
    many: Counter[str] = Counter()
    nets: Counter[str] = Counter()
    for game, count, net in parts:
        many[game] += count
        nets[game] += net
    return [
        GameResult(game, load_game(game).name, count, nets[game])
        for game, count in many.most_common()
    ]
