"""Hands looked at again: what a replay shows, to whom, and what it never shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from table.kit import HURRIED, SILENT, Person, after_hands, in_a_loop, join, running
from table.test_views import GAMES, SETTINGS, any_way, cards_in

from wildrank.errors import TableError
from wildrank.games import GameCall
from wildrank.referee.events import Folded
from wildrank.table import MemoryLog
from wildrank.table import events as ev
from wildrank.table import wishes as want
from wildrank.table.config import BuyIn, Customs
from wildrank.table.past import archive
from wildrank.table.past.archive import Archive
from wildrank.table.past.history import Frame, History, Rows, frames, hand_lines, played, replay_of
from wildrank.table.past.nights import night_of
from wildrank.table.state import opened

NOBODY = msgspec.structs.replace(HURRIED, needs_people=False)


async def history_of(log: MemoryLog) -> History:
    """Return the history of the test's table."""
    history = History(opened(9))
    history.follow(await log.read("test"))
    return history


async def rows_of(log: MemoryLog, history: History, number: int) -> Rows:
    """Return the records of one hand and all later ones."""
    return await log.read("test", history.find(number).before.n)


def plain(hand: Any) -> dict[str, Any]:  # noqa: ANN401 - the view of a hand
    """Return what was seen of a hand, but for what could be done then and the clock."""
    fields: dict[str, Any] = msgspec.to_builtins(hand) | {"legal": None}
    if fields["turn"]:
        fields["turn"] |= {"seconds": None, "limit": None, "bank": None}
    return fields


async def evening(game: str, hands: int, log: MemoryLog) -> list[Person]:
    """Let two people and bots play some hands, before somebody who watches."""
    house = any_way(11)
    house.calls = [GameCall(game, settings) for settings in SETTINGS * 12]
    async with running(house, HURRIED, log=log, call_s=0.0, choose_s=0.0, **SILENT) as table:
        people = [await join(table, "ann", "Ann"), await join(table, "bob", "Bob")]
        people.append(await join(table, "spy"))
        await after_hands(table, hands)
    return people


@pytest.mark.parametrize("game", GAMES)
@in_a_loop
async def test_a_replay_shows_what_its_viewer_was_shown(game: str) -> None:
    """Each frame is what the viewer was told live then, and has no card not told by then."""
    log = MemoryLog()
    people = await evening(game, 12, log)
    history = await history_of(log)
    assert len(history.hands) >= 11
    compared = 0
    for person in people:
        live = {update.n: update for update in person.updates}
        for number, past in history.hands.items():
            known: set[str] = set()
            rows = await rows_of(log, history, number)
            updates = iter(person.updates)
            for frame in frames("test", past, rows, person.player):
                n = frame.view.n
                for update in updates:
                    if update.n > past.before.n:
                        known |= cards_in(msgspec.json.encode(update))
                    if update.n >= n:
                        break
                assert cards_in(msgspec.json.encode(frame)) <= known
                if n in live and live[n].view.hand is not None:
                    assert plain(frame.view.hand) == plain(live[n].view.hand)
                    compared += 1
    assert compared > 100


async def mucked(log: MemoryLog) -> None:
    """Play a hand in which Ann shows aces and Bob, beaten with 7d 2c, mucks."""
    deck = "2c As 7d Ad  Kh 3d 8s Jc Qh"
    async with running(log=log, bots=0, deck=deck, choose_s=0.05) as table:
        ann, bob = await join(table, "ann", "Ann"), await join(table, "bob", "Bob")
        await table.ask("ann", want.Announce("holdem", {"burns": "false", "heads-up": "left"}))
        for street in range(4):
            await bob.go_along()
            if street < 3:
                await ann.go_along()
        await ann.my_turn()
        await ann.act("raise", to=ann.legal.raise_low)
        with pytest.raises(TableError):
            (await history_of(log)).find(1)  # it is still being played
        await bob.go_along()
        await ann.until(lambda update: bool(update.view.hand and update.view.hand.over))


@in_a_loop
async def test_a_mucked_hand_stays_its_owners() -> None:
    """The loser's mucked cards are in the loser's replay alone; a spectator gets nobody's."""
    log = MemoryLog()
    await mucked(log)
    history = await history_of(log)
    rows = list(await rows_of(log, history, 1))
    told = {
        viewer: cards_in(msgspec.json.encode(replay_of("t", history.find(1), rows, viewer)))
        for viewer in ("ann", "bob", "spy")
    }
    board, shown, hidden = {"Kh", "3d", "8s", "Jc", "Qh"}, {"As", "Ad"}, {"2c", "7d"}
    assert told == {
        "ann": board | shown,
        "bob": board | shown | hidden,
        "spy": board | shown,
    }


@in_a_loop
async def test_cards_are_told_when_they_were_and_not_before() -> None:
    """A spectator sees a shown hand from its showing on, and the board street by street."""
    log = MemoryLog()
    await mucked(log)
    history = await history_of(log)
    found = list(frames("t", history.find(1), await rows_of(log, history, 1), "spy"))
    boards = [len(frame.view.hand.board) for frame in found if frame.view.hand]
    assert boards == sorted(boards)
    assert set(boards) == {0, 3, 4, 5}
    shows = [what(frame) for frame in found].index(["shown"])
    for place, frame in enumerate(found):
        assert frame.view.hand
        ann = next(seat for seat in frame.view.hand.seats if seat.chair == 0)
        assert (ann.down == ["As", "Ad"]) == (place >= shows)
    assert what(found[0])[-1] == "announced"
    assert what(found[1]) == ["street", "posted", "posted"]
    assert set(what(found[2])) == {"hole"}
    assert what(found[-1])[-1] == "ended"


def what(frame: Frame) -> list[str]:
    """Return what happens in a frame."""
    return [event["what"] for event in frame.events]


@in_a_loop
async def test_the_list_of_hands_tells_each_asker_their_own_result() -> None:
    """The newest hand stands first; who was not in a hand has no result in it."""
    log = MemoryLog()
    await mucked(log)
    hands = (await history_of(log)).hands
    blind, bet = 2, 4
    for viewer, net in (("ann", blind + bet), ("bob", -blind - bet), ("spy", None)):
        (line,) = hand_lines(hands, viewer)
        assert line.net == net
        assert (line.number, line.game, line.name) == (1, "holdem", "Texas Hold'em")
        assert (line.dealer, line.pot, line.winners) == ("Ann", 2 * (blind + bet), ("Ann",))


@in_a_loop
async def test_a_list_of_hands_has_an_end() -> None:
    """The newest are told, at most so many; all are had by asking for those before the last."""
    log = MemoryLog()
    await mucked(log)
    hand = (await history_of(log)).find(1)
    hands = {n: hand._replace(number=n) for n in range(1, 251) if n != 77}  # one is unknown

    def told(after: int = 0, before: int | None = None) -> list[int]:
        return [line.number for line in hand_lines(hands, "ann", after, before)]

    assert told() == list(range(250, 150, -1))
    assert told(before=151) == [*range(150, 77, -1), *range(76, 49, -1)]
    assert told(before=50) == list(range(49, 0, -1))
    assert told(after=247) == [250, 249, 248]
    assert told(after=100) == list(range(250, 150, -1))
    assert told(after=74, before=79) == [78, 76, 75]
    assert told(after=250) == told(before=1) == told(before=0) == told(9, 3) == []


class CountedLog(MemoryLog):
    """A log that notes from where on, and how much at once, it is read."""

    def __init__(self) -> None:
        """Start unread."""
        super().__init__()
        self.reads: list[tuple[str, int, int]] = []

    async def read(
        self, table: str, after: int = 0, until: int | None = None
    ) -> Sequence[tuple[int, bytes]]:
        """Return the records, and note it."""
        rows = await super().read(table, after, until)
        self.reads.append((table, after, len(rows)))
        return rows


@in_a_loop
async def test_the_past_in_memory_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Too much of it, and what was not asked for lately is forgotten; none is read in one go."""
    log = CountedLog()
    await evening("holdem", 6, log)
    whole = await history_of(log)
    rows = [row for _, row in await log.read("test")]
    for name in "abc":
        await log.open_table(name, msgspec.json.encode(HURRIED))
        await log.append(name, 1, rows)
    monkeypatch.setattr(archive, "AT_ONCE", 50)
    monkeypatch.setattr(archive, "MOST_KEPT", 2 * whole.size)
    past = Archive(log)
    for asked, read in (("a", "a"), ("b", "b"), ("a", ""), ("c", "c"), ("a", ""), ("b", "b")):
        log.reads.clear()
        found = await past.history(asked)
        assert (found.table, found.hands.keys()) == (whole.table, whole.hands.keys())
        assert found.accounts.entries == whole.accounts.entries
        fresh = [table for table, after, _ in log.reads if not after]
        assert fresh == list(read)
        assert max(count for _, _, count in log.reads) <= 50
    monkeypatch.setattr(archive, "MOST_KEPT", 1)  # then the last is still kept
    await past.history("a")
    log.reads.clear()
    await past.history("a")
    assert log.reads == [("a", len(rows), 0)]


@in_a_loop
async def test_a_hand_that_was_called_off_is_kept_with_its_reason() -> None:
    """It has a reason, no pot and no results, and its frames end with the calling off."""
    log = MemoryLog()
    async with running(log=log, bots=0) as table:
        ann, _bob = await join(table, "ann", "Ann"), await join(table, "bob", "Bob")
        await table.ask("ann", want.Announce("reach-around"))
        await ann.until(lambda u: bool(u.view.hand and any(s.down for s in u.view.hand.seats)))
        assert table.state.hand
        assert table.state.hand.deal
        for player in ("ann", "bob"):
            await table.ask(player, want.Doubt(table.state.hand.deal.name, "opening"))
    history = await history_of(log)
    (line,) = hand_lines(history.hands, "ann")
    assert (line.net, line.pot, line.winners) == (0, 0, ())
    assert "does not check" in line.void
    assert night_of("t", history, "ann", still=True) is None
    found = list(frames("t", history.find(1), await rows_of(log, history, 1), "ann"))
    assert what(found[-1])[-1] == "void"


@in_a_loop
async def test_reading_on_gives_what_reading_all_at_once_gives() -> None:
    """A history that follows a log record by record is the one that reads it whole."""
    log = MemoryLog()
    async with running(config=NOBODY, log=log, bots=4) as table:
        await after_hands(table, 6)
    whole, bit_by_bit = await history_of(log), History(opened(9))
    for row in await log.read("test"):
        bit_by_bit.follow([row])
    assert bit_by_bit.hands == whole.hands
    assert bit_by_bit.accounts.entries == whole.accounts.entries
    for number, past in whole.hands.items():
        hand = played(past, await rows_of(log, whole, number))
        assert hand.over
        assert hand.number == number


@in_a_loop
async def test_a_record_that_makes_no_sense_spoils_its_own_hand_alone() -> None:
    """The hand it belongs to is called off, as at the table; those before and after are whole."""
    log = MemoryLog()
    async with running(config=NOBODY, log=log, bots=4) as table:
        await after_hands(table, 3)
    rows = list(await log.read("test"))
    history = History(opened(9))
    history.follow(rows)
    spoiled = history.find(1).before.n + 1
    ends = [n for n, row in rows if isinstance(ev.decode(row).event, ev.TableCleared)]
    nonsense = [*rows[:spoiled], (spoiled + 1, ev.encode(ev.Record(0, Folded(77))))]
    nonsense += [(spoiled + 2, ev.encode(ev.Record(0, ev.Voided("the hand could not go on"))))]
    nonsense += [row for row in rows if row[0] >= ends[0]]
    again = History(opened(9))
    again.follow(nonsense)
    assert again.find(1).void == "the hand could not go on"
    assert again.find(2).pot == history.find(2).pot
    assert not list(frames("t", again.find(1), nonsense[again.find(1).before.n :], "spy"))


@in_a_loop
async def test_cards_shown_after_a_hand_stand_at_its_end() -> None:
    """What somebody shows later is in the last moment of all replays, and in none before."""
    log = MemoryLog()
    deck = "2c As 7d Ad  Kh 3d 8s Jc Qh"
    async with running(log=log, bots=0, deck=deck, choose_s=0.05) as table:
        ann, bob = await join(table, "ann", "Ann"), await join(table, "bob", "Bob")
        await table.ask("ann", want.Announce("holdem", {"burns": "false"}))
        await ann.until(lambda update: bool(update.view.hand and update.view.hand.turn))
        loser = ann if await waited_for(ann) else bob
        await loser.act("fold")
        cards = [card for seat in loser.hand.seats for card in seat.down if card != "??"]
        await table.ask(loser.player, want.Reveal(cards=(cards[0],)))
    history = await history_of(log)
    rows = await rows_of(log, history, 1)
    *before, last = list(frames("t", history.find(1), rows, "spy"))
    assert cards[0] in cards_in(msgspec.json.encode(last))
    assert not set(cards) & cards_in(msgspec.json.encode(before))
    assert cards[1] not in cards_in(msgspec.json.encode(last))


async def waited_for(person: Person) -> bool:
    """Whether a hand waits for somebody, once it waits for a decision."""
    await person.until(
        lambda u: bool(u.view.hand and u.view.hand.turn and u.view.hand.turn.kind == "act")
    )
    return person.hand.legal is not None


@in_a_loop
async def test_a_past_that_is_looked_at_does_not_grow_meanwhile() -> None:
    """It is read on by a thread: whoever asked before goes on with what was known then."""
    log = MemoryLog()
    config = msgspec.structs.replace(
        HURRIED, customs=Customs(buy_in=BuyIn.about(60)), bots=2, needs_people=False
    )
    await log.open_table("test", msgspec.json.encode(config))
    archive = Archive(log)
    async with running(config=config, log=log) as table:
        await after_hands(table, 3)
        early = await archive.history("test")
        seen = len(early.hands), len(early.accounts.entries), early.table
        await join(table, "ann", "Ann")
        await table.ask("ann", want.SitOut(when="hand"))
        await after_hands(table, table.state.hands + 3)
        late = await archive.history("test")
    assert (len(early.hands), len(early.accounts.entries), early.table) == seen
    assert len(late.hands) > len(early.hands)
    assert len(late.accounts.entries) > len(early.accounts.entries)
    assert late.table.customs == config.customs
