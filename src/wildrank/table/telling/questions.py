"""What may be asked of the odds about a hand: only what helps nobody who has still to decide.

Odds are not worked out here, and no card is in a question that was not shown to everybody. Pure.
Start reading at `question_now` and `questions_after`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from wildrank.cards import DECK, Card, format_cards
from wildrank.games import Announcement
from wildrank.referee import Deal, DealCards, State, advance, view, waiting
from wildrank.referee import events as hand_events
from wildrank.table.state import TableHand


class Question(NamedTuple):
    """How some hands that were shown fare against each other, in the words that odds are asked in.

    Attributes:
        street: Which street it is about, from 0.
        chairs: Whose hands they are.
        hands: Personal cards of each but for a third one of Reach Around.
        thirds: Third cards in Reach Around; empty in other games.
    """

    game: str
    announcement: Announcement
    street: int
    board: str
    chairs: tuple[int, ...]
    hands: tuple[str, ...]
    thirds: tuple[str, ...]


def runs_out(state: State) -> bool:
    """Whether nobody has a decision left, all who are in have shown, and cards are to come.

    The rest of the hand is tried out with any cards: who has to decide does not depend on them.
    """
    live = state.live
    open_up = len(live) > 1 and all(state.shown[seat] for seat in live)
    if state.over or not open_up or not isinstance(waiting(state), Deal):
        return False
    seen = view(state, None)
    gone = {*seen.board, *(card for cards in (*seen.down, *seen.up) for card in cards)}
    spare = [card for card in DECK if card not in gone]
    while isinstance(wait := waiting(seen), Deal):
        cards, spare = spare[: wait.count], spare[wait.count :]
        _, seen = advance(seen, DealCards(tuple(cards)))
    return seen.over


def question_now(hand: TableHand) -> Question | None:
    """Return what may be asked about a hand that is played; None while anybody may decide."""
    if hand.over or hand.state is None or not runs_out(hand.state):
        return None
    return _question(hand, hand.state, hand.state)


def questions_after(hand: TableHand) -> list[Question]:
    """Return what may be asked about a hand that is over, for each street once it was dealt.

    Asked are the hands that were shown, in all streets; nothing if fewer than two were.
    """
    if hand.voided or hand.state is None:
        return []
    asked = (_question(hand, state, hand.state) for state in _streets(hand))
    return [question for question in asked if question is not None]


def _streets(hand: TableHand) -> Iterator[State]:
    """Yield the state at the end of each street that was dealt."""
    for step in hand.steps:
        if isinstance(step.event, hand_events.StreetOpened) and step.event.street > 0:
            yield step.before
    if hand.before_awards is not None:
        yield hand.before_awards


def _question(hand: TableHand, then: State, now: State) -> Question | None:
    """Return what is asked about a moment, of the hands that are shown by now."""
    seats = [seat for seat in now.live if now.shown[seat] and then.down[seat]]
    if len(seats) < 2:
        return None
    held = {seat: (*then.down[seat], *then.up[seat]) for seat in seats}
    plain = then.game.hole_cards - then.game.has_buy
    return Question(
        game=then.game.slug,
        announcement=then.announcement,
        street=then.street,
        board=format_cards(then.board),
        chairs=tuple(hand.chairs[seat] for seat in seats),
        hands=tuple(format_cards(held[seat][:plain]) for seat in seats),
        thirds=(
            tuple(_third(held[seat][plain:], up=bool(then.up[seat])) for seat in seats)
            if then.game.has_buy
            else ()
        ),
    )


def _third(cards: tuple[Card, ...], *, up: bool) -> str:
    """Return a third card in the words of the odds: not dealt yet, or dealt this way."""
    return f"{'up' if up else 'down'}:{cards[0]}" if cards else "?"
