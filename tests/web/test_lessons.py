"""The lessons hold together: each question has one right answer, and the referee agrees."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest
from starlette.testclient import TestClient
from web.kit import QUICK

from wildrank.cards import parse_cards, refuse_duplicates
from wildrank.errors import GameError
from wildrank.games import games, load_game
from wildrank.web import create_app
from wildrank.web.lessons import Step, lesson, lessons, read

LANG: Final = Path(__file__).parents[2] / "src" / "wildrank" / "web" / "static" / "lang"
WAYS: Final = [
    (slug, way)
    for slug in lessons()
    for way in (("up", "down") if load_game(slug).has_buy else ("",))
]
each_way = pytest.mark.parametrize(("slug", "way"), WAYS)


def way_of(slug: str, way: str) -> list[Step]:
    """Return the steps of a lesson for who chose one way."""
    return [step for step in read(slug).steps if step.when in ("", way)]


def test_every_game_has_a_lesson() -> None:
    """Whatever may be called can be learned first."""
    assert lessons() == tuple(sorted(game.slug for game in games()))


@each_way
def test_questions_have_one_answer(slug: str, way: str) -> None:
    """One own card is wild where that is asked, and one category is right."""
    views = [step for step in lesson(slug).steps if step.when in ("", way)]
    for step in views:
        if step.ask == "wild":
            assert sum(card[0] in step.you.wild for card in step.you.down) == 1
        if step.ask == "value":
            assert [option.right for option in step.options].count(True) == 1
            assert len(step.options) >= 3
    assert any(step.ask for step in views)


@each_way
def test_cards_and_chips_only_come(slug: str, way: str) -> None:
    """No card changes or lies twice, and the pot never shrinks, from step to step."""
    steps = way_of(slug, way)
    for step in steps:
        cards = [step.board, step.down, step.up]
        cards += [each for other in step.others for each in (other.down, other.up)]
        refuse_duplicates(parse_cards("".join(cards)), step.key)
    for before, after in pairwise(steps):
        assert after.board.startswith(before.board)
        assert after.down.startswith(before.down)
        assert after.up.startswith(before.up)
        assert after.pot >= before.pot


@each_way
def test_a_lesson_deals_what_the_game_deals(slug: str, way: str) -> None:
    """At the showdown everybody has the cards of the game, and the board is whole."""
    game = load_game(slug)
    last = way_of(slug, way)[-1]
    own = sum(street.down + street.up for street in game.streets)
    assert len(last.board) // 2 == sum(street.board for street in game.streets)
    assert len(last.down + last.up) // 2 == own
    assert all(len(other.down + other.up) // 2 == own for other in last.others)
    assert all(other.shown for other in last.others)
    assert bool(last.up) == (way == "up")


@each_way
def test_the_end_has_winners(slug: str, way: str) -> None:
    """Each half of the pot is somebody's at the end, and nobody wins before."""
    *before, last = [step for step in lesson(slug).steps if step.when in ("", way)]
    won = {half for hand in (last.you, *last.others) for half in hand.wins}
    assert won == {split.half for split in load_game(slug).split}
    hidden = [step for step in before if step.others[0].down[0] == "??"]
    assert not any(hand.wins for step in hidden for hand in (step.you, *step.others))


def test_hidden_cards_stay_on_the_server() -> None:
    """What is not shown in a step is not sent with it."""
    first = lesson("reach-around").steps[0]
    assert first.others[0].down == ["??", "??"]
    assert first.others[0].wild == []


@pytest.mark.parametrize("code", ["en", "de"])
def test_every_step_has_its_sentence(code: str) -> None:
    """Each step of each lesson is told in each language, and so is each answer."""
    texts = json.loads((LANG / f"{code}.json").read_text("utf-8"))
    keys = {f"lesson.{slug}.{step.key}" for slug in lessons() for step in read(slug).steps}
    for slug in lessons():
        for step in read(slug).steps:
            part = "act" if step.ask == "act" else "value"
            keys |= {f"lesson.{part}.{word.replace(' ', '-')}" for word in step.options}
    assert keys - texts.keys() == set()


def test_lessons_are_told_over_http() -> None:
    """The list, a lesson, and a sentence for one that is not there."""
    with TestClient(create_app(QUICK)) as client:
        assert client.get("/api/lessons").json() == list(lessons())
        told = client.get("/api/lessons/reach-around").json()
        assert [step["key"] for step in told["steps"]][:2] == ["deal", "wild"]
        none = client.get("/api/lessons/snap")
        assert (none.status_code, none.json()["error"]["code"]) == (404, "lesson/unknown")
        assert client.get("/learn/reach-around").headers["content-type"].startswith("text/html")


def test_a_lesson_that_is_not_there_is_refused() -> None:
    """The ones that are there are named."""
    with pytest.raises(GameError, match="there are holdem"):
        lesson("snap")
