"""The past over HTTP: everybody gets their own view of it, and nobody anything more."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import msgspec
import pytest
from table.kit import in_a_loop
from web.kit import QUICK, Page, Place, new_table, opened, served
from web.test_play import CARD, play_hand

from wildrank.fair.verify import read_receipts, verify_all
from wildrank.games import announce, load_game
from wildrank.histories import loads
from wildrank.table.store.sqlite import SqliteLog
from wildrank.table.telling.questions import Question
from wildrank.web import chances

WATCHED = msgspec.structs.replace(QUICK, result_s=60.0, short_result_s=60.0, bots=0)


async def ask(
    place: Place, path: str, token: str = "", body: dict[str, int] | None = None
) -> tuple[int, str]:
    """Return the status and the text of what an endpoint answers to the holder of a token."""
    sent = None if body is None else json.dumps(body).encode()
    request = Request(f"{place.origin}/api/{path}", data=sent)  # noqa: S310 - our own server
    if token:
        request.add_header("authorization", f"Bearer {token}")

    def get() -> tuple[int, str]:
        try:
            with urlopen(request) as answer:  # noqa: S310 - our own server
                return answer.status, answer.read().decode()
        except HTTPError as refused:
            return refused.code, refused.read().decode()

    return await asyncio.to_thread(get)


async def told(place: Place, path: str, token: str = "") -> Any:  # noqa: ANN401 - JSON
    """Return what an endpoint answers."""
    status, text = await ask(place, path, token)
    assert status == 200, text
    return json.loads(text)


async def a_hand(people: list[Page], game: str = "holdem", **settings: str) -> None:
    """Let the first of some people call a game, and all go along to the end."""
    dealer = people[0]
    await dealer.until(lambda view: view["calling"] and view["calling"]["yours"])
    await dealer.send("announce", game=game, settings=settings)
    for page in people:
        await page.until(lambda view: view["hand"])
    await play_hand(people, buy=True)
    for page in people:
        await page.until(lambda view: view["phase"] == "showdown")


def test_nobody_reads_the_cards_of_another_in_the_past() -> None:
    """Replay, receipt, PHH: whoever asks, mucked cards are in none but their owner's."""

    async def story() -> bool:
        async with served(WATCHED) as place:
            table = await new_table(place)
            async with opened(place, table, "Ann") as ann, opened(place, table, "Bob") as bob:
                await a_hand([ann, bob], showdown="each")
                mucked = {
                    page: set(seat["down"])
                    for page in (ann, bob)
                    for seat in page.hand["seats"]
                    if seat["chair"] == page.view["you"]["chair"] and not seat["shown"]
                }
                for viewer in (ann.token, bob.token, "", "x" * 43):
                    for what in ("", "/receipt", "/phh", "/odds"):
                        status, text = await ask(place, f"tables/{table}/hands/1{what}", viewer)
                        assert status == 200
                        for owner, cards in mucked.items():
                            seen = cards & set(CARD.findall(text))
                            assert not seen or owner.token == viewer
                        if what == "/receipt":
                            assert verify_all(read_receipts(text))
                        if what == "/phh":
                            assert loads(text).over
                for owner, cards in mucked.items():
                    _, text = await ask(place, f"tables/{table}/hands/1", owner.token)
                    assert cards <= set(CARD.findall(text))
                return bool(mucked)

    # who shows second mucks when beaten, half of the time
    assert any(asyncio.run(story()) for _ in range(40))


@in_a_loop
async def test_a_hand_is_told_when_it_is_over_and_not_before() -> None:
    """While it is played there is no replay, no receipt, no file and no line of it."""
    async with served(WATCHED) as place:
        table = await new_table(place)
        async with opened(place, table, "Ann") as ann, opened(place, table, "Bob") as bob:
            await ann.until(lambda view: view["calling"] and view["calling"]["yours"])
            await ann.send("announce", game="reach-around", settings={})
            for page in (ann, bob):
                await page.until(lambda view: view["hand"])
            for what in ("", "/receipt", "/phh"):
                status, text = await ask(place, f"tables/{table}/hands/1{what}", ann.token)
                assert (status, json.loads(text)["error"]["code"]) == (404, "hand/unknown")
            assert await told(place, f"tables/{table}/hands", ann.token) == []
            await play_hand([ann, bob])
            await ann.until(lambda view: view["phase"] == "showdown")
            (line,) = await told(place, f"tables/{table}/hands", ann.token)
            mine = next(s for s in ann.hand["seats"] if s["chair"] == 0)
            assert line["net"] == mine["net"]
            assert (line["number"], line["game"], line["void"]) == (1, "reach-around", "")
            replay = await told(place, f"tables/{table}/hands/1", ann.token)
            assert replay["called"]["game"] == "reach-around"
            assert replay["frames"][-1]["view"]["hand"] == ann.hand | {"legal": None}
            (plain,) = await told(place, f"tables/{table}/hands")
            assert plain["net"] is None
            for query, count in (("after=0", 1), ("before=2", 1), ("after=1", 0)):
                assert len(await told(place, f"tables/{table}/hands?{query}")) == count
            for query in ("after=-1", "before=x", "before="):
                status, text = await ask(place, f"tables/{table}/hands?{query}")
                assert (status, json.loads(text)["error"]["code"]) == (400, "web/malformed")
        status, _ = await ask(place, "tables/nowhere/hands")
        assert status == 404


@in_a_loop
async def test_no_odds_are_told_while_anybody_may_decide() -> None:
    """Who watches gets odds once all are all-in, and none before; players get none at all."""
    config = msgspec.structs.replace(WATCHED, deal_s=0.2)
    async with served(config) as place:
        table = await new_table(place)
        async with (
            opened(place, table, "Ann") as ann,
            opened(place, table, "Bob") as bob,
            opened(place, table) as spy,
        ):
            await ann.until(lambda view: view["calling"] and view["calling"]["yours"])
            await ann.send("announce", game="holdem", settings={"limit": "no"})
            odds = f"tables/{table}/hands/1/odds"
            heard: list[tuple[bool, int]] = []

            async def listen() -> None:
                """Ask at every step, and note whether somebody was waited for then."""
                while True:
                    await spy.read()
                    hand = spy.view["hand"]
                    if not hand or hand["over"]:
                        if hand:
                            return
                        continue
                    chosen = hand["turn"] and hand["turn"]["kind"] != "deal"
                    open_up = all(seat["shown"] for seat in hand["seats"])
                    status, text = await ask(place, odds)
                    assert status in (200, 409), text
                    if place.table(table).state.n == spy.view["n"]:  # it was still so
                        heard.append((bool(chosen) or not open_up, status))

            listening = asyncio.create_task(listen())
            for page in (ann, bob):
                await page.until(lambda view: view["hand"])
            first, second = (ann, bob) if await waits_for(ann) else (bob, ann)
            legal = await first.my_turn()
            await first.act("raise", to=legal["raise_high"])
            await second.my_turn()
            for viewer in ("", ann.token, bob.token):
                status, text = await ask(place, odds, viewer)
                assert (status, json.loads(text)["error"]["code"]) == (409, "hand/open")
            await second.act("call")
            await ann.until(lambda view: view["hand"]["over"])
            await listening
            assert {status for pending, status in heard if pending} <= {409}
            assert 200 in {status for _, status in heard}
            after = await told(place, odds, ann.token)
            assert [len(one["board"]) for one in after["streets"]] == [0, 3, 4, 5]
            for street in after["streets"]:
                assert abs(sum(c["equity"] for c in street["chances"]) - 1) < 1e-9


async def waits_for(page: Page) -> bool:
    """Whether the hand waits for a page, once it waits for anybody."""
    await page.until(lambda view: view["hand"]["turn"] and view["hand"]["turn"]["kind"] == "act")
    return bool(page.hand["legal"])


@in_a_loop
async def test_the_ledger_and_its_file() -> None:
    """Everybody at the table reads the same accounts, and each sees which are their own."""
    async with served(WATCHED) as place:
        table = await new_table(place)
        async with opened(place, table, "=Ann") as ann, opened(place, table, "Bob") as bob:
            await a_hand([ann, bob])
            mine = next(s for s in ann.hand["seats"] if s["chair"] == 0)["net"]
            ledger = await told(place, f"tables/{table}/ledger", ann.token)
            assert [line["name"] for line in ledger["lines"]] == ["=Ann", "Bob"]
            assert [line["you"] for line in ledger["lines"]] == [True, False]
            assert [line["net"] for line in ledger["lines"]] == [mine, -mine]
            assert ledger["balanced"]
            assert ann.token not in json.dumps(ledger)
            status, text = await ask(place, f"tables/{table}/ledger.csv")
            assert status == 200
            assert text.splitlines()[1].startswith("'=Ann,1,200,0,0,")


@in_a_loop
async def test_results_are_their_owners_and_outlive_the_server(tmp_path: Any) -> None:  # noqa: ANN401 - a path
    """Each sees their own nights alone; a stranger none; a restart changes nothing."""

    def store() -> SqliteLog:
        return SqliteLog.open(tmp_path / "tables.db")

    async with served(WATCHED, store=store) as place:
        first, second = await new_table(place), await new_table(place)
        async with opened(place, first, "Ann") as ann, opened(place, first, "Bob") as bob:
            await a_hand([ann, bob], "holdem-hilo")
            won = next(s for s in ann.hand["seats"] if s["chair"] == 0)["net"]
        async with (
            opened(place, second, "Ann", token=ann.token) as again,
            opened(place, second, "Cy") as cy,
        ):
            await a_hand([again, cy], "holdem")
            more = next(s for s in again.hand["seats"] if s["chair"] == 0)["net"]
    async with served(WATCHED, store=store) as place:
        mine = await told(place, "results", ann.token)
        assert [night["table"] for night in mine["nights"]] == [second, first]
        assert (mine["hands"], mine["net"]) == (2, won + more)
        by_game = {one["game"]: one["net"] for one in mine["games"]}
        assert by_game == {"holdem-hilo": won, "holdem": more}
        theirs = await told(place, "results", bob.token)
        assert [night["table"] for night in theirs["nights"]] == [first]
        for token in ("", "x" * 43):
            status, _ = await ask(place, "results", token)
            assert status == 401
        replay = await told(place, f"tables/{first}/hands/1", bob.token)
        assert len(replay["frames"]) > 5


def test_where_odds_cannot_be_worked_out_a_sentence_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without the compiler a server plays on; it names what it lacks instead of telling odds."""
    question = Question(
        "holdem", announce(load_game("holdem"))[1], 0, "", (0, 1), ("AhAd", "KsKd"), ()
    )
    with monkeypatch.context() as light:
        light.setitem(sys.modules, "wildrank.odds", None)
        light.setattr(chances, "answer", chances.answer.__wrapped__)
        found = asyncio.run(chances.Chances().told(1, [question]))
    assert found.streets == []
    assert "runs without wildrank.odds" in found.absent
    found = asyncio.run(chances.Chances().told(1, [question]))
    assert found.absent == ""
    assert found.streets[0].chances[0].equity > 0.8


@in_a_loop
async def test_the_host_makes_two_accounts_one_persons() -> None:
    """Only the host may; the accounts and both players' results are added up, and parted again."""
    async with served(WATCHED) as place:
        table = await new_table(place)
        async with opened(place, table, "Ann") as ann, opened(place, table, "Bob") as bob:
            await a_hand([ann, bob])
            path = f"tables/{table}/ledger/same"
            for token, body, status in (
                ("", {"person": 1, "owner": 0}, 401),
                (bob.token, {"person": 1, "owner": 0}, 403),
                (ann.token, {"person": 1, "owner": 7}, 400),
            ):
                assert (await ask(place, path, token, body))[0] == status
            assert (await ask(place, path, ann.token, {"person": 1, "owner": 0}))[0] == 200
            (line,) = (await told(place, f"tables/{table}/ledger", bob.token))["lines"]
            assert (line["name"], line["you"], line["net"]) == ("Ann", True, 0)
            for token in (ann.token, bob.token):
                assert (await told(place, "results", token))["net"] == 0
            assert (await ask(place, path, ann.token, {"person": 1, "owner": 1}))[0] == 200
            ledger = await told(place, f"tables/{table}/ledger", bob.token)
            assert [one["name"] for one in ledger["lines"]] == ["Ann", "Bob"]


@in_a_loop
async def test_two_identities_of_one_person_have_the_results_of_both_where_joined() -> None:
    """A host joins them at one table: there both are told one account, elsewhere each its own.

    A hand that both were dealt in to is one hand, and what parts them gives each its own again.
    """

    async def played(place: Place, tokens: dict[str, str]) -> tuple[str, dict[str, int]]:
        """Let some people play a hand at a new table, and return their nets."""
        table = await new_table(place)
        async with AsyncExitStack() as stack:
            pages = {
                name: await stack.enter_async_context(opened(place, table, name, tokens[name]))
                for name in tokens
            }
            await a_hand(list(pages.values()), "reach-around")
            tokens |= {name: page.token for name, page in pages.items()}
            return table, {
                name: next(
                    seat["net"]
                    for seat in page.hand["seats"]
                    if seat["chair"] == page.view["you"]["chair"]
                )
                for name, page in pages.items()
            }

    async with served(WATCHED) as place:
        tokens = {"Bob": "", "Phone": "", "Laptop": ""}
        both, joined = await played(place, tokens)
        some = {name: tokens[name] for name in ("Bob", "Phone")}
        alone, phone = await played(place, some)
        one = joined["Phone"] + joined["Laptop"]
        for owner, nights in (
            (1, {"Phone": {both: one, alone: phone["Phone"]}, "Laptop": {both: one}}),
            (2, {"Phone": {both: joined["Phone"], alone: phone["Phone"]},
                 "Laptop": {both: joined["Laptop"]}}),
        ):  # fmt: skip
            body = {"person": 2, "owner": owner}
            path = f"tables/{both}/ledger/same"
            assert (await ask(place, path, tokens["Bob"], body))[0] == 200
            others = {both: joined["Bob"], alone: phone["Bob"]}
            for name, expected in (nights | {"Bob": others}).items():
                mine = await told(place, "results", tokens[name])
                assert {night["table"]: night["net"] for night in mine["nights"]} == expected
                assert mine["net"] == sum(expected.values())
                assert mine["hands"] == sum(g["hands"] for g in mine["games"]) == len(expected)


def newer_than(n: int) -> Callable[[dict[str, Any]], bool]:
    """Return whether a view is a later one."""
    return lambda view: bool(view["n"] > n)


@in_a_loop
async def test_a_table_that_is_guarded_keeps_its_past_to_those_let_in() -> None:
    """With a password, or without spectators, strangers read nothing of it; who sat there does."""
    async with served(WATCHED) as place:
        table = await new_table(place)
        async with opened(place, table, "Ann") as ann, opened(place, table, "Bob") as bob:
            await a_hand([ann, bob])
            stranger = "x" * 43
            for lock in (
                {"kind": "password", "text": "sesame"},
                {"kind": "password", "text": ""},
                {"kind": "customs", "spectators": False},
            ):
                await ann.send(**lock)
                await ann.until(newer_than(ann.view["n"]))
                if lock["kind"] == "customs":
                    await ann.send("next")
                    await bob.send("next")
                    await ann.until(lambda view: not view["customs"]["spectators"])
                open_to_all = lock.get("text") == ""
                for what in ("hands", "hands/1", "hands/1/phh", "ledger", "ledger.csv"):
                    path = f"tables/{table}/{what}"
                    for token in ("", stranger):
                        status, text = await ask(place, path, token)
                        assert (status == 200) == open_to_all
                        assert open_to_all or "table/private" in text
                    for token in (ann.token, bob.token):
                        assert (await ask(place, path, token))[0] == 200
