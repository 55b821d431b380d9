"""The game in the terminal, driven by scripted input."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from io import StringIO

import pytest
from rich.console import Console

from wildrank.errors import GameError
from wildrank.games import games, load_game
from wildrank.terminal import HELP, Screen, play

SLUGS = [game.slug for game in games()]


def session(
    slug: str,
    answers: Iterable[str] | Callable[[str], str],
    players: int = 3,
    seed: int | None = 1,
    announced: Mapping[str, object] | None = None,
) -> str:
    """Play with answers, given one by one or by the prompt, and return all that was shown."""
    shown = StringIO()
    console = Console(file=shown, width=200, color_system=None)
    given = None if callable(answers) else iter(answers)

    def ask(prompt: str) -> str:
        console.print(prompt, markup=False, highlight=False)
        if callable(answers):
            return answers(prompt)
        assert given is not None
        try:
            return next(given)
        except StopIteration:
            raise EOFError from None

    play(load_game(slug), players, announced, seed=seed, screen=Screen(ask, console))
    return shown.getvalue()


class Hands:
    """Goes along for some hands, then quits."""

    def __init__(self, hands: int, buy: str = "d") -> None:
        """Take the number of hands, and what to say to the third card."""
        self.hands = hands
        self.buy = buy

    def __call__(self, prompt: str) -> str:
        """Answer a prompt by what it offers."""
        if prompt.startswith("Enter"):
            self.hands -= 1
            return "" if self.hands else "q"
        if "take down" in prompt:
            return self.buy
        return "s" if "s show" in prompt else "c"


@pytest.mark.parametrize("slug", SLUGS)
def test_hands_are_played_to_their_end(slug: str) -> None:
    """Going along through three hands shows cards, board, results and the bots' reasons."""
    shown = session(slug, Hands(3))
    assert shown.count("Hand ") >= 3
    assert "You are dealt" in shown
    assert "Board: " in shown
    assert "You have " in shown
    assert "What the bots were thinking:" in shown
    assert "Goodbye. 3 hands dealt" in shown


def test_reach_around_tells_the_wild_rank_and_sells_the_card() -> None:
    """The wild rank stands beside the cards, and a card bought up is seen face up."""
    shown = session("reach-around", Hands(2, buy="u"))
    assert "Your wild rank is" in shown
    assert "You buy the card up for 2" in shown
    assert "You are dealt" in shown
    assert "face up" in shown
    assert "third card face up for 2" in shown


def test_others_cards_stay_hidden_until_shown() -> None:
    """Before the showdown nothing but your own cards and the board is printed."""
    shown = session("holdem", ["f"], players=4)
    before = shown.split("f fold")[0]
    assert before.count("You are dealt") == 1
    assert "is dealt" not in before


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("dance", "I do not know 'dance'"),
        ("", "I do not know ''"),
        ("[bold]", "I do not know '[bold]'"),
        ("b 7", "7 is not possible; a bet goes to 4 only."),
        ("raise to many", "A bet is a whole number of chips from 4 to 4"),
        ("r 4 5", "A bet is a whole number of chips"),
        ("r \u0664", "A bet is a whole number of chips"),
        ("k", "That cannot be done; you may fold, call 2 or raise to 4."),
        ("u", "That cannot be done; you may"),
        ("?", HELP),
    ],
)
def test_wrong_input_is_told_what_would_be_right(answer: str, said: str) -> None:
    """A mistake is one clear sentence, and the same question is asked again."""
    shown = session("holdem", [answer, "q"], players=4)
    assert said in shown
    assert shown.count("f fold") >= 2
    assert "Traceback" not in shown


@pytest.mark.parametrize("answer", ["r", "r4", "R 4", "raise to 4", "b 4"])
def test_a_raise_may_be_written_in_many_ways(answer: str) -> None:
    """In fixed limit the amount may be left out."""
    assert "You raise to 4" in session("holdem", [answer, "q"], players=4)


def test_amounts_of_no_limit_are_offered_as_a_range() -> None:
    """Any whole number in the range is a raise, and one beyond it is refused with the range."""
    shown = session("holdem", ["r 500", "r 17", "q"], players=4, announced={"limit": "no"})
    assert "r raise to 4-200" in shown
    assert "500 is not possible; a bet goes to 4 up to 200." in shown
    assert "You raise to 17" in shown


def test_the_end_of_the_input_is_a_goodbye() -> None:
    """Leaving in the middle of a hand costs what is in the pot, and nothing breaks."""
    shown = session("holdem", ["r"], players=4)
    assert "Goodbye. 1 hand dealt, and you leave" in shown
    assert "behind" in shown


def test_a_seed_deals_the_same_evening_again() -> None:
    """The same seed and the same answers print the same; another seed does not."""
    assert session("reach-around", Hands(2)) == session("reach-around", Hands(2))
    assert session("reach-around", Hands(2)) != session("reach-around", Hands(2), seed=2)
    assert session("holdem", ["q"], seed=None) != session("holdem", ["q"], seed=None)


def test_chips_run_out_and_come_again() -> None:
    """Who has lost everything takes another stack, and the balance remembers it."""

    def all_in(prompt: str) -> str:
        if prompt.startswith("Enter"):
            all_in_hands.append(1)
            return "q" if len(all_in_hands) > 30 else ""
        if "raise to" in prompt or "b bet" in prompt:
            most = re.search(r"-(\d+)", prompt)
            return f"r {most[1]}" if most else "r"
        return "s" if "s show" in prompt else "c"

    all_in_hands: list[int] = []
    shown = session("holdem", all_in, players=2, announced={"limit": "no"})
    assert "another 200 chips" in shown


@pytest.mark.parametrize(
    ("players", "announced", "code"),
    [
        (1, {}, "game/seats"),
        (11, {}, "game/seats"),
        (4, {"third-card-price": 2}, "announcement/third-card-price"),
        (4, {"small-bet": 0}, "announcement/small-bet"),
    ],
)
def test_what_cannot_be_played_is_refused_at_once(
    players: int, announced: dict[str, object], code: str
) -> None:
    """Too few players or a senseless announcement is an error before the first card."""
    with pytest.raises(GameError) as refused:
        session("holdem", [], players=players, announced=announced)
    assert refused.value.code == code
