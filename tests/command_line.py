"""Run the command line inside the test's own process, as somebody types it."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterable
from contextlib import redirect_stderr, redirect_stdout
from typing import Any, NamedTuple

import pytest

from wildrank.cli import main


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
