"""Random questions, small enough for brute force."""

from __future__ import annotations

import random

from odds.brute import how_many

from wildrank.cards import DECK, Card, format_cards
from wildrank.games import announce, load_game
from wildrank.odds.spot import Spot, kind_of, read_spot

ANNOUNCED: tuple[dict[str, object], ...] = (
    {},
    {"ace-in-hole": "low"},
    {"five-of-a-kind": "below"},
    {"five-of-a-kind": "royal"},
    {"double-ace": True},
    {"naturals-first": True},
    {"naturals-first": True, "five-of-a-kind": "royal", "double-ace": True},
)
SHAPES = ("known", "range", "weighted", "random")


def random_spot(
    slug: str, rng: random.Random, *, most: int = 400, shapes: tuple[str, ...] = SHAPES
) -> Spot:
    """Return a question about a game with some dead cards and at most so many deals, about."""
    game = load_game(slug)
    kind = kind_of(game)
    while True:
        players = rng.choice((2, 2, 3))
        deck = list(DECK)
        rng.shuffle(deck)
        dead = format_cards(_take(deck, rng.choice((0, 10, 25, 32))))
        board = format_cards(_take(deck, game.board_cards - rng.choice((0, 1, 1, 2))))
        hands = [_hand(deck, rng, kind, rng.choice(shapes)) for _ in range(players)]
        third = [_third(deck, rng) for _ in hands] if kind == "reach" else []
        said: dict[str, object] = rng.choice(ANNOUNCED) if kind == "reach" else {}
        if game.has_low:
            said = {"low-qualifier": rng.choice(("none", "8", "7", "9"))}
        if len(deck) < 3:
            continue
        spot = read_spot(game, hands, board, dead, third, announce(game, said)[1])
        if how_many(spot) <= most:
            return spot


def _take(deck: list[Card], many: int) -> list[Card]:
    taken, deck[:] = deck[:many], deck[many:]
    return taken


def _hand(deck: list[Card], rng: random.Random, kind: str, shape: str) -> str:
    """Return a hand in words; ranges are short lists of hands that may share cards."""
    size = 4 if kind == "omaha" else 2
    if shape == "random" and len(deck) < 12:
        return "random"
    if shape in {"known", "random"} or kind == "omaha":
        return format_cards(_take(deck, size))
    cards = _take(deck, 4)
    pairs = [cards[:2], cards[2:], [cards[0], cards[3]]]
    words = [format_cards(pair) for pair in pairs[: rng.choice((2, 3))]]
    if shape == "weighted":
        words = [f"{word}:{rng.choice(('0.25', '1', '3'))}" for word in words]
    return ", ".join(words)


def _third(deck: list[Card], rng: random.Random) -> str:
    way = rng.choice(("?", "down", "up", "down:", "down:", "up:", "up:"))
    return way + format_cards(_take(deck, 1)) if way.endswith(":") else way
