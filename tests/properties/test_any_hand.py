"""Whatever is announced and whatever is done, in every game of the library, these things hold.

A Hypothesis state machine deals and acts at random, and after every single event asks for all of
them: no chip and no card from nowhere, replays that agree, views that hide. Start reading at
`AnyHand.step`.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
from properties.strategies import ACTIONS, starts

from wildrank.cards import DECK, Card
from wildrank.errors import ActionError, IllegalAction, IllegalAmount, OutOfTurn
from wildrank.games import Game, announce, games, settings_of
from wildrank.referee import (
    Action,
    BuyUp,
    Call,
    Check,
    Deal,
    DealCards,
    Event,
    Fold,
    Hand,
    MuckCards,
    RaiseTo,
    ShowCards,
    State,
    TakeDown,
    apply,
    decide,
    decode_event,
    encode_events,
    legal,
    see,
    start,
    to_builtins,
    view,
    waiting,
    wild_ranks,
)
from wildrank.referee.events import Announced, BoardDealt, HoleDealt, Shown, TurnedUp
from wildrank.referee.state import fresh

Viewer = int | None


def legal_actions(hand: Hand) -> list[Action]:
    """Return every legal action of the seat in turn; of a range of raises the ends and middle."""
    may = hand.legal
    seat = may.seat
    if seat is None:
        return []
    offers: list[tuple[bool, Action]] = [
        (may.fold, Fold(seat)),
        (may.check, Check(seat)),
        (may.call, Call(seat)),
        (may.buy, BuyUp(seat)),
        (may.take_down, TakeDown(seat)),
        (may.show, ShowCards(seat)),
        (may.muck, MuckCards(seat)),
    ]
    low, high = may.raise_low, may.raise_high
    offers += [(low > 0, RaiseTo(seat, to)) for to in {low, (low + high) // 2, high}]
    return [action for may_do, action in offers if may_do]


def error_for(hand: Hand, action: Action) -> type[ActionError] | None:
    """Return the kind of error an action deserves now, or None where it is legal."""
    wait = hand.waiting
    if isinstance(action, DealCards):
        return error_for_deal(hand, action)
    if wait is None or isinstance(wait, Deal) or wait.seat != action.seat:
        return OutOfTurn
    may = hand.legal
    allowed = {
        Fold: may.fold,
        Check: may.check,
        Call: may.call,
        RaiseTo: may.raise_low > 0,
        BuyUp: may.buy,
        TakeDown: may.take_down,
        ShowCards: may.show,
        MuckCards: may.muck,
    }
    if not allowed[type(action)]:
        return IllegalAction
    fits = not isinstance(action, RaiseTo) or may.raise_low <= action.to <= may.raise_high
    return None if fits else IllegalAmount


def error_for_deal(hand: Hand, action: DealCards) -> type[ActionError] | None:
    """Return the kind of error that cards deserve now, or None where they may be dealt."""
    wait = hand.waiting
    if not isinstance(wait, Deal):
        return OutOfTurn
    if len(action.cards) != wait.count:
        return IllegalAmount
    known = [card for card in action.cards if card.known]
    new = len(set(known)) == len(known) and not set(known) & dealt(hand.state)
    return None if new else IllegalAction


def dealt(state: State) -> set[Card]:
    """Return the known cards that lie on the table, of everybody."""
    return {
        card for cards in (state.board, *state.down, *state.up) for card in cards if card.known
    }


def json_of(state: State) -> str:
    """Return a state as JSON, but for the game, which is the same for all to read."""
    fields = {name: getattr(state, name) for name in State.__struct_fields__ if name != "game"}
    return msgspec.json.encode(to_builtins(fields)).decode()


class AnyHand(RuleBasedStateMachine):
    """Hands of one game, one after the other; every check is made after every event."""

    game: ClassVar[Game]

    @initialize(begun=st.data())
    def begin(self, begun: st.DataObject) -> None:
        """Call a game; what was announced survives being written in words."""
        self.hand, said, self.stacks, self.deck = begun.draw(starts(self.game))
        state = self.hand.state
        self.chips = sum(self.stacks)
        words = settings_of(state.game, state.stakes, state.announcement)
        opened = self.hand.events[0]
        assert isinstance(opened, Announced)
        killed = opened.posts.kill is not None
        assert announce(self.game, said, killed=killed) == (state.stakes, state.announcement)
        assert announce(self.game, words, killed=killed) == (state.stakes, state.announcement)
        self.public: set[Card] = set()
        self.private: list[set[Card]] = [set() for _ in state.stacks]
        self.viewers: tuple[Viewer, ...] = (None, *range(state.seats))
        self.states = dict.fromkeys(self.viewers, self.unplayed())
        self.happened(self.unplayed(), self.hand.events)
        assert self.hand.state == start(
            self.game,
            state.stakes,
            state.announcement,
            self.stacks,
            state.button,
            opened.posts,
        )

    def unplayed(self) -> State:
        """Return the hand before anything happened."""
        state = self.hand.state
        return fresh(state.game, state.stakes, state.announcement, self.stacks, state.button)

    @precondition(lambda self: self.hand.over)
    @rule(begun=st.data())
    def another(self, begun: st.DataObject) -> None:
        """Deal the next hand."""
        self.finish()
        self.begin(begun)

    @precondition(lambda self: not self.hand.over)
    @rule(pick=st.integers(0, 15), other=ACTIONS)
    def step(self, pick: int, other: Action) -> None:
        """Refuse or accept any action at all, then take one that is legal."""
        self.try_other(other)
        actions = legal_actions(self.hand)
        for action in actions:
            assert decide(self.hand.state, action)
        if not actions:
            wait = self.hand.waiting
            assert isinstance(wait, Deal)
            self.take(DealCards(tuple(self.deck.pop() for _ in range(wait.count))))
            return
        staying = [a for a in actions if isinstance(a, Check | Call | ShowCards)]
        self.take(staying[0] if staying and pick > 7 else actions[pick % len(actions)])

    def try_other(self, action: Action) -> None:
        """Any other action is accepted or refused as it should be, and changes nothing."""
        expected, before = error_for(self.hand, action), json_of(self.hand.state)
        if expected is None:
            self.hand.do(action)
        else:
            with pytest.raises(expected) as refused:
                self.hand.do(action)
            assert type(refused.value) is expected
            assert refused.value.code.startswith("action/")
            assert refused.value.message.endswith(str(self.hand))
        assert json_of(self.hand.state) == before

    def take(self, action: Action) -> None:
        """Take a legal action, then look at every event it caused."""
        before = self.hand
        self.hand = before.do(action)
        new = self.hand.events[len(before.events) :]
        assert self.hand.events[: len(before.events)] == before.events
        assert new == decide(before.state, action)
        self.happened(before.state, new)
        read = Hand.parse(str(self.hand))
        assert read == self.hand
        assert (read.state, read.events) == (self.hand.state, self.hand.events)
        assert str(read) == str(self.hand)

    def happened(self, state: State, events: tuple[Event, ...]) -> None:
        """Fold events one by one, as the referee and as every viewer, and compare."""
        for event in events:
            before, state = state, apply(state, event)
            self.reveal(event)
            self.count(state)
            for viewer in self.viewers:
                self.look(viewer, event, before, state)
        assert state == self.hand.state

    def reveal(self, event: Event) -> None:
        """Keep the books of who has seen which card."""
        match event:
            case HoleDealt(up=False):
                self.private[event.seat] |= set(event.cards)
            case HoleDealt() | BoardDealt() | Shown():
                self.public |= set(event.cards)
            case TurnedUp():
                self.public.add(event.card)
            case _:
                pass

    def count(self, state: State) -> None:
        """No chip and no card comes from nowhere, is lost or is there twice."""
        assert sum(state.stacks) + state.pot == self.chips
        assert min(state.stacks) >= 0
        assert min(state.committed) >= 0
        assert min(state.bets) >= 0
        lying = [*state.board, *(c for cards in (*state.down, *state.up) for c in cards)]
        assert len(set(lying)) == len(lying)

    def look(self, viewer: Viewer, event: Event, before: State, state: State) -> None:
        """Show a viewer what it may see: no other card, and it adds up to its view."""
        seen = see(event, viewer, before)
        seeing = self.states[viewer] = apply(self.states[viewer], seen)
        assert seeing == view(state, viewer), (viewer, event, self.hand)
        assert view(seeing, viewer) == seeing
        own = self.private[viewer] if viewer is not None else set()
        hidden = set(DECK) - self.public - own
        texts = (json_of(seeing), encode_events([seen]).decode())
        assert not [card for card in hidden for text in texts if str(card) in text]
        if state == self.hand.state:
            assert waiting(seeing) == waiting(state)
            assert legal(seeing) == legal(state)
        for seat in range(state.seats):
            knows = seat == viewer or state.shown[seat]
            assert wild_ranks(seeing, seat) == (wild_ranks(state, seat) if knows else ())

    def finish(self) -> None:
        """Fold the stored events into the same hand; one that is over owes nothing."""
        lines = encode_events(self.hand.events).splitlines()
        state = self.unplayed()
        for line in lines:
            state = apply(state, decode_event(line))
        assert state == self.hand.state
        if self.hand.over:
            assert state.pot == 0
            assert self.hand.waiting is None
            assert sum(self.hand.winnings) == 0

    def teardown(self) -> None:
        """Look at the hand that was not played to its end."""
        if hasattr(self, "hand"):
            self.finish()


def machines() -> list[type[AnyHand]]:
    """Return a machine for each game of the library."""
    return [type(game.slug, (AnyHand,), {"game": game}) for game in games()]


@pytest.mark.parametrize("machine", machines(), ids=lambda machine: machine.__name__)
def test_any_hand(machine: type[AnyHand]) -> None:
    """Everything above holds in every game of the library."""
    from hypothesis.stateful import run_state_machine_as_test

    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=80,
            stateful_step_count=60,
            phases=(Phase.explicit, Phase.reuse, Phase.generate),  # a hand line is small enough
            suppress_health_check=list(HealthCheck),
        ),
    )
