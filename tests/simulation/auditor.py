"""Somebody who reads the log as it grows, and believes nothing else.

The auditor folds the records into a table of its own, keeps the books, and knows what each client
may have been told. Whatever does not fit is an `AssertionError`. Start reading at `Auditor.keep`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from wildrank.cards import Card
from wildrank.fair.receipt import DECK_SIZE
from wildrank.referee import State
from wildrank.referee import events as hand_events
from wildrank.table import Update
from wildrank.table import events as ev
from wildrank.table.fold import fold
from wildrank.table.hostevents import TableEnded
from wildrank.table.state import TableState, replace
from wildrank.table.telling.audience import _KEPT
from wildrank.table.telling.events import Told, log_event, told_of
from wildrank.table.telling.moment import Moment
from wildrank.table.telling.shapes import TableView
from wildrank.table.telling.views import table_view

EVERY: Final = 4
UNSEEN: Final = "??"


class Heard(NamedTuple):
    """What goes into an update besides the log.

    Attributes:
        table: The table's name.
        last: Number of the last event that is not to be told again.
        moment: Tells what is true now.
        called_as: The name the client goes by without a chair.
    """

    table: str
    last: int
    moment: Callable[[], Moment]
    called_as: str


class Auditor:
    """The books of one table, kept from its log alone.

    Attributes:
        lines: The records.
        hands: How many hands were played to their end.
        voided: How many were called off.
        granted: The wishes that made something happen, by player and id.
        brought: Chips brought to the table by all, less those that were taken away.
    """

    def __init__(self, table: TableState) -> None:
        """Start with the books of a table nobody has come to."""
        self.lines: list[bytes] = []
        self.hands = 0
        self.voided = 0
        self.brought = 0
        self.granted: set[tuple[str, str]] = set()
        self._checked = 0
        self._compared: TableState | None = None
        self._states = [table]
        self._told: list[Told] = []

    @property
    def state(self) -> TableState:
        """The table as the log has it now."""
        return self._states[-1]

    def at(self, n: int) -> TableState:
        """Return the table as it was after an event."""
        return self._states[n]

    def keep(self, n: int, records: Sequence[bytes]) -> None:
        """Read what was just appended, event by event."""
        assert n == self.state.n + 1, f"record {n} follows {self.state.n}"
        for number, line in enumerate(records, n):
            record = ev.decode(line)
            if record.id:
                wish = (record.by, record.id)
                assert wish not in self.granted, f"{wish} was granted twice"
                self.granted.add(wish)
            self.lines.append(line)
            self._book(record.event)
            self._states.append(fold(self.state, number, record.event))
            self._told.append(told_of(self.state, number, record.event))
        check_cards(self.state)
        self._check_chips()

    def _book(self, event: ev.TableEvent) -> None:
        """Note who brings chips to the table, and who takes them away."""
        if isinstance(event, ev.Sat):
            self.brought += event.stack
        elif isinstance(event, ev.Rebought):
            self.brought += event.amount
        elif isinstance(event, ev.Left):
            self.brought -= event.stack
        elif isinstance(event, hand_events.HandEnded):
            self.hands += 1
        elif isinstance(event, ev.Voided):
            self.voided += 1
        elif isinstance(event, TableEnded):
            assert not self.brought, "a table is over, and somebody's chips are still there"

    def _check_chips(self) -> None:
        """Check that every chip brought lies on the table, the pots included."""
        behind = sum(chair.stack for _, chair in self.state.seated())
        assert behind == self.brought, f"{self.brought} chips were brought, {behind} are there"
        hand = self.state.playing
        if hand is None or hand.state is None:
            return
        started = sum(
            chair.stack
            for number, chair in self.state.seated()
            if chair.player in hand.players and number in hand.chairs
        )
        there = sum(hand.state.stacks) + hand.state.pot
        assert there == started, f"the hand began with {started} chips and has {there}"

    def check(self, table: TableState, player: str, update: Update, heard: Heard) -> None:
        """Check what somebody is told against what the log says it may be told.

        Its events are compared each time, and the table they are told from; the whole view is
        worked out again from the log each `EVERY` time, or each time where there is time.

        Args:
            table: The table as the program has it.
            player: Who is told.
            update: What it is told.
            heard: What it knew, and what stands in no log.
        """
        assert update.n <= self.state.n, "somebody was told what is not in the log"
        read = self._states[update.n]
        assert player not in read.hosting.banned, "somebody who was sent away was told something"
        check_hidden(update.view, read, player)
        if table is not self._compared:
            assert newest(table) == newest(read), "the table is not what the log says"
            self._compared = table
        kept = max(heard.last, update.n - _KEPT)
        assert update.events == self.events(player, kept, update.n)
        assert update.gap == (kept > heard.last)
        self._checked += 1
        if self._checked % EVERY == 0 or table.hand is None or table.hand.over:
            seen = table_view(heard.table, read, player, heard.moment(), heard.called_as)
            assert update.view == seen

    def check_said(self, table: TableState, player: str) -> None:
        """Check that somebody may hear what is said."""
        banned = self._states[table.n].hosting.banned
        assert player not in banned, "somebody who was sent away heard something"

    def events(self, player: str, after: int, to: int) -> list[dict[str, Any]]:
        """Return the events after one and up to another, as somebody may see them."""
        seen = (log_event(told, player) for told in self._told[after:to])
        return [event for event in seen if event is not None]


def newest(table: TableState) -> TableState:
    """Return a table without the steps of its hand but the last: those before were compared."""
    hand = table.hand
    return table if hand is None else replace(table, hand=replace(hand, steps=hand.steps[-1:]))


def check_cards(table: TableState) -> None:
    """Check that no card is there twice, in the decks and on the table."""
    hand = table.hand
    if hand is None:
        return
    if hand.deal is not None and hand.state is None:
        for deck in hand.deal.decks:
            assert sorted(deck.cards) == list(range(DECK_SIZE))
    if hand.deck:
        assert len(set(hand.deck)) == len(hand.deck) == DECK_SIZE
    if hand.state is not None:
        out = cards_out(hand.state)
        assert len(set(out)) == len(out), f"a card is there twice: {out}"
        assert set(out) <= set(hand.deck)


def check_hidden(view: TableView, table: TableState, player: str) -> None:
    """Check that each downcard in a view is the viewer's own, or was turned up for everybody."""
    hand = table.hand
    if view.hand is None or hand is None or hand.state is None:
        return
    for place, seat in enumerate(view.hand.seats):
        if hand.players[place] == player or hand.state.shown[place]:
            continue
        shown = {str(card) for card in hand.revealed.get(place, ())}
        assert set(seat.down) <= shown | {UNSEEN}, f"{seat.down} of another was told"


def cards_out(state: State) -> list[Card]:
    """Return the cards of a hand that have left the deck."""
    return [*state.board, *(card for hole in (*state.down, *state.up) for card in hole)]
