"""Unit tests of the hand line: what is written is read, and what is malformed is said clearly."""

from __future__ import annotations

import pytest

from wildrank.errors import ActionError, GameError, NotationError
from wildrank.referee import Hand

START = "holdem fixed 2/4 @1 100/100"
PLAYED = f"{START} | AhKh QsQd"
BUYING = "reach-around fixed 2/4 @1 20/20 | 7cKd QsTs k k | 7d k k | 7s k k"

MALFORMED = {
    "empty": ("", "notation/header"),
    "one word": ("holdem", "notation/header"),
    "no stacks": ("holdem fixed 2/4 @1", "notation/header"),
    "bets in words": ("holdem fixed two/four @1 100/100", "notation/bets"),
    "three bets": ("holdem fixed 2/4/8 @1 100/100", "notation/bets"),
    "button without @": ("holdem fixed 2/4 1 100/100", "notation/button"),
    "button in words": ("holdem fixed 2/4 @x 100/100", "notation/button"),
    "negative button": ("holdem fixed 2/4 @-1 100/100", "notation/button"),
    "one stack": ("holdem fixed 2/4 @1 100", "notation/stacks"),
    "negative stack": ("holdem fixed 2/4 @1 100/-5", "notation/stacks"),
    "other digits": ("holdem fixed 2/4 @1 100/\u0661", "notation/stacks"),
    "no value": (f"{START} ante", "notation/announcement"),
    "said twice": (f"{START} ante=1 ante=2", "notation/announcement"),
    "limit said again": (f"{START} limit=no", "notation/announcement"),
    "a hand too few": (f"{START} | AhKh", "notation/missing-cards"),
    "uneven deal": (f"{START} | AhKh Qs", "notation/uneven-deal"),
    "half a card": (f"{START} | AhK QsQd", "notation/cards"),
    "no suit": (f"{START} | AhKx QsQd", "notation/card"),
    "no rank": (f"{START} | AhKh QsXd", "notation/card"),
    "twice in one hand": (f"{START} | AhAh QsQd", "notation/duplicate-card"),
    "unknown token": (f"{PLAYED} x", "notation/token"),
    "bet for raise": (f"{PLAYED} b4", "notation/bet-or-raise"),
    "raise for bet": (f"{PLAYED} c k | 2c3c4c r2", "notation/bet-or-raise"),
    "no amount": (f"{PLAYED} r", "notation/token"),
    "half a chip": (f"{PLAYED} r4.5", "notation/token"),
    "negative raise": (f"{PLAYED} r-4", "notation/token"),
    "huge raise": (f"{PLAYED} r99999999999999999999", "notation/token"),
    "capital letter": (f"{PLAYED} C", "notation/token"),
    "cards for a bet": (f"{PLAYED} 2c3c4c", "notation/cards-out-of-place"),
    "street too early": (f"{PLAYED} c | k", "notation/street"),
    "street left out": (f"{PLAYED} c k | 2c3c4c | 5c", "notation/street"),
    "street too many": (f"{PLAYED} c k | 2c3c4c k k | 5c k k | 6c k k | 7c", "notation/street"),
    "after the end": (f"{PLAYED} f f", "notation/after-end"),
    "flop after the end": (f"{PLAYED} f | 2c3c4c", "notation/street"),
    "bought first": (f"{START} | ^AhKh QsQd", "notation/cards-out-of-place"),
    "show of no card": (f"{PLAYED} c k | 2c3c4c k k | 5c k k | 6c k k sX", "notation/cards"),
    "two marks": (f"{BUYING} | ^^", "notation/cards"),
}


@pytest.mark.parametrize(("line", "code"), MALFORMED.values(), ids=MALFORMED.keys())
def test_malformed(line: str, code: str) -> None:
    """A malformed line is a NotationError with a stable code, and the message quotes the line."""
    with pytest.raises(NotationError) as refused:
        Hand.parse(line)
    assert refused.value.code == code
    assert refused.value.message.endswith((line, repr(line)))


SENSELESS = {
    "unknown game": ("chess fixed 2/4 @1 100/100", "game/unknown"),
    "unknown limit": ("holdem spread 2/4 @1 100/100", "announcement/limit"),
    "big bet smaller": ("holdem fixed 4/2 @1 100/100", "announcement/big-bet"),
    "no small bet": ("holdem fixed 0/4 @1 100/100", "announcement/small-bet"),
    "button nowhere": ("holdem fixed 2/4 @2 100/100", "game/button"),
    "empty stack": ("holdem fixed 2/4 @1 100/0", "game/stacks"),
    "too many": ("holdem fixed 2/4 @1 1/1/1/1/1/1/1/1/1/1/1", "game/seats"),
    "no number": (f"{START} ante=x", "announcement/ante"),
    "no use": (f"{START} third-card-price=2", "announcement/third-card-price"),
    "unknown key": (f"{START} colour=red", "announcement/colour"),
}


@pytest.mark.parametrize(("line", "code"), SENSELESS.values(), ids=SENSELESS.keys())
def test_senseless(line: str, code: str) -> None:
    """A line that spells a game nobody can play is a GameError that quotes the line."""
    with pytest.raises(GameError) as refused:
        Hand.parse(line)
    assert refused.value.code == code
    assert refused.value.message.endswith((line, repr(line)))


ILLEGAL = {
    "dealt twice": (f"{START} | AhKh AhQd", START, "action/duplicate-card"),
    "act before cards": (f"{START} | c", START, "action/dealer-first"),
    "wrong raise": (f"{PLAYED} r5", PLAYED, "action/illegal-amount"),
    "check a bet": (f"{PLAYED} k", PLAYED, "action/bet-to-match"),
    "act for the flop": (f"{PLAYED} c k k", f"{PLAYED} c k", "action/dealer-first"),
    "two-card flop": (f"{PLAYED} c k | 2c3c", f"{PLAYED} c k", "action/card-count"),
    "card of a hand": (f"{PLAYED} c k | 2c3cAh", f"{PLAYED} c k", "action/duplicate-card"),
    "buy a bet": (f"{PLAYED} ^", PLAYED, "action/illegal"),
    "show too early": (f"{PLAYED} s", PLAYED, "action/illegal"),
    "bet for the card": (f"{BUYING} | b4", BUYING, "action/illegal"),
}


@pytest.mark.parametrize(("line", "before", "code"), ILLEGAL.values(), ids=ILLEGAL.keys())
def test_illegal(line: str, before: str, code: str) -> None:
    """An illegal action in a line is refused, and the message ends with the hand before it."""
    with pytest.raises(ActionError) as refused:
        Hand.parse(line)
    assert refused.value.code == code
    assert refused.value.message.endswith(before)


ROUND_TRIPS = (
    START,
    f"{PLAYED} c",
    f"{START} ante=1 blinds=2 raise-cap=none",
    "holdem fixed 4/4 @1 100/100",
    "holdem no 2 @1 100/100",
    "holdem no 2/5 @1 100/100",
    "holdem pot 10 @1 100/100 blinds=3/10",
    "holdem-hilo fixed 2/4 @1 100/100 low-qualifier=8",
    "omaha-hilo fixed 2/4 @1 100/100 low-qualifier=none",
    "holdem fixed 2/4 @1 20/20 | ???? QsQd c k | 2c3c4c k k | 5c k k | 6h k k sAhAd",
    f"{BUYING} | ^3h Js b4 c | Jc",
    f"{BUYING} | 3h",
    "reach-around no 2 @1 20/20 buy-order=secret | 7cKd QsTs k k | 7d k k | 7s k k | ^ v 3h Js",
    "reach-around fixed 2/4 @1 20/20 peek=true | 7cKd QsTs k k | 7d k k | 7s k k | 3h ^ Js v",
    "reach-around-flop fixed 2/4 @2 9/9/9 | 2c3c 4c5c 6c7c b2 c f | 8cTcJc",
)


@pytest.mark.parametrize("line", ROUND_TRIPS)
def test_round_trip(line: str) -> None:
    """A line that is written as we write it is read and written back to the letter."""
    hand = Hand.parse(line)
    assert str(hand) == line
    assert Hand.parse(str(hand)) == hand
    assert repr(hand) == f"Hand.parse({line!r})"


def test_parse_is_lenient() -> None:
    """Blanks do not matter, nor do empty streets at the end, nor defaults that are said."""
    loose = "  holdem  fixed 2/4 @1 100/100 ante=0 |  AhKh   QsQd c|| "
    assert str(Hand.parse(loose)) == f"{PLAYED} c"


def test_play_goes_on() -> None:
    """Tokens may follow a hand that was read, and an error quotes them."""
    hand = Hand.parse(PLAYED).play("c k 2c3c4c k k")
    assert str(hand) == f"{PLAYED} c k | 2c3c4c k k"
    with pytest.raises(NotationError, match="in 'zz'"):
        hand.play("zz")
