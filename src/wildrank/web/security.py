"""Who may talk to the server, and what a page of ours may do.

A socket or a request that changes something must come from a page of this very host: browsers say
which page asks in ``Origin``, and neither the server below nor the framework looks at it. Start
reading at `from_here`.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'none'"
)
HEADERS: Final = {
    "content-security-policy": POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")


def from_here(asked: HTTPConnection) -> bool:
    """Whether a page of the very address that is asked does the asking, scheme and port included.

    Behind a proxy the scheme is the one that the proxy says it was asked with. Without ``Origin``
    nobody of ours is asking.
    """
    scheme = {"ws": "http", "wss": "https"}.get(asked.url.scheme, asked.url.scheme)
    host = asked.headers.get("host")
    return bool(host) and asked.headers.getlist("origin") == [f"{scheme}://{host}"]


def known_host(headers: Headers, hosts: Collection[str]) -> bool:
    """Whether the host asked for is one of some names; any will do when none are given.

    On a loopback address this keeps out foreign names that were made to point here.
    """
    if not hosts:
        return True
    try:
        return urlsplit(f"//{headers.get('host', '')}").hostname in hosts
    except ValueError:
        return False


class Guard:
    """Answers only to known hosts, and puts the security headers on every answer."""

    def __init__(self, app: ASGIApp, hosts: Collection[str] = ()) -> None:
        """Wrap an application.

        Args:
            app: What is guarded.
            hosts: Names it may be asked by; any if there are none.
        """
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a connection through, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
        elif not known_host(Headers(scope=scope), self.hosts):
            await _refuse(scope, receive, send)
        elif scope["type"] == "websocket":
            await self.app(scope, receive, send)
        else:
            await self.app(scope, receive, _dressed(send))


def _dressed(send: Send) -> Send:
    async def dressed(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return dressed


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": "unknown host"})
        return
    start = {"type": "http.response.start", "status": 400, "headers": []}
    await _dressed(send)(start)
    await send({"type": "http.response.body", "body": b"unknown host"})
