"""Odds for those who watch: worked out in a thread, once for each question.

Which questions may be asked is decided in `wildrank.table.telling.questions`; nothing else is
answered here. Start reading at `Chances`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

import msgspec

from wildrank.cards import parse_cards
from wildrank.errors import GameError
from wildrank.games import load_game
from wildrank.table.telling.questions import Question

PATIENCE_S: Final = 0.5  # looking at every deal takes no longer, else some are drawn
SAMPLES: Final = 200_000
ABSENT: Final = "odds are not worked out here: this server runs without {name}"


class Chance(msgspec.Struct, frozen=True):
    """How the hand of a chair fares: shares of 1, ``equity`` being the mean share of the pot."""

    chair: int
    win: float
    tie: float
    equity: float


class StreetChances(msgspec.Struct, frozen=True):
    """How the hands that were shown fared against each other on a street."""

    street: int
    board: list[str]
    chances: list[Chance]
    exact: bool


class HandChances(msgspec.Struct, frozen=True):
    """How the hands that were shown fared; ``absent`` says why nothing is told, or is empty."""

    number: int
    streets: list[StreetChances]
    absent: str = ""


class Chances:
    """Answers questions one at a time, so that many who watch do not ask for much."""

    def __init__(self) -> None:
        """Start with no question."""
        self._one_at_a_time = asyncio.Lock()

    async def told(self, number: int, questions: Iterable[Question]) -> HandChances:
        """Return how hands fare, or one sentence why nobody can say.

        Args:
            number: The number of the hand.
            questions: One for each street.
        """
        streets: list[StreetChances] = []
        try:
            for question in questions:
                async with self._one_at_a_time:
                    streets.append(await asyncio.to_thread(answer, question))
        except ModuleNotFoundError as error:
            return HandChances(number, [], ABSENT.format(name=error.name))
        except GameError as error:  # a game whose odds nobody works out
            return HandChances(number, [], error.message)
        return HandChances(number, streets)


@lru_cache(maxsize=4096)
def answer(question: Question) -> StreetChances:
    """Return how some hands fare; every deal is looked at where that takes a moment.

    Raises:
        GameError: If odds are not worked out for the game.
        ModuleNotFoundError: If a library that odds need is not installed.
    """
    from wildrank.odds import odds  # noqa: PLC0415 - loads the compiler
    from wildrank.odds.exact import cost  # noqa: PLC0415 - as above
    from wildrank.odds.spot import read_spot  # noqa: PLC0415 - as above

    game = load_game(question.game)
    spot = read_spot(
        game, question.hands, question.board, "", question.thirds, question.announcement
    )
    quick = len(question.hands) == 2 or cost(spot).seconds <= PATIENCE_S
    found = odds(
        game,
        question.hands,
        board=question.board,
        third=question.thirds,
        announcement=question.announcement,
        samples=None if quick else SAMPLES,
    )
    return StreetChances(
        street=question.street,
        board=[str(card) for card in parse_cards(question.board)],
        chances=[
            Chance(chair, one.win, one.tie, one.equity)
            for chair, one in zip(question.chairs, found.players, strict=True)
        ],
        exact=found.exact,
    )
