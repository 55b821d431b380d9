"""How others find a table: the addresses this server is reached at, and a link as a QR code.

Start reading at `addresses`.
"""

from __future__ import annotations

import io
import re
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
_CODE: Final = re.compile(r"[\w.-]{0,100}", re.ASCII)  # of an invitation or a ticket
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
    """Return the link of a table as a QR code, with an invitation or a ticket in it.

    Raises:
        NotationError: If the address is none of this server, or the code none at all.
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
    link = f"{at}/t/{name}{_fragment(request)}"
    drawn = io.BytesIO()
    segno.make(link, micro=False).save(
        drawn, kind="svg", border=_QUIET_ZONE, xmldecl=False, omitsize=True, light="#ffffff"
    )
    return Response(drawn.getvalue(), media_type=SVG, headers={"cache-control": "no-store"})


def _fragment(request: Request) -> str:
    """Return the end of the link: an invitation or a ticket, or nothing.

    Raises:
        NotationError: If it cannot be such a code.
    """
    for kind in ("ticket", "invite"):
        if code := request.query_params.get(kind, ""):
            if _CODE.fullmatch(code) is None:
                msg = f"{kind} is a code of up to 100 letters, digits and -_."
                raise NotationError(msg, code="web/invite")
            return f"#{kind}={code}"
    return ""


def _origins(request: Request) -> list[str]:
    """Return the addresses for other people: those known at the start, and the one asked at."""
    found = list(request.app.state.origins)
    if request.url.hostname not in LOOPBACK:
        found.insert(0, f"{request.url.scheme}://{request.headers['host']}")
    return list(dict.fromkeys(found))
