"""The command line as somebody types it: run inside the test's own process, or in another."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from wildrank.cli import main

SOURCE: Final = Path(__file__).resolve().parents[1] / "src"


class Answer(NamedTuple):
    """What a command left behind: its exit status and what it printed."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:  # noqa: ANN401 - whatever was printed
        """The one object that was printed."""
        return json.loads(self.out)

    @property
    def objects(self) -> list[Any]:
        """The objects that were printed, one a line."""
        return [json.loads(line) for line in self.out.splitlines()]


def wildrank(*words: str, stdin: str | Iterable[str] = "") -> Answer:
    """Run ``wildrank`` with some words and an input, and return its answer."""
    text = stdin if isinstance(stdin, str) else "".join(f"{line}\n" for line in stdin)
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(sys, "argv", ["wildrank", *words])
        patch.setattr(sys, "stdin", io.StringIO(text))
        with pytest.raises(SystemExit) as ended:
            main()
    code = ended.value.code
    return Answer(code if isinstance(code, int) else 0, out.getvalue(), err.getvalue())


def refused(answer: Answer) -> str:
    """Return the one sentence of a mistake, after looking at all else that a mistake does."""
    assert answer.status == 2
    assert answer.out == ""
    assert answer.err.startswith("wildrank: ")
    assert answer.err.endswith("\n")
    assert answer.err.count("\n") == 1
    assert "Traceback" not in answer.err
    return answer.err.removeprefix("wildrank: ").strip()


def ranked(game: str, cards: str, board: str = "", *options: str) -> Any:  # noqa: ANN401 - JSON
    """Return what ``wildrank rank --json`` says of some cards."""
    answer = wildrank("rank", game, cards, "--board", board, *options, "--json")
    assert (answer.status, answer.err) == (0, "")
    assert answer.out.count("\n") == 1
    return answer.json


def process(*words: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run the command line in a process of its own."""
    paths = {"PYTHONPATH": str(SOURCE)}
    command = [sys.executable, "-m", "wildrank.cli", *words]
    return subprocess.run(
        command, input=stdin, capture_output=True, env=os.environ | paths, check=False, timeout=60
    )
