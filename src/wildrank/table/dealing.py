"""How a hand begins and goes on: the promised decks, the first events, the cards, and time-outs.

Pure functions of a table and its hand; `wildrank.table.granting` and `wildrank.table.steps` call
them. Start reading at `promise_hand`, then `start_hand`.
"""

from __future__ import annotations

from collections.abc import Sequence

from wildrank.cards import Card
from wildrank.errors import GameError, TableError
from wildrank.fair.commit import Commitment
from wildrank.fair.receipt import Street
from wildrank.games import GameCall, Stakes, announce, load_game
from wildrank.referee import (
    PLAIN,
    Check,
    Deal,
    DealCards,
    Fold,
    MuckCards,
    PlayerAction,
    Posts,
    ShowCards,
    State,
    TakeDown,
    beaten,
    legal,
    opening,
)
from wildrank.table import events as ev
from wildrank.table.blinds import declined, move_button, passed_over, posts_blinds, seat_blinds
from wildrank.table.calling import allowed, spoken
from wildrank.table.deal import Sealed, cards_gone
from wildrank.table.kills import killed
from wildrank.table.state import TableHand, TableState


def promise_hand(
    table: TableState,
    called: ev.GameCalled,
    ready: Sequence[int],
    decks: tuple[Commitment, Commitment],
) -> tuple[ev.TableEvent, ...]:
    """Return the events before a hand: the call, and two decks that are promised.

    Where too few are left without those who sit out when the big blind comes, it has come to them:
    they sit out, and there is no hand.

    Args:
        table: The table.
        called: What the dealer said.
        ready: Chairs to be dealt in.
        decks: The two decks; their names are those of the hand and a number.

    Raises:
        GameError: As `spoken`.
        TableError: As `spoken`.
    """
    call, buy_in = GameCall(called.game, called.settings), table.customs.buy_in.usual
    game, stakes, announcement = spoken(call, len(ready), buy_in)
    if game not in allowed(table, len(ready)):
        words = ", ".join(one.slug for one in allowed(table, len(ready)))
        msg = f"{game.name} is not played at this table; the games are {words}"
        raise TableError(msg, code="table/not-played")
    seating = None
    if posts_blinds(stakes):
        asked = (table, ready, called.chair, announcement.heads_up)
        seating = seat_blinds(*asked)
        if seating is None:
            return tuple(ev.SatOut(chair, "out") for chair in declined(*asked))
    chairs, moved = tuple(ready), ev.ButtonMoved(called.chair)
    button, passed = called.chair, list[ev.TableEvent]()
    if seating is not None:
        chairs = seating.chairs
        spoken(call, len(chairs), buy_in)
        moved = move_button(table, seating, stakes)
        button = seating.last
        passed = passed_over(table, seating, stakes)
    seated = dict(table.seated())
    stacks = tuple(seated[chair].stack for chair in chairs)
    opens = (game, _raised(stakes, moved.posts), announcement)
    opening(*opens, stacks, chairs.index(button), moved.posts)  # refused now or never
    first, second = map(Sealed.of, decks)
    promised = ev.DecksPromised(
        number=table.hands + 1,
        deal=decks[0].name.decode().rpartition("/")[0],
        button=button,
        chairs=chairs,
        players=tuple(seated[chair].player for chair in chairs),
        streets=tuple(
            Street(each.down, each.up, each.board, int(each.burn and announcement.burns))
            for each in game.streets
        ),
        previous=table.record,
        decks=(first, second),
    )
    return (called, moved, *passed, promised)


def _raised(stakes: Stakes, posts: Posts) -> Stakes:
    return stakes if posts.kill is None else killed(stakes)


def start_hand(table: TableState, hand: TableHand, deck: tuple[Card, ...]) -> list[ev.TableEvent]:
    """Return the events a hand begins with: the deck in order, and what the referee adds.

    Raises:
        GameError: If the call makes no sense any longer.
    """
    called = table.called
    if called is None or hand.deal is None:
        msg = "no game was called for this hand"
        raise GameError(msg)
    game = load_game(called.game)
    stakes, announcement = announce(game, called.settings)
    posts = PLAIN if table.places is None else table.places.posts
    seated = dict(table.seated())
    stacks = tuple(seated[chair].stack for chair in hand.chairs)
    button = hand.chairs.index(hand.deal.button)
    started = ev.HandStarted(hand.number, hand.chairs, hand.players, deck)
    begun = opening(game, _raised(stakes, posts), announcement, stacks, button, posts)
    return [started, *begun]


def dealt(hand: TableHand, deal: Deal) -> DealCards:
    """Return the next cards of the deck, those to be burned left out.

    How far the deck has been dealt follows from the cards on the table and the burned ones.

    Source: TRA-1.2a, D42.
    """
    state = hand.state
    if state is None:
        return DealCards(())
    gone = cards_gone(state) + deal.burn
    return DealCards(hand.deck[gone : gone + deal.count])


def out_of_time(state: State, seat: int) -> PlayerAction:
    """Return what is done for a player who says nothing: nothing that costs a chip.

    Check if that is free, else fold; take the card down; show a hand that may win, else muck.

    Source: D29, D49.
    """
    allowed = legal(state)
    if allowed.take_down:
        return TakeDown(seat)
    if allowed.show:
        return MuckCards(seat) if allowed.muck and beaten(state, seat) else ShowCards(seat)
    return Check(seat) if allowed.check else Fold(seat)
