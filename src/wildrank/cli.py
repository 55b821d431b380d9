"""The command line: it reads words, calls the package, and prints; it owns no logic.

A user's mistake is one sentence on standard error and exit status 2, never a traceback. Modules
that take time to load are imported inside the commands that need them. Start reading at `main`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wildrank.errors import GameError, NotationError, WildrankError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wildrank.games import Game
    from wildrank.referee import Ranking

MISTAKE = 2
MOST_DEPTH = 12
IN_MEMORY = ":memory:"

app = typer.Typer(
    name="wildrank",
    help="Dealer's-choice poker with personal wild cards: Texas Reach Around, Hold'em High-Low"
    " and Texas Hold'em.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

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


def main() -> None:
    """Run the command line and exit: 0 when all went well, 2 for a user's mistake."""
    try:
        status = app(standalone_mode=False)
    except WildrankError as error:
        status = _complain(error.message)
    except typer.Abort:
        status = _complain("stopped")
    except BrokenPipeError:
        sys.stderr.close()
        status = 0
    except Exception as error:
        if not hasattr(error, "format_message"):  # not one of the command line's own refusals
            raise
        words = error.format_message().rstrip(".")
        # without words the help itself was the answer
        status = _complain(f"{words}; see: wildrank --help") if words else 0
    sys.exit(status if isinstance(status, int) else 0)


def _complain(message: str) -> int:
    """Print one sentence on standard error and return the exit status of a mistake."""
    sentence = " ".join(message.split()).rstrip(".")
    sys.stderr.write(f"wildrank: {sentence}\n")
    return MISTAKE


def _print(text: str = "") -> None:
    sys.stdout.write(f"{text}\n")


def _settings(announced: Iterable[str] | None) -> dict[str, object]:
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


# ---------------------------------------------------------------------------------------- table


@app.command()
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


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A new file.")],
    data: Data = "",
) -> None:
    """Copy the tables into one file; the server may be running."""
    from wildrank.table.store.upkeep import backup as copy

    copy(_data_folder(data), file)
    _print(f"copied to {file}; it holds every card, keep it as safe as the tables themselves")


@app.command()
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
    _print(f"the tables of {file} are in {folder}")
    if aside is not None:
        _print(f"those that were there are in {aside}")


@app.command()
def play(
    game: GameName,
    players: Players = None,
    announce: Announce = None,
    seed: Annotated[
        int | None, typer.Option(help="Deal the same cards again; for practice only.")
    ] = None,
) -> None:
    """Play in the terminal against bots."""
    from wildrank import terminal
    from wildrank.games import load_game

    terminal.play(load_game(game), players or 4, _settings(announce), seed=seed)


# ----------------------------------------------------------------------------------------- rank


@app.command()
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
    settings = _settings(announce)
    if cards == "-":
        raise typer.Exit(_rank_lines(played, settings, sys.stdin))
    ranking = _rank(played, {"down": cards, "up": up, "board": board, "announce": settings})
    if as_json:
        _print(json.dumps(_ranking_json(ranking)))
        return
    from wildrank.hands import describe

    if played.has_wilds:
        _print(f"wild   {', '.join(wild.plural for wild in ranking.wild_ranks)}")
    for half in (split.half for split in played.split):
        value = ranking.high if half == "high" else ranking.low
        few = ranking.high is None if played.split[0].half == "high" else value is None
        nothing = "too few cards so far" if few else "none qualifies"
        _print(f"{half:<6} {nothing if value is None else describe(value, low=half == 'low')}")


def _rank(game: Game, request: dict[str, Any]) -> Ranking:
    from wildrank.cards import parse_cards
    from wildrank.games import announce as read_announcement
    from wildrank.referee import rank_cards

    unknown = request.keys() - {"down", "up", "board", "announce"}
    if unknown:
        msg = f"{min(unknown)!r} is not asked for; a line holds down, up, board and announce"
        raise NotationError(msg, code="notation/key")
    texts = {key: request.get(key) or "" for key in ("down", "up", "board")}
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


def _rank_lines(game: Game, settings: dict[str, object], lines: Iterable[str]) -> int:
    """Answer each line in its place and return the exit status."""
    status = 0
    for line in lines:
        try:
            request = _request(line)
            request["announce"] = settings | (request.get("announce") or {})
            answer = _ranking_json(_rank(game, request))
        except (WildrankError, TypeError) as error:
            status = MISTAKE
            if not isinstance(error, WildrankError):
                error = NotationError("announce is an object of keys and values")
            answer = {"error": error.as_dict()}
        _print(json.dumps(answer))
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


# --------------------------------------------------------------------------------------- replay


@app.command()
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
                _print(json.dumps({"hand": played.hand, "error": played.error.as_dict()}))
            elif as_json:
                result = {
                    "hand": played.hand,
                    "stacks": list(played.stacks),
                    "net": list(played.net),
                }
                _print(json.dumps(result))
            elif played.error is not None:
                _complain(f"hand {played.hand}: {played.error.message}")
            else:
                net = " ".join(f"{chips:+d}" for chips in played.net)
                _print(f"{played.hand}: stacks {'/'.join(map(str, played.stacks))}, net {net}")
    if wrong:
        raise typer.Exit(MISTAKE)


# ---------------------------------------------------------------------------------------- games


@app.command()
def games(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="A game to say everything about.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the games, or say everything about one: streets, rules and what can be announced."""
    from wildrank.games import games as library
    from wildrank.games import load_game

    if game is None:
        every = library()
        if as_json:
            _print(json.dumps([_game_json(each) for each in every]))
            return
        width = max(len(each.slug) for each in every)
        for each in every:
            _print(f"{each.slug:<{width}}  {each.name}: {each.summary}")
        return
    one = load_game(game)
    if as_json:
        _print(json.dumps(_game_json(one)))
        return
    _describe_game(one)


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

    _print(f"{game.name} ({game.slug}), {game.seats.min} to {game.seats.max} players")
    _print(game.summary)
    _print(f"Source: {game.source}\n")
    for number, street in enumerate(game.streets, 1):
        dealt = [
            f"{street.down} down" if street.down else "",
            f"{street.up} up" if street.up else "",
            f"{street.board} on the board" if street.board else "",
        ]
        what = ", ".join(part for part in dealt if part)
        bought = ", or bought face up" if street.buyable else ""
        _print(f"  {number}. {street.name}: {what}{bought}; betting")
    usual = words_of(*announce(game))
    _print("\nThe dealer may announce (--announce key=value), here as it stands unsaid:\n")
    for option in options_of(game):
        words = f" [{'|'.join(option.words)}]" if option.words else ""
        _print(f"  {option.key}={usual[option.key]}{words}")
        _print(f"      {option.help}")


# -------------------------------------------------------------------------------------- proving


@app.command()
def perft(
    game: Annotated[
        str, typer.Argument(metavar="GAME|LINE", help="A game, or a hand line to start from.")
    ],
    depth: Annotated[
        int, typer.Argument(min=1, max=MOST_DEPTH, help="How many decisions to look ahead.")
    ],
    stacks: Annotated[str, typer.Option(help="Stacks from seat 0; the button is last.")] = "20/20",
    announce: Announce = None,
    divide: Annotated[
        bool, typer.Option("--divide", help="Count behind each first action, at full depth.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Count the betting sequences of 1 to DEPTH decisions, cards left out."""
    from wildrank.referee import perft as counting

    state = _perft_start(game, stacks, announce)
    if divide:
        behind = counting.divide(state, depth)
        if as_json:
            _print(json.dumps({"depth": depth, "divide": behind, "count": sum(behind.values())}))
            return
        for action, count in behind.items():
            _print(f"{action}: {count}")
        _print(f"in all: {sum(behind.values())}")
        return
    counts = [counting.perft(state, each) for each in range(1, depth + 1)]
    if as_json:
        _print(json.dumps({"counts": counts}))
        return
    for each, count in enumerate(counts, 1):
        _print(f"{each}: {count}")


def _perft_start(game: str, stacks: str, announced: list[str] | None) -> Any:  # noqa: ANN401
    from wildrank.games import announce as read_announcement
    from wildrank.games import load_game
    from wildrank.referee import Hand

    if "@" in game:
        if announced:
            msg = "a hand line says itself what is announced; write it there, after the stacks"
            raise GameError(msg, code="game/announced")
        return Hand.parse(game).state
    try:
        chips = [int(stack) for stack in stacks.split("/")]
    except ValueError:
        msg = f"{stacks!r} are no stacks; write them as in 20/20/40"
        raise GameError(msg, code="game/stacks") from None
    played = load_game(game)
    stakes, announcement = read_announcement(played, _settings(announced))
    hand = Hand.start(played, chips, len(chips) - 1, stakes=stakes, announcement=announcement)
    return hand.state


@app.command()
def signature(as_json: AsJson = False) -> None:
    """Print one hash of 1,000 seeded hands of every game: it moves when behaviour does."""
    from wildrank.referee.playout import HANDS_SIGNED
    from wildrank.referee.playout import signature as sign

    found = sign()
    _print(json.dumps({"signature": found, "hands": HANDS_SIGNED}) if as_json else found)


def _version(value: bool) -> None:
    if value:
        from wildrank import __version__

        _print(f"wildrank {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version.")
    ] = False,
) -> None:
    pass


if __name__ == "__main__":
    main()
