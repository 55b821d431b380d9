"""The errors of Wildrank, one class a kind of mistake.

Every error carries a stable ``code`` (``action/raise-capped``) for programs and one lower-case
sentence for people, which quotes the input and gives the legal choice. This module knows nothing
of cards or games and imports nothing of ours.
"""

from __future__ import annotations

from typing import Self


class WildrankError(Exception):
    """Base of every error that Wildrank raises on purpose.

    Attributes:
        code: Stable name of the mistake, ``area/what``.
        message: One sentence: what is wrong and what would be right.
    """

    default_code = "wildrank/error"

    def __init__(self, message: str, *, code: str | None = None) -> None:
        """Keep the sentence and its code."""
        super().__init__(message)
        self.message = message
        self.code = code or self.default_code

    def beside(self, where: str) -> Self:
        """Return the same error with more words about where it happened."""
        return type(self)(f"{self.message}{where}", code=self.code)

    def as_dict(self) -> dict[str, str]:
        """Return the error as programs read it: ``{"code": ..., "message": ...}``."""
        return {"code": self.code, "message": self.message}


class NotationError(WildrankError):
    """Text that does not spell a card, a hand line or an announcement."""

    default_code = "notation/malformed"


class GameError(WildrankError):
    """A game file, stakes or an announcement that make no sense."""

    default_code = "game/invalid"


class ActionError(WildrankError):
    """An action the referee refuses; the hand is unchanged."""

    default_code = "action/refused"


class OutOfTurn(ActionError):
    """An action by somebody the hand is not waiting for."""

    default_code = "action/out-of-turn"


class IllegalAction(ActionError):
    """An action of a kind that is not allowed now."""

    default_code = "action/illegal"


class IllegalAmount(ActionError):
    """A bet or a raise of the right kind and the wrong size."""

    default_code = "action/illegal-amount"


class StaleAction(ActionError):
    """An action decided upon a state that is gone."""

    default_code = "action/stale"


class HistoryError(WildrankError):
    """A hand history that cannot be read or does not follow its own rules."""

    default_code = "history/invalid"


class TableError(WildrankError):
    """Something a table does not allow: a taken seat, a buy-in out of range."""

    default_code = "table/refused"


class DealError(WildrankError):
    """A deal that does not keep what was promised, or a receipt that does not prove one."""

    default_code = "deal/mismatch"


class StoreError(WildrankError):
    """The log of a table could not be written or read."""

    default_code = "store/failed"
