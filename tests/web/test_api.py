"""The HTTP API: its document, who may ask, and how it refuses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.routing import Route
from starlette.testclient import TestClient
from web.kit import QUICK

from wildrank.web.api import ENDPOINTS
from wildrank.web.app import create_app
from wildrank.web.limits import Limits

HERE = "http://testserver"
A_TOKEN = "a" * 43


@pytest.fixture
def client() -> Iterator[TestClient]:
    """Return a client of a fresh server."""
    with TestClient(create_app(QUICK), base_url=HERE) as client:
        yield client


def test_the_document_describes_every_route_of_the_api(client: TestClient) -> None:
    """What the document lists and what the application serves under /api are the same."""
    document = client.get("/api/openapi.json").json()
    described = {
        (method.upper(), path) for path, item in document["paths"].items() for method in item
    }
    app: Any = client.app
    served = {
        (method, route.path.replace(":int}", "}"))
        for route in app.routes
        if isinstance(route, Route) and route.path.startswith("/api/")
        for method in (route.methods or set()) - {"HEAD"}
    }
    assert described == served
    assert len(described) == len(ENDPOINTS)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 403),
        ({"origin": HERE}, 201),
        ({"origin": "https://testserver"}, 403),
        ({"origin": "http://testserver:8000"}, 403),
        ({"origin": "http://TESTSERVER.evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"authorization": f"Bearer {A_TOKEN}"}, 201),
        ({"authorization": "Bearer short"}, 403),
        ({"authorization": f"Basic {A_TOKEN}"}, 403),
    ],
)
def test_a_table_is_opened_from_here_or_by_a_program(
    client: TestClient, headers: dict[str, str], status: int
) -> None:
    """Another site's page cannot open tables: neither its origin nor a guess at ours will do."""
    assert client.post("/api/tables", headers=headers).status_code == status


def test_a_path_that_is_not_there_is_refused_in_the_words_of_the_api(client: TestClient) -> None:
    """A program that asks for what there is not is answered in JSON, with a code."""
    answer = client.get("/api/nowhere")
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "web/nowhere"


def test_a_table_is_opened_with_customs_and_a_password(client: TestClient) -> None:
    """What is asked for is so from the start; nonsense is refused, and no table opens."""
    ours = {"origin": HERE}
    wanted = {"customs": {"act_s": 60, "games": ["holdem"]}, "password": "open sesame"}
    table = client.post("/api/tables", json=wanted, headers=ours).json()["table"]
    app: Any = client.app
    state = app.state.house.find(table).state
    assert (state.customs.act_s, state.customs.games) == (60, ("holdem",))
    assert state.hosting.password.startswith("$argon2id$")
    before = len(app.state.house)
    for body, status in (
        ({"customs": {"games": ["whist"]}}, 409),
        ({"customs": {"act_s": 1}}, 400),
        ({"costums": {}}, 400),
        ({"password": "x" * 201}, 400),
        ({"password": "x" * 20_000}, 413),
    ):
        assert client.post("/api/tables", json=body, headers=ours).status_code == status
    assert len(app.state.house) == before


def test_tables_and_passwords_are_not_opened_and_hashed_without_end() -> None:
    """An address fills no house with tables, and does not keep others waiting for a hash."""
    ours, limits = {"origin": HERE}, Limits(opens=3, opens_s=600, tries=1, tries_s=600)
    with TestClient(create_app(QUICK, limits=limits), base_url=HERE) as client:
        bodies = [{"password": "a"}, {"password": "b"}, {}, {}]
        found = [client.post("/api/tables", json=body, headers=ours) for body in bodies]
    assert [answer.status_code for answer in found] == [201, 429, 201, 429]
    codes = [answer.json()["error"]["code"] for answer in found if answer.status_code == 429]
    assert codes == ["table/tries", "table/too-many"]


@pytest.mark.parametrize(("sent", "bots"), [({}, 3), ({"bots": 0}, 0), ({"bots": 8}, 8)])
def test_a_table_is_opened_with_so_many_bots(
    client: TestClient, sent: dict[str, int], bots: int
) -> None:
    """A table for friends begins without; one more than there are chairs beside one is refused."""
    opened = client.post("/api/tables", json=sent, headers={"origin": HERE}).json()
    with client.websocket_connect(f"/ws/{opened['table']}", headers={"origin": HERE}) as line:
        line.send_json({"type": "hello", "protocol": 2})
        while (told := line.receive_json())["type"] != "state":
            pass
    assert [chair["bot"] for chair in told["view"]["chairs"]].count(True) == bots
    refused = client.post("/api/tables", json={"bots": 9}, headers={"origin": HERE})
    assert refused.status_code == 400
