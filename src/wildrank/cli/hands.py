"""The commands about given hands: rank and replay."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wildrank.cli.common import (
    MISTAKE,
    Announce,
    AsJson,
    GameName,
    announced_settings,
    complain,
    say,
)
from wildrank.errors import NotationError, WildrankError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wildrank.games import Game
    from wildrank.referee import Ranking


commands = typer.Typer()


@commands.command()
def rank(
    game: GameName,
    cards: Annotated[
        str,
        typer.Argument(metavar="DOWNCARDS|-", help="Downcards such as Qd4c, or - for JSON lines."),
    ],
    up: Annotated[str, typer.Option(help="The card bought face up.")] = "",
    board: Annotated[str, typer.Option(help="The board, such as QhJd2h5d.")] = "",
    announce: Announce = None,
    as_json: AsJson = False,
) -> None:
    """Say what some cards are worth: wild rank, high hand and low hand.

    With - it reads one JSON object a line, {"down": "Qd4c2c", "up": "", "board": "QhJd2h5d",
    "announce": {}}, and writes one a line.
    """
    from wildrank.games import load_game

    played = load_game(game)
    settings = announced_settings(announce)
    if cards == "-":
        raise typer.Exit(_rank_lines(played, settings, _input_lines()))
    ranking = _rank(played, {"down": cards, "up": up, "board": board, "announce": settings})
    if as_json:
        say(json.dumps(_ranking_json(ranking)))
        return
    from wildrank.hands import describe

    if played.has_wilds:
        say(f"wild   {', '.join(wild.plural for wild in ranking.wild_ranks)}")
    for half in (split.half for split in played.split):
        value = ranking.high if half == "high" else ranking.low
        few = ranking.high is None if played.split[0].half == "high" else value is None
        nothing = "too few cards so far" if few else "none qualifies"
        say(f"{half:<6} {nothing if value is None else describe(value, low=half == 'low')}")


def _rank(game: Game, request: dict[str, Any]) -> Ranking:
    from wildrank.cards import parse_cards
    from wildrank.games import announce as read_announcement
    from wildrank.referee import rank_cards

    unknown = request.keys() - {"down", "up", "board", "announce"}
    if unknown:
        msg = f"{min(unknown)!r} is not asked for; a line holds down, up, board and announce"
        raise NotationError(msg, code="notation/key")
    given = {key: request.get(key) for key in ("down", "up", "board")}
    texts = {key: "" if text is None else text for key, text in given.items()}
    for key, text in texts.items():
        if not isinstance(text, str):
            msg = f"{key} is cards written together, such as 'Qd4c', not {text!r}"
            raise NotationError(msg, code="notation/cards")
    said = request.get("announce") or {}
    if not isinstance(said, dict):
        msg = f"announce is an object such as {{'ace-in-hole': 'low'}}, not {said!r}"
        raise NotationError(msg, code="notation/announcement")
    _, announcement = read_announcement(game, said)
    down, up, board = (parse_cards(texts[key]) for key in ("down", "up", "board"))
    return rank_cards(game, announcement, down, up, board)


def _input_lines() -> Iterator[str]:
    """Yield the lines of standard input; bytes that are no text spoil their own line only."""
    stream = getattr(sys.stdin, "buffer", None)
    if stream is None:
        yield from sys.stdin
        return
    for line in stream:
        yield line.decode(errors="replace")


def _rank_lines(game: Game, settings: dict[str, object], lines: Iterable[str]) -> int:
    """Answer each line in its place and return the exit status."""
    status = 0
    for line in lines:
        try:
            request = _request(line)
            said = request.get("announce")
            request["announce"] = settings | ({} if said is None else said)
            answer = _ranking_json(_rank(game, request))
        except (WildrankError, TypeError) as error:
            status = MISTAKE
            if not isinstance(error, WildrankError):
                error = NotationError("announce is an object of keys and values")
            answer = {"error": error.as_dict()}
        say(json.dumps(answer))
        sys.stdout.flush()  # a program may wait for it before it asks again
    return status


def _request(line: str) -> dict[str, Any]:
    try:
        request = json.loads(line)
    except (ValueError, RecursionError) as error:
        msg = f"{line.strip()[:200]!r} is not JSON: {error}"
        raise NotationError(msg, code="notation/json") from error
    if not isinstance(request, dict):
        msg = f'{line.strip()[:200]!r} is not an object such as {{"down": "Qd4c"}}'
        raise NotationError(msg, code="notation/json")
    return request


def _ranking_json(ranking: Ranking) -> dict[str, Any]:
    return {
        "wild_rank": "".join(map(str, ranking.wild_ranks)) or None,
        "high": _value_json(ranking.high),
        "low": _value_json(ranking.low),
    }


def _value_json(value: Any) -> dict[str, Any] | None:  # noqa: ANN401 - a HandValue or None
    if value is None:
        return None
    return {
        "category": value.category,
        "ranks": value.ranks,
        "cards": [str(card) for card in value.cards],
        "plays": {str(wild): str(card) for wild, card in value.plays.items()},
    }


@commands.command()
def replay(
    sources: Annotated[
        list[str], typer.Argument(metavar="FILE|LINE...", help="PHH files or hand lines.")
    ],
    as_json: AsJson = False,
) -> None:
    """Replay hands from PHH files or hand lines and print the stacks they end with."""
    from wildrank.histories import replay as replay_source

    wrong = False
    for source in sources:
        for played in replay_source(source):
            wrong = wrong or played.error is not None
            if as_json and played.error is not None:
                say(json.dumps({"hand": played.hand, "error": played.error.as_dict()}))
            elif as_json:
                result = {
                    "hand": played.hand,
                    "stacks": list(played.stacks),
                    "net": list(played.net),
                }
                say(json.dumps(result))
            elif played.error is not None:
                message = played.error.message
                told = played.hand == source and source[:20] in message
                complain(message if told else f"hand {played.hand}: {message}")
            else:
                net = " ".join(f"{chips:+d}" for chips in played.net)
                say(f"{played.hand}: stacks {'/'.join(map(str, played.stacks))}, net {net}")
    if wrong:
        raise typer.Exit(MISTAKE)
