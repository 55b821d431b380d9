"""The pages of `docs` are true: links lead somewhere, examples run, and tables say what is."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
import typer.main
from command_line import wildrank

from wildrank import Hand, announce, load_game
from wildrank.cli import app
from wildrank.games import (
    OPTIONS,
    Game,
    GoldenHand,
    Option,
    PerftCount,
    Split,
    Street,
    WildRule,
    games,
    options_of,
    parse_game,
    words_of,
)
from wildrank.games.model import Seats
from wildrank.referee.perft import perft

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PAGES = sorted(page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md"))
GAME_PAGES = [page for page in PAGES if page.startswith("games/")]
DASH = "\N{EN DASH}"
RULE = re.compile(r"\b(?:TRA|HE|HL)-\w(?:[\w.-]*\w)?")
DECISION = re.compile(r"\bD\d+\b")

each_page = pytest.mark.parametrize("page", PAGES)


def text_of(page: str) -> str:
    """Return the text of a page."""
    return (DOCS / page).read_text(encoding="utf-8")


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as a viewer of Markdown makes them."""
    titles = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def rows(text: str) -> Iterator[list[str]]:
    """Yield the cells of each row of the tables in a text, the rules between them left out."""
    for line in text.splitlines():
        if line.startswith("|") and not line.startswith("|--"):
            yield [cell.strip() for cell in line.strip().strip("|").split("|")]


def code(cell: str) -> str:
    """Return what stands in backticks in a cell."""
    return cell.strip("`")


class Example(NamedTuple):
    """A command as a page shows it, and the lines it shows after it."""

    command: str
    shown: str


def examples(page: str) -> Iterator[Example]:
    """Yield the commands of a page that stand after a dollar sign."""
    pattern = r"^    \$ wildrank (.*)\n((?:    (?!\$ ).*\n|\n(?=    (?!\$ )))*)"
    for command, shown in re.findall(pattern, text_of(page), re.MULTILINE):
        yield Example(command, re.sub(r"^    ", "", shown, flags=re.MULTILINE))


@pytest.fixture
def beside_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Go to a folder that holds the game files the pages print, each under its slug."""
    for page in PAGES:
        for toml in game_files(page):
            (tmp_path / f"{parse_game(toml).slug}.toml").write_text(toml, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def game_files(page: str) -> list[str]:
    """Return the game files that a page prints."""
    return re.findall(r"^```toml\n(.*?)^```$", text_of(page), re.MULTILINE | re.DOTALL)


# ------------------------------------------------------------------------------------- the pages


@each_page
def test_links_lead_somewhere(page: str) -> None:
    """Every link within the project leads to a file, and to a heading of it if it names one."""
    for target in re.findall(r"\]\(([^)\s]+)\)", text_of(page)):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        found = (DOCS / page).parent / path if path else DOCS / page
        assert found.is_file(), target
        assert not anchor or anchor in anchors(found), target


def test_index_lists_every_page() -> None:
    """The index leads to every page beside it."""
    linked = set(re.findall(r"\]\(([^)#\s]+)", text_of("index.md")))
    assert set(PAGES) - {"index.md"} <= linked


@each_page
@pytest.mark.usefixtures("beside_files")
def test_commands_answer_as_shown(page: str) -> None:
    """Every command that a page shows prints just what the page shows after it."""
    for example in examples(page):
        answer = wildrank(*shlex.split(example.command))
        assert answer.out == example.shown, example.command
        assert not answer.err


@each_page
def test_plain_commands_run(page: str) -> None:
    """Every command that stands alone is accepted, and every target of make exists."""
    for command in re.findall(r"^    wildrank (.*)$", text_of(page), re.MULTILINE):
        answer = wildrank(*shlex.split(command))
        assert (answer.status, answer.err) == (0, ""), command
    targets = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"^    make (\S+)$|`make (\S+)`", text_of(page), re.MULTILINE):
        assert re.search(rf"^{''.join(target)}:", targets, re.MULTILINE)


@each_page
def test_commands_exist(page: str) -> None:
    """Every command that is named in a sentence exists."""
    known = set(wildrank_commands())
    named = re.findall(r"`wildrank ([a-z]+)", text_of(page))
    assert set(named) <= known


def wildrank_commands() -> dict[str, set[str]]:
    """Return the options of each command."""
    group = typer.main.get_group(app)
    return {
        name: {option for parameter in command.params for option in parameter.opts}
        for name, command in group.commands.items()
    }


def test_options_of_serve_are_told() -> None:
    """The page about tables lists the options of ``wildrank serve``, all of them and no other."""
    told = {code(row[0]).split()[0] for row in rows(text_of("table.md")) if "`--" in row[0]}
    assert told == {option for option in wildrank_commands()["serve"] if option.startswith("--")}


def test_glossary_is_sorted() -> None:
    """The glossary stands in the order of the alphabet, each word once."""
    words = [row[0].casefold() for row in rows(text_of("glossary.md"))][1:]
    assert words == sorted(set(words))


# ------------------------------------------------------------------------------ what is announced


def default(game: Game, key: str) -> str:
    """Return the word for what is announced when the dealer says nothing, a dash for no use."""
    if OPTIONS[key] not in options_of(game):
        return DASH
    return words_of(*announce(game))[key]


def test_unsaid_announcements_are_true() -> None:
    """The table of what stands unsaid has every key and every game, and each word is true."""
    section = text_of("announcing.md").split("## Unsaid")[1].split("\n## ")[0]
    (_, *slugs), *told = rows(section)
    assert [code(slug) for slug in slugs] == [game.slug for game in games()]
    assert {code(row[0]) for row in told} == set(OPTIONS)
    for key, *cells in told:
        for game, cell in zip(games(), cells, strict=True):
            assert code(cell) == default(game, code(key)), (game.slug, key)


def spelled(option: Option) -> list[str]:
    """Return the words a page gives for an option."""
    kinds = {"number": ["number"], "switch": ["true", "false"], "choice": [], "blinds": []}
    after = ["amounts"] if option.kind == "blinds" else []
    return [*kinds[option.kind], *option.words, *after]


def sections() -> dict[str, tuple[list[str], str]]:
    """Return of each key that has a section the words and the decisions that stand there."""
    pattern = r"^### `(.*)`\n\n`(.*)` · (.*)$"
    found = re.findall(pattern, text_of("announcing.md"), re.MULTILINE)
    return {key: (words.split(" | "), decided) for key, words, decided in found}


def test_every_option_has_a_section() -> None:
    """Every key that can be announced has a section, and no section is about anything else."""
    assert set(sections()) == set(OPTIONS)


@pytest.mark.parametrize("key", OPTIONS)
def test_options_have_the_words_told(key: str) -> None:
    """The section of a key gives its words, all of them and no other, and who decided."""
    words, decided = sections()[key]
    assert words == spelled(OPTIONS[key])
    assert DECISION.search(decided) or RULE.search(decided)


def columns(page: str) -> list[str]:
    """Return the games that the last table of a game's page is about."""
    section = text_of(page).split("## What the dealer announces")[1]
    return [code(cell) for cell in next(rows(section))[1:-1]]


@pytest.mark.parametrize("page", GAME_PAGES)
def test_defaults_of_a_game_are_true(page: str) -> None:
    """A game's page lists all that can be announced for it, with the true defaults."""
    section = text_of(page).split("## What the dealer announces")[1].split("\n## ")[0]
    told = list(rows(section))[1:]
    for place, slug in enumerate(columns(page), start=1):
        game = load_game(slug)
        assert [code(row[0]) for row in told] == [option.key for option in options_of(game)]
        for row in told:
            assert code(row[place]) == default(game, code(row[0])), (slug, row[0])


def test_every_game_has_a_page() -> None:
    """Every game of the library stands on one page among those of the games."""
    told = [slug for page in GAME_PAGES for slug in columns(page)]
    assert sorted(told) == [game.slug for game in games()]


# ----------------------------------------------------------------------------------- rule by rule


def known_rules(shared: Path) -> dict[str, set[str]]:
    """Return the ids of the rules of each game, and of the decisions under ``D``."""
    text = (shared / "rules" / "requirements.md").read_text(encoding="utf-8")
    found = {kind: set() for kind in ("TRA", "HE", "HL", "D")}  # type: dict[str, set[str]]
    for name in re.findall(r"^\| ((?:TRA|HE|HL)-\S+|D\d+) \|", text, re.MULTILINE):
        found["D" if DECISION.fullmatch(name) else name.partition("-")[0]].add(name)
    return found


@each_page
def test_cited_rules_exist(page: str, shared: Path) -> None:
    """Every rule and every decision that a page names is one."""
    known = known_rules(shared)
    text = text_of(page)
    assert set(RULE.findall(text)) <= known["TRA"] | known["HE"] | known["HL"]
    assert set(DECISION.findall(text)) <= known["D"]


@pytest.mark.parametrize(
    ("page", "kind"),
    [
        ("games/reach-around.md", "TRA"),
        ("games/holdem.md", "HE"),
        ("games/holdem-hilo.md", "HL"),
    ],
)
def test_a_game_names_all_its_rules(page: str, kind: str, shared: Path) -> None:
    """The page of a game tells every rule that its rule sheet has."""
    rules = known_rules(shared)[kind]
    assert rules
    assert rules <= set(RULE.findall(text_of(page)))


# ------------------------------------------------------------------------------------ game files


def test_game_files_load_and_keep_their_word() -> None:
    """Every game file that a page prints loads, and its hands and counts are right."""
    printed = [parse_game(toml) for page in PAGES for toml in game_files(page)]
    assert printed
    for game in printed:
        assert game.hands
        assert game.perft
        for golden in game.hands:
            hand = Hand.parse(golden.line, game)
            assert (hand.over, hand.stacks, str(hand)) == (True, golden.stacks, golden.line)
        for counted in game.perft:
            start = Hand.parse(counted.line, game).state
            depths = range(1, len(counted.counts) + 1)
            assert tuple(perft(start, depth) for depth in depths) == counted.counts


@pytest.mark.parametrize(
    ("heading", "table"),
    [
        ("## The file, key by key", Game),
        ("### `[seats]`", Seats),
        ("### `[wild]`", WildRule),
        ("### `[[streets]]`", Street),
        ("### `[[split]]`", Split),
        ("### `[[hand]]`", GoldenHand),
        ("### `[[perft]]`", PerftCount),
    ],
)
def test_every_key_of_a_game_file_is_told(heading: str, table: type[msgspec.Struct]) -> None:
    """The page about game files lists every key of each table, and which may be left out."""
    section = text_of("adding-a-game.md").split(f"{heading}\n")[1].split("\n##")[0]
    told = {code(row[0]).strip("[]"): row[2] for row in list(rows(section))[1:]}
    fields = msgspec.structs.fields(table)
    assert set(told) == {field.encode_name for field in fields}
    for field in fields:
        assert field.required == (not told[field.encode_name]), field.encode_name


def test_a_bare_game_stands_as_told() -> None:
    """A game file without defaults stands as the page about game files says."""
    bare = parse_game(
        """
        slug = "bare"
        name = "Bare"
        summary = "Nothing is said."
        source = "nobody"
        limits = ["pot", "no"]
        streets = [
            { name = "one", down = 3, burn = true },
            { name = "two", board = 1, burn = true },
            { name = "three", down = 1, buyable = true },
        ]
        split = [{ half = "high", order = "high" }, { half = "low", order = "ace-to-five-low" }]
        defaults = {}
        """
    )
    words = words_of(*announce(bare))
    told = {
        "small-bet": "2",
        "big-bet": "4",
        "big-bet-from": "2",
        "limit": "pot",
        "ante": "0",
        "blinds": "none",
        "burns": "false",
        "low-qualifier": "none",
        "third-card-price": "0",
        "heads-up": "button",
    }
    assert {key: words[key] for key in told} == told
    holdem = words_of(*announce(load_game("reach-around")))
    rest = words.keys() - told.keys()
    assert {key: words[key] for key in rest} == {key: holdem[key] for key in rest}
