"""What a good neighbour would whisper: the price of a call, and what the third card may do.

Counted or sampled from what your seat sees and nothing else. Start reading at `hint`.
"""

from __future__ import annotations

from random import Random
from typing import Final

from wildrank.bots.chances import chances, opponents_of
from wildrank.cards import DECK
from wildrank.games.words import plurals
from wildrank.referee import Legal, State, wild_ranks
from wildrank.referee.worth import personal_wilds

_SEED: Final = 1  # the same question has the same answer


def hint(seen: State, seat: int, allowed: Legal) -> str:
    """Return a sentence about the decision to be made, empty where there is nothing to say.

    Args:
        seen: The hand as the seat sees it.
        seat: Whose decision it is.
        allowed: What may be done.
    """
    if allowed.take_down:
        return _third_card(seen, seat, allowed)
    return _price(seen, seat, allowed) if allowed.call else ""


def _third_card(seen: State, seat: int, allowed: Legal) -> str:
    """Say how often a card that stays hidden would change the wild rank.

    Source: TRA-1.3.
    """
    wild = wild_ranks(seen, seat)
    if not wild or seen.announcement.peek or seen.game.wild.rule != "lowest-hole-rank":
        return ""
    down = seen.down[seat]
    known = {card for cards in (*seen.down, *seen.up, seen.board) for card in cards if card.known}
    unseen = [card for card in DECK if card not in known]
    lower = sum(
        personal_wilds(seen.game, seen.announcement, (*down, card)) != wild for card in unseen
    )
    names = plurals(wild)
    up = f"up, for {allowed.price}, your {names} stay wild" if allowed.buy else ""
    share = round(100 * lower / len(unseen))
    lost = f"down, {share} % to be lower than your {names} and wild instead"
    return f"Hint: {'; '.join(filter(None, (lost, up)))}."


def _price(seen: State, seat: int, allowed: Legal) -> str:
    """Say what a call costs of the pot, and about how often the hand would win it."""
    others = len(opponents_of(seen, seat))
    needed = 100 * allowed.to_call / (seen.pot + allowed.to_call)
    share = 100 * chances(seen, seat, Random(_SEED)).share(others)  # noqa: S311 - a guess
    against = "the other hand" if others == 1 else f"the {others} others"
    return (
        f"Hint: calling {allowed.to_call} for {seen.pot} pays from {needed:.0f} % on;"
        f" your part against {against} is about {share:.0f} %."
    )
