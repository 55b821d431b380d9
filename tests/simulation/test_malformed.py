"""Messages that are none: refused with a clean answer, and the table does not notice.

Some are any bytes, some any JSON, most are good messages with something changed. All go through
the decoder; a share goes through the server's own handler of a socket, beside a hand that waits
for its player.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Coroutine, Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from simulation.clock import VirtualLoop, end
from simulation.lines import SocketLine
from simulation.stage import Stage
from simulation.will import Habits
from table.kit import PATIENT, ToldBots

from wildrank.errors import NotationError
from wildrank.table import wishes as want
from wildrank.table.config import BuyIn
from wildrank.table.deal import fresh_decks
from wildrank.web import wire
from wildrank.web.sockets import MISTAKES, POLICY_VIOLATION

LIVE = 2_000
HASH = "0f" * 32
GOOD = [
    message if isinstance(message, str) else msgspec.json.encode(message).decode()
    for message in (
        wire.Hello(wire.PROTOCOL, "t" * 43, "Ann", 3, "abc"),
        want.Sit("Ann", 3, 200, id="1"),
        want.Stand(),
        want.BuyChips(to=200),
        want.SitOut(when="blind"),
        want.SitIn(post=True),
        want.MoreTime(),
        want.Bots(count=3),
        want.Announce("reach-around", {"third-card-price": "2"}),
        want.Act(57, "raise", 8, 8),
        want.Next(),
        want.Promise("k3f9q2/12", HASH),
        want.Seed("k3f9q2/12", HASH),
        want.Doubt("k3f9q2/12", "opening"),
        want.Say(text="Hello"),
        want.Reveal(cards=("As", "2c")),
        want.Rabbit(),
        want.Approve(person="0f0f0f0f0f0f0f0f"),
        want.Refuse(person="0f0f0f0f0f0f0f0f"),
        want.Pause(paused=True),
        want.Kick(chair=3),
        want.End(ending=True),
        want.ChangeCustoms(games=("holdem",), buy_in=BuyIn(50, 200, 100), act_s=None),
        want.HandOver(chair=3),
        want.Invites(revoke=True),
        wire.Ping(),
        wire.SetPassword(text="queen"),
        wire.Ticket(),
        wire.Logout(),
    )
]
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**20), 10**20),
    st.floats(),
    st.text(max_size=8),
    st.just([]),
    st.just({}),
)
JSON = st.recursive(
    VALUES,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=6,
).map(json.dumps)


@st.composite
def cut_up(draw: st.DrawFn) -> str:
    """Return a good message with a piece of it replaced."""
    frame = draw(st.sampled_from(GOOD))
    start, length = draw(st.integers(0, len(frame))), draw(st.integers(0, 9))
    return frame[:start] + draw(st.text(max_size=9)) + frame[start + length :]


@st.composite
def filled_in(draw: st.DrawFn) -> str:
    """Return a good message with a field changed or added."""
    fields = json.loads(draw(st.sampled_from(GOOD)))
    key = draw(st.sampled_from([*fields, "seat", "extra"]))
    return json.dumps(fields | {key: draw(VALUES)})


def refusal(frame: str | bytes) -> NotationError | None:
    """Return how the decoder refuses a frame, None where it does not; nothing else may happen."""
    try:
        message = wire.decode(frame)
    except NotationError as error:
        return error
    assert wire.decode(msgspec.json.encode(message)) == message
    return None


@pytest.mark.parametrize("times", [1, pytest.param(10, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("frames", "count"),
    [
        pytest.param(cut_up(), 35_000, id="cut up"),
        pytest.param(filled_in(), 30_000, id="filled in"),
        pytest.param(st.binary(max_size=64), 20_000, id="bytes"),
        pytest.param(st.text(max_size=32), 10_000, id="text"),
        pytest.param(JSON, 5_000, id="json"),
    ],
)
def test_the_decoder_accepts_or_refuses(
    frames: st.SearchStrategy[str | bytes], count: int, times: int
) -> None:
    """Each of 100,000 frames is a message of the protocol or a clean refusal, and nothing else."""

    @settings(max_examples=count * times)
    @given(frames)
    def check(frame: str | bytes) -> None:
        refused = refusal(frame)
        assert refused is None or refused.code == "wire/malformed"

    check()


# --------------------------------------------------------------------------------------- live


class Living:
    """A server with a hand that waits for somebody; it runs when it is asked."""

    def __init__(self) -> None:
        """Start a hand."""
        self.loop = VirtualLoop()
        config = msgspec.structs.replace(PATIENT, alone_s=None, bots=2)
        self.stage = Stage(random.Random(0), config, ToldBots())
        self._life = self.stage.app.router.lifespan_context(self.stage.app)
        self.do(self._begin())

    def do(self, story: Coroutine[Any, Any, None]) -> None:
        """Let something happen."""
        self.loop.run_until_complete(story)

    async def _begin(self) -> None:
        await self._life.__aenter__()
        await self.stage.begin(
            ("ann",), (Habits(sleepy=1.0, rash=0, restless=0, bossy=0, lossy=0),), fresh_decks
        )
        await asyncio.sleep(60)
        hand = self.stage.table.state.playing
        assert hand is not None
        assert hand.state is not None

    async def hear(self, frames: list[str]) -> list[bytes]:
        """Send frames over a new line, and return what is answered but for the table itself."""
        line = SocketLine(self.stage, self.stage.people[0])
        start = len(self.stage.record.all)
        await line.open()
        for frame in frames:
            line.send(frame)
        await asyncio.sleep(1)
        await line.close()
        return [left.text for left in self.stage.record.all[start:] if left.to == "ann"]


@pytest.fixture(scope="module")
def living() -> Iterator[Living]:
    """Return a server that is asked by all examples: none of them may change anything."""
    alive = Living()
    yield alive
    end(alive.loop)


@settings(max_examples=LIVE)
@given(st.lists((cut_up() | filled_in()).filter(refusal), max_size=MISTAKES + 2))
def test_a_socket_refuses_and_the_table_does_not_notice(living: Living, frames: list[str]) -> None:
    """Each malformed frame has one refusal, the twentieth ends the line; the hand waits on."""
    before = living.stage.table.state
    answers: list[bytes] = []

    async def story() -> None:
        answers.extend(await living.hear(frames))

    living.do(story())
    refused = sum(answer.startswith(b'{"type":"error","code":"wire/') for answer in answers)
    assert refused == min(len(frames), MISTAKES)
    closed = any(
        str(POLICY_VIOLATION).encode() in answer for answer in answers if b"close" in answer
    )
    assert closed == (len(frames) >= MISTAKES)
    assert living.stage.table.state is before
