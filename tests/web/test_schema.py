"""The HTTP API does what its OpenAPI document says, whatever it is asked: Schemathesis."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance
from web.kit import QUICK, new_table, opened, served

from wildrank.web.api import document

SCHEMA = schemathesis.openapi.from_dict(json.loads(document()))


class Address(NamedTuple):
    """Where a server is, and a table of it at which hands were played."""

    origin: str
    table: str


@pytest.fixture(scope="module")
def address() -> Iterator[Address]:
    """Run a server in a thread, and return where it is."""
    found: list[Address] = []
    ready, over = threading.Event(), threading.Event()

    async def story() -> None:
        async with served(QUICK) as place:
            table = await new_table(place)
            async with opened(place, table, "Ann") as ann:
                await ann.until(lambda view: view["phase"] == "playing")
                await ann.send("stand")
                await ann.until(lambda view: view["you"]["chair"] is None)
            found.append(Address(place.origin, table))
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
    case: schemathesis.Case[Any], address: Address
) -> None:
    """No status, header or body is unknown to the document, and none is an error of ours."""
    if case.meta is not None and case.meta.generation.mode.is_positive and case.path_parameters:
        case.path_parameters["table"] = address.table  # one that is there, with hands played
    case.headers["authorization"] = f"Bearer {'t' * 43}"
    # To JSON Schema 5.0 is a whole number, to us it is none; so what fits may yet be refused.
    excluded: list[Any] = [positive_data_acceptance] if case.method == "POST" else []
    case.call_and_validate(base_url=address.origin, excluded_checks=excluded)
