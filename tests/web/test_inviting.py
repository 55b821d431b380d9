"""The addresses of a server and the QR code of a table's link."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree as ET

import pytest
from starlette.testclient import TestClient
from web.kit import QUICK

from wildrank.web import create_app
from wildrank.web.server import _for_others

LAN = "http://192.168.0.7:8000"
LOCAL = "http://127.0.0.1:8000"


@pytest.fixture
def client() -> Iterator[TestClient]:
    """Return a client of a server that others reach, asked from its own machine."""
    with TestClient(create_app(QUICK, origins=(LAN,)), base_url=LOCAL) as client:
        yield client


def table(client: TestClient) -> str:
    """Open a table and return its name."""
    name: str = client.post("/api/tables", headers={"origin": LOCAL}).json()["table"]
    return name


def test_addresses_are_those_for_others(client: TestClient) -> None:
    """Asked from its own machine a server tells where others reach it, and its port."""
    assert client.get("/api/addresses").json() == {"origins": [LAN], "port": 8000}


def test_a_server_that_is_alone_has_none() -> None:
    """One that listens to its own machine knows no address for others."""
    with TestClient(create_app(QUICK), base_url=LOCAL) as alone:
        assert alone.get("/api/addresses").json()["origins"] == []
        asked = alone.get(f"/api/tables/{table(alone)}/invite.svg")
        assert (asked.status_code, asked.json()["error"]["code"]) == (409, "web/address")


def test_the_address_that_was_asked_is_good_for_others_too() -> None:
    """Who comes by a name may send that name on."""
    with TestClient(create_app(QUICK), base_url="http://poker.example") as named:
        assert named.get("/api/addresses").json()["origins"] == ["http://poker.example"]


def test_the_code_is_a_picture(client: TestClient) -> None:
    """It is an SVG without a script, and another link is another picture."""
    name = table(client)
    plain = client.get(f"/api/tables/{name}/invite.svg")
    coded = client.get(f"/api/tables/{name}/invite.svg?invite=abc-123&at={LAN}")
    assert plain.headers["content-type"].startswith("image/svg+xml")
    kinds = {element.tag.rpartition("}")[2] for element in ET.fromstring(plain.text).iter()}  # noqa: S314 - our own picture
    assert kinds == {"svg", "path"}
    assert coded.status_code == 200
    assert coded.text != plain.text


@pytest.mark.parametrize("query", ["invite=a_b-C1", "ticket=t.a_b-C1"])
def test_every_code_of_ours_is_drawn(client: TestClient, query: str) -> None:
    """The code of an invitation or a ticket may have any letter that such codes are made of."""
    name = table(client)
    coded = client.get(f"/api/tables/{name}/invite.svg?{query}")
    assert coded.status_code == 200
    assert coded.text != client.get(f"/api/tables/{name}/invite.svg").text


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("at=http://elsewhere.example", 409, "web/address"),
        ("invite=a%20b", 400, "web/invite"),
        ("ticket=a%23b", 400, "web/invite"),
        ("invite=" + "a" * 101, 400, "web/invite"),
    ],
)
def test_only_our_own_links_are_drawn(
    client: TestClient, query: str, status: int, code: str
) -> None:
    """A server draws no code that leads elsewhere, and none with anything else in it."""
    answer = client.get(f"/api/tables/{table(client)}/invite.svg?{query}")
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)


def test_no_code_leads_to_no_table(client: TestClient) -> None:
    """A table that is not there has no code."""
    assert client.get("/api/tables/nowhere/invite.svg").status_code == 404


def test_loopback_is_for_nobody_else() -> None:
    """Of the links that are printed only those with another address are for others."""
    assert _for_others(["http://192.168.0.7:8000/", "http://127.0.0.1:8000/"]) == [LAN]
