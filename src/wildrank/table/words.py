"""What the dealer said, in words, and what a starting hand is called.

Start reading at `stakes_words` and `announcement_lines`. Nothing here decides anything.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from wildrank.cards import Card, Rank
from wildrank.games import Announcement, Game, Stakes
from wildrank.referee import State, wild_ranks

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_FIVES: Final = {
    "above": "five of a kind above a straight flush",
    "below": "five of a kind below a straight flush",
    "royal": "five of a kind above all but a natural royal flush",
}


def stakes_words(stakes: Stakes) -> str:
    """Return for how much a hand is played: ``2/4 fixed limit, three raises``."""
    if stakes.limit != "fixed":
        return f"{stakes.limit} limit, smallest bet {stakes.small_bet}"
    cap = stakes.raise_cap
    if cap is None:
        raises = "no cap on raises"
    else:
        number = _NUMBERS[cap] if cap < len(_NUMBERS) else str(cap)
        raises = f"{number} {'raise' if cap == 1 else 'raises'}"
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


def starting_words(state: State, seat: int) -> str:
    """Return what fewer than five cards are called: ``Fours are wild for you. So far: ...``.

    Args:
        state: The hand as the seat may see it.
        seat: Whose cards.
    """
    cards = [card for card in state.down[seat] + state.up[seat] if card.known]
    if not cards:
        return ""
    if state.game.wild.rule == "lowest-hole-rank":
        return _wild_words([*cards, *state.board], wild_ranks(state, seat))
    return _natural_words(cards)


def _wild_words(cards: list[Card], wilds: Collection[Rank]) -> str:
    """Return the wild ranks, and the least that the cards make with them.

    That is as many of one natural rank as there are, and the wilds; wilds alone are aces.
    """
    ranks = " and ".join(rank.plural for rank in wilds)
    natural = [card.rank for card in cards if card.rank not in wilds]
    best = max(natural, key=lambda rank: (natural.count(rank), rank), default=Rank.ACE)
    alike = natural.count(best) + len(cards) - len(natural)
    floor = {2: f"a pair of {best.plural}"}.get(alike, f"{_NUMBERS[alike]} {best.plural}")
    words = f"{ranks.capitalize()} are wild for you"
    return words if alike < 2 else f"{words}. So far: {floor}"


def _natural_words(cards: list[Card]) -> str:
    ranks = sorted((card.rank for card in cards), reverse=True)
    pairs = [rank for rank in dict.fromkeys(ranks) if ranks.count(rank) > 1]
    if pairs:
        return f"You hold a pair of {' and a pair of '.join(rank.plural for rank in pairs)}"
    words = ", ".join(rank.word for rank in ranks[:-1])
    suited = " of one suit" if len({card.suit for card in cards}) == 1 else ""
    return f"You hold {words} and {ranks[-1].word}{suited}"
