"""Odds the slow way: every deal is dealt, valued and awarded by the referee.

Nothing of `wildrank.odds` is used but the question itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from math import prod
from typing import Any, NamedTuple

from wildrank.cards import DECK, Card
from wildrank.games import Announcement, Game, load_game
from wildrank.hands import HandValue
from wildrank.odds.result import CATEGORIES, HALF, LOW_CATEGORIES, POT
from wildrank.odds.spot import NO_CARD, Holding, Spot
from wildrank.referee import Hand
from wildrank.referee.pots import Pot
from wildrank.referee.showdown import _award
from wildrank.referee.worth import worth

Cards = tuple[Card, ...]


class Deal(NamedTuple):
    """One deal: the downcards and upcards of each player, the board, and how likely it is."""

    downs: tuple[Cards, ...]
    ups: tuple[Cards, ...]
    board: Cards
    weight: float


class Count(NamedTuple):
    """What `wildrank.odds.result.Tally` holds, from awards of pots of 5,040 chips."""

    deals: int
    weight: float
    sums: dict[str, list[float]]
    categories: list[dict[str, float]]
    lows: list[dict[str, float]]


def count(spot: Spot) -> Count:
    """Return the sums over every deal of a spot."""
    players = len(spot.holdings)
    sums = {
        name: [0.0] * players for name in ("wins", "ties", "shares", "highs", "lows", "quarters")
    }
    categories: list[dict[str, float]] = [{} for _ in range(players)]
    lows: list[dict[str, float]] = [{} for _ in range(players)]
    deals, weight = 0, 0.0
    for deal in every_deal(spot):
        deals += 1
        weight += deal.weight
        valued = values(spot.game, spot.announcement, deal)
        for seat in range(players):
            high, low = valued["high"][seat], valued.get("low", {}).get(seat)
            assert high is not None
            categories[seat][high.category] = categories[seat].get(high.category, 0) + deal.weight
            name = low.category if low else "none qualifies"
            lows[seat][name] = lows[seat].get(name, 0) + deal.weight
        for name, seat, amount in awarded(spot, valued):
            sums[name][seat] += amount * deal.weight
    return Count(deals, weight, sums, categories, lows)


def every_deal(spot: Spot) -> Iterator[Deal]:
    """Yield every deal of a spot."""
    gone = {DECK[card] for card in (*spot.board, *spot.dead, *spot.thirds)}
    for downs, ups, weight, taken in _hands(spot, spot.holdings, gone):
        rest = [card for card in DECK if card not in taken]
        for more in combinations(rest, spot.to_come):
            board = (*(DECK[card] for card in spot.board), *more)
            yield Deal(downs, ups, board, weight)


def _hands(
    spot: Spot, holdings: Sequence[Holding], taken: set[Card]
) -> Iterator[tuple[tuple[Cards, ...], tuple[Cards, ...], float, set[Card]]]:
    """Yield every set of personal cards of some players out of the cards not taken."""
    if not holdings:
        yield (), (), 1.0, taken
        return
    first, *rest = holdings
    for hole, weight in zip(first.holes.tolist(), first.weights.tolist(), strict=True):
        cards = tuple(DECK[card] for card in hole)
        if taken & set(cards):
            continue
        for third in _thirds(spot, first, taken | set(cards)):
            here = taken | set(cards) | set(third)
            down, up = ((*cards, *third), ()) if not first.up else (cards, third)
            for downs, ups, more, there in _hands(spot, rest, here):
                yield (down, *downs), (up, *ups), weight * more, there


def _thirds(spot: Spot, holding: Holding, taken: set[Card]) -> Iterator[Cards]:
    if spot.kind != "reach":
        yield ()
    elif holding.third != NO_CARD:
        yield (DECK[holding.third],)
    else:
        yield from ((card,) for card in DECK if card not in taken)


def values(
    game: Game, announcement: Announcement, deal: Deal
) -> dict[str, dict[int, HandValue | None]]:
    """Return what each player's hand is worth for each half of the pot, by the referee."""
    return {
        split.half: {
            seat: _worth(game.slug, announcement, at, (down, up, deal.board))
            for seat, (down, up) in enumerate(zip(deal.downs, deal.ups, strict=True))
        }
        for at, split in enumerate(game.split)
    }


@cache
def _worth(
    slug: str, announcement: Announcement, split: int, cards: tuple[Cards, Cards, Cards]
) -> HandValue | None:
    game = load_game(slug)
    return worth(game, announcement, game.split[split], cards)


def awarded(
    spot: Spot, valued: dict[str, dict[int, HandValue | None]]
) -> Iterator[tuple[str, int, float]]:
    """Yield each sum by name, the seat and what a deal adds to it, by the referee's awards."""
    players = len(spot.holdings)
    state = _state(spot.game.slug, players)
    strengths = {
        half: {seat: value.strength for seat, value in each.items() if value is not None}
        for half, each in valued.items()
    }
    seats = tuple(range(players))
    won: dict[str, dict[int, int]] = {"high": {}, "low": {}, "whole": {}}
    for award in _award(state, 0, Pot(POT, seats), list(seats), strengths):
        assert all(share.odd == 0 for share in award.shares)
        for part in award.shares:
            won[award.half][part.seat] = won[award.half].get(part.seat, 0) + part.amount
    low_won = bool(strengths.get("low"))
    for seat in seats:
        high, low, whole = (won[half].get(seat, 0) for half in ("high", "low", "whole"))
        share = high + low + whole
        yield "shares", seat, share
        yield "wins", seat, share == POT
        yield "ties", seat, 0 < share < POT
        if "low" in valued:
            # where the same players win both halves the whole pot is shared once, and where no
            # low qualifies the high half is the whole pot
            parts = (whole // 2, whole // 2) if low_won and whole else (high, low)
            high, low = parts if low_won else ((high + whole) // 2, 0)
            yield "highs", seat, high * HALF / (POT // 2)
            yield "lows", seat, low * HALF / (POT // 2)
            yield "quarters", seat, low_won and (high == 0) != (low == 0) and share < POT // 2


@cache
def _state(slug: str, players: int) -> Any:  # noqa: ANN401 - a state of the referee
    return Hand.start(slug, [100] * players, button=0).state


def assert_same(found: Any, spot: Spot, rel: float = 0.0) -> None:  # noqa: ANN401 - a Tally
    """Fail unless a tally holds exactly what the referee awards over every deal."""
    brute = count(spot)
    assert found.deals == brute.deals
    assert _close([found.weight], [brute.weight], rel)
    names = ["wins", "ties", "shares"]
    if spot.game.has_low:
        names += ["highs", "lows", "quarters"]
    for name in names:
        assert _close(getattr(found, name).tolist(), brute.sums[name], rel), name
    for seat, each in enumerate(brute.categories):
        wanted = [each.get(name, 0) for name in CATEGORIES]
        assert _close(found.categories[seat].tolist(), wanted, rel)
    if spot.game.has_low:
        for seat, each in enumerate(brute.lows):
            wanted = [each.get(name, 0) for name in LOW_CATEGORIES]
            assert _close(found.low_categories[seat].tolist(), wanted, rel)


def _close(found: Sequence[float], wanted: Sequence[float], rel: float) -> bool:
    return all(
        abs(one - other) <= rel * max(1.0, abs(other))
        for one, other in zip(found, wanted, strict=True)
    )


def how_many(spot: Spot) -> int:
    """Return about how many deals a spot has, to keep brute force short."""
    left = 52 - len(spot.gone) - sum(each.holes.shape[1] for each in spot.holdings)
    open_thirds = [
        each for each in spot.holdings if spot.kind == "reach" and each.third == NO_CARD
    ]
    boards = prod(range(left - spot.to_come + 1, left + 1)) // max(
        1, prod(range(1, spot.to_come + 1))
    )
    hands = prod(len(each.holes) for each in spot.holdings)
    return int(hands * boards * left ** len(open_thirds))
