"""The tables: every holding has a place of its own, and the cache is never stale or in the way."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator
from math import comb
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from hands.twins import RULES, few, wild_reference, words

from wildrank.hands import HandRules, tables, values
from wildrank.hands.batch import strengths
from wildrank.hands.tables import Tables

STANDARD = HandRules()
HOLDINGS = {5: (6_175, 2_379), 6: (18_395, 8_541), 7: (49_205, 26_845)}

each_size = pytest.mark.parametrize("size", tables.SIZES)


def same(one: Tables, other: Tables) -> bool:
    """Return whether two tables hold the same."""
    arrays: list[npt.NDArray[np.generic]] = [*one, *other]
    pairs = zip(arrays[: len(one)], arrays[len(one) :], strict=True)
    return all(np.array_equal(here, there) for here, there in pairs)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Keep the tables in a folder of the test's own, which nothing has been read from."""
    place = tmp_path / "cache"
    monkeypatch.setattr(tables, "_cache_folder", lambda: place)
    forget()
    yield place
    forget()


def forget() -> None:
    """Forget what was loaded, as a new process would."""
    tables._stored.cache_clear()
    tables._source_hash.cache_clear()


@pytest.fixture
def no_building(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Return what makes tables fail the test if they are built."""

    def build(size: int, _: HandRules) -> Tables:
        pytest.fail(f"tables of {size} cards are built again")

    return lambda: monkeypatch.setattr(tables, "_build", build)


# ------------------------------------------------------------------------------------- the layout


@each_size
def test_holdings_are_all(size: int) -> None:
    """TRA-1.3-min1: every way to hold cards of thirteen ranks, four alike at most, and wilds."""
    layout = tables.layout(size)
    natural = int((layout.wilds == 0).sum())
    assert (natural, len(layout.wilds) - natural) == HOLDINGS[size]
    assert set((layout.counts.sum(axis=1) + layout.wilds).tolist()) == {size}
    pairs = np.column_stack([layout.counts, layout.wilds])
    assert len(np.unique(pairs, axis=0)) == len(pairs)
    hands = [int(np.prod([comb(4, many) for many in row])) for row in layout.counts[:natural]]
    assert sum(hands) == comb(52, size)


@each_size
def test_places_are_different(size: int) -> None:
    """No two holdings lie at one place, as the kernels find it from the sum of the keys."""
    layout = tables.layout(size)
    natural = layout.wilds == 0
    rank_parts = [int(layout.keys[13, 4 * rank]) >> 20 << 20 for rank in range(13)]
    wild_part = int(layout.keys[0, 0]) >> 20 << 20
    sums = [
        sum(many * part for many, part in zip(row, [*rank_parts, wild_part], strict=True))
        for row in np.column_stack([layout.counts, layout.wilds]).tolist()
    ]
    assert max(sums) + 0xF_FFFF < 2**64
    for chosen, displaced, buckets, room in (
        (natural, layout.displacements[0], tables.NATURAL_BUCKETS, tables.NATURAL_PLACES),
        (~natural, layout.displacements[1], tables.WILD_BUCKETS, tables.WILD_PLACES),
    ):
        expected = layout.places[chosen]
        found = [
            ((total >> 36) + int(displaced[total >> 20 & (1 << buckets) - 1])) % (1 << room)
            for total, is_chosen in zip(sums, chosen.tolist(), strict=True)
            if is_chosen
        ]
        assert found == expected.tolist()
        assert len(set(found)) == len(found)


@each_size
def test_keys_count_suits_and_wilds(size: int) -> None:
    """A natural counts in its suit, a wild in all four and among the wilds; no card has key 0."""
    keys = tables.layout(size).keys
    for wild_rank in range(14):
        for card in range(52):
            low = int(keys[wild_rank, card]) & 0xF_FFFF
            assert low == (0x1_1111 if card >> 2 == wild_rank else 1 << 4 * (card & 3))
    assert not keys[:, 52:].any()


@pytest.mark.parametrize("rules", RULES, ids=words)
def test_every_holding_with_wilds(rules: HandRules) -> None:
    """TRA-1.3-all: each of the 26,845 holdings of seven with wilds, in random suits and order."""
    layout = tables.layout(7)
    rng = np.random.default_rng(1)
    holdings = np.flatnonzero(layout.wilds)
    if rules.naturals_first or not few(1, 0):
        holdings = rng.choice(holdings, few(3000, 100), replace=False)
    hands, ranks = [], []
    for holding in holdings.tolist():
        counts = layout.counts[holding].copy()
        rank = int(rng.choice(np.flatnonzero(counts == 0)))
        counts[rank] = layout.wilds[holding]
        hand = [
            4 * r + suit for r, many in enumerate(counts) for suit in rng.permutation(4)[:many]
        ]
        hands.append(rng.permutation(hand))
        ranks.append(rank)
    found = strengths(np.array(hands, dtype=np.uint8), np.array(ranks), rules)
    np.testing.assert_array_equal(found, wild_reference(np.array(hands), ranks, rules))


# -------------------------------------------------------------------------------------- the cache


def test_tables_are_kept(folder: Path, no_building: Callable[[], None]) -> None:
    """Tables are built once and then read, whatever naturals_first says; no other file is left."""
    built = tables.tables(5, STANDARD)
    assert [path.suffix for path in folder.iterdir()] == [".npz"]
    no_building()
    assert tables.tables(5, STANDARD) is built
    forget()
    assert same(tables.tables(5, HandRules(naturals_first=True)), built)


def test_rules_have_files_of_their_own(folder: Path) -> None:
    """Each announcement that changes a table has a file, and different tables."""
    found = [tables.tables(5, rules) for rules in RULES]
    assert len(list(folder.iterdir())) == 6
    assert sum(same(found[0], other) for other in found) == 2  # naturals first shares its tables


@pytest.mark.parametrize("left", [0, 10, 100_000, -1])
def test_damaged_file_is_rebuilt(folder: Path, no_building: Callable[[], None], left: int) -> None:
    """A file cut off anywhere is built again and replaced."""
    built = tables.tables(5, STANDARD)
    (path,) = folder.iterdir()
    path.write_bytes(path.read_bytes()[:left])
    forget()
    assert same(tables.tables(5, STANDARD), built)
    forget()
    no_building()
    assert same(tables.tables(5, STANDARD), built)


@pytest.mark.parametrize("at", [0, 5_000, 300_000])
def test_changed_byte_is_noticed(folder: Path, at: int) -> None:
    """A file with one wrong byte is built again."""
    built = tables.tables(5, STANDARD)
    (path,) = folder.iterdir()
    data = bytearray(path.read_bytes())
    data[at] ^= 0xFF
    path.write_bytes(data)
    forget()
    assert same(tables.tables(5, STANDARD), built)


Arrays = dict[str, npt.NDArray[np.generic]]
OTHER: dict[str, Callable[[Arrays], Arrays]] = {
    "short": lambda found: found | {"highs": found["highs"][:-1]},
    "wide": lambda found: found | {"lows": found["lows"].astype(np.int64)},
    "few": lambda found: {name: array for name, array in found.items() if name != "bits"},
    "objects": lambda found: found | {"keys": np.array([object()])},
}


@pytest.mark.parametrize("other", OTHER.values(), ids=OTHER)
def test_other_arrays_are_not_believed(folder: Path, other: Callable[[Arrays], Arrays]) -> None:
    """A file with other arrays than the kernels expect is built again."""
    built = tables.tables(5, STANDARD)
    (path,) = folder.iterdir()
    np.savez(path, **other(built._asdict()))  # type: ignore[arg-type] # no name is an option
    forget()
    assert same(tables.tables(5, STANDARD), built)


def test_changed_source_has_another_file(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When a source that tables depend on changes, they are built anew under another name."""
    tables.tables(5, STANDARD)
    (before,) = folder.iterdir()
    changed = tmp_path / "values.py"
    changed.write_bytes(Path(values.__file__).read_bytes() + b"\n# changed\n")
    monkeypatch.setattr(values, "__file__", str(changed))
    forget()
    tables.tables(5, STANDARD)
    assert len(list(folder.iterdir())) == 2
    assert before in folder.iterdir()


def test_folder_that_cannot_be_made(folder: Path) -> None:
    """Where the cache cannot be written, tables are built for this process and nobody is told."""
    folder.write_text("a file stands where the folder would")
    first = tables.tables(5, STANDARD)
    forget()
    assert same(tables.tables(5, STANDARD), first)
    assert folder.is_file()


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere")
def test_folder_that_is_read_only(folder: Path) -> None:
    """A cache folder that may not be written to costs time, no more."""
    folder.mkdir(mode=0o500)
    assert tables.tables(5, STANDARD).highs.any()
    assert list(folder.iterdir()) == []


def test_full_disk_leaves_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When a file cannot be written to its end, no part of it is left."""

    def full(*_: object, **__: object) -> None:
        msg = "no space left on device"
        raise OSError(msg)

    monkeypatch.setattr(np, "savez", full)
    assert tables.tables(5, STANDARD).highs.any()
    assert list(folder.iterdir()) == []


class Terminal(io.StringIO):
    """A standard error that a person reads."""

    def isatty(self) -> bool:
        """Return that it is a terminal."""
        return True


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("stream", [Terminal, io.StringIO])
def test_building_is_told(stream: type[io.StringIO], monkeypatch: pytest.MonkeyPatch) -> None:
    """A person at a terminal is told once what takes time, and a program is told nothing."""
    said = stream()
    monkeypatch.setattr("sys.stderr", said)
    tables.tables(5, STANDARD)
    forget()
    tables.tables(5, STANDARD)
    told = "wildrank: building the tables of 5-card hands, once on this machine ...\n"
    assert said.getvalue() == (told if said.isatty() else "")
