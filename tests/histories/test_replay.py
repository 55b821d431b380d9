"""Replays of files and hand lines, and of every real hand in the data beside the project."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from wildrank import Hand
from wildrank.histories import Replayed, dumps, replay, replay_text
from wildrank.histories.phh import tables
from wildrank.referee.events import Awarded, Returned

LINE = "holdem fixed 2/4 @1 90/80 | AhKh QsQd f"
GOOD = dumps(Hand.parse(LINE))
BAD = GOOD.replace("p2 f", "p2 cbr 5")


class TestReplay:
    """Hands come back one by one, and a bad one stops no other."""

    def test_line(self) -> None:
        """A hand line is replayed under its own name."""
        (found,) = replay(LINE)
        assert found == Replayed(LINE, (91, 79), (1, -1), None, LINE)

    @pytest.mark.parametrize(
        "line", ["holdem fixed 2/4 @1", "holdem | x", "a | b", "a" * 5000, "a\0", ""]
    )
    def test_bad_line(self, line: str) -> None:
        """A line that is none comes back with its error."""
        (found,) = replay(line)
        assert found.hand == line
        assert found.error is not None
        assert found.stacks == ()

    def test_file(self, tmp_path: Path) -> None:
        """A file of one hand is named by its field, or by its place."""
        path = tmp_path / "one hand.phh"
        path.write_text(GOOD, encoding="utf-8")
        (found,) = replay(str(path))
        assert (found.hand, found.stacks, found.net) == (1, (91, 79), (1, -1))
        assert found.line.startswith("holdem fixed 2/4 @1 90/80 ")
        path.write_text("﻿" + GOOD + "hand = 'final'\n", encoding="utf-8")
        (found,) = replay(str(path))
        assert found.hand == "final"

    def test_first_player_comes_first(self) -> None:
        """Stacks are told from p1 on, whichever seat wrote the hand."""
        hand = Hand.parse("holdem fixed 2/4 @0 90/80/70 | AhKh QsQd 7c2d f f")
        (found,) = replay_text(dumps(hand), "x")
        assert found.stacks == (79, 71, 90)
        assert found.net == (-1, 1, 0)

    def test_others_go_on(self) -> None:
        """An illegal hand names the action and the legal choice, and the next ones are played."""
        text = f"[1]\n{GOOD}\n[second]\n{BAD}hand = 7\n[3]\nvariant = 'F7S'\n[4]\n{GOOD}"
        found = list(replay_text(text, "four"))
        assert [one.hand for one in found] == [1, 7, 3, 4]
        assert [one.error is None for one in found] == [True, False, False, True]
        error = found[1].error
        assert error is not None
        assert error.code == "action/illegal-amount"
        assert "action 3 'p2 cbr 5'" in error.message
        assert "it may fold, call 1 or raise to 4" in error.message
        assert found[2].error is not None
        assert found[2].error.code == "history/variant"

    @pytest.mark.parametrize("field", ["hand = 1.5", "hand = true", "hand = [3]", ""])
    def test_odd_names(self, field: str) -> None:
        """A hand field that is neither a number nor a text gives way to the place."""
        (found,) = replay_text(GOOD + field + "\n", "x")
        assert found.hand == 1
        assert not isinstance(found.hand, bool)

    def test_unreadable(self, tmp_path: Path) -> None:
        """A file that is missing, a folder, or no text is one clear error."""
        nowhere = tmp_path / "nowhere.phh"
        binary = tmp_path / "binary.phh"
        binary.write_bytes(b"\xff\xfe\x00")
        broken = tmp_path / "broken.phhs"
        broken.write_text("variant = ", encoding="utf-8")
        for path, code in {
            nowhere: "history/unreadable",
            tmp_path: "history/unreadable",
            binary: "history/encoding",
            broken: "history/toml",
        }.items():
            (found,) = replay(str(path))
            assert found.error is not None
            assert found.error.code == code
            assert str(path) in found.error.message
            assert found.hand == str(path)


# ------------------------------------------------------------------------------------ real hands

LIMIT_FILES = {
    "acpc-2p-limit": 300,
    "acpc-3p-limit": 300,
    "bovada-8-16-limit": 100,
    "random-6p-limit-short-stacks": 120,
}
REFUSED = {"F7S": 7, "F7S/8": 4, "FR": 6, "N2L1D": 3, "F2L3D": 3, "PO": 3}
"""Variants of the televised tournament that are not played here, and how many hands of each."""

ODD_CHIPS: dict[tuple[str, object], tuple[int, ...]] = {
    # Three play the board for 680: 226 each and two odd chips. The file gives both to the first
    # of them; here the first two left of the button get one each (D23).
    ("random-6p-limit-short-stacks", 71): (-1, 0, 1, 0, 0, 0),
}
"""Hands that end otherwise than their file says: ours less the file's stacks, and why."""


class Told(NamedTuple):
    """A hand as its file tells it, and as it is replayed here."""

    file: str
    table: dict[str, Any]
    stacks: list[float]
    found: Replayed


def told(path: Path) -> Iterator[Told]:
    """Yield the hands of a file with the stacks they must end with."""
    finals = path.with_name(f"{path.stem}.final-stacks.json")
    given = json.loads(finals.read_text(encoding="utf-8")) if finals.exists() else {}
    found = tables(path.read_text(encoding="utf-8"))
    for table, replayed in zip(found, replay(str(path)), strict=True):
        assert replayed.hand == table["hand"]
        stacks = given.get(str(table["hand"])) or table["finishing_stacks"]
        yield Told(path.stem, table, stacks, replayed)


def check(one: Told) -> None:
    """Check that a hand ends as its file says, but for the odd chips listed."""
    name = (one.file, one.found.hand)
    assert one.found.error is None, (name, one.found.error)
    off = tuple(
        ours - theirs
        for ours, theirs in zip(one.found.stacks, one.stacks, strict=True)
        if ours is not None
    )
    assert off == ODD_CHIPS.get(name, (0,) * len(off)), (name, one.found.line)
    starting = one.table["starting_stacks"]
    assert one.found.net == tuple(
        ours - before for ours, before in zip(one.found.stacks, starting, strict=True)
    )


@pytest.mark.parametrize("name", LIMIT_FILES)
def test_limit_matches(shared: Path, name: str) -> None:
    """Every hand of the limit files is legal under the defaults and ends with the stacks given."""
    hands = list(told(shared / "data" / "phh" / f"{name}.phhs"))
    assert len(hands) == LIMIT_FILES[name]
    for one in hands:
        check(one)


def test_pluribus(shared: Path) -> None:
    """Every no-limit hand of six ends with the stacks given."""
    paths = sorted((shared / "data" / "phh" / "pluribus").glob("*.phh"))
    assert len(paths) == 100
    for path in paths:
        for one in told(path):
            check(one)


def test_televised_tournament(shared: Path) -> None:
    """Hold'em and Omaha high-low hands end as given; what is not played here is refused."""
    paths = sorted((shared / "data" / "phh" / "wsop-2023-43").glob("*.phh"))
    refused: Counter[str] = Counter()
    played: Counter[str] = Counter()
    for path in paths:
        for one in told(path):
            variant = one.table["variant"]
            if variant in REFUSED:
                error = one.found.error
                assert error is not None
                assert error.code == "history/variant"
                assert repr(variant) in error.message
                refused[variant] += 1
            else:
                check(one)
                played[variant] += 1
    assert refused == REFUSED
    assert played == {"FT": 4, "NT": 6, "FO/8": 6}


def test_odd_chips_are_split_hands(shared: Path) -> None:
    """Each exception is a pot split among tied players with the odd chips one each (D23)."""
    for file, name in ODD_CHIPS:
        (one,) = (
            one for one in told(shared / "data" / "phh" / f"{file}.phhs") if one.found.hand == name
        )
        awards = [
            event for event in Hand.parse(one.found.line).events if isinstance(event, Awarded)
        ]
        odd = [share for award in awards for share in award.shares if share.odd]
        assert [(award.amount, len(award.shares)) for award in awards] == [(680, 3)]
        assert [(share.amount, share.odd) for share in odd] == [(227, 1), (227, 1)]


def test_winnings_and_rake(shared: Path) -> None:
    """What the players of the limit room took back is what they take here less the rake.

    The room counts a blind that nobody called as won, and here it is returned, so that both are
    counted together.
    """
    raked = 0
    for one in told(shared / "data" / "phh" / "bovada-8-16-limit.phhs"):
        ours = [0] * len(one.stacks)
        for event in Hand.parse(one.found.line).events:
            if isinstance(event, Awarded):
                for share in event.shares:
                    ours[share.seat] += share.amount
            elif isinstance(event, Returned):
                ours[event.seat] += event.amount
        won, back = one.table["winnings"], one.table["_uncalled_returned"]
        theirs = [sum(both) for both in zip(won, back, strict=True)]
        rake = one.table["_rake"]
        raked += rake > 0
        assert sum(ours) == sum(theirs) + rake, one.found.hand
        for mine, other, share in zip(ours, theirs, won, strict=True):
            assert 0 <= mine - other <= (rake if share else 0), one.found.hand
    assert raked > 50
