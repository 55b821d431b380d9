"""What some cards are worth in a game: wild ranks, the high and the low.

Start reading at `rank_cards`; the showdown asks `worth` for each seat.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from wildrank.cards import Card, Rank, format_cards, refuse_duplicates
from wildrank.errors import NotationError
from wildrank.games.model import Announcement, Game, Split
from wildrank.hands import HandValue, ace_to_five_low, best, candidates, high, high_with_wilds

FEWEST_CARDS = 5


class Ranking(NamedTuple):
    """What a player's cards are worth.

    Attributes:
        wild_ranks: The ranks wild for this player, lowest first.
        high: The best high hand; None before there are five cards.
        low: The best low hand; None in games without one, or when none qualifies.
    """

    wild_ranks: tuple[Rank, ...]
    high: HandValue | None
    low: HandValue | None


def personal_wilds(
    game: Game, announcement: Announcement, downcards: Sequence[Card]
) -> tuple[Rank, ...]:
    """Return the ranks that are wild for the holder of some downcards, lowest first.

    Source: TRA-1.3, TRA-1.3a, TRA-1.3c, TRA-3.2a, TRA-3.2b.
    """
    return game.wild.ranks_for(downcards, ace_high=announcement.ace_in_hole == "high")


def worth(
    game: Game,
    announcement: Announcement,
    split: Split,
    cards: tuple[Sequence[Card], Sequence[Card], Sequence[Card]],
) -> HandValue | None:
    """Return the best hand of a player for one half of the pot.

    Args:
        game: The game.
        announcement: What the dealer said.
        split: The half, one of ``game.split``.
        cards: Downcards, upcards and board; cards not seen are left out.

    Returns:
        None with fewer than five known cards, or without a low that qualifies.

    Source: TRA-4.1, TRA-4.1-auto, HE-use, HL-diff.
    """
    down, up, board = ([card for card in part if card.known] for part in cards)
    if len(down) + len(up) + len(board) < FEWEST_CARDS:
        return None
    order = _order(game, announcement, split, down)
    if split.use == "any":
        return order((*down, *up, *board))
    return best(order, candidates(split.use, down + up, board))


def _order(
    game: Game, announcement: Announcement, split: Split, down: Sequence[Card]
) -> Callable[[tuple[Card, ...]], HandValue | None]:
    if split.order == "ace-to-five-low":
        qualifier = announcement.low_qualifier
        return lambda cards: ace_to_five_low(cards, qualifier)
    if not game.has_wilds:
        return high
    wilds, rules = personal_wilds(game, announcement, down), announcement.hand_rules
    return lambda cards: high_with_wilds(cards, wilds, rules)


def rank_cards(
    game: Game,
    announcement: Announcement,
    down: Sequence[Card],
    up: Sequence[Card] = (),
    board: Sequence[Card] = (),
) -> Ranking:
    """Return what a player's cards are worth, after checking that they can be held.

    Raises:
        NotationError: If there are more cards of a kind than the game deals, or one twice.
    """
    _check_counts(game, down, up, board)
    refuse_duplicates((*down, *up, *board), format_cards((*down, *up, *board)))
    halves = {
        split.half: worth(game, announcement, split, (down, up, board)) for split in game.split
    }
    wilds = personal_wilds(game, announcement, down)
    return Ranking(wilds, halves.get("high"), halves.get("low"))


def _check_counts(
    game: Game, down: Sequence[Card], up: Sequence[Card], board: Sequence[Card]
) -> None:
    faced_up = sum(street.up for street in game.streets) + game.has_buy
    limits = (
        ("notation/hole-cards", "personal cards", len(down) + len(up), game.hole_cards),
        ("notation/upcards", "upcards", len(up), faced_up),
        ("notation/board", "board cards", len(board), game.board_cards),
    )
    for code, what, given, most in limits:
        if given > most:
            msg = f"{given} {what} are too many; {game.name} deals at most {most}"
            raise NotationError(msg, code=code)
    if not down:
        msg = f"no downcards are given; {game.name} deals at least one to each player"
        raise NotationError(msg, code="notation/no-downcards")
