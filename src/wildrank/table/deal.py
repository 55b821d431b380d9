"""The deal of a hand that everyone can check: two promised decks, seeds, and openings.

The server promises two decks; the seeds of the people pick one of them and the order in which it
is dealt; each card that somebody may see is opened to those who may see it, and no other. Start
reading at `HandDeal`, then `public_record`. Pure, but for `fresh_decks`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from wildrank.cards import DECK, Card
from wildrank.fair.commit import SALT_BYTES, Commitment
from wildrank.fair.joint import JointOrder, joint_order
from wildrank.fair.receipt import (
    DECK_SIZE,
    Dealing,
    OpenDeck,
    OpenedCard,
    PublicRecord,
    Street,
    deck_name,
)
from wildrank.fair.shuffle import shuffled
from wildrank.referee import Deal, Event, State, see, waiting
from wildrank.referee import events as hand_events

Decks = Callable[[str], tuple[Commitment, Commitment]]
_OPENED_KEPT: Final = 1024


class Step(NamedTuple):
    """An event of a hand, its number in the log, and the state it happened to."""

    n: int
    event: Event
    before: State


class Sealed(msgspec.Struct, frozen=True):
    """A promised deck as the log keeps it: cards and salts as hex digits, and their root."""

    cards: str
    salts: str
    root: str

    @classmethod
    def of(cls, deck: Commitment) -> Sealed:
        """Return a deck as it is kept."""
        return cls(bytes(deck.cards).hex(), b"".join(deck.salts).hex(), deck.root.hex())

    def opened(self, name: bytes) -> Commitment:
        """Return the deck that was kept under a name."""
        salts, size = bytes.fromhex(self.salts), SALT_BYTES
        return Commitment.of(
            name,
            tuple(bytes.fromhex(self.cards)),
            [salts[at : at + size] for at in range(0, len(salts), size)],
        )


class HandDeal(msgspec.Struct, frozen=True, kw_only=True):
    """How the cards of one hand came about.

    Attributes:
        name: The name of the hand, which no other has.
        previous: Hash of the record of the hand before.
        button: Chair of the dealer.
        streets: What each street deals.
        decks: The two decks; hidden from everybody.
        roots: What was published of them.
        promises: Promised hashes of seeds, by chair; None while they are awaited.
        silent: Chairs of people who promised none in time.
        seeds: The seeds sent, by chair; None while they are awaited.
        dropped: Chairs that promised a seed and did not send it in time.
    """

    name: str
    previous: str
    button: int
    streets: tuple[Street, ...]
    decks: tuple[Commitment, Commitment]
    roots: tuple[str, str]
    promises: Mapping[str, str] | None = None
    silent: tuple[int, ...] = ()
    seeds: Mapping[str, str] | None = None
    dropped: tuple[int, ...] = ()

    @property
    def order(self) -> JointOrder | None:
        """Which deck is dealt and in what order; None while seeds are awaited."""
        if self.seeds is None:
            return None
        return _order(self.name, tuple(sorted(self.seeds.items())))

    @property
    def other(self) -> OpenDeck | None:
        """The deck not in play, opened whole."""
        order = self.order
        if order is None:
            return None
        deck = self.decks[1 - order.deck]
        return OpenDeck(deck.cards, tuple(salt.hex() for salt in deck.salts))


@lru_cache(maxsize=256)
def _order(name: str, seeds: tuple[tuple[str, str], ...]) -> JointOrder:
    given = {chair: bytes.fromhex(seed) for chair, seed in seeds}
    return joint_order(name.encode(), given, DECK_SIZE)


def fresh_decks(hand: str) -> tuple[Commitment, Commitment]:
    """Return two decks for a hand, shuffled and salted by the operating system."""
    first, second = (
        Commitment.of(deck_name(hand, number), shuffled(range(DECK_SIZE))) for number in (0, 1)
    )
    return first, second


def dealt_order(deal: HandDeal, seeds: Mapping[str, str]) -> tuple[Card, ...]:
    """Return the cards in the order that some seeds put them in."""
    order = _order(deal.name, tuple(sorted(seeds.items())))
    cards = deal.decks[order.deck].cards
    return tuple(DECK[cards[position]] for position in order.order)


def cards_gone(state: State) -> int:
    """Return how many cards of the deck lie on the table or were burned."""
    return state.burned + len(state.board) + sum(map(len, (*state.down, *state.up)))


@lru_cache(maxsize=_OPENED_KEPT)
def _opened(deck: Commitment, position: int) -> OpenedCard:
    return OpenedCard.of(deck.open(position))


def openings(deal: HandDeal, cards: Iterable[Card]) -> tuple[OpenedCard, ...]:
    """Return the openings of those cards that are known, in their order."""
    order = deal.order
    if order is None:
        return ()
    deck = deal.decks[order.deck]
    return tuple(_opened(deck, deck.cards.index(int(card))) for card in cards if card.known)


def cards_in(event: object) -> tuple[Card, ...]:
    """Return the cards an event tells of, ``??`` for those that are masked in it."""
    if isinstance(event, hand_events.HoleDealt | hand_events.BoardDealt | hand_events.Shown):
        return event.cards
    return (event.card,) if isinstance(event, hand_events.TurnedUp) else ()


def dealings(chairs: Sequence[int], steps: Iterable[Step]) -> dict[int, Dealing]:
    """Return what was dealt together, by the number of the first event that tells of it."""
    found: dict[int, Dealing] = {}
    left = 0
    for n, event, before in steps:
        if not isinstance(event, hand_events.HoleDealt | hand_events.BoardDealt):
            continue
        wait = waiting(before)
        if not left and isinstance(wait, Deal):
            to = tuple(chairs[seat] for seat in wait.seats)
            found[n] = Dealing(before.street, wait.up, wait.burn, wait.count, to)
            left = max(1, len(to))
        left -= 1
    return found


def public_record(
    deal: HandDeal, chairs: tuple[int, ...], steps: Sequence[Step], void: str = ""
) -> PublicRecord:
    """Return what everybody saw of the deal of a hand."""
    seen = (cards_in(see(step.event, None, step.before)) for step in steps)
    opened = {one.position: one for cards in seen for one in openings(deal, cards)}
    return PublicRecord(
        hand=deal.name,
        previous=deal.previous,
        button=deal.button,
        chairs=chairs,
        streets=deal.streets,
        roots=deal.roots,
        promises=dict(deal.promises or {}),
        silent=deal.silent,
        seeds=dict(deal.seeds or {}),
        dropped=deal.dropped,
        other=deal.other,
        deals=tuple(dealings(chairs, steps).values()),
        openings=tuple(opened[position] for position in sorted(opened)),
        void=void,
    )
