"""What a wish is weighed against: the table, and what stands in no log.

Start reading at `Room`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import NamedTuple

from wildrank.errors import TableError
from wildrank.games import GameOffer
from wildrank.table.calling import dealt_in, next_dealer, offer
from wildrank.table.config import TableConfig
from wildrank.table.deal import Decks, fresh_decks
from wildrank.table.state import TableState


class Room(NamedTuple):
    """A table at one moment with what stands in no log.

    Attributes:
        table: The table.
        name: Its name in links.
        config: How it is run.
        here: Who is connected, seated or not.
        decks: Makes the two decks of a hand.
        answers: What people answered to what the table waits for, by player.
        left: Seconds left of the clock of the person waited for, None while there is none.
    """

    table: TableState
    name: str = ""
    config: TableConfig = TableConfig()
    here: Collection[str] = ()
    decks: Decks = fresh_decks
    answers: Mapping[str, str] = MappingProxyType({})
    left: float | None = None

    @property
    def ready(self) -> list[int]:
        """The chairs that would be dealt in now."""
        return dealt_in(self.table, self.here)

    @property
    def people(self) -> list[str]:
        """The people seated and connected."""
        seated = (chair for _, chair in self.table.seated())
        return [chair.player for chair in seated if not chair.bot and chair.player in self.here]

    @property
    def someone_waits(self) -> bool:
        """Whether somebody who is here waits for a chair."""
        return any(waiter.player in self.here for waiter in self.table.waiting)

    @property
    def dealer(self) -> int | None:
        """The chair of the next dealer, None while there is a hand or too few are ready."""
        ready = self.ready
        lonely = all(map(self.table.bot_on, ready))
        if self.table.hand is not None or (lonely and self.config.needs_people):
            return None
        return next_dealer(self.table, ready)

    def offer(self, dealer: int) -> GameOffer:
        """Return what a dealer chooses from."""
        return offer(self.table, dealer, len(self.ready), self.config.house_game)


def refuse_guests(table: TableState, player: str, what: str) -> None:
    """Refuse what only the host may do, and say what that is.

    Raises:
        TableError: If the player is not the host.
    """
    if player != table.host:
        msg = f"only the host, the first person at the table, {what}"
        raise TableError(msg, code="table/not-host")
