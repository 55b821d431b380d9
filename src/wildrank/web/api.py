"""The HTTP API: one table of endpoints, from which the routes and the OpenAPI document are made.

To add an endpoint, write its handler beside what it is about and list it in `ENDPOINTS`. A handler
takes a request and returns a value that msgspec writes as JSON, or a response; it refuses with a
`WildrankError`, whose code says the status. Start reading at `ENDPOINTS`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wildrank.errors import StoreError, WildrankError
from wildrank.fair.receipt import Receipt
from wildrank.games import games
from wildrank.table import House
from wildrank.table.events import BotsWanted, CustomsChanged, TableEvent
from wildrank.table.hostevents import PasswordChanged
from wildrank.table.hostgrants import changed
from wildrank.table.past.history import MOST_LINES, HandLine, Replay
from wildrank.table.past.ledger import Ledger
from wildrank.table.past.nights import Results
from wildrank.table.wishes import BotCount, Password, SomeCustoms
from wildrank.web import records
from wildrank.web.asked import body_of
from wildrank.web.chances import HandChances
from wildrank.web.inviting import SVG, Addresses, addresses, invitation
from wildrank.web.lessons import LessonView, lesson, lessons
from wildrank.web.openapi import Endpoint, described
from wildrank.web.people import bearer, holder
from wildrank.web.reception import Reception
from wildrank.web.security import from_here
from wildrank.web.wire import GameInfo, game_info

# The status of a refusal by its code; whatever else is refused is a bad request.
_STATUS: Final = {
    "web/no-token": 401,
    "web/origin": 403,
    "web/nowhere": 404,
    "table/unknown": 404,
    "lesson/unknown": 404,
    "table/private": 403,
    "table/not-host": 403,
    "table/customs": 409,
    "web/address": 409,
    "hand/unknown": 404,
    "hand/void": 404,
    "deal/no-receipt": 404,
    "hand/open": 409,
    "web/too-large": 413,
    "table/too-many": 429,
    "table/tries": 429,
    "table/house-full": 503,
    "table/closing": 503,
}


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What may be asked for with a new table; nothing for the customs of the house.

    Attributes:
        bots: How many bots fill its chairs; as usual if nothing is said.
    """

    customs: SomeCustoms | None = None
    password: Password = ""
    bots: BotCount | None = None


class Opened(msgspec.Struct, frozen=True):
    """A table that was opened, and where its page is."""

    table: str
    link: str


# ------------------------------------------------------------------------- what handlers may use


async def person(request: Request) -> str:
    """Return the player whose token a request carries.

    Raises:
        WildrankError: If it carries no token, or nobody's, or nobody can say now.
    """
    house: House = request.app.state.house
    token = bearer(request.headers)
    player = None if token is None else await holder(house.store, token)
    if player is None:
        msg = "this needs 'Authorization: Bearer TOKEN', with a token of somebody at a table here"
        raise WildrankError(msg, code="web/no-token")
    return player


def refusal(error: WildrankError) -> Response:
    """Return an error as the API answers it."""
    usual = 503 if isinstance(error, StoreError) else 400
    status = _STATUS.get(error.code, usual)
    headers = {"www-authenticate": "Bearer"} if status == 401 else None
    body = msgspec.json.encode({"error": error.as_dict()})
    return Response(body, status, headers, media_type="application/json")


# ------------------------------------------------------------------------------ the first of them


@cache
def _game_list() -> bytes:
    return msgspec.json.encode([game_info(game) for game in games()])


async def _games(_request: Request) -> Response:
    return Response(_game_list(), media_type="application/json")


async def _lessons(_request: Request) -> tuple[str, ...]:
    return lessons()


async def _lesson(request: Request) -> LessonView:
    return lesson(request.path_params["game"])


async def _open_table(request: Request) -> Opened:
    house: House = request.app.state.house
    reception: Reception = request.app.state.reception
    address = "" if request.client is None else request.client.host
    reception.crowd.open_table(address)
    wanted = await body_of(request, NewTable)
    events: list[TableEvent] = []
    if wanted.customs is not None:
        events.append(CustomsChanged(changed(house.config.customs, wanted.customs)))
    if wanted.bots is not None:
        events.append(BotsWanted(wanted.bots))
    if wanted.password:
        reception.crowd.set_password(address)
        events.append(PasswordChanged(await reception.passwords.hash(wanted.password)))
    table = await house.open()
    await table.prepare(events)
    return Opened(table.name, f"/t/{table.name}")


async def _document(_request: Request) -> Response:
    return Response(document(), media_type="application/json")


@cache
def document() -> bytes:
    """Return the OpenAPI document of this API."""
    return msgspec.json.encode(described(ENDPOINTS))


ENDPOINTS: Final[tuple[Endpoint, ...]] = (
    Endpoint("GET", "/api/games", _games, "List the games of this server.", list[GameInfo]),
    Endpoint("GET", "/api/lessons", _lessons, "List the games with a lesson.", list[str]),
    Endpoint(
        "GET", "/api/lessons/{game}", _lesson, "Tell a scripted hand of a game step by step.",
        LessonView, (404,),
    ),
    Endpoint(
        "POST", "/api/tables", _open_table, "Open a table.", Opened, (403, 409, 429),
        body=NewTable, who="page", status=201,
    ),
    Endpoint(
        "GET", "/api/addresses", addresses, "Tell where other people reach this server.", Addresses
    ),
    Endpoint(
        "GET", "/api/tables/{table}/invite.svg", invitation,
        "Draw the link of a table as a QR code: ?invite=CODE or ?ticket=CODE, and ?at=ADDRESS.",
        str, (404, 409), kind=SVG,
    ),
    Endpoint(
        "GET", "/api/tables/{table}/hands", records.hands,
        f"List the hands of a table that are over, the newest first, {MOST_LINES} at most.",
        list[HandLine], (403, 404), query=records.HandsAsked,
    ),
    Endpoint(
        "GET", "/api/tables/{table}/hands/{number:int}", records.replay,
        "Replay a hand as who asks saw it.", Replay, (403, 404),
    ),
    Endpoint(
        "GET", "/api/tables/{table}/hands/{number:int}/receipt", records.receipt,
        "Prove the deal of a hand to who asks.", Receipt, (403, 404),
    ),
    Endpoint(
        "GET", "/api/tables/{table}/hands/{number:int}/phh", records.phh,
        "Write a hand as a PHH file, with the cards that who asks may know.", str, (403, 404),
        kind=records.PHH,
    ),
    Endpoint(
        "GET", "/api/tables/{table}/hands/{number:int}/odds", records.chances,
        "Tell how the hands shown fare, once nobody can decide anything.", HandChances,
        (403, 404, 409),
    ),
    Endpoint(
        "GET", "/api/tables/{table}/ledger", records.ledger,
        "Tell who brought and took chips, and who pays whom.", Ledger, (403, 404),
    ),
    Endpoint(
        "POST", "/api/tables/{table}/ledger/same", records.same_person,
        "Say as the host that two accounts are one person's.", Ledger, (403, 404),
        body=records.SameBody, who="person",
    ),
    Endpoint(
        "GET", "/api/tables/{table}/ledger.csv", records.ledger_file,
        "Write the ledger for a spreadsheet.", str, (403, 404), kind=records.CSV,
    ),
    Endpoint(
        "GET", "/api/results", records.results,
        "Tell what who asks won and lost at every table.", Results, who="person",
    ),
    Endpoint("GET", "/api/openapi.json", _document, "Describe this API.", dict[str, Any]),
)  # fmt: skip


def routes() -> list[Route]:
    """Return the routes of the API."""
    return [Route(one.path, _served(one), methods=[one.method]) for one in ENDPOINTS]


def _served(endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
    """Return what answers for an endpoint: who may ask, then the handler, or a refusal."""

    async def answer(request: Request) -> Response:
        try:
            await _let_in(endpoint, request)
            found = await endpoint.run(request)
        except WildrankError as error:
            return refusal(error)
        if isinstance(found, Response):
            return found
        return Response(msgspec.json.encode(found), endpoint.status, media_type="application/json")

    return answer


async def _let_in(endpoint: Endpoint, request: Request) -> None:
    """Refuse who may not ask.

    Raises:
        WildrankError: If it may not.
    """
    if endpoint.who == "person":
        await person(request)
    elif endpoint.who == "page" and not (from_here(request) or bearer(request.headers)):
        msg = "this is asked from a page of this server, or by a program with a token"
        raise WildrankError(msg, code="web/origin")
