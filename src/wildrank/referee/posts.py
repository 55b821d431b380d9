"""How the forced bets of one hand differ from the plain ones, where seats were left or come back.

A table whose players leave, sit out and return begins some hands with a button at no seat, without
a small blind, with blinds that are made up for, or with a kill. `Posts` says so in a hand line and
in a log; what follows from it is decided in `wildrank.referee.start`. Start reading at `Posts`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from wildrank.errors import GameError, NotationError
from wildrank.games.model import Stakes

KEYS: Final[tuple[str, ...]] = ("small-blind", "late", "kill")
_LATE: Final = re.compile(r"(\d{1,2}):(\d{1,16})(?:\+(\d{1,16}))?", re.ASCII)


class Late(msgspec.Struct, frozen=True, rename="kebab"):
    """What a seat posts that comes in, or comes back, out of turn.

    Attributes:
        live: Chips that count as its bet, a big blind at most.
        dead: Chips that go into the main pot and count towards no call.
    """

    seat: int
    live: int = 0
    dead: int = 0

    def __str__(self) -> str:
        """Return it as it stands in a hand line: ``3:2+1``."""
        return f"{self.seat}:{self.live}" + (f"+{self.dead}" if self.dead else "")


class Posts(msgspec.Struct, frozen=True, rename="kebab"):
    """What is not as usual when the forced bets of a hand are posted.

    Attributes:
        dead_button: Whether the button lies before nobody. The hand's button is then the last
            seat before it, so that the first seat on the left is the same for both.
        small_blind: Whether somebody is there to post the small blind; if not, the first seat on
            the button's left posts the big one.
        late: Blinds that are made up for, in the order they are posted.
        kill: The seat that posts the kill, which is as much as the small bet of the hand; the
            blinds are what they were before the bets were raised. None without one.

    Source: D45, D46, D47.
    """

    dead_button: bool = False
    small_blind: bool = True
    late: tuple[Late, ...] = ()
    kill: int | None = None

    @property
    def words(self) -> Iterator[str]:
        """The words of a hand line, none where all is as usual; the button has its own mark."""
        if not self.small_blind:
            yield "small-blind=none"
        if self.late:
            yield f"late={','.join(map(str, self.late))}"
        if self.kill is not None:
            yield f"kill={self.kill}"


PLAIN: Final = Posts()


def parse_posts(said: Mapping[str, str], *, dead_button: bool) -> Posts:
    """Return what the words of a hand line say, by their keys.

    Raises:
        NotationError: If one of them is malformed.
    """
    small, kill = said.get("small-blind"), said.get("kill")
    if small not in (None, "none"):
        raise _malformed(small, right="small-blind=none where nobody posts it")
    if kill is not None and not re.fullmatch(r"\d{1,2}", kill, re.ASCII):
        raise _malformed(kill, right="the seat that posts the kill, as in kill=3")
    found = [_LATE.fullmatch(part) for part in said["late"].split(",")] if "late" in said else []
    late = [Late(int(one[1]), int(one[2]), int(one[3] or 0)) for one in found if one]
    if len(late) != len(found):
        raise _malformed(said["late"], right="seat:live+dead, as in late=3:2+1,4:2")
    return Posts(
        dead_button=dead_button,
        small_blind=small is None,
        late=tuple(late),
        kill=None if kill is None else int(kill),
    )


def _malformed(value: object, *, right: str) -> NotationError:
    msg = f"{value!r} says nothing about posting; write {right}"
    return NotationError(msg, code="notation/posts")


def check_posts(posts: Posts, stakes: Stakes, seats: int) -> None:
    """Refuse posts that no custom of a card room leads to.

    Raises:
        GameError: With what is wrong and what would be right.

    Source: D12, D45, D46, D47.
    """
    for wrong, reason in _problems(posts, stakes, seats):
        if wrong:
            raise GameError(reason, code="game/posts")


def _problems(posts: Posts, stakes: Stakes, seats: int) -> Iterator[tuple[bool, str]]:
    """Yield what can be wrong, whether it is, and what would be right."""
    blinds, late = stakes.blinds, posts.late
    moved = posts.dead_button or not posts.small_blind
    yield moved and seats < 3, "with two players the button is a player's, and both blinds are due"
    yield (
        not posts.small_blind and len(blinds) < 2,
        "a small blind is missing only where a small and a big one were announced",
    )
    known = [one.seat for one in late]
    known += [] if posts.kill is None else [posts.kill]
    yield (
        not all(0 <= seat < seats for seat in known),
        f"who posts late or kills is a seat from 0 to {seats - 1}, not one of {known}",
    )
    yield len(set(known)) < len(known), "each seat posts late once, and does not kill besides"
    yield bool(late) and not blinds, "without blinds there is none to make up for"
    big = max(blinds[:2], default=0)
    yield (
        any(not 0 <= one.live <= big or one.dead < 0 or not one.live + one.dead for one in late),
        f"a late post has from 0 to {big} live chips, the big blind, or dead ones, at least one",
    )
    yield (
        posts.kill is not None and (stakes.limit != "fixed" or not 0 < len(blinds) <= 2),
        "a kill is for fixed limit with one or two blinds",
    )
    yield (
        posts.kill is not None and stakes.small_bet <= big,
        f"a kill raises the small bet, {stakes.small_bet}, above the big blind, {big}",
    )
