"""Who is connected to a table, and what each of them is told.

Each client gets its own view of the table and the events it lacks, as it may see them. Start
reading at `Audience.tell`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from wildrank.table.events import TableEvent
from wildrank.table.shapes import TableView
from wildrank.table.state import TableState
from wildrank.table.views import Moment, Told, log_event, table_view, told_of

_KEPT: Final = 250  # events kept at hand for clients that come back; older ones they do without


class Update(NamedTuple):
    """What a client is told: the number of the last event, its view, and the events it lacks."""

    n: int
    view: TableView
    events: list[dict[str, Any]]


class Client:
    """Somebody connected to a table, seated or watching; the same player may connect twice.

    Attributes:
        player: Who it is.
        name: What it goes by without a chair.
        push: Takes an update and returns at once, whatever happens to the line.
        sent: Number of the last event it has.
    """

    def __init__(
        self, player: str, push: Callable[[Update], None], name: str = "", last: int = 0
    ) -> None:
        """Prepare a client; `Table.join` connects it."""
        self.player = player
        self.push = push
        self.name = name
        self.sent = last


class Audience:
    """The clients of one table, and the latest events for those that come back."""

    def __init__(self) -> None:
        """Start with nobody."""
        self.clients: list[Client] = []
        self._recent: deque[Told] = deque(maxlen=_KEPT)
        self._news: object = None

    @property
    def players(self) -> set[str]:
        """Who is connected."""
        return {client.player for client in self.clients}

    def add(self, client: Client) -> None:
        """Connect a client; everybody is told again, since somebody came."""
        self.clients.append(client)
        self._news = None

    def remove(self, client: Client) -> None:
        """Disconnect a client."""
        if client in self.clients:
            self.clients.remove(client)
            self._news = None

    def witness(self, table: TableState, n: int, event: TableEvent) -> None:
        """Keep an event just folded into the table."""
        self._recent.append(told_of(table, n, event))

    def tell(
        self, name: str, table: TableState, news: object, moment: Callable[[], Moment]
    ) -> None:
        """Send every client what is new for it, unless nothing is.

        Args:
            name: The table's name.
            table: The table.
            news: Differs whenever something has changed that a client may see.
            moment: What stands in no log, asked for only when somebody listens.
        """
        if news == self._news:
            return
        self._news = news
        if not self.clients:
            return
        now = moment()
        for client in list(self.clients):
            lacking = client.sent if client.sent <= table.n else 0
            events = [
                event
                for told in self._recent
                if told.n > lacking
                if (event := log_event(told, client.player)) is not None
            ]
            seen = table_view(name, table, client.player, now, client.name)
            client.sent = table.n
            client.push(Update(table.n, seen, events))
