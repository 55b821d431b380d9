"""Odds are asked for when they can help nobody: never while somebody has still to decide."""

from __future__ import annotations

import msgspec
import pytest
from table.kit import HURRIED, ToldBots, after_hands, in_a_loop, running
from table.test_history import history_of, mucked, rows_of
from table.test_views import GAMES

from wildrank.bots import BotView, RandomBot
from wildrank.cards import Card, parse_cards
from wildrank.games import GameCall, load_game
from wildrank.referee import BuyUp, Call, Legal, PlayerAction, RaiseTo, State, see
from wildrank.referee import events as hand_events
from wildrank.table import MemoryLog
from wildrank.table.config import BuyIn, Customs
from wildrank.table.deal import cards_in
from wildrank.table.past.history import played
from wildrank.table.state import TableHand
from wildrank.table.telling.questions import Question, question_now, questions_after

DECISIONS = (
    hand_events.Folded,
    hand_events.Checked,
    hand_events.Called,
    hand_events.Raised,
    hand_events.Chose,
    hand_events.Shown,
    hand_events.Mucked,
)


def all_in_often(seed: int) -> ToldBots:
    """Return bots that are all-in in most hands."""
    dice = RandomBot(seed=seed)

    def policy(seat: int, state: State, allowed: Legal) -> PlayerAction:
        chosen = dice.decide(BotView(seat, state, allowed)).action
        if allowed.raise_high and state.street > 0:
            return RaiseTo(seat, allowed.raise_high)
        if allowed.call:
            return Call(seat)
        return BuyUp(seat) if allowed.buy else chosen

    return ToldBots(policy)


async def wild_hands(game: str) -> list[TableHand]:
    """Play hands in which people are all-in before the last card."""
    house = all_in_often(3)
    settings = [{"limit": "no"}, {"limit": "no", "showdown": "each"}]
    if game == "reach-around":
        settings += [{"limit": "no", "all-in-buys": "true"}, {"limit": "no", "peek": "true"}]
    if "no" not in load_game(game).limits:
        settings = [{}]
    house.calls = [GameCall(game, said) for said in settings * 20]
    log = MemoryLog()
    async with running(
        house,
        HURRIED,
        log=log,
        bots=3,
        customs=Customs(buy_in=BuyIn.about(40)),
        needs_people=False,
    ) as table:
        await after_hands(table, 24)
    history = await history_of(log)
    return [played(past, await rows_of(log, history, n)) for n, past in history.hands.items()]


def moments(hand: TableHand) -> list[TableHand]:
    """Return a hand as it stood before each of its events."""
    return [
        msgspec.structs.replace(hand, state=step.before, steps=hand.steps[:place])
        for place, step in enumerate(hand.steps)
    ]


@pytest.mark.parametrize("game", GAMES)
@in_a_loop
async def test_nothing_is_asked_while_anybody_may_decide(game: str) -> None:
    """After a question only cards come: whatever hands do next, nobody has a choice in it."""
    asked = 0
    for hand in await wild_hands(game):
        for place, moment in enumerate(moments(hand)):
            question = question_now(moment)
            if question is None:
                continue
            asked += 1
            rest = [step.event for step in hand.steps[place:]]
            assert not [event for event in rest if isinstance(event, DECISIONS)]
            told: set[Card] = set()
            for step in hand.steps[:place]:
                told |= set(cards_in(see(step.event, None, step.before)))
            assert cards_of(question) <= told
    last_is_personal = load_game(game).streets[-1].buyable  # shown after it, nothing is left
    assert asked == 0 if last_is_personal else asked > 10


def cards_of(question: Question) -> set[Card]:
    """Return every card that a question names."""
    thirds = [word.partition(":")[2] for word in question.thirds]
    return {
        card for text in (question.board, *question.hands, *thirds) for card in parse_cards(text)
    }


@in_a_loop
async def test_nothing_is_asked_about_hands_nobody_showed() -> None:
    """After a hand with one hand shown and one mucked there is nothing to compare."""
    log = MemoryLog()
    await mucked(log)
    history = await history_of(log)
    hand = played(history.find(1), await rows_of(log, history, 1))
    assert questions_after(hand) == []
    assert [question_now(moment) for moment in moments(hand)] == [None] * len(hand.steps)


@pytest.mark.parametrize("game", GAMES)
@in_a_loop
async def test_after_a_hand_the_shown_hands_are_compared_street_by_street(game: str) -> None:
    """Each street has the board it had, and hands are those shown, never one more."""
    streets = set()
    for hand in await wild_hands(game):
        assert hand.state
        shown = {hand.chairs[seat] for seat in hand.state.live if hand.state.shown[seat]}
        for question in questions_after(hand):
            assert set(question.chairs) == shown
            assert hand.state.board[: len(parse_cards(question.board))] == parse_cards(
                question.board
            )
            streets.add(question.street)
    assert len(streets) == len({*range(max(streets) + 1)})
    assert max(streets) >= 3
