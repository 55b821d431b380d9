"""The question as people ask it, and the choice of how it is answered.

Start reading at `odds`. Which method is taken: `wildrank.odds.preflop` for two players, else every
deal where that takes some seconds at most, else a sample.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from secrets import randbits
from typing import Final

from wildrank.errors import GameError
from wildrank.games import Announcement, Game, load_game
from wildrank.odds import preflop
from wildrank.odds.exact import cost, enumerate_all
from wildrank.odds.result import Odds, Tally, summary
from wildrank.odds.sample import Progress, sample
from wildrank.odds.spot import Spot, read_spot

DEFAULT_SAMPLES: Final = 4_000_000
MOST_SAMPLES: Final = 10**11
PATIENCE_S: Final = 5.0
MOST_HOURS: Final = 24


def odds(  # noqa: PLR0913 - the parts of a question
    game: Game | str,
    hands: Sequence[str],
    *,
    board: str = "",
    dead: str = "",
    third: Sequence[str] = (),
    announcement: Announcement | None = None,
    exact: bool | None = None,
    samples: int | None = None,
    seed: int | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Odds:
    """Return how some hands fare against each other when all cards to come are dealt.

    Args:
        game: A game of the library, its slug, or the path of a game file.
        hands: For each player cards (``"AhAd"``), a range (``"QQ+, AKs"``) or ``"random"``.
        board: The shared cards that are out.
        dead: Cards that are gone.
        third: In Reach Around, for each hand in order, how its third card stands: ``?`` or
            ``down`` (not known, face down), ``up`` (not known, bought), ``down:8s``, ``up:5c``.
        announcement: What the dealer said; None for what is usual.
        exact: Whether to look at every deal; None if that takes some 5 s at most.
        samples: How many deals to draw instead.
        seed: Makes a sample repeatable, on any number of cores.
        jobs: How many cores work on it.
        progress: Told, now and then, the number of deals so far and the largest standard error.

    Raises:
        NotationError: If a hand, a board or a third card cannot be read, or a card stands twice.
        GameError: If the game has no such hands, or there is no such deal.

    Cost: less than a millisecond for two known hands before the flop, 5 s at most by default but
        for the largest samples.
    Source: TRA-4.2a, TRA-4.2b, HE-use, HL-split, D22, D25, D26: without odd chips.
    """
    played = load_game(game) if isinstance(game, str) else game
    spot = read_spot(played, hands, board, dead, third, announcement)
    found = tally(spot, exact=exact, samples=samples, seed=seed, jobs=jobs, progress=progress)
    return summary(found, hands)


def tally(  # noqa: PLR0913 - the parts of a question
    spot: Spot,
    *,
    exact: bool | None = None,
    samples: int | None = None,
    seed: int | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Tally:
    """Return the sums of a spot; the arguments are those of `odds`.

    Raises:
        GameError: If hands cannot be dealt together, or the numbers make no sense.
    """
    if exact and samples is not None:
        msg = f"{samples} samples are asked for and an exact result; ask for one of the two"
        raise GameError(msg, code="odds/method")
    _check_numbers(samples, jobs)
    _refuse_impossible(spot)
    if samples is None and exact is not False:
        shortcut = preflop.seconds(spot)
        every = cost(spot)
        patience = MOST_HOURS * 3600 if exact else PATIENCE_S
        if shortcut is not None and shortcut <= min(patience, 2 * every.seconds + 1):
            found = preflop.solve(spot)
            if found is not None:
                return found
        if every.seconds / jobs <= patience:
            return enumerate_all(spot, jobs, progress)
        if exact:
            hours = every.seconds / jobs / 3600
            msg = f"{every.deals:,} deals would take {hours:,.0f} hours; sample some instead"
            raise GameError(msg, code="odds/too-many-deals")
    drawn = randbits(63) if seed is None else seed
    return sample(spot, samples or DEFAULT_SAMPLES, drawn, jobs, progress)


def _check_numbers(samples: int | None, jobs: int) -> None:
    if samples is not None and not 1 <= samples <= MOST_SAMPLES:
        msg = f"{samples} is no number of samples; take 1 to {MOST_SAMPLES:,}"
        raise GameError(msg, code="odds/samples")
    if jobs < 1:
        msg = f"{jobs} cores cannot work; take 1 or more"
        raise GameError(msg, code="odds/jobs")


def _refuse_impossible(spot: Spot) -> None:
    """Raise if the players cannot have hands of their ranges all at once."""
    ranges = [each for each in spot.holdings if not each.random]
    sets = [[sum(1 << card for card in hole) for hole in each.holes.tolist()] for each in ranges]
    if not _dealt_together(sorted(sets, key=len), 0, 0, set()):
        names = " and ".join(repr(each.text) for each in ranges)
        msg = f"{names} cannot all be held at once; there are too few such cards"
        raise GameError(msg, code="odds/impossible")


def _dealt_together(
    sets: Sequence[Sequence[int]], seat: int, taken: int, failed: set[tuple[int, int]]
) -> bool:
    """Return whether the seats from one on can each have a set of cards that nobody else has."""
    if seat == len(sets):
        return True
    if (seat, taken) in failed:
        return False
    rest = partial(_dealt_together, sets, seat + 1, failed=failed)
    if any(not held & taken and rest(taken=taken | held) for held in sets[seat]):
        return True
    failed.add((seat, taken))
    return False
