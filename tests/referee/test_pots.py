"""Unit tests of the pots: against layers laid chip by chip, and by the rules' own examples."""

from __future__ import annotations

from random import Random

import pytest

from wildrank.games import announce, load_game
from wildrank.referee import Hand, Pot, State, pots
from wildrank.referee.pots import price_level, uncalled
from wildrank.referee.state import fresh, replace


def table(
    committed: tuple[int, ...],
    folded: tuple[bool, ...],
    dead: tuple[tuple[int, int], ...] = (),
    button: int = 0,
) -> State:
    """Return a state in which so much has been committed, by whatever bets."""
    game = load_game("reach-around")
    state = fresh(game, *announce(game), (1,) * len(committed), button)
    return replace(state, committed=committed, folded=folded, dead=dead)


def chip_by_chip(state: State) -> list[tuple[int, set[int]]]:
    """Return the pots, one chip of each seat at a time, from the lowest height to the highest."""
    live = set(state.live)
    top = max(state.committed[seat] for seat in live)
    found: list[tuple[int, set[int]]] = []
    for height in range(max((*state.committed, *(at for at, _ in state.dead))) + 1):
        chips = sum(put >= height > 0 for put in state.committed)
        chips += sum(amount for at, amount in state.dead if at == height)
        may_win = {seat for seat in live if state.committed[seat] >= min(height, top)}
        if chips and found and found[-1][1] == may_win:
            found[-1] = (found[-1][0] + chips, may_win)
        elif chips:
            found.append((chips, may_win))
    return found


def test_pots_random() -> None:
    """Any commitments, folds and dead money make the pots that laying chip by chip makes."""
    random = Random(7)
    for _ in range(3000):
        seats = random.randint(2, 10)
        committed = tuple(random.choice((0, 3, 10, random.randint(0, 25))) for _ in range(seats))
        folded = [random.random() < 0.4 for _ in range(seats)]
        folded[random.randrange(seats)] = False
        levels = (0, *committed)
        dead = tuple(
            (random.choice(levels), random.randint(1, 4)) for _ in range(random.randint(0, 3))
        )
        state = table(committed, tuple(folded), dead, random.randrange(seats))
        found = pots(state)
        assert [(pot.amount, set(pot.seats)) for pot in found] == chip_by_chip(state), state
        assert sum(pot.amount for pot in found) == state.pot
        assert all(list(pot.seats) == [s for s in state.live if s in pot.seats] for pot in found)


@pytest.mark.parametrize(
    ("committed", "folded", "expected"),
    [
        ((10, 25, 25), (), [Pot(30, (1, 2, 0)), Pot(30, (1, 2))]),
        ((10, 25, 25, 12), (3,), [Pot(40, (1, 2, 0)), Pot(32, (1, 2))]),
        ((5, 5), (1,), [Pot(10, (0,))]),
    ],
)
def test_pots_named(
    committed: tuple[int, ...], folded: tuple[int, ...], expected: list[Pot]
) -> None:
    """The layers of HE-allin-side and HE-allin-dead."""
    state = table(committed, tuple(seat in folded for seat in range(len(committed))))
    assert list(pots(state)) == expected


def test_price_joins() -> None:
    """The price joins the last pot that the buyer and somebody else contest. D7."""
    state = table((10, 14, 14), (False, False, False))
    assert price_level(state, 1) == 14
    assert pots(replace(state, dead=((14, 2),))) == (Pot(30, (1, 2, 0)), Pot(10, (1, 2)))
    alone = replace(state, folded=(False, False, True))
    assert price_level(alone, 1) == 10
    assert price_level(state, 0) == 10
    main = replace(state, announcement=replace(state.announcement, price_pot="main"))
    assert price_level(main, 1) == 0


@pytest.mark.parametrize(
    ("bets", "folded", "expected"),
    [
        ((40, 25, 10), (), (0, 15)),
        ((8, 0), (1,), (0, 8)),
        ((8, 5, 8), (), None),
        ((8, 5), (0,), None),
        ((0, 0), (), None),
    ],
)
def test_uncalled(
    bets: tuple[int, ...], folded: tuple[int, ...], expected: tuple[int, int] | None
) -> None:
    """What nobody matched belongs to the one who bet it. D19."""
    state = table(bets, tuple(seat in folded for seat in range(len(bets))))
    assert uncalled(replace(state, bets=bets)) == expected


def test_pots_of_a_hand() -> None:
    """The pots of a hand in play count the bets of this street too."""
    hand = Hand.parse("holdem no 2 @2 10/25/40 | AsAh KsKh QsQh r40 c c")
    assert pots(hand.state) == (Pot(30, (0, 1, 2)), Pot(30, (1, 2)))
    assert hand.state.pot == 60
