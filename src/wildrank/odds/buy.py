"""The question of Reach Around: take the third card down, or buy it face up, and for how much.

A price joins the pot as dead money, so whoever buys plays for a larger pot. Later betting is left
out. Start reading at `buy`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from secrets import randbits

import msgspec

from wildrank.cards import parse_cards
from wildrank.errors import GameError, NotationError
from wildrank.games import Announcement, Game, load_game
from wildrank.odds.ask import odds
from wildrank.odds.result import Odds, PlayerOdds
from wildrank.odds.sample import Progress

UNKNOWN_THIRDS = frozenset({"?", "down", "up"})


class Purchase(msgspec.Struct, frozen=True):
    """What the third card is worth face down and face up, to the first of the hands.

    Units: chips.

    Attributes:
        down: The odds of all hands when the card is taken down.
        up: When it is bought.
        pot: The pot before the price.
        break_even: The price at which both are worth the same; negative where the card is better
            taken down even for nothing, None where any price can be paid because the buyer then
            wins every pot.
        price: What is asked for the card, if it was said.
        gain: How many chips more buying at this price wins than taking the card down.
        error: Standard error of ``gain``, or of ``break_even`` where no price was said.
    """

    down: Odds
    up: Odds
    pot: float
    break_even: float | None
    price: float | None = None
    gain: float | None = None
    error: float = 0.0

    @property
    def buyer(self) -> tuple[PlayerOdds, PlayerOdds]:
        """The first player with the card down and up."""
        return self.down.players[0], self.up.players[0]


def buy(  # noqa: PLR0913 - the parts of a question
    game: Game | str,
    hands: Sequence[str],
    *,
    pot: float = 1.0,
    price: float | None = None,
    board: str = "",
    dead: str = "",
    third: Sequence[str] = (),
    announcement: Announcement | None = None,
    exact: bool | None = None,
    samples: int | None = None,
    seed: int | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Purchase:
    """Return what buying the third card face up is worth to the first of the hands.

    Bought for ``p``, the card is worth ``up * (pot + p) - p``, taken down ``down * pot``, with the
    equities ``up`` and ``down``. Both are the same at ``p = pot * (up - down) / (1 - up)``.

    Args:
        game: A game whose third card can be bought.
        hands: The buyer's two downcards (or a range), then the other hands.
        pot: The pot before the price.
        price: What is asked for the card; None leaves the gain out.
        board: The shared cards that are out.
        dead: Cards that are gone.
        third: As in `odds`; the buyer's is not known and stands first.
        announcement: As in `odds`, like the rest.
        exact: Whether to look at every deal.
        samples: How many deals to draw instead.
        seed: Makes a sample repeatable; both ways are dealt the same cards.
        jobs: How many cores work on it.
        progress: As in `odds`.

    Raises:
        NotationError: As `odds`.
        GameError: As `odds`, and if no third card can be bought or the buyer's is known.

    Source: TRA-3.2-may, TRA-3.2a, TRA-3.2b, TRA-3.2c, D6, D7.
    """
    played = load_game(game) if isinstance(game, str) else game
    _check(played, hands, third, pot, price)
    thirds = list(third[1:])
    drawn = randbits(63) if seed is None else seed
    down, up = (
        odds(
            played,
            hands,
            board=board,
            dead=dead,
            third=[way, *thirds],
            announcement=announcement,
            exact=exact,
            samples=samples,
            seed=drawn,
            jobs=jobs,
            progress=progress,
        )
        for way in ("down", "up")
    )
    return _purchase(down, up, pot, price)


def _purchase(down: Odds, up: Odds, pot: float, price: float | None) -> Purchase:
    """Return the purchase that follows from the odds both ways."""
    lower, upper = down.players[0], up.players[0]
    gap, left = upper.equity - lower.equity, 1 - upper.equity
    if left > 0:
        break_even: float | None = pot * gap / left
        # by the equities: -pot / left down, and pot * (1 - down) / left**2 up
        slopes = (pot / left, pot * (1 - lower.equity) / left**2)
    else:
        break_even = None if gap > 0 else 0.0
        slopes = (0.0, 0.0)
    gain = None
    if price is not None:
        gain = pot * gap - price * left
        slopes = (pot, pot + price)
    error = ((slopes[0] * lower.error) ** 2 + (slopes[1] * upper.error) ** 2) ** 0.5
    return Purchase(down, up, pot, break_even, price, gain, error)


def _check(
    game: Game, hands: Sequence[str], third: Sequence[str], pot: float, price: float | None
) -> None:
    if not game.has_buy:
        msg = f"no card can be bought in {game.name}; --buy is for reach-around"
        raise GameError(msg, code="odds/buy")
    known = third[0] if third and third[0] not in UNKNOWN_THIRDS else ""
    if known or (hands and _has_three(hands[0])):
        msg = f"{known or hands[0]!r} is a third card already dealt; the buyer has two downcards"
        raise GameError(msg, code="odds/buy")
    for chips in (pot, price or 0):
        if not (isfinite(chips) and chips >= 0):
            msg = f"{chips} is neither a pot nor a price; both are chips, 0 or more"
            raise GameError(msg, code="odds/chips")


def _has_three(hand: str) -> bool:
    """Return whether a hand is given as three cards."""
    try:
        return len(parse_cards(hand)) > 2
    except NotationError:
        return False
