"""The comparison of speeds: fair turns, the absent ones named, and a page that says it all."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from pathlib import Path

import pytest
from command_line import wildrank

from wildrank import benchmark
from wildrank.benchmark import Contender, Figure, Job, Result, Timed, contenders, inputs, jobs
from wildrank.benchmark.page import amount, machine


def working(seconds: float, log: list[str], name: str) -> Timed:
    """Return a call that keeps the processor busy for some time and writes down its name."""

    def call() -> None:
        log.append(name)
        until = time.process_time() + seconds
        while time.process_time() < until:
            pass

    return Timed(call, 10)


def absent() -> Timed:
    """Stand for a library that is not installed."""
    msg = "no such library"
    raise ImportError(msg)


def made_job(log: list[str]) -> Job:
    """Return a job whose second contender takes four times as long as ours."""
    ours, slow = (partial(working, s, log, name) for s, name in ((0.002, "a"), (0.008, "b")))
    return Job(
        "made",
        "Made up",
        "things",
        (
            Contender("ours", "numpy", ours),
            Contender("slow", "no-such-package", slow),
            Contender("absent", "no-such-package", absent),
        ),
        at_least=1e6,
        note="A note.",
    )


def test_contenders_take_turns() -> None:
    """Each has its turn in every round, of as many calls as fill it, after two to warm up."""
    log: list[str] = []
    result = benchmark.measure(made_job(log), rounds=3, slice_s=0.008)
    assert "".join(log[:4]) == "aabb"
    assert re.fullmatch("(a+b+){3}", "".join(log[4:]))
    assert log.count("a") > log.count("b")
    ours, slow, missing = result.figures
    assert 3 < ours.rate / slow.rate < 5
    assert ours.version == version("numpy")
    assert (missing.rate, missing.version) == (0, "")


def test_page_says_it_all() -> None:
    """The page names the machine, the command, every ratio, what is absent and what is missed."""
    figures = (
        Figure("ours", "1", 8e5, 0.03),
        Figure("slow", "", 2e5, 0.1),
        Figure("no", "", 0, 0),
    )
    page = benchmark.report([Result(made_job([]), figures)])
    assert page.startswith("# Speed\n")
    for words in (
        machine(),
        "`wildrank bench --write`",
        "## Made up",
        "| ours 1 | 800 k ± 3% |  |",
        "| slow | 200 k ± 10% | 4.00 times as fast |",
        "Not installed here: no.",
        "Asked for: 1.00 M; missed by 20%.",
        "A note.",
    ):
        assert words in page
    reached = benchmark.section(Result(made_job([]), (Figure("ours", "1", 2e6, 0.0),)))
    assert "Asked for: 1.00 M; reached." in reached


def test_machine_is_named() -> None:
    """The machine is told by processor, cores, system, and versions of what matters."""
    for part in (f"numpy {version('numpy')}", f"numba {version('numba')}", "core", "Python 3."):
        assert part in machine()


@pytest.mark.parametrize(
    ("rate", "words"),
    [(3.44e8, "344 M"), (2.75e6, "2.75 M"), (51_000, "51.0 k"), (999, "999"), (2.5e9, "2.50 G")],
)
def test_amounts(rate: float, words: str) -> None:
    """A figure has three digits."""
    assert amount(rate) == words


def test_jobs_are_named_apart() -> None:
    """No two jobs have one name, and each begins with a contender of ours."""
    keys = [job.key for job in benchmark.JOBS]
    assert len(set(keys)) == len(keys)
    assert {"high", "high-low", "reach-around", "enumeration", "single"} <= set(keys)
    assert all(job.contenders[0].package == "wildrank" for job in benchmark.JOBS)


PEERS = [
    pytest.param(contenders.pyo3_batch, id="pyo3-poker-eval"),
    pytest.param(partial(contenders.poker_equity, "high", "low_a5"), id="poker-equity"),
    pytest.param(contenders.pkrbot, id="pkrbot"),
    pytest.param(contenders.eval7, id="eval7"),
    pytest.param(contenders.phevaluator, id="phevaluator"),
    pytest.param(contenders.pokerfast, id="pokerfast"),
    pytest.param(contenders.pokerkit, id="pokerkit"),
]


@pytest.mark.filterwarnings("ignore")  # those of peers are theirs
@pytest.mark.parametrize("prepare", PEERS)
def test_peers_run(prepare: Callable[[], Timed], capfd: pytest.CaptureFixture[str]) -> None:
    """A peer that is installed does what it is asked and prints nothing."""
    try:
        timed = prepare()
    except ImportError as error:
        pytest.skip(f"{error.name} is not installed")
    timed.call()
    assert timed.items > 0
    assert capfd.readouterr().out == ""


def test_standard_output_is_silenced(capfd: pytest.CaptureFixture[str]) -> None:
    """What a library prints while it is loaded is not seen, and what we print after it is."""
    with inputs.silenced():
        os.write(1, b"noise\n")  # as a library of another language does
    os.write(1, b"ours\n")
    assert capfd.readouterr().out == "ours\n"


# -------------------------------------------------------------------------------- as it is typed


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[str]]:
    """Put one quick job in the place of all."""
    log: list[str] = []
    monkeypatch.setattr(jobs, "JOBS", [made_job(log)])
    return lambda: log


@pytest.mark.usefixtures("quick")
def test_bench_prints_and_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """``wildrank bench --write`` prints each section and writes the page."""
    monkeypatch.chdir(tmp_path)
    refused = wildrank("bench", "--rounds", "1", "--write")
    assert refused.status == 2
    assert "here is no bench" in refused.err
    (tmp_path / "bench").mkdir()
    answer = wildrank("bench", "made", "--rounds", "1", "--write")
    assert (answer.status, answer.err) == (0, "")
    assert "## Made up" in answer.out
    assert "## Made up" in (tmp_path / "bench" / "results.md").read_text(encoding="utf-8")


@pytest.mark.usefixtures("quick")
def test_bench_as_json() -> None:
    """``--json`` gives the rates of each job, 0 for who is absent."""
    answer = wildrank("bench", "--rounds", "1", "--json")
    assert set(answer.json["made"]) == {"ours", "slow", "absent"}
    assert answer.json["made"]["absent"] == 0 < answer.json["made"]["slow"]


@pytest.mark.parametrize("missing", ["numba", "numpy"])
def test_missing_compiler_is_one_sentence(missing: str) -> None:
    """Where a library is missing that values need, one sentence says what to install."""
    code = f"import sys; sys.modules[{missing!r}] = None; from wildrank.cli import main; main()"
    paths = {"PYTHONPATH": str(Path(benchmark.__file__).parents[2])}
    done = subprocess.run(
        [sys.executable, "-c", code, "bench"],
        env=os.environ | paths,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"wildrank: this needs {missing}, which is not installed; pip install . in the project"
        " brings all\n"
    )


def test_bench_of_nothing() -> None:
    """A job that does not exist is one sentence that lists those that do."""
    answer = wildrank("bench", "speed")
    assert (answer.status, answer.out) == (2, "")
    assert "'speed' is nothing to measure; there are high, high-low" in answer.err
