"""What the seat that a hand waits for may do, as amounts and as words.

Start reading at `legal`.
"""

from __future__ import annotations

import msgspec

from wildrank.referee import betting, showdown
from wildrank.referee.state import State, remembered
from wildrank.referee.waiting import Act, Buy, Show, waiting


class Legal(msgspec.Struct, frozen=True, gc=False):
    """What the seat the hand waits for may do; nothing at all when it waits for the dealer.

    Units: whole chips. ``raise_low`` and ``raise_high`` are amounts **to**, 0 where no bet or
    raise is allowed; in fixed limit they are equal.

    Attributes:
        to_call: Chips a call would cost, a short stack already taken into account.
        opening: Whether raising is called betting, since there is nothing to raise.
        capped: Whether only the cap on raises forbids one.
        price: What the card costs face up.
    """

    seat: int | None = None
    fold: bool = False
    check: bool = False
    call: bool = False
    to_call: int = 0
    raise_low: int = 0
    raise_high: int = 0
    opening: bool = False
    capped: bool = False
    buy: bool = False
    take_down: bool = False
    price: int = 0
    show: bool = False
    muck: bool = False

    @property
    def words(self) -> str:
        """What may be done, in words: ``fold, call 4 or raise to 8``."""
        least, most = self.raise_low, self.raise_high
        amount = f"{least}" if least == most else f"{least} to {most}"
        bet = f"bet {amount}" if self.opening else f"raise to {amount}"
        offered = {
            "fold": self.fold,
            "check": self.check,
            f"call {self.to_call}": self.call,
            bet: bool(least),
            f"buy the card up for {self.price}": self.buy,
            "take it down": self.take_down,
            "show": self.show,
            "muck": self.muck,
        }
        words = [word for word, may in offered.items() if may]
        return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


@remembered
def legal(state: State) -> Legal:
    """Return what the seat the hand waits for may do."""
    wait = waiting(state)
    if isinstance(wait, Act):
        return _legal_bets(state, wait.seat)
    if isinstance(wait, Buy):
        return Legal(wait.seat, buy=True, take_down=True, price=wait.price)
    if isinstance(wait, Show):
        return Legal(wait.seat, show=True, muck=showdown.may_muck(state, wait.seat))
    return Legal()


def _legal_bets(state: State, seat: int) -> Legal:
    """Return what a seat may do when it is its turn to bet.

    Source: HE-checkraise, HE-live, D40.
    """
    to_call = betting.call_cost(state, seat)
    low, high, capped = betting.raise_range(state, seat)
    return Legal(
        seat,
        fold=to_call > 0 or state.announcement.free_fold,
        check=not to_call,
        call=to_call > 0,
        to_call=to_call,
        raise_low=low,
        raise_high=high,
        opening=_opens(state),
        capped=capped,
    )


def _opens(state: State) -> bool:
    """Whether a bet now opens the betting: nothing counts as one yet.

    Source: HE-half-open, HE-bb.
    """
    return not state.full_to
