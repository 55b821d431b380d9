"""A server that ends and starts again: the same tables, the same hand, the same people."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
from table.kit import in_a_loop
from web.kit import QUICK, Place, new_table, opened, served

from wildrank.table.store.sqlite import SqliteLog
from wildrank.table.store.upkeep import FILE
from wildrank.web.people import player_of

THINKING = msgspec.structs.replace(QUICK, alone_s=30.0, grace_s=7.0)


@asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[Place]:
    """Run a server that keeps its tables in a folder."""
    async with served(THINKING, store=lambda: SqliteLog.open(folder / FILE)) as place:
        yield place


@in_a_loop
async def test_the_same_hand_goes_on(tmp_path: Path) -> None:
    """Cards, chips, the chair and the clock are those of before; nothing is told twice."""
    async with serving(tmp_path) as place:
        name = await new_table(place)
        async with opened(place, name, "Ann") as page:
            await page.my_turn()
            before, token = page.view, page.token
    async with serving(tmp_path) as place:
        assert place.app.state.house.asleep == 1
        async with opened(place, name, token=token, last=before["n"]) as page:
            after = page.view
            assert page.token == token
            assert after["you"] == before["you"]
            assert after["chairs"] == before["chairs"]
            assert after["n"] == before["n"]
            assert page.told == []
            left = before["hand"]["turn"].pop("seconds")
            seconds = after["hand"]["turn"].pop("seconds")
            assert before["hand"]["turn"].pop("limit") == 30
            assert after["hand"]["turn"].pop("limit") == seconds
            assert after["hand"] == before["hand"]
            assert 25 < left <= 30 < seconds <= 37  # what was left, and the grace
            await page.go_along()
            assert page.view["n"] > before["n"]


@in_a_loop
async def test_a_withdrawn_token_gets_no_chair(tmp_path: Path) -> None:
    """Whoever comes with a withdrawn token is somebody new."""
    async with serving(tmp_path) as place:
        name = await new_table(place)
        async with opened(place, name, "Ann") as page:
            token = page.token
        store: SqliteLog = place.app.state.house.store
        digest = player_of(token)
        assert await store.player(digest) == digest
        await store.withdraw(digest)
        async with opened(place, name, token=token) as page:
            assert page.token != token
            assert page.view["you"]["chair"] is None


def test_no_token_is_kept(tmp_path: Path) -> None:
    """The file holds the digest of a token that has a chair, and never the token."""

    async def story() -> str:
        async with serving(tmp_path) as place:
            name = await new_table(place)
            async with opened(place, name, "Ann") as page:
                return page.token

    token = asyncio.run(story())
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert player_of(token).encode() in kept
    assert token.encode() not in kept
