"""The HTTP API does what its OpenAPI document says, whatever it is asked: Schemathesis."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from web.kit import QUICK, served

from wildrank.web.api import document

SCHEMA = schemathesis.openapi.from_dict(json.loads(document()))


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Run a server in a thread, and return where it is."""
    found: list[str] = []
    ready, over = threading.Event(), threading.Event()

    async def story() -> None:
        async with served(QUICK) as place:
            found.append(place.origin)
            ready.set()
            await asyncio.to_thread(over.wait)

    thread = threading.Thread(target=lambda: asyncio.run(story()))
    thread.start()
    ready.wait(20)
    yield found[0]
    over.set()
    thread.join()


@SCHEMA.parametrize()
@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
def test_whatever_is_asked_is_answered_as_described(
    case: schemathesis.Case[Any], address: str
) -> None:
    """No status, header or body is unknown to the document, and none is an error of ours."""
    case.headers["authorization"] = f"Bearer {'t' * 43}"
    case.call_and_validate(base_url=address)
