"""What the cards of a starting hand are called, before there are five.

Start reading at `starting_words`. Nothing here decides anything.
"""

from __future__ import annotations

from collections.abc import Collection

from wildrank.cards import Card, Rank
from wildrank.games.words import number_words
from wildrank.referee import State, wild_ranks


def starting_words(state: State, seat: int) -> str:
    """Return what fewer than five cards are called: ``Fours are wild for you. So far: ...``.

    Args:
        state: The hand as the seat may see it.
        seat: Whose cards.
    """
    cards = [card for card in state.down[seat] + state.up[seat] if card.known]
    if not cards:
        return ""
    if state.game.wild.rule == "lowest-hole-rank":
        return _wild_words([*cards, *state.board], wild_ranks(state, seat))
    return _natural_words(cards)


def _wild_words(cards: list[Card], wilds: Collection[Rank]) -> str:
    """Return the wild ranks, and the least that the cards make with them.

    That is as many of one natural rank as there are, and the wilds; wilds alone are aces.
    """
    ranks = " and ".join(rank.plural for rank in wilds)
    natural = [card.rank for card in cards if card.rank not in wilds]
    best = max(natural, key=lambda rank: (natural.count(rank), rank), default=Rank.ACE)
    alike = natural.count(best) + len(cards) - len(natural)
    floor = {2: f"a pair of {best.plural}"}.get(alike, f"{number_words(alike)} {best.plural}")
    words = f"{ranks.capitalize()} are wild for you"
    return words if alike < 2 else f"{words}. So far: {floor}"


def _natural_words(cards: list[Card]) -> str:
    ranks = sorted((card.rank for card in cards), reverse=True)
    pairs = [rank for rank in dict.fromkeys(ranks) if ranks.count(rank) > 1]
    if pairs:
        return f"You hold a pair of {' and a pair of '.join(rank.plural for rank in pairs)}"
    words = ", ".join(rank.word for rank in ranks[:-1])
    suited = " of one suit" if len({card.suit for card in cards}) == 1 else ""
    return f"You hold {words} and {ranks[-1].word}{suited}"
