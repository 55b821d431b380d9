"""A crowd that comes back after the server was killed. Start reading at `reconnect`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import perf_counter

from serving.client import Player
from serving.process import Server


async def reconnect(server: Server, sockets: int) -> dict[str, object]:
    """Return how soon a killed server answers again, and everybody is back at a table.

    Each socket has a table of its own, where somebody sits.
    """
    names = await server.open_tables(sockets)
    players = [Player(lambda _: None) for _ in names]
    for player, name in zip(players, names, strict=True):
        await player.connect(server.port, name, "P")
        player.send(type="sit", name="P")
    await _until(lambda: all(player.n > 1 for player in players))
    server.kill()
    await asyncio.gather(*(player.closed.wait() for player in players))
    ready = await server.start()
    for player in players:
        player.n = 0
    began = perf_counter()
    await asyncio.gather(
        *(
            player.connect(server.port, name, "P")
            for player, name in zip(players, names, strict=True)
        )
    )
    await _until(lambda: all(player.n for player in players))
    back = perf_counter() - began
    for player in players:
        player.close()
    return {
        "tables": len(names),
        "sockets": sockets,
        "ready after being killed": f"{ready:.2f} s",
        "all back after": f"{back:.2f} s",
        "most memory": f"{server.memory('VmHWM'):.0f} MB",
    }


async def _until(condition: Callable[[], bool], patience_s: float = 60.0) -> None:
    """Wait for something.

    Raises:
        TimeoutError: If it does not come.
    """
    async with asyncio.timeout(patience_s):
        while not condition():  # noqa: ASYNC110 - what the sockets hear comes from C
            await asyncio.sleep(0.01)
