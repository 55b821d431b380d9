"""Write the golden log of this schema, once and for ever: ``python tests/table/make_golden.py``.

It holds three tables: one between hands and one in the midst of one, with every game of the
library, and one of people who come and go, sit out, buy chips and run out of time.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from wildrank.games import GameCall
from wildrank.table import Table, TableConfig
from wildrank.table.config import MAX_CHAIRS
from wildrank.table.recovery import replay
from wildrank.table.state import TableState, opened
from wildrank.table.store.schema import NEWEST
from wildrank.table.store.sqlite import SqliteLog
from wildrank.table.store.upkeep import FILE, MARK

CROWD: Final = 7  # a story of the simulated table with many kinds of events


def summary(state: TableState) -> dict[str, Any]:
    """Return what must be the same for ever about a table."""
    hand = state.playing
    return {
        "n": state.n,
        "hands": state.hands,
        "button": state.button,
        "chairs": [
            chair and [chair.name, chair.player, chair.bot, chair.stack] for chair in state.chairs
        ],
        "calls": {player: call.game for player, call in sorted(state.calls.items())},
        "hand": hand
        and hand.state
        and {
            "game": hand.state.game.slug,
            "deck": "".join(map(str, hand.deck)),
            "down": ["".join(map(str, cards)) for cards in hand.state.down],
            "board": "".join(map(str, hand.state.board)),
            "stacks": list(hand.state.stacks),
            "committed": list(hand.state.committed),
        },
    }


async def play(store: SqliteLog, name: str, hands: int, *, whole: bool) -> TableState:
    """Let bots play some hands; stop between two, or in the last."""
    from table.kit import HURRIED, ToldBots

    config = msgspec.structs.replace(HURRIED, bots=4, needs_people=False)
    games = ("reach-around", "holdem", "holdem-hilo", "omaha-hilo")
    bots = ToldBots(calls=[GameCall(game) for game in games[: hands + 1]])
    await store.open_table(name, msgspec.json.encode(config))
    table = await Table.open(name, store, bots, config)
    task = asyncio.create_task(table.run())

    def done() -> bool:
        hand = table.state.hand
        if whole:
            return table.state.hands == hands and hand is None
        return bool(hand and hand.state and hand.number == hands and hand.state.board)

    while not done():  # noqa: ASYNC110 - no client tells of it
        await asyncio.sleep(0)
    await table.stop()
    await task
    return table.state


async def keep(store: SqliteLog, name: str, lines: Sequence[bytes]) -> TableState:
    """Keep a log that was made elsewhere, and return the table it tells of."""
    await store.open_table(name, msgspec.json.encode(TableConfig()))
    for n, line in enumerate(lines, 1):
        await store.append(name, n, [line])
    return replay(await store.read(name), opened(MAX_CHAIRS), lambda *_: None).state


async def main(crowd: Sequence[bytes]) -> None:
    """Write the two files."""
    folder = Path(__file__).with_name("golden")
    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        store = SqliteLog.open(Path(place) / FILE)
        states = {
            "between": await play(store, "between", 5, whole=True),
            "within": await play(store, "within", 3, whole=False),
            "crowd": await keep(store, "crowd", crowd),
        }
        await store.close()
        line = sqlite3.connect(Path(place) / FILE)
        text = "\n".join([f"PRAGMA application_id={MARK};", *line.iterdump()])
        line.close()
    (folder / f"{NEWEST}.sql").write_text(f"{text}\n", encoding="utf-8")
    found = {name: summary(state) for name, state in states.items()}
    (folder / f"{NEWEST}.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from simulation.world import play as play_story

    asyncio.run(main(play_story(CROWD).lines))
