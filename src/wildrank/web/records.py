"""The past over HTTP: hands, their files and odds, the ledger, and somebody's nights.

Start reading at the handlers; each is listed in `wildrank.web.api.ENDPOINTS`.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from wildrank.errors import TableError
from wildrank.fair.receipt import Receipt
from wildrank.table import House
from wildrank.table.past.archive import Archive, Recorded
from wildrank.table.past.exports import phh_of
from wildrank.table.past.history import HandLine, History, Replay, hand_lines, played, replay_of
from wildrank.table.past.ledger import Ledger, ledger_csv, ledger_of
from wildrank.table.past.nights import Results, night_of, results_of
from wildrank.table.state import TableHand
from wildrank.table.telling.proofs import receipt_of
from wildrank.table.telling.questions import question_now, questions_after
from wildrank.table.wishes import SamePerson
from wildrank.web.asked import body_of, query_of, table_of
from wildrank.web.chances import Chances, HandChances
from wildrank.web.people import bearer, player_of
from wildrank.web.reception import Reception

CSV: Final = "text/csv"
PHH: Final = "application/toml"


class Records:
    """What the handlers here share, kept by the application.

    Attributes:
        archive: The past of every table.
        chances: Works out odds.
    """

    def __init__(self, house: House) -> None:
        """Start with nothing read."""
        self.archive = Archive(house.store)
        self.chances = Chances()


# ------------------------------------------------------------------------------ who asks for what


async def viewer(request: Request) -> str:
    """Return the player who looks, empty for a stranger, who sees what spectators saw.

    Raises:
        StoreError: If nobody can say now.
    """
    token = bearer(request.headers)
    if token is None:
        return ""
    house: House = request.app.state.house
    digest = player_of(token)
    known = await house.store.player(digest)
    return digest if known is None else known


def _records(request: Request) -> Records:
    records: Records = request.app.state.records
    return records


async def _history(request: Request) -> tuple[History, str]:
    """Return the past of the table in the path of a request, and who asks for it.

    Raises:
        WildrankError: If there is none, or it is not for who asks.
    """
    player, table = await viewer(request), request.path_params["table"]
    history = await _records(request).archive.history(table)
    reception: Reception = request.app.state.reception
    if not _may_look(history, player, admitted=reception.admitted(table, player)):
        msg = "the past of this table is for those who were let in there"
        raise TableError(msg, code="table/private")
    return history, player


def _may_look(history: History, player: str, *, admitted: bool) -> bool:
    """Whether the past of a table is for somebody: as whoever might watch it, or sat there."""
    table, hosting = history.table, history.table.hosting
    if player in hosting.banned:
        return False
    if player in history.accounts.people or player in hosting.known:
        return True
    guarded = hosting.invite or hosting.password
    return table.customs.spectators and (admitted or not guarded)


async def _hand(request: Request) -> tuple[Recorded, str]:
    """Return the hand in the path of a request, and who asks for it.

    Raises:
        WildrankError: If there is none that is over, or it is not for who asks.
    """
    _, player = await _history(request)
    params = request.path_params
    return await _records(request).archive.hand(params["table"], params["number"]), player


async def _whole(told: Recorded) -> TableHand:
    """Return a hand with all its cards; whatever leaves is made from it for one viewer."""
    return await asyncio.to_thread(played, told.past, told.rows)


def _file(text: str, name: str, kind: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, headers=headers, media_type=kind)


# --------------------------------------------------------------------------------------- handlers


class HandsAsked(msgspec.Struct, frozen=True):
    """Which hands of a table are listed: those after one and before another."""

    after: Annotated[int, msgspec.Meta(ge=0)] = 0
    before: Annotated[int, msgspec.Meta(ge=0)] | msgspec.UnsetType = msgspec.UNSET


async def hands(request: Request) -> list[HandLine]:
    """Return the newest of those hands of a table that are over and were asked for."""
    history, player = await _history(request)
    asked = query_of(request, HandsAsked)
    before = None if asked.before is msgspec.UNSET else asked.before
    return hand_lines(history.hands, player, asked.after, before)


async def replay(request: Request) -> Replay:
    """Return a hand as who asks saw it."""
    told, player = await _hand(request)
    table = request.path_params["table"]
    return await asyncio.to_thread(replay_of, table, told.past, told.rows, player)


async def receipt(request: Request) -> Receipt:
    """Return the proof of a deal for who asks."""
    told, player = await _hand(request)
    return receipt_of(await _whole(told), player)


async def phh(request: Request) -> Response:
    """Return a hand as a file for other programs, with the cards that who asks may know."""
    told, player = await _hand(request)
    table = request.path_params["table"]
    text = phh_of(table, await _whole(told), player)
    return _file(text, f"wildrank-{table}-{told.past.number}.phh", PHH)


async def chances(request: Request) -> HandChances:
    """Return how the hands shown fare: street by street once a hand is over.

    While it is played they are told to those who are not in it, and only when nobody can decide
    anything any longer.
    """
    history, player = await _history(request)
    number = request.path_params["number"]
    hand = history.table.hand
    if number in history.hands:
        told, _ = await _hand(request)
        questions = questions_after(await _whole(told))
    else:
        now = None
        if hand is not None and hand.number == number and hand.seat_of(player) is None:
            now = question_now(hand)
        if now is None:
            msg = f"nothing can be told about hand {number} now: it may still be decided"
            raise TableError(msg, code="hand/open")
        questions = [now]
    return await _records(request).chances.told(number, questions)


async def ledger(request: Request) -> Ledger:
    """Return the accounts of a table, and who pays whom."""
    history, player = await _history(request)
    owners = history.table.hosting.owners
    return await asyncio.to_thread(ledger_of, history.accounts, player, owners)


class SameBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two numbers of a ledger that are one person; the same number twice parts them again."""

    person: int
    owner: int


async def same_person(request: Request) -> Ledger:
    """Let the host say that two accounts are one person's, and return the accounts after that."""
    history, player = await _history(request)
    body = await body_of(request, SameBody)
    people = history.accounts.people
    numbers = {n: key for n, key in enumerate(people) if not people[key].bot}
    if not {body.person, body.owner} <= numbers.keys():
        known = ", ".join(map(str, numbers))
        msg = f"{body.person} and {body.owner} are not both people here; those are {known}"
        raise TableError(msg, code="table/no-person")
    table = await table_of(request)
    await table.ask(player, SamePerson(numbers[body.person], numbers[body.owner]))
    return await ledger(request)


async def ledger_file(request: Request) -> Response:
    """Return the accounts of a table as a file for spreadsheets."""
    text = ledger_csv(await ledger(request))
    return _file(text, f"wildrank-{request.path_params['table']}.csv", CSV)


async def results(request: Request) -> Results:
    """Return what who asks won and lost at every table; nobody else's."""
    player, archive = await viewer(request), _records(request).archive
    house: House = request.app.state.house
    nights = []
    for table in await archive.visits(player):
        history = await archive.history(table)
        night = night_of(table, history, player, still=house.knows(table))
        nights += [night] if night is not None else []
    return results_of(nights)
