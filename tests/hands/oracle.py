"""An oracle for high hands with wild cards that tries everything.

It shares no code with the package: a hand is judged from texts of ranks and suits, and the best
use of wilds is found by trying every five cards and every card that each wild could be. Two ways
of trying are offered. `literal` writes out all 52 cards for every wild. `grouped` tries the same
assignments in groups that judge alike: of a wild only its rank matters, whether it has the one
suit that could make a flush, and whether it is itself. A test holds the two against each other.

An outcome is ``(ranks, -stretched)`` of a category, the best of each category being kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import combinations, product

RANK_ORDER = "23456789TJQKA"
WHOLE_DECK = [rank + suit for rank in RANK_ORDER for suit in "shdc"]
STRAIGHTS = {frozenset("AKQJT98765432A"[start : start + 5]) for start in range(10)}
BY_SHAPE = {
    (1, 1, 1, 1, 1): "high card",
    (2, 1, 1, 1): "pair",
    (2, 2, 1): "two pair",
    (3, 1, 1): "three of a kind",
    (3, 2): "full house",
    (4, 1): "four of a kind",
    (5,): "five of a kind",
}
# A flush in which some card stands twice is kept apart: the dealer must have allowed it.
DOUBLED = "doubled flush"
ASCENDING = [
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
]

Outcome = tuple[tuple[int, ...], int]
Outcomes = dict[str, Outcome]
Best = tuple[tuple[int, tuple[int, ...], int], str, str, int]


def judge(ranks: str, *, suited: bool) -> list[tuple[str, tuple[int, ...]]]:
    """Return all categories that five ranks make, the suits being all one or not."""
    return _judge("".join(sorted(ranks)), suited)


@cache
def _judge(ranks: str, suited: bool) -> list[tuple[str, tuple[int, ...]]]:  # noqa: FBT001 - cached
    counts = sorted(((n, RANK_ORDER.index(r)) for r, n in Counter(ranks).items()), reverse=True)
    groups = tuple(rank for _, rank in counts)
    each = tuple(sorted((RANK_ORDER.index(rank) for rank in ranks), reverse=True))
    straight = frozenset(ranks) in STRAIGHTS
    top = (3 if "A" in ranks and "2" in ranks else each[0],)
    found = [(BY_SHAPE[tuple(n for n, _ in counts)], groups)]
    if straight:
        found.append(("straight", top))
    if suited:
        found.append(("flush" if len(counts) == 5 else DOUBLED, each))
    if suited and straight:
        found.append(("straight flush", top))
    return found


def literal(cards: Iterable[str], wild: str) -> Outcomes:
    """Return the best outcome of each category, each wild being each of the 52 cards in turn."""
    outcomes: Outcomes = {}
    for five in combinations(cards, 5):
        wilds = [card for card in five if card[0] in wild]
        naturals = [card for card in five if card[0] not in wild]
        for played in product(WHOLE_DECK, repeat=len(wilds)):
            hand = naturals + list(played)
            stretched = sum(card != as_card for card, as_card in zip(wilds, played, strict=True))
            _keep(
                outcomes,
                "".join(card[0] for card in hand),
                stretched,
                suited=len({card[1] for card in hand}) == 1,
            )
    return outcomes


def grouped(cards: Iterable[str], wild: str) -> Outcomes:
    """Return what `literal` returns, trying the assignments in groups that judge alike."""
    outcomes: Outcomes = {}
    for five in combinations(sorted(cards), 5):
        wilds = tuple(card for card in five if card[0] in wild)
        naturals = [card for card in five if card[0] not in wild]
        own = "".join(card[0] for card in naturals)
        suits = {card[1] for card in naturals}
        for suit in suits if len(suits) == 1 else {""} if suits else set("shdc"):
            for ranks, suited, stretched in _assignments(wilds, suit):
                _keep(outcomes, own + ranks, stretched, suited=suited)
    return outcomes


@cache
def _assignments(wilds: tuple[str, ...], suit: str) -> list[tuple[str, bool, int]]:
    """Return the ranks the wilds can show, whether all in the suit, and how few are stretched."""
    fewest = {("", bool(suit)): 0}
    for wild in wilds:
        grown: dict[tuple[str, bool], int] = {}
        for (ranks, suited), stretched in fewest.items():
            for rank, in_suit, itself in _choices(wild, suit):
                key = "".join(sorted(ranks + rank)), suited and in_suit
                now = stretched + (not itself)
                grown[key] = min(now, grown.get(key, now))
        fewest = grown
    return [(ranks, suited, stretched) for (ranks, suited), stretched in fewest.items()]


@cache
def _choices(wild: str, suit: str) -> set[tuple[str, bool, bool]]:
    """Return the groups of the 52 cards: rank, whether of the suit, whether ``wild`` itself."""
    return {(card[0], card[1] == suit, card == wild) for card in WHOLE_DECK}


def _keep(outcomes: Outcomes, ranks: str, stretched: int, *, suited: bool) -> None:
    """Keep what five cards make where it is better than what was known."""
    for category, deciding in judge(ranks, suited=suited):
        outcome = deciding, -stretched
        if category not in outcomes or outcomes[category] < outcome:
            outcomes[category] = outcome


def best(outcomes: Outcomes, five_of_a_kind: str, *, doubled: bool, naturals_first: bool) -> Best:
    """Return the best outcome under an announcement.

    Returns:
        A key that sorts like the hands, the category, its deciding ranks as text, and the
        wilds that are stretched.
    """
    top = {
        "above": ["straight flush", "royal", "five of a kind"],
        "below": ["five of a kind", "straight flush", "royal"],
        "royal": ["straight flush", "five of a kind", "royal"],
    }[five_of_a_kind]
    order = ASCENDING + top
    found = []
    for category, (ranks, against) in outcomes.items():
        shown = "flush" if category == DOUBLED else category
        if category == DOUBLED and not doubled:
            continue
        level = order.index(shown)
        royal = shown == "straight flush" and ranks == (12,)
        if royal and five_of_a_kind == "royal" and against == 0:
            level = order.index("royal")
        key = level, ranks, against if naturals_first else 0
        text = "".join(RANK_ORDER[rank] for rank in ranks)
        found.append((against, key, shown, text))
    against, key, shown, text = max(found, key=lambda one: (one[1], one[0]))
    return key, shown, text, -against
