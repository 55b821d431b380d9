"""The application: pages, the HTTP API, and the sockets of tables.

Start reading at `create_app`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from wildrank.errors import WildrankError
from wildrank.table import Bots, House, Store, TableConfig
from wildrank.web import api
from wildrank.web.house_bots import HouseBots
from wildrank.web.limits import USUAL, Limits
from wildrank.web.metrics import KIND, Metrics
from wildrank.web.reception import Reception
from wildrank.web.records import Records
from wildrank.web.security import LOOPBACK, Guard
from wildrank.web.sockets import talk

STATIC: Final = Path(__file__).parent / "static"


def create_app(  # noqa: PLR0913 - each by its name
    config: TableConfig | None = None,
    *,
    hosts: tuple[str, ...] = (),
    origins: tuple[str, ...] = (),
    bots: Callable[[], Bots] = HouseBots,
    store: Callable[[], Store] | None = None,
    limits: Limits = USUAL,
) -> Starlette:
    """Return the application with a house of its own.

    Args:
        config: How its tables are run.
        hosts: Names it may be asked by; any if there are none.
        origins: Addresses at which other people reach it, as in ``http://192.168.0.7:8000``.
        bots: Makes the bots of one table.
        store: Opens where tables are kept; in memory if nothing is said.
        limits: What one address and one table may ask of it.
    """

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        house = House(bots, config, None if store is None else store())
        app.state.house, app.state.metrics = house, Metrics(house)
        app.state.records = Records(house)
        app.state.reception = Reception(house, limits)
        app.state.origins = origins
        house.store.watch(app.state.metrics.committed)
        await house.recover()
        yield
        await house.close()

    return Starlette(
        routes=[
            Route("/", _page),
            Route("/learn/{game}", _page),
            Route("/t/{table}", _table_page),
            *api.routes(),
            Route("/healthz", _health),
            Route("/metrics", _metrics),
            WebSocketRoute("/ws/{table}", talk),
            Mount("/static", _Files(directory=STATIC)),
        ],
        middleware=[Middleware(Guard, hosts=hosts), Middleware(GZipMiddleware)],
        exception_handlers={404: _nowhere},
        lifespan=lifespan,
    )


class _Files(StaticFiles):
    """Files that a browser keeps but asks about before it uses them again."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers.setdefault("cache-control", "no-cache")
        return response


async def _nowhere(request: Request, _error: Exception) -> Response:
    """Return a page with a way back; a program gets an error it can read."""
    if request.url.path.startswith("/api/"):
        msg = f"there is no {request.url.path!r} here; see /api/openapi.json"
        return api.refusal(WildrankError(msg, code="web/nowhere"))
    return FileResponse(STATIC / "404.html", 404, headers={"cache-control": "no-cache"})


async def _page(_request: Request) -> Response:
    return FileResponse(STATIC / "index.html", headers={"cache-control": "no-cache"})


async def _table_page(request: Request) -> Response:
    """Return the page; a table that is not there is said by the page, and by the status."""
    house: House = request.app.state.house
    status = 200 if house.knows(request.path_params["table"]) else 404
    return FileResponse(
        STATIC / "index.html", status_code=status, headers={"cache-control": "no-cache"}
    )


async def _health(request: Request) -> Response:
    """Tell whether tables can be kept; 503 when they cannot, and then no step is taken."""
    house: House = request.app.state.house
    trouble = house.store.trouble
    about = {
        "status": "failing" if trouble else "ok",
        "kept": "on disk" if house.store.lasting else "in memory",
        "tables": {"awake": len(house), "asleep": house.asleep},
    }
    if trouble:
        about["trouble"] = trouble
    status = 503 if trouble else 200
    return Response(msgspec.json.encode(about), status, media_type="application/json")


async def _metrics(request: Request) -> Response:
    """Tell the counters to this machine alone: a proxy in front passes on who asks."""
    if request.client is None or request.client.host not in (*LOOPBACK, "testclient"):
        return PlainTextResponse("only this machine may ask\n", 403)
    metrics: Metrics = request.app.state.metrics
    return Response(metrics.text(), media_type=KIND)
