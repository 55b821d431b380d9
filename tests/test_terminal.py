"""The game in the terminal, driven by scripted input."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from io import StringIO

import pytest
from rich.console import Console

from wildrank.cards import Rank, parse_cards
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
    **how: bool,
) -> str:
    """Play with answers, given one by one or by the prompt, and return all that was shown."""
    shown = StringIO()
    console = Console(file=shown, width=200, color_system=None, legacy_windows=False)
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

    play(load_game(slug), players, announced, seed=seed, screen=Screen(ask, console, **how))
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
    """Going along through three hands shows cards, board and results."""
    shown = session(slug, Hands(3))
    assert shown.count("Hand ") >= 3
    assert "You are dealt" in shown
    assert "Board: " in shown
    assert "You have " in shown
    assert (
        len(
            re.findall(
                r" wins? \d+.*\. You (?:[+-]\d+|are even) \(\d+ left\)\.$", shown, re.MULTILINE
            )
        )
        == 3
    )
    assert "is not worth a bet" not in shown
    assert "Goodbye. 3 hands dealt" in shown


def test_reach_around_tells_the_wild_rank_and_sells_the_card() -> None:
    """The wild rank stands beside the cards, and a card bought up is seen face up."""
    shown = session("reach-around", Hands(2, buy="u"))
    ranks = [rank.plural for rank in Rank]
    assert re.search(
        rf"^({'|'.join(ranks)}) are wild for you", shown, re.IGNORECASE | re.MULTILINE
    )
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


def test_enter_alone_asks_again() -> None:
    """Nothing typed is no mistake: the question comes again, and no word between."""
    shown = session("holdem", ["", " ", "q"], players=4)
    prompt, *_ = re.findall(r"^f fold.*\n", shown, re.MULTILINE)
    assert prompt * 3 in shown


@pytest.mark.parametrize("answer", ["x", "k", "r 4", "c"])
def test_the_buy_is_u_or_d(answer: str) -> None:
    """Whatever else is typed when the card is for sale, the two right keys are named."""
    said = []

    def answers(prompt: str) -> str:
        if "take down" not in prompt:
            return "c"
        said.append(prompt)
        return answer if len(said) == 1 else "q"

    shown = session("reach-around", answers)
    assert "u or d: u buys the card up for 2, d takes it down." in shown
    assert len(said) == 2


def evening(seed: int, players: int = 4) -> str:
    """Play one hand of Reach Around, ask for the bots' thoughts, and return all of it."""
    left = ["t", "q"]
    going = Hands(9)

    def answers(prompt: str) -> str:
        return left.pop(0) if prompt.startswith("Enter") else going(prompt)

    return session("reach-around", answers, players, seed)


def test_thoughts_are_told_when_asked_for() -> None:
    """The key t tells them, under the names of the streets, and the next hand is offered again."""
    shown = evening(1)
    before, after = shown.split("t for what the bots thought, q to quit:", 1)
    assert "is not worth a bet" not in before
    assert re.search(r"^First two\n  \w+ checked: ", after, re.MULTILINE)
    assert "\nLast board card\n" in after
    assert after.count("t for what the bots thought") == 1


def test_thoughts_keep_the_secrets_of_hands_not_shown() -> None:
    """Only who showed is quoted about a wild rank; hidden hands took the card down as well."""
    told, hidden = set(), 0
    for seed in range(1, 9):
        before, after = evening(seed).split("t for what the bots thought", 1)
        showed = set(re.findall(r"^(\w+) shows", before, re.MULTILINE))
        took = set(re.findall(r"^(\w+) (?:takes the card down|buys)", before, re.MULTILINE))
        quoted = set(re.findall(r"^  (\w+) .* are wild ", after, re.MULTILINE))
        assert quoted <= showed
        told |= quoted
        hidden += len(took - showed)
    assert told
    assert hidden


def test_the_result_is_a_sentence() -> None:
    """Who wins, how much, and what beats what; then what it was for you."""
    shown = "".join(evening(seed) for seed in range(1, 7))
    assert re.search(
        r"^\w+ wins \d+: [a-z ]+ beats? your [a-z ]+\. You -\d+ \(\d+ left\)\.$",
        shown,
        re.MULTILINE,
    )
    high_low = session("holdem-hilo", Hands(6), players=4)
    assert re.search(r"wins? \d+ with the high, \w+ wins? \d+ with the low\. You ", high_low)


def test_the_result_is_what_the_stacks_say() -> None:
    """What is left after a hand is what the next one begins with."""
    shown = session("reach-around", Hands(4), players=4)
    left = re.findall(r"\((\d+) left\)", shown)
    begun = re.findall(r"^You (\d+), ", shown, re.MULTILINE)
    assert (begun[0], begun[1:]) == ("200", left[:-1])


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


def drawn(slug: str, **settings: object) -> str:
    """Return two hands as a person at a terminal sees them."""
    return session(slug, Hands(2), players=4, announced=settings, pictures=True)


def test_pictures_draw_cards_and_seats() -> None:
    """At a terminal cards are drawn, and the seats stand in a list with their chips."""
    shown = drawn("holdem")
    assert re.search(r"│ (?:10|[2-9JQKA])[♣♦♥♠]\s*││", shown)
    assert re.search(r"^Your cards +Board", shown, re.MULTILINE)
    assert re.search(r"^ D? +(?:You|Dusty|Mabel|Hank) +\d+", shown, re.MULTILINE)
    assert "You hold" not in shown


def test_pictures_mark_exactly_the_wild_cards() -> None:
    """A card is drawn as wild when the line beneath says that its rank is."""
    shown = drawn("reach-around")
    felts = re.findall(r"Your cards.*\n.*\n(.*)\n(.*)\n(\w+) are wild for you", shown)
    assert felts
    for faces, feet, plural in felts:
        wild = next(rank for rank in Rank if rank.plural.capitalize() == plural)
        drawn_cards = re.findall(r"│ (10|.)[♣♦♥♠] *│", faces)
        marks = [foot == "╰wild╯" for foot in re.findall(r"╰....╯", feet)]
        letter = "10" if str(wild) == "T" else str(wild)
        assert marks == [card == letter for card in drawn_cards]
        assert any(marks)


def test_pictures_hide_what_words_hide() -> None:
    """Before the showdown no card is drawn but your own and the board's."""
    shown = session("holdem", ["f"], players=4, pictures=True).split("f fold")[0]
    assert len(re.findall(r"[♣♦♥♠]", shown)) == 4  # two in the line of the deal, two drawn


def test_a_poor_terminal_gets_plain_letters() -> None:
    """Where only ASCII is shown, so are the pictures."""
    screen = Screen(input, AsciiConsole(file=StringIO(), width=80), pictures=True)
    lines = screen.picture(parse_cards("Td2c"), {Rank.TWO})
    plain = [re.sub(r"\[/?[^]]*\]", "", line) for line in lines]
    assert plain == ["+----++----+", "| Td || 2c |", "+----++wild+"]


class AsciiConsole(Console):
    """A console of a terminal that knows no other letters."""

    @property
    def encoding(self) -> str:
        """Say so."""
        return "ascii"


def test_hint_counts_as_a_person_would() -> None:
    """With 6d Jh and a board of 9c 2h, 15 of the 48 unseen cards are lower than a six."""
    shown = session("reach-around", ["c", "c", "c", "q"], players=4, seed=4)
    assert "You hold 6d* Jh  board 9c 2h" in shown
    assert "Hint: down, 31 % to be lower than your sixes and wild instead" in shown


def test_hint_gives_the_price_of_a_call() -> None:
    """Calling 2 for a pot of 6 pays when the hand wins a quarter of the time."""
    shown = session("reach-around", ["c", "c", "c", "q"], players=4, seed=4)
    assert "Hint: calling 2 for 6 pays from 25 % on" in shown


def test_hints_can_be_switched_off() -> None:
    """Who wants none is told none."""
    assert "Hint" not in session("reach-around", Hands(2), hints=False)
