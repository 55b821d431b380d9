"""What `wildrank rank` says of cards, in words, as JSON, and a line at a time."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from command_line import Answer, process, ranked, wildrank


def test_rank_in_words() -> None:
    """Without --json it tells the wild rank and each half of the pot in words."""
    answer = wildrank("rank", "reach-around", "Qd4c", "--up", "2c", "--board", "QhJd2h5d")
    assert answer.out.splitlines() == [
        "wild   fours",
        "high   full house, queens over twos; 4c plays as Qs",
    ]
    answer = wildrank("rank", "holdem-hilo", "As2d", "--board", "3c4h5sKdQc")
    assert answer.out.splitlines() == [
        "high   straight, five high",
        "low    5-4-3-2-A low, the wheel",
    ]


def test_rank_in_words_before_there_is_a_hand() -> None:
    """Where there is no hand yet, or no low, it says so."""
    assert "too few cards" in wildrank("rank", "holdem", "AsKs").out
    no_low = wildrank("rank", "omaha-hilo", "AsKsQsJs", "--board", "Th9h8h2c3c").out
    assert "none qualifies" in no_low
    assert "too few cards" in wildrank("rank", "omaha-hilo", "AsKsQsJs", "--board", "ThTc").out


def test_rank_json_is_the_shape_promised() -> None:
    """A ranking is wild rank, high and low, each half with its cards and substitutes."""
    down = ranked("reach-around", "Qd4c2c", "QhJd2h5d")
    assert list(down) == ["wild_rank", "high", "low"]
    assert list(down["high"]) == ["category", "ranks", "cards", "plays"]
    assert down["wild_rank"] == "2"
    assert down["low"] is None
    assert (down["high"]["category"], down["high"]["ranks"]) == ("four of a kind", "QJ")
    assert set(down["high"]["cards"]) == {"Qd", "Qh", "2c", "2h", "Jd"}
    assert set(down["high"]["plays"]) == {"2c", "2h"}
    assert set(down["high"]["plays"].values()) == {"Qc", "Qs"}


def test_rank_of_a_bought_card() -> None:
    """A card bought face up leaves the wild rank as it was."""
    bought = ranked("reach-around", "Qd4c", "QhJd2h5d", "--up", "2c")
    assert bought["wild_rank"] == "4"
    assert (bought["high"]["category"], bought["high"]["ranks"]) == ("full house", "Q2")
    assert bought["high"]["plays"] in ({"4c": "Qc"}, {"4c": "Qs"})


def test_rank_without_wild_cards() -> None:
    """In a game without wild cards the wild rank is null and nothing stands for anything."""
    plain = ranked("holdem", "AsKd", "Ah9c8d4s2c")
    assert plain["wild_rank"] is None
    assert plain["high"]["plays"] == {}


def test_rank_with_missing_cards() -> None:
    """The third downcard may be missing, and the board; without five cards there is no hand."""
    two = ranked("reach-around", "Qd4c", "QhJd2h5d")
    assert (two["wild_rank"], two["high"]["ranks"]) == ("4", "QJ5")
    few = ranked("reach-around", "Qd4c", "Qh")
    assert few == {"wild_rank": "4", "high": None, "low": None}


CATEGORIES = [
    ("holdem", "7c2d", "AsKdQh9c8s", "high card", "AKQ98"),
    ("holdem", "AsKd", "Ah9c8d4s2c", "pair", "AK98"),
    ("holdem", "KsKh", "3c3h9d4s2c", "two pair", "K39"),
    ("holdem", "7s7d", "7hKcQd4s2c", "three of a kind", "7KQ"),
    ("holdem", "AsKd", "QdJhTc4s2c", "straight", "A"),
    ("holdem", "As2d", "3c4h5sKdQc", "straight", "5"),
    ("holdem", "AhKh", "9h5h4h8s2c", "flush", "AK954"),
    ("holdem", "QsQd", "Qh2c2d9s7c", "full house", "Q2"),
    ("holdem", "QsQd", "QhQcJd9s7c", "four of a kind", "QJ"),
    ("holdem", "9s8s", "7s6s5sKdQc", "straight flush", "9"),
    ("holdem", "5s2s", "As4s3sKdQc", "straight flush", "5"),
    ("holdem", "AsKs", "QsJsTs2d3d", "straight flush", "A"),
    ("reach-around", "7c7d7h", "7sKdQc2h", "five of a kind", "K"),
    ("reach-around", "2c4d7s", "9hJcKd5c", "pair", "KJ97"),
]


@pytest.mark.parametrize(("game", "cards", "board", "category", "ranks"), CATEGORIES)
def test_rank_names_highs(game: str, cards: str, board: str, category: str, ranks: str) -> None:
    """Each category has its name, and the deciding ranks stand from the most important down."""
    high = ranked(game, cards, board)["high"]
    assert (high["category"], high["ranks"]) == (category, ranks)


LOWS = [
    ("As2d", "3c4h5sKdQc", "no pair", "5432A"),
    ("AsKs", "2s7s9s4d5c", "no pair", "7542A"),
    ("As3d", "KdKcKhQhQd", "pair", "QK3A"),
    ("AcAd", "KdKcKhQhQd", "two pair", "QAK"),
    ("KdKc", "KhQhQdQsJc", "two pair", "KQJ"),
    ("KdKc", "KhKsQhJd", "three of a kind", "KQJ"),
    ("KdKc", "KhKsQhQdQs", "full house", "QK"),
    ("KdKc", "KhKsQh", "four of a kind", "KQ"),
]


@pytest.mark.parametrize(("cards", "board", "category", "ranks"), LOWS)
def test_rank_names_lows(cards: str, board: str, category: str, ranks: str) -> None:
    """A low names its category and its ranks from the most important down, the ace low."""
    low = ranked("holdem-hilo", cards, board)["low"]
    assert (low["category"], low["ranks"]) == (category, ranks)


def test_rank_follows_the_announcement() -> None:
    """What is announced changes what cards are worth."""
    flush = ("reach-around", "Ah2cTd", "9h5h4h8s")
    assert ranked(*flush)["high"]["ranks"] == "AK954"
    assert ranked(*flush, "-a", "double-ace=true")["high"]["ranks"] == "AA954"
    aces = ("reach-around", "AhKh", "AcQd7s3c", "--up", "Ts")
    assert ranked(*aces)["wild_rank"] == "K"
    assert ranked(*aces, "--announce", "ace-in-hole=low")["wild_rank"] == "A"
    five = ("reach-around", "AcAd", "AhAsQd2c", "--up", "Ks")
    assert ranked(*five)["high"]["category"] == "five of a kind"
    below = ranked(*five, "-a", "five-of-a-kind=below")["high"]
    assert (below["category"], below["ranks"]) == ("straight flush", "A")
    ten = ("holdem-hilo", "Tc9d", "8h7h2sKdQc")
    assert ranked(*ten)["low"]["ranks"] == "T9872"
    assert ranked(*ten, "-a", "low-qualifier=8")["low"] is None


def test_rank_of_a_game_file(tmp_path: Path) -> None:
    """A game may be a file: here kings are wild for all."""
    path = tmp_path / "kings.toml"
    path.write_text(
        'slug = "kings"\nname = "Kings"\nsummary = "Kings are wild."\nsource = "nobody"\n'
        'limits = ["fixed"]\nstreets = [{ name = "deal", down = 5 }]\nwild = { ranks = "K" }\n'
        'split = [{ half = "high", order = "high" }]\ndefaults = {}\n',
        encoding="utf-8",
    )
    found = ranked(str(path), "KsQdQh7c2c")
    assert (found["wild_rank"], found["high"]["ranks"]) == ("K", "Q72")


# ------------------------------------------------------------------------------------- rank, lines


def test_rank_answers_each_line_in_its_place() -> None:
    """Bad lines are answered in their places, the others go on, and the exit status is 2."""
    lines = [
        '{"down": "Qd4c2c", "up": "", "board": "QhJd2h5d", "announce": {}}',
        "Qd4c2c",
        '{"down": "Qd4c", "up": "2c", "board": "QhJd2h5d"}',
        '{"down": "QdQd"}',
        '{"down": "Qd4c2c", "board": "QhJd2h5d"}',
    ]
    answer = wildrank("rank", "reach-around", "-", stdin=lines)
    assert (answer.status, answer.err) == (2, "")
    first, not_json, bought, twice, last = answer.objects
    assert first == last == ranked("reach-around", "Qd4c2c", "QhJd2h5d")
    assert bought == ranked("reach-around", "Qd4c", "QhJd2h5d", "--up", "2c")
    for wrong, code in ((not_json, "notation/json"), (twice, "notation/duplicate-card")):
        assert set(wrong) == {"error"}
        assert set(wrong["error"]) == {"code", "message"}
        assert wrong["error"]["code"] == code
    assert "'Qd4c2c'" in not_json["error"]["message"]


def test_rank_of_good_lines_is_a_success() -> None:
    """Without a bad line the exit status is 0; without a line nothing is printed."""
    good = wildrank("rank", "holdem", "-", stdin=['{"down": "AsKs"}'] * 3)
    assert (good.status, len(good.objects)) == (0, 3)
    assert wildrank("rank", "holdem", "-") == Answer(0, "", "")


@pytest.mark.parametrize(
    "announced",
    [
        '{"double-ace": true, "third-card-price": 3, "ace-in-hole": "high"}',
        '{"double-ace": "true", "third-card-price": "3"}',
        '{"double-ace": "yes", "blinds": "1/2", "raise-cap": null}',
    ],
)
def test_rank_lines_announce_values_or_words(announced: str) -> None:
    """Announced values may be JSON values or their words."""
    line = f'{{"down": "Ah2cTd", "board": "9h5h4h8s", "announce": {announced}}}'
    answer = wildrank("rank", "reach-around", "-", stdin=[line])
    assert answer.status == 0, answer.out
    assert answer.json["high"]["ranks"] == "AA954"


def test_rank_lines_know_no_qualifier() -> None:
    """A null is ``none``: any low of Omaha wins then."""
    line = '{"down": "AsKsQsJs", "board": "Th9h8h2c3c", "announce": {"low-qualifier": %s}}'
    lines = [line % word for word in ("8", "null", '"none"')]
    eight, none, word = wildrank("rank", "omaha-hilo", "-", stdin=lines).objects
    assert eight["low"] is None
    assert none == word
    assert none["low"]["ranks"] == "J832A"


def test_rank_lines_build_on_the_command() -> None:
    """What a line announces is added to what the command line announced, and rules over it."""
    line = '{"down": "Ah2cTd", "board": "9h5h4h8s"%s}'
    lines = [line % "", line % ', "announce": {"double-ace": false}']
    answer = wildrank("rank", "reach-around", "-", "-a", "double-ace=true", stdin=lines)
    assert [found["high"]["ranks"] for found in answer.objects] == ["AA954", "AK954"]


BAD_LINES = {
    "blank": "",
    "no JSON": "{",
    "a list": "[]",
    "a number": "7",
    "deep": "[" * 100_000,
    "a huge number": f'{{"down": {"9" * 5000}}}',
    "no downcards": "{}",
    "cards as a number": '{"down": 7}',
    "cards as a list": '{"down": ["As", "Ks"]}',
    "an unknown key": '{"down": "AsKs", "hole": "AsKs"}',
    "a misspelt card": '{"down": "AsK"}',
    "a lone surrogate": '{"down": "\\ud800\\ud800"}',
    "an unknown announcement": '{"down": "AsKs", "announce": {"joker": 1}}',
    "a list announced": '{"down": "AsKs", "announce": [["ante", 1]]}',
    "a word announced": '{"down": "AsKs", "announce": "ante=1"}',
    "a number for a switch": '{"down": "AsKs", "announce": {"double-ace": 1}}',
    "a fraction": '{"down": "AsKs", "announce": {"third-card-price": 1.5}}',
    "a list for a word": '{"down": "AsKs", "announce": {"ace-in-hole": ["low"]}}',
    "an object for blinds": '{"down": "AsKs", "announce": {"blinds": {"big": 2}}}',
    "not a number": '{"down": "AsKs", "announce": {"ante": NaN}}',
    "infinity": '{"down": "AsKs", "announce": {"ante": 1e999}}',
}


@pytest.mark.parametrize("line", BAD_LINES.values(), ids=BAD_LINES)
def test_rank_survives_a_bad_line(line: str) -> None:
    """Whatever a line holds, its answer is an error of one object, and the next is answered."""
    good = '{"down": "AsKs"}'
    answer = wildrank("rank", "reach-around", "-", stdin=[line, good])
    assert (answer.status, answer.err) == (2, "")
    wrong, right = answer.objects
    assert set(wrong) == {"error"}
    assert re.fullmatch(r"[a-z-]+/[a-z-]+", wrong["error"]["code"])
    assert wrong["error"]["message"]
    assert right["wild_rank"] == "K"


def test_rank_survives_bytes_that_are_no_text() -> None:
    """Bytes that spell no text are a bad line like others."""
    done = process("rank", "holdem", "-", stdin=b'{"down": "\xff\xfe"}\n{"down": "AsKs"}\n')
    wrong, right = map(json.loads, done.stdout.splitlines())
    assert (done.returncode, done.stderr) == (2, b"")
    assert "error" in wrong
    assert "error" not in right
