"""What one client may see of the hand on the table.

What a spectator may see is worked out first, from the referee's `view` of nobody's seat; a player
is shown the same with what is its own, from the `view` of its own seat in that very hand. A card
that is hidden there cannot appear here. Start reading at `hand_view`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final, Literal

import msgspec

from wildrank.cards import Card
from wildrank.referee import (
    Act,
    Buy,
    Deal,
    Pot,
    Show,
    State,
    beaten,
    hand_value,
    legal,
    pots,
    see,
    view,
    waiting,
    wild_ranks,
)
from wildrank.referee import events as hand_events
from wildrank.table.state import TableHand
from wildrank.table.telling.moment import Moment
from wildrank.table.telling.results import results_view, value_view
from wildrank.table.telling.shapes import (
    HandView,
    LastView,
    LegalView,
    MineView,
    PotView,
    SeatView,
    TurnView,
)
from wildrank.table.telling.starting import starting_words

replace = msgspec.structs.replace


class Holdings:
    """What players were told about their own hands; it stays true while their cards do."""

    def __init__(self) -> None:
        """Start with nothing told."""
        self._told: dict[int, tuple[tuple[Any, ...], MineView]] = {}

    def mine(self, state: State, seat: int) -> MineView | None:
        """Return what a seat holds, None before it has cards.

        Args:
            state: The hand as the seat may see it.
            seat: Whose cards.
        """
        if not state.down[seat]:
            return None
        cards = state.down[seat], state.up[seat], state.board
        known = (state.game, state.announcement, *cards)
        told = self._told.get(seat)
        if told is None or told[0] != known:
            told = self._told[seat] = (known, _mine_view(state, seat))
        return told[1]


def hand_view(hand: TableHand, player: str, moment: Moment) -> HandView | None:
    """Return the hand as one player may see it, None before the announcement."""
    seen = public_hand(hand, moment)
    return None if seen is None else own_hand(seen, hand, player, Holdings())


def public_hand(hand: TableHand, moment: Moment) -> HandView | None:
    """Return the hand as a spectator may see it, None before the announcement."""
    if hand.state is None:
        return None
    state = view(hand.state, None)
    settled = hand.before_awards if hand.over else None
    found = [
        PotView(pot.amount, [hand.chairs[place] for place in pot.seats])
        for pot in pots_in_sight(settled or state)
    ]
    return HandView(
        number=hand.number,
        game=state.game.slug,
        street=max(state.street, 0),
        streets=[street.name for street in state.game.streets],
        seats=_seat_views(hand, state),
        board=_written(state.board),
        pot=sum(pot.amount for pot in found),
        pots=found,
        turn=_turn_view(hand, state, moment),
        legal=None,
        mine=None,
        over=hand.over,
        results=results_view(hand, state) if state.over else None,
        rabbit=[str(card) for street in hand.rabbit for card in street.cards],
    )


def own_hand(seen: HandView, hand: TableHand, player: str, holdings: Holdings) -> HandView:
    """Return what a spectator sees of a hand with what is a player's own.

    Args:
        seen: The hand as a spectator may see it.
        hand: The whole hand.
        player: Who looks; one who plays no seat of it sees no more than a spectator.
        holdings: What players were told about their own hands before.
    """
    seat = hand.seat_of(player)
    if seat is None or hand.state is None:
        return seen
    state = view(hand.state, seat)
    asked = seen.turn is not None and seen.turn.chair == hand.chairs[seat]
    seats = list(seen.seats)
    seats[seat] = replace(
        seats[seat],
        last=_lasts(hand, seat).get(seat),
        down=_written(_down(hand, state, seat)),
        wild=_wild(state, seat),
    )
    return replace(
        seen,
        seats=seats,
        legal=_legal_view(state, seat) if asked else None,
        mine=holdings.mine(state, seat),
    )


def pots_in_sight(state: State) -> list[Pot]:
    """Return the pots as people at a table see them: a side pot only above somebody all-in.

    While a street is bet, those who have not called yet make no pot of their own; whoever can
    still call shares in the last one.

    Source: HE-allin-side.
    """
    ends = {state.committed[seat] for seat in state.live if not state.stacks[seat]}
    found: list[Pot] = []
    gathered: list[Pot] = []
    layers = pots(state)
    for layer in layers:
        gathered.append(layer)
        level = min(state.committed[seat] for seat in layer.seats)
        if level in ends or layer is layers[-1]:
            able = (s for s in state.live if s in gathered[0].seats or state.stacks[s])
            found.append(Pot(sum(pot.amount for pot in gathered), tuple(able)))
            gathered = []
    return found


def _written(cards: Collection[Card]) -> list[str]:
    return [str(card) for card in cards]


def _wild(state: State, seat: int) -> list[str]:
    return [str(rank) for rank in wild_ranks(state, seat)]


def _seat_views(hand: TableHand, state: State) -> list[SeatView]:
    posts, lasts = _posts(hand), _lasts(hand, None)
    return [
        _seat_view(hand, state, place, posts.get(place), lasts.get(place))
        for place in range(state.seats)
    ]


def _seat_view(
    hand: TableHand, state: State, place: int, post: str | None, last: LastView | None
) -> SeatView:
    stack, started = state.stacks[place], hand.announced.stacks[place]
    return SeatView(
        chair=hand.chairs[place],
        stack=started if hand.voided else stack,
        bet=state.bets[place],
        committed=state.committed[place],
        folded=state.folded[place],
        all_in=not (stack or state.folded[place] or hand.over),
        button=place == state.button and not hand.announced.posts.dead_button,
        post=post,
        last=last,
        down=_written(_down(hand, state, place)),
        up=_written(state.up[place]),
        shown=state.shown[place],
        mucked=state.mucked[place],
        wild=_wild(state, place) if state.shown[place] else [],
        net=stack - started if state.over else None,
    )


def _down(hand: TableHand, state: State, place: int) -> tuple[Card, ...]:
    """Return the downcards of a seat that the viewer sees, those revealed after the hand too."""
    opened = hand.revealed.get(place, ())
    if not opened or hand.state is None:
        return state.down[place]
    own = hand.state.down[place]
    pairs = zip(state.down[place], own, strict=True)
    return tuple(card if card in opened else seen for seen, card in pairs)


def _posts(hand: TableHand) -> dict[int, str]:
    """Return the forced bet each seat posted, a blind before an ante."""
    return {
        step.event.seat: step.event.kind.replace("-", " ").removeprefix("dead ")
        for step in hand.steps
        if isinstance(step.event, hand_events.Posted)
    }


_LAST_WORDS: Final[Mapping[type, str]] = {
    hand_events.Folded: "fold",
    hand_events.Checked: "check",
    hand_events.Called: "call",
    hand_events.Raised: "raise",
    hand_events.Chose: "choose",
    hand_events.PricePaid: "buy",
    hand_events.Shown: "show",
    hand_events.Mucked: "muck",
}


def _lasts(hand: TableHand, viewer: int | None) -> dict[int, LastView]:
    """Return what each seat did last on this street, as the viewer may see it."""
    found: dict[int, LastView] = {}
    for step in reversed(hand.steps):
        if isinstance(step.event, hand_events.StreetOpened):
            break
        seat = getattr(step.event, "seat", None)
        if type(step.event) not in _LAST_WORDS or seat is None or seat in found:
            continue
        event = see(step.event, viewer, step.before)
        what = _LAST_WORDS[type(event)]
        if isinstance(event, hand_events.Chose) and event.up is not None:
            what = "buy" if event.up else "down"
        elif isinstance(event, hand_events.Raised) and event.opening:
            what = "bet"
        found[seat] = LastView(what, getattr(event, "to", None), getattr(event, "amount", None))
    return found


def _turn_view(hand: TableHand, state: State, moment: Moment) -> TurnView | None:
    wait = None if hand.over else waiting(state)
    if wait is None:
        return None
    if isinstance(wait, Deal):
        return TurnView("deal", hand.chairs[wait.seats[0]] if wait.seats else None)
    kinds: Mapping[type, Literal["act", "buy", "show"]] = {Act: "act", Buy: "buy", Show: "show"}
    return TurnView(
        kinds[type(wait)],
        hand.chairs[wait.seat],
        moment.seconds,
        moment.limit,
        moment.bank,
        moment.in_bank,
    )


def _legal_view(state: State, seat: int) -> LegalView | None:
    allowed = legal(state)
    if allowed.seat != seat:
        return None
    stack, bet = state.stacks[seat], state.bets[seat]
    fields = {
        name: getattr(allowed, name)
        for name in LegalView.__struct_fields__
        if not name.startswith("all_in")
    }
    fields["muck"] = allowed.muck and beaten(state, seat)  # what may win is shown unasked
    return LegalView(
        **fields,
        all_in_call=allowed.call and allowed.to_call == stack,
        all_in_raise=bool(allowed.raise_low) and allowed.raise_low == stack + bet,
    )


def _mine_view(state: State, seat: int) -> MineView:
    return MineView(
        wild=_wild(state, seat),
        high=value_view(hand_value(state, seat, "high")),
        low=value_view(hand_value(state, seat, "low"), low=True),
        starting=starting_words(state, seat),
    )
