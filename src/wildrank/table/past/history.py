"""The hands of a table that are over, from its log: the list, and each to be looked at again.

What a replay shows is made by `wildrank.table.telling.views` from the table as it was after each
event, so nobody sees in it what could not be seen at that moment. Pure. Start reading at
`History`, then `frames`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

import msgspec

from wildrank.errors import TableError
from wildrank.games import load_game
from wildrank.referee import events as hand_events
from wildrank.table import events as ev
from wildrank.table.fold import fold, without_cards
from wildrank.table.past.ledger import Accounts
from wildrank.table.state import TableHand, TableState, replace
from wildrank.table.telling.events import log_event, told_of
from wildrank.table.telling.moment import Moment
from wildrank.table.telling.shapes import CalledView, TableView
from wildrank.table.telling.views import table_view

Rows = Iterable[tuple[int, bytes]]
MOST_LINES: Final = 100  # of a list of hands
_TOGETHER: Final = (hand_events.Posted, hand_events.HoleDealt)  # a run of them is one frame


class PastHand(NamedTuple):
    """A hand that is over.

    Attributes:
        number: Hands of this table, from 1.
        game: What was played.
        at: When it ended, in ms since 1970.
        dealer: The name of who dealt it.
        pot: Chips awarded, 0 for a hand that was called off.
        void: Why it was called off, empty for one played to its end.
        nets: What each player won or lost.
        winners: The names of those who won something.
        before: The table before the first event of the hand.
    """

    number: int
    game: str
    at: int
    dealer: str
    pot: int
    void: str
    nets: Mapping[str, int]
    winners: tuple[str, ...]
    before: TableState


class HandLine(msgspec.Struct, frozen=True):
    """A hand in the list of them, as one client may see it; ``net`` is the client's own."""

    number: int
    game: str
    name: str
    dealer: str
    at: int
    pot: int
    net: int | None
    winners: tuple[str, ...]
    void: str


class Frame(msgspec.Struct, frozen=True):
    """A moment of a replay: the table as the viewer saw it, and what had just happened."""

    view: TableView
    events: list[dict[str, Any]]


class Replay(msgspec.Struct, frozen=True):
    """A hand to be looked at again, as one client may see it."""

    number: int
    game: str
    called: CalledView | None
    frames: list[Frame]


class History:
    """The hands and the accounts of one table, gathered from its log as the log grows.

    Attributes:
        table: The table after the last record read.
        hands: The hands that are over, by number.
        accounts: Who brought and took how many chips.
    """

    def __init__(self, table: TableState) -> None:
        """Start with a table before the first record of its log."""
        self.table = table
        self.hands: dict[int, PastHand] = {}
        self.accounts = Accounts()
        self._before = self.table

    @property
    def size(self) -> int:
        """How many things are remembered: hands, people, and chips that came or left."""
        accounts = self.accounts
        return len(self.hands) + len(accounts.people) + len(accounts.entries)

    def copied(self) -> History:
        """Return the same past, to read on in while this one stays as it is."""
        other = History(self.table)
        other.hands = dict(self.hands)
        other.accounts = self.accounts.copied()
        other._before = self._before
        return other

    def follow(self, rows: Rows) -> None:
        """Read on in the log.

        Args:
            rows: The records after the last one read.

        Raises:
            StoreError: If one of them is no record.
        """
        for n, row in rows:
            record = ev.decode(row)
            before, self.table = self.table, _followed(self.table, n, record.event)
            self.accounts.follow(before, self.table, record)
            if self.table.hands != before.hands:
                self._before = before
            elif isinstance(record.event, hand_events.HandEnded | ev.Voided) and before.hand:
                past = _past(self.table, record.at, self._before)
                if past is not None:
                    self.hands[past.number] = past

    def find(self, number: int) -> PastHand:
        """Return a hand that is over.

        Raises:
            TableError: If there is none of that number, or it is still being played.
        """
        if number not in self.hands:
            known = f"1 to {max(self.hands)}" if self.hands else "none yet"
            msg = f"there is no hand {number} here that is over; there are {known}"
            raise TableError(msg, code="hand/unknown")
        return self.hands[number]


def _followed(table: TableState, n: int, event: ev.TableEvent) -> TableState:
    """Return the table after an event; a hand that cannot be followed is left without a state."""
    try:
        return fold(table, n, event)
    except Exception:  # noqa: BLE001 - whatever it is, the table called such a hand off
        return without_cards(table, n)


def _past(table: TableState, at: int, before: TableState) -> PastHand | None:
    """Return the hand on the table, which is over now; None if its call is not known."""
    hand, called = table.hand, table.called
    if hand is None or called is None:
        return None
    nets = _nets(hand)
    return PastHand(
        number=hand.number,
        game=called.game,
        at=at,
        dealer=dict(zip(hand.chairs, hand.names, strict=True)).get(called.chair, ""),
        pot=0 if hand.voided else sum(award.amount for award in hand.awards),
        void=hand.reason,
        nets=nets,
        winners=tuple(
            name for name, player in zip(hand.names, hand.players, strict=True) if nets[player] > 0
        ),
        before=before,
    )


def _nets(hand: TableHand) -> dict[str, int]:
    """Return what each player of a hand won or lost; nothing where it was called off."""
    if hand.voided or hand.state is None or not hand.steps:
        return dict.fromkeys(hand.players, 0)
    stacks = zip(hand.state.stacks, hand.announced.stacks, strict=True)
    won = (now - start for now, start in stacks)
    return dict(zip(hand.players, won, strict=True))


def hand_lines(
    hands: Mapping[int, PastHand], player: str, after: int = 0, before: int | None = None
) -> list[HandLine]:
    """Return the list of hands as one client may see it, the newest `MOST_LINES` at most.

    Args:
        hands: The hands that are over, by number.
        player: Who looks.
        after: The number of a hand; only later ones are told.
        before: The number of another; only earlier ones are told.
    """
    numbers = sorted(hands, reverse=True)
    wanted = [n for n in numbers if after < n and (before is None or n < before)]
    return [
        HandLine(
            number=past.number,
            game=past.game,
            name=load_game(past.game).name,
            dealer=past.dealer,
            at=past.at,
            pot=past.pot,
            net=past.nets.get(player),
            winners=past.winners,
            void=past.void,
        )
        for past in map(hands.__getitem__, wanted[:MOST_LINES])
    ]


class _Instant(NamedTuple):
    """The table after an event of a hand."""

    table: TableState
    n: int
    event: ev.TableEvent


def _moments(past: PastHand, rows: Rows) -> Iterator[_Instant]:
    """Yield the table after each event from the first of a hand to the last before the next."""
    table = past.before
    for n, row in rows:
        event = ev.decode(row).event
        table = _followed(table, n, event)
        if table.hands != past.number or table.hand is None:
            return
        yield _Instant(table, n, event)


def played(past: PastHand, rows: Rows) -> TableHand:
    """Return a hand that is over, with all cards: for what is made for one viewer from it.

    Args:
        past: The hand.
        rows: The log from ``past.before.n`` on.

    Raises:
        TableError: If the log does not tell of it.
    """
    hand = None
    for moment in _moments(past, rows):
        hand = moment.table.hand
    if hand is None or not hand.over:
        msg = f"the log of hand {past.number} cannot be followed"
        raise TableError(msg, code="hand/unknown")
    return hand


def replay_of(name: str, past: PastHand, rows: Rows, player: str) -> Replay:
    """Return a hand that is over as one client saw it.

    Args:
        name: The table's name in its link.
        past: The hand.
        rows: The log from ``past.before.n`` on.
        player: Who looks; a stranger sees what spectators saw.
    """
    shown = list(frames(name, past, rows, player))
    called = shown[-1].view.called if shown else None
    return Replay(past.number, past.game, called, shown)


def frames(name: str, past: PastHand, rows: Rows, player: str) -> Iterator[Frame]:
    """Yield the moments of a replay; the arguments are those of `replay_of`.

    Forced bets are posted in one frame, cards dealt round in another, and whatever happens beside
    the hand is told with its next event.
    """
    events: list[dict[str, Any]] = []
    moments = list(_moments(past, rows))
    for moment, following in zip(moments, [*moments[1:], None], strict=True):
        told = log_event(told_of(moment.table, moment.n, moment.event), player)
        events += [told] if told is not None else []
        if _whole(moment, following):
            yield Frame(_seen(name, moment.table, player), events)
            events = []


def _whole(moment: _Instant, following: _Instant | None) -> bool:
    """Whether a frame ends with this event."""
    event = moment.event
    hand = moment.table.hand
    if hand is None or hand.state is None:
        return False
    if following is None:
        return True
    if not hand.steps or hand.steps[-1].n != moment.n:
        return isinstance(event, ev.Voided)
    joined = isinstance(event, _TOGETHER) and isinstance(following.event, type(event))
    return not joined and not isinstance(event, hand_events.StreetOpened)


def _seen(name: str, table: TableState, player: str) -> TableView:
    """Return the table as the viewer saw it then, with nothing to be done any longer."""
    hand = table.hand
    ready = () if hand is None else hand.chairs
    seen = table_view(name, table, player, Moment(ready=ready))
    seen = replace(seen, asking=[], you=replace(seen.you, invite=None))
    return seen if seen.hand is None else replace(seen, hand=replace(seen.hand, legal=None))
