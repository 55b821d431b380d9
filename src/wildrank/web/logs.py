"""What the server writes down: one line of JSON an event, never a card and never a token.

Everything passes `withhold`, the words of libraries and of the table among it; of an error only
its kind and the places it came through are told, since its sentence may quote a card. Start
reading at `configure`.
"""

from __future__ import annotations

import logging
import re
import sys
import traceback
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, TextIO

import msgspec
import structlog
from structlog.types import EventDict, Processor

WITHHELD: Final = "[withheld]"
_SECRET: Final = frozenset(
    {"authorization", "board", "body", "cards", "cookie", "deck", "down", "password", "player",
     "record", "token", "up", "url"}
)  # fmt: skip
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{32,}")
_CARDS: Final = re.compile(r"\b(?:(?:10|[2-9TJQKA])[shdc])+\b|[🂠-🃿♠♥♦♣]")
_PLACES: Final = 12


def logger() -> Any:  # noqa: ANN401 - structlog's own type is lazy
    """Return what is written to: ``logger().info("table opened", table=name)``."""
    return structlog.stdlib.get_logger("wildrank")


def configure(stream: TextIO | None = None, *, quiet: bool | None = None) -> None:
    """Write lines to a stream from now on.

    Args:
        stream: Where to; standard error if nothing is said.
        quiet: Whether only warnings are written; else that is so on a terminal.
    """
    stream = stream if stream is not None else sys.stderr
    if quiet is None:
        quiet = stream.isatty()
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                _plain_error,
                withhold,
                structlog.processors.JSONRenderer(serializer=_json),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING if quiet else logging.INFO)
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
    )


def withhold(_logger: object, _method: str, event: EventDict) -> EventDict:
    """Take out of an event whatever is or looks like a card or a token."""
    return {key: _clean(key, value) for key, value in event.items()}


def _clean(key: str, value: object) -> object:
    if key in _SECRET:
        return WITHHELD
    if isinstance(value, str):
        if key == "timestamp":
            return value
        return _CARDS.sub(WITHHELD, _TOKEN.sub(WITHHELD, value))
    if isinstance(value, bool | int | float | None):
        return value
    if isinstance(value, Iterable):
        return [_clean("", one) for one in value]
    return WITHHELD


def _plain_error(_logger: object, _method: str, event: EventDict) -> EventDict:
    """Put the kind of an error and the places it came through where its traceback was."""
    about = event.pop("exc_info", None)
    event.pop("stack_info", None)
    error = about[1] if isinstance(about, tuple) else about
    if error is True:
        error = sys.exc_info()[1]
    if isinstance(error, BaseException):
        event["error"] = getattr(error, "code", None) or type(error).__name__
        event["at"] = [
            f"{Path(frame.filename).name}:{frame.lineno} {frame.name}"
            for frame in traceback.extract_tb(error.__traceback__)[-_PLACES:]
        ]
    return event


def _json(event: EventDict, **_more: object) -> str:
    return msgspec.json.encode(event).decode()
