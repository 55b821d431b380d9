"""Betting trees counted a second time, by a program that shares nothing with the referee.

Chips, seats and turns only: no cards, no pots, no events, nothing remembered between branches. It
knows blinds and antes that everybody can pay, no limit, fixed limit with deep stacks and a cap
that is never lifted, and buying a card in turn. Start reading at `walk`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from wildrank.games import Game, Stakes


class Rules(NamedTuple):
    """What the tree depends on: bet sizes by street, where cards are bought, the button."""

    fixed: bool
    sizes: tuple[int, ...]
    buys: tuple[bool, ...]
    price: int
    cap: int
    button: int


class Spot(NamedTuple):
    """A moment in the betting; every tuple has one entry a seat.

    Attributes:
        stacks: Chips behind.
        bets: Chips in front.
        folded: Who is out.
        acted: The bet each seat faced when it last acted on this street, or -1.
        street: The street, 0-based.
        high: The bet to match.
        step: What a full raise adds.
        raises: Bets and raises so far, a blind included.
        last: The seat that acted last.
        buyers: Seats that have still to choose how to take a card.
    """

    stacks: tuple[int, ...]
    bets: tuple[int, ...]
    folded: tuple[bool, ...]
    acted: tuple[int, ...]
    street: int
    high: int
    step: int
    raises: int
    last: int
    buyers: tuple[int, ...]


def rules_of(game: Game, stakes: Stakes, price: int, button: int) -> Rules:
    """Return the rules that matter here of a game and its stakes."""
    return Rules(
        fixed=stakes.limit == "fixed",
        sizes=tuple(stakes.bet_size(street) for street in range(len(game.streets))),
        buys=tuple(street.buyable for street in game.streets),
        price=price,
        cap=(stakes.raise_cap or 0) + 1,
        button=button,
    )


def first_spot(rules: Rules, stacks: list[int], ante: int, blinds: dict[int, int]) -> Spot:
    """Return the first moment, antes and blinds by seat paid."""
    left = [chips - ante - blinds.get(seat, 0) for seat, chips in enumerate(stacks)]
    bets = [blinds.get(seat, 0) for seat in range(len(stacks))]
    high = max(bets)
    last = bets.index(high) if high else rules.button
    return Spot(
        stacks=tuple(left),
        bets=tuple(bets),
        folded=(False,) * len(stacks),
        acted=(-1,) * len(stacks),
        street=0,
        high=high,
        step=rules.sizes[0],
        raises=int(high > 0),
        last=last,
        buyers=(),
    )


def turn(spot: Spot) -> int | None:
    """Return whose decision it is on this street, or None when the street is over."""
    seats = range(len(spot.stacks))
    able = [s for s in seats if spot.stacks[s] > 0 and not spot.folded[s]]
    facing = max(spot.bets[s] for s in seats if not spot.folded[s])
    if len(able) == 1 and spot.bets[able[0]] >= facing:
        return None
    for place in range(1, len(spot.stacks) + 1):
        seat = (spot.last + place) % len(spot.stacks)
        if seat in able and (spot.acted[seat] < 0 or spot.bets[seat] < spot.high):
            return seat
    return None


def to_decision(rules: Rules, spot: Spot) -> tuple[Spot, int] | None:
    """Return the next decision and its seat, streets passed where nobody has any, or None."""
    while True:
        if spot.folded.count(False) == 1:
            return None
        while spot.buyers:
            seat, chips = spot.buyers[0], spot.stacks[spot.buyers[0]]
            if chips and chips >= rules.price:
                return spot, seat
            spot = spot._replace(buyers=spot.buyers[1:])
        found = turn(spot)
        if found is not None:
            return spot, found
        if spot.street + 1 == len(rules.sizes):
            return None
        spot = next_street(rules, spot)


def next_street(rules: Rules, spot: Spot) -> Spot:
    """Return the beginning of the next street, a bet that nobody called returned."""
    count, street = len(spot.stacks), spot.street + 1
    most, second = sorted(spot.bets, reverse=True)[:2]
    stacks = list(spot.stacks)
    stacks[spot.bets.index(most)] += most - second
    order = [(rules.button + 1 + place) % count for place in range(count)]
    return spot._replace(
        stacks=tuple(stacks),
        bets=(0,) * count,
        acted=(-1,) * count,
        street=street,
        high=0,
        step=rules.sizes[street],
        raises=0,
        last=rules.button,
        buyers=tuple(s for s in order if not spot.folded[s]) if rules.buys[street] else (),
    )


def children(rules: Rules, spot: Spot, seat: int) -> Iterator[Spot]:
    """Yield what can come of a decision."""
    if spot.buyers:
        rest = spot._replace(buyers=spot.buyers[1:])
        yield rest
        yield rest._replace(stacks=_less(spot.stacks, seat, rules.price))
        return
    owes = spot.high - spot.bets[seat]
    if owes > 0:
        folded = (*spot.folded[:seat], True, *spot.folded[seat + 1 :])
        yield spot._replace(folded=folded, last=seat)
    yield _bet(spot, seat, min(spot.high, spot.bets[seat] + spot.stacks[seat]))
    for to in _amounts(rules, spot, seat):
        more = to - spot.high
        raised = _bet(spot, seat, to)._replace(high=to, raises=spot.raises + 1)
        yield raised._replace(step=max(spot.step, more), acted=_less(raised.acted, seat, -more))


def _amounts(rules: Rules, spot: Spot, seat: int) -> range:
    most = spot.bets[seat] + spot.stacks[seat]
    opposed = any(
        spot.stacks[s] + spot.bets[s] > spot.high
        for s in range(len(spot.stacks))
        if s != seat and not spot.folded[s] and spot.stacks[s]
    )
    reopened = spot.acted[seat] < 0 or spot.high - spot.acted[seat] >= spot.step
    if most <= spot.high or not opposed or not reopened:
        return range(0)
    if rules.fixed:
        size = spot.high + rules.sizes[spot.street]
        return range(size, size + 1) if spot.raises < rules.cap else range(0)
    return range(min(spot.high + spot.step, most), most + 1)


def _bet(spot: Spot, seat: int, to: int) -> Spot:
    paid = to - spot.bets[seat]
    return spot._replace(
        stacks=_less(spot.stacks, seat, paid),
        bets=_less(spot.bets, seat, -paid),
        acted=_with(spot.acted, seat, value=spot.high),
        last=seat,
    )


def _less(items: tuple[int, ...], place: int, amount: int) -> tuple[int, ...]:
    return _with(items, place, value=items[place] - amount)


def _with(items: tuple[int, ...], place: int, *, value: int) -> tuple[int, ...]:
    return (*items[:place], value, *items[place + 1 :])


def walk(rules: Rules, spot: Spot) -> tuple[list[int], int, int]:
    """Return how many sequences of 1, 2, 3, ... decisions there are, decisions, and ends."""
    found = to_decision(rules, spot)
    if found is None:
        return [], 0, 1
    counts, decisions, ends = [0], 1, 0
    for child in children(rules, *found):
        below, more, over = walk(rules, child)
        counts[0] += 1
        counts += [0] * (len(below) + 1 - len(counts))
        for depth, count in enumerate(below, 1):
            counts[depth] += count
        decisions, ends = decisions + more, ends + over
    return counts, decisions, ends
