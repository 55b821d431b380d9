"""Unit tests of loading: a file that is no game is refused with its name and the key."""

from __future__ import annotations

from pathlib import Path

import pytest

from wildrank.errors import GameError
from wildrank.games import games, load_game, parse_game, read_game
from wildrank.games.load import LIBRARY, MAX_FILE_BYTES
from wildrank.referee import Hand

PLAIN = """
slug = "plain"
name = "Plain"
summary = "Five cards down."
source = "This test."
limits = ["fixed", "no"]

[[streets]]
name = "deal"
down = 5

[[split]]
half = "high"
order = "high"

[defaults]
small-bet = 2
ante = 1
"""
BOARD = PLAIN.replace("down = 5", 'down = 2\n\n[[streets]]\nname = "board"\nboard = 5')

# What is wrong, the text of the file, and words that the message must hold: the key among them.
MALFORMED = {
    "empty": ("", ("slug",)),
    "no TOML": ("slug = \n", ("not a TOML file", "line 1")),
    "no slug": (PLAIN.replace('slug = "plain"', ""), ("slug is missing",)),
    "blank in the slug": (PLAIN.replace('"plain"', '"plain poker"'), ("slug", "'plain poker'")),
    "no streets": (PLAIN.replace("[[streets]]", "[[stages]]"), ("stages",)),
    "no split": (PLAIN.replace("[[split]]", "[other]"), ("other",)),
    "no defaults": (PLAIN.replace("[defaults]", "[wishes]"), ("wishes",)),
    "key unknown": (PLAIN + 'colour = "red"\n', ("colour",)),
    "key of a street unknown": (
        PLAIN.replace("down = 5", "down = 5\nwest = 1"),
        ("streets 1: 'west' is no key; name, down, up, board, buyable, burn",),
    ),
    "street without a name": (
        BOARD.replace('name = "board"', ""),
        ("streets 2: name is missing",),
    ),
    "number for a switch": (
        PLAIN.replace("down = 5", "down = 5\nburn = 1"),
        ("streets 1: burn must be true or false, not a whole number",),
    ),
    "number for a list": (
        PLAIN.replace('["fixed", "no"]', "3"),
        ("limits must be a list in brackets, not a whole number",),
    ),
    "tree of one number": (
        PLAIN + '\n[[perft]]\nline = "x"\ncounts = [1]\ntree = [1]\n',
        ("perft 1: tree must be a list of 2, not of 1",),
    ),
    "tree of no list": (
        PLAIN + '\n[[perft]]\nline = "x"\ncounts = [1]\ntree = 1\n',
        ("perft 1: tree must be a list in brackets, not a whole number",),
    ),
    "an odd key": (PLAIN.replace("[defaults]", '["a - at `$.b`"]'), ("'a - at `$.b`' is no key",)),
    "text for a number": (
        PLAIN.replace("down = 5", 'down = "5"'),
        ("streets 1: down must be a whole number, not text in quotes",),
    ),
    "half a card": (
        PLAIN.replace("down = 5", "down = 5.5"),
        ("streets 1: down must be a whole number",),
    ),
    "number for text": (PLAIN.replace('"Plain"', "5"), ("name must be text in quotes",)),
    "one street, no list": (
        PLAIN.replace("[[streets]]", "[streets]"),
        ("streets must be a list in brackets, written [[streets]], not a table",),
    ),
    "no street at all": (
        PLAIN.replace('[[streets]]\nname = "deal"\ndown = 5', "").replace(
            "limits", "streets = []\nlimits"
        ),
        ("streets", "0"),
    ),
    "too many streets": (
        PLAIN + "".join(f'\n[[streets]]\nname = "s{n}"\nboard = 1\n' for n in range(12)),
        ("streets", "13"),
    ),
    "street of no card": (PLAIN.replace("down = 5", "down = 0"), ("streets.down",)),
    "negative cards": (BOARD.replace("down = 2", "down = -2"), ("streets.down",)),
    "two streets alike": (BOARD.replace('"board"', '"deal"'), ("streets.name",)),
    "buying five": (PLAIN.replace("down = 5", "down = 5\nbuyable = true"), ("buyable",)),
    "buying twice": (
        PLAIN.replace(
            "down = 5",
            'down = 1\nbuyable = true\n[[streets]]\nname = "two"\ndown = 1\nbuyable = true',
        ),
        ("buyable",),
    ),
    "too few seats": (PLAIN + "\n[seats]\nmin = 1\n", ("seats",)),
    "seats crossed": (PLAIN + "\n[seats]\nmin = 5\nmax = 4\n", ("seats",)),
    "deck runs out": (PLAIN + "\n[seats]\nmax = 11\n", ("seats", "55", "52")),
    "half unknown": (
        PLAIN.replace('half = "high"', 'half = "best"'),
        ("split 1: half: 'best' is none of high, low",),
    ),
    "order unknown": (
        PLAIN.replace('order = "high"', 'order = "badugi"'),
        ("split 1: order: 'badugi' is none of high, ace-to-five-low",),
    ),
    "low before high": (
        PLAIN.replace('half = "high"\norder = "high"', 'half = "low"\norder = "ace-to-five-low"')
        + '\n[[split]]\nhalf = "high"\norder = "high"\n',
        ("split",),
    ),
    "high for a low": (
        PLAIN.replace('order = "high"', 'order = "ace-to-five-low"'),
        ("split", "order"),
    ),
    "two of no board": (
        PLAIN.replace('order = "high"', 'order = "high"\nuse = "omaha"'),
        ("split.use", "board"),
    ),
    "three of a board of two": (
        BOARD.replace('order = "high"', 'order = "high"\nuse = "omaha"')
        .replace("board = 5", "board = 2")
        .replace("down = 2", "down = 4"),
        ("split.use", "board"),
    ),
    "two of one hole card": (
        BOARD.replace('order = "high"', 'order = "high"\nuse = "omaha"').replace(
            "down = 2", "down = 1"
        ),
        ("split.use", "hole"),
    ),
    "wild lows": (
        PLAIN + '\n[[split]]\nhalf = "low"\norder = "ace-to-five-low"\n[wild]\nranks = "2"\n',
        ("wild",),
    ),
    "wild rank unknown": (PLAIN + '\n[wild]\nranks = "1"\n', ("wild.ranks", "'1'")),
    "wild rule unknown": (
        PLAIN + '\n[wild]\nrule = "all"\n',
        ("wild: rule: 'all' is none of none,",),
    ),
    "no limit at all": (PLAIN.replace('["fixed", "no"]', "[]"), ("limits",)),
    "limit unknown": (
        PLAIN.replace('"no"]', '"spread"]'),
        ("limits 2: 'spread' is none of fixed, pot, no",),
    ),
    "four cards": (PLAIN.replace("down = 5", "down = 4"), ("cards",)),
    "default unknown": (PLAIN + "luck = 1\n", ("defaults: 'luck'",)),
    "default of no use": (PLAIN + "low-qualifier = 8\n", ("low-qualifier",)),
    "default refused": (PLAIN + "big-bet = 1\n", ("big-bet",)),
    "default no number": (PLAIN.replace("ante = 1", 'ante = "some"'), ("ante", "'some'")),
    "default limit": (PLAIN + 'limit = "pot"\n', ("limit", "pot")),
    "hand without stacks": (PLAIN + '\n[[hand]]\nline = "x"\n', ("hand 1: stacks is missing",)),
    "perft of words": (
        PLAIN + '\n[[perft]]\nline = "x"\ncounts = ["one"]\n',
        ("perft 1: counts 1 must be a whole number, not text in quotes",),
    ),
}


@pytest.mark.parametrize(("text", "words"), MALFORMED.values(), ids=MALFORMED.keys())
def test_malformed(tmp_path: Path, text: str, words: tuple[str, ...]) -> None:
    """Whatever is wrong with a file, the error names the file and the key."""
    path = tmp_path / "wrong.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(GameError) as refused:
        read_game(path)
    assert refused.value.message.startswith("wrong.toml: ")
    for word in words:
        assert word in refused.value.message
    assert refused.value.code.startswith(("game/", "announcement/"))


def test_defaults_may_be_missing() -> None:
    """A file without defaults says as much as one with none in them."""
    without = PLAIN.partition("[defaults]")[0]
    assert parse_game(without) == parse_game(without + "[defaults]\n")


@pytest.mark.parametrize("slug", [game.slug for game in games()])
def test_a_slug_of_the_library_is_taken(tmp_path: Path, slug: str) -> None:
    """A file elsewhere cannot call itself as a game of the library; the library's own may."""
    path = tmp_path / "mine.toml"
    path.write_text(PLAIN.replace('"plain"', f'"{slug}"'), encoding="utf-8")
    with pytest.raises(GameError) as refused:
        load_game(str(path))
    assert refused.value.code == "game/slug-taken"
    assert refused.value.message.startswith(f"mine.toml: slug: '{slug}'")
    assert load_game(str(LIBRARY / f"{slug}.toml")) == load_game(slug)


@pytest.mark.parametrize("text", [PLAIN, BOARD], ids=["plain", "board"])
def test_new_game(tmp_path: Path, text: str) -> None:
    """A game made of known parts is a file: it loads by its path and is dealt and played."""
    path = tmp_path / "plain.toml"
    path.write_text(text, encoding="utf-8")
    game = load_game(str(path))
    assert game == parse_game(text)
    hand = Hand.start(game, [20, 20], 1)
    hand = hand.deal("??" * hand.state.due)
    hand = hand.bet_to(hand.legal.raise_low).fold()
    assert hand.stacks == (21, 19)
    assert Hand.parse(str(hand), game) == hand


def test_unreadable(tmp_path: Path) -> None:
    """A file that is missing, a folder, no text, too large or too deep is said to be so."""
    binary, large, deep = (tmp_path / f"{name}.toml" for name in ("binary", "large", "deep"))
    binary.write_bytes(b"slug = '\xff'")
    large.write_text("#" * (MAX_FILE_BYTES + 1), encoding="utf-8")
    deep.write_text("slug = " + "[" * 30_000, encoding="utf-8")
    folder = tmp_path / "folder.toml"
    folder.mkdir()
    cases = {
        tmp_path / "missing.toml": ("game/unreadable", "No such file"),
        folder: ("game/unreadable", "directory"),
        binary: ("game/invalid", "utf-8"),
        large: ("game/too-large", str(MAX_FILE_BYTES)),
        deep: ("game/invalid", "deep.toml"),
    }
    for path, (code, word) in cases.items():
        with pytest.raises(GameError) as refused:
            load_game(str(path))
        assert (refused.value.code, path.name in refused.value.message) == (code, True)
        assert word in refused.value.message


@pytest.mark.parametrize("name", ["chess", "", "Holdem", "../library/holdem", "holdem.json"])
def test_unknown_game(name: str) -> None:
    """A name that is no game is refused with the games there are."""
    with pytest.raises(GameError) as refused:
        load_game(name)
    assert refused.value.code == "game/unknown"
    assert repr(name) in refused.value.message
    assert "reach-around" in refused.value.message


def test_library_by_slug() -> None:
    """Each file of the library loads by its slug, which is its name."""
    assert [game.slug for game in games()] == sorted(path.stem for path in LIBRARY.glob("*.toml"))
    for game in games():
        assert load_game(game.slug) is game
        assert read_game(LIBRARY / f"{game.slug}.toml") == game
