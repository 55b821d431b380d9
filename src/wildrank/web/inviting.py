"""How others find a table: the addresses this server is reached at, and a link as a QR code.

Start reading at `addresses`.
"""

from __future__ import annotations

import io
from typing import Final

import msgspec
import segno
from starlette.requests import Request
from starlette.responses import Response

from wildrank.errors import NotationError
from wildrank.table import House
from wildrank.web.asked import no_table
from wildrank.web.security import LOOPBACK

SVG: Final = "image/svg+xml"
MOST_CODE: Final = 100  # letters of an invite code
_QUIET_ZONE: Final = 4  # modules of white round the code, as its standard asks


class Addresses(msgspec.Struct, frozen=True):
    """Where this server is reached.

    Attributes:
        origins: Addresses for other people, the best one first; none while it listens to this
            machine alone.
        port: The port it was asked at, for the command that would let others in.
    """

    origins: list[str]
    port: int


async def addresses(request: Request) -> Addresses:
    """Return the addresses other people reach this server at."""
    return Addresses(_origins(request), request.url.port or 80)


async def invitation(request: Request) -> Response:
    """Return the link of a table as a QR code.

    Raises:
        NotationError: If the address or the code of the invitation is none of this server.
        TableError: If there is no such table.
    """
    house: House = request.app.state.house
    name = request.path_params["table"]
    if not house.knows(name):
        raise no_table(name)
    origins = _origins(request)
    at = request.query_params.get("at") or (origins or [""])[0]
    if at not in origins:
        msg = f"{at[:80]!r} is no address of this server; see /api/addresses"
        raise NotationError(msg, code="web/address")
    code = request.query_params.get("invite", "")
    if len(code) > MOST_CODE or not (code.isascii() and (code or "a").replace("-", "a").isalnum()):
        msg = f"an invite code is letters and digits, {MOST_CODE} at most"
        raise NotationError(msg, code="web/invite")
    link = f"{at}/t/{name}" + (f"#invite={code}" if code else "")
    drawn = io.BytesIO()
    segno.make(link, micro=False).save(
        drawn, kind="svg", border=_QUIET_ZONE, xmldecl=False, omitsize=True, light="#ffffff"
    )
    return Response(drawn.getvalue(), media_type=SVG, headers={"cache-control": "no-store"})


def _origins(request: Request) -> list[str]:
    """Return the addresses for other people: those known at the start, and the one asked at."""
    found = list(request.app.state.origins)
    if request.url.hostname not in LOOPBACK:
        found.insert(0, f"{request.url.scheme}://{request.headers['host']}")
    return list(dict.fromkeys(found))
