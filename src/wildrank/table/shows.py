"""What may still be opened when a hand is over: own cards, and the board that did not come.

Both are opened like dealt cards, so that everybody can check them, and stand in the log; the
record of the hand is closed before and stays as it is. Pure. Start reading at `revealed` and
`hunted`.
"""

from __future__ import annotations

from collections.abc import Iterator

from wildrank.cards import Card, parse_cards
from wildrank.errors import OutOfTurn, TableError
from wildrank.fair.receipt import Dealing
from wildrank.referee import State
from wildrank.table import events as ev
from wildrank.table.deal import cards_gone
from wildrank.table.room import Room
from wildrank.table.state import TableHand
from wildrank.table.wishes import Rabbit, Reveal


def _over(room: Room, player: str) -> tuple[TableHand, State, int]:
    """Return the hand that is over, its state and the seat of a player in it.

    Raises:
        OutOfTurn: If it is not over, or the player was not in it.
    """
    hand = room.table.hand
    state, seat = (None, None) if hand is None else (hand.state, hand.seat_of(player))
    if hand is None or state is None or seat is None or not state.over:
        msg = "cards are opened after a hand, by those who were dealt in"
        raise OutOfTurn(msg, code="table/no-hand-over")
    return hand, state, seat


def revealed(room: Room, player: str, wish: Reveal) -> tuple[ev.TableEvent, ...]:
    """Show own cards to everybody after a hand; those that are seen already are passed over.

    Raises:
        NotationError: If something in the wish is no card.
        OutOfTurn: If no hand is over, or the player was not in it.
        TableError: If a card is not one of the player's.
    """
    hand, state, seat = _over(room, player)
    cards = parse_cards("".join(wish.cards))
    for card in cards:
        if card not in state.down[seat] + state.up[seat]:
            msg = f"{card} is none of your cards; yours are {_words(state.down[seat])}"
            raise TableError(msg, code="table/not-your-card")
    seen = hand.revealed.get(seat, ()) + (state.down[seat] if state.shown[seat] else ())
    new = tuple(card for card in state.down[seat] if card in cards and card not in seen)
    return (ev.Revealed(hand.chairs[seat], new),) if new else ()


def _words(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))


def hunted(room: Room, player: str, _wish: Rabbit) -> tuple[ev.TableEvent, ...]:
    """Open the board cards that did not come, street by street, as they lie in the deck.

    Nobody gets another personal card for that, and nobody's cards are opened.

    Raises:
        OutOfTurn: If no hand is over, or the player was not in it.
        TableError: If the customs do not allow it, or nothing is left to open.

    Source: D50.
    """
    hand, state, _ = _over(room, player)
    if not room.table.customs.rabbit:
        msg = "undealt cards stay closed at this table; the host may allow to open them"
        raise TableError(msg, code="table/no-rabbit")
    streets = () if hand.rabbit else tuple(_undealt(hand, state))
    if not streets:
        msg = "the board is complete, or has been opened"
        raise TableError(msg, code="table/no-rabbit")
    return streets


def _undealt(hand: TableHand, state: State) -> Iterator[ev.RabbitOpened]:
    gone = cards_gone(state)
    for number, street in enumerate(state.game.streets):
        if number > state.street and street.board:
            gone += street.burn and state.announcement.burns
            yield ev.RabbitOpened(number, hand.deck[gone : gone + street.board])
            gone += street.board


def rabbit_dealing(event: ev.RabbitOpened, state: State) -> Dealing:
    """Return what was opened on one street as if it had been dealt."""
    street = state.game.streets[event.street]
    burn = int(street.burn and state.announcement.burns)
    return Dealing(event.street, up=False, burn=burn, count=len(event.cards), chairs=())
