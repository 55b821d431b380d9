"""An evening in the terminal: hand after hand, until the player quits.

Start reading at `play`.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from rich.markup import escape

from wildrank.bots import BOT_NAMES, Bot, CarefulBot, bot_view
from wildrank.cards import DECK, Card
from wildrank.errors import ActionError
from wildrank.fair import shuffled
from wildrank.games import Announcement, Game, Stakes, announce
from wildrank.games.words import announcement_lines, stakes_words
from wildrank.referee import (
    BuyUp,
    Deal,
    DealCards,
    Event,
    Legal,
    MuckCards,
    PlayerAction,
    ShowCards,
    State,
    TakeDown,
    advance,
    beaten,
    legal,
    opening,
    see,
    view,
    waiting,
)
from wildrank.referee import events as ev
from wildrank.referee.state import apply, fresh
from wildrank.terminal.felt import describe_felt, draw
from wildrank.terminal.hints import hint
from wildrank.terminal.prompt import Quit, offer_words, read_action
from wildrank.terminal.screen import Screen
from wildrank.terminal.words import ACTION_WORDS, YOU, Teller, result_words, value_words, verb

STACK: Final = 200
_DEEDS: Final = (
    ev.Posted,
    ev.Folded,
    ev.Checked,
    ev.Called,
    ev.Raised,
    ev.Chose,
    ev.PricePaid,
)


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
    evening = _Evening(game, spoken, players, seed, screen or Screen.of_terminal())
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
        self.names = ("You", *BOT_NAMES[: players - 1])
        salt = secrets.token_hex(8) if seed is None else seed
        self.bots: dict[int, Bot] = {
            seat: CarefulBot(self.names[seat], f"{salt}/{seat}") for seat in range(1, players)
        }
        self.seed = seed
        self.stacks = [STACK] * players
        self.bought = STACK
        self.behind = STACK  # what you would leave with
        self.number = 0
        self.screen = screen
        self.teller = Teller(screen, self.names)
        self.done = [""] * players  # what each seat did last on this street
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
            answer := self.screen.ask(f"Enter for the next hand, {thoughts}q to quit: ")
            .strip()
            .lower()
        ):
            if answer in ("q", "quit", "exit"):
                raise Quit
            if answer not in ("t", "thoughts"):
                self.screen.say(f"I do not know {escape(repr(answer))}.", "yellow")
                continue
            for line in self.thoughts:
                self.screen.say(line, "dim")
        for seat, stack in enumerate(self.stacks):
            if not stack:
                self.stacks[seat] = STACK
                if seat == YOU:
                    self.bought += STACK
                    self.behind = STACK
                self.screen.say(f"{self._name(seat)} {verb(seat, 'take')} another {STACK} chips.")

    def goodbye(self) -> None:
        """Say how the evening went."""
        net = self.behind - self.bought
        how = "even" if not net else f"{abs(net)} {'ahead' if net > 0 else 'behind'}"
        hands = f"{self.number} {'hand' if self.number == 1 else 'hands'}"
        self.screen.say(f"\nGoodbye. {hands} dealt, and you leave {how}.")

    # -------------------------------------------------------------------------------- telling

    def _name(self, seat: int) -> str:
        return self.names[seat]

    def _announce(self, button: int) -> None:
        self.screen.console.rule(f"Hand {self.number}: {self.game.name}")
        lines = announcement_lines(self.game, self.stakes, self.announcement)
        self.screen.say("; ".join([stakes_words(self.stakes), *lines]), "dim")
        stacks = ", ".join(
            f"{name} {chips}" for name, chips in zip(self.names, self.stacks, strict=True)
        )
        has = "have" if button == YOU else "has"
        self.screen.say(f"{stacks}; {self._name(button)} {has} the button", "dim")

    def _tell(self, event: Event, before: State) -> None:
        """Print what happened, as your seat may see it."""
        if isinstance(event, ev.Awarded):
            self.awards.append(event)
        if isinstance(event, ev.StreetOpened):
            folded = before.folded
            self.done = ["folded" if out else "" for out in folded]
        line = self.teller.line(see(event, YOU, before), before)
        seat = getattr(event, "seat", None)
        if seat is not None and line and isinstance(event, _DEEDS):
            self.done[seat] = line.removeprefix(f"{self._name(seat)} ")
        if line:
            self.screen.say(line)

    def _close(self, state: State, stacks: tuple[int, ...]) -> None:
        """Print how the hand ended, and keep what the bots were thinking."""
        for seat in range(state.seats):
            if state.shown[seat]:
                self.screen.say(f"{self._name(seat)}: {value_words(state, seat)}")
        net, left = state.stacks[YOU] - stacks[YOU], state.stacks[YOU]
        yours = f"You {f'{net:+d}' if net else 'are even'} ({left} left)."
        result = result_words(state, self.awards, self.names)
        self.screen.say(f"[bold]{escape(result)} {yours}[/bold]")
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
            what = ACTION_WORDS[type(reason.action)]
            yield f"  {self._name(reason.seat)} {what}: {escape(reason.why)}"

    # ------------------------------------------------------------------------------ your turn

    def _your_turn(self, state: State) -> tuple[tuple[Event, ...], State]:
        """Ask until an answer is accepted; a hand that need not be hidden is shown unasked."""
        allowed, seen = legal(state), view(state, YOU)
        if allowed.show and not (allowed.muck and beaten(seen, YOU)):
            return advance(state, ShowCards(YOU))
        self._situation(seen, allowed)
        while True:
            answer = self.screen.ask(f"{offer_words(allowed)}? ").strip().lower()
            if not answer:
                continue
            action = read_action(answer, allowed, YOU)
            if isinstance(action, str):
                self.screen.say(action, "yellow")
                continue
            try:
                return advance(state, action)
            except ActionError:
                self.screen.say(f"That cannot be done; you may {allowed.words}.", "yellow")

    def _situation(self, seen: State, allowed: Legal) -> None:
        """Show the table as it lies before you, and a hint where there is one."""
        if self.screen.pictures:
            draw(self.screen, seen, self.names, self.done)
        else:
            describe_felt(self.screen, seen)
        if self.screen.hints and (words := hint(seen, YOU, allowed)):
            self.screen.say(words, "dim")
