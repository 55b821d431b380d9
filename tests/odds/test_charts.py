"""Charts of starting hands: their numbers, their files, and those in the docs."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from command_line import wildrank

from wildrank._jit import COMPILED
from wildrank.games import load_game
from wildrank.odds import classes, odds
from wildrank.odds.charts import Row, _name, work_out, write

ROOT = Path(__file__).resolve().parents[2]
CHARTED = ("holdem", "holdem-hilo", "reach-around")

compiled = pytest.mark.skipif(not COMPILED, reason="takes hours where the compiler is off")


def stored(slug: str) -> list[dict[str, str]]:
    """Return the rows of a chart in the docs."""
    with (ROOT / "docs" / "charts" / f"{slug}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_grid() -> None:
    """The grid holds each class once, suited above the diagonal."""
    names = [[_name(line, column) for column in range(13)] for line in range(13)]
    assert sorted(name for line in names for name in line) == sorted(classes())
    assert (names[0][0], names[0][1], names[1][0], names[12][12]) == ("AA", "AKs", "AKo", "22")


@compiled
def test_files(tmp_path: Path) -> None:
    """A chart is a PNG, an SVG, a CSV and a Parquet file with one row a class and number."""
    pq = pytest.importorskip("pyarrow.parquet", reason="the extra `charts` is not installed")
    pytest.importorskip("matplotlib", reason="the extra `charts` is not installed")
    game = load_game("reach-around")
    rows = work_out(game, 2, 200, seed=1)
    paths = write(game, rows, tmp_path)
    assert [path.suffix for path in paths] == [".png", ".svg", ".csv", ".parquet"]
    assert paths[0].read_bytes().startswith(b"\x89PNG")
    assert "reach-around" in paths[1].name
    assert ">AKs<" in paths[1].read_text(encoding="utf-8")
    with paths[2].open(encoding="utf-8", newline="") as file:
        assert len(list(csv.DictReader(file))) == 2 * 169
    assert pq.read_table(paths[3]).to_pylist() == [
        {field: getattr(row, field) for field in Row.__struct_fields__} for row in rows
    ]


@compiled
def test_repeatable() -> None:
    """The same seed gives the same rows, on any number of cores."""
    game = load_game("reach-around")
    assert work_out(game, 1, 100, seed=1) == work_out(game, 1, 100, seed=1, jobs=2)
    assert work_out(game, 1, 100, seed=1) != work_out(game, 1, 100, seed=2)


@pytest.mark.parametrize("slug", CHARTED)
def test_stored_chart(slug: str) -> None:
    """The chart in the docs has every class, small errors, and fair shares on the whole."""
    rows = stored(slug)
    assert len(rows) == 5 * 169
    for opponents in range(1, 6):
        grid = [row for row in rows if int(row["opponents"]) == opponents]
        assert [row["hand"] for row in grid] == list(classes())
        fair = sum(int(row["combos"]) * float(row["equity"]) for row in grid) / 1326
        error = sum((int(row["combos"]) * float(row["error"])) ** 2 for row in grid) ** 0.5 / 1326
        assert fair == pytest.approx(1 / (opponents + 1), abs=4 * error + 1e-7)
    assert max(float(row["error"]) for row in rows) < 0.0005


@compiled
@pytest.mark.parametrize("slug", CHARTED)
def test_stored_numbers_are_true(slug: str) -> None:
    """New samples of some hands lie within four standard errors of the chart in the docs."""
    for number, row in enumerate(stored(slug)[3::60]):
        hands = [row["hand"], *["random"] * int(row["opponents"])]
        found = odds(slug, hands, samples=200_000, seed=number).players[0]
        error = (found.error**2 + float(row["error"]) ** 2) ** 0.5
        assert abs(found.equity - float(row["equity"])) <= 4 * error


@pytest.mark.parametrize(
    "words", [("omaha-hilo",), ("holdem", "--opponents", "6"), ("holdem", "--samples", "0")]
)
def test_mistakes(words: tuple[str, ...], tmp_path: Path) -> None:
    """A chart that cannot be is refused in one sentence."""
    answer = wildrank("chart", *words, "--out", str(tmp_path))
    assert answer.status == 2
    assert answer.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
