"""The server: pages and sockets around the tables.

Start reading at `wildrank.web.app`. Importing this package loads no server; `serve` and
`create_app` load theirs when they are called.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.applications import Starlette

    from wildrank.table import Store, TableConfig

__all__ = ["create_app", "serve"]


def create_app(
    config: TableConfig | None = None,
    *,
    hosts: tuple[str, ...] = (),
    origins: tuple[str, ...] = (),
    store: Callable[[], Store] | None = None,
) -> Starlette:
    """Return the application; see `wildrank.web.app.create_app`."""
    from wildrank.web.app import create_app as create  # noqa: PLC0415 - loads Starlette

    return create(config, hosts=hosts, origins=origins, store=store)


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    *,
    open_browser: bool = False,
    data: Path | None = None,
    names: tuple[str, ...] = (),
) -> None:
    """Serve tables until interrupted; see `wildrank.web.server.serve`."""
    from wildrank.web.server import serve as run  # noqa: PLC0415 - loads uvicorn

    run(host, port, open_browser=open_browser, data=data, names=names)
