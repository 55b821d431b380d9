"""Sampled odds: near the exact ones, repeatable, and honest about their error."""

from __future__ import annotations

import random
from math import sqrt

import numpy as np
import pytest
from odds.spots import random_spot

from wildrank._jit import COMPILED
from wildrank.errors import GameError
from wildrank.games import load_game
from wildrank.odds import odds
from wildrank.odds.exact import enumerate_all
from wildrank.odds.layout import WHOLE, _alias
from wildrank.odds.result import POT, Tally, standard_errors
from wildrank.odds.sample import BLOCK, sample
from wildrank.odds.spot import read_spot

GAMES = ("holdem", "holdem-hilo", "omaha-hilo", "reach-around")
SAMPLES = 20_000 if COMPILED else 200
SPOTS = 50 if COMPILED else 4

compiled = pytest.mark.skipif(not COMPILED, reason="takes minutes where the compiler is off")


def equities(tally: Tally) -> list[float]:
    """Return each player's mean share of the pot."""
    means: list[float] = (tally.shares / tally.weight / POT).tolist()
    return means


@pytest.mark.parametrize("slug", GAMES)
def test_near_the_exact_one(slug: str) -> None:
    """In 200 spots a sample lies within four of its standard errors of the exact equity."""
    rng = random.Random(f"sample {slug}")
    for number in range(SPOTS):
        spot = random_spot(slug, rng, most=2_000)
        found = sample(spot, SAMPLES, seed=number)
        near = zip(
            equities(found), equities(enumerate_all(spot)), standard_errors(found), strict=True
        )
        assert all(abs(one - other) <= 4 * error for one, other, error in near)


@compiled
@pytest.mark.parametrize("slug", GAMES)
def test_categories_near(slug: str) -> None:
    """The final hands and the halves of the pot are sampled as well as the equity is."""
    rng = random.Random(f"categories {slug}")
    for number in range(10):
        spot = random_spot(slug, rng, most=2_000)
        found, exact = sample(spot, SAMPLES, seed=number), enumerate_all(spot)
        names = ["wins", "ties", "categories"]
        if spot.game.has_low:
            names += ["quarters", "low_categories"]
        for name in names:
            one = getattr(found, name) / found.weight
            other = getattr(exact, name) / exact.weight
            errors = np.sqrt(np.maximum(other * (1 - other), 1 / SAMPLES) / SAMPLES)
            assert (np.abs(one - other) <= 5 * errors).all(), name


@compiled
def test_errors_are_honest() -> None:
    """Of many samples about two thirds lie within one standard error, and one in 20 beyond two."""
    spot = read_spot(load_game("reach-around"), ["AhKd", "QcQd", "9s9c"], board="2h5d9dJc")
    truth = equities(enumerate_all(spot))[1]
    away = []
    for seed in range(300):
        found = sample(spot, 2_000, seed)
        away.append(abs(equities(found)[1] - truth) / standard_errors(found)[1])
    within_one = sum(each <= 1 for each in away) / len(away)
    beyond_two = sum(each > 2 for each in away) / len(away)
    assert within_one == pytest.approx(0.683, abs=4 * sqrt(0.683 * 0.317 / 300))
    assert beyond_two == pytest.approx(0.0455, abs=4 * sqrt(0.0455 * 0.9545 / 300))


@compiled
def test_seed_and_jobs() -> None:
    """A seed gives the same result on any number of cores, another seed another one."""
    hands, samples = ["AhAd", "QQ+", "random"], 3 * BLOCK + 17
    first, again, other = (
        odds("reach-around", hands, samples=samples, seed=seed, jobs=jobs)
        for seed, jobs in ((5, 1), (5, 3), (6, 1))
    )
    assert first == again
    assert first.deals == samples
    assert first.players[0].equity != other.players[0].equity


@compiled
def test_prefix_of_blocks() -> None:
    """Blocks are independent of how many follow: a longer sample starts with the shorter one."""
    spot = read_spot(load_game("holdem"), ["AhAd", "random", "random"])
    short, long = sample(spot, BLOCK, 1), sample(spot, 2 * BLOCK, 1)
    rest = sample(spot, 2 * BLOCK, 1).shares - short.shares
    assert (long.shares - short.shares == rest).all()
    assert (rest != short.shares).all()


@compiled
def test_dependent_ranges() -> None:
    """Ranges that share cards keep the weights of every pair of hands that can meet."""
    spot = read_spot(
        load_game("holdem"), ["AhKh:5, AhAd", "AhKd:2, AsAc, KhQh", "random"], board="2h5d9cJs3c"
    )
    found, exact = sample(spot, 400_000, 3), enumerate_all(spot)
    for one, other, error in zip(
        equities(found), equities(exact), standard_errors(found), strict=True
    ):
        assert abs(one - other) <= 4 * error


def test_progress() -> None:
    """Somebody who waits is told of more and more deals and a shrinking error."""
    told: list[tuple[int, float]] = []
    samples = 6 * BLOCK if COMPILED else 300
    odds(
        "holdem",
        ["AhAd", "random"],
        samples=samples,
        seed=1,
        progress=lambda deals, error: told.append((deals, error)),
    )
    assert told[-1][0] == samples
    assert told == sorted(told, key=lambda each: (each[0], -each[1]))
    assert all(error > 0 for _, error in told)


def test_never_without_error() -> None:
    """A run of nothing but wins is not sure of itself."""
    found = odds("holdem", ["AhAd", "KsKh"], board="AsAc2d", samples=100, seed=1)
    assert found.players[0].equity == 1
    assert 0 < found.players[0].error < 0.02


def test_alias() -> None:
    """Drawing evenly and then keeping or exchanging gives each hand its weight."""
    weights = np.array([1.0, 2.0, 3.0, 0.5, 10.0])
    chances, others = _alias(weights)
    kept = chances.astype(float) / WHOLE
    got = kept.copy()
    np.add.at(got, others, 1 - kept)
    assert got / len(weights) == pytest.approx(weights / weights.sum(), abs=1e-8)
    assert (_alias(np.ones(7))[0] == WHOLE).all()


@pytest.mark.parametrize(
    ("numbers", "code"),
    [
        ({"samples": 0}, "odds/samples"),
        ({"samples": 10**12}, "odds/samples"),
        ({"samples": 10, "exact": True}, "odds/method"),
        ({"jobs": 0}, "odds/jobs"),
    ],
)
def test_numbers(numbers: dict[str, int], code: str) -> None:
    """Numbers that make no sense are refused before anything is drawn."""
    with pytest.raises(GameError) as caught:
        odds("holdem", ["AhAd", "KsKh"], **numbers)  # type: ignore[arg-type]
    assert caught.value.code == code


# Of 4,682,459,600 hands of three downcards and four on the board, and as a share if the third card
# is always bought. Source: requirements of the games, section 4.
DOWN = {
    "five of a kind": 91_761_488,
    "straight flush": 64_343_520 + 151_655_520,
    "four of a kind": 789_154_560,
    "full house": 485_919_936,
    "flush": 468_378_816,
    "straight": 1_117_233_216,
    "three of a kind": 1_113_868_224,
    "pair": 400_144_320,
}
UP = {
    "five of a kind": 0.02054676,
    "straight flush": 0.01248247 + 0.03436747,
    "four of a kind": 0.17302107,
    "full house": 0.09730209,
    "flush": 0.10377367,
    "straight": 0.22623584,
    "three of a kind": 0.24077787,
    "pair": 0.09149277,
}


@compiled
def test_known_distributions() -> None:
    """Random hands of Reach Around end as often with each category as every hand counted does."""
    samples = 1_000_000
    found = odds("reach-around", ["random"] * 3, third=["?", "up"], samples=samples, seed=8)
    total = sum(DOWN.values())
    down = {name: many / total for name, many in DOWN.items()}
    for player, wanted in zip(found.players, (down, UP, down), strict=True):
        assert set(player.categories) == set(wanted)
        for name, share in wanted.items():
            error = sqrt(share * (1 - share) / samples)
            assert player.categories[name] == pytest.approx(share, abs=4.5 * error)
