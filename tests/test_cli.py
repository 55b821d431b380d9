"""The command line as somebody types it: what it answers, and what it says to a mistake."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import Answer, process, refused, wildrank

from wildrank import __version__, load_game
from wildrank.cli.common import plain_words
from wildrank.games import games, options_of, words_of
from wildrank.games.announce import announce

ROOT = Path(__file__).resolve().parents[1]
COMMANDS = (
    *("serve", "backup", "restore", "play", "rank", "replay", "games", "perft"),
    *("signature", "verify", "bench"),
)
SHOWDOWN = (
    "reach-around fixed 2/4 @2 200/200/200 | Qd4c 5s6d AhKh b2 c c | Qh b2 c r4 c c"
    " | Jd k k b2 c c | ^2c 8s Ts k k k | 2h b4 c c | 5d b4 r8 f c s s"
)
SHORT = "holdem fixed 2/4 @1 90/80 | AhKh QsQd f"
ILLEGAL = "holdem fixed 2/4 @1 90/80 | AhKh QsQd r6"
PHH = """\
variant = 'FT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
small_bet = 2
big_bet = 4
starting_stacks = [90, 80]
actions = ['d dh p1 AhKh', 'd dh p2 QsQd', 'p2 ACTION']
"""


# ------------------------------------------------------------------------------- the whole of it


def test_help_lists_every_command() -> None:
    """``wildrank --help`` names each command."""
    answer = wildrank("--help")
    assert (answer.status, answer.err) == (0, "")
    assert all(re.search(rf"\b{command}\b", answer.out) for command in COMMANDS)


def test_nothing_said_gives_the_help() -> None:
    """``wildrank`` alone answers with the help and no complaint."""
    answer = wildrank()
    assert (answer.status, answer.err) == (0, "")
    assert answer.out.strip() == wildrank("--help").out.strip()


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str) -> None:
    """``wildrank COMMAND --help`` tells what the command takes."""
    answer = wildrank(command, "--help")
    assert (answer.status, answer.err) == (0, "")
    assert f" {command} " in answer.out


def test_version_is_said() -> None:
    """``wildrank --version`` says which version this is."""
    assert wildrank("--version") == Answer(0, f"wildrank {__version__}\n", "")


def test_runs_as_a_program() -> None:
    """As a program it answers on standard output, complains on the other, and sets its status."""
    good = process("rank", "holdem", "AsKs", "--board", "QsJsTs2d3d")
    assert (good.returncode, good.stdout, good.stderr) == (0, b"high   royal flush\n", b"")
    bad = process("rank", "holdem", "AsKsQs")
    assert (bad.returncode, bad.stdout) == (2, b"")
    assert re.fullmatch(rb"wildrank: [^\n]+\n", bad.stderr)


def test_a_reader_may_walk_away() -> None:
    """A program that stops reading gets no traceback: ``wildrank ... | head -1``."""
    command = [sys.executable, "-m", "wildrank.cli", "rank", "holdem", "-"]
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
    ) as running:
        assert running.stdin
        assert running.stdout
        assert running.stderr
        running.stdin.write(b'{"down": "AsKs"}\n')
        running.stdin.flush()
        assert json.loads(running.stdout.readline())["wild_rank"] is None  # answered at once
        running.stdout.close()
        running.stdin.write(b'{"down": "AsKs"}\n' * 1000)
        running.stdin.close()
        assert running.stderr.read() == b""


# ---------------------------------------------------------------------------------------- mistakes

MISTAKES = {
    "no such command": (["shuffle"], "shuffle"),
    "no such option": (["games", "--loud"], "--loud"),
    "an argument too many": (["signature", "twice"], "twice"),
    "no game": (["rank"], "GAME"),
    "an unknown game": (["rank", "whist", "AsKs"], "'whist'"),
    "no file": (["games", "nowhere.toml"], "nowhere.toml"),
    "no cards": (["rank", "holdem", ""], "no downcards"),
    "half a card": (["rank", "holdem", "AsK"], "'AsK'"),
    "no such card": (["rank", "holdem", "AsXs"], "'Xs'"),
    "a card twice": (["rank", "holdem", "AsKs", "--board", "AsQd2c"], "As is given twice"),
    "a small letter": (["rank", "holdem", "qd4c"], "write Qd"),
    "a ten in two": (["rank", "holdem", "10d4c"], "write Td"),
    "an unknown card": (["rank", "holdem", "As??"], "??"),
    "too many downcards": (["rank", "holdem", "AsKsQs"], "at most 2"),
    "too many on the board": (["rank", "reach-around", "AsKs", "--board", "2c3c4c5c6c"], "most 4"),
    "too many bought": (["rank", "reach-around", "AsKs", "--up", "2c3c"], "at most"),
    "bought in hold'em": (["rank", "holdem", "As", "--up", "2c"], "at most 0"),
    "nothing announced": (["rank", "holdem", "AsKs", "-a", "ante"], "'ante'"),
    "announced twice": (["rank", "holdem", "AsKs", "-a", "ante=1", "-a", "ante=1"], "twice"),
    "an unknown key": (["rank", "holdem", "AsKs", "-a", "joker=2"], "'joker'"),
    "a key of another game": (["rank", "holdem", "AsKs", "-a", "peek=true"], "'peek'"),
    "a word that is none": (["rank", "reach-around", "AsKs", "-a", "ace-in-hole=up"], "'up'"),
    "nonsense": (["rank", "reach-around", "AsKs", "-a", "third-card-price=-1"], "'-1'"),
    "no depth": (["perft", "holdem"], "; see: wildrank perft --help"),
    "a depth of nothing": (["perft", "holdem", "0"], "depth"),
    "a depth in words": (["perft", "holdem", "two"], "depth must be a whole number"),
    "no stacks": (["perft", "holdem", "2", "--stacks", "20,20"], "'20,20'"),
    "one stack": (["perft", "holdem", "2", "--stacks", "20"], "2 to 10 players"),
    "empty stacks": (["perft", "holdem", "2", "--stacks", "20/0"], "at least 1 each"),
    "a broken line": (["perft", "holdem fixed @1 20/20", "2"], "hand line"),
    "an illegal line": (["perft", ILLEGAL, "2"], "raise to 4"),
    "two announcements": (["perft", SHORT, "2", "-a", "ante=1"], "hand line"),
    "nothing to replay": (["replay"], "FILE|LINE"),
    "no such file": (["replay", "nowhere.phh"], "nowhere.phh"),
    "an illegal hand": (["replay", ILLEGAL], "raise to 4"),
    "a folder": (["replay", "."], "cannot be read"),
    "a game nobody plays": (["play", "whist"], "'whist'"),
    "a lonely player": (["play", "holdem", "--players", "1"], "--players"),
    "a call refused": (["play", "holdem", "-a", "small-bet=none"], "small-bet"),
    "no such port": (["serve", "--port", "65536"], "--port must be "),
    "a port in words": (["serve", "--port", "web"], "--port must be a whole number"),
}


@pytest.mark.parametrize(
    ("told", "plain"),
    [
        ("65536 is not in the range 0<=x<=65535", "from 0 to 65535"),
        ("0 is not in the range x>=1", "at least 1"),
        ("'web' is not a valid integer range", "a whole number"),
        ("'much' is not a valid float", "a number"),
        ("Input should be less than or equal to 12", "at most 12"),
        ("Input should be a valid number, unable to parse string as a number", "a number"),
    ],
)
def test_numbers_are_refused_in_plain_words(told: str, plain: str) -> None:
    """However the library that reads the options says it, the sentence is ours."""
    assert plain_words(f"Invalid value for '--size' / '-s': {told}") == f"--size must be {plain}"


def test_replay_says_once_what_is_wrong() -> None:
    """A file or a line that is wrong is named once."""
    for source in ("nofile.phh", ILLEGAL, "whist fixed 2/4 @1 90/80 | AhKh QsQd f"):
        assert refused(wildrank("replay", source)).count(source[:10]) == 1


@pytest.mark.parametrize(("words", "named"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_one_sentence(words: list[str], named: str) -> None:
    """Every mistake is one sentence that names what is wrong, and exit status 2."""
    assert named in refused(wildrank(*words))


def test_a_taken_address_is_a_mistake() -> None:
    """A server that cannot listen where it was told says so."""
    answer = wildrank("serve", "--data", ":memory:", "--host", "203.0.113.1", "--port", "0")
    assert "203.0.113.1" in refused(answer)


def test_a_mistake_stays_on_one_line() -> None:
    """A mistake that quotes several lines is still told in one."""
    refused(wildrank("games", "one\ntwo"))
    refused(wildrank("rank", "holdem", "A\nK"))


def test_a_bad_game_file_is_a_mistake(tmp_path: Path) -> None:
    """A game file that is none is refused with its name and what is wrong in it."""
    path = tmp_path / "bad.toml"
    for text, named in {"slug = 3": "slug", "= = =": "TOML", 'slug = "x"': "name"}.items():
        path.write_text(text, encoding="utf-8")
        message = refused(wildrank("games", str(path)))
        assert named in message
        assert "bad.toml" in message
    path.write_bytes(b"\xff\xfe")
    assert "bad.toml" in refused(wildrank("games", str(path)))


# ------------------------------------------------------------------------------------------ replay


def test_replay_of_lines() -> None:
    """A hand line is replayed, and its hand is the line."""
    answer = wildrank("replay", "--json", SHOWDOWN, SHORT)
    assert (answer.status, answer.err) == (0, "")
    assert answer.objects == [
        {"hand": SHOWDOWN, "stacks": [234, 179, 187], "net": [34, -21, -13]},
        {"hand": SHORT, "stacks": [91, 79], "net": [1, -1]},
    ]


def test_replay_in_words() -> None:
    """Without --json the final stacks are told on a line for each hand."""
    answer = wildrank("replay", SHORT)
    assert answer == Answer(0, f"{SHORT}: stacks 91/79, net +1 -1\n", "")


def test_replay_goes_on_after_an_illegal_hand() -> None:
    """An illegal hand answers with the action and the legal choice; the others go on."""
    answer = wildrank("replay", "--json", SHORT, ILLEGAL, SHOWDOWN)
    assert (answer.status, answer.err) == (2, "")
    first, wrong, last = answer.objects
    assert (first["hand"], last["hand"]) == (SHORT, SHOWDOWN)
    assert list(wrong) == ["hand", "error"]
    assert wrong["hand"] == ILLEGAL
    assert wrong["error"]["code"] == "action/illegal-amount"
    assert "raise to 6" in wrong["error"]["message"]
    assert "fold, call 1 or raise to 4" in wrong["error"]["message"]


def test_replay_of_a_file(tmp_path: Path) -> None:
    """A file's hand has its own name, else its place; p1, who posts the big blind, is first."""
    one = tmp_path / "one.phh"
    one.write_text(PHH.replace("ACTION", "f"), encoding="utf-8")
    answer = wildrank("replay", str(one), "--json")
    assert answer == Answer(0, '{"hand": 1, "stacks": [91, 79], "net": [1, -1]}\n', "")
    one.write_text(PHH.replace("ACTION", "f") + "hand = 'river'\n", encoding="utf-8")
    assert wildrank("replay", str(one), "--json").json["hand"] == "river"


def test_replay_of_many(tmp_path: Path) -> None:
    """In a file of many hands an illegal one is told in its place, with the legal choice."""
    many = tmp_path / "many.phhs"
    texts = [PHH.replace("ACTION", action) for action in ("f", "cbr 6", "cc")]
    texts[2] += "hand = 77\n_rake = 1\nwinnings = [0, 0]\n"
    many.write_text(
        "".join(f"[{place}]\n{text}" for place, text in enumerate(texts, 1)), encoding="utf-8"
    )
    answer = wildrank("replay", str(many), "--json")
    assert answer.status == 2
    first, wrong, last = answer.objects
    assert first == {"hand": 1, "stacks": [91, 79], "net": [1, -1]}
    assert wrong["hand"] == 2
    assert "p2 cbr 6" in wrong["error"]["message"]
    assert "raise to 4" in wrong["error"]["message"]
    assert last == {"hand": 77, "stacks": [88, 78], "net": [-2, -2]}


def test_replay_of_real_hands(shared: Path) -> None:
    """Recorded hands of people end with the stacks that are known of them."""
    known = shared / "data" / "phh" / "acpc-2p-limit.final-stacks.json"
    stacks = json.loads(known.read_text(encoding="utf-8"))
    answer = wildrank("replay", str(known.with_name("acpc-2p-limit.phhs")), "--json")
    assert (answer.status, answer.err) == (0, "")
    found = {str(played["hand"]): played["stacks"] for played in answer.objects}
    assert found == {hand: stacks[hand] for hand in found}
    assert len(found) == len(stacks)


# ------------------------------------------------------------------------------------------- games


def test_games_are_listed() -> None:
    """Each game has a line that begins with its slug."""
    answer = wildrank("games")
    assert [line.split()[0] for line in answer.out.splitlines()] == [g.slug for g in games()]


def test_games_json_tells_everything() -> None:
    """As JSON the games are one list, and each tells its streets and what may be announced."""
    answer = wildrank("games", "--json")
    assert [told["slug"] for told in answer.json] == [game.slug for game in games()]
    for told in answer.json:
        game = load_game(told["slug"])
        usual = words_of(*announce(game))
        assert told["announce"] == {option.key: usual[option.key] for option in options_of(game)}
        assert [street["name"] for street in told["streets"]] == [s.name for s in game.streets]
        assert told["seats"] == [2, 10]
        assert wildrank("games", told["slug"], "--json").json == told


def test_a_game_is_described() -> None:
    """A game's description credits its inventors, numbers its streets and lists every key."""
    out = wildrank("games", "reach-around").out
    assert all(name in out for name in ("Nick Henson", "Phil Moore", "Jeffrey Able", "pagat.com"))
    assert re.findall(r"^  (\d)\. ", out, re.MULTILINE) == list("123456")
    assert "4. third card: 1 down, or bought face up; betting" in out
    keys = re.findall(r"^  ([a-z-]+)=", out, re.MULTILINE)
    assert keys == [option.key for option in options_of(load_game("reach-around"))]
    assert "low-qualifier" not in out


def test_a_description_says_what_is_wild_and_who_wins() -> None:
    """The wild rule stands there, and the halves with the cards they may use and the qualifier."""
    reach = wildrank("games", "reach-around").out
    assert "Wild: each player's lowest downcard and every card of its rank" in reach
    assert "Pot: all of it to the best high hand of any five" in reach
    omaha = wildrank("games", "omaha-hilo").out
    assert "Wild: no card." in omaha
    pot = next(line for line in omaha.splitlines() if line.startswith("Pot: "))
    assert pot.count("of exactly two of the player's cards and three of the board's") == 2
    assert "8 or better" in pot
    assert "however bad" in wildrank("games", "holdem-hilo").out


PROMISING = """
slug = "kings"
name = "Kings"
summary = "Kings and deuces are wild."
source = "nobody"
limits = ["fixed"]
streets = [{ name = "deal", down = 5 }]
split = [{ half = "high", order = "high" }]
wild = { ranks = "K2" }
[[hand]]
line = "kings fixed 2/4 @1 20/20 | 4c2d9h8s7s AsJs3s6h9s b4 f"
stacks = [20, 20]
[[perft]]
line = "kings fixed 2/4 @1 20/20"
counts = [2, 5]
"""


def test_a_game_file_is_checked(tmp_path: Path) -> None:
    """With --check the golden hands and counts of a file are looked at, failures told each."""
    path = tmp_path / "kings.toml"
    path.write_text(PROMISING, encoding="utf-8")
    good = Answer(0, "kings: hands 1, counts 1, all right\n", "")
    assert wildrank("games", str(path), "--check") == good
    assert "Wild: twos and kings are wild for all." in wildrank("games", str(path)).out
    path.write_text(PROMISING.replace("[20, 20]", "[21, 20]"), encoding="utf-8")
    assert "kings: hand 1: it ends with [20, 20]" in refused(
        wildrank("games", str(path), "--check")
    )
    path.write_text(PROMISING.replace("[2, 5]", "[2, 6]"), encoding="utf-8")
    assert "divided: check 2, to 4 3" in refused(wildrank("games", str(path), "--check"))
    answer = wildrank("games", str(path), "--check", "--json")
    assert (answer.status, answer.json["slug"], answer.json["perft"]) == (2, "kings", 1)
    assert [each["where"] for each in answer.json["broken"]] == ["perft 1"]


def test_a_hand_of_a_game_file_is_replayed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hand line may begin with the path of its game's file."""
    monkeypatch.chdir(tmp_path)
    Path("kings.toml").write_text(PROMISING, encoding="utf-8")
    line = "kings.toml fixed 2/4 @1 20/20 ante=1 | 4c2d9h8s7s AsJs3s6h9s b4 f"
    assert wildrank("replay", line, "--json").json["net"] == [1, -1]


# ----------------------------------------------------------------------------- perft and signature


def test_perft_counts_each_depth() -> None:
    """Perft prints the count of each depth; these were counted by other programs too."""
    deep = ("--stacks", "10/10", "-a", "limit=no")
    answer = wildrank("perft", "holdem", "6", *deep, "--json")
    assert answer.json == {"counts": [9, 34, 88, 188, 352, 596]}
    assert wildrank("perft", "holdem", "3", *deep).out == "1: 9\n2: 34\n3: 88\n"


def test_perft_divides() -> None:
    """Divided, the counts behind the first actions add up to the whole."""
    divided = ("perft", "holdem", "3", "--stacks", "4/4/4", "-a", "limit=no", "--divide")
    told = wildrank(*divided, "--json").json
    assert (told["depth"], told["count"]) == (3, 14)
    assert sum(told["divide"].values()) == 14
    assert set(told["divide"]) == {"fold", "call", "to 4"}
    lines = wildrank(*divided).out.splitlines()
    assert lines[-1] == "in all: 14"
    assert lines[:-1] == [f"{action}: {count}" for action, count in told["divide"].items()]


def test_perft_starts_from_a_line() -> None:
    """Perft may start in the middle of a hand: here from the choice to buy, in turn."""
    line = "reach-around fixed 2/4 @1 50/50 | Qd4c 5s6d k k | Qh k k | Jd k k"
    assert wildrank("perft", line, "3", "--json").json == {"counts": [2, 4, 8]}


def test_signature_is_one_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    """The signature is one short hash, the same in both forms; fewer hands will do here."""
    from wildrank.referee import playout

    few = list(zip(range(20), playout.signed_lines(), strict=False))
    monkeypatch.setattr(playout, "signed_lines", lambda: (line for _, line in few))
    found = wildrank("signature").out.strip()
    told = wildrank("signature", "--json").json
    assert re.fullmatch(r"[0-9a-f]{16}", found)
    assert told == {"signature": found, "hands": 1000}


# -------------------------------------------------------------------------------------------- play


def test_play_deals_and_says_goodbye() -> None:
    """A hand is dealt in the terminal; the end of the input, or q, ends the game politely."""
    for stdin in ("", "q\n"):
        answer = wildrank("play", "reach-around", "--players", "3", "--seed", "7", stdin=stdin)
        assert (answer.status, answer.err) == (0, "")
        assert "Texas Reach Around" in answer.out
        assert "Goodbye" in answer.out
