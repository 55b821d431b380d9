"""The description of the HTTP API: an endpoint as data, and the OpenAPI document of many.

Start reading at `Endpoint`, then `described`.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from wildrank import __version__

Answer = Response | msgspec.Struct | Sequence[object] | Mapping[str, object]
Handler = Callable[[Request], Awaitable[Answer]]


class Endpoint(NamedTuple):
    """One thing that may be asked for.

    Attributes:
        words: What it does, one sentence.
        answer: The shape of the answer; `str` for one that is no JSON, of the kind ``kind``.
        refusals: Statuses that it may be refused with, beside 503.
        body: The shape of what is sent with it, None for nothing.
        query: The shape of what may stand behind a question mark, None for nothing.
        who: Who may ask; a ``page`` asks from here or with a token, a ``person`` with a token.
        status: The status of a success.
    """

    method: Literal["GET", "POST"]
    path: str
    run: Handler
    words: str
    answer: object
    refusals: tuple[int, ...] = ()
    body: type[msgspec.Struct] | None = None
    query: type[msgspec.Struct] | None = None
    who: Literal["anybody", "page", "person"] = "anybody"
    status: int = 200
    kind: str = "application/json"


class ProblemBody(msgspec.Struct, frozen=True):
    """Why something was refused: a stable code, and a sentence for people."""

    code: str
    message: str


class Refusal(msgspec.Struct, frozen=True):
    """The body of every refusal."""

    error: ProblemBody


_REFUSED: Final = {
    400: "What was sent makes no sense.",
    401: "The token is missing, or nobody's.",
    403: "Not for who asks.",
    404: "There is no such thing here.",
    409: "Not yet.",
    413: "Too much was sent.",
    429: "Too often; wait.",
    503: "Not now; try again.",
}
_PART: Final = re.compile(r"{(\w+)(?::(\w+))?}")


def described(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """Return the OpenAPI document of some endpoints."""
    shapes = [one.answer for one in endpoints] + [one.body for one in endpoints if one.body]
    schemas, components = msgspec.json.schema_components(
        [*shapes, Refusal], ref_template="#/components/schemas/{name}"
    )
    schema_of = dict(zip([repr(shape) for shape in [*shapes, Refusal]], schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for one in endpoints:
        paths.setdefault(_PART.sub(r"{\1}", one.path), {})[one.method.lower()] = _operation(
            one, schema_of
        )
    return {
        "openapi": "3.1.0",
        "info": {"title": "Wildrank", "version": __version__},
        "paths": paths,
        "components": {
            "schemas": _in_javascript(components),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _in_javascript(schemas: dict[str, Any]) -> dict[str, Any]:
    """Return schemas with patterns as JSON Schema has them: the very end of a text is a dollar."""
    text = msgspec.json.encode(schemas).replace(rb'\\Z"', b'$"')
    found: dict[str, Any] = msgspec.json.decode(text)
    return found


def _operation(one: Endpoint, schema_of: Mapping[str, Any]) -> dict[str, Any]:
    """Return what OpenAPI calls an operation: one endpoint."""
    refused = {400: one.body or one.query, 401: one.who == "person", 413: one.body, 503: True}
    statuses = sorted({*one.refusals, *(status for status, may in refused.items() if may)})
    refusals = {
        str(status): _content(_REFUSED[status], schema_of[repr(Refusal)]) for status in statuses
    }
    found: dict[str, Any] = {
        "summary": one.words,
        "responses": {
            str(one.status): _content("As asked.", schema_of[repr(one.answer)], one.kind),
            **refusals,
        },
    }
    parameters = [_parameter(*part) for part in _PART.findall(one.path)]
    if parameters or one.query:
        found["parameters"] = parameters + _queried(one.query)
    if one.body is not None:
        content = {"application/json": {"schema": schema_of[repr(one.body)]}}
        found["requestBody"] = {"content": content, "required": False}
    if one.who == "person":
        found["security"] = [{"token": []}]
    return found


def _content(words: str, schema: Any, kind: str = "application/json") -> dict[str, Any]:  # noqa: ANN401 - JSON
    return {"description": words, "content": {kind: {"schema": schema}}}


def _queried(kind: type[msgspec.Struct] | None) -> list[dict[str, Any]]:
    if kind is None:
        return []
    fields = msgspec.json.schema(kind)["$defs"][kind.__name__]["properties"]
    return [{"name": name, "in": "query", "schema": schema} for name, schema in fields.items()]


def _parameter(name: str, kind: str) -> dict[str, Any]:
    schema = {"type": "integer", "minimum": 0} if kind == "int" else {"type": "string"}
    return {"name": name, "in": "path", "required": True, "schema": schema}
