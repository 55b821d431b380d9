"""What one client may see of a table: the only things of a table that ever leave it.

Everything is built from the referee's `view` and `see` of the viewer's own seat in that very hand,
so a card that is hidden there cannot appear here; decks are looked at only to open cards that are
seen anyway, players' identities never. The shapes stand in `wildrank.table.telling.shapes`. Start
reading at `table_view`; what is told of an event is in `wildrank.table.telling.events`.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Final, Literal, NamedTuple

import msgspec

from wildrank.cards import Card
from wildrank.games import GameCall, announce, load_game, settings_of, words_of
from wildrank.games.words import announcement_lines, stakes_words
from wildrank.hands import HandValue, describe
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
from wildrank.table.kills import killed
from wildrank.table.room import Room
from wildrank.table.state import TableHand, TableState
from wildrank.table.telling.hostviews import asking_view, customs_view, kept_from
from wildrank.table.telling.places import chair_view, you_view
from wildrank.table.telling.proofs import deal_view
from wildrank.table.telling.shapes import (
    AwardView,
    CalledView,
    CallingView,
    CallView,
    HandView,
    LastView,
    LegalView,
    MineView,
    PotView,
    ResultsView,
    ReturnedView,
    SeatView,
    ShareView,
    ShownView,
    TableView,
    TurnView,
    ValueView,
)
from wildrank.table.telling.starting import starting_words

_CALLS_KEPT: Final = 512


class Moment(NamedTuple):
    """What is true of a table now and stands in no log.

    Attributes:
        ready: Chairs that would be dealt in now.
        dealer: Chair of the next dealer, None while too few are ready.
        usual: What is called when the dealer says nothing.
        seconds: What is left of the clock of the person waited for, None when it is nobody.
        limit: What was on it when it started.
        bank: What is in that person's time bank.
        in_bank: Whether it is being used.
        watching: How many people are connected and have no chair.
    """

    ready: Collection[int] = ()
    dealer: int | None = None
    usual: GameCall | None = None
    seconds: int | None = None
    limit: int | None = None
    bank: int | None = None
    in_bank: bool = False
    watching: int = 0

    @classmethod
    def of(cls, room: Room, limit: float | None) -> Moment:
        """Return what is true in a room.

        Args:
            room: The room.
            limit: What was on the clock that runs, when it started.
        """
        ready, dealer = room.ready, room.dealer
        usual = None if dealer is None else room.offer(dealer).usual
        watching = sum(room.table.chair_of(player) is None for player in room.here)
        moment = cls(ready, dealer, usual, watching=watching)
        if room.left is None or limit is None:
            return moment
        moment = moment._replace(seconds=math.ceil(room.left), limit=math.ceil(limit))
        hand = room.table.playing
        number = None if hand is None or hand.state is None else legal(hand.state).seat
        chair = None if hand is None or number is None else room.table.chairs[hand.chairs[number]]
        if hand is None or chair is None:
            return moment
        in_bank = hand.extra is not None and hand.extra.kind == "bank"
        left = min(chair.bank, room.left) if in_bank else chair.bank
        return moment._replace(bank=math.ceil(left), in_bank=in_bank)


# ------------------------------------------------------------------------------------- the table


def table_view(
    name: str, table: TableState, player: str, moment: Moment, called_as: str = ""
) -> TableView:
    """Return the table as one client may see it.

    Args:
        name: The table's name in its link.
        table: The whole table.
        player: Who the client is; a stranger is a spectator.
        moment: What stands in no log.
        called_as: The name a client without a chair goes by.
    """
    hand = table.hand
    calling = hand is None and moment.dealer is not None
    hidden = kept_from(table, player)
    return TableView(
        table=name,
        n=table.n,
        you=you_view(table, player, called_as),
        chairs=[chair_view(table, number, moment.ready) for number in range(len(table.chairs))],
        phase=_phase(table, moment),
        dealer=table.button if hand is not None else moment.dealer,
        calling=_calling_view(table, player, moment) if calling else None,
        called=_called_view(table),
        hand=None if hand is None or hidden else hand_view(hand, player, moment),
        deal=None if hidden else deal_view(hand),
        waiting=[waiter.name for waiter in table.waiting],
        customs=customs_view(table),
        asking=asking_view(table, player),
        paused=table.hosting.paused,
        ending=table.hosting.ending,
        watching=moment.watching,
    )


def _phase(
    table: TableState, moment: Moment
) -> Literal["lobby", "calling", "playing", "showdown"]:
    if table.hand is not None:
        return "showdown" if table.hand.over else "playing"
    return "lobby" if moment.dealer is None else "calling"


def _calling_view(table: TableState, player: str, moment: Moment) -> CallingView | None:
    if moment.dealer is None or moment.usual is None:
        return None
    usual = moment.usual
    return CallingView(
        chair=moment.dealer,
        yours=moment.dealer == table.chair_of(player) and table.customs.mode == "dealer",
        seconds=moment.seconds,
        players=len(moment.ready),
        last=CallView(usual.game, dict(usual.settings)),
    )


def _called_view(table: TableState) -> CalledView | None:
    called = table.called
    if called is None:
        return None
    kills = table.places is not None and table.places.posts.kill is not None
    said = _announced(called.game, tuple(sorted(called.settings.items())), kills)
    return msgspec.structs.replace(said, by=called.chair, hand=table.hands)


@lru_cache(maxsize=_CALLS_KEPT)
def _announced(slug: str, settings: tuple[tuple[str, str], ...], kills: bool) -> CalledView:  # noqa: FBT001 - cached
    """Return what was called in words, by nobody yet; the same for every view of a hand."""
    game = load_game(slug)
    stakes, announcement = announce(game, dict(settings))
    return CalledView(
        game=game.slug,
        name=game.name,
        by=-1,
        hand=0,
        stakes=stakes_words(killed(stakes) if kills else stakes),
        lines=announcement_lines(game, stakes, announcement),
        announced=words_of(stakes, announcement),
        settings=settings_of(game, stakes, announcement),
        price=announcement.third_card_price if game.has_buy else None,
    )


# -------------------------------------------------------------------------------------- the hand


def hand_view(hand: TableHand, player: str, moment: Moment) -> HandView | None:
    """Return the hand as one player may see it, None before the announcement."""
    if hand.state is None:
        return None
    seat = hand.seat_of(player)
    state = view(hand.state, seat)
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
        seats=_seat_views(hand, state, seat),
        board=_written(state.board),
        pot=sum(pot.amount for pot in found),
        pots=found,
        turn=_turn_view(hand, state, moment),
        legal=None if hand.over else _legal_view(state, seat),
        mine=_mine_view(state, seat),
        over=hand.over,
        results=_results_view(hand, state) if state.over else None,
        rabbit=[str(card) for street in hand.rabbit for card in street.cards],
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


def _seat_views(hand: TableHand, state: State, viewer: int | None) -> list[SeatView]:
    posts, lasts = _posts(hand), _lasts(hand, viewer)
    return [
        _seat_view(hand, state, place, viewer, (posts.get(place), lasts.get(place)))
        for place in range(state.seats)
    ]


def _seat_view(
    hand: TableHand,
    state: State,
    place: int,
    viewer: int | None,
    marks: tuple[str | None, LastView | None],
) -> SeatView:
    post, last = marks
    seen = state.shown[place] or place == viewer
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
        wild=[str(rank) for rank in wild_ranks(state, place)] if seen else [],
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


def _legal_view(state: State, seat: int | None) -> LegalView | None:
    allowed = legal(state)
    if seat is None or allowed.seat != seat:
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


def _mine_view(state: State, seat: int | None) -> MineView | None:
    if seat is None or not state.down[seat]:
        return None
    return MineView(
        wild=[str(rank) for rank in wild_ranks(state, seat)],
        high=value_view(hand_value(state, seat, "high")),
        low=value_view(hand_value(state, seat, "low"), low=True),
        starting=starting_words(state, seat),
    )


def value_view(value: HandValue | None, *, low: bool = False) -> ValueView | None:
    """Return what a hand is worth as it stands on the wire, None for no hand."""
    if value is None:
        return None
    return ValueView(
        category=value.category,
        words=describe(value, low=low),
        ranks=value.ranks,
        cards=_written(value.cards),
        plays={str(card): str(played) for card, played in value.plays.items()},
    )


def _results_view(hand: TableHand, state: State) -> ResultsView:
    """Return how a hand ended: awards, the hands shown, and what nobody called."""
    events = [step.event for step in hand.steps]
    awards = hand.awards
    lows = {award.pot for award in awards if award.half == "low"}
    return ResultsView(
        awards=[
            AwardView(
                award.pot,
                award.half,
                award.amount,
                award.odd,
                [ShareView(hand.chairs[s.seat], s.amount, s.odd) for s in award.shares],
                _best_beaten(hand, state, award),
            )
            for award in awards
        ],
        hands=[
            ShownView(
                hand.chairs[place],
                [str(rank) for rank in wild_ranks(state, place)],
                value_view(hand_value(state, place, "high")),
                value_view(hand_value(state, place, "low"), low=True),
            )
            for place in range(state.seats)
            if state.shown[place]
        ],
        returned=[
            ReturnedView(hand.chairs[event.seat], event.amount)
            for event in events
            if isinstance(event, hand_events.Returned)
        ],
        no_low=any(a.half == "high" and a.amount > 1 and a.pot not in lows for a in awards),
    )


def _best_beaten(hand: TableHand, state: State, award: hand_events.Awarded) -> int | None:
    """Return the chair of the best hand shown that won no part of an award, None without one."""
    before = hand.before_awards
    if before is None:
        return None
    half: Literal["high", "low"] = "low" if award.half == "low" else "high"
    won = {share.seat for share in award.shares}
    values = {
        place: hand_value(state, place, half)
        for place in pots(before)[award.pot].seats
        if state.shown[place] and place not in won
    }
    lost = [(value.strength, place) for place, value in values.items() if value is not None]
    return hand.chairs[max(lost, key=lambda one: one[0])[1]] if lost else None
