"""How fast values are, as ratios to whoever else is installed, all measured in one run.

A `Job` is a thing to do, with each `Contender` that does it, ours first. They take turns, a slice
of time each, so that what else the machine does hits all of them alike; what is told is the median
of the rounds. Time is that of the processor, of all threads together, so nobody gains by taking a
second core or loses by waiting for one. Start reading at `JOBS`, to which a new comparison is
added; `measure` does the timing.
"""

from __future__ import annotations

import os
import platform
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from importlib import metadata
from itertools import starmap
from math import comb
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from wildrank.cards import DECK
from wildrank.errors import WildrankError
from wildrank.hands import batch, high, high_with_wilds
from wildrank.hands.enumeration import order_of_sevens
from wildrank.hands.single import strength

ROUNDS: Final = 9
SLICE_S: Final = 0.05
RESULTS: Final = Path("bench/results.md")
COMMAND: Final = "wildrank bench --write"


class Timed(NamedTuple):
    """A call that is ready to be timed, and how many things it does."""

    call: Callable[[], object]
    items: int


class Contender(NamedTuple):
    """Somebody who does a job.

    Attributes:
        name: What it is called in the report.
        package: The distribution it comes from, whose version is told.
        prepare: Imports it, makes its input and returns the call; ImportError if not installed.
    """

    name: str
    package: str
    prepare: Callable[[], Timed]


class Job(NamedTuple):
    """A thing to do, and who does it.

    Attributes:
        key: What it is called on the command line.
        title: What it is, as a heading.
        unit: What is counted: hands, deals, ...
        contenders: Who does it, ours first.
        at_least: How many a second are asked of us on a machine of the Zen 4 class; 0 for none.
        note: What there is to say about the figure.
    """

    key: str
    title: str
    unit: str
    contenders: tuple[Contender, ...]
    at_least: float = 0
    note: str = ""


class Figure(NamedTuple):
    """What was measured of a contender.

    Attributes:
        name: Its name.
        version: That of its package.
        rate: How many a second, the median of the rounds; 0 where it is not installed.
        spread: By what share of the median the middle half of the rounds differ.
    """

    name: str
    version: str
    rate: float
    spread: float


class Result(NamedTuple):
    """A job and the figures of its contenders."""

    job: Job
    figures: tuple[Figure, ...]


# ------------------------------------------------------------------------------------- the timing


def measure(job: Job, rounds: int = ROUNDS, slice_s: float = SLICE_S) -> Result:
    """Return how fast each contender does a job, the contenders taking turns.

    Args:
        job: What to do.
        rounds: How often each contender has its turn.
        slice_s: How many seconds a turn takes at least; a single call may take longer.
    """
    ready: dict[Contender, Timed] = {}
    for contender in job.contenders:
        try:
            ready[contender] = contender.prepare()
        except ImportError:
            continue
    calls = {who: _repeats(timed, slice_s) for who, timed in ready.items()}
    rates: dict[Contender, list[float]] = {who: [] for who in ready}
    for _ in range(rounds):
        for who, timed in ready.items():
            taken = _seconds(timed.call, calls[who])
            rates[who].append(timed.items * calls[who] / taken)
    figures = (_figure(who, rates.get(who, [])) for who in job.contenders)
    return Result(job, tuple(figures))


def _repeats(timed: Timed, slice_s: float) -> int:
    """Return how many calls fill a turn; the first call, which may compile, is not counted."""
    timed.call()
    once = _seconds(timed.call, 1)
    return max(1, round(slice_s / max(once, 1e-9)))


def _seconds(call: Callable[[], object], times: int) -> float:
    begun = process_time()
    for _ in range(times):
        call()
    return process_time() - begun


def _figure(who: Contender, rates: Sequence[float]) -> Figure:
    try:
        version = metadata.version(who.package)
    except metadata.PackageNotFoundError:
        version = ""
    if not rates:
        return Figure(who.name, version, 0.0, 0.0)
    middle = median(rates)
    low, high = np.percentile(rates, [25, 75])
    return Figure(who.name, version, middle, float(high - low) / middle)


# ------------------------------------------------------------------------------------ the report


def report(results: Iterable[Result]) -> str:
    """Return the figures as a page of Markdown that names the machine and the command."""
    head = (
        f"# Speed\n\nWritten by `{COMMAND}` on {machine()}. Everybody's figure is for one core:"
        " the median of rounds in which all took turns, by the time of the processor; after the"
        " sign stands the spread of the middle half of the rounds. The last column is how many"
        " times as fast Wildrank is: compare those, as absolute figures move from machine to"
        " machine.\n"
    )
    return "\n".join([head, *map(section, results)])


def section(result: Result) -> str:
    """Return the figures of one job as a section of Markdown."""
    job, figures = result
    ours = figures[0].rate
    lines = [
        f"## {job.title}\n",
        f"| who | {job.unit} a second | Wildrank is |",
        "|---|---:|---:|",
    ]
    absent = []
    for figure in figures:
        if not figure.rate:
            absent.append(figure.name)
            continue
        who = f"{figure.name} {figure.version}".strip()
        speed = f"{amount(figure.rate)} ± {figure.spread:.0%}"
        ratio = "" if figure is figures[0] else f"{_digits(ours / figure.rate)} times as fast"
        lines.append(f"| {who} | {speed} | {ratio} |")
    lines.append("")
    lines += [f"Not installed here: {', '.join(absent)}.\n"] * bool(absent)
    lines += [f"{_asked(job, ours)}\n"] * bool(job.at_least)
    lines += [f"{job.note}\n"] * bool(job.note)
    return "\n".join(lines)


def _asked(job: Job, ours: float) -> str:
    """Return whether what is asked of us was reached, or by how much it was missed."""
    if ours >= job.at_least:
        return f"Asked for: {amount(job.at_least)}; reached."
    return f"Asked for: {amount(job.at_least)}; missed by {1 - ours / job.at_least:.0%}."


def amount(rate: float) -> str:
    """Return a number of things a second in three digits: ``344 M``, ``2.75 M``, ``5.1 k``."""
    for size, letter in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if rate >= size:
            return _digits(rate / size) + letter
    return _digits(rate)


def _digits(number: float) -> str:
    """Return a number in three digits."""
    places = 0 if number >= 100 else 1 if number >= 10 else 2
    return f"{number:,.{places}f}"


def machine() -> str:
    """Return the machine in words: its processor, its cores, and what runs on it."""
    versions = [f"{name} {metadata.version(name)}" for name in ("numpy", "numba")]
    cores = os.cpu_count()
    return (
        f"{_processor()} ({cores} {'core' if cores == 1 else 'cores'}), {platform.system()},"
        f" Python {platform.python_version()}, {', '.join(versions)}"
    )


def _processor() -> str:
    """Return the name of the processor, as exactly as the system tells."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    told = dict(line.split(":", 1) for line in lines if ":" in line)
    known = {name.strip(): value.strip() for name, value in told.items()}
    if "model name" not in known:
        return platform.processor() or platform.machine()
    family = f"family {known.get('cpu family', '?')} model {known.get('model', '?')}"
    return f"{known['model name']}, {family}"


def chosen(keys: Iterable[str]) -> list[Job]:
    """Return the jobs of some names, all if none is given.

    Raises:
        WildrankError: If there is no such job.
    """
    known = {job.key: job for job in JOBS}
    for key in keys:
        if key not in known:
            msg = f"{key!r} is nothing to measure; there are {', '.join(known)}"
            raise WildrankError(msg, code="bench/job")
    return [known[key] for key in keys] or list(JOBS)


def write(results: Iterable[Result]) -> None:
    """Write the report to ``bench/results.md``.

    Raises:
        WildrankError: If there is no folder ``bench`` here.
    """
    if not RESULTS.parent.is_dir():
        msg = f"{RESULTS} is written in the project's own folder, and here is no {RESULTS.parent}"
        raise WildrankError(msg, code="bench/folder")
    RESULTS.write_text(report(results), encoding="utf-8")


# ----------------------------------------------------------------------------------- the input

Hands = npt.NDArray[np.uint8]
MANY: Final = 1_000_000
SOME: Final = 50_000
FEW: Final = 5_000


@cache
def random_hands(count: int) -> Hands:
    """Return random hands of seven cards, the same ones each time."""
    return np.random.default_rng(1).random((count, 52)).argsort(axis=1)[:, :7].astype(np.uint8)


@cache
def _lists(count: int) -> list[list[int]]:
    lists: list[list[int]] = random_hands(count).tolist()
    return lists


@cache
def _texts(count: int) -> list[list[str]]:
    return [[str(DECK[card]) for card in hand] for hand in _lists(count)]


def one_by_one(function: Callable[..., object], *inputs: Iterable[Any]) -> Timed:
    """Return what calls a function once for each input and drops the answers."""
    columns = [list(each) for each in inputs]
    return Timed(lambda: deque(map(function, *columns), maxlen=0), len(columns[0]))


@contextmanager
def silenced() -> Iterator[None]:
    """Send standard output nowhere, for libraries that print."""
    sys.stdout.flush()
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 1)
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)


# ---------------------------------------------------------------------------------------- ours


def _batch(function: Callable[[Hands], object]) -> Timed:
    """Return a function of many hands with its input."""
    return Timed(partial(function, random_hands(MANY)), MANY)


def _enumeration() -> Timed:
    return Timed(order_of_sevens, comb(52, 7))


def _masks(count: int) -> list[int]:
    return [sum(1 << card for card in hand) for hand in _lists(count)]


def _single_set() -> Timed:
    return one_by_one(strength, _masks(SOME))


def _single_list() -> Timed:
    return one_by_one(strength, _lists(SOME))


def _single_wild() -> Timed:
    return one_by_one(strength, _masks(SOME), [hand[0] >> 2 for hand in _lists(SOME)])


def _single_reference() -> Timed:
    return one_by_one(high, [[DECK[card] for card in hand] for hand in _lists(FEW)])


def _wild_reference() -> Timed:
    hands = [[DECK[card] for card in hand] for hand in _lists(FEW)]
    return one_by_one(high_with_wilds, hands, [[hand[0].rank] for hand in hands])


# ------------------------------------------------------------------------------------- the peers


def _import(name: str) -> Any:  # noqa: ANN401 - a library that may be missing, and has no types
    return __import__(name)


def _pyo3_batch() -> Timed:
    with silenced():
        evaluate = _import("pyo3_poker_eval").PokerEval().rank_seven
    return Timed(partial(evaluate, {"hands": _lists(SOME)}), SOME)


def _poker_equity(*kernels: str) -> Timed:
    score = _import("poker_equity").score_batch
    texts = ["".join(hand) for hand in _texts(SOME)]
    return Timed(lambda: [score(kernel, texts) for kernel in kernels], SOME)


def _pkrbot() -> Timed:
    peer = _import("pkrbot")
    return one_by_one(peer.evaluate, [list(map(peer.Card, hand)) for hand in _texts(SOME)])


def _eval7() -> Timed:
    peer = _import("eval7")
    return one_by_one(peer.evaluate, [list(map(peer.Card, hand)) for hand in _texts(SOME)])


def _phevaluator() -> Timed:
    evaluate = _import("phevaluator").evaluate_cards
    hands = _lists(FEW)
    return Timed(lambda: deque(starmap(evaluate, hands), maxlen=0), FEW)


def _pokerfast() -> Timed:
    return one_by_one(_import("pokerfast").eval7, _texts(FEW))


def _pokerkit() -> Timed:
    evaluate = _import("pokerkit").StandardHighHand.from_game
    return one_by_one(evaluate, ["".join(hand) for hand in _texts(100)])


def _odds(game: str, *hands: str, samples: int | None = None) -> Timed:
    """Return a whole question of odds, exact unless a number of samples is given."""
    from wildrank.odds import odds  # noqa: PLC0415 - its kernels load only for these jobs

    exact = samples is None
    ask = partial(odds, game, hands, exact=exact, samples=samples, seed=1)
    return Timed(ask, samples or 1)


def _pokerfast_odds(*hands: str) -> Timed:
    _import("pokerfast.equity")
    equity = sys.modules["pokerfast.equity"].equity
    return Timed(partial(equity, list(hands), "", "", exact=True), 1)


def _eval7_sampling() -> Timed:
    peer = _import("eval7")
    hand, other = [peer.Card("Ah"), peer.Card("Ad")], peer.HandRange("KsKh")
    return Timed(partial(peer.py_hand_vs_range_monte_carlo, hand, other, [], MANY), MANY)


ACES: Final = ("AhAd", "KsKh")
ODDS_JOBS: Final = [
    Job(
        "odds-holdem",
        "Hold'em before the flop, two hands, exact: 1,712,304 boards",
        "questions",
        (
            Contender("wildrank odds", "wildrank", partial(_odds, "holdem", *ACES)),
            Contender("pokerfast", "pokerfast", partial(_pokerfast_odds, *ACES)),
        ),
        note="Asked for: 4 times as fast as pokerfast, which has OMPEval inside.",
    ),
    Job(
        "odds-high-low",
        "Hold'em High-Low before the flop, two hands, exact, beside the high alone",
        "questions",
        (
            Contender("wildrank odds, high-low", "wildrank", partial(_odds, "holdem-hilo", *ACES)),
            Contender("wildrank odds, high alone", "wildrank", partial(_odds, "holdem", *ACES)),
        ),
        note="Asked for: no slower than 1.5 times the high alone, a ratio of 0.67 or more.",
    ),
    Job(
        "odds-random",
        "Hold'em before the flop, two aces against any hand, exact",
        "questions",
        (
            Contender("wildrank odds", "wildrank", partial(_odds, "holdem", "AhAd", "random")),
            Contender("pokerfast", "pokerfast", partial(_pokerfast_odds, "AhAd", "random")),
        ),
    ),
    Job(
        "odds-reach-around",
        "Texas Reach Around, two cards known each, exact: 368,145,360 deals",
        "questions",
        (Contender("wildrank odds", "wildrank", partial(_odds, "reach-around", *ACES)),),
        at_least=4,
        note="Nobody else computes it.",
    ),
    Job(
        "sampling-holdem",
        "Sampling hold'em, two hands",
        "deals",
        (
            Contender(
                "wildrank odds", "wildrank", partial(_odds, "holdem", *ACES, samples=4 * MANY)
            ),
            Contender("eval7", "eval7", _eval7_sampling),
        ),
        at_least=50e6,
    ),
    Job(
        "sampling-reach-around",
        "Sampling Texas Reach Around, a hand against any",
        "deals",
        (
            Contender(
                "wildrank odds",
                "wildrank",
                partial(_odds, "reach-around", "AhAd", "random", samples=4 * MANY),
            ),
        ),
        at_least=25e6,
    ),
]

JOBS: Final[list[Job]] = [
    Job(
        "high",
        "Many hands at once: seven cards, high",
        "hands",
        (
            Contender("wildrank strengths", "wildrank", partial(_batch, batch.strengths)),
            Contender("pyo3-poker-eval", "pyo3-poker-eval", _pyo3_batch),
            Contender("poker-equity", "poker-equity", partial(_poker_equity, "high")),
        ),
        at_least=300e6,
        note="Peers that take one hand a call are below, under a call a hand.",
    ),
    Job(
        "high-low",
        "Many hands at once: seven cards, high and low in one pass",
        "hands",
        (
            Contender(
                "wildrank high_low_strengths",
                "wildrank",
                partial(_batch, batch.high_low_strengths),
            ),
            Contender("poker-equity", "poker-equity", partial(_poker_equity, "high", "low_a5")),
        ),
        at_least=250e6,
    ),
    Job(
        "reach-around",
        "Many hands at once: Texas Reach Around, each with its own wild rank",
        "hands",
        (
            Contender(
                "wildrank reach_around_strengths",
                "wildrank",
                partial(_batch, batch.reach_around_strengths),
            ),
            Contender("wildrank high_with_wilds, the reference", "wildrank", _wild_reference),
        ),
        at_least=130e6,
        note="No other Python package evaluates wild cards.",
    ),
    Job(
        "enumeration",
        "Every hand there is: all 133,784,560 hands of seven cards, one hash of them",
        "hands",
        (Contender("wildrank order_of_sevens", "wildrank", _enumeration),),
        at_least=800e6,
    ),
    Job(
        "single",
        "A call a hand: seven cards, high",
        "hands",
        (
            Contender("wildrank strength of a set of cards", "wildrank", _single_set),
            Contender("wildrank strength of a list of cards", "wildrank", _single_list),
            Contender("pkrbot", "pkrbot", _pkrbot),
            Contender("eval7", "eval7", _eval7),
            Contender("phevaluator", "phevaluator", _phevaluator),
            Contender("pokerfast", "pokerfast", _pokerfast),
            Contender("wildrank high, the reference", "wildrank", _single_reference),
            Contender("PokerKit", "pokerkit", _pokerkit),
        ),
        note="Cards are of the kind that each library wants, made beforehand.",
    ),
    Job(
        "single-wild",
        "A call a hand: seven cards, one rank wild",
        "hands",
        (
            Contender("wildrank strength", "wildrank", _single_wild),
            Contender("wildrank high_with_wilds, the reference", "wildrank", _wild_reference),
        ),
        note="No other Python package evaluates wild cards.",
    ),
    *ODDS_JOBS,
]
