"""What the server writes and counts: enough to run it, and never a card or a token."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
import structlog
from starlette.testclient import TestClient
from web.kit import QUICK, Place, new_table, opened, served

from wildrank.cards import DECK
from wildrank.errors import StoreError
from wildrank.table.store.sqlite import SqliteLog
from wildrank.table.store.upkeep import FILE
from wildrank.web import create_app, logs

TOKEN = "b4Zq-x" * 8
CARD = r"\b(?:10|[2-9TJQKA])[shdc]\b"
ROOT = Path(__file__).resolve().parents[2]
SERVE = """
import sys
from functools import partial
from pathlib import Path
from web.kit import QUICK
from wildrank.table import snapshots
from wildrank.web import server
snapshots.EVERY = 1
server.create_app = partial(server.create_app, QUICK)
server.serve(port=0, data=Path(sys.argv[1]))
"""


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """Return what is written while a test runs."""
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    stream = io.StringIO()
    logs.configure(stream)
    yield stream
    root.handlers[:] = before
    root.setLevel(level)
    structlog.reset_defaults()


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    """Return the lines as what they say."""
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_a_line_says_what_and_when(written: io.StringIO) -> None:
    """Each line is one JSON object."""
    logs.logger().info("table opened", table="abcd2345", clients=3)
    logging.getLogger("wildrank.table").warning("table %s is slow", "abcd2345")
    first, second = lines(written)
    assert first.pop("timestamp").endswith("Z")
    assert first == {"event": "table opened", "level": "info", "table": "abcd2345", "clients": 3}
    assert second["event"] == "table abcd2345 is slow"


def test_cards_and_tokens_are_withheld(written: io.StringIO) -> None:
    """Whatever names or looks like one is taken out, wherever it stands."""
    about = {"token": "x", "password": "y"}
    logs.logger().info("odd", **about, deck=["2c"], why=f"{TOKEN} held 10h", of=["Qd4c", "ok"])
    logging.getLogger("any").warning("cannot play %s", "AsKs")
    (first, second) = lines(written)
    assert (first["token"], first["deck"]) == (logs.WITHHELD, logs.WITHHELD)
    assert first["of"] == [logs.WITHHELD, "ok"]
    assert first["why"] == f"{logs.WITHHELD} held {logs.WITHHELD}"
    assert second["event"] == f"cannot play {logs.WITHHELD}"


def test_every_card_is_withheld(written: io.StringIO) -> None:
    """No spelling of ours gets through."""
    for card in DECK:
        logging.getLogger("any").warning("it was %s", card)
    assert [line["event"] for line in lines(written)] == [f"it was {logs.WITHHELD}"] * 52


def test_of_an_error_only_its_kind_and_places_are_written(written: io.StringIO) -> None:
    """The sentence of an error may quote what nobody may know."""

    def fail() -> None:
        msg = "the deck begins with the queen"
        raise StoreError(msg)

    try:
        fail()
    except StoreError:
        logging.getLogger("any").exception("failed")
    (line,) = lines(written)
    assert line["error"] == "store/failed"
    assert line["at"][0].startswith("test_logs.py:")
    assert "queen" not in written.getvalue()


def test_a_hand_leaves_no_card_in_the_log(written: io.StringIO, tmp_path: Path) -> None:
    """A table is played at; neither log nor counters have a card or the token."""

    async def story() -> tuple[str, str]:
        async with (
            served(QUICK, store=lambda: SqliteLog.open(tmp_path / FILE)) as place,
            opened(place, await new_table(place), "Ann") as page,
        ):
            for _ in range(4):
                await page.go_along()
            counters = await asyncio.to_thread(_get, f"{place.origin}/metrics")
            return page.token, counters

    logging.getLogger().setLevel(logging.DEBUG)
    token, counters = asyncio.run(story())
    text = written.getvalue() + counters
    assert token not in text
    assert re.search(CARD, text) is None
    value = {
        name: float(number)
        for name, number in re.findall(r"^(\w+) (\S+)$", counters, re.MULTILINE)
    }
    assert value["wildrank_clients"] == 1
    assert value["wildrank_tables_awake"] == 1
    assert value["wildrank_store_failing"] == 0
    assert value["wildrank_lines_total"] == 1
    assert value["wildrank_commit_seconds_count"] >= 10
    assert 'wildrank_wishes_total{granted="yes",kind="act"}' in counters


def test_cards_stand_in_the_records_alone(tmp_path: Path) -> None:
    """Neither anything a server prints nor any other column of its file has a card or a token."""
    with subprocess.Popen(
        [sys.executable, "-c", SERVE, str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(map(str, (ROOT / "src", ROOT / "tests")))},
    ) as process:
        assert process.stdout is not None
        found = re.search(r":(\d+)/", process.stdout.readline())
        assert found is not None
        place = Place(int(found[1]), None)  # type: ignore[arg-type] # it is in another process

        async def story() -> str:
            table = await new_table(place)
            async with opened(place, table) as spy, opened(place, table, "Ann") as page:
                for _ in range(4):
                    await page.go_along()
                    await spy.send("act", n=page.view["n"], action="fold", id="no")
                    assert (await spy.answer("no"))["type"] == "error"
                await page.line.send('{"type": "As"}')
                while not page.errors:
                    await page.read()
                await page.send("stand")  # after the hand, when a snapshot is taken
                await page.until(lambda view: view["you"]["chair"] is None and not view["hand"])
                return page.token

        try:
            token = asyncio.run(story())
        finally:
            process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=20)
    assert "server ends" in err
    secret = re.compile(rf"{CARD}|{re.escape(token)}")
    assert [line for line in (out + err).splitlines() if secret.search(line)] == []
    with sqlite3.connect(tmp_path / FILE) as file:
        written = {
            (table, column): str(file.execute(f"SELECT {column} FROM {table}").fetchall())  # noqa: S608 - our own names
            for (table,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            for _, column, *_ in file.execute(f"PRAGMA table_info({table})")
        }
    file.close()
    assert "hands" in written["snapshots", "body"]
    assert {place for place, text in written.items() if secret.search(text)} == {("log", "record")}


def _get(link: str, **headers: str) -> str:
    with urlopen(Request(link, headers=headers)) as answer:  # noqa: S310 - our own server
        text: str = answer.read().decode()
        return text


def test_counters_are_for_this_machine(tmp_path: Path) -> None:
    """Somebody behind a proxy, who is elsewhere, is refused."""

    async def story() -> int:
        async with served(QUICK, store=lambda: SqliteLog.open(tmp_path / FILE)) as place:
            header = {"X-Forwarded-For": "203.0.113.9"}
            try:
                await asyncio.to_thread(_get, f"{place.origin}/metrics", **header)
            except HTTPError as error:
                error.close()
                return error.code
            return 200

    assert asyncio.run(story()) == 403


def test_health_follows_the_store(tmp_path: Path) -> None:
    """While nothing can be written, that is said with the reason, and no table is opened."""
    store = SqliteLog.open(tmp_path / FILE)
    with TestClient(
        create_app(QUICK, store=lambda: store), base_url="http://testserver"
    ) as client:
        assert client.get("/healthz").json()["kept"] == "on disk"

        def broken(_works: object) -> list[object]:
            raise OSError(28, "No space left on device")

        transact, store._line.transact = store._line.transact, broken  # type: ignore[method-assign, assignment]
        origin = {"origin": "http://testserver"}
        answer = client.post("/api/tables", headers=origin)
        assert answer.status_code == 503
        assert answer.json()["error"]["code"] == "store/failed"
        health = client.get("/healthz")
        assert health.status_code == 503
        assert health.json()["status"] == "failing"
        store._line.transact = transact  # type: ignore[method-assign]
        assert client.post("/api/tables", headers=origin).status_code == 201
        assert client.get("/healthz").status_code == 200
