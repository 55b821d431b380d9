"""The order of high hands with wild cards.

A wild may be any card, one that is held included. The best hand is built from the natural cards
and the number of wilds, class by class from the top; no substitutes are tried out. Start reading
at `high_with_wilds`, then at `_best`. Whose cards are wild is not known here.

Which classes can occur at all follows from the number of wilds: four or more always make five of
a kind, three make four of a kind, two make three of a kind, one makes a pair. So a flush or a
straight has two wilds at most, a full house one, and two pair none.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final, NamedTuple

from wildrank.cards import DECK, Card, Rank
from wildrank.errors import WildrankError
from wildrank.hands import values
from wildrank.hands.naturals import natural_high
from wildrank.hands.values import ACE, ALL_RANKS, FIVE, HandRules, HandValue, straight_ranks

_DEFAULT: Final = HandRules()
_EVERY_RANK: Final = frozenset(range(13))
_FIVE_LEVEL: Final = {
    "above": values.FIVE_ABOVE,
    "below": values.FIVE_BELOW,
    "royal": values.FIVE_UNDER_ROYAL,
}
_RUNS: Final = tuple(
    (top, sum(1 << rank for rank in straight_ranks(top))) for top in range(ACE, 2, -1)
)


class _Holding(NamedTuple):
    """The cards of one holding, both lists from the highest card to the lowest.

    ``masks`` are the ranks of the naturals in each suit.
    """

    naturals: list[Card]
    wilds: list[Card]
    masks: list[int]


class _Made(NamedTuple):
    """A class of hand that the holding can make: the ranks played, and the suit if it has one."""

    level: int
    ranks: Sequence[int]
    suit: int = -1


class _Played(NamedTuple):
    """Five cards, what the wilds among them stand for, and how many do not play as themselves."""

    cards: list[Card]
    plays: dict[Card, Card]
    stretched: int


def high_with_wilds(
    cards: Iterable[Card],
    wild_ranks: Collection[Rank],
    rules: HandRules = _DEFAULT,
) -> HandValue:
    """Return the best high hand when every card of some ranks is wild.

    A wild stands for the card that makes the best hand, itself included. Among equal hands the
    one with the fewest wilds that do not play as themselves is chosen, whatever was announced.
    Without a wild card the value is that of ``high``, the strength included.

    >>> from wildrank.cards import parse_cards
    >>> value = high_with_wilds(parse_cards("5s6d8sQhJd2h5d"), [Rank.FIVE])
    >>> value.category, value.ranks
    ('straight', 'Q')

    Args:
        cards: Five or more different, known cards in any order.
        wild_ranks: The ranks whose cards are wild in this holding.
        rules: What the dealer announced.

    Raises:
        WildrankError: If there are fewer than five cards or an unknown one, or if a wild rank is
            no rank.

    Source:
        TRA-1.3-all, TRA-1.3-min1, TRA-1.4a, TRA-1.4b, TRA-1.4c, TRA-1.4d, TRA-1.4e, TRA-4.1,
        TRA-4.1-auto, TRA-4.2a, TRA-4.2b; decisions D31, D32, D33, D34, D35, D36.
    """
    dealt = values.in_order(cards)
    _check_ranks(wild_ranks)
    wilds = [card for card in dealt if card >> 2 in wild_ranks]
    if not wilds:
        return natural_high(dealt)
    naturals = [card for card in dealt if card >> 2 not in wild_ranks]
    holding = _Holding(naturals, wilds, values.suit_masks(naturals))
    made = _best(holding, rules)
    cards_used, plays, stretched = _play(holding, made)
    level = made.level
    if level == values.ROYAL_FLUSH and stretched and rules.five_of_a_kind == "royal":
        level = values.STRAIGHT_FLUSH  # only a natural royal stands above five of a kind
    against = stretched if rules.naturals_first else 0
    return values.hand_value(level, made.ranks, cards_used, plays, against)


def _check_ranks(wild_ranks: Collection[Rank]) -> None:
    """Refuse wild ranks that are none, or one that stands in no list."""
    try:
        if _EVERY_RANK.issuperset(wild_ranks):
            return
    except TypeError:
        pass
    msg = (
        f"{wild_ranks!r} are no wild ranks; give a list of ranks, as in [Rank.FOUR], or of 0 to 12"
    )
    raise WildrankError(msg, code="hands/wild-ranks")


def _best(holding: _Holding, rules: HandRules) -> _Made:
    """Return the best class that the holding can make, and its ranks.

    Source:
        TRA-1.4a, TRA-1.4c, TRA-1.4c-max, D33.
    """
    count = len(holding.wilds)
    held = values.held_at_least(holding.masks)
    fives = held[max(FIVE - count, 0)]
    if not fives or rules.five_of_a_kind != "above":
        suited = _straight_flush(holding)
        if suited and (not fives or _outranks_five(holding, suited, rules)):
            return suited
    if fives:
        return _Made(_FIVE_LEVEL[rules.five_of_a_kind], [fives.bit_length() - 1] * FIVE)
    _, present, pairs, _, _ = held
    if held[4 - count]:
        return _set(values.FOUR, 4, held[4 - count], present)
    if count == 1 and pairs & pairs - 1:
        three, two = _highest(pairs, 2)
        return _Made(values.FULL_HOUSE, (three, three, three, two, two))
    return (
        _flush(holding, rules)
        or _straight(present, count)
        or (
            _set(values.THREE, 3, held[3 - count], present)
            if held[3 - count]
            else _set(values.PAIR, 2, present, present)
        )
    )


def _outranks_five(holding: _Holding, suited: _Made, rules: HandRules) -> bool:
    """Return whether a straight flush stands above five of a kind.

    Source:
        D33.
    """
    if rules.five_of_a_kind == "royal":
        return suited.level == values.ROYAL_FLUSH and not _missing(holding, suited)
    return rules.five_of_a_kind == "below"


def _set(level: int, size: int, ranks: int, present: int) -> _Made:
    """Return so many cards of the highest of ``ranks`` and the highest natural kickers."""
    rank = ranks.bit_length() - 1
    kickers = _highest(present & ~(1 << rank), FIVE - size)
    return _Made(level, [rank] * size + kickers)


def _straight_flush(holding: _Holding) -> _Made | None:
    """Return the highest straight flush, in the suit that needs the fewest wilds, or None.

    Source:
        Requirements section 4, straight flush: the highest top card.
    """
    count = len(holding.wilds)
    best: _Made | None = None
    for suit, mask in enumerate(holding.masks):
        if mask.bit_count() + count < FIVE:
            continue
        made = _straight(mask, count, suit)
        if made and (best is None or _is_better(holding, made, best)):
            best = made
    return best


def _straight(mask: int, count: int, suit: int = -1) -> _Made | None:
    """Return the highest straight of the natural ranks ``mask`` and ``count`` wilds, or None.

    Source:
        TRA-1.3a, requirements section 4: the wheel only when nothing higher fits.
    """
    for top, run in _RUNS:
        if (run & mask).bit_count() + count >= FIVE:
            if suit < 0:
                return _Made(values.STRAIGHT, straight_ranks(top))
            level = values.ROYAL_FLUSH if top == ACE else values.STRAIGHT_FLUSH
            return _Made(level, straight_ranks(top), suit)
    return None


def _flush(holding: _Holding, rules: HandRules) -> _Made | None:
    """Return the highest flush, or None.

    The wilds take the highest ranks that the flush lacks, or are all aces if so announced.

    Source:
        D31, D32.
    """
    count = len(holding.wilds)
    best: _Made | None = None
    for suit, mask in enumerate(holding.masks):
        if mask.bit_count() + count < FIVE:
            continue
        if rules.double_ace:
            ranks = [ACE] * count + _highest(mask, FIVE - count)
        else:
            lacking = _highest(ALL_RANKS & ~mask, count)
            ranks = _highest(mask | sum(1 << rank for rank in lacking), FIVE)
        made = _Made(values.FLUSH, ranks, suit)
        if best is None or _is_better(holding, made, best):
            best = made
    return best


def _is_better(holding: _Holding, made: _Made, best: _Made) -> bool:
    """Return whether one suited hand beats another, fewer stretched wilds breaking a tie."""
    if made.ranks != best.ranks:
        return tuple(made.ranks) > tuple(best.ranks)
    return _missing(holding, made) <= _missing(holding, best)


def _missing(holding: _Holding, made: _Made) -> int:
    """Return how many wilds a suited hand needs that do not play as themselves."""
    return _play(holding, made).stretched


def _highest(mask: int, count: int) -> list[int]:
    """Return the ``count`` highest ranks of ``mask``, the highest first."""
    ranks = []
    for _ in range(count):
        rank = mask.bit_length() - 1
        ranks.append(rank)
        mask ^= 1 << rank
    return ranks


def _play(holding: _Holding, made: _Made) -> _Played:
    """Return the cards that play the ranks of a made hand.

    Natural cards come first, then wilds that play as themselves, then other wilds.

    Source:
        D31, D35.
    """
    _, ranks, suit = made
    pool = holding.naturals + holding.wilds
    if suit >= 0:
        pool = [card for card in pool if card & 3 == suit]
    cards: list[Card] = []
    lacking: list[int] = []
    for place, rank in enumerate(ranks):
        for card in pool:
            if card >> 2 == rank:
                pool.remove(card)
                break
        else:
            card = holding.wilds[0]  # keeps the place; another wild may take it below
            lacking.append(place)
        cards.append(card)
    wilds = holding.wilds
    own = [cards[place] for place in range(FIVE) if place not in lacking]
    plays = {card: card for card in own if card in wilds}
    shown = own[:]
    spare = [card for card in wilds if card not in plays]
    for place, wild in zip(lacking, spare, strict=False):
        cards[place] = wild
        plays[wild] = _substitute(ranks[place], suit, shown)
        shown.append(plays[wild])
    return _Played(cards, plays, len(lacking))


def _substitute(rank: int, suit: int, shown: Sequence[Card]) -> Card:
    """Return the card of a rank that a wild stands for beside the cards shown.

    A suit that is not among them if possible, else a card that is not, else the spade.

    Source:
        D31.
    """
    if suit >= 0:
        return DECK[4 * rank + suit]
    choices = DECK[4 * rank : 4 * rank + 4][::-1]
    used = {card & 3 for card in shown}
    for card in choices:
        if card & 3 not in used:
            return card
    for card in choices:
        if card not in shown:
            return card
    return choices[0]
