"""Lessons: a scripted hand of a game, told step by step, valued by the referee as it is asked for.

A lesson is a file beside this module: the cards of each step, and what the reader does there.
Which cards are wild, what a hand is worth, which answer is right and who wins is written nowhere:
it is worked out like at a table, so a lesson cannot teach a wrong rule. The sentences stand in the
language files of the page, under ``lesson.GAME.STEP``. Start reading at `lesson`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Final, Literal

import msgspec

from wildrank.cards import parse_cards
from wildrank.errors import GameError
from wildrank.games import Announcement, Game, announce, load_game
from wildrank.referee import Ranking, rank_cards
from wildrank.table.telling.results import value_view
from wildrank.table.telling.shapes import ValueView

Ask = Literal["", "wild", "value", "act", "buy"]
Half = Literal["high", "low"]
HALVES: Final[tuple[Half, Half]] = ("high", "low")


class Other(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody else of the hand: cards as text, downcards hidden until they are shown."""

    name: str
    down: str
    up: str = ""
    shown: bool = False


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One step of a lesson as its file tells it.

    Attributes:
        key: Its sentence in the language files.
        ask: What the reader does: nothing, finds the wild card, says what the hand is worth, acts
            at the table, or takes or buys the third card.
        options: For ``value`` categories of hands, for ``act`` what the buttons say.
        when: The choice after which this step comes, in a lesson with a buy; empty for both.
        price: What a card face up costs.
    """

    key: str
    down: str
    up: str = ""
    board: str = ""
    pot: int
    others: tuple[Other, ...] = ()
    ask: Ask = ""
    options: tuple[str, ...] = ()
    when: Literal["", "up", "down"] = ""
    price: int = 0


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson as its file tells it."""

    game: str
    steps: tuple[Step, ...]


class OptionView(msgspec.Struct, frozen=True):
    """An answer the reader may give, and whether it is right."""

    word: str
    right: bool


class HandView(msgspec.Struct, frozen=True):
    """Somebody's cards in a lesson, with what they are worth once five are known.

    Attributes:
        wins: The halves of the pot this hand wins, where all hands are shown.
    """

    name: str
    down: list[str]
    up: list[str]
    wild: list[str]
    high: ValueView | None
    low: ValueView | None
    wins: list[Half]


class StepView(msgspec.Struct, frozen=True):
    """One step of a lesson as the page shows it."""

    key: str
    you: HandView
    others: list[HandView]
    board: list[str]
    pot: int
    ask: Ask
    options: list[OptionView]
    when: Literal["", "up", "down"]
    price: int


class LessonView(msgspec.Struct, frozen=True):
    """A lesson as the page shows it."""

    game: str
    steps: list[StepView]


@cache
def lessons() -> tuple[str, ...]:
    """Return the games that have a lesson, by their slugs."""
    files = resources.files(__package__).iterdir()
    return tuple(sorted(file.name[:-5] for file in files if file.name.endswith(".toml")))


def read(slug: str) -> Lesson:
    """Return the lesson of a game as its file tells it.

    Raises:
        GameError: If there is none.
    """
    if slug not in lessons():
        msg = f"there is no lesson {slug[:40]!r}; there are {', '.join(lessons())}"
        raise GameError(msg, code="lesson/unknown")
    text = (resources.files(__package__) / f"{slug}.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Lesson)


@cache
def lesson(slug: str) -> LessonView:
    """Return the lesson of a game, with what the referee says of its cards.

    Raises:
        GameError: If there is none.
    """
    told = read(slug)
    game = load_game(told.game)
    return LessonView(told.game, [_step_view(game, step) for step in told.steps])


def _step_view(game: Game, step: Step) -> StepView:
    rules = announce(game)[1]
    hands = (Other("", step.down, step.up, shown=True), *step.others)
    found = [_ranked(game, rules, hand, step.board) for hand in hands]
    decided = len(hands) > 1 and None not in found
    winners = [_wins(found, place) if decided else [] for place in range(len(hands))]
    you, *others = map(_hand_view, hands, found, winners)
    return StepView(
        key=step.key,
        you=you,
        others=others,
        board=_codes(step.board),
        pot=step.pot,
        ask=step.ask,
        options=[OptionView(word, _right(step, you, word)) for word in step.options],
        when=step.when,
        price=step.price,
    )


def _codes(cards: str) -> list[str]:
    return [str(card) for card in parse_cards(cards)]


def _right(step: Step, you: HandView, word: str) -> bool:
    """Return whether an answer is right; at the table any answer is."""
    return step.ask != "value" or (you.high is not None and you.high.category == word)


def _ranked(game: Game, rules: Announcement, hand: Other, board: str) -> Ranking | None:
    """Return what a hand is worth, None for one that is hidden."""
    if not hand.shown:
        return None
    down, up, shared = map(parse_cards, (hand.down, hand.up, board))
    return rank_cards(game, rules, down, up, shared)


def _wins(found: Sequence[Ranking | None], place: int) -> list[Half]:
    """Return the halves of the pot that a hand wins against the others, ties included."""
    won: list[Half] = []
    for half in HALVES:
        values = [getattr(each, half) for each in found]
        strengths = [-1 if value is None else value.strength for value in values]
        if strengths[place] == max(strengths) >= 0:
            won.append(half)
    return won


def _hand_view(hand: Other, found: Ranking | None, wins: list[Half]) -> HandView:
    down, up = _codes(hand.down), _codes(hand.up)
    if found is None:
        return HandView(hand.name, ["??"] * len(down), up, [], None, None, wins)
    return HandView(
        name=hand.name,
        down=down,
        up=up,
        wild=[str(rank) for rank in found.wild_ranks],
        high=value_view(found.high),
        low=value_view(found.low, low=True),
        wins=wins,
    )
