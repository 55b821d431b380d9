"""What may be typed at your turn, and what it means.

Start reading at `offer_words` and `read_action`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rich.markup import escape

from wildrank.referee import (
    BuyUp,
    Call,
    Check,
    Fold,
    Legal,
    MuckCards,
    PlayerAction,
    RaiseTo,
    ShowCards,
    TakeDown,
)

HELP: Final = (
    "f fold · k check · c call (or check) · b 8 or r 8 bet or raise to 8 · u buy the card up"
    " · d take it down · s show · m muck · q quit"
)
_ACTIONS: Final[Mapping[str, Callable[[int], PlayerAction]]] = {
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


class Quit(Exception):
    """The player leaves, or the input has ended."""


def offer_words(allowed: Legal) -> str:
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


def read_action(answer: str, allowed: Legal, seat: int) -> PlayerAction | str:
    """Return what was typed as an action, or a sentence that says what is wrong with it.

    Raises:
        Quit: If the player leaves.
    """
    word, _, amount = answer.partition(" ")
    if word in ("q", "quit", "exit"):
        raise Quit
    if word[:1] in ("b", "r") and word[1:].isdigit():
        word, amount = word[0], word[1:]
    if allowed.take_down and _ACTIONS.get(word) not in (BuyUp, TakeDown):
        buying = f"u or d: u buys the card up for {allowed.price}, d takes it down."
        return buying if allowed.buy else "d: the card can only be taken down."
    if word in ("b", "bet", "r", "raise"):
        return _raise(amount.removeprefix("to").strip(), allowed, seat)
    if word in ("c", "call") and allowed.check:
        return Check(seat)
    if word in _ACTIONS:
        return _ACTIONS[word](seat)
    if word in ("?", "h", "help"):
        return HELP
    return f"I do not know {escape(repr(answer))}. {HELP}"


def _raise(amount: str, allowed: Legal, seat: int) -> PlayerAction | str:
    """Return a bet or raise; in fixed limit the amount may be left out."""
    least, most = allowed.raise_low, allowed.raise_high
    if not least:
        return f"No bet or raise is possible now; you may {allowed.words}."
    if not amount and least == most:
        return RaiseTo(seat, least)
    if not (amount.isascii() and amount.isdigit()) or len(amount) > len(str(most)) + 1:
        return f"A bet is a whole number of chips from {least} to {most}, as in b {least}."
    to = int(amount)
    if not least <= to <= most:
        return f"{to} is not possible; a bet goes to {least}" + (
            f" up to {most}." if most > least else " only."
        )
    return RaiseTo(seat, to)
