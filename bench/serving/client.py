"""A client that plays: it reads what it needs of a view and no more. Start reading at `Player`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

GAMES = ("reach-around", "holdem", "holdem-hilo")
_IDS = count(1)


class Legal(msgspec.Struct):
    """What may be done now."""

    fold: bool
    check: bool
    call: bool
    raise_low: int
    take_down: bool
    show: bool
    muck: bool

    @property
    def a_choice(self) -> bool:
        """Whether somebody decides; a hand that may win is shown by the table."""
        return self.muck or not self.show


class Hand(msgspec.Struct):
    """The hand being played."""

    legal: Legal | None = None


class Calling(msgspec.Struct):
    """Who calls the game."""

    yours: bool


class You(msgspec.Struct):
    """Where the player sits."""

    chair: int | None = None


class View(msgspec.Struct):
    """The parts of a table's view that a player acts upon."""

    you: You = msgspec.field(default_factory=You)
    calling: Calling | None = None
    hand: Hand | None = None


class State(msgspec.Struct, tag="state"):
    """The table as the player may see it."""

    n: int
    view: View


class Welcome(msgspec.Struct, tag="welcome"):
    """The answer to a hello."""

    token: str


class Refused(msgspec.Struct, tag="error"):
    """A wish that was not granted."""

    code: str
    message: str


class Done(msgspec.Struct, tag="done"):
    """A wish that was granted."""


class Said(msgspec.Struct, tag="said"):
    """What people wrote."""


_DECODE = msgspec.json.Decoder(State | Welcome | Refused | Done | Said).decode


class Player(WSListener):  # type: ignore[misc] # a class of a library without types
    """One socket at a table."""

    def __init__(self, heard: Callable[[Player], None]) -> None:
        """Take what is told whenever the table has changed."""
        self.heard = heard
        self.n = 0
        self.view = View()
        self.token = ""
        self.refused: list[str] = []
        self.closed = asyncio.Event()
        self.welcome = asyncio.Event()
        self._line: WSTransport | None = None

    async def connect(self, port: int, table: str, name: str) -> None:
        """Connect and say hello, with the token there is, and wait for the welcome."""
        self.welcome.clear()
        self.closed.clear()
        await ws_connect(
            lambda: self,
            f"ws://127.0.0.1:{port}/ws/{table}",
            extra_headers={"Origin": f"http://127.0.0.1:{port}"},
        )
        self.send(type="hello", protocol=2, name=name, token=self.token)
        async with asyncio.timeout(30):
            await self.welcome.wait()

    def send(self, **message: str | float) -> None:
        """Send a message."""
        if self._line is not None:
            self._line.send(WSMsgType.TEXT, msgspec.json.encode(message))

    def close(self) -> None:
        """Hang up."""
        if self._line is not None:
            self._line.disconnect()

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Keep the line."""
        self._line = transport

    def on_ws_disconnected(self, transport: WSTransport) -> None:  # noqa: ARG002 - the library's form
        """Remember that it is gone."""
        self._line = None
        self.closed.set()

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Read a frame."""
        if frame.msg_type == WSMsgType.CLOSE:
            transport.disconnect()
            return
        message = _DECODE(frame.get_payload_as_memoryview())
        if isinstance(message, State):
            self.n, self.view = message.n, message.view
            self.heard(self)
        elif isinstance(message, Welcome):
            self.token = message.token
            self.welcome.set()
        elif isinstance(message, Refused):
            self.refused.append(f"{message.code}: {message.message}")

    @property
    def asked(self) -> bool:
        """Whether the table waits for this player."""
        calling, hand = self.view.calling, self.view.hand
        return (calling is not None and calling.yours) or (
            hand is not None and hand.legal is not None and hand.legal.a_choice
        )

    def decide(self, chance: Random) -> None:
        """Do something that is allowed: mostly check and call."""
        wish: dict[str, Any] = {"id": str(next(_IDS))}
        legal = None if self.view.hand is None else self.view.hand.legal
        if legal is None:
            self.send(type="announce", game=chance.choice(GAMES), **wish)
            return
        wish |= {"type": "act", "n": self.n}
        if legal.raise_low and chance.random() < 0.15:
            self.send(action="raise", to=legal.raise_low, **wish)
        elif legal.fold and chance.random() < 0.15:
            self.send(action="fold", **wish)
        else:
            words = {
                "check": legal.check,
                "call": legal.call,
                "down": legal.take_down,
                "show": legal.show,
            }
            self.send(action=next(word for word, may in words.items() if may), **wish)
