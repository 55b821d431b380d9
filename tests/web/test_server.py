"""The process: one line with a link, and one sentence when the address cannot be had."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from wildrank.errors import WildrankError
from wildrank.web import serve
from wildrank.web.server import _lan_address

SOURCE = Path(__file__).resolve().parents[2] / "src"
SERVE = "from wildrank.web import serve; serve('127.0.0.1', 0)"


def test_the_server_says_where_it_is_and_ends_when_told() -> None:
    """One line is printed, its link answers, and an interrupt ends the process quietly."""
    with subprocess.Popen(
        [sys.executable, "-c", SERVE],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(SOURCE)},
    ) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/", line)
        assert found is not None
        with urlopen(found[0]) as page:  # noqa: S310 - our own server
            assert page.status == 200
        process.send_signal(signal.SIGTERM)
        output, errors = process.communicate(timeout=20)
    assert output == ""
    assert "Traceback" not in errors


def test_the_server_says_where_tables_are_kept(tmp_path: Path) -> None:
    """Folder and version are told, an address of many is warned of, and tables come back."""
    data = tmp_path / "data"
    command = ["serve", "--host", "127.0.0.2", "--port", "0", "--data", str(data)]
    for count in (0, 1):
        with subprocess.Popen(
            [sys.executable, "-c", "from wildrank.cli import main; main()", *command],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": str(SOURCE)},
        ) as process:
            assert process.stdout is not None
            said = [process.stdout.readline() for _ in range(3)]
            found = re.search(r"http://127\.0\.0\.2:\d+", said[0])
            assert found is not None
            assert said[1].startswith(f"Tables are kept in {data} (SQLite 3.")
            assert "nothing is encrypted" in said[2]
            with urlopen(f"{found[0]}/healthz") as answer:  # noqa: S310 - our own server
                health = json.load(answer)
            assert health["kept"] == "on disk"
            assert health["tables"] == {"awake": 0, "asleep": count}
            asked = Request(  # noqa: S310 - our own server
                f"{found[0]}/api/tables", method="POST", headers={"origin": found[0]}
            )
            with urlopen(asked) as answer:  # noqa: S310 - our own server
                assert answer.status == 201
            process.send_signal(signal.SIGTERM)
            _output, errors = process.communicate(timeout=20)
        told = [json.loads(line)["event"] for line in errors.splitlines()]
        assert told == ["server started", "server ends"]


def test_a_taken_port_is_one_clear_sentence() -> None:
    """The address, the reason and what to do stand in the error."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(WildrankError, match=f"port {port}: .*try another: --port") as refused:
            serve("127.0.0.1", port)
    assert refused.value.code == "web/address"
    assert 'make play ARGS="--port 8000"' in refused.value.message


def test_a_foreign_address_is_no_matter_of_the_port() -> None:
    """An address that this computer does not have is mended with --host."""
    with pytest.raises(WildrankError, match="try another --host") as refused:
        serve("203.0.113.1", 0)
    assert "--port" not in refused.value.message


def test_a_server_for_all_says_where_others_find_it() -> None:
    """Where there is a network its address comes first; a computer without one says its own."""
    found = _lan_address()
    assert found is None or not found.startswith(("127.", "0."))
    assert _lan_address(("127.0.0.1", 9)) is None
    assert _lan_address(("no address", 9)) is None
