"""The ledger of a table: who brought and took how many chips, and who pays whom.

Chips are play money; what they stand for, if anything, is between the players. The bots of a table
are one account, the house's: it makes the sums come out, and nobody has to pay it or to be paid by
it. Pure. Start reading at `Accounts`, then `settle`.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Mapping, Sequence
from heapq import heapify, heappop, heappush
from typing import Final, Literal, NamedTuple

import msgspec

from wildrank.referee import events as hand_events
from wildrank.table import events as ev
from wildrank.table.seating import Names
from wildrank.table.state import Chair, TableState, replace

HOUSE: Final = "the bots"
MOST_EXACT: Final = 14  # people, then the fewest payments are not looked for among all
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")

What = Literal["buy-in", "top-up", "cash-out"]


class Entry(NamedTuple):
    """Chips that came to the table or left it."""

    at: int
    player: str
    what: What
    chips: int


class Person(NamedTuple):
    """Somebody who ever sat at a table, and in how many hands that ended."""

    name: str
    bot: bool
    hands: int = 0


class Accounts:
    """Everything that came to a table and left it, gathered from its log.

    Attributes:
        entries: In the order in which they happened.
        people: Everybody who ever sat there, by player, in the order of their coming.
        stacks: The chips on the chairs, by player.
    """

    def __init__(self) -> None:
        """Start with an empty table."""
        self.entries: list[Entry] = []
        self.people: dict[str, Person] = {}
        self.stacks: dict[str, int] = {}

    def copied(self) -> Accounts:
        """Return the same accounts, to go on with while these stay as they are."""
        other = Accounts()
        other.entries = list(self.entries)
        other.people, other.stacks = dict(self.people), dict(self.stacks)
        return other

    def follow(self, before: TableState, after: TableState, record: ev.Record) -> None:
        """Note what one record of the log changes.

        Whatever changes the chips on a chair, but for the end of a hand, brings or takes them.

        Args:
            before: The table before it.
            after: The table after it.
            record: The event and its time.
        """
        if before.chairs == after.chairs:
            return
        ended = isinstance(record.event, hand_events.HandEnded)
        for old, new in zip(before.chairs, after.chairs, strict=True):
            if old != new:
                self._chair(old, new, record.at, ended=ended)
        if ended and after.hand is not None:
            for player in after.hand.players:
                person = self.people[player]
                self.people[player] = person._replace(hands=person.hands + 1)

    def _chair(self, old: Chair | None, new: Chair | None, at: int, *, ended: bool) -> None:
        if old is not None and (new is None or new.player != old.player):
            self._note(at, old.player, "cash-out", old.stack)
            del self.stacks[old.player]
            old = None
        if new is None:
            return
        person = self.people.get(new.player, Person(new.name, new.bot))
        gained = new.stack - (0 if old is None else old.stack)
        self.people[new.player] = person._replace(name=new.name)
        self.stacks[new.player] = new.stack
        if gained and not ended:
            self._note(at, new.player, "buy-in" if old is None else "top-up", gained)

    def _note(self, at: int, player: str, what: What, chips: int) -> None:
        self.entries.append(Entry(at, player, what, chips))


# ------------------------------------------------------------------------------------ the ledger


class LedgerLine(msgspec.Struct, frozen=True):
    """The account of one person.

    Attributes:
        person: A number by which the host names somebody; None for the house.
        you: Whether it is the asker's.
        house: Whether it is that of the bots.
        stack: Chips on the chair now, or when the hand that is played began.
        net: What was taken and is there, less what was brought.
    """

    person: int | None
    name: str
    you: bool
    house: bool
    seated: bool
    hands: int
    buy_ins: int
    top_ups: int
    cash_outs: int
    stack: int
    net: int


class Payment(msgspec.Struct, frozen=True):
    """Chips that one person owes another."""

    payer: str
    payee: str
    chips: int
    house: bool


class EntryLine(msgspec.Struct, frozen=True):
    """Chips that came or left, for the list of them."""

    at: int
    name: str
    what: What
    chips: int


class Ledger(msgspec.Struct, frozen=True):
    """The accounts of a table.

    Attributes:
        lines: One a person, the house last.
        balanced: Whether what some won others lost; if not, something is wrong with the table.
        payments: Who pays whom.
        fewest: Whether there is no way with fewer payments.
        entries: What came and left, in order.
    """

    lines: list[LedgerLine]
    balanced: bool
    payments: list[Payment]
    fewest: bool
    entries: list[EntryLine]


def ledger_of(accounts: Accounts, player: str, same: Mapping[str, str] | None = None) -> Ledger:
    """Return the ledger of a table.

    Args:
        accounts: What came and left.
        player: Who asks.
        same: Players who are somebody else under another name: who, by player.
    """
    owners = owners_of(accounts, same or {})
    names = _names(accounts, owners)
    numbers = {key: number for number, key in enumerate(accounts.people)}
    lines = [
        _line(accounts, account, names[account.owner], numbers.get(account.owner))
        for account in _by_owner(accounts, owners)
    ]
    mine = owners.get(player, player)
    nets = {line.name: line.net for line in lines}
    payments, fewest = settle(nets) if not sum(nets.values()) else ([], False)
    return Ledger(
        lines=[replace(line, you=names.get(mine) == line.name) for line in lines],
        balanced=not sum(nets.values()),
        payments=payments,
        fewest=fewest,
        entries=[
            EntryLine(entry.at, names[owners[entry.player]], entry.what, entry.chips)
            for entry in accounts.entries
        ],
    )


def owners_of(accounts: Accounts, same: Mapping[str, str]) -> dict[str, str]:
    """Return whose account the chips of each player are in; those of bots in the house's."""
    return {
        key: HOUSE if person.bot else same.get(key, key) for key, person in accounts.people.items()
    }


def _names(accounts: Accounts, owners: Mapping[str, str]) -> dict[str, str]:
    """Return what each owner is called; of two who came under the same name one gets a number."""
    given = Names()
    return {
        owner: given.free(HOUSE if owner == HOUSE else accounts.people[owner].name)
        for owner in sorted(dict.fromkeys(owners.values()), key=lambda owner: owner != HOUSE)
    }


class _Account(NamedTuple):
    """The players whose chips are in one account, and the sums of what came and left."""

    owner: str
    players: list[str]
    sums: Counter[What]


def _by_owner(accounts: Accounts, owners: Mapping[str, str]) -> list[_Account]:
    """Return the account of each owner, the house's last."""
    found: dict[str, _Account] = {}
    for player, owner in owners.items():
        found.setdefault(owner, _Account(owner, [], Counter())).players.append(player)
    for entry in accounts.entries:
        found[owners[entry.player]].sums[entry.what] += entry.chips
    return sorted(found.values(), key=lambda account: account.owner == HOUSE)


def _line(accounts: Accounts, account: _Account, name: str, number: int | None) -> LedgerLine:
    owner, players, sums = account
    stack = sum(accounts.stacks.get(player, 0) for player in players)
    return LedgerLine(
        person=number,
        name=name,
        you=False,
        house=owner == HOUSE,
        seated=any(player in accounts.stacks for player in players),
        hands=sum(accounts.people[player].hands for player in players),
        buy_ins=sums["buy-in"],
        top_ups=sums["top-up"],
        cash_outs=sums["cash-out"],
        stack=stack,
        net=stack + sums["cash-out"] - sums["buy-in"] - sums["top-up"],
    )


# -------------------------------------------------------------------------------- who pays whom


def settle(nets: Mapping[str, int]) -> tuple[list[Payment], bool]:
    """Return payments that even out what was won and lost, and whether there are fewer ways.

    People whose results cancel out pay among themselves, so ``n`` people who fall into ``k`` such
    groups need ``n - k`` payments: the more groups, the fewer payments. Two who cancel out are
    always a group of some best answer; the others are tried in all ways, unless there are more
    than `MOST_EXACT` of them.

    Args:
        nets: What each won or lost, by name; they add up to nothing.

    Returns:
        The payments, and whether no way has fewer.

    Cost: ``n * 2**n`` steps for ``n`` people who do not cancel out in pairs.

    >>> [(p.payer, p.payee, p.chips) for p in settle({"Ann": 30, "Bob": -20, "Cy": -10})[0]]
    [('Bob', 'Ann', 20), ('Cy', 'Ann', 10)]
    """
    left = {name: net for name, net in nets.items() if net}
    groups = _pairs(left)
    for group in groups:
        for name in group:
            del left[name]
    exact = len(left) <= MOST_EXACT
    groups += _groups(left) if exact else [list(left)]
    return [payment for group in groups for payment in _even_out(group, nets)], exact


def _pairs(left: Mapping[str, int]) -> list[list[str]]:
    """Return pairs of people whose results cancel out, nobody in two of them."""
    pairs: list[list[str]] = []
    alone: dict[int, list[str]] = {}
    for name, net in left.items():
        if alone.get(-net):
            pairs.append([alone[-net].pop(), name])
        else:
            alone.setdefault(net, []).append(name)
    return pairs


def _groups(left: Mapping[str, int]) -> list[list[str]]:
    """Return the most groups of people whose results cancel out, everybody in one of them.

    ``most[chosen]`` is how many groups that cancel out can be completed one after the other when
    the people of a set are taken in the best order; walking back from everybody gives that order.
    """
    names, nets = list(left), list(left.values())
    sums, most, last = [0], [0], [0]
    for chosen in range(1, 1 << len(names)):
        lowest = (chosen & -chosen).bit_length() - 1
        sums.append(sums[chosen & (chosen - 1)] + nets[lowest])
        last.append(
            max(
                (one for one in range(len(names)) if chosen >> one & 1),
                key=lambda one: most[chosen & ~(1 << one)],
            )
        )
        most.append(most[chosen & ~(1 << last[chosen])] + (sums[chosen] == 0))
    groups: list[list[str]] = []
    chosen = len(most) - 1
    while chosen:
        if sums[chosen] == 0:
            groups.append([])
        groups[-1].append(names[last[chosen]])
        chosen &= ~(1 << last[chosen])
    return groups


def _even_out(group: Sequence[str], nets: Mapping[str, int]) -> list[Payment]:
    """Return payments within a group, at most one fewer than it has people.

    Whoever owes most pays whoever is owed most, so each payment makes one of them even, and the
    last one both. Of equals the first in the group comes first.
    """
    payers = [(nets[name], at) for at, name in enumerate(group) if nets[name] < 0]
    payees = [(-nets[name], at) for at, name in enumerate(group) if nets[name] > 0]
    heapify(payers)
    heapify(payees)
    payments: list[Payment] = []
    while payers:
        (debt, payer), (claim, payee) = heappop(payers), heappop(payees)
        chips = min(-debt, -claim)
        names = group[payer], group[payee]
        payments.append(Payment(*names, chips, HOUSE in names))
        if debt + chips:
            heappush(payers, (debt + chips, payer))
        if claim + chips:
            heappush(payees, (claim + chips, payee))
    return payments


# -------------------------------------------------------------------------------------- as a file


def ledger_csv(ledger: Ledger) -> str:
    """Return a ledger as CSV: the accounts, then who pays whom; times are left out."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(
        ["name", "hands", "buy-ins", "top-ups", "cash-outs", "stack", "net", "pays", "to"]
    )
    for line in ledger.lines:
        counted = (line.hands, line.buy_ins, line.top_ups, line.cash_outs, line.stack, line.net)
        writer.writerow([harmless(line.name), *counted, "", ""])
    for payment in ledger.payments:
        payer, payee = harmless(payment.payer), harmless(payment.payee)
        writer.writerow([payer, *[""] * 6, payment.chips, payee])
    return out.getvalue()


def harmless(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula.

    >>> harmless("=1+1"), harmless("Ann")
    ("'=1+1", 'Ann')
    """
    return f"'{text}" if text.lstrip().startswith(_FORMULA) or text.startswith(_FORMULA) else text
