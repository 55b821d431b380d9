"""What a game is and what the dealer says, in words: wild cards, who wins the pot, the stakes.

Start reading at `wild_words`, then `stakes_words` and `announcement_lines`. Nothing here decides
anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from wildrank.cards import Rank
from wildrank.games.model import Announcement, Game, Split, Stakes

_ORDERS: Final = {
    "high": "the best high hand",
    "ace-to-five-low": "the best low hand, aces low, straights and flushes ignored,",
}
_USES: Final = {
    "any": "of any five of the player's cards and the board's",
    "omaha": "of exactly two of the player's cards and three of the board's",
}
_FIVES: Final = {
    "above": "five of a kind above a straight flush",
    "below": "five of a kind below a straight flush",
    "royal": "five of a kind above all but a natural royal flush",
}
_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def number_words(number: int) -> str:
    """Return a number of things as it is said: a word for a small one."""
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def plurals(ranks: tuple[Rank, ...]) -> str:
    """Return ranks in words, ``queens and kings``."""
    *most, last = (rank.plural for rank in ranks)
    return f"{', '.join(most)} and {last}" if most else last


def wild_words(game: Game) -> str:
    """Return which cards are wild, and for whom, as a sentence."""
    said = []
    if game.wild.ranks:
        ranks = plurals(tuple(sorted(map(Rank.parse, set(game.wild.ranks)))))
        said.append(f"{ranks} are wild for all")
    if game.wild.rule == "lowest-hole-rank":
        said.append(
            "each player's lowest downcard and every card of its rank are wild for that player"
            " alone"
        )
    return f"Wild: {', and '.join(said) or 'no card'}."


def split_words(game: Game, announcement: Announcement) -> str:
    """Return who wins the pot, by which order, with which cards, as a sentence."""
    halves = [_half_words(split, announcement) for split in game.split]
    if len(halves) == 1:
        return f"Pot: all of it to {halves[0]}."
    return f"Pot: one half to {halves[0]}; the other to {halves[1]}."


def _half_words(split: Split, announcement: Announcement) -> str:
    words = f"{_ORDERS[split.order]} {_USES[split.use]}"
    if split.half == "high":
        return words
    least = announcement.low_qualifier
    if least is None:
        return f"{words}, however bad"
    return f"{words}, if it is {least} or better, else to the high as well"


# --------------------------------------------------------------------------- what the dealer says


def stakes_words(stakes: Stakes) -> str:
    """Return for how much a hand is played: ``2/4 fixed limit, three raises``."""
    if stakes.limit != "fixed":
        return f"{stakes.limit} limit, smallest bet {stakes.small_bet}"
    cap = stakes.raise_cap
    if cap is None:
        raises = "no cap on raises"
    else:
        raises = f"{number_words(cap)} {'raise' if cap == 1 else 'raises'}"
    return f"{stakes.small_bet}/{stakes.big_bet} fixed limit, {raises}"


def announcement_lines(game: Game, stakes: Stakes, announcement: Announcement) -> list[str]:
    """Return what the dealer says besides, one line a matter, as far as it concerns the game.

    Source: D56.
    """
    return [
        *_forced(stakes),
        *_betting(game, stakes, announcement),
        *_buying(game, announcement),
        *_ranking(game, announcement),
        *_showdown(game, announcement),
    ]


def _forced(stakes: Stakes) -> Iterator[str]:
    if stakes.ante:
        yield {
            "all": f"ante {stakes.ante} by all",
            "dealer": f"the dealer antes {stakes.ante} for all",
            "big-blind": f"the big blind antes {stakes.ante} for all",
        }[stakes.ante_by]
    if len(stakes.blinds) == 1:
        yield f"one blind of {stakes.blinds[0]}"
    elif stakes.blinds:
        yield f"blinds {'/'.join(map(str, stakes.blinds))}"
    if not stakes.ante and not stakes.blinds:
        yield "no ante and no blinds"


def _betting(game: Game, stakes: Stakes, announcement: Announcement) -> Iterator[str]:
    if stakes.limit == "fixed":
        if stakes.big_bet_from <= len(game.streets) and stakes.big_bet > stakes.small_bet:
            yield f"big bets from the {game.streets[stakes.big_bet_from - 1].name} on"
        if stakes.raise_cap is not None and stakes.heads_up_cap != "lifted":
            always = stakes.heads_up_cap == "kept"
            yield "raises capped heads-up too" if always else "no cap when two are dealt in"
        if stakes.raise_cap is not None and stakes.cap_active == "all":
            yield "all-in players keep the cap on"
        if stakes.short_all_in == "full":
            yield "only a full all-in counts as a raise"
    if stakes.blinds and not stakes.blind_counts:
        yield "the blind is not the first bet"
    if stakes.bomb_pot:
        yield "bomb pot: no betting on the first cards"
    if announcement.free_fold:
        yield "folding is allowed when checking is free"


def _buying(game: Game, announcement: Announcement) -> Iterator[str]:
    if not game.has_buy:
        return
    price, street = announcement.third_card_price, next(s.name for s in game.streets if s.buyable)
    card = street if street.endswith("card") else f"card of {street}"
    yield f"{card} face up for {price or 'nothing'}"
    if announcement.buy_order != "in-turn":
        secretly = " in secret" if announcement.buy_order == "secret" else ""
        yield f"all choose{secretly} before any {card} is dealt"
    if announcement.peek:
        yield f"the {card} is seen before it is bought"
    if announcement.all_in_buys:
        yield "players without chips may take it face up"
    if announcement.price_pot == "main":
        yield "the price joins the main pot"


def _ranking(game: Game, announcement: Announcement) -> Iterator[str]:
    if game.wild.rule == "lowest-hole-rank":
        yield f"aces {announcement.ace_in_hole} in the hole"
    if game.has_wilds:
        yield _FIVES[announcement.five_of_a_kind]
        if announcement.double_ace:
            yield "a wild may be a second ace in a flush"
        if announcement.naturals_first:
            yield "fewer wilds win ties"
    if game.has_low:
        qualifier = announcement.low_qualifier
        yield "any low wins its half" if qualifier is None else f"low is {qualifier} or better"
        if announcement.same_winners == "per-half":
            yield "each half is split by itself"


def _showdown(game: Game, announcement: Announcement) -> Iterator[str]:
    if announcement.showdown != "all-in":
        everybody = announcement.showdown == "all"
        yield "all hands are shown" if everybody else "each player shows or mucks in turn"
    if announcement.odd_chip == "high-card":
        yield "odd chips go to the highest card"
    if announcement.burns != game.defaults.get("burns", False):
        yield "cards are burned" if announcement.burns else "no cards are burned"
    if announcement.heads_up != game.defaults.get("heads-up", "button"):
        yield f"heads-up the {_first_heads_up(announcement)} acts first"


def _first_heads_up(announcement: Announcement) -> str:
    return "button" if announcement.heads_up == "button" else "player left of the button"
