"""The hand orders against an oracle that tries every five cards and every use of each wild."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import product

import pytest
from hands import oracle

from wildrank.cards import DECK, Card, Rank
from wildrank.hands import HandRules, HandValue, high, high_with_wilds

ALL_RULES = [
    HandRules(rules.five_of_a_kind, double_ace=double, naturals_first=naturals)
    for rules, double, naturals in product(
        (HandRules("above"), HandRules("below"), HandRules("royal")), (False, True), (False, True)
    )
]


def deal(rng: random.Random, count: int, ranks: int = 1) -> tuple[list[Card], list[Rank]]:
    """Return seven random cards among which ``count`` are wild, and the wild ranks."""
    chosen = rng.sample(list(Rank), ranks)
    pool = [card for card in DECK if card.rank in chosen]
    others = [card for card in DECK if card.rank not in chosen]
    if rng.random() < 0.3:  # one suit more often, for flushes
        suit = rng.randrange(4)
        others = [card for card in others if card.suit == suit or rng.random() < 0.3]
    cards = rng.sample(pool, count) + rng.sample(others, 7 - count)
    rng.shuffle(cards)
    return cards, chosen


def check_against_oracle(cards: list[Card], wild_ranks: list[Rank]) -> Iterator[list[object]]:
    """Check the values of a holding under all rules and yield what sorts each of them."""
    texts = [str(card) for card in cards]
    outcomes = oracle.grouped(texts, "".join(map(str, wild_ranks)))
    for rules in ALL_RULES:
        value = high_with_wilds(cards, wild_ranks, rules)
        key, category, ranks, stretched = oracle.best(
            outcomes,
            rules.five_of_a_kind,
            doubled=rules.double_ace,
            naturals_first=rules.naturals_first,
        )
        where = f"{texts}, {wild_ranks} wild, {rules}: {value}"
        assert (value.category, value.ranks) == (category, ranks), where
        check_plays(value, cards, wild_ranks, stretched)
        yield [rules, key, value.strength]


def check_plays(
    value: HandValue, cards: list[Card], wild_ranks: list[Rank], stretched: int
) -> None:
    """Check that the five cards, with the wilds played as told, are the hand that is claimed."""
    assert len(set(value.cards)) == 5
    assert set(value.cards) <= set(cards)
    assert value.plays.keys() == {card for card in value.cards if card.rank in wild_ranks}
    assert sum(card != played for card, played in value.plays.items()) == stretched
    played = [str(value.plays.get(card, card)) for card in value.cards]
    suited = len({card[1] for card in played}) == 1
    made = {
        ("flush" if name == oracle.DOUBLED else name, "".join(oracle.RANK_ORDER[r] for r in ranks))
        for name, ranks in oracle.judge("".join(card[0] for card in played), suited=suited)
    }
    assert (value.category, value.ranks) in made
    if len(set(played)) < 5:
        assert value.category in {"flush", "five of a kind"}
        assert len(set(played)) >= (4 if value.category == "five of a kind" else 3)


def check_order(compared: Iterable[list[object]]) -> None:
    """Check that strengths sort, and tie, exactly as the oracle's keys do."""
    by_rules: dict[object, dict[object, set[object]]] = {}
    for rules, key, strength in compared:
        by_rules.setdefault(rules, {}).setdefault(key, set()).add(strength)
    for strengths in by_rules.values():
        in_key_order = [strengths[key] for key in sorted(strengths)]  # type: ignore[type-var]
        assert all(len(same) == 1 for same in in_key_order)
        flat = [min(same) for same in in_key_order]  # type: ignore[type-var]
        assert flat == sorted(set(flat))  # type: ignore[type-var]


def check_random_hands(seed: int, hands: int, count: int, ranks: int = 1) -> None:
    """Check random holdings with a number of wilds against the oracle, under all rules."""
    rng = random.Random(seed)
    compared: list[list[object]] = []
    for _ in range(hands):
        compared += check_against_oracle(*deal(rng, count, ranks))
    check_order(compared)


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_wilds_agree_with_the_oracle(count: int) -> None:
    """TRA-1.3-all, TRA-4.1-auto, D31 to D36: value, wilds and order agree under all rules."""
    check_random_hands(seed=count, hands=300, count=count)


@pytest.mark.parametrize(("count", "hands"), [(1, 50), (2, 50), (3, 50), (4, 20), (5, 3)])
def test_two_wild_ranks_agree_with_the_oracle(count: int, hands: int) -> None:
    """D31: with two wild ranks, as in Kings and Lows, all agrees as well."""
    check_random_hands(seed=count, hands=hands, count=count, ranks=2)


@pytest.mark.slow
@pytest.mark.parametrize("count", [5, 6, 7])
def test_nothing_but_wilds_agrees_with_the_oracle(count: int) -> None:
    """D31: with five and more wilds of two ranks all agrees as well."""
    check_random_hands(seed=200 + count, hands=10, count=count, ranks=2)


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_many_wild_hands_agree_with_the_oracle(count: int) -> None:
    """TRA-4.1-auto: thousands of holdings agree with the oracle under all rules."""
    check_random_hands(seed=100 + count, hands=4000, count=count)


@pytest.mark.parametrize(("count", "hands"), [(1, 30), (2, 4)])
def test_the_oracle_tries_every_card(count: int, hands: int) -> None:
    """D31: trying assignments in groups finds what trying all 52 cards for each wild finds."""
    check_oracle(count, hands)


@pytest.mark.slow
def test_the_oracle_tries_every_card_for_three_wilds() -> None:
    """D31: the same for three wilds, 140,608 assignments for each five cards."""
    check_oracle(3, 5)


def check_oracle(count: int, hands: int) -> None:
    """Compare the two ways of the oracle on random holdings."""
    rng = random.Random(count)
    for _ in range(hands):
        cards, ranks = deal(rng, count)
        texts = [str(card) for card in cards]
        wild_ranks = "".join(map(str, ranks))
        assert oracle.grouped(texts, wild_ranks) == oracle.literal(texts, wild_ranks)


def test_natural_hands_agree_with_the_oracle() -> None:
    """HE-rank, HE-use: the best five of seven natural cards, and their order."""
    rng = random.Random(7)
    compared: list[list[object]] = []
    for _ in range(1000):
        cards, _ = deal(rng, 0)
        value = high(cards)
        outcomes = oracle.grouped([str(card) for card in cards], "")
        key, category, ranks, _ = oracle.best(
            outcomes, "below", doubled=False, naturals_first=False
        )
        assert (value.category, value.ranks) == (category, ranks)
        check_plays(value, cards, [], 0)
        compared.append(["high", key, value.strength])
    check_order(compared)
