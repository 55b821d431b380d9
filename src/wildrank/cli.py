"""The command line: it reads words, calls the package, and prints; it owns no logic.

A user's mistake is one sentence on standard error and exit status 2, never a traceback. Modules
that take time to load are imported inside the commands that need them. Start reading at `main`.
"""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wildrank.errors import DealError, GameError, NotationError, WildrankError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wildrank.fair import Verdict
    from wildrank.games import Game
    from wildrank.referee import Ranking

MISTAKE = 2
MOST_DEPTH = 12
IN_MEMORY = ":memory:"

app = typer.Typer(
    name="wildrank",
    help="Dealer's-choice poker with personal wild cards: Texas Reach Around, Hold'em High-Low,"
    " Texas Hold'em and Omaha High-Low.",
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
    except ModuleNotFoundError as error:
        remedy = "pip install . in the project brings all"
        status = _complain(f"this needs {error.name}, which is not installed; {remedy}")
    except Exception as error:
        if not hasattr(error, "format_message"):  # not one of the command line's own refusals
            raise
        words = _plain(error.format_message().rstrip("."))
        at = getattr(error, "ctx", None)
        command = f"{at.info_name} " if at is not None and at.parent is not None else ""
        # without words the help itself was the answer
        status = _complain(f"{words}; see: wildrank {command}--help") if words else 0
    sys.exit(status if isinstance(status, int) else 0)


def _complain(message: str) -> int:
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


def _plain(words: str) -> str:
    """Return what Typer says of a value in plain words: ``--port must be at most 65535``."""
    refused = re.fullmatch(r"Invalid value for '([^']+)'[^:]*: (.*)", words, re.DOTALL)
    if refused:
        for pattern, right in _NUMBERS:
            found = re.search(pattern, refused[2])
            if found:
                return f"{refused[1].lower()} must be {found.expand(right)}"
    return words


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
        raise typer.Exit(_rank_lines(played, settings, _input_lines()))
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
                message = played.error.message
                told = played.hand == source and source[:20] in message
                _complain(message if told else f"hand {played.hand}: {message}")
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


def _check_games(checked: Iterable[Game], *, as_json: bool) -> None:
    from wildrank.referee.promises import broken

    wrong = False
    for game in checked:
        found = list(broken(game))
        wrong = wrong or bool(found)
        hands, counts = len(game.hands), len(game.perft)
        if as_json:
            answer = {"slug": game.slug, "hands": hands, "perft": counts}
            _print(json.dumps(answer | {"broken": [each._asdict() for each in found]}))
            continue
        for where, line, why in found:
            _complain(f"{game.slug}: {where}: {why}, in {line!r}")
        if not found:
            _print(f"{game.slug}: hands {hands}, counts {counts}, all right")
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
    _print(f"\n{wild_words(game)}")
    _print(split_words(game, announce(game)[1]))
    usual = words_of(*announce(game))
    _print("\nThe dealer may announce (--announce key=value), here as it stands unsaid:\n")
    for option in options_of(game):
        words = f" [{'|'.join(option.words)}]" if option.words else ""
        _print(f"  {option.key}={usual[option.key]}{words}")
        _print(f"      {option.help}")


# ----------------------------------------------------------------------------------------- odds


Thirds = Annotated[
    list[str] | None,
    typer.Option(
        "--third",
        metavar="?|down|up|down:8s|up:5c",
        help="A third card, once for each hand in order; unsaid it is unknown and down.",
    ),
]
Samples = Annotated[int | None, typer.Option(help="Draw so many deals instead of looking at all.")]
Seed = Annotated[int | None, typer.Option(help="Draw the same deals again.")]
Jobs = Annotated[
    int | None, typer.Option(min=1, help="How many cores work on it; all unless said.")
]


@app.command()
def odds(
    game: GameName,
    hands: Annotated[
        list[str],
        typer.Argument(metavar="HAND...", help="Cards, a range such as QQ+,AKs, or random."),
    ],
    board: Annotated[str, typer.Option(help="The board so far, such as QhJd.")] = "",
    dead: Annotated[str, typer.Option(help="Cards that are gone.")] = "",
    third: Thirds = None,
    announce: Announce = None,
    exact: Annotated[
        bool, typer.Option("--exact", help="Look at every deal, however long it takes.")
    ] = False,
    samples: Samples = None,
    seed: Seed = None,
    jobs: Jobs = None,
    buy: Annotated[
        bool, typer.Option("--buy", help="Ask what buying the third card is worth to the first.")
    ] = False,
    pot: Annotated[
        float | None, typer.Option(help="With --buy: the pot before the price, in chips.")
    ] = None,
    price: Annotated[
        float | None, typer.Option(help="With --buy: what the third card costs.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Work out how hands fare against each other: win, tie, equity and final hands."""
    from wildrank.games import announce as read_announcement
    from wildrank.games import load_game

    played = load_game(game)
    question: dict[str, Any] = {
        "board": board,
        "dead": dead,
        "third": third or (),
        "announcement": read_announcement(played, _settings(announce))[1],
        "exact": exact or None,
        "samples": samples,
        "seed": seed,
        "jobs": jobs or os.cpu_count() or 1,
    }
    if buy:
        question |= {"pot": 1.0 if pot is None else pot, "price": price}
    elif pot is not None or price is not None:
        msg = "--pot and --price belong to --buy, which is not there"
        raise GameError(msg, code="odds/buy")
    _odds(played, hands, question, as_json=as_json)


def _odds(game: Game, hands: list[str], question: dict[str, Any], *, as_json: bool) -> None:
    """Answer a question about odds, or about buying if a price may be named in it."""
    from rich.console import Console

    from wildrank.odds import buy, odds, report

    ask: Any = buy if "price" in question else odds
    with report.told(question["samples"], Console(stderr=True)) as tell:
        found = ask(game, hands, progress=tell, **question)
    if as_json:
        _print(json.dumps(report.plain(found)))
    else:
        _print(report.words(found, Console()))


@app.command()
def chart(
    game: GameName,
    out: Annotated[str, typer.Option(help="Folder for the files.")] = "docs/charts",
    opponents: Annotated[int, typer.Option(min=1, max=5, help="Up to how many opponents.")] = 5,
    samples: Annotated[
        int, typer.Option(min=1, help="Deals drawn for each hand, where not all are looked at.")
    ] = 2_000_000,
    seed: Annotated[int, typer.Option(help="Draw the same deals again.")] = 1,
    jobs: Jobs = None,
) -> None:
    """Draw the equity of the 169 starting hands against random ones: PNG, SVG, CSV, Parquet."""
    from rich.console import Console

    from wildrank.games import load_game
    from wildrank.odds import charts

    cores = jobs or os.cpu_count() or 1
    with charts.watched(Console(stderr=True)) as tell:
        rows = charts.work_out(load_game(game), opponents, samples, seed, cores, tell)
    for path in charts.write(load_game(game), rows, Path(out)):
        _print(str(path))


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
    if not re.fullmatch(r"[0-9]{1,16}(/[0-9]{1,16})*", stacks):
        msg = f"{stacks[:80]!r} are no stacks; write them as in 20/20/40"
        raise GameError(msg, code="game/stacks")
    chips = [int(stack) for stack in stacks.split("/")]
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


@app.command()
def verify(
    receipts: Annotated[
        list[str], typer.Argument(metavar="RECEIPT...", help="Files, or - for standard input.")
    ],
    as_json: AsJson = False,
) -> None:
    """Check the receipt of a deal, and say what it proves and what not."""
    verdicts = [(name, verdict) for name in receipts for verdict in _verdicts(name)]
    if as_json:
        _print(json.dumps([{"file": name, **verdict._asdict()} for name, verdict in verdicts]))
        return
    for _, verdict in verdicts:
        _print(verdict.sentence)


def _verdicts(name: str) -> Iterable[Verdict]:
    """Return what the receipts of a file prove; an error names the file.

    Raises:
        DealError: If one proves nothing.
    """
    from pathlib import Path

    from wildrank.fair import read_receipts, verify_all

    try:
        text = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        msg = f"cannot read {name}: {error.strerror}"
        raise DealError(msg, code="deal/file") from error
    try:
        return verify_all(read_receipts(text))
    except DealError as error:
        where = f", in {name}"
        raise error.beside(where) from error


@app.command()
def bench(
    jobs: Annotated[
        list[str] | None, typer.Argument(metavar="[JOB...]", help="What to measure; all if none.")
    ] = None,
    rounds: Annotated[int, typer.Option(min=1, help="How many turns each contender has.")] = 9,
    write: Annotated[
        bool, typer.Option("--write", help="Write bench/results.md, in the project's folder.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Measure how fast values are, beside whatever else is installed that gives them.

    Others are installed with: pip install "wildrank[bench]"
    """
    from wildrank import benchmark

    results = []
    for job in benchmark.chosen(jobs or []):
        results.append(benchmark.measure(job, rounds))
        if not as_json:
            _print(benchmark.section(results[-1]))
    if as_json:
        figures = {
            result.job.key: {figure.name: figure.rate for figure in result.figures}
            for result in results
        }
        _print(json.dumps(figures))
    if write:
        benchmark.write(results)


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
