"""Kill pots, and games that rotate: customs of a table that are off until the host wants them."""

from __future__ import annotations

import msgspec
import pytest
from table.pure import person, room_of, table_of
from table.test_blinds import Night

from wildrank.errors import OutOfTurn, TableError
from wildrank.games import GameCall
from wildrank.referee import Hand
from wildrank.table import events as ev
from wildrank.table import wishes as want
from wildrank.table.deal import Step
from wildrank.table.fold import fold
from wildrank.table.granting import called
from wildrank.table.kills import Leg, leg_after
from wildrank.table.state import TableState, replace

NAMES = ("ann", "bob", "cy")
START = "holdem fixed 2/4 @0 100/100/100 | AhAd KhQd 7c2d"
STEALS = f"{START} r4 f f"
"""Ann raises and both fold: a pot without a bet of others beside the blinds."""
BETS = f"{START} r4 c f | AsKs3d k b2 f"
"""Bob calls two more than his blind, and then gives up."""
SPLITS = (
    "holdem fixed 2/4 @0 100/100/100 | 2c3d 2d3c 4h5h f c k | AsKsQs k k | Js k k | Ts k k s s"
)


def leg(before: Leg | None, line: str) -> Leg | None:
    """Return who has a leg up after a hand."""
    hand = Hand.parse(line)
    assert hand.over
    state = Hand.parse(line.split("|", maxsplit=1)[0]).state
    steps = [Step(n, event, state) for n, event in enumerate(hand.events)]
    return leg_after(before, NAMES, steps)


@pytest.mark.parametrize(
    ("before", "line", "after"),
    [
        (None, STEALS, Leg("ann")),
        (None, BETS, Leg("ann")),
        (Leg("ann"), BETS, Leg("ann", 2)),
        (Leg("ann"), STEALS, Leg("ann")),
        (Leg("ann", 2), BETS, Leg("ann", 2)),
        (Leg("bob"), BETS, Leg("ann")),
        (Leg("bob", 2), STEALS, Leg("ann")),
        (None, SPLITS, None),
        (Leg("ann", 2), SPLITS, None),
        (Leg("bob", 2), SPLITS, Leg("bob")),
        (Leg("cy"), SPLITS, Leg("cy")),
    ],
)
def test_legs(before: Leg | None, line: str, after: Leg | None) -> None:
    """Two whole pots in a row kill, the second with a bet in it; a split keeps one leg. D47."""
    assert leg(before, line) == after


def night(**customs: object) -> Night:
    """Return a table of three with customs."""
    found = Night(4)
    found.sit(0, 1, 2)
    found.happen(ev.CustomsChanged(msgspec.structs.replace(found.table.customs, **customs)))
    return found


def legged(found: Night, chair: int, pots: int = 2) -> None:
    """Let somebody have won so many pots in a row."""
    leg = Leg(found.name(chair), pots)
    found.table = replace(found.table, leg=leg)


def test_a_kill_is_posted_and_raises_the_bets() -> None:
    """Who has won two pots posts twice the big blind, and the blinds stay what they were."""
    found = night(kill=True)
    found.deal("holdem")
    legged(found, 2)
    hand = found.deal("holdem")
    assert hand is not None
    assert (
        sum(
            hand.posts[2, kind]
            for kind in ("kill", "big-blind", "small-blind")
            if (2, kind) in hand.posts
        )
        == 4
    )
    assert found.table.places is not None
    assert found.table.places.blinds == (1, 2)


@pytest.mark.parametrize(
    ("customs", "pots", "game", "said"),
    [
        ({}, 2, "holdem", {}),
        ({"kill": True}, 1, "holdem", {}),
        ({"kill": True}, 2, "holdem", {"limit": "no"}),
        ({"kill": True}, 2, "holdem", {"blinds": "one"}),
        ({"kill": True}, 2, "reach-around", {}),
    ],
)
def test_no_kill(customs: dict[str, object], pots: int, game: str, said: dict[str, str]) -> None:
    """Nothing is killed unless the customs say so, after one pot, or where no kill is played."""
    found = night(**customs)
    found.deal("holdem")
    legged(found, 2, pots)
    hand = found.deal(game, **said)
    assert hand is not None
    assert not hand.who("kill")


def test_who_is_not_dealt_in_kills_nothing() -> None:
    """The kill of somebody who sits out is played without."""
    found = night(kill=True)
    found.deal("holdem")
    legged(found, 2)
    found.happen(ev.SatOut(2, "out"))
    hand = found.deal("holdem")
    assert hand is not None
    assert not hand.who("kill")


def rotating(*chairs: int, games: tuple[str, ...] = ()) -> TableState:
    """Return a table at which games rotate."""
    table = table_of(*(person(chair, f"P{chair}") for chair in chairs))
    customs = msgspec.structs.replace(table.customs, mode="orbit", games=games)
    return fold(table, table.n + 1, ev.CustomsChanged(customs))


def rotation(chairs: tuple[int, ...], games: tuple[str, ...], hands: int) -> list[str]:
    """Return the games of so many hands."""
    found = Night(9)
    found.sit(*chairs)
    customs = msgspec.structs.replace(found.table.customs, mode="orbit", games=games)
    found.happen(ev.CustomsChanged(customs))
    played: list[str] = []
    for _ in range(hands):
        here = {chair.player for _, chair in found.table.seated()}
        room = room_of(found.table, here)
        assert room.dealer is not None
        call = room.offer(room.dealer).usual
        assert call == GameCall(call.game)
        played.append(call.game)
        found.deal(call.game)
    return played


@pytest.mark.parametrize("chairs", [(0, 1), (0, 3, 5), (0, 1, 2, 3, 4, 5, 6, 7, 8)])
def test_one_orbit_each(chairs: tuple[int, ...]) -> None:
    """Each game is dealt once by everybody, then the next one of those allowed."""
    games = ("reach-around", "holdem", "omaha-hilo")
    played = rotation(chairs, games, 4 * len(chairs))
    order = list(dict.fromkeys(played))
    assert sorted(order) == sorted(games)
    assert played == [game for game in (*order, order[0]) for _ in chairs]


def test_only_what_the_customs_name_is_called() -> None:
    """A dealer is offered the games of the customs, and refused another one."""
    table = table_of(person(0), person(1, "Bob"))
    customs = msgspec.structs.replace(table.customs, games=("holdem", "omaha-hilo"))
    room = room_of(fold(table, table.n + 1, ev.CustomsChanged(customs)))
    assert [game.slug for game in room.offer(0).games] == ["holdem", "omaha-hilo"]
    with pytest.raises(TableError, match="not played at this table; the games are holdem, omaha"):
        called(room, "ann", want.Announce("reach-around"))


def test_nobody_calls_where_games_rotate() -> None:
    """The dealer's call is refused, and the table goes on by itself."""
    table = rotating(0, 1)
    room = room_of(table, {"p0", "p1"})
    dealer = room.dealer
    assert dealer is not None
    with pytest.raises(OutOfTurn, match="rotate"):
        called(room, f"p{dealer}", want.Announce("holdem"))
