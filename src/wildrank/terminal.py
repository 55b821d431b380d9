"""A table in the terminal: you against bots, hand after hand.

The hand is the referee's, the bots are those of the house; this module shows what your seat may
see and asks what you want to do. Start reading at `play`.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from rich.console import Console
from rich.markup import escape

from wildrank.bots import Bot, CarefulBot, bot_view
from wildrank.cards import DECK, Card
from wildrank.errors import ActionError
from wildrank.fair import shuffled
from wildrank.games import Announcement, Game, Stakes, announce
from wildrank.games.words import plurals
from wildrank.hands import describe
from wildrank.referee import (
    BuyUp,
    Call,
    Check,
    Deal,
    DealCards,
    Event,
    Fold,
    Legal,
    MuckCards,
    PlayerAction,
    RaiseTo,
    ShowCards,
    State,
    TakeDown,
    advance,
    beaten,
    hand_value,
    legal,
    opening,
    see,
    view,
    waiting,
    wild_ranks,
)
from wildrank.referee import events as ev
from wildrank.referee.state import apply, fresh
from wildrank.table.words import announcement_lines, stakes_words

YOU: Final = 0
STACK: Final = 200
NAMES: Final = ("Dusty", "Mabel", "Hank", "Ruby", "Otis", "Pearl", "Clyde", "Hattie", "Virgil")
HELP: Final = (
    "f fold · k check · c call (or check) · b 8 or r 8 bet or raise to 8 · u buy the card up"
    " · d take it down · s show · m muck · q quit"
)
_COLOURS: Final = ("green", "blue", "red", "bold")


class Screen(NamedTuple):
    """Where the game is played.

    Attributes:
        ask: Shows a prompt and returns what was typed; raises EOFError at the end of the input.
        console: Where everything else is shown.
    """

    ask: Callable[[str], str]
    console: Console


class Quit(Exception):
    """The player leaves, or the input has ended."""


def play(
    game: Game,
    players: int = 4,
    settings: Mapping[str, object] | None = None,
    *,
    seed: int | None = None,
    screen: Screen | None = None,
) -> None:
    """Play hands in the terminal until the player quits.

    Args:
        game: The game.
        players: How many sit at the table, you among them.
        settings: What is announced, as in ``announce``.
        seed: Deals the same cards again; without one the deck comes from the operating system.
        screen: Where it is played, the terminal if nothing is said.

    Raises:
        GameError: If the game cannot be played so.
    """
    spoken = announce(game, settings)
    opening(game, *spoken, (STACK,) * players, 0)
    evening = _Evening(game, spoken, players, seed, screen or Screen(input, Console()))
    try:
        while True:
            evening.play_hand()
            evening.between_hands()
    except (Quit, EOFError, KeyboardInterrupt):
        evening.goodbye()


class _Reason(NamedTuple):
    street: int
    seat: int
    action: PlayerAction
    why: str


class _Evening:
    """The table, its stacks and its button."""

    def __init__(
        self,
        game: Game,
        spoken: tuple[Stakes, Announcement],
        players: int,
        seed: int | None,
        screen: Screen,
    ) -> None:
        self.game = game
        self.stakes, self.announcement = spoken
        self.names = ("You", *NAMES[: players - 1])
        salt = secrets.token_hex(8) if seed is None else seed
        self.bots: dict[int, Bot] = {
            seat: CarefulBot(self.names[seat], f"{salt}/{seat}") for seat in range(1, players)
        }
        self.seed = seed
        self.stacks = [STACK] * players
        self.bought = STACK
        self.behind = STACK  # what you would leave with
        self.number = 0
        self.ask, self.console = screen
        self.reasons: list[_Reason] = []
        self.awards: list[ev.Awarded] = []
        self.thoughts: list[str] = []

    # ---------------------------------------------------------------------------- the evening

    def play_hand(self) -> None:
        """Play one hand to its end."""
        self.number += 1
        self.reasons.clear()
        self.awards.clear()
        button = self.number % len(self.stacks)
        stacks = tuple(self.stacks)
        events = opening(self.game, self.stakes, self.announcement, stacks, button)
        state = fresh(self.game, self.stakes, self.announcement, stacks, button)
        self._announce(button)
        for event in events:
            self._tell(event, state)
            state = apply(state, event)
        state = self._play_on(state, self._deck())
        self.stacks = list(state.stacks)
        self._close(state, stacks)

    def _deck(self) -> list[Card]:
        key = None if self.seed is None else f"{self.seed}/{self.number}".encode()
        return list(shuffled(DECK, key))

    def _play_on(self, state: State, deck: list[Card]) -> State:
        while (wait := waiting(state)) is not None:
            if isinstance(wait, Deal):
                del deck[: wait.burn]
                cards = tuple(deck[: wait.count])
                del deck[: wait.count]
                events, after = advance(state, DealCards(cards))
            elif wait.seat == YOU:
                events, after = self._your_turn(state)
            else:
                decision = self.bots[wait.seat].decide(bot_view(state, wait.seat))
                events, after = advance(state, decision.action)
                self.reasons.append(
                    _Reason(state.street, wait.seat, decision.action, decision.reason)
                )
            for event in events:
                self._tell(event, state)
                state = apply(state, event)
            state = after
            self.behind = state.stacks[YOU]
        return state

    def between_hands(self) -> None:
        """Ask whether to go on, and give fresh stacks to those who have nothing."""
        thoughts = "t for what the bots thought, " if self.thoughts else ""
        while (
            answer := self.ask(f"Enter for the next hand, {thoughts}q to quit: ").strip().lower()
        ):
            if answer in ("q", "quit", "exit"):
                raise Quit
            if answer not in ("t", "thoughts"):
                self._print(f"I do not know {escape(repr(answer))}.", "yellow")
                continue
            for line in self.thoughts:
                self._print(line, "dim")
        for seat, stack in enumerate(self.stacks):
            if not stack:
                self.stacks[seat] = STACK
                if seat == YOU:
                    self.bought += STACK
                    self.behind = STACK
                self._print(f"{self._name(seat)} {_verb(seat, 'take')} another {STACK} chips.")

    def goodbye(self) -> None:
        """Say how the evening went."""
        net = self.behind - self.bought
        how = "even" if not net else f"{abs(net)} {'ahead' if net > 0 else 'behind'}"
        hands = f"{self.number} {'hand' if self.number == 1 else 'hands'}"
        self._print(f"\nGoodbye. {hands} dealt, and you leave {how}.")

    # -------------------------------------------------------------------------------- telling

    def _print(self, text: str, style: str | None = None) -> None:
        self.console.print(text, style=style, highlight=False)

    def _name(self, seat: int) -> str:
        return self.names[seat]

    def _announce(self, button: int) -> None:
        self.console.rule(f"Hand {self.number}: {self.game.name}")
        lines = announcement_lines(self.game, self.stakes, self.announcement)
        self._print("; ".join([stakes_words(self.stakes), *lines]), "dim")
        stacks = ", ".join(
            f"{name} {chips}" for name, chips in zip(self.names, self.stacks, strict=True)
        )
        has = "have" if button == YOU else "has"
        self._print(f"{stacks}; {self._name(button)} {has} the button", "dim")

    def _tell(self, event: Event, before: State) -> None:
        """Print what happened, as your seat may see it."""
        if isinstance(event, ev.Awarded):
            self.awards.append(event)
        line = self._line(see(event, YOU, before), before)
        if line:
            self._print(line)

    def _line(self, event: Event, before: State) -> str:
        seat = getattr(event, "seat", YOU)
        who = self._name(seat)
        match event:
            case ev.StreetOpened():
                name = self.game.streets[event.street].name
                return f"\n[bold]{name.capitalize()}[/bold], pot {before.pot}"
            case ev.BoardDealt():
                return f"Board: {_cards((*before.board, *event.cards))}"
            case ev.HoleDealt():
                return _hole_line(who, seat, event)
            case ev.Shown():
                return f"{who} {_verb(seat, 'show')} {_cards(event.cards)}"
            case ev.Awarded():
                return ""
            case _:
                return _plain_line(who, seat, event)

    def _close(self, state: State, stacks: tuple[int, ...]) -> None:
        """Print how the hand ended, and keep what the bots were thinking."""
        for seat in range(state.seats):
            if state.shown[seat]:
                self._print(f"{self._name(seat)}: {_value_words(state, seat)}")
        net, left = state.stacks[YOU] - stacks[YOU], state.stacks[YOU]
        yours = f"You {f'{net:+d}' if net else 'are even'} ({left} left)."
        result = _result_words(state, self.awards, self.names)
        self._print(f"[bold]{escape(result)} {yours}[/bold]")
        self.thoughts = list(self._thoughts(state))

    def _thoughts(self, state: State) -> Iterator[str]:
        """Yield what the bots thought, street by street.

        A hand that was not shown stays its player's secret, so nothing is told that was thought
        about its wild cards or about showing it.
        """
        street = -1
        for reason in self.reasons:
            telling = isinstance(reason.action, BuyUp | TakeDown | ShowCards | MuckCards)
            if not reason.why or (telling and not state.shown[reason.seat]):
                continue
            if reason.street != street:
                street = reason.street
                yield self.game.streets[street].name.capitalize()
            what = _ACTION_WORDS[type(reason.action)]
            yield f"  {self._name(reason.seat)} {what}: {escape(reason.why)}"

    # ------------------------------------------------------------------------------ your turn

    def _your_turn(self, state: State) -> tuple[tuple[Event, ...], State]:
        """Ask until an answer is accepted; a hand that need not be hidden is shown unasked."""
        allowed, seen = legal(state), view(state, YOU)
        if allowed.show and not (allowed.muck and beaten(seen, YOU)):
            return advance(state, ShowCards(YOU))
        self._situation(seen)
        while True:
            answer = self.ask(f"{_offer(allowed)}? ").strip().lower()
            if not answer:
                continue
            action = _action(answer, allowed)
            if isinstance(action, str):
                self._print(action, "yellow")
                continue
            try:
                return advance(state, action)
            except ActionError:
                self._print(f"That cannot be done; you may {allowed.words}.", "yellow")

    def _situation(self, seen: State) -> None:
        """Print your cards, the board, the pot and what you have."""
        wild = set(wild_ranks(seen, YOU))
        yours = _cards(seen.down[YOU], wild)
        if seen.up[YOU]:
            yours += f"  face up {_cards(seen.up[YOU], wild)}"
        board = _cards(seen.board, wild) or "none yet"
        self._print(f"You hold {yours}  board {board}  pot {seen.pot}")
        if wild:
            ranks = plurals(tuple(sorted(wild))).capitalize()
            self._print(f"{ranks} are wild for you (marked *).")
        have = _value_words(seen, YOU)
        if have:
            self._print(f"You have {have}.")


# ------------------------------------------------------------------------------------------ words

_ACTION_WORDS: Final[Mapping[type, str]] = {
    Fold: "folded",
    Check: "checked",
    Call: "called",
    RaiseTo: "bet or raised",
    BuyUp: "bought the card up",
    TakeDown: "took the card down",
    ShowCards: "showed",
    MuckCards: "mucked",
}


def _cards(cards: Iterable[Card], wild: Iterable[int] = ()) -> str:
    """Return cards with the colours of their suits, a star after those that are wild."""
    marks = set(wild)
    words = []
    for card in cards:
        style = _COLOURS[card & 3] if card.known else "dim"
        star = "*" if card.known and card.rank in marks else ""
        words.append(f"[{style}]{card}{star}[/{style}]")
    return " ".join(words)


def _verb(seat: int, verb: str) -> str:
    return verb if seat == YOU else f"{verb}es" if verb.endswith("ss") else f"{verb}s"


def _hole_line(who: str, seat: int, event: ev.HoleDealt) -> str:
    if seat == YOU:
        return f"You are dealt {_cards(event.cards)}{' face up' if event.up else ''}"
    return f"{who} is dealt {_cards(event.cards)} face up" if event.up else ""


def _plain_line(who: str, seat: int, event: Event) -> str:
    """Return a line about chips, or about a choice; empty where there is nothing to say."""
    words = _LINES.get(type(event))
    return "" if words is None else words(who, seat, event)


def _chose_line(who: str, seat: int, event: ev.Chose) -> str:
    if event.up is None:
        return f"{who} {'have' if seat == YOU else 'has'} chosen"
    return "" if event.up else f"{who} {_verb(seat, 'take')} the card down"


def _raised_line(who: str, seat: int, event: ev.Raised) -> str:
    how = _verb(seat, "bet") if event.opening else f"{_verb(seat, 'raise')} to"
    return f"{who} {how} {event.to}"


_LINES: Final[Mapping[type, Callable[[str, int, Any], str]]] = {
    ev.Posted: lambda who, seat, event: (
        f"{who} {_verb(seat, 'post')} {event.amount} ({event.kind.replace('-', ' ')})"
    ),
    ev.Folded: lambda who, seat, _: f"{who} {_verb(seat, 'fold')}",
    ev.Checked: lambda who, seat, _: f"{who} {_verb(seat, 'check')}",
    ev.Called: lambda who, seat, event: f"{who} {_verb(seat, 'call')} {event.amount}",
    ev.Raised: _raised_line,
    ev.Chose: _chose_line,
    ev.PricePaid: lambda who, seat, event: (
        f"{who} {_verb(seat, 'buy')} the card up for {event.amount}"
    ),
    ev.TurnedUp: lambda who, seat, event: (
        f"{who} {_verb(seat, 'turn')} up {_cards((event.card,))}"
    ),
    ev.Returned: lambda who, seat, event: (
        f"{event.amount} goes back to {'you' if seat == YOU else who}, uncalled"
    ),
    ev.Mucked: lambda who, seat, _: f"{who} {_verb(seat, 'muck')}",
}


def _value_words(state: State, seat: int) -> str:
    """Return what a seat has so far, both ways where there are two."""
    high, low = hand_value(state, seat, "high"), hand_value(state, seat, "low")
    words = [] if high is None else [describe(high)]
    words += [] if low is None else [describe(low, low=True)]
    return escape(", and ".join(words))


def _result_words(state: State, awards: Iterable[ev.Awarded], names: Sequence[str]) -> str:
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
        f"{'you' if place and seat == YOU else names[seat]} {_verb(seat, 'win')}"
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


def _offer(allowed: Legal) -> str:
    """Return the prompt: what may be typed and what it does."""
    raising = f"{allowed.raise_low}"
    if allowed.raise_high > allowed.raise_low:
        raising += f"-{allowed.raise_high}"
    choices = {
        "f fold": allowed.fold,
        "k check": allowed.check,
        f"c call {allowed.to_call}": allowed.call,
        f"b bet {raising}": bool(allowed.raise_low) and allowed.opening,
        f"r raise to {raising}": bool(allowed.raise_low) and not allowed.opening,
        f"u buy up for {allowed.price}": allowed.buy,
        "d take down": allowed.take_down,
        "s show": allowed.show,
        "m muck": allowed.muck,
    }
    return " · ".join(words for words, may in choices.items() if may)


def _action(answer: str, allowed: Legal) -> PlayerAction | str:
    """Return what was typed as an action, or a sentence that says what is wrong with it.

    Raises:
        Quit: If the player leaves.
    """
    word, _, amount = answer.partition(" ")
    if word in ("q", "quit", "exit"):
        raise Quit
    if word[:1] in ("b", "r") and word[1:].isdigit():
        word, amount = word[0], word[1:]
    if allowed.take_down and _PLAIN.get(word) not in (BuyUp, TakeDown):
        buying = f"u or d: u buys the card up for {allowed.price}, d takes it down."
        return buying if allowed.buy else "d: the card can only be taken down."
    if word in ("b", "bet", "r", "raise"):
        return _raise(amount.removeprefix("to").strip(), allowed)
    if word in ("c", "call") and allowed.check:
        return Check(YOU)
    if word in _PLAIN:
        return _PLAIN[word](YOU)
    if word in ("?", "h", "help"):
        return HELP
    return f"I do not know {escape(repr(answer))}. {HELP}"


_PLAIN: Final[Mapping[str, Callable[[int], PlayerAction]]] = {
    word: action
    for words, action in (
        ("f fold", Fold),
        ("k check", Check),
        ("c call", Call),
        ("u up buy ^", BuyUp),
        ("d down v", TakeDown),
        ("s show", ShowCards),
        ("m muck", MuckCards),
    )
    for word in words.split()
}


def _raise(amount: str, allowed: Legal) -> PlayerAction | str:
    """Return a bet or raise; in fixed limit the amount may be left out."""
    least, most = allowed.raise_low, allowed.raise_high
    if not least:
        return f"No bet or raise is possible now; you may {allowed.words}."
    if not amount and least == most:
        return RaiseTo(YOU, least)
    if not (amount.isascii() and amount.isdigit()) or len(amount) > len(str(most)) + 1:
        return f"A bet is a whole number of chips from {least} to {most}, as in b {least}."
    to = int(amount)
    if not least <= to <= most:
        return f"{to} is not possible; a bet goes to {least}" + (
            f" up to {most}." if most > least else " only."
        )
    return RaiseTo(YOU, to)
