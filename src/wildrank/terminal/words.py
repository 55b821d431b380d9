"""What happens in a hand, in lines: who did what, who won with what.

Start reading at `Teller`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from rich.markup import escape

from wildrank.hands import describe
from wildrank.referee import (
    BuyUp,
    Call,
    Check,
    Event,
    Fold,
    MuckCards,
    RaiseTo,
    ShowCards,
    State,
    TakeDown,
    hand_value,
)
from wildrank.referee import events as ev
from wildrank.terminal.screen import Screen

YOU: Final = 0
ACTION_WORDS: Final[Mapping[type, str]] = {
    Fold: "folded",
    Check: "checked",
    Call: "called",
    RaiseTo: "bet or raised",
    BuyUp: "bought the card up",
    TakeDown: "took the card down",
    ShowCards: "showed",
    MuckCards: "mucked",
}


class Teller:
    """Words an event as your seat may see it."""

    def __init__(self, screen: Screen, names: Sequence[str]) -> None:
        """Take where it is shown, and what the seats are called."""
        self.screen = screen
        self.names = names

    def line(self, event: Event, before: State) -> str:
        """Return a line about an event, empty where there is nothing to say."""
        seat = getattr(event, "seat", YOU)
        who, cards = self.names[seat], self.screen.words
        match event:
            case ev.StreetOpened():
                name = before.game.streets[event.street].name
                return f"\n[bold]{name.capitalize()}[/bold], pot {before.pot}"
            case ev.BoardDealt():
                return f"Board: {cards((*before.board, *event.cards))}"
            case ev.HoleDealt() if seat == YOU or event.up:
                dealt = f"{who} {'are' if seat == YOU else 'is'} dealt {cards(event.cards)}"
                return f"{dealt}{' face up' if event.up else ''}"
            case ev.Shown():
                return f"{who} {verb(seat, 'show')} {cards(event.cards)}"
            case ev.TurnedUp():
                return f"{who} {verb(seat, 'turn')} up {cards((event.card,))}"
        words = _LINES.get(type(event))
        return "" if words is None else words(who, seat, event)


def verb(seat: int, word: str) -> str:
    """Return a verb as it follows the name of a seat: ``You check``, ``Ruby checks``."""
    return word if seat == YOU else f"{word}es" if word.endswith("ss") else f"{word}s"


def _chose_line(who: str, seat: int, event: ev.Chose) -> str:
    if event.up is None:
        return f"{who} {'have' if seat == YOU else 'has'} chosen"
    return "" if event.up else f"{who} {verb(seat, 'take')} the card down"


def _raised_line(who: str, seat: int, event: ev.Raised) -> str:
    how = verb(seat, "bet") if event.opening else f"{verb(seat, 'raise')} to"
    return f"{who} {how} {event.to}"


_LINES: Final[Mapping[type, Callable[[str, int, Any], str]]] = {
    ev.Posted: lambda who, seat, event: (
        f"{who} {verb(seat, 'post')} {event.amount} ({event.kind.replace('-', ' ')})"
    ),
    ev.Folded: lambda who, seat, _: f"{who} {verb(seat, 'fold')}",
    ev.Checked: lambda who, seat, _: f"{who} {verb(seat, 'check')}",
    ev.Called: lambda who, seat, event: f"{who} {verb(seat, 'call')} {event.amount}",
    ev.Raised: _raised_line,
    ev.Chose: _chose_line,
    ev.PricePaid: lambda who, seat, event: (
        f"{who} {verb(seat, 'buy')} the card up for {event.amount}"
    ),
    ev.Returned: lambda who, seat, event: (
        f"{event.amount} goes back to {'you' if seat == YOU else who}, uncalled"
    ),
    ev.Mucked: lambda who, seat, _: f"{who} {verb(seat, 'muck')}",
}


def value_words(state: State, seat: int) -> str:
    """Return what a seat has so far, both ways where there are two."""
    high, low = hand_value(state, seat, "high"), hand_value(state, seat, "low")
    words = [] if high is None else [describe(high)]
    words += [] if low is None else [describe(low, low=True)]
    return escape(", and ".join(words))


def result_words(state: State, awards: Iterable[ev.Awarded], names: Sequence[str]) -> str:
    """Return who wins what, and with which hand: ``Mabel wins 86: flush beats your two pair.``."""
    won: dict[tuple[int, str], int] = {}
    for award in awards:
        for share in award.shares:
            key = share.seat, award.half
            won[key] = won.get(key, 0) + share.amount
    chips: dict[int, list[str]] = {}
    for (seat, half), amount in won.items():
        with_it = "" if half == "whole" else f" with the {half}"
        chips.setdefault(seat, []).append(f"{amount}{with_it}")
    words = ", ".join(
        f"{'you' if place and seat == YOU else names[seat]} {verb(seat, 'win')}"
        f" {' and '.join(parts)}"
        for place, (seat, parts) in enumerate(chips.items())
    )
    if len(won) == 1 and len(state.game.split) == 1:
        words += _beaten_words(state, *(seat for seat, _ in won))
    return f"{words}."


def _beaten_words(state: State, winner: int) -> str:
    """Return which hand the winner's beats: yours if you got so far, else the best one shown."""
    half = state.game.split[0].half
    seen = [seat for seat in state.live if state.shown[seat] or seat == YOU]
    values = {seat: hand_value(state, seat, half) for seat in seen}
    known = {seat: value for seat, value in values.items() if value is not None}
    best = known.pop(winner, None)
    if len(state.live) == 1 or best is None or not known:
        return ""
    loser = YOU if YOU in known else max(known, key=lambda seat: known[seat].strength)
    full = [describe(value, low=half == "low").partition(";")[0] for value in (best, known[loser])]
    short = [words.partition(",")[0] for words in full]
    ours, theirs = short if short[0] != short[1] else full
    mine, yours = ("your " if seat == YOU else "" for seat in (winner, loser))
    beats = "beat" if ours.partition(" ")[0] in ("two", "three", "four", "five") else "beats"
    return f": {mine}{ours} {beats} {yours}{theirs}"
