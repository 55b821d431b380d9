"""Values of many hands at once, at native speed, wild cards included.

The strengths are those of the reference orders, so a batch can be compared with a single
`HandValue`. The first call on a machine builds tables and compiles (some seconds); later processes
load both. Start reading at `strengths`.
"""

from __future__ import annotations

from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt

from wildrank.errors import WildrankError
from wildrank.hands import kernels
from wildrank.hands.tables import NO_WILD, SIZES, natural_royal, tables
from wildrank.hands.values import MOST_LOW, HandRules

Hands = npt.NDArray[np.uint8]
Strengths = npt.NDArray[np.int32]
Faces = npt.NDArray[np.bool_]

_STANDARD: Final = HandRules()
_STEPS: Final = {"high": kernels.steps_above(0), "low": kernels.steps_above(12)}


def strengths(
    hands: Hands,
    wild_ranks: int | npt.NDArray[np.integer[Any]] | None = None,
    rules: HandRules = _STANDARD,
) -> Strengths:
    """Return the high strength of every hand.

    Args:
        hands: Cards as numbers 0 to 51, ``4 * rank + suit``; a row is a hand.
        wild_ranks: The rank (0 to 12) that is wild in each hand, or one for all; -1 for none,
            as is None.
        rules: What the dealer announced; it matters only with wilds.

    Returns:
        ``int32[n]``: larger wins, equal ties, the same numbers as ``high_with_wilds``.

    Raises:
        WildrankError: If the shape or type is wrong, or a row is no hand: a number that is no
            card, or a card twice.

    Shape: ``hands`` is ``uint8[n, 5..7]``, ``wild_ranks`` ``int[n]``.
    Cost: 3 ns a hand without wilds, 5 ns with them.
    Source: HE-rank, TRA-1.4a, TRA-1.4c, D31, D32, D33, D34.
    """
    hands = _checked(hands)
    if wild_ranks is not None:
        return _with_wilds(hands, _wild_ranks(wild_ranks, len(hands)), rules)
    out = np.empty(len(hands), dtype=np.int32)
    size = hands.shape[1]
    wrong = kernels.high_kernels[size](hands, tables(size, rules), out)
    _refuse_wrong(wrong, hands)
    return out


def _with_wilds(hands: Hands, ranks: Hands, rules: HandRules) -> Strengths:
    """Return the strengths of checked hands, each with its wild rank or ``NO_WILD``."""
    out = np.empty(len(hands), dtype=np.int32)
    size = hands.shape[1]
    found = tables(size, rules)
    wrong = kernels.wild_kernels[size](hands, ranks, found, natural_royal(rules), out)
    _refuse_wrong(wrong, hands)
    if rules.naturals_first:
        kernels.put_naturals_first(hands, ranks, out)
    return out


def low_strengths(hands: Hands, qualifier: int | None = None) -> Strengths:
    """Return the ace-to-five strength of every hand.

    Args:
        hands: As in `strengths`.
        qualifier: Highest pips that qualify, as 8; None for no qualifier.

    Returns:
        ``int32[n]``: larger wins, the same numbers as ``ace_to_five_low``; 0 where none qualifies.

    Raises:
        WildrankError: As `strengths`.

    Shape: ``uint8[n, 5..7]``.
    Source: HL-wheel, HL-pairlow, D26.
    """
    hands = _checked(hands)
    out = np.empty(len(hands), dtype=np.int32)
    size = hands.shape[1]
    wrong = kernels.low_kernels[size](hands, tables(size, _STANDARD), out)
    _refuse_wrong(wrong, hands)
    return _qualified(out, qualifier)


def high_low_strengths(hands: Hands, qualifier: int | None = None) -> tuple[Strengths, Strengths]:
    """Return the high and the low strength of every hand, in one pass.

    Args:
        hands: As in `strengths`.
        qualifier: As in `low_strengths`.

    Raises:
        WildrankError: As `strengths`.

    Shape: ``uint8[n, 5..7]`` to two ``int32[n]``.
    Source: HL-split, HL-diff.
    """
    hands = _checked(hands)
    highs, lows = (np.empty(len(hands), dtype=np.int32) for _ in range(2))
    size = hands.shape[1]
    wrong = kernels.high_low_kernels[size](hands, tables(size, _STANDARD), highs, lows)
    _refuse_wrong(wrong, hands)
    return highs, _qualified(lows, qualifier)


def reach_around_strengths(
    hands: Hands,
    faced_up: bool | Faces = False,  # noqa: FBT001, FBT002 - most often an array
    rules: HandRules = _STANDARD,
    ace_in_hole: Literal["high", "low"] = "high",
) -> Strengths:
    """Return the Texas Reach Around strength of every hand, each with its own wild rank.

    Args:
        hands: Three personal cards first, then the board; cards as in `strengths`.
        faced_up: Whether the third personal card was bought face up, for all or each.
        rules: What the dealer announced.
        ace_in_hole: Whether an ace is the highest or the lowest hole card.

    Raises:
        WildrankError: As `strengths`.

    Shape: ``uint8[n, 5..7]``.
    Source: TRA-1.3, TRA-1.3c, TRA-3.2b, TRA-4.1.
    """
    hands = _checked(hands)
    if ace_in_hole not in _STEPS:
        msg = f"ace_in_hole is 'high' or 'low', not {ace_in_hole!r}"
        raise WildrankError(msg, code="hands/ace-in-hole")
    ranks = np.empty(len(hands), dtype=np.uint8)
    up = _faced_up(faced_up, len(hands))
    wrong = kernels.lowest_ranks(hands, up, _STEPS[ace_in_hole], ranks)
    _refuse_wrong(wrong, hands)
    return _with_wilds(hands, ranks, rules)


def _checked(hands: Hands) -> Hands:
    given: Any = hands
    shape: tuple[int, ...] = getattr(given, "shape", ())
    kind = getattr(given, "dtype", type(given).__name__)
    if kind != np.uint8 or len(shape) != 2 or shape[1] not in SIZES:
        msg = f"hands are uint8[n, 5 to 7], one row a hand, not {kind} of shape {shape}"
        raise WildrankError(msg, code="hands/shape")
    return np.ascontiguousarray(hands)


def _faced_up(faced_up: object, count: int) -> Faces:
    given = np.asarray(faced_up)
    if given.shape not in {(), (count,)} or given.dtype != np.bool_:
        msg = f"faced_up is one truth or {count} of them, not {given.dtype} of {given.shape}"
        raise WildrankError(msg, code="hands/faced-up")
    return np.ascontiguousarray(np.broadcast_to(given, count))


def _wild_ranks(wild_ranks: int | npt.NDArray[np.integer[Any]], count: int) -> Hands:
    given = np.asarray(wild_ranks)
    if given.shape not in {(), (count,)} or not np.issubdtype(given.dtype, np.integer):
        msg = f"wild_ranks is one rank or {count} of them, not {given.dtype} of {given.shape}"
        raise WildrankError(msg, code="hands/wild-ranks")
    if given.size and not -1 <= int(given.min()) <= int(given.max()) < NO_WILD:
        msg = "a wild rank is 0 (deuce) to 12 (ace), or -1 for none"
        raise WildrankError(msg, code="hands/wild-ranks")
    ranks = np.where(given < 0, NO_WILD, given).astype(np.uint8)
    return np.ascontiguousarray(np.broadcast_to(ranks, count))


def _refuse_wrong(wrong: np.uint64, hands: Hands) -> None:
    """Raise, naming the first row that is no hand, when a kernel met one."""
    if not wrong:
        return
    ordered = np.sort(hands, axis=1)
    bad = (ordered[:, -1] >= 52) | (ordered[:, 1:] == ordered[:, :-1]).any(axis=1)
    row = int(bad.argmax())
    msg = (
        f"row {row}, {hands[row].tolist()}, is no hand; a row is {hands.shape[1]} different cards,"
        " 0 to 51"
    )
    raise WildrankError(msg, code="hands/row")


def _qualified(lows: Strengths, qualifier: int | None) -> Strengths:
    """Return lows with 0 for those that do not qualify.

    Source: D26.
    """
    if qualifier is None:
        return lows
    # no pair, and the highest card low enough
    lowest = MOST_LOW - (min(max(qualifier, 0), 13) << 16)
    return np.where(lows >= lowest, lows, np.int32(0))
