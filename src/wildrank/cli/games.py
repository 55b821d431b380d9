"""The command about games: their list, their rules, and whether they hold."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wildrank.cli.common import MISTAKE, AsJson, complain, say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wildrank.games import Game


commands = typer.Typer()


@commands.command()
def games(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="A game to say everything about.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="See whether its golden hands and counts are right.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """List the games, or say everything about one: streets, rules and what can be announced."""
    from wildrank.games import games as library
    from wildrank.games import load_game

    if check:
        _check_games(library() if game is None else (load_game(game),), as_json=as_json)
        return
    if game is None:
        every = library()
        if as_json:
            say(json.dumps([_game_json(each) for each in every]))
            return
        width = max(len(each.slug) for each in every)
        for each in every:
            say(f"{each.slug:<{width}}  {each.name}: {each.summary}")
        return
    one = load_game(game)
    if as_json:
        say(json.dumps(_game_json(one)))
        return
    _describe_game(one)


def _check_games(checked: Iterable[Game], *, as_json: bool) -> None:
    from wildrank.referee.promises import broken

    wrong = False
    for game in checked:
        found = list(broken(game))
        wrong = wrong or bool(found)
        hands, counts = len(game.hands), len(game.perft)
        if as_json:
            answer = {"slug": game.slug, "hands": hands, "perft": counts}
            say(json.dumps(answer | {"broken": [each._asdict() for each in found]}))
            continue
        for where, line, why in found:
            complain(f"{game.slug}: {where}: {why}, in {line!r}")
        if not found:
            say(f"{game.slug}: hands {hands}, counts {counts}, all right")
    if wrong:
        raise typer.Exit(MISTAKE)


def _game_json(game: Game) -> dict[str, Any]:
    from wildrank.games import announce, options_of, words_of
    from wildrank.referee import to_builtins

    usual = words_of(*announce(game))
    return {
        "slug": game.slug,
        "name": game.name,
        "summary": game.summary,
        "source": game.source,
        "limits": list(game.limits),
        "seats": [game.seats.min, game.seats.max],
        "streets": to_builtins(game.streets),
        "announce": {option.key: usual[option.key] for option in options_of(game)},
    }


def _describe_game(game: Game) -> None:
    from wildrank.games import announce, options_of, words_of
    from wildrank.games.words import split_words, wild_words

    say(f"{game.name} ({game.slug}), {game.seats.min} to {game.seats.max} players")
    say(game.summary)
    say(f"Source: {game.source}\n")
    for number, street in enumerate(game.streets, 1):
        dealt = [
            f"{street.down} down" if street.down else "",
            f"{street.up} up" if street.up else "",
            f"{street.board} on the board" if street.board else "",
        ]
        what = ", ".join(part for part in dealt if part)
        bought = ", or bought face up" if street.buyable else ""
        say(f"  {number}. {street.name}: {what}{bought}; betting")
    say(f"\n{wild_words(game)}")
    say(split_words(game, announce(game)[1]))
    usual = words_of(*announce(game))
    say("\nThe dealer may announce (--announce key=value), here as it stands unsaid:\n")
    for option in options_of(game):
        words = f" [{'|'.join(option.words)}]" if option.words else ""
        say(f"  {option.key}={usual[option.key]}{words}")
        say(f"      {option.help}")
