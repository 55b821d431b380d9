"""Who is connected to a table, and what each of them is told.

Each client gets its own view of the table and the events it lacks, as it may see them. Start
reading at `Audience.tell`.
"""

from __future__ import annotations

import hashlib
import time
from collections import deque
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import takewhile
from typing import Any, Final, NamedTuple, Protocol

from wildrank.errors import TableError
from wildrank.table.events import TableEvent
from wildrank.table.hostgrants import sent_away
from wildrank.table.seating import free_name, names_at, shown_name
from wildrank.table.state import TableState
from wildrank.table.telling.chat import Chat, Said
from wildrank.table.telling.events import Told, event_at, told_of
from wildrank.table.telling.hands import Holdings
from wildrank.table.telling.moment import Moment
from wildrank.table.telling.shapes import TableView
from wildrank.table.telling.views import own_view, public_view

_KEPT: Final = 250  # events kept at hand for clients that come back; older ones they do without


class Update(NamedTuple):
    """What a client is told.

    Attributes:
        n: Number of the last event.
        view: The table as the client may see it.
        events: The events it lacks.
        mark: The same for as long as nothing has changed that a client may see.
        gap: Whether events that it lacks are not kept any longer.
    """

    n: int
    view: TableView
    events: list[dict[str, Any]]
    mark: str = ""
    gap: bool = False


class Line(Protocol):
    """What leads to a client: it takes what is told and returns at once, whatever comes of it."""

    def push(self, update: Update, /) -> None:
        """Take an update."""
        ...

    def hear(self, said: Sequence[Said], /) -> None:
        """Take what was said."""
        ...

    def end(self, error: TableError, /) -> None:
        """Take why the client is not wanted at the table any longer."""
        ...


class Client:
    """Somebody connected to a table, seated or watching; the same player may connect twice.

    Attributes:
        player: Who it is.
        line: What leads there.
        name: What it goes by without a chair.
        sent: Number of the last event it has.
        mark: The mark of the last update it has.
    """

    def __init__(
        self, player: str, line: Line, name: str = "", last: int = 0, mark: str = ""
    ) -> None:
        """Prepare a client; `Table.join` connects it."""
        self.player = player
        self.line = line
        self.name = name
        self.sent = last
        self.mark = mark


class _Lately:
    """The latest events of a table, in the words in which each seat is told them.

    Words are kept while people arrive one after the other: each of a crowd is told everything.
    """

    def __init__(self) -> None:
        self._events: deque[Told] = deque(maxlen=_KEPT)
        self._words: dict[tuple[int, int | None], dict[str, Any] | None] = {}

    def add(self, told: Told) -> None:
        """Keep an event, and let go of the oldest."""
        self._events.append(told)

    def forget_words(self) -> None:
        """Keep the events alone."""
        self._words = {}

    def since(self, n: int, player: str) -> tuple[list[dict[str, Any]], bool]:
        """Return the events after one, as a player may see them, and whether some are not kept."""
        gap = bool(self._events) and self._events[0].n > n + 1
        newest = list(takewhile(lambda told: told.n > n, reversed(self._events)))
        seen = (self._as_told(told, player) for told in reversed(newest))
        return [event for event in seen if event is not None], gap

    def _as_told(self, told: Told, player: str) -> dict[str, Any] | None:
        if not told.may_know(player):
            return None
        key = (told.n, told.seat_of(player))
        if key not in self._words:
            self._words[key] = event_at(told, key[1])
        return self._words[key]


class _Scene:
    """A table at one moment, told to all who look: what they have in common is worked out once."""

    def __init__(
        self,
        table: TableState,
        seen: TableView,
        mark: str,
        lately: _Lately,
        holdings: Holdings,
    ) -> None:
        self._table = table
        self._seen = seen
        self._mark = mark
        self._lately = lately
        self._holdings = holdings
        self._strangers: dict[tuple[int, str], Update] = {}

    def update(self, client: Client) -> Update:
        """Return what a client is told; strangers with the same news get the very same."""
        lacking = client.sent if client.sent <= self._table.n else 0
        if not self._is_stranger(client.player):
            return self._told(client, lacking)
        key = (lacking, client.name)
        if key not in self._strangers:
            self._strangers[key] = self._told(client, lacking)
        return self._strangers[key]

    def _is_stranger(self, player: str) -> bool:
        """Whether somebody is told what everybody may know, and no more."""
        return player not in self._insiders and player not in self._table.hosting.known

    @cached_property
    def _insiders(self) -> set[str | None]:
        table = self._table
        return {
            table.host,
            *(chair.player for _, chair in table.seated()),
            *(waiter.player for waiter in table.waiting),
            *(ask.player for ask in table.hosting.asks),
            *(() if table.hand is None else table.hand.players),
        }

    def _told(self, client: Client, lacking: int) -> Update:
        seen = own_view(self._seen, self._table, client.player, client.name, self._holdings)
        events, gap = self._lately.since(lacking, client.player)
        return Update(self._table.n, seen, events, self._mark, gap)


class Audience:
    """The clients of one table, and the latest events for those that come back.

    Attributes:
        clients: The lines to them.
        players: Who they are.
    """

    def __init__(self) -> None:
        """Start with nobody."""
        self.clients: list[Client] = []
        self.players: frozenset[str] = frozenset()
        self._lately = _Lately()
        self._arrived = False
        self._chat = Chat()
        self._holdings = Holdings()
        self._news: object = None

    def add(self, client: Client) -> None:
        """Connect a client, which hears what was said; everybody is told that somebody came."""
        self.clients.append(client)
        self._arrived = True
        self._count()
        if self._chat.kept:
            client.line.hear(list(self._chat.kept))

    def remove(self, client: Client) -> None:
        """Disconnect a client."""
        if client in self.clients:
            self.clients.remove(client)
            self._count()

    def _count(self) -> None:
        self.players = frozenset(client.player for client in self.clients)
        self._news = None

    def witness(self, table: TableState, n: int, event: TableEvent) -> None:
        """Keep an event just folded into the table."""
        self._lately.add(told_of(table, n, event))

    def say(self, table: TableState, player: str, text: str) -> None:
        """Let everybody hear what somebody says.

        Raises:
            TableError: If it is nothing, or comes too fast.
        """
        number = table.chair_of(player)
        name = self._name_of(table, player, number)
        said = Said(int(time.time() * 1000), name, number, text)
        said = self._chat.say(player, said, time.monotonic())
        for client in list(self.clients):
            client.line.hear([said])

    def _name_of(self, table: TableState, player: str, number: int | None) -> str:
        """Return what somebody is called; nobody without a chair has the name of who sits."""
        chair = None if number is None else table.chairs[number]
        if chair is not None:
            return chair.name
        called = next((one.name for one in self.clients if one.player == player), "")
        name = shown_name(called)
        return free_name(name, names_at(table)) if name else ""

    def tell(
        self, name: str, table: TableState, news: object, moment: Callable[[], Moment]
    ) -> None:
        """Send every client what is new for it; one that lacks nothing is sent nothing.

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
        self._send_away(table)
        now = moment()
        mark = mark_of(news, now)
        scene = _Scene(table, public_view(name, table, now), mark, self._lately, self._holdings)
        for client in list(self.clients):
            if (client.sent, client.mark) != (table.n, mark):
                update = scene.update(client)
                client.sent, client.mark = table.n, mark
                client.line.push(update)
        if not self._arrived:
            self._lately.forget_words()
        self._arrived = False

    def _send_away(self, table: TableState) -> None:
        """Dismiss the clients of whom the host sent away, before they see any more."""
        for client in [one for one in self.clients if one.player in table.hosting.banned]:
            self.remove(client)
            client.line.end(sent_away())

    def close(self) -> None:
        """Dismiss everybody from a table that is over."""
        for client in list(self.clients):
            self.remove(client)
            client.line.end(TableError("this table has closed for good", code="table/over"))


def mark_of(news: object, moment: Moment) -> str:
    """Return what stands for everything a view is made of, the seconds that go by left out."""
    steady = repr((news, moment._replace(seconds=None, bank=None)))
    return hashlib.blake2s(steady.encode(), digest_size=8).hexdigest()
