"""The strength of one hand, in as short a time as a call from Python takes.

Of many hands at once `wildrank.hands.batch` is a hundred times faster; what a hand is made of is
told by `wildrank.hands.orders`. Start reading at `strength`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Final, NoReturn, SupportsIndex

import numpy as np
import numpy.typing as npt

from wildrank._jit import straight
from wildrank.errors import WildrankError
from wildrank.hands import kernels
from wildrank.hands.tables import NO_WILD, flat
from wildrank.hands.values import HandRules

Flat = npt.NDArray[np.uint64]

_STANDARD: Final = HandRules()
_RANKS: Final[dict[SupportsIndex | None, int]] = {
    None: NO_WILD,
    -1: NO_WILD,
    **{rank: rank for rank in range(NO_WILD)},
}


def strength(
    cards: int | Collection[SupportsIndex],
    wild_rank: SupportsIndex | None = None,
    rules: HandRules = _STANDARD,
) -> int:
    """Return the high strength of one hand of five to seven cards.

    It is the number that ``high`` and ``high_with_wilds`` give, and `strengths` for many hands.

    >>> from wildrank import describe, parse_cards, strength
    >>> describe(strength(parse_cards("5s6d8sQhJd2h5d"), wild_rank=3))
    'straight, queen high'
    >>> strength(0b11111 << 8) == strength([8, 9, 10, 11, 12])
    True

    Args:
        cards: The cards, or the set of them as one whole number in which bit ``c`` is card ``c``;
            a card is 0 to 51, ``4 * rank + suit``.
        wild_rank: The rank (0 to 12) that is wild; None or -1 for none.
        rules: What the dealer announced; it matters only with wilds.

    Raises:
        WildrankError: If they are not five to seven different cards, or the wild rank is no rank.

    Cost: about 0.1 microseconds for a set of cards, 0.3 for a list of them.
    Source: HE-rank, TRA-1.4a, TRA-1.4c, D31, D32, D33, D34.
    """
    try:
        table = _flat if rules is _STANDARD else flat(rules)
        if type(cards) is int:
            if wild_rank is None:
                found = _natural(cards, table)
            else:
                found = _wild(cards, _RANKS[wild_rank], table)
        else:
            rank = NO_WILD if wild_rank is None else _RANKS[wild_rank]
            listed: Any = cards  # an int of another type has no length, and is refused
            found = _packed(_from_bytes(listed, "little"), len(listed), rank, table)
    except (KeyError, OverflowError, TypeError, ValueError):
        _refuse(cards, wild_rank)
    return found or _refuse(cards, wild_rank)


def _refuse(cards: object, wild_rank: object) -> NoReturn:
    """Raise the error that tells what is wrong.

    Raises:
        WildrankError: Always.
    """
    ranks = {None, *range(-1, NO_WILD)}
    if isinstance(wild_rank, SupportsIndex | None) and wild_rank in ranks:
        said = bin(cards) if isinstance(cards, int) else repr(cards)
        msg = f"{said} is no hand; a hand is 5 to 7 different cards, 0 to 51, or their bits"
        raise WildrankError(msg, code="hands/cards") from None
    msg = f"{wild_rank!r} is no wild rank; it is 0 (deuce) to 12 (ace), or None"
    raise WildrankError(msg, code="hands/wild-ranks") from None


# Until the first call the kernels are these three and the table is empty. They load the tables and
# put the real kernels in their place, so that no later call has to ask.


def _first_natural(mask: int, _: Flat) -> int:
    _load()
    return _natural(mask, _flat)


def _first_wild(mask: int, wild_rank: int, table: Flat) -> int:
    _load()
    return _wild(mask, wild_rank, table if len(table) else _flat)


def _first_packed(packed: int, size: int, wild_rank: int, table: Flat) -> int:
    _load()
    return _packed(packed, size, wild_rank, table if len(table) else _flat)


_flat: Flat = np.zeros(0, dtype=np.uint64)
_from_bytes: Final = int.from_bytes
_natural: Callable[[int, Flat], int] = _first_natural
_wild: Callable[[int, int, Flat], int] = _first_wild
_packed: Callable[[int, int, int, Flat], int] = _first_packed


def _load() -> None:
    global _flat, _natural, _wild, _packed  # noqa: PLW0603 - a look into an object takes longer
    _flat = flat(_STANDARD)
    _natural = straight(kernels.one_natural, 0, _flat)
    _wild = straight(kernels.one_with_wilds, 0, 0, _flat)
    _packed = straight(kernels.one_packed, 0, 0, 0, _flat)
