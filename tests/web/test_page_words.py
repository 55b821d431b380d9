"""The page words hands and announcements itself; in English as the server does, to the letter."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from typing import Any, Final

import msgspec
import pytest
from web.browser import HERE, NODE, SCRIPTS, needs_node
from web.test_languages import OTHERS, words

from wildrank.cards import parse_cards
from wildrank.errors import GameError
from wildrank.games import Game, announce, games, options_of, words_of
from wildrank.games.words import announcement_lines, stakes_words
from wildrank.hands import HandValue, ace_to_five_low, describe, high
from wildrank.referee import Deal, DealCards, Hand, State, hand_value, wild_ranks
from wildrank.referee.playout import Numbers, passive_action
from wildrank.table.telling.starting import starting_words
from wildrank.web.wire import game_info

pytestmark = needs_node
HANDS: Final = 40
PLAYERS: Final = 4
NUMBERS: Final[dict[str, list[Any]]] = {
    "small-bet": [1, 5],
    "big-bet": [2, 7],
    "big-bet-from": [1, 99],
    "ante": [0, 3],
    "blinds": ["none", "one", "two", "1/2/4"],
    "raise-cap": [0, 1, 4, 12, "none"],
    "third-card-price": [0, 5, "big-bet"],
    "low-qualifier": [7, 8, "none"],
}
Asked = tuple[str, str, list[Any]]


def answers(asked: list[Asked], language: str = "en") -> list[Any]:
    """Ask functions of the page's scripts, and return what they return."""
    assert NODE is not None
    done = subprocess.run(
        [NODE, str(HERE / "words.mjs"), str(SCRIPTS), language],
        input="".join(json.dumps(one) + "\n" for one in asked),
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


def compare(told: list[tuple[Asked, object]]) -> None:
    """Check that the page says in English what the server does."""
    assert told
    found = answers([asked for asked, _ in told])
    for (asked, expected), got in zip(told, found, strict=True):
        assert got == expected, asked


def states(game: Game) -> Iterator[State]:
    """Yield each position of some random hands that go to the end."""
    for seed in range(HANDS):
        numbers = Numbers(seed)
        hand, deck = Hand.start(game, [100] * PLAYERS, 0), iter(numbers.deck())
        while (wait := hand.waiting) is not None:
            if isinstance(wait, Deal):
                cards = [next(deck) for _ in range(wait.burn + wait.count)][wait.burn :]
                hand = hand.do(DealCards(tuple(cards)))
            else:
                hand = hand.do(passive_action(hand.legal))
            yield hand.state


def value_view(value: HandValue) -> dict[str, Any]:
    """Return a value as the wire tells it, without its words."""
    plays = {str(card): str(played) for card, played in value.plays.items()}
    cards = [str(card) for card in value.cards]
    return {"category": value.category, "ranks": value.ranks, "cards": cards, "plays": plays}


@pytest.mark.parametrize("game", games(), ids=lambda game: game.slug)
def test_hands_are_called_as_the_server_calls_them(game: Game) -> None:
    """Every hand in random play, high and low, with kickers and with what wilds stand for."""
    told: dict[str, tuple[Asked, object]] = {}
    for state in states(game):
        for seat in range(PLAYERS):
            high, low = (hand_value(state, seat, half) for half in ("high", "low"))
            if high is not None:
                said = describe(high)
                told[said] = ("table/hand-words", "highWords", [value_view(high)]), said
            if low is not None:
                said = describe(low, low=True)
                told[said] = ("table/hand-words", "lowWords", [value_view(low)]), said
    compare(list(told.values()))


@pytest.mark.parametrize("half", ["high", "low"])
def test_every_kind_of_hand_has_its_words(half: str) -> None:
    """One hand of each category, the royal flush and the wheel among them."""
    hands = ["As Ks Qs Js Ts", "9s 8s 7s 6s 5s", "9s 9h 9d 9c Kd", "QsQhQd4h4c", "AsTs8s4s2s"]
    hands += ["9s8h7d6c5c", "7s7h7dKs2c", "JsJd5h5cAs", "TsTdAs8h3c", "AhJs9d7c3c", "5s4d3h2cAs"]
    told: list[tuple[Asked, object]] = []
    for cards in map(parse_cards, hands):
        value = ace_to_five_low(cards) if half == "low" else high(cards)
        assert value is not None
        said = describe(value, low=half == "low")
        told.append((("table/hand-words", f"{half}Words", [value_view(value)]), said))
    compare(told)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.slug)
def test_first_cards_are_called_as_the_server_calls_them(game: Game) -> None:
    """What fewer than five cards are called, with and without wild cards."""
    told: list[tuple[Asked, object]] = []
    for state in states(game):
        for seat in range(PLAYERS):
            own = [*map(str, state.down[seat] + state.up[seat])]
            board = [*map(str, state.board)]
            if own and len(own) + len(board) < 5:
                wilds = [str(rank) for rank in wild_ranks(state, seat)]
                asked = ("table/hand-words", "startingWords", [own, board, wilds])
                told.append((asked, starting_words(state, seat)))
    compare(told)


def said_differently(game: Game) -> Iterator[dict[str, object]]:
    """Yield the usual announcement of a game, and then each that differs in one thing."""
    yield {}
    for option in options_of(game):
        values: list[Any] = [*option.words] if option.kind == "choice" else []
        values += [True, False] if option.kind == "switch" else NUMBERS.get(option.key, [])
        for value in values:
            yield {option.key: value}
            if option.key == "ante-by":
                yield {option.key: value, "ante": 1}
            if option.key == "big-bet":
                yield {option.key: value, "big-bet-from": 1}
    yield {"ante": 0, "blinds": "none"}


@pytest.mark.parametrize("game", games(), ids=lambda game: game.slug)
def test_what_was_announced_is_said_as_the_server_says_it(game: Game) -> None:
    """Stakes and every other line, for each thing that can be announced."""
    info = msgspec.to_builtins(game_info(game))
    told: list[tuple[Asked, object]] = []
    for said in said_differently(game):
        try:
            stakes, announcement = announce(game, said)
        except GameError:
            continue
        lines = announcement_lines(game, stakes, announcement)
        called = {"announced": words_of(stakes, announcement), "lines": [], "stakes": ""}
        told.append((("table/call-words", "announcedLines", [called, info]), lines))
        parts = stakes_words(stakes).split(", ")
        told.append((("table/call-words", "stakesParts", [called]), parts))
    assert len(told) > 50
    compare(told)


def test_games_and_options_are_called_as_the_server_calls_them() -> None:
    """Names, summaries and streets of the games, and what each option is and does."""
    told: list[tuple[Asked, object]] = []
    for game in map(game_info, games()):
        info = msgspec.to_builtins(game)
        told.append((("table/call-words", "gameTitle", [info]), game.name))
        told.append((("table/call-words", "gameSummary", [info]), game.summary))
        names = [street.name for street in game.streets]
        told += [(("table/call-words", "streetWord", [name]), name) for name in names]
        for option in info["options"]:
            told.append((("table/call-words", "optionLabel", [option]), option["label"]))
            told.append((("table/call-words", "optionHelp", [option]), option["help"]))
    compare(told)


@pytest.mark.parametrize("language", OTHERS)
def test_games_and_options_are_translated(language: str) -> None:
    """No name of a street, an option or what it does, and no choice, is left to the server."""
    texts = words(language)
    wanted = {f"game.{game.slug}" for game in games()}
    for game in games():
        wanted |= {f"game.{game.slug}.summary"}
        wanted |= {f"street.{street.name.replace(' ', '-')}" for street in game.streets}
        for option in options_of(game):
            wanted |= {f"option.{option.key}", f"option.{option.key}.help"}
            general = option.kind in ("number", "blinds")
            wanted |= {
                f"choice.{'word' if general else option.key}.{word}" for word in option.words
            }
    assert wanted - texts.keys() == set()


def test_numbers_decide_the_form() -> None:
    """A text has the form that goes with its number, and a list reads as people read lists."""
    names = ["Ann", "Bob", "Cy"]
    asked: list[Asked] = [
        ("base/lang", "t", ["seat.chips", {"n": 1}]),
        ("base/lang", "t", ["seat.chips", {"n": 0}]),
        ("base/lang", "t", ["log.ante", {"n": 2, "who": "Ann and Bob", "amount": 1}]),
        ("base/lang", "list", [names]),
        ("base/lang", "list", [names, "disjunction"]),
        ("base/lang", "lines", ["deal.not"]),
    ]
    *said, lines = answers(asked)
    assert said == ["1 chip", "0 chips", "Ann and Bob ante 1", "Ann, Bob and Cy", "Ann, Bob or Cy"]
    assert len(lines) == 5
    *said, lines = answers(asked, "de")
    assert said[:2] == ["1 Chip", "0 Chips"]
    assert said[3:] == ["Ann, Bob und Cy", "Ann, Bob oder Cy"]
    assert len(lines) == 5
