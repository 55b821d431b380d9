"""What the page about operating a server shows is tried: the proxy, the service, the way back."""

from __future__ import annotations

import asyncio
import configparser
import json
import re
import shutil
import socket
import ssl
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from http.client import HTTPSConnection
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
from table.kit import in_a_loop
from typer.main import get_group
from web.kit import QUICK, Page, served
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from wildrank.cli import app
from wildrank.table.config import Customs
from wildrank.table.store.sqlite import SqliteLog
from wildrank.table.store.upkeep import FILE
from wildrank.web.security import LOOPBACK

PAGE = Path(__file__).resolve().parents[2] / "docs" / "operating.md"
NAME = "poker.example.org"
CADDY = shutil.which("caddy")
ANALYZE = shutil.which("systemd-analyze")
ALONE = """{
	admin off
	auto_https disable_redirects
	local_certs
	skip_install_trust
}
"""
CHROMIUM = shutil.which("chromium")


def block(kind: str) -> str:
    """Return the first block of a kind that the page shows."""
    found = re.search(
        rf"^```{kind}\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    assert found is not None
    return found[1]


def unit_of_the_page() -> configparser.ConfigParser:
    """Return the systemd unit that the page shows."""
    unit = configparser.ConfigParser(interpolation=None)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read_string(block("ini"))
    return unit


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


class Proxy(NamedTuple):
    """A proxy that runs: its port, and how to trust its certificates."""

    port: int
    trust: ssl.SSLContext


@asynccontextmanager
async def proxied(folder: Path, behind: int) -> AsyncIterator[Proxy]:
    """Run Caddy as the page shows it, but for the ports and with certificates of its own."""
    port = free_port()
    text = block("").replace(NAME, f"{NAME}:{port}").replace("8000", str(behind))
    file = folder / "Caddyfile"
    file.write_text(f"{ALONE}{text}", encoding="utf-8")
    assert CADDY is not None
    process = await asyncio.create_subprocess_exec(
        CADDY,
        "run",
        "--config",
        str(file),
        "--adapter",
        "caddyfile",
        env={"HOME": str(folder), "XDG_DATA_HOME": str(folder), "PATH": ""},
        stderr=asyncio.subprocess.DEVNULL,
    )
    root = folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
    try:
        async with asyncio.timeout(20):
            while True:
                with suppress(OSError, ssl.SSLError):  # it listens before it has a certificate
                    trust = ssl.create_default_context(cafile=root)
                    _reader, writer = await asyncio.open_connection(
                        "127.0.0.1", port, ssl=trust, server_hostname=NAME
                    )
                    writer.close()
                    break
                await asyncio.sleep(0.05)
        yield Proxy(port, trust)
    finally:
        process.terminate()
        await process.wait()


def asked(proxy: Proxy, path: str, *, post: bool = False) -> tuple[int, bytes]:
    """Ask the proxy as a page under its name would, and return status and answer."""
    line = HTTPSConnection("127.0.0.1", proxy.port, timeout=10)
    line.sock = proxy.trust.wrap_socket(
        socket.create_connection(("127.0.0.1", proxy.port), timeout=10), server_hostname=NAME
    )
    name = f"{NAME}:{proxy.port}"
    headers = {"Host": name, "Origin": f"https://{name}"}
    line.request("POST" if post else "GET", path, headers=headers)
    answer = line.getresponse()
    body = answer.read()
    line.close()
    return answer.status, body


@pytest.mark.skipif(CADDY is None, reason="there is no caddy here")
@in_a_loop
async def test_a_table_behind_the_proxy(tmp_path: Path) -> None:
    """Over TLS pages and sockets come through under the name told to the server, no counters."""
    async with (
        served(QUICK, hosts=(*LOOPBACK, NAME)) as place,
        proxied(tmp_path, place.port) as proxy,
    ):
        name = f"{NAME}:{proxy.port}"
        assert (await asyncio.to_thread(asked, proxy, "/"))[0] == 200
        assert (await asyncio.to_thread(asked, proxy, "/metrics"))[0] == 404
        status, body = await asyncio.to_thread(asked, proxy, "/api/tables", post=True)
        assert status == 201

        def knock(origin: str) -> connect:
            return connect(
                f"wss://{name}/ws/{json.loads(body)['table']}",
                host="127.0.0.1",
                port=proxy.port,
                ssl=proxy.trust,
                additional_headers={"Origin": origin},
            )

        for other in (f"http://{name}", f"https://{NAME}", place.origin):
            with pytest.raises(InvalidStatus, match="403"):
                await knock(other)
        async with knock(f"https://{name}") as line:
            page = Page(line)
            await page.send("hello", protocol=2, name="Ann")
            await page.until(lambda view: view)
            await page.send("sit", name="Ann", chair=None)
            await page.until(lambda view: view["you"]["chair"] is not None)


@pytest.mark.skipif(ANALYZE is None, reason="there is no systemd-analyze here")
def test_the_service_is_one(tmp_path: Path) -> None:
    """Nothing in the unit is unknown to systemd, but for where the program is."""
    unit = tmp_path / "wildrank.service"
    program = unit_of_the_page()["Service"]["ExecStart"].split()[0]
    unit.write_text(block("ini").replace(program, sys.executable), encoding="utf-8")
    done = subprocess.run(
        [ANALYZE or "", "verify", str(unit)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
        check=False,
    )
    assert [line for line in done.stdout.splitlines() if unit.name in line] == []
    assert done.returncode == 0


def test_the_service_names_options_that_exist() -> None:
    """The unit can be read, and starts the server with options it has."""
    unit = unit_of_the_page()
    words = unit["Service"]["ExecStart"].split()
    assert words[1] == "serve"
    options = {o for p in get_group(app).commands["serve"].params for o in p.opts}
    assert {word for word in words if word.startswith("--")} <= options
    assert unit["Service"]["UMask"] == "0077"
    assert f"--data /var/lib/{unit['Service']['StateDirectory']}" in " ".join(words)


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here")
@in_a_loop
async def test_a_page_finds_its_chair_again(tmp_path: Path) -> None:
    """The server ends and starts again: the page is back on its chair with the same cards."""
    from playwright.async_api import async_playwright

    patient = msgspec.structs.replace(QUICK, customs=Customs(act_s=60.0), call_s=0.1)
    port = free_port()

    def store() -> SqliteLog:
        return SqliteLog.open(tmp_path / FILE)

    async with async_playwright() as tool:
        browser = await tool.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        views: list[dict[str, object]] = []
        welcomes: list[str] = []

        def keep(frame: str | bytes) -> None:
            message = json.loads(frame)
            if message["type"] == "welcome":
                welcomes.append(message["token"])
            if message["type"] == "state":
                views.append(message["view"])

        try:
            page = await browser.new_page()
            page.on("websocket", lambda line: line.on("framereceived", keep))
            async with served(patient, store=store, port=port) as place:
                await page.goto(f"{place.origin}/")
                await page.get_by_role("button", name="Deal me in").first.click()
                await _turn(views)
            before = views[-1]
            views.clear()
            async with served(patient, store=store, port=port):
                async with asyncio.timeout(40):
                    while len(welcomes) < 2:  # noqa: ASYNC110 - it comes back by itself, and lacks nothing
                        await asyncio.sleep(0.02)
                assert views == []
                await page.reload()
                await _turn(views)
            assert len(set(welcomes)) == 1
            after = views[-1]
            assert after["you"] == before["you"]
            assert _cards(after) == _cards(before)
        finally:
            await browser.close()


async def _turn(views: list[dict[str, object]]) -> None:
    """Wait until the hand waits for the page."""
    async with asyncio.timeout(40):
        while not (views and (hand := views[-1]["hand"]) and hand["legal"]):  # type: ignore[index] # noqa: ASYNC110
            await asyncio.sleep(0.02)


def _cards(view: dict[str, object]) -> object:
    hand = view["hand"]
    assert isinstance(hand, dict)
    return [[seat["down"], seat["up"]] for seat in hand["seats"]], hand["board"]
