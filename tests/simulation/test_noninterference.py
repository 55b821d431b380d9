"""Nothing that leaves the server depends on a card that its receiver may not know.

How two tellings of one hand are made and compared is in `simulation.pairs`.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import msgspec
import pytest
import structlog
from simulation.clock import tell
from simulation.pairs import STREAM, differing, telling, two_decks

from wildrank.cards import Card, Suit
from wildrank.errors import WildrankError
from wildrank.fair.receipt import OpenedCard
from wildrank.referee import Event, State
from wildrank.referee import events as hand_events
from wildrank.referee import view as hide
from wildrank.table import acting, pace
from wildrank.table import table as tables
from wildrank.table.deal import HandDeal, openings
from wildrank.table.fold import fold
from wildrank.table.state import TableState
from wildrank.table.telling import audience, hands, proofs, views
from wildrank.table.telling import events as telling_of_events
from wildrank.table.telling.events import Told
from wildrank.table.telling.shapes import HandView, MineView, TableView
from wildrank.web import logs
from wildrank.web.metrics import Metrics

SHARDS = 20
ENOUGH = 100  # pairs in which a leak must be found
RED = (Suit.HEARTS, Suit.DIAMONDS)
Patch = pytest.MonkeyPatch


@pytest.fixture(autouse=True)
def _the_log_is_watched() -> Iterator[None]:
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    logs.configure(STREAM, quiet=False)
    yield
    root.handlers[:] = before
    root.setLevel(level)
    structlog.reset_defaults()


@pytest.mark.parametrize("shard", range(SHARDS))
@pytest.mark.parametrize("pairs", [5_000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_hidden_cards_change_nothing_that_leaves(pairs: int, shard: int) -> None:
    """Frames, answers, log and metrics of two hands that differ in hidden cards are the same."""
    count = pairs // SHARDS
    found = map(differing, range(shard * count, (shard + 1) * count))
    assert [difference for difference in found if difference is not None] == []


def test_the_hands_are_of_every_kind() -> None:
    """Among the pairs are all games, time-outs, all-ins, refusals, people who come back."""
    seen: dict[str, int] = dict.fromkeys(KINDS, 0)
    for seed in range(ENOUGH):
        told = tell(partial(telling, seed, two_decks(random.Random(seed))), seed)
        everything = b"\n".join(left.to.encode() + b" " + left.text for left in told.left)
        for kind, mark in KINDS.items():
            seen[kind] += mark in everything
        again = sum(left.text.startswith(b'{"type":"welcome"') for left in told.left)
        seen["reconnect"] += again > 2
    assert min(seen.values()) > 1, seen


KINDS = {
    "reach-around": b'"game":"reach-around"',
    "holdem-hilo": b'"game":"holdem-hilo"',
    "holdem": b'"game":"holdem"',
    "time-out": b'"what":"time-out"',
    "all-in": b'"all_in":true',
    "sit-out": b'"status":"out"',
    "showdown": b'"what":"shown"',
    "folded out": b'"folded":true',
    "refusal": b'"type":"error"',
    "granted": b'"type":"done"',
    "log": b"could not decide",
    "receipt": b'"wildrank":"receipt 1"',
    "metrics": b"wildrank_wishes_total{",
    "reconnect": b"",
}


# ----------------------------------------------------------------------------------- planted leaks


def someone_hidden(table: TableState) -> Card | None:
    """Return the first downcard of the last seat, while it is in a hand."""
    hand = table.hand
    if hand is None or hand.state is None or not hand.state.down[-1]:
        return None
    return hand.state.down[-1][0]


def red(table: TableState) -> bool:
    """Whether a hidden card is red."""
    card = someone_hidden(table)
    return card is not None and card.suit in RED


def in_view(patch: Patch, leak: Callable[[HandView, TableState], HandView]) -> None:
    """Let a leak change the hand in every view."""
    real = views.own_view

    def own_view(seen: TableView, table: TableState, *rest: Any) -> TableView:  # noqa: ANN401
        own = real(seen, table, *rest)
        if own.hand is None or not red(table):
            return own
        return msgspec.structs.replace(own, hand=leak(own.hand, table))

    patch.setattr(audience, "own_view", own_view)


def card_in_an_event(patch: Patch) -> None:
    """Tell events as they are."""
    patch.setattr(telling_of_events, "see", lambda event, _seat, _state: event)


def card_in_a_view(patch: Patch) -> None:
    """Show the cards of whoever has folded."""
    real = hide

    def view(state: State, seat: int | None) -> State:
        return real(msgspec.structs.replace(state, shown=state.folded), seat)

    patch.setattr(hands, "view", view)


def one_event_for_all(patch: Patch) -> None:
    """Tell everybody of an event what the seat that it is about may see."""

    def seat_of(told: Told, _player: str) -> int | None:
        seat: int | None = getattr(told.event, "seat", None)
        return seat

    patch.setattr(Told, "seat_of", seat_of)


def one_hand_for_another(patch: Patch) -> None:
    """Tell everybody what the one told before holds."""
    real = hands.Holdings.mine
    before: list[MineView | None] = [None]

    def mine(self: hands.Holdings, state: State, seat: int) -> MineView | None:
        before.append(real(self, state, seat))
        return before[-2]

    patch.setattr(hands.Holdings, "mine", mine)


def size_of_a_frame(patch: Patch) -> None:
    """Make a frame longer by one blank."""
    in_view(patch, lambda hand, _table: msgspec.structs.replace(hand, game=hand.game + " "))


def legal_move(patch: Patch) -> None:
    """Forbid a raise into a red card."""

    def leak(hand: HandView, _table: TableState) -> HandView:
        legal = hand.legal and msgspec.structs.replace(hand.legal, raise_low=0, raise_high=0)
        return msgspec.structs.replace(hand, legal=legal)

    in_view(patch, leak)


def order_in_a_list(patch: Patch) -> None:
    """Tell the seats in an order that depends on a card."""
    in_view(patch, lambda hand, _t: msgspec.structs.replace(hand, seats=hand.seats[::-1]))


def reveal_too_early(patch: Patch) -> None:
    """Turn hands up with the last card of the board."""

    def leak(hand: HandView, table: TableState) -> HandView:
        card = someone_hidden(table)
        if hand.street < len(hand.streets) - 1 or card is None:
            return hand
        last = msgspec.structs.replace(hand.seats[-1], down=[str(card)])
        return msgspec.structs.replace(hand, seats=[*hand.seats[:-1], last])

    in_view(patch, leak)


def line_of_the_log(patch: Patch) -> None:
    """Write the number of a card into the server's log."""

    def folded(table: TableState, n: int, event: Any) -> TableState:  # noqa: ANN401
        if isinstance(event, hand_events.HoleDealt):
            logging.getLogger("wildrank").info("dealt %d", int(event.cards[0]))
        return fold(table, n, event)

    patch.setattr(tables, "fold", folded)


def metric(patch: Patch) -> None:
    """Count the red cards among the metrics."""
    real = Metrics.text
    count = 0

    def folded(table: TableState, n: int, event: Any) -> TableState:  # noqa: ANN401
        nonlocal count
        if isinstance(event, hand_events.HoleDealt):
            count += sum(card.suit in RED for card in event.cards)
        if not n:
            count = 0
        return fold(table, n, event)

    patch.setattr(tables, "fold", folded)
    patch.setattr(Metrics, "text", lambda self: real(self) + b"red %d\n" % (count % 7))


def pause(patch: Patch) -> None:
    """Deal a little later after a red card."""
    real = pace._deal_pause

    def deal_pause(state: State, *rest: Any) -> float:  # noqa: ANN401
        late = bool(state.down[-1]) and state.down[-1][0].suit in RED
        return real(state, *rest) + 0.001 * late

    patch.setattr(pace, "_deal_pause", deal_pause)


def words_of_a_refusal(patch: Patch) -> None:
    """Say in a refusal what the next card is."""
    real = acting.acted

    def acted(table: TableState, *rest: Any) -> Sequence[Event]:  # noqa: ANN401
        try:
            return real(table, *rest)
        except WildrankError as error:
            card = table.hand.deck[-1] if table.hand and table.hand.deck else ""
            msg = f"{error.message}, not before the {card}"
            raise type(error)(msg, code=error.code) from error

    patch.setattr("wildrank.table.granting.acted", acted)


def salt_of_a_card(patch: Patch) -> None:
    """Open the last card of the deck with every other."""
    real = openings

    def opened_more(deal: HandDeal, cards: Any) -> tuple[OpenedCard, ...]:  # noqa: ANN401
        opened = real(deal, cards)
        if not opened or deal.order is None:
            return opened
        one = deal.decks[deal.order.deck].open(deal.order.order[-1])
        return (*opened, OpenedCard.of(one._replace(card=0)))

    patch.setattr(proofs, "openings", opened_more)


def receipt(patch: Patch) -> None:
    """Put the cards of everybody into a receipt."""
    patch.setattr(proofs, "see", lambda event, _seat, _state: event)


@pytest.mark.parametrize(
    "leak",
    [
        card_in_an_event,
        card_in_a_view,
        one_event_for_all,
        one_hand_for_another,
        size_of_a_frame,
        legal_move,
        order_in_a_list,
        reveal_too_early,
        line_of_the_log,
        metric,
        pause,
        words_of_a_refusal,
        salt_of_a_card,
        receipt,
    ],
    ids=lambda leak: leak.__name__.replace("_", " "),
)
def test_a_planted_leak_is_found(leak: Callable[[Patch], None], monkeypatch: Patch) -> None:
    """Each way by which a card might leave, and not only its name, makes two hands differ."""
    leak(monkeypatch)
    assert any(differing(seed) is not None for seed in range(ENOUGH))
