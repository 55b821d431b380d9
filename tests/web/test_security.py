"""Attempts on a real server: foreign pages, stolen tokens, other people's seats, brute force."""

from __future__ import annotations

import asyncio
import json
import socket as sockets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from table.kit import in_a_loop
from web.kit import QUICK, Page, Place, new_table, opened, served
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from wildrank.table import TableConfig
from wildrank.web import handshake
from wildrank.web.limits import Limits
from wildrank.web.passwords import Passwords

STILL = TableConfig(bots=0)
OURS = {"authorization": "Bearer " + "p" * 43}


@asynccontextmanager
async def line(place: Place, table: str, **headers: str) -> AsyncIterator[Page]:
    """Open a socket with other headers than a page's."""
    uri = f"ws://127.0.0.1:{place.port}/ws/{table}"
    async with connect(uri, additional_headers=headers, compression=None, close_timeout=1) as one:
        yield Page(one)


async def knocked(place: Place, table: str, **hello: Any) -> tuple[str, int | None]:  # noqa: ANN401 - fields of a hello
    """Say hello; return the code of the refusal and of the close, empty and None when let in."""
    async with line(place, table, Origin=place.origin) as page:
        await page.send("hello", protocol=2, **hello)
        try:
            while page.view == {}:
                await page.read()
        except ConnectionClosed as closed:
            return page.errors[-1]["code"], closed.rcvd.code if closed.rcvd else None
        return "", None


async def closed(page: Page, seconds: float = 2) -> int | None:
    """Read until the socket closes, and return how."""
    async with asyncio.timeout(seconds):
        while True:
            try:
                await page.read()
            except ConnectionClosed as how:
                return how.rcvd.code if how.rcvd else None


# --------------------------------------------------------------------------- who may talk at all


@in_a_loop
async def test_a_socket_is_opened_from_here_or_by_a_program() -> None:
    """Another scheme, host or port is another site; no origin needs a token."""
    async with served(STILL) as place:
        table = await new_table(place)
        port = place.port
        wrong: list[dict[str, str]] = [
            {"Origin": f"https://127.0.0.1:{port}"},
            {"Origin": f"http://127.0.0.1:{port + 1}"},
            {"Origin": "http://127.0.0.1"},
            {"Origin": f"http://localhost:{port}"},
            {"Origin": f"http://127.0.0.1:{port}.evil.example"},
            {"Origin": f"http://evil.example#http://127.0.0.1:{port}"},
            {"Origin": "null"},
            {"Origin": ""},
            {},
            {"authorization": "Bearer short"},
            {"Origin": "http://evil.example", **OURS},
        ]
        for headers in wrong:
            with pytest.raises(InvalidStatus) as refused:
                async with line(place, table, **headers):
                    pass
            assert refused.value.response.status_code == 403, headers
        async with line(place, table, **OURS) as program:
            await program.send("hello", protocol=2)
            await program.until(bool)
            assert program.token == "p" * 43


@in_a_loop
async def test_two_origins_are_none() -> None:
    """A header said twice is not read as the one we like; the request is no good."""
    async with served(STILL) as place:
        table = await new_table(place)
        request = (
            f"GET /ws/{table} HTTP/1.1\r\nHost: 127.0.0.1:{place.port}\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            f"Origin: {place.origin}\r\nOrigin: http://evil.example\r\n\r\n"
        )
        reader, writer = await asyncio.open_connection("127.0.0.1", place.port)
        writer.write(request.encode())
        async with asyncio.timeout(5):
            answer = await reader.readline()
        assert answer.split()[1] in {b"400", b"403"}
        writer.close()


@in_a_loop
async def test_odd_paths_and_headers_lead_nowhere() -> None:
    """No path leaves the tables or the static files, and nothing makes the server fail."""
    async with served(STILL) as place:
        paths = ["/ws/../api/games", "/ws/%2e%2e", "/t/..%2f..%2fetc", "/static/..%2fapp.py",
                 "//evil.example/", "/t/" + "x" * 5000, "/api/tables/%00/hands"]  # fmt: skip
        for path in paths:
            reader, writer = await asyncio.open_connection("127.0.0.1", place.port)
            head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: 1.2.3.4, x\r\n"
            writer.write(f"{head}X-Odd: {'a' * 2000}\r\nConnection: close\r\n\r\n".encode())
            async with asyncio.timeout(5):
                status = (await reader.readline()).split()[1]
                body = await reader.read()
            assert status in {b"400", b"404"}, path
            assert b"Traceback" not in body
            assert b"\r\nlocation:" not in body.lower()
            writer.close()


# ------------------------------------------------------------------------------ tokens and seats


@in_a_loop
async def test_a_token_is_worth_nothing_after_logout() -> None:
    """Every socket of it closes within a second; who stole it is a stranger, to HTTP too."""
    async with served(STILL) as place:
        table = await new_table(place)
        async with (
            opened(place, table, "Ann") as ann,
            opened(place, table, token=ann.token) as other,
            opened(place, table, "Bob") as bob,
        ):
            stolen = ann.token
            start = time.monotonic()
            await ann.send("logout", id="bye")
            assert await closed(ann) == 4401
            assert await closed(other) == 4401
            assert time.monotonic() - start < 1
            async with opened(place, table, token=stolen) as thief:
                assert thief.token != stolen
                assert thief.view["you"]["chair"] is None
            async with line(place, table, authorization=f"Bearer {stolen}") as program:
                await program.send("hello", protocol=2)
                await program.until(bool)
                assert program.view["you"]["chair"] is None
            await bob.send("ping")


@in_a_loop
async def test_a_ticket_makes_one_other_device_the_same_person() -> None:
    """It is used once; the new device has a token of its own, which outlives the first one's."""
    async with served(STILL) as place:
        table = await new_table(place)
        async with opened(place, table, "Ann") as ann:
            await ann.send("ticket")
            while (message := await ann.read())["type"] != "ticket":
                pass
            code = message["code"]
            assert message["seconds"] == 600
            async with opened(place, table, token=code) as phone:
                assert phone.view["you"]["name"] == "Ann"
                assert phone.token not in (code, ann.token)
                await ann.send("logout")
                await closed(ann)
                await phone.send("stand", id="s")
                assert (await phone.answer("s"))["type"] == "done"
        assert await knocked(place, table, token=code) == ("people/ticket", 4403)
        assert await knocked(place, table, token="t." + "x" * 40) == ("people/ticket", 4403)


@in_a_loop
async def test_nobody_acts_for_another_seat() -> None:
    """A spectator, a guest out of turn, and a made-up seat are refused; nothing changes."""
    async with served(QUICK) as place:
        table = await new_table(place)
        async with (
            opened(place, table, "Ann") as ann,
            opened(place, table) as watcher,
        ):
            await ann.my_turn()
            await watcher.until(lambda view: view["n"] >= ann.view["n"])
            n = ann.view["n"]
            await watcher.send("act", n=n, action="fold", id="1")
            assert (await watcher.answer("1"))["code"] == "action/out-of-turn"
            await watcher.send("act", n=n, action="fold", chair=0, id="2")
            while watcher.errors[-1]["code"] != "wire/malformed":
                await watcher.read()
            await watcher.send("promise", deal=f"{table}/1", promise="0" * 64, id="3")
            assert (await watcher.answer("3"))["code"] == "deal/not-asked"
            await watcher.send("ticket", id="4")
            assert (await watcher.answer("4"))["code"] == "people/unknown"
            assert place.table(table).state.n == n
            cards = [card for seat in watcher.hand["seats"] for card in seat["down"]]
            assert set(cards) <= {"??"}


@in_a_loop
async def test_a_replayed_wish_does_nothing_and_another_persons_id_is_no_key() -> None:
    """Sending a whole frame again is harmless; ids of different people are different ids."""
    async with served(STILL) as place:
        table = await new_table(place)
        async with opened(place, table, "Ann") as ann, opened(place, table, "Bob") as bob:
            await ann.send("stand", id="same")
            await ann.answer("same")
            await ann.send("sit", name="Ann", id="again")
            await ann.answer("again")
            n = place.table(table).state.n
            await ann.send("stand", id="same")
            assert (await ann.answer("same"))["type"] == "done"
            assert place.table(table).state.n == n
            await bob.send("stand", id="same")
            assert (await bob.answer("same"))["type"] == "done"
            assert place.table(table).state.n == n + 1


# --------------------------------------------------------------------------- the door of a table


@in_a_loop
async def test_an_old_invitation_lets_no_newcomer_in() -> None:
    """After the host changes it, the bare link and old codes fail; who was here comes back."""
    async with served(STILL) as place:
        table = await new_table(place)
        async with opened(place, table, "Ann") as ann:
            async with opened(place, table) as watcher:
                known = watcher.token
            await ann.send("invites", revoke=True)
            await ann.until(lambda view: view["you"]["invite"])
            first = ann.view["you"]["invite"]
            assert await knocked(place, table) == ("table/invite", 4403)
            assert await knocked(place, table, invite="x") == ("table/invite", 4403)
            assert await knocked(place, table, invite=first) == ("", None)
            await ann.send("invites", revoke=True)
            await ann.until(lambda view: view["you"]["invite"] != first)
            assert await knocked(place, table, invite=first) == ("table/invite", 4403)
            assert await knocked(place, table, token=known) == ("", None)
            assert await knocked(place, table, token=ann.token) == ("", None)


@in_a_loop
async def test_a_password_keeps_newcomers_out_and_cannot_be_guessed_fast() -> None:
    """Wrong ones are slowed down by address; the right one is kept nowhere but as a hash."""
    async with served(STILL, limits=Limits(tries=3, tries_s=600)) as place:
        table = await new_table(place)
        async with opened(place, table, "Ann") as ann:
            await ann.send("password", text="open sesame", id="p")
            assert (await ann.answer("p"))["type"] == "done"
            hosting = place.table(table).state.hosting
            assert hosting.password.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
            assert await knocked(place, table) == ("table/password", 4403)
            assert await knocked(place, table, password="open sesame") == ("", None)  # noqa: S106
            for guess in ("a", "b"):
                refused = await knocked(place, table, password=guess)
                assert refused == ("table/password", 4403)
            assert await knocked(place, table, password="open sesame") == (  # noqa: S106
                "table/tries", 4403,
            )  # fmt: skip
            assert await knocked(place, table, token=ann.token) == ("", None)
            sent = "".join(ann.frames)
            assert "sesame" not in sent
            assert "argon2" not in sent
            for text, answer in (("b", "done"), ("c", "done"), ("d", "error")):
                await ann.send("password", text=text, id=text)
                assert (await ann.answer(text))["type"] == answer
            await ann.send("password", text="", id="none")
            await ann.answer("none")
            assert await knocked(place, table) == ("", None)


@in_a_loop
async def test_who_is_sent_away_is_cut_and_not_let_in_again() -> None:
    """Every socket of the person closes within a second, and the token opens no other."""
    async with served(STILL) as place:
        table = await new_table(place)
        async with (
            opened(place, table, "Ann") as ann,
            opened(place, table, "Bob") as bob,
            opened(place, table, token=bob.token) as phone,
        ):
            start = time.monotonic()
            await ann.send("kick", chair=bob.view["you"]["chair"], id="k")
            assert await closed(bob) == 4403
            assert await closed(phone) == 4403
            assert time.monotonic() - start < 1
            assert bob.errors[-1]["code"] == "table/kicked"
            assert await knocked(place, table, token=bob.token) == ("table/kicked", 4403)


@in_a_loop
async def test_hashes_are_made_one_at_a_time_and_beside_the_loop() -> None:
    """The loop goes on while a password is hashed, and a hash fits its own password alone."""
    passwords = Passwords()
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            ticks += 1
            await asyncio.sleep(0.001)

    ticking = asyncio.create_task(tick())
    kept = await passwords.hash("open sesame")
    ticking.cancel()
    assert ticks > 2
    assert await passwords.fits(kept, "open sesame")
    assert not await passwords.fits(kept, "open sesam")
    assert not await passwords.fits("no hash", "open sesame")
    assert await passwords.hash("") == ""


# ---------------------------------------------------------------------------------------- limits


@in_a_loop
async def test_who_floods_is_cut() -> None:
    """A burst is answered, then messages are dropped with a word, then the socket closes."""
    async with served(STILL) as place:
        table = await new_table(place)
        async with opened(place, table) as page:
            for number in range(60):
                await page.line.send(json.dumps({"type": "ping", "id": str(number)}))
            assert await closed(page) == 1008
            pongs = sum('"pong"' in frame for frame in page.frames)
            assert 29 <= pongs <= 31
            assert [error["code"] for error in page.errors] == ["wire/too-fast"] * 3


@in_a_loop
async def test_an_address_and_a_table_have_so_many_sockets() -> None:
    """Beyond the caps a socket is told why and closed; a place that is left can be taken."""
    async with served(STILL, limits=Limits(of_table=2)) as place:
        table, other = await new_table(place), await new_table(place)
        async with opened(place, table):
            async with opened(place, table):
                assert await knocked(place, table) == ("table/crowded", 1013)
                assert await knocked(place, other) == ("", None)
            assert await knocked(place, table) == ("", None)


async def ended(reader: asyncio.StreamReader) -> bool:
    """Read until a connection is closed or cut."""
    try:
        while await reader.read(4096):
            pass
    except ConnectionResetError:
        pass
    return True


@in_a_loop
async def test_half_a_request_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither half a header nor half a body holds a connection open; a socket that talks stays."""
    monkeypatch.setattr(handshake, "WHOLE_S", 0.5)
    async with served(STILL) as place:
        table = await new_table(place)
        halves = [
            b"",
            b"GET /ws/x HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: webso",
            b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n{",
            b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /hea",
        ]
        async with opened(place, table, "Ann") as ann:
            for half in halves:
                reader, writer = await asyncio.open_connection("127.0.0.1", place.port)
                writer.write(half)
                async with asyncio.timeout(8):  # a request after a whole one has 5 s to begin
                    assert await ended(reader)
                writer.close()
            await ann.send("ping")
            while (await ann.read())["type"] != "pong":
                pass


@in_a_loop
async def test_a_client_that_never_reads_is_cut_within_15_seconds() -> None:
    """Without a pong the socket is given up, and nothing of it is left, whatever it was sent."""
    async with served(STILL) as place:
        table = await new_table(place)
        raw = sockets.create_connection(("127.0.0.1", place.port))
        raw.sendall(
            f"GET /ws/{table} HTTP/1.1\r\nHost: 127.0.0.1:{place.port}\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            f"Origin: {place.origin}\r\n\r\n".encode()
        )
        assert b" 101 " in await asyncio.to_thread(raw.recv, 4096)
        hello = b'{"type":"hello","protocol":2}'
        raw.sendall(bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)
        async with asyncio.timeout(10):
            while place.table(table).connected == 0:  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(0.02)
        start = time.monotonic()
        async with asyncio.timeout(15):
            while place.table(table).connected:  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(0.05)
        assert time.monotonic() - start > 5
        raw.close()
