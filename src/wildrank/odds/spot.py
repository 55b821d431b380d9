"""The question of an equity calculation, checked: who holds what, the board, the dead cards.

`read_spot` turns words into a `Spot` or refuses them with one sentence. Start reading there.
Nothing here deals, compares or counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from wildrank.cards import DECK, UNKNOWN, Card, format_cards, parse_cards
from wildrank.errors import GameError, NotationError
from wildrank.games import Announcement, Game, announce
from wildrank.odds.ranges import RANDOM, parse_range

FEWEST_HANDS: Final = 2
MOST_HANDS: Final = 10
NO_CARD: Final = int(UNKNOWN)
THIRDS: Final = "?, down, up, down:8s or up:5c"

Kind = Literal["hole", "omaha", "reach"]


class Holding(NamedTuple):
    """What one player may hold.

    Attributes:
        text: As it was asked for.
        holes: The personal cards of each possible hand but for the third card of Reach Around;
            only hands that the known cards leave possible.
        weights: How likely each is, in any unit.
        third: The third card of Reach Around, or ``NO_CARD`` where it is not known or not dealt.
        up: Whether the third card was bought face up.
        random: Whether it is any hand at all, so that ``holes`` are all there can be.

    Shape: ``holes`` is ``uint8[n, 2]`` or, in Omaha, ``[n, 4]``, ``weights`` ``float64[n]``.
    """

    text: str
    holes: npt.NDArray[np.uint8]
    weights: npt.NDArray[np.float64]
    third: int = NO_CARD
    up: bool = False
    random: bool = False

    @property
    def known(self) -> bool:
        """Whether there is only one hand it can be, the third card apart."""
        return len(self.holes) == 1


class Spot(NamedTuple):
    """A question that makes sense.

    Attributes:
        game: The game, one of those that `kind_of` knows.
        announcement: What the dealer said.
        holdings: What each player may hold, in the order given.
        board: The shared cards that are out, fewer than or as many as the game deals.
        dead: Cards that nobody can hold or get.
    """

    game: Game
    announcement: Announcement
    holdings: tuple[Holding, ...]
    board: tuple[int, ...]
    dead: tuple[int, ...]

    @property
    def kind(self) -> Kind:
        """How hands are made of the cards."""
        return kind_of(self.game)

    @property
    def to_come(self) -> int:
        """How many board cards are still to come."""
        return self.game.board_cards - len(self.board)

    @property
    def thirds(self) -> tuple[int, ...]:
        """The third cards that are known."""
        return tuple(each.third for each in self.holdings if each.third != NO_CARD)

    @property
    def gone(self) -> tuple[int, ...]:
        """The cards on the board, the dead ones and the known third cards."""
        return (*self.board, *self.dead, *self.thirds)

    @property
    def deck(self) -> tuple[int, ...]:
        """The cards that are neither gone nor in a hand of which all cards are known."""
        known = {int(card) for each in self.holdings if each.known for card in each.holes[0]}
        out = known.union(self.gone)
        return tuple(card for card in range(len(DECK)) if card not in out)


def kind_of(game: Game) -> Kind:
    """Return how the hands of a game are made.

    Raises:
        GameError: If odds are not worked out for such a game.
    """
    uses = {split.use for split in game.split}
    halves = [split.half for split in game.split]
    known = halves in (["high"], ["high", "low"]) and not game.wild.ranks
    cards = (game.hole_cards, game.board_cards, game.wild.rule, game.has_buy)
    if known and uses == {"any"} and cards == (2, 5, "none", False):
        return "hole"
    if known and uses == {"omaha"} and cards == (4, 5, "none", False):
        return "omaha"
    if halves == ["high"] and uses == {"any"} and cards == (3, 4, "lowest-hole-rank", True):
        return "reach"
    msg = (
        f"odds are not worked out for {game.slug!r}; they are for games dealt like holdem, "
        "holdem-hilo, omaha-hilo and reach-around"
    )
    raise GameError(msg, code="odds/game")


def read_spot(  # noqa: PLR0913, PLR0917 - the parts of a question
    game: Game,
    hands: Sequence[str],
    board: str = "",
    dead: str = "",
    third: Sequence[str] = (),
    announcement: Announcement | None = None,
) -> Spot:
    """Return the spot that some words describe.

    Args:
        game: The game.
        hands: Cards, a range or ``random`` for each player.
        board: The shared cards that are out.
        dead: Cards that are gone.
        third: In Reach Around, for each hand in order, ``?`` (the same as ``down``: not known and
            face down), ``up`` (not known and bought), ``down:8s`` or ``up:5c``. Missing is ``?``.
        announcement: What the dealer said; None for what is usual.

    Raises:
        NotationError: If words mean nothing, a card is given twice, or a hand is impossible.
        GameError: If the game has no such hands, boards or third cards.

    Source: TRA-2.2, TRA-3.2, TRA-3.2a, TRA-3.2b, HE-deal2.
    """
    kind = kind_of(game)
    _check_count(hands)
    board_cards, dead_cards = _cards(board, "board"), _cards(dead, "dead")
    if len(board_cards) > game.board_cards:
        msg = (
            f"{board!r} are {len(board_cards)} board cards, and {game.name} has "
            f"{game.board_cards} at most"
        )
        raise GameError(msg, code="odds/board")
    words = _third_words(game, kind, hands, third)
    drafts = [_draft(game, kind, text, word) for text, word in zip(hands, words, strict=True)]
    _refuse_twice(drafts, board_cards, dead_cards)
    gone = {*board_cards, *dead_cards, *(each.third for each in drafts)}
    said = announce(game)[1] if announcement is None else announcement
    spot = Spot(game, said, _possible(drafts, gone), board_cards, dead_cards)
    _check_deck(spot)
    return spot


def _check_count(hands: Sequence[str]) -> None:
    if not FEWEST_HANDS <= len(hands) <= MOST_HANDS:
        many = "1 hand is given" if len(hands) == 1 else f"{len(hands)} hands are given"
        msg = f"{many}; odds are for {FEWEST_HANDS} to {MOST_HANDS} hands"
        raise GameError(msg, code="odds/hands")


def _cards(text: str, what: str) -> tuple[int, ...]:
    """Return known cards as numbers."""
    try:
        return tuple(map(int, parse_cards(text)))
    except NotationError as error:
        where = f" ({what})"
        raise error.beside(where) from None


# --------------------------------------------------------------------------------- third cards


def _third_words(game: Game, kind: Kind, hands: Sequence[str], third: Sequence[str]) -> list[str]:
    """Return a word for each hand."""
    if third and kind != "reach":
        msg = f"{third[0]!r} is a third card, and {game.name} deals none"
        raise GameError(msg, code="odds/third")
    if len(third) > len(hands):
        msg = f"{len(third)} third cards are given for {len(hands)} hands; give one for each hand"
        raise GameError(msg, code="odds/third")
    return [*third, *["?"] * (len(hands) - len(third))]


def _third(word: str) -> tuple[int, bool]:
    """Return the third card, ``NO_CARD`` if not known, and whether it was bought face up."""
    how, colon, text = word.partition(":")
    if (word == "?" or how in {"down", "up"}) and not (colon and not text):
        cards = _cards(text, "third card")
        if len(cards) <= 1:
            return (cards[0] if cards else NO_CARD), how == "up"
    msg = f"{word!r} is no third card; write {THIRDS}"
    raise NotationError(msg, code="odds/third")


# --------------------------------------------------------------------------------------- hands


def _draft(game: Game, kind: Kind, text: str, word: str) -> Holding:
    """Return what a hand may be, whatever other cards are known."""
    third, up = _third(word) if kind == "reach" else (NO_CARD, False)
    size = 2 if kind == "reach" else game.hole_cards
    packed = "".join(text.split())
    if packed == RANDOM:
        holes = _every_hole(size)
        return Holding(text, holes, np.ones(len(holes)), third, up, random=True)
    cards = _explicit(packed)
    if cards and kind == "reach" and len(cards) == size + 1:
        if third != NO_CARD:
            msg = f"{text!r} holds a third card, and {word!r} names another; give it once"
            raise NotationError(msg, code="odds/third")
        third, cards = cards[-1], cards[:-1]
    if not cards and size == 2:
        hands = parse_range(text)
        holes = np.array(list(hands), dtype=np.uint8)
        return Holding(text, holes, np.array(list(hands.values())), third, up)
    if len(cards) != size:
        raise _wrong_size(game, kind, text, len(cards))
    return Holding(text, np.array([cards], dtype=np.uint8), np.ones(1), third, up)


def _every_hole(size: int) -> npt.NDArray[np.uint8]:
    return np.array(list(combinations(range(len(DECK)), size)), dtype=np.uint8)


def _explicit(packed: str) -> tuple[int, ...]:
    """Return the cards of a hand given card by card; none for a range.

    Raises:
        NotationError: If one of them is given twice or is not known.
    """
    marks = {*map(str, DECK), str(UNKNOWN)}
    pieces = [packed[at : at + 2] for at in range(0, len(packed), 2)]
    if not pieces or not marks.issuperset(pieces):
        return ()
    cards = [Card.parse(piece) for piece in pieces]
    for card in cards:
        if not card.known:
            msg = f"{packed!r} holds a card not seen; write a range, or random for any hand"
            raise NotationError(msg, code="odds/unknown-card")
        if cards.count(card) > 1:
            raise _given_twice(card)
    return tuple(map(int, cards))


def _wrong_size(game: Game, kind: Kind, text: str, many: int) -> NotationError:
    right = "two downcards, or three personal cards" if kind == "reach" else "two cards"
    right = "four cards" if kind == "omaha" else right
    what = f"is {many} card{'s' * (many != 1)}" if many else "is no hand"
    rest = "or random" if kind == "omaha" else "a range such as QQ+,AKs, or random"
    msg = f"{text!r} {what}; in {game.name} a hand is {right}, {rest}"
    return NotationError(msg, code="odds/hand")


def _given_twice(card: int) -> NotationError:
    msg = f"{DECK[card]} is given twice; a deck has each card once"
    return NotationError(msg, code="odds/duplicate-card")


def _refuse_twice(drafts: Sequence[Holding], *others: Iterable[int]) -> None:
    """Raise if a card that is certain stands in two places."""
    seen: set[int] = set()
    certain = [int(card) for each in drafts if each.known for card in each.holes[0]]
    thirds = [each.third for each in drafts if each.third != NO_CARD]
    for card in (*certain, *thirds, *(card for cards in others for card in cards)):
        if card in seen:
            raise _given_twice(card)
        seen.add(card)


def _possible(drafts: Sequence[Holding], gone: set[int]) -> tuple[Holding, ...]:
    """Return the holdings without the hands that known cards rule out.

    Raises:
        NotationError: If nothing of a range is left.
    """
    certain = {int(card) for each in drafts if each.known for card in each.holes[0]}
    found = []
    for each in drafts:
        out = np.zeros(NO_CARD + 1, dtype=np.bool_)
        out[list(gone if each.known else gone | certain)] = True
        left = ~out[each.holes].any(axis=1)
        if not left.any():
            lost = sorted((gone | certain) & set(each.holes.ravel().tolist()))
            cards = format_cards((DECK[card] for card in lost), " ")
            msg = f"no hand of {each.text!r} is left, because {cards} are given elsewhere"
            raise NotationError(msg, code="odds/empty-range")
        found.append(each._replace(holes=each.holes[left], weights=each.weights[left]))
    return tuple(found)


def _check_deck(spot: Spot) -> None:
    """Raise if the deck has too few cards for the hands and the board."""
    held = sum(spot.game.hole_cards for _ in spot.holdings)
    needed = held + spot.game.board_cards + len(spot.dead)
    if needed > len(DECK):
        msg = f"{needed} cards are needed with the dead ones; a deck has {len(DECK)}"
        raise GameError(msg, code="odds/deck")
