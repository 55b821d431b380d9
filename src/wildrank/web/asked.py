"""What a request or a socket is about: the table in its path, and what was sent with it.

Start reading at `table_of`.
"""

from __future__ import annotations

from typing import Final, TypeVar

import msgspec
from starlette.requests import HTTPConnection, Request

from wildrank.errors import NotationError, TableError
from wildrank.table import House, Table

MAX_BODY_BYTES: Final = 16 * 1024
Asked = TypeVar("Asked", bound=msgspec.Struct)


async def table_of(asked: HTTPConnection) -> Table:
    """Return the table in the path of a request or a socket, woken if it slept.

    Raises:
        WildrankError: If there is none, or it cannot be had now.
    """
    house: House = asked.app.state.house
    name = asked.path_params["table"]
    table = await house.visit(name)
    if table is None:
        raise no_table(name)
    return table


def no_table(name: str) -> TableError:
    """Return the refusal of a table that is not there."""
    msg = f"there is no table {name!r} here; it may have closed"
    return TableError(msg, code="table/unknown")


def query_of(request: Request, kind: type[Asked]) -> Asked:
    """Return what stands behind the question mark of a request; what is unknown is left out.

    Raises:
        NotationError: If it is of another shape.
    """
    try:
        return msgspec.convert(dict(request.query_params), kind, strict=False)
    except msgspec.ValidationError as error:
        raise _malformed(kind, error) from error


async def body_of(request: Request, kind: type[Asked]) -> Asked:
    """Return what was sent with a request; nothing at all is an empty object.

    Raises:
        NotationError: If it is too much, or of another shape.
    """
    sent = b""
    async for chunk in request.stream():
        sent += chunk
        if len(sent) > MAX_BODY_BYTES:
            msg = f"what is sent with a request has {MAX_BODY_BYTES} bytes at most"
            raise NotationError(msg, code="web/too-large")
    try:
        return msgspec.json.decode(sent or b"{}", type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise _malformed(kind, error) from error


def _malformed(kind: type[msgspec.Struct], error: Exception) -> NotationError:
    return NotationError(f"this is no {kind.__name__}: {error}", code="web/malformed")
