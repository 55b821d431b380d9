"""Coming back to a table: nothing, the events since, or a view with a gap."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from table.kit import in_a_loop
from web.kit import Page, new_table, opened, served
from websockets.asyncio.client import connect

from wildrank.table import TableConfig

STILL = TableConfig(bots=0, needs_people=True)


async def resumed(place: Any, table: str, page: Page, **changes: Any) -> list[dict[str, Any]]:  # noqa: ANN401 - a place, and fields of a hello
    """Come back as a page that has what it has; return all that is sent."""
    hello = {"protocol": 2, "token": page.token, "last": page.view["n"], "mark": page.mark}
    uri = f"ws://127.0.0.1:{place.port}/ws/{table}"
    origin = {"Origin": place.origin}
    async with connect(uri, additional_headers=origin, compression=None) as line:
        await line.send(json.dumps({"type": "hello"} | hello | changes))
        await line.send(json.dumps({"type": "ping"}))
        got: list[dict[str, Any]] = []
        while not got or got[-1]["type"] != "pong":
            async with asyncio.timeout(10):
                got.append(json.loads(await line.recv()))
        return got[:-1]


@in_a_loop
async def test_who_has_everything_is_sent_nothing() -> None:
    """With the last number and mark of a spectator still true, only the welcome comes."""
    async with served(STILL) as place:
        table = await new_table(place)
        async with opened(place, table, "Ann"):
            async with opened(place, table) as watcher:
                await watcher.until(lambda view: view["you"]["chair"] is None)
            sent = await resumed(place, table, watcher)
            assert [message["type"] for message in sent] == ["welcome"]
            sent = await resumed(place, table, watcher, mark="other")
            assert [message["type"] for message in sent] == ["welcome", "state"]
            assert sent[1]["events"] == []
            assert "gap" not in sent[1]


@in_a_loop
async def test_who_lacks_events_is_sent_those() -> None:
    """Exactly the events after the last one are sent, with a word where some are not kept."""
    async with served(STILL) as place:
        table = await new_table(place)
        async with opened(place, table, "Ann") as ann:
            async with opened(place, table) as watcher:
                pass
            async with opened(place, table, "Bob"):
                pass
            sent = await resumed(place, table, watcher)
            assert [event["what"] for event in sent[1]["events"]] == ["sat"]
            assert sent[1]["events"][0]["name"] == "Bob"
            await ann.send("bots", count=0, id="b")
            await ann.answer("b")
            recent = place.table(table)._audience._lately._events
            while recent[0].n <= watcher.view["n"] + 1:
                recent.popleft()
            sent = await resumed(place, table, watcher)
            assert sent[1]["gap"] is True


@in_a_loop
async def test_wishes_with_an_id_are_answered() -> None:
    """A granted wish is done, a refused one says which, and a repeat is done again."""
    async with served(STILL) as place:
        table = await new_table(place)
        async with opened(place, table, "Ann") as ann:
            await ann.send("stand", id="w1")
            assert (await ann.answer("w1"))["type"] == "done"
            await ann.send("stand", id="w2")
            refused = await ann.answer("w2")
            assert (refused["type"], refused["code"]) == ("error", "table/not-seated")
            await ann.send("stand", id="w1")
            assert (await ann.answer("w1"))["type"] == "done"
