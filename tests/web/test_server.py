"""The process: one line with a link, and one sentence when the address cannot be had."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

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
