"""The ledger: chips that came and went, who pays whom in the fewest payments, and its file."""

from __future__ import annotations

import csv
import io
import time
from collections import Counter
from itertools import combinations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from table.kit import HURRIED, SILENT, after_hands, in_a_loop, join, running
from table.test_history import history_of, mucked

from wildrank.table import MemoryLog, hostevents
from wildrank.table import wishes as want
from wildrank.table.past.ledger import (
    HOUSE,
    MOST_EXACT,
    Accounts,
    Entry,
    Ledger,
    LedgerLine,
    Person,
    What,
    ledger_csv,
    ledger_of,
    settle,
)

QUICK = msgspec.structs.replace(HURRIED, alone_s=0.0, call_s=0.0, choose_s=0.0, **SILENT)


def line_of(ledger: Ledger, name: str) -> LedgerLine:
    """Return somebody's account."""
    return next(line for line in ledger.lines if line.name == name)


# ---------------------------------------------------------------------------------- the accounts


@in_a_loop
async def test_an_evening_is_accounted_for() -> None:
    """Buy-ins, fresh stacks and cash-outs add up with the stacks, and the bots are one account."""
    log = MemoryLog()
    async with running(config=QUICK, log=log) as table:
        await join(table, "ann", "Ann")
        await join(table, "bob", "Bob")
        await after_hands(table, 8)
        await table.ask("bob", want.Stand())
        await after_hands(table, 12)
        stacks = {chair.player: chair.stack for _, chair in table.state.seated()}
    history = await history_of(log)
    ledger = ledger_of(history.accounts, "ann")
    ann, bob, bots = (line_of(ledger, name) for name in ("Ann", "Bob", HOUSE))
    assert ann.you
    assert not bob.you
    assert ledger.lines[-1] == bots
    assert (bots.house, bots.person) == (True, None)
    assert ann.stack == stacks["ann"]
    assert (bob.seated, bob.stack) == (False, 0)
    won = {"ann": 0, "bob": 0, "bots": 0}
    for past in history.hands.values():
        for player, net in past.nets.items():
            won[player if player in won else "bots"] += net
    assert (ann.net, bob.net, bots.net) == tuple(won.values())
    assert bob.net == bob.cash_outs - bob.buy_ins - bob.top_ups
    assert ledger.balanced
    assert sum(line.net for line in ledger.lines) == 0
    assert bob.hands < ann.hands


@in_a_loop
async def test_nobodys_identity_is_in_a_ledger() -> None:
    """What the asker is sent names people by their names and numbers only."""
    log = MemoryLog()
    await mucked(log)
    ledger = ledger_of((await history_of(log)).accounts, "spy")
    assert [(line.name, line.person, line.net) for line in ledger.lines] == [
        ("Ann", 0, 6),
        ("Bob", 1, -6),
    ]
    told = msgspec.json.encode(ledger)
    assert b'"ann"' not in told
    assert b'"bob"' not in told
    assert [(p.payer, p.payee, p.chips) for p in ledger.payments] == [("Bob", "Ann", 6)]


@in_a_loop
async def test_one_person_under_two_names_has_one_account() -> None:
    """What the host says belongs together is added up, under the name of the first."""
    log = MemoryLog()
    await mucked(log)
    ledger = ledger_of((await history_of(log)).accounts, "bob", {"bob": "ann"})
    (line,) = ledger.lines
    assert (line.name, line.you, line.net, line.hands) == ("Ann", True, 0, 2)


def test_who_is_one_person_with_whom_follows_every_chain() -> None:
    """However the host joins and parts people, each has one owner, and no owner has another."""
    hosting = hostevents.Hosting()
    for player, owner, owners in (
        ("cy", "bob", {"cy": "bob"}),
        ("bob", "ann", {"cy": "ann", "bob": "ann"}),
        ("ann", "cy", {"cy": "ann", "bob": "ann"}),  # they are one already
        ("cy", "cy", {"bob": "ann"}),
    ):
        hosting = hostevents.after(hosting, hostevents.Joined(player, owner))
        assert hosting.owners == owners


@st.composite
def accounts(draw: st.DrawFn) -> tuple[Accounts, dict[str, str]]:
    """Draw what came to a table and left it, and who is one person with whom."""
    names = draw(st.lists(st.sampled_from(("Ann", "ANN", "ann 2", HOUSE, "Bob")), min_size=1))
    found, same = Accounts(), dict[str, str]()
    for at, name in enumerate(names):
        found.people[f"p{at}"] = Person(name, bot=draw(st.booleans()), hands=at)
    people = [key for key, person in found.people.items() if not person.bot]
    for key in people[1:]:
        if draw(st.booleans()):
            same[key] = people[0]
    for key in draw(st.lists(st.sampled_from(list(found.people)))):
        what: What = draw(st.sampled_from(("buy-in", "top-up", "cash-out")))
        found.entries.append(Entry(0, key, what, draw(st.integers(1, 400))))
    found.stacks = draw(st.dictionaries(st.sampled_from(list(found.people)), st.integers(0, 400)))
    return found, same


@given(accounts())
def test_every_account_is_the_sum_of_its_entries(drawn: tuple[Accounts, dict[str, str]]) -> None:
    """Each line adds up what the list under it says, no two have one name, nothing is lost."""
    found, same = drawn
    ledger = ledger_of(found, "p0", same)
    names = [line.name.casefold() for line in ledger.lines]
    assert len(set(names)) == len(names)
    for line in ledger.lines:
        mine = [entry for entry in ledger.entries if entry.name == line.name]
        for what, chips in (
            ("buy-in", line.buy_ins), ("top-up", line.top_ups), ("cash-out", line.cash_outs),
        ):  # fmt: skip
            assert chips == sum(entry.chips for entry in mine if entry.what == what)
        assert line.net == line.stack + line.cash_outs - line.buy_ins - line.top_ups
    assert sum(line.stack for line in ledger.lines) == sum(found.stacks.values())
    assert sum(line.hands for line in ledger.lines) == sum(p.hands for p in found.people.values())
    assert len(ledger.entries) == len(found.entries)
    assert [line.you for line in ledger.lines].count(True) == 1


def test_thousands_of_people_of_one_name_have_a_ledger_at_once() -> None:
    """The work grows with the people and no faster: pair by pair this took a quarter minute."""
    crowd = Accounts()
    for at in range(5000):
        crowd.people[f"p{at}"] = Person("Ann", bot=False)
        crowd.entries.append(Entry(at, f"p{at}", "buy-in", 200))
        crowd.entries.append(Entry(at, f"p{at}", "cash-out", 200 + (at if at % 2 else 1 - at)))
    crowd.entries.append(Entry(0, "p0", "buy-in", sum(map(_net, crowd.entries))))
    began = time.perf_counter()
    ledger = ledger_of(crowd, "p1")
    assert time.perf_counter() - began < 3
    assert ledger.balanced
    assert len({line.name for line in ledger.lines}) == 5000


def _net(entry: Entry) -> int:
    return entry.chips if entry.what == "cash-out" else -entry.chips


# ----------------------------------------------------------------------------------- settling up


def fewest(nets: dict[str, int]) -> int:
    """Return the fewest payments by trying every way to take a group out, the slow way."""
    left = [name for name in nets if nets[name]]
    if not left:
        return 0
    first, *others = left
    ways = []
    for size in range(1, len(others) + 1):
        for some in combinations(others, size):
            group = {first, *some}
            if sum(nets[name] for name in group) == 0:
                rest = {name: net for name, net in nets.items() if name not in group}
                ways.append(size + fewest(rest))
    return min(ways)


@st.composite
def results(draw: st.DrawFn) -> dict[str, int]:
    """Draw what up to seven people won and lost."""
    wins = draw(st.lists(st.integers(-6, 6), min_size=1, max_size=6))
    return {f"P{place}": net for place, net in enumerate([*wins, -sum(wins)])}


@given(results())
def test_payments_are_the_fewest_and_make_everybody_even(nets: dict[str, int]) -> None:
    """After the payments nobody is owed anything, and trying all ways finds none with fewer."""
    payments, exact = settle(nets)
    left = dict(nets)
    for payment in payments:
        assert payment.chips > 0
        left[payment.payer] += payment.chips
        left[payment.payee] -= payment.chips
    assert set(left.values()) == {0}
    assert exact
    assert len(payments) == fewest(nets)


def greedily(nets: dict[str, int]) -> int:
    """Return how many payments it takes when the largest debt pays the largest claim."""
    owed, payments = list(nets.values()), 0
    while any(owed):
        low, high = owed.index(min(owed)), owed.index(max(owed))
        chips = min(-owed[low], owed[high])
        owed[low] += chips
        owed[high] -= chips
        payments += 1
    return payments


@given(st.lists(st.integers(-500, 500), min_size=40, max_size=80))
def test_a_crowd_is_even_after_fewer_payments_than_people(wins: list[int]) -> None:
    """However many people there are, everybody's result is met, in one payment less at most."""
    nets = {f"P{place}": net for place, net in enumerate([*wins, -sum(wins)])}
    payments, _ = settle(nets)
    got = Counter[str]()
    for payment in payments:
        assert payment.chips > 0
        got[payment.payee] += payment.chips
        got[payment.payer] -= payment.chips
    assert all(got[name] == net for name, net in nets.items())
    assert len(payments) <= max(0, sum(map(bool, nets.values())) - 1)


def test_the_fewest_are_fewer_than_the_greedy_way_takes() -> None:
    """Two groups of three that cancel out take four payments, where greed takes five."""
    nets = {"A": 9, "B": -5, "C": -4, "D": 7, "E": -6, "F": -1}
    assert len(settle(nets)[0]) == 4
    assert greedily(nets) == 5


def test_a_crowd_is_settled_too_and_says_it_may_take_fewer() -> None:
    """Above the limit payments still make everybody even, with one fewer than there are people."""
    crowd = {f"P{place}": 3**place for place in range(MOST_EXACT + 2)}
    crowd["Q"] = -sum(crowd.values())
    payments, exact = settle(crowd)
    assert not exact
    assert len(payments) == len(crowd) - 1
    full = {f"P{place}": 3**place for place in range(MOST_EXACT - 1)}
    full["Q"] = -sum(full.values())
    assert settle(full)[1]


# -------------------------------------------------------------------------------------- as a file


@pytest.mark.parametrize(
    "name",
    ["=HYPERLINK(1)", "+1", "-1", "@SUM(1)", " =1", "\uff1d1", 'Ann "the, man"', "a;b", "'=1"],
)
def test_no_name_is_a_formula_in_a_spreadsheet(name: str) -> None:
    """A file that is read back has every name whole, and none that begins like a formula."""
    line = LedgerLine(0, name, False, False, True, 3, 200, 0, 0, 180, -20)  # noqa: FBT003 - fields in order
    text = ledger_csv(Ledger([line], True, [], True, []))  # noqa: FBT003 - as above
    header, row = list(csv.reader(io.StringIO(text)))
    assert row[0].lstrip()[0] not in "=+-@\uff1d"
    assert row[0].removeprefix("'") == name.removeprefix("'")
    assert dict(zip(header, row, strict=True))["net"] == "-20"
