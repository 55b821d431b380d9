"""Two browsers' worth of sockets against a real server: whole hands, and nobody's cards leak."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from table.kit import in_a_loop
from web.kit import QUICK, Page, new_table, opened, served
from websockets.exceptions import ConnectionClosed

from wildrank.web import people, sockets, wire
from wildrank.web.limits import Limits

CARD = re.compile(r'"([2-9TJQKA][cdhs])"')


async def play_hand(people: list[Page], *, buy: bool = False) -> None:
    """Go along on all pages until the hand is over on each."""
    number = people[0].hand["number"]

    async def one(page: Page) -> None:
        while True:
            await page.until(
                lambda view: (
                    view["hand"] is None
                    or view["hand"]["number"] != number
                    or view["hand"]["over"]
                    or view["hand"]["legal"]
                )
            )
            if not (page.view["hand"] and page.hand["legal"] and page.hand["number"] == number):
                return
            await page.go_along(buy=buy)

    await asyncio.gather(*map(one, people))


@pytest.mark.parametrize("game", ["reach-around", "holdem", "holdem-hilo", "omaha-hilo"])
@in_a_loop
async def test_two_browsers_play_a_hand_and_see_only_their_own_cards(game: str) -> None:
    """The second browser never receives a frame with the first one's hole cards, nor back."""
    config = msgspec.structs.replace(QUICK, result_s=60.0, short_result_s=60.0, bots=0)
    async with served(config) as place:
        table = await new_table(place)
        async with (
            opened(place, table, "Ann") as ann,
            opened(place, table, "Bob") as bob,
            opened(place, table) as spy,
        ):
            await ann.until(lambda view: view["calling"] and view["calling"]["yours"])
            settings = {"showdown": "each"}
            await ann.send("announce", game=game, settings=settings)
            for page in (ann, bob, spy):
                await page.until(lambda view: view["hand"])
            await play_hand([ann, bob], buy=True)
            for page in (ann, bob, spy):
                await page.until(lambda view: view["phase"] == "showdown")
            held = {
                page: {card for seat in page.hand["seats"] for card in seat["down"]
                       if seat["chair"] == page.view["you"]["chair"]}
                for page in (ann, bob)
            }  # fmt: skip
            for page in (ann, bob, spy):
                for owner, cards in held.items():
                    if owner is not page:
                        assert not told_before_shown(page, owner.view["you"]["chair"], cards)
            assert sum(seat["net"] for seat in ann.hand["seats"]) == 0
            if game == "reach-around":
                assert [len(seat["up"]) for seat in spy.hand["seats"]] == [1, 1]


def told_before_shown(page: Page, chair: int, cards: set[str]) -> list[str]:
    """Return the frames that name one of some cards before their owner turned them up."""
    assert cards
    found = []
    for frame in page.frames:
        message = json.loads(frame)
        hand = message.get("view", {}).get("hand") if message["type"] == "state" else None
        if hand and any(seat["chair"] == chair and seat["shown"] for seat in hand["seats"]):
            break
        literal = re.sub(r'"(plays|words)":(\{[^}]*\}|"[^"]*")', "", frame)
        if cards & set(CARD.findall(literal)):
            found.append(frame)
    return found


@in_a_loop
async def test_a_visitor_plays_with_bots_after_one_click() -> None:
    """A table of one person and three careful bots plays hand after hand, on the real wire."""
    async with served() as place:
        table = await new_table(place)
        async with opened(place, table, "Ann") as ann:
            await ann.until(lambda view: view["hand"])
            assert ann.view["called"]["game"] == "reach-around"
            await play_hand([ann])
            await ann.send("next")
            await ann.until(lambda view: view["calling"])
            assert ann.view["calling"]["yours"]
            await ann.send("announce", game="holdem", settings={})
            await ann.until(lambda view: view["hand"])
            await play_hand([ann])
            stacks = sum(chair["stack"] for chair in ann.view["chairs"])
            assert stacks == 800
            assert not ann.errors


@in_a_loop
async def test_the_same_token_takes_the_same_chair_again() -> None:
    """After a lost line the same person has the same chair and cards, and only new events."""
    async with served() as place:
        table = await new_table(place)
        async with opened(place, table, "Ann") as ann:
            await ann.my_turn()
            token, last, hand = ann.token, ann.view["n"], ann.hand
        async with opened(place, table, "Bob") as bob:
            assert bob.view["you"]["chair"] != 0
            assert bob.token != token
        async with opened(place, table, token=token, last=last) as again:
            assert again.token == token
            you = again.view["you"]
            assert (you["chair"], you["name"], you["host"]) == (0, "Ann", True)
            assert again.hand["seats"][0]["down"] == hand["seats"][0]["down"]
            events = json.loads(again.frames[-1])["events"]
            assert all(event["n"] > last for event in events)


@in_a_loop
async def test_a_stale_action_is_answered_and_changes_nothing() -> None:
    """An action upon an older view gets the error action/stale."""
    async with served() as place, opened(place, await new_table(place), "Ann") as ann:
        await ann.my_turn()
        before = ann.view
        await ann.send("act", n=before["n"] - 1, action="check")
        while not ann.errors:
            await ann.read()
        assert ann.errors[0]["code"] == "action/stale"
        assert ann.view["n"] == before["n"]


@in_a_loop
async def test_a_message_over_the_limit_cuts_the_line() -> None:
    """The server does not read a frame of more than 16 KiB."""
    async with served() as place, opened(place, await new_table(place)) as page:
        await page.line.send("x" * (wire.MAX_MESSAGE_BYTES + 1))
        with pytest.raises(ConnectionClosed) as closed:
            await page.until(lambda _view: False)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


@in_a_loop
async def test_a_client_that_does_not_read_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who does not read is cut, and the table goes on for the others."""
    monkeypatch.setattr(sockets, "SEND_S", 0.2)

    async with served(limits=Limits(rate=1e6, burst=1e6)) as place:
        table = await new_table(place)
        async with opened(place, table, "Ann") as ann, opened(place, table) as deaf:
            await ann.my_turn()
            assert place.table(table).connected == 2
            deaf.line.transport.pause_reading()
            count = 0
            async with asyncio.timeout(30):
                while place.table(table).connected == 2:
                    count += 1
                    n = ann.view["n"]
                    await ann.send("bots", count=count % 5)
                    await ann.until(newer(n))
            assert count > sockets.QUEUE
            await ann.go_along()
            deaf.line.transport.resume_reading()


def newer(n: int) -> Callable[[dict[str, Any]], bool]:
    """Return whether a view is of a later event."""
    return lambda view: bool(view["n"] > n)


@in_a_loop
async def test_a_full_queue_breaks_the_line() -> None:
    """More updates than the queue holds, with nobody sending them, and the line is given up."""

    class Silent:
        async def send_text(self, _text: str) -> None:
            await asyncio.sleep(3600)

    line = sockets._Line(Silent())  # type: ignore[arg-type] # all that a line asks of a socket
    task = asyncio.create_task(line.run())
    await asyncio.sleep(0)
    for _ in range(sockets.QUEUE + 1):
        assert not line.ended.is_set()
        line.send(wire.Pong())
        await asyncio.sleep(0)
    line.send(wire.Pong())
    assert line.ended.is_set()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def test_clients_are_told_apart_by_player() -> None:
    """A token cannot be found from the identity kept in the log."""
    assert people.player_of("a" * 43) != people.player_of("b" * 43)
    assert "a" * 43 not in people.player_of("a" * 43)
