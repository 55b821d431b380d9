"""Where a hand is shown: cards in words or as pictures, with the colours of a four-colour deck.

Pictures are for a terminal that a person looks at; what goes into a file, a pipe or a screen
reader is lines of words. A wild card is marked in both by more than its colour. Start reading at
`Screen`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Final, NamedTuple, Self

from rich.console import Console

from wildrank.cards import Card

_COLOURS: Final = ("green", "bright_blue", "red", "bold")  # clubs, diamonds, hearts, spades
_SUITS: Final = "♣♦♥♠"
_WILD: Final = "bold yellow"
_HIDDEN: Final = "dim"
_LINES: Final = ("╭────╮", "│", "╰────╯", "╰wild╯", "░░░░")
_PLAIN_LINES: Final = ("+----+", "|", "+----+", "+wild+", "////")


class Screen(NamedTuple):
    """Where the game is played.

    Attributes:
        ask: Shows a prompt and returns what was typed; raises EOFError at the end of the input.
        console: Where everything else is shown.
        pictures: Whether cards are drawn, and the seats shown as a list.
        hints: Whether chances are told when you decide.
    """

    ask: Callable[[str], str]
    console: Console
    pictures: bool = False
    hints: bool = True

    @classmethod
    def of_terminal(cls, *, plain: bool = False, hints: bool = True) -> Self:
        """Return the terminal itself; it draws pictures for people unless words were asked for."""
        console = Console()
        return cls(input, console, console.is_terminal and not plain, hints)

    def say(self, text: str, style: str | None = None) -> None:
        """Show a line."""
        self.console.print(text, style=style, highlight=False)

    @property
    def _ascii(self) -> bool:
        return self.console.options.ascii_only

    def word(self, card: Card) -> str:
        """Return a card as it stands in a line: ``6♦`` beside pictures, else ``6d``."""
        if not self.pictures or self._ascii or not card.known:
            return str(card)
        return _index(card)

    def words(self, cards: Iterable[Card], wild: Collection[int] = ()) -> str:
        """Return cards for a line, with the colours of their suits and a star for a wild one."""
        return " ".join(
            _styled(card, self.word(card) + "*" * _is_wild(card, wild), wild=False)
            for card in cards
        )

    def picture(self, cards: Iterable[Card], wild: Collection[int] = ()) -> list[str]:
        """Return three lines that draw cards beside each other; a wild one says so."""
        top, side, bottom, marked, back = _PLAIN_LINES if self._ascii else _LINES
        lines = ["", "", ""]
        for card in cards:
            is_wild = _is_wild(card, wild)
            face = back if not card.known else f"{self._face(card):^4}"
            parts = (top, f"{side}{face}{side}", marked if is_wild else bottom)
            for row, part in enumerate(parts):
                lines[row] += _styled(card, part, wild=is_wild and row != 1)
        return lines

    def _face(self, card: Card) -> str:
        return str(card) if self._ascii else _index(card)


def _index(card: Card) -> str:
    """Return rank and suit as they stand in the corner of a card."""
    rank = str(card)[0]
    return f"{'10' if rank == 'T' else rank}{_SUITS[card & 3]}"


def _is_wild(card: Card, wild: Collection[int]) -> bool:
    return card.known and card.rank in wild


def _styled(card: Card, text: str, *, wild: bool) -> str:
    style = _WILD if wild else _COLOURS[card & 3] if card.known else _HIDDEN
    return f"[{style}]{text}[/{style}]"
