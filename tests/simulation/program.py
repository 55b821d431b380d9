"""The server of a simulated world, and those who watch what it does.

Start reading at `Program`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from simulation.auditor import Auditor, Heard
from simulation.door import Porter
from simulation.faulty_log import Crash
from simulation.passwords import hash_quickly
from starlette.applications import Starlette

from wildrank.errors import TableError
from wildrank.table import Client, Table, Update
from wildrank.table.telling.chat import Said
from wildrank.web.app import create_app
from wildrank.web.people import Holder
from wildrank.web.wire import Hello

if TYPE_CHECKING:
    from simulation.world import World


class Program:
    """The server as it runs from one crash to the next, and those who watch it."""

    def __init__(self, world: World) -> None:
        """Prepare a server that was not started."""
        self._world = world
        self._life: Any = None
        self._table: Table | None = None
        self._porter = Porter()
        self.app = Starlette()

    @property
    def place(self) -> str:
        """The name of the table that people come to."""
        return self._world.place

    def note(self, to: str, text: bytes) -> None:
        """Let what leaves go by: it was checked when it was told."""

    @property
    def level(self) -> bool:
        """Whether the table knows what its log holds, as far as it is awake."""
        table = self._table
        if table is None or table.closed or table.name not in self._world.auditors:
            return True
        return table.state.n == self._world.auditors[table.name].state.n

    async def start(self) -> None:
        """Start, and watch what is told and who is let in."""
        world = self._world
        self.app = create_app(world.config, bots=lambda: world.bots, store=lambda: world.log)
        self._life = self.app.router.lifespan_context(self.app)
        await self._life.__aenter__()
        hash_quickly(self.app)
        self._porter.let_in.clear()
        self._porter.tickets.clear()
        self._watch()

    async def stop(self) -> None:
        """End at once."""
        if self._life is None:
            return
        house = self.app.state.house
        tasks = [*(task for _, task in house._tables.values()), *house._waking.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._life.__aexit__(Crash, Crash(), None)
        self._life = self._table = None

    def _watch(self) -> None:
        house, reception = self.app.state.house, self.app.state.reception
        start, admit = house._start, reception.admit
        recognise, ticket = reception.people.recognise, reception.people.ticket

        def started(table: Table) -> Table:
            self._awake(table)
            woken: Table = start(table)
            return woken

        async def admitted(table: Table, who: Holder, hello: Hello, address: str) -> None:
            await admit(table, who, hello, address)
            auditor = self._world.auditors[table.name]
            hosting = auditor.at(table.state.n).hosting
            with self._heeding():
                self._porter.admit(table.name, hosting, hello, who)

        async def recognised(token: str) -> Holder:
            who: Holder = await recognise(token)
            with self._heeding():
                self._porter.recognise(token, who, self._world.log.withdrawn)
            return who

        def given(player: str) -> str:
            code: str = ticket(player)
            self._porter.tickets[code] = player
            return code

        house._start, reception.admit = started, admitted
        reception.people.recognise, reception.people.ticket = recognised, given

    def _heeding(self) -> Heeding:
        return Heeding(self._world.faults)

    def _awake(self, table: Table) -> None:
        """Watch a table that begins or goes on, from the moment before its task runs."""
        auditor = self._world.auditors[table.name]
        with self._heeding():
            assert table.state == auditor.state, "a table came back as another one"
        self._table = table
        join = table.join

        async def joined(client: Client) -> None:
            client.line = Overheard(client, table, auditor, self._heeding())
            await join(client)

        table.join = joined  # type: ignore[method-assign]


class Overheard:
    """A line on which whatever a client is told is checked before it goes on."""

    def __init__(self, client: Client, table: Table, auditor: Auditor, heeding: Heeding) -> None:
        """Stand before the line of a client."""
        self._client = client
        self._line = client.line
        self._last = client.sent
        self._table = table
        self._auditor = auditor
        self._heeding = heeding

    def push(self, update: Update) -> None:
        """Check an update."""
        client, table = self._client, self._table
        heard = Heard(table.name, self._last, table._moment, client.name)
        self._last = update.n
        with self._heeding:
            self._auditor.check(table.state, client.player, update, heard)
        self._line.push(update)

    def hear(self, said: Sequence[Said]) -> None:
        """Check who may hear what was said."""
        with self._heeding:
            self._auditor.check_said(self._table.state, self._client.player)
        self._line.hear(said)

    def end(self, error: TableError) -> None:
        """Let the line end."""
        self._line.end(error)


class Heeding:
    """Keeps an assertion that fails inside the server, which would get over it."""

    def __init__(self, faults: list[BaseException]) -> None:
        """Keep it among others."""
        self._faults = faults

    def __enter__(self) -> None:
        """Begin."""

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> bool:
        """Keep a failed assertion, and let the server go on."""
        if not isinstance(error, AssertionError):
            return False
        self._faults.append(error)
        return True


class Alarm(logging.Handler):
    """Takes whatever the server calls an error, but for the bots that fail, as a fault.

    Nobody else hears of it: a record would keep the whole story alive for as long as it is kept.
    """

    def __init__(self, faults: list[BaseException]) -> None:
        """Keep it among others."""
        super().__init__(logging.ERROR)
        self._faults = faults
        self._log = logging.getLogger("wildrank")

    def listen(self) -> None:
        """Begin."""
        self._log.addHandler(self)
        self._log.propagate = False

    def go(self) -> None:
        """End."""
        self._log.propagate = True
        self._log.removeHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep an error."""
        words = record.getMessage()
        if "could not decide" not in words:
            error = record.exc_info[1] if record.exc_info else None
            self._faults.append(error or AssertionError(words))

    def unheard(self, _loop: object, context: dict[str, Any]) -> None:
        """Keep what a task ended with that nobody waited for."""
        error = context.get("exception")
        if not isinstance(error, Crash):
            self._faults.append(error or AssertionError(context["message"]))
