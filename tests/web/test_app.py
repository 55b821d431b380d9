"""The pages, the headers, who may ask, and the talk of one socket."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect
from web.kit import QUICK

from wildrank.web import create_app, wire
from wildrank.web.security import HEADERS, POLICY

HERE = "http://testserver"
ORIGIN = {"origin": HERE}


@pytest.fixture
def client() -> Iterator[TestClient]:
    """Return a client of a fresh server."""
    with TestClient(create_app(QUICK), base_url=HERE) as client:
        yield client


def new_table(client: TestClient) -> str:
    """Open a table."""
    table: str = client.post("/api/tables", headers=ORIGIN).json()["table"]
    return table


def test_the_front_page_and_its_files_are_served(client: TestClient) -> None:
    """The page comes with the strict policy, and every file it names is there."""
    page = client.get("/")
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    for name, value in HEADERS.items():
        assert page.headers[name] == value
    assert "unsafe" not in POLICY
    assert "/static/js/main.mjs" in page.text
    script = client.get("/static/js/main.mjs")
    assert script.status_code == 200
    assert "javascript" in script.headers["content-type"]
    assert script.headers["cache-control"] == "no-cache"
    assert script.headers["content-security-policy"] == POLICY


@pytest.mark.parametrize(
    "path", ["/static/../app.py", "/static/%2e%2e/app.py", "/static/", "/nowhere", "/api/tables"]
)
def test_nothing_else_is_served(client: TestClient, path: str) -> None:
    """No path leads out of the static folder, and refusals carry the headers too."""
    answer = client.get(path)
    assert answer.status_code in (404, 405)
    assert answer.status_code == 405 or 'href="/"' in answer.text
    assert answer.headers["content-security-policy"] == POLICY


def test_a_table_is_opened_with_one_click(client: TestClient) -> None:
    """The answer names the table and its link, and the link is a page."""
    answer = client.post("/api/tables", headers=ORIGIN)
    assert answer.status_code == 201
    opened = answer.json()
    assert opened["link"] == f"/t/{opened['table']}"
    assert client.get(opened["link"]).status_code == 200
    assert client.get("/t/nothere").status_code == 404
    health = client.get("/healthz").json()
    assert health == {
        "status": "ok",
        "kept": "in memory",
        "tables": {"awake": 1, "asleep": 0},
    }


@pytest.mark.parametrize("origin", [{}, {"origin": "http://evil.example"}, {"origin": "null"}])
def test_only_our_own_pages_open_tables(client: TestClient, origin: dict[str, str]) -> None:
    """A request without our origin is refused, so no other site can open tables."""
    answer = client.post("/api/tables", headers=origin)
    assert answer.status_code == 403
    assert answer.json()["error"]["code"] == "web/origin"


@pytest.mark.parametrize(
    "origin",
    [
        {},
        {"origin": "http://evil.example"},
        {"origin": "http://testserver:81"},
        {"origin": "http://testserver.evil.example"},
        {"origin": "null"},
    ],
)
def test_only_our_own_pages_open_sockets(client: TestClient, origin: dict[str, str]) -> None:
    """A socket from another page is refused before it is accepted."""
    table = new_table(client)
    with (
        pytest.raises((WebSocketDisconnect, WebSocketDenialResponse)),
        client.websocket_connect(f"/ws/{table}", headers=origin),
    ):
        pass


def test_a_loopback_server_answers_to_its_own_names_only() -> None:
    """A foreign name that points at this machine gets neither page nor socket."""
    app = create_app(QUICK, hosts=("127.0.0.1", "localhost", "::1"))
    for name, status in (
        ("127.0.0.1:8000", 200), ("localhost", 200), ("[::1]:8000", 200),
        ("evil.example", 400), ("127.0.0.1.evil.example", 400),
    ):  # fmt: skip
        with TestClient(app, base_url=f"http://{name}") as client:
            assert client.get("/healthz").status_code == status


def test_the_games_are_listed(client: TestClient) -> None:
    """The list holds every game of the library with its options."""
    listed = client.get("/api/games").json()
    assert {game["slug"] for game in listed} >= {
        "holdem", "holdem-hilo", "reach-around", "reach-around-flop", "omaha-hilo",
    }  # fmt: skip
    assert all(game["options"] and game["streets"] and game["summary"] for game in listed)


# ------------------------------------------------------------------------------------ sockets


class Talk:
    """A socket of the test client that speaks JSON."""

    def __init__(self, session: Any) -> None:  # noqa: ANN401 - starlette's session
        """Take an open session."""
        self.session = session

    def say(self, **message: Any) -> None:  # noqa: ANN401 - any message
        """Send a message."""
        self.session.send_text(json.dumps(message))

    def hear(self, kind: str) -> dict[str, Any]:
        """Return the next message of a kind."""
        while True:
            message: dict[str, Any] = json.loads(self.session.receive_text())
            if message["type"] == kind:
                return message


@pytest.fixture
def talk(client: TestClient) -> Iterator[Talk]:
    """Return a socket that has not said hello."""
    with client.websocket_connect(f"/ws/{new_table(client)}", headers=ORIGIN) as session:
        yield Talk(session)


def test_hello_is_answered_with_a_token_and_the_table(talk: Talk) -> None:
    """The first answer makes the visitor somebody, the second shows the table."""
    talk.say(type="hello", protocol=2, token="", name="", last=0)
    welcome = talk.hear("welcome")
    assert len(welcome["token"]) >= 43  # 256 bits
    assert welcome["chairs"] == 9
    view = talk.hear("state")["view"]
    you = view["you"]
    assert (you["chair"], you["name"], you["host"]) == (None, None, False)
    assert sum(chair["bot"] for chair in view["chairs"]) == 3
    talk.say(type="ping")
    assert talk.hear("pong") == {"type": "pong"}


def test_a_hello_comes_first_and_once(talk: Talk) -> None:
    """Nothing can be asked before a hello, and nobody becomes somebody else later."""
    talk.say(type="hello", protocol=2)
    talk.hear("state")
    talk.say(type="hello", protocol=2)
    assert talk.hear("error")["code"] == "wire/second-hello"


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ({"type": "stand"}, "wire/no-hello"),
        ({"type": "hello", "protocol": 1}, "wire/protocol"),
        ({"type": "hello", "protocol": 2, "seat": 3}, "wire/malformed"),
    ],
)
def test_a_wrong_beginning_ends_the_talk(talk: Talk, first: dict[str, Any], code: str) -> None:
    """What does not begin with a hello of this protocol is told why, and closed."""
    talk.say(**first)
    assert talk.hear("error")["code"] == code
    with pytest.raises(WebSocketDisconnect):
        talk.session.receive_text()


def test_mistakes_are_answered_and_many_end_the_talk(talk: Talk) -> None:
    """A malformed message changes nothing; a client that sends nothing else is cut."""
    talk.say(type="hello", protocol=2)
    talk.hear("state")
    talk.session.send_bytes(b"\x00")
    assert talk.hear("error")["code"] == "wire/binary"
    talk.say(type="act", n=0, action="fold")
    assert talk.hear("error")["code"] == "action/no-hand"
    talk.session.send_text("x" * (wire.MAX_MESSAGE_BYTES + 1))
    assert talk.hear("error")["code"] == "wire/too-large"
    for _ in range(18):
        talk.session.send_text("{")
    with pytest.raises(WebSocketDisconnect) as closed:
        talk.hear("nothing more")
    assert closed.value.code == 1008


def test_an_unknown_table_is_said(client: TestClient) -> None:
    """A link to a table that is gone is answered in words, and closed."""
    with client.websocket_connect("/ws/nothere", headers=ORIGIN) as session:
        talk = Talk(session)
        assert talk.hear("error")["code"] == "table/unknown"
        with pytest.raises(WebSocketDisconnect) as closed:
            session.receive_text()
        assert closed.value.code == 4404


def test_a_chosen_token_is_not_taken_when_it_is_short(talk: Talk) -> None:
    """A token anybody could guess is replaced by one of ours."""
    guessed = "ann"
    talk.say(type="hello", protocol=2, token=guessed)
    assert talk.hear("welcome")["token"] != guessed
