"""Odds the long way: every deal dealt, every hand judged by the reference orders, pots split.

Nothing here is shared with the package but the reference orders, the rule for wild ranks and the
form in which a question and an answer are written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product
from typing import NamedTuple

import numpy as np

from wildrank.cards import DECK, Card, format_cards
from wildrank.games import Announcement, load_game
from wildrank.hands import ace_to_five_low, high, high_with_wilds
from wildrank.odds.result import CATEGORIES, HALF, LOW_CATEGORIES, POT, Tally
from wildrank.odds.spot import NO_CARD, Spot, read_spot

Judged = tuple[int, str]


class Counted(NamedTuple):
    """The sums that a tally has too, as lists."""

    deals: int
    wins: list[int]
    ties: list[int]
    shares: list[int]
    highs: list[int] | None
    lows: list[int] | None
    quarters: list[int] | None
    categories: list[dict[str, int]]
    low_categories: list[dict[str, int]] | None


def small_spot(  # noqa: PLR0917 - the parts of a question
    rng: np.random.Generator,
    slug: str,
    deck: int,
    board: int = 0,
    third: Sequence[str] = (),
    announcement: Announcement | None = None,
) -> Spot:
    """Return a spot of two random hands in which so many random cards can still come.

    A third card is written ``?``, ``up``, or ``down:`` and ``up:`` for a random known one.
    """
    cards = [DECK[at] for at in rng.permutation(52)]
    draw = iter(cards)
    hands = [format_cards([next(draw), next(draw)]) for _ in range(2)]
    out = format_cards([next(draw) for _ in range(board)])
    words = [word + (str(next(draw)) if word.endswith(":") else "") for word in third]
    left = [next(draw) for _ in range(deck)]
    return read_spot(
        load_game(slug), hands, out, format_cards(set(draw) - set(left)), words, announcement
    )


def count(spot: Spot) -> Counted:
    """Return the sums over all deals of two players whose hands are known."""
    halves = len(spot.game.split) == 2
    wins, ties, shares, highs, lows, quarters = ([0, 0] for _ in range(6))
    categories: list[Counter[str]] = [Counter(), Counter()]
    low_categories: list[Counter[str]] = [Counter(), Counter()]
    deals = 0
    for judged in deal(spot):
        deals += 1
        high_won = won(judged[0], HALF)
        low_won = won(judged[1], HALF) if halves else [0, 0]
        for seat in range(2):
            nobody = halves and not sum(low_won)
            share = high_won[seat] * (2 if not halves or nobody else 1) + low_won[seat]
            shares[seat] += share
            wins[seat] += share == POT
            ties[seat] += 0 < share < POT
            highs[seat] += high_won[seat]
            lows[seat] += low_won[seat]
            mine = {high_won[seat], low_won[seat]}
            quarters[seat] += not nobody and mine == {0, HALF // 2}
            categories[seat][judged[0][seat][1]] += 1
            if halves:
                low_categories[seat][judged[1][seat][1]] += 1
    return Counted(
        deals,
        wins,
        ties,
        shares,
        highs if halves else None,
        lows if halves else None,
        quarters if halves else None,
        [dict(each) for each in categories],
        [dict(each) for each in low_categories] if halves else None,
    )


def counted(tally: Tally) -> Counted:
    """Return a tally in the form of `count`."""
    return Counted(
        tally.deals,
        tally.wins.tolist(),
        tally.ties.tolist(),
        tally.shares.tolist(),
        None if tally.highs is None else tally.highs.tolist(),
        None if tally.lows is None else tally.lows.tolist(),
        None if tally.quarters is None else tally.quarters.tolist(),
        [_named(CATEGORIES, row) for row in tally.categories.tolist()],
        None
        if tally.low_categories is None
        else [_named(LOW_CATEGORIES, row) for row in tally.low_categories.tolist()],
    )


def _named(names: Sequence[str], row: Sequence[int]) -> dict[str, int]:
    return {name: many for name, many in zip(names, row, strict=True) if many}


def won(judged: Sequence[Judged], prize: int) -> list[int]:
    """Return what each player wins of a prize: the best strength, shared; nothing without any."""
    best = max(strength for strength, _ in judged)
    if not best:
        return [0, 0]
    winners = [strength == best for strength, _ in judged]
    return [prize // sum(winners) * wins for wins in winners]


def deal(spot: Spot) -> Iterator[list[list[Judged]]]:
    """Yield for each deal the high hands of both players, and the low ones if the game has any."""
    gone = {int(card) for each in spot.holdings for card in each.holes[0]} | set(spot.gone)
    deck = [card for card in DECK if card not in gone]
    for coming in combinations(deck, spot.to_come):
        board = [DECK[card] for card in spot.board] + list(coming)
        rest = [card for card in deck if card not in coming]
        if spot.kind == "reach":
            yield from _reach(spot, board, rest)
        else:
            cards = [[*_hole(spot, seat), *board] for seat in range(2)]
            highs = [_judged(high(held)) for held in cards]
            yield [highs, [_low(spot, held) for held in cards]]


def _hole(spot: Spot, seat: int) -> list[Card]:
    return [DECK[card] for card in spot.holdings[seat].holes[0]]


def _reach(spot: Spot, board: list[Card], rest: list[Card]) -> Iterator[list[list[Judged]]]:
    choices = [rest if each.third == NO_CARD else [DECK[each.third]] for each in spot.holdings]
    values = [
        {third: _wild(spot, seat, third, board) for third in choices[seat]} for seat in range(2)
    ]
    for thirds in product(*choices):
        if thirds[0] != thirds[1]:
            yield [[values[seat][third] for seat, third in enumerate(thirds)]]


def _wild(spot: Spot, seat: int, third: Card, board: list[Card]) -> Judged:
    hole = _hole(spot, seat)
    down = hole if spot.holdings[seat].up else [*hole, third]
    wild = spot.game.wild.ranks_for(down, ace_high=spot.announcement.ace_in_hole == "high")
    return _judged(high_with_wilds([*hole, third, *board], wild, spot.announcement.hand_rules))


def _judged(value: object) -> Judged:
    return getattr(value, "strength", 0), getattr(value, "category", "none qualifies")


def _low(spot: Spot, held: list[Card]) -> Judged:
    return _judged(ace_to_five_low(held, spot.announcement.low_qualifier))


def renamed(text: str, suits: str) -> str:
    """Return cards with the suits ``cdhs`` exchanged for others."""
    return text.translate(str.maketrans("cdhs", suits))


SUIT_NAMES = ["".join(order) for order in permutations("cdhs")]
