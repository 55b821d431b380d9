"""The messages of protocol 2: what is accepted, what is refused, and what is sent."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest

from wildrank.errors import NotationError, TableError
from wildrank.games import announce, games
from wildrank.table import Update
from wildrank.table.state import opened
from wildrank.table.telling.moment import Moment
from wildrank.table.telling.views import table_view
from wildrank.table.wishes import (
    Act,
    Announce,
    Approve,
    Bots,
    BuyChips,
    ChangeCustoms,
    Doubt,
    End,
    HandOver,
    Invites,
    Kick,
    MoreTime,
    Next,
    Pause,
    Promise,
    Refuse,
    Say,
    Seed,
    Sit,
    SitIn,
    SitOut,
    Stand,
)
from wildrank.web import sockets, wire

ACCEPTED: list[tuple[str, wire.Message]] = [
    ('{"type":"stand","id":"w7"}', Stand(id="w7")),
    ('{"type":"approve","person":"ab12"}', Approve("ab12")),
    ('{"type":"refuse","person":"ab12"}', Refuse("ab12")),
    ('{"type":"pause","paused":true}', Pause(paused=True)),
    ('{"type":"kick","chair":3}', Kick(3)),
    ('{"type":"end","ending":true}', End(ending=True)),
    ('{"type":"customs","act_s":null,"rabbit":true}', ChangeCustoms(act_s=None, rabbit=True)),
    ('{"type":"hand-over","chair":3}', HandOver(3)),
    ('{"type":"invites","revoke":true}', Invites(revoke=True)),
    ('{"type":"password","text":"abc"}', wire.SetPassword("abc")),
    ('{"type":"ticket"}', wire.Ticket()),
    ('{"type":"logout"}', wire.Logout()),
    ('{"type":"say","text":"hello"}', Say("hello")),
    (
        '{"type":"hello","protocol":2,"token":"","name":"Ann","last":0}',
        wire.Hello(2, "", "Ann", 0),
    ),
    ('{"type":"sit","name":"Ann","chair":3}', Sit("Ann", 3)),
    ('{"type":"sit","name":"Ann","chair":null}', Sit("Ann", None)),
    ('{"type":"sit","name":"Ann","stack":150,"id":"k1"}', Sit("Ann", stack=150, id="k1")),
    ('{"type":"stand"}', Stand()),
    ('{"type":"chips","to":400}', BuyChips(400)),
    ('{"type":"sit-out","when":"blind"}', SitOut("blind")),
    ('{"type":"sit-in","post":true}', SitIn(post=True)),
    ('{"type":"more-time"}', MoreTime()),
    ('{"type":"bots","count":3}', Bots(3)),
    (
        '{"type":"announce","game":"reach-around","settings":{"third-card-price":"2"}}',
        Announce("reach-around", {"third-card-price": "2"}),
    ),
    (
        '{"type":"act","n":57,"action":"raise","to":8,"expect":8}',
        Act(57, "raise", 8, 8),
    ),
    ('{"type":"act","n":57,"action":"fold","to":null,"expect":null}', Act(57, "fold")),
    ('{"type":"next"}', Next()),
    (
        '{"type":"promise","deal":"k3f9q2/12","promise":"' + "0f" * 32 + '"}',
        Promise("k3f9q2/12", "0f" * 32),
    ),
    (
        '{"type":"seed","deal":"k3f9q2/12","seed":"' + "a0" * 32 + '"}',
        Seed("k3f9q2/12", "a0" * 32),
    ),
    ('{"type":"doubt","deal":"k3f9q2/12","reason":"opening"}', Doubt("k3f9q2/12", "opening")),
    ('{"type":"ping"}', wire.Ping()),
]
REFUSED = [
    '{"type":"customs","act_s":4}',
    '{"type":"customs","bank_s":-1}',
    '{"type":"customs","bank_s":3601}',
    '{"type":"customs","buy_in":{"low":0,"high":9,"usual":5}}',
    '{"type":"customs","buy_in":{"low":1,"high":9,"usual":5,"x":1}}',
    '{"type":"customs","password":true}',
    '{"type":"customs","mode":"chaos"}',
    '{"type":"lock","hash":""}',
    '{"type":"kick","chair":9}',
    '{"type":"pause"}',
    '{"type":"say","text":""}',
    '{"type":"say","text":"' + "x" * 301 + '"}',
    '{"type":"stand","id":"' + "x" * 41 + '"}',
    '{"type":"hello","protocol":2,"password":"' + "x" * 201 + '"}',
    "",
    "nonsense",
    "[]",
    "{}",
    "null",
    '{"type":"cheat"}',
    '{"type":"stand","chair":2}',  # unknown field
    '{"type":"sit","chair":3}',  # no name
    '{"type":"sit","name":"Ann","chair":9}',
    '{"type":"sit","name":"Ann","chair":-1}',
    '{"type":"sit","name":"Ann","chair":1.5}',
    '{"type":"sit","name":"' + "x" * 81 + '","chair":null}',
    '{"type":"sit","name":"Ann","stack":-1}',
    '{"type":"chips"}',
    '{"type":"sit-out","when":"out"}',
    '{"type":"sit-in","post":1}',
    '{"type":"bots","count":9}',
    '{"type":"bots","count":"3"}',
    '{"type":"act","n":57,"action":"peek"}',
    '{"type":"seed","deal":"k3f9q2/12","seed":"' + "A0" * 32 + '"}',
    '{"type":"seed","deal":"k3f9q2/12","seed":"' + "a0" * 31 + '"}',
    '{"type":"promise","deal":"k3f9q2/12","promise":"' + "0f" * 32 + '\\n"}',
    '{"type":"promise","deal":"' + "x" * 41 + '","promise":"' + "0f" * 32 + '"}',
    '{"type":"doubt","deal":"k3f9q2/12","reason":"<b>"}',
    '{"type":"act","n":-1,"action":"fold"}',
    '{"type":"act","n":1,"action":"raise","to":-8}',
    '{"type":"act","n":1,"action":"raise","to":1e400}',
    '{"type":"act","n":1,"action":"raise","to":10000000000000000}',
    '{"type":"act","n":1,"action":"fold","seat":2}',
    '{"type":"announce","game":"holdem","settings":{"ante":1}}',  # words, not numbers
    '{"type":"announce","game":"' + "x" * 41 + '"}',
    '{"type":"hello","protocol":2,"token":"' + "x" * 101 + '"}',
    '{"type":"hello","protocol":"1"}',
    '{"type":"ping"} {"type":"ping"}',
]


@pytest.mark.parametrize(("frame", "message"), ACCEPTED)
def test_every_message_of_the_protocol_is_understood(frame: str, message: wire.Message) -> None:
    """Each example of the protocol decodes to what it means."""
    assert wire.decode(frame) == message


@pytest.mark.parametrize("frame", REFUSED)
def test_anything_else_is_refused(frame: str) -> None:
    """Unknown kinds, unknown fields and values out of range are one error with a code."""
    with pytest.raises(NotationError) as refused:
        wire.decode(frame)
    assert refused.value.code == "wire/malformed"


def test_answers_have_the_shapes_of_the_protocol() -> None:
    """Welcome, error, pong and state are written as the page reads them."""
    assert json.loads(wire.encode(wire.Welcome("t", "k3f9q2", 9))) == {
        "type": "welcome", "protocol": 2, "token": "t", "table": "k3f9q2", "chairs": 9,
    }  # fmt: skip
    problem = wire.problem_of(TableError("no", code="table/full"))
    assert json.loads(wire.encode(problem)) == {
        "type": "error", "code": "table/full", "message": "no",
    }  # fmt: skip
    assert json.loads(wire.encode(wire.Pong())) == {"type": "pong"}
    view = table_view("k3f9q2", opened(9), "nobody", Moment())
    state: dict[str, Any] = json.loads(wire.encode(wire.state_of(Update(0, view, []))))
    assert set(state) == {"type", "n", "mark", "view", "events"}
    assert set(state["view"]) == {
        "table", "n", "you", "chairs", "phase", "dealer", "calling", "called", "hand",
        "deal", "waiting", "customs", "asking", "paused", "ending", "watching",
    }  # fmt: skip
    assert state["view"]["phase"] == "lobby"
    assert state["view"]["chairs"][0]["name"] is None


@pytest.mark.parametrize("game", games(), ids=lambda game: game.slug)
def test_a_rule_card_offers_what_can_be_announced(game: Any) -> None:  # noqa: ANN401 - a Game
    """Each option has a default and choices that `announce` accepts; the defaults are those."""
    info = wire.game_info(game)
    assert (info.slug, info.has_buy, info.has_low) == (game.slug, game.has_buy, game.has_low)
    assert [street.name for street in info.streets] == [s.name for s in game.streets]
    usual = announce(game)
    assert game.seats.min < info.max <= 9
    for option in info.options:
        assert announce(game, {option.key: option.default}) == usual
        assert option.kind in ("number", "choice", "switch", "text")
        if option.kind == "choice":
            assert option.choices is not None
            assert option.default in option.choices
        for word in option.choices or ():
            needs = {"ante-by": {"blinds": "two", "ante": "1"}}.get(option.key, {})
            announce(game, needs | {option.key: word})


def test_the_protocol_is_described() -> None:
    """The page for who writes a bot names every message, and its protocol is ours."""
    page = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")
    kinds = {kind.__struct_config__.tag for kind in get_args(wire.Message | wire.Answer)}
    named = set(re.findall(r"`([a-z-]+)`", page)) | {"hello"}
    assert kinds - named == set()
    assert f"This is protocol {wire.PROTOCOL}." in page
    told = set(re.findall(r"^\| (\d+) ", page, re.MULTILINE))
    assert {str(code) for code in sockets._CLOSES.values()} <= told
