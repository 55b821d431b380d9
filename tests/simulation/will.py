"""What people at a simulated table wish for, sensible or not.

It follows from the latest update that reached them and from the whims, never from the table
itself. Start reading at `Will.wishes`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from wildrank.fair import seed_promise
from wildrank.games import games
from wildrank.table import Update
from wildrank.table import wishes as want
from wildrank.table.config import BuyIn
from wildrank.table.telling.shapes import (
    CallingView,
    DealView,
    HandView,
    LegalView,
    TableView,
    YouView,
)
from wildrank.web import wire

SETTINGS: Final[tuple[dict[str, str], ...]] = (
    {},
    {},
    {"limit": "no"},
    {"showdown": "each"},
    {"third-card-price": "3"},
    {"buy-order": "secret"},
    {"ante": "1", "blinds": "none"},
    {"raise-cap": "many"},  # which nobody may announce
)
ACTIONS: Final = ("fold", "check", "call", "raise", "buy", "down", "show", "muck")
PASSWORDS: Final = ("queen", "jack")  # all that anybody ever thinks of
BACK: Final = 0.2  # how likely somebody who sits out comes back, each time it thinks of it
Some = Callable[[random.Random, TableView], wire.Asked]
Weighted = tuple[tuple[int, Some], ...]


class Habits(NamedTuple):
    """How somebody behaves: the chance of each thing, and the seconds of a thought.

    Attributes:
        sleepy: To let the time run out.
        rash: To ask for something that makes no sense now.
        restless: To wish for something that has nothing to do with the hand, after an update.
        bossy: To do so as the host.
        bold: To bet or raise where that is allowed.
        faint: To fold where checking is not free.
        lossy: That a message is lost, late or repeated.
        think_s: The longest thought.
    """

    sleepy: float = 0.03
    rash: float = 0.03
    restless: float = 0.01
    bossy: float = 0.02
    bold: float = 0.25
    faint: float = 0.3
    lossy: float = 0.1
    think_s: float = 3.0

    @classmethod
    def drawn(cls, whims: random.Random) -> Habits:
        """Return the habits of somebody."""
        return cls(
            sleepy=whims.choice((0.0, 0.02, 0.2)),
            rash=whims.choice((0.0, 0.02, 0.2)),
            restless=whims.choice((0.0, 0.01, 0.05)),
            bossy=whims.choice((0.0, 0.02, 0.1)),
            bold=whims.uniform(0, 0.7),
            faint=whims.uniform(0, 0.7),
            lossy=whims.choice((0.0, 0.05, 0.3)),
        )


def some_customs(whims: random.Random, _view: TableView) -> want.ChangeCustoms:
    """Return customs that change one or two things, or cannot be."""
    few = tuple(game.slug for game in games() if whims.random() < 0.5)
    return whims.choice(
        (
            want.ChangeCustoms(rabbit=whims.random() < 0.8),
            want.ChangeCustoms(approve=whims.random() < 0.7),
            want.ChangeCustoms(spectators=whims.random() < 0.5),
            want.ChangeCustoms(
                mode=whims.choice(("dealer", "orbit")),
                kill=whims.random() < 0.5,
            ),
            want.ChangeCustoms(games=few),
            want.ChangeCustoms(act_s=whims.choice((None, 10.0, 30.0)), bank_s=20.0),
            want.ChangeCustoms(buy_in=whims.choice((BuyIn(30, 120, 60), BuyIn(9, 8, 7)))),
        )
    )


# What somebody may wish for that has nothing to do with the hand, and how often each.
OWN: Final[Weighted] = (
    (3, lambda _whims, _view: want.Stand()),
    (3, lambda _whims, _view: want.Say(text="Well played.")),
    (3, lambda whims, _view: want.SitOut(when=whims.choice(("hand", "blind")))),
    (2, lambda _whims, _view: want.SitIn(post=True)),
    (4, lambda whims, _view: want.BuyChips(to=whims.choice((24, 60, 200, 10**9)))),
    (1, lambda _whims, _view: want.MoreTime()),
    (1, lambda _whims, _view: wire.Ping()),
    (3, lambda _whims, _view: wire.Ticket()),
    (2, lambda _whims, _view: wire.Logout()),
)
HOSTS: Final[Weighted] = (
    (3, lambda whims, _view: want.Bots(count=whims.randrange(4))),
    (2, lambda _whims, _view: want.Pause(paused=True)),
    (2, lambda whims, _view: want.HandOver(chair=whims.randrange(9))),
    (6, some_customs),
    (2, lambda whims, view: want.Kick(chair=_other(whims, view))),
    (1, lambda _whims, _view: want.End(ending=True)),
    (3, lambda _whims, _view: want.Invites(revoke=True)),
    (3, lambda whims, _view: wire.SetPassword(text=whims.choice(("", *PASSWORDS)))),
)


def _other(whims: random.Random, view: TableView) -> int:
    """Return the chair of another person, any chair where there is none."""
    people = [c.chair for c in view.chairs if c.name and not c.bot and c.chair != view.you.chair]
    return whims.choice(people or list(range(9)))


def _drawn(
    whims: random.Random, some: tuple[tuple[int, Some], ...], view: TableView
) -> wire.Asked:
    weights = [weight for weight, _ in some]
    return whims.choices(some, weights)[0][1](whims, view)


class Will:
    """What one person wants."""

    def __init__(self, name: str, whims: random.Random, habits: Habits) -> None:
        """Prepare a will.

        Args:
            name: What the person is called.
            whims: Decide.
            habits: How it behaves.
        """
        self._name = name
        self._whims = whims
        self._habits = habits
        self._seed = whims.randbytes(32)

    def wishes(self, latest: Update) -> Iterator[wire.Asked]:
        """Return what is wished for upon an update, in order."""
        view, whims = latest.view, self._whims
        if whims.random() < self._habits.rash:
            yield self._nonsense(latest)
        if view.you.chair is None:
            yield from self._come(view)
            return
        if whims.random() < self._habits.restless:
            yield _drawn(whims, OWN, view)
        if whims.random() < self._habits.bossy * (1 if view.you.host else 0.1):
            yield _drawn(whims, HOSTS, view)
        yield from self._stay(view.you, view.chairs[view.you.chair].stack)
        if view.you.host:
            yield from self._host(view)
        if view.calling is not None and view.calling.yours:
            yield from self._call(view.calling)
        if view.deal is not None and view.deal.stage != "dealt":
            yield from self._mix(view.deal)
        if view.hand is not None:
            yield from self._play(latest, view.hand)

    def _come(self, view: TableView) -> Iterator[wire.Asked]:
        """Take a chair, or wait for one; now and then one does not want to wait any longer."""
        whims = self._whims
        if (view.you.place is not None or view.you.asking) and whims.random() < 0.05:
            yield want.Stand()
        chair = whims.choice((None, None, whims.randrange(9)))
        stack = whims.choice((None, None, None, view.customs.buy_in.low, 10**9))
        yield want.Sit(self._name.capitalize(), chair, stack)

    def _stay(self, you: YouView, stack: int) -> Iterator[wire.Asked]:
        """Buy chips when there are none, and come back some time after sitting out."""
        if you.high and not stack:
            yield want.BuyChips(to=you.high)
        if you.out == "out" and self._whims.random() < BACK:
            yield want.SitIn(post=self._whims.random() < 0.5)

    def _host(self, view: TableView) -> Iterator[wire.Asked]:
        """Answer who asks for a seat, and end a pause; a table may go on after all."""
        whims = self._whims
        if view.paused:
            yield want.Pause(paused=False)
        if view.ending and whims.random() < 0.1:
            yield want.End(ending=False)
        for ask in view.asking:
            welcome = whims.random() < 0.7
            yield want.Approve(person=ask.person) if welcome else want.Refuse(person=ask.person)

    def _call(self, calling: CallingView) -> Iterator[wire.Asked]:
        if self._whims.random() >= self._habits.sleepy:
            game = self._whims.choice([game.slug for game in games()] + [calling.last.game])
            yield want.Announce(game, self._whims.choice(SETTINGS))

    def _mix(self, deal: DealView) -> Iterator[wire.Asked]:
        if self._whims.random() < self._habits.sleepy:
            return
        if deal.stage == "promise":
            promise = seed_promise(deal.deal.encode(), self._seed).hex()
            yield want.Promise(deal.deal, promise)
        else:
            yield want.Seed(deal.deal, self._seed.hex())

    def _play(self, latest: Update, hand: HandView) -> Iterator[wire.Asked]:
        whims = self._whims
        if hand.over:
            yield from self._look_back(latest.view, hand)
            yield want.Next()
        elif hand.legal is not None and whims.random() < self._habits.restless:
            yield want.MoreTime()
        elif hand.legal is not None and whims.random() >= self._habits.sleepy:
            yield self._decide(latest.n, hand.legal)
            if whims.random() < self._habits.rash / 20:
                yield want.Doubt(f"{latest.view.table}/{hand.number}", "order")

    def _look_back(self, view: TableView, hand: HandView) -> Iterator[wire.Asked]:
        """Show some of one's cards after a hand, and open what did not come."""
        whims = self._whims
        if whims.random() < 2 * self._habits.restless:
            mine = next((seat for seat in hand.seats if seat.chair == view.you.chair), None)
            if mine is not None and mine.down:
                yield want.Reveal(cards=tuple(mine.down[: whims.randint(1, len(mine.down))]))
        if whims.random() < self._habits.restless + view.customs.rabbit * 0.1:
            yield want.Rabbit()

    def _decide(self, n: int, legal: LegalView) -> want.Act:
        whims, habits = self._whims, self._habits
        if legal.show or legal.muck:
            return want.Act(n, whims.choice(("show", "muck")))
        if legal.buy or legal.take_down:
            return want.Act(n, whims.choice(("buy", "down")), None, legal.price)
        if legal.raise_low and whims.random() < habits.bold:
            to = whims.choice((legal.raise_low, legal.raise_high))
            return want.Act(n, "raise", to, to)
        if legal.check:
            return want.Act(n, "check")
        if whims.random() < habits.faint:
            return want.Act(n, "fold")
        return want.Act(n, "call", None, legal.to_call)

    def _nonsense(self, latest: Update) -> wire.Asked:
        """Return a wish that may be out of turn, illegal or about something long gone."""
        whims = self._whims
        n = max(0, latest.n - whims.choice((0, 0, 1, 7)))
        deal = f"{latest.view.table}/{whims.randrange(9)}"
        if latest.view.deal is not None:
            deal = latest.view.deal.deal
        act = want.Act(n, whims.choice(ACTIONS), whims.choice((None, 0, 4, 10**15)))
        return whims.choice(
            (
                act,
                act,
                act,
                want.Announce(whims.choice(("holdem", "chess")), whims.choice(SETTINGS)),
                want.Promise(deal, self._seed.hex()),
                want.Seed(deal, bytes(32).hex()),
                want.Doubt(deal, "chain"),
                want.Next(),
                want.Sit("", whims.randrange(9)),
                want.Reveal(cards=(whims.choice(("As", "2c")),)),
                want.Rabbit(),
                want.Approve(person="nobody"),
                want.Refuse(person="nobody"),
                want.Kick(chair=whims.randrange(9)),
                want.HandOver(chair=whims.randrange(9)),
            )
        )
