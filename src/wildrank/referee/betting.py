"""Betting: whose turn it is, and what may be bet, under the three limits.

The raise cap, short all-ins and what they reopen are decided here and nowhere else. Nothing here
changes a state. Start reading at `next_to_act` and `raise_range`.
"""

from __future__ import annotations

from typing import NamedTuple

from wildrank.referee.state import NOT_ACTED, State, from_seat


class RaiseRange(NamedTuple):
    """What one seat may raise **to** now, in chips; both 0 where it may not.

    Attributes:
        low: The least, an all-in for less than a full raise included.
        high: The most.
        capped: Whether only the cap on raises forbids one.
    """

    low: int
    high: int
    capped: bool = False


NO_RAISE = RaiseRange(0, 0)


def next_to_act(state: State) -> int | None:
    """Return the seat whose turn it is to bet, or None when the betting of the street is closed.

    A seat is asked as long as it has chips and either has not acted or owes something; alone with
    players who are all-in it is asked only whether to call.

    Source: TRA-2.4a, HE-act1, HE-flop-act, HE-live-option, D52, D53.
    """
    stacks, folded, bets = state.stacks, state.folded, state.bets
    count = len(stacks)
    able = [seat for seat in range(count) if stacks[seat] and not folded[seat]]
    if not able or (state.street == 0 and state.stakes.bomb_pot):
        return None
    if len(able) == 1:
        seat = able[0]
        facing: int = max(bet for other, bet in enumerate(bets) if not folded[other])
        return seat if bets[seat] < facing else None
    faced, to_match = state.faced, state.to_match
    for seat in from_seat(state.turn_from, count):
        if (
            stacks[seat]
            and not folded[seat]
            and (faced[seat] == NOT_ACTED or bets[seat] < to_match)
        ):
            return seat
    return None


def call_cost(state: State, seat: int) -> int:
    """Return the chips a call costs a seat: the bet to match, or all it has."""
    return min(state.to_match - state.bets[seat], state.stacks[seat])


def raise_range(state: State, seat: int) -> RaiseRange:
    """Return what a seat may bet or raise **to**.

    Source: HE-raisecap, HE-half, HE-half-less, HE-half-cum, HE-half-open, D16.
    """
    all_in = state.bets[seat] + state.stacks[seat]
    if all_in <= state.to_match or not _reopened(state, seat) or not _opposed(state, seat):
        return NO_RAISE
    if state.stakes.limit == "fixed":
        cap = state.stakes.raise_cap
        if cap is not None and state.bets_made > cap and not state.uncapped:
            return RaiseRange(0, 0, capped=True)
        size = min(state.full_to + state.stakes.bet_size(state.street), all_in)
        return RaiseRange(size, size)
    low = min(state.to_match + state.min_raise, all_in)
    if state.stakes.limit == "no":
        return RaiseRange(low, all_in)
    pot = state.pot + 2 * state.to_match - state.bets[seat]
    return RaiseRange(low, max(low, min(pot, all_in)))


def _reopened(state: State, seat: int) -> bool:
    """Whether a seat may still raise: it has not acted, or faces enough of a raise since.

    Source: HE-half, HE-half-less, HE-half-cum, D16.
    """
    if state.faced[seat] == NOT_ACTED:
        return True
    return counts_as_full(state, state.to_match - state.faced[seat])


def counts_as_full(state: State, more: int) -> bool:
    """Whether so many chips more than before are a full bet or raise, or count as one.

    In fixed limit half a bet counts, unless a full one was announced; in pot and no limit only a
    raise as large as the last one does.

    Source: HE-half, HE-half-open, D16, D17.
    """
    if state.stakes.limit != "fixed":
        return more >= state.min_raise
    size = state.stakes.bet_size(state.street)
    return more >= size or (state.stakes.short_all_in == "half" and 2 * more >= size)


def _opposed(state: State, seat: int) -> bool:
    """Whether anybody else could put in more than the bet to match."""
    bets, folded, to_match = state.bets, state.folded, state.to_match
    for other, stack in enumerate(state.stacks):
        if stack and other != seat and not folded[other] and stack + bets[other] > to_match:
            return True
    return False


def is_full(state: State, to: int) -> bool:
    """Whether a bet or raise to an amount is a full one, or counts as one.

    Fixed limit measures from the last full bet, so that short all-ins add up and the next raise
    completes them; the other limits measure from the bet to match.

    Source: HE-half, HE-half-less, HE-half-cum, HE-half-open.
    """
    fixed = state.stakes.limit == "fixed"
    return counts_as_full(state, to - (state.full_to if fixed else state.to_match))
