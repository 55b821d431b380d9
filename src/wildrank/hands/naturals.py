"""The standard order of high hands without wild cards.

Start reading at `high`. Hands with wild cards are in `wilds`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wildrank.cards import Card
from wildrank.hands import values
from wildrank.hands.values import FIVE, HandValue, hand_value, held_at_least, straight_ranks


def high(cards: Iterable[Card]) -> HandValue:
    """Return the best high hand of five or more natural cards.

    Straight flush, four of a kind, full house, flush, straight, three of a kind, two pair, pair,
    high card. Suits never rank, the ace is low only under a five-high straight, and only the five
    cards count. Of cards that serve equally the higher suit is taken.

    >>> from wildrank.cards import parse_cards
    >>> value = high(parse_cards("KsKh3c3h9d4s2c"))
    >>> value.category, value.ranks, value.cards[0]
    ('two pair', 'K39', Card('Ks'))

    Args:
        cards: Five or more different, known cards in any order.

    Raises:
        WildrankError: If there are fewer than five cards or an unknown one.

    Source:
        HE-rank, HE-use, HE-board, HE-kicker, HE-kicker-cf, HE-quadboard, HE-wheel, HL-high,
        TRA-1.4a.
    """
    return natural_high(values.in_order(cards))


def natural_high(dealt: Sequence[Card]) -> HandValue:
    """Return the best high hand of natural cards given from the highest to the lowest.

    Source:
        HE-rank.
    """
    masks = values.suit_masks(dealt)
    for mask in masks:
        if mask.bit_count() >= FIVE:
            return _with_flush(dealt, masks)
    _, present, pairs, threes, fours = held_at_least(masks)
    if threes:
        return _fours_or_full(dealt, pairs, threes, fours) or (
            _straight(dealt, present) or _sets(values.THREE, dealt, _top(threes))
        )
    top = straight_top(present)
    if top >= 0:
        return _straight_to(values.STRAIGHT, dealt, top)
    if not pairs:
        return _top_five(values.HIGH_CARD, dealt)
    pair = _top(pairs)
    others = pairs ^ 1 << pair
    if others:
        return _sets(values.TWO_PAIR, dealt, pair, _top(others))
    return _sets(values.PAIR, dealt, pair)


def straight_top(mask: int) -> int:
    """Return the top rank of the best straight among the ranks of ``mask``, or -1.

    Source:
        HE-wheel: the ace stands below the deuce as well as above the king, and never between.
    """
    steps = mask << 1 | mask >> values.ACE  # an ace also counts as one below the deuce
    runs = steps & steps >> 1 & steps >> 2 & steps >> 3 & steps >> 4
    return runs.bit_length() + 2 if runs else -1


def _top(mask: int) -> int:
    """Return the highest rank of ``mask``, -1 if it is empty."""
    return mask.bit_length() - 1


def _with_flush(dealt: Sequence[Card], masks: Sequence[int]) -> HandValue:
    """Return the best hand when some suit holds five cards or more."""
    suited = [suit for suit in range(4) if masks[suit].bit_count() >= FIVE]
    top, suit = max((straight_top(masks[suit]), suit) for suit in suited)
    if top >= 0:
        level = values.ROYAL_FLUSH if top == values.ACE else values.STRAIGHT_FLUSH
        return _straight_to(level, [card for card in dealt if card & 3 == suit], top)
    _, _, pairs, threes, fours = held_at_least(masks)
    flushes = (
        _top_five(values.FLUSH, [card for card in dealt if card & 3 == suit]) for suit in suited
    )
    return _fours_or_full(dealt, pairs, threes, fours) or max(
        flushes, key=lambda value: value.strength
    )


def _fours_or_full(dealt: Sequence[Card], pairs: int, threes: int, fours: int) -> HandValue | None:
    """Return the best four of a kind, else the best full house, else None."""
    if fours:
        return _sets(values.FOUR, dealt, _top(fours))
    if threes:
        three = _top(threes)
        others = pairs ^ 1 << three
        if others:
            return _sets(values.FULL_HOUSE, dealt, three, _top(others))
    return None


def _straight(dealt: Sequence[Card], present: int) -> HandValue | None:
    """Return the best straight, or None."""
    top = straight_top(present)
    return _straight_to(values.STRAIGHT, dealt, top) if top >= 0 else None


def _straight_to(level: int, dealt: Sequence[Card], top: int) -> HandValue:
    """Return the straight up to ``top``, of the highest suits."""
    best = {card >> 2: card for card in reversed(dealt)}
    ranks = straight_ranks(top)
    return hand_value(level, ranks, [best[rank] for rank in ranks], {})


def _sets(level: int, dealt: Sequence[Card], *lead: int) -> HandValue:
    """Return the cards of the leading ranks, then the highest others, five in all."""
    cards = [card for rank in lead for card in dealt if card >> 2 == rank]
    if len(cards) < FIVE:
        cards += [card for card in dealt if card >> 2 not in lead]
    return _top_five(level, cards)


def _top_five(level: int, cards: Sequence[Card]) -> HandValue:
    """Return the value of the first five cards."""
    five = cards[:FIVE]
    return hand_value(level, [card >> 2 for card in five], five, {})
