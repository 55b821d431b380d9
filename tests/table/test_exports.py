"""A hand as a file: what other programs read is what was played, and no card too many."""

from __future__ import annotations

import tomllib

import pytest
from table.kit import HURRIED, after_hands, in_a_loop, join, running
from table.test_history import history_of, mucked, rows_of
from table.test_views import GAMES, SETTINGS, any_way, cards_in

from wildrank.cards import Card
from wildrank.errors import TableError
from wildrank.games import GameCall
from wildrank.histories import loads
from wildrank.table import MemoryLog
from wildrank.table.past.exports import phh_of
from wildrank.table.past.history import played
from wildrank.table.state import TableHand

BUYING = [*SETTINGS, {"buy-order": "secret"}, {"peek": "true"}]


async def some_hands(game: str, log: MemoryLog) -> list[TableHand]:
    """Let bots play some hands of a game, any way."""
    house = any_way(5)
    settings = BUYING if game == "reach-around" else SETTINGS
    house.calls = [GameCall(game, said) for said in settings * 10]
    async with running(house, HURRIED, log=log, bots=4, needs_people=False) as table:
        await after_hands(table, 14)
    history = await history_of(log)
    hands = history.hands.values()
    return [played(past, await rows_of(log, history, past.number)) for past in hands]


@pytest.mark.parametrize("game", GAMES)
@in_a_loop
async def test_a_file_tells_the_hand_that_was_played(game: str) -> None:
    """Read back by whoever asks for it, each hand ends with the stacks it had."""
    hands = await some_hands(game, MemoryLog())
    assert len(hands) >= 13
    for hand in hands:
        assert hand.state
        for viewer in (*hand.players, "spy"):
            text = phh_of("night", hand, viewer)
            known = loads(text)
            assert known.over
            assert known.stacks == hand.state.stacks
            assert known.state.board == hand.state.board
            about = tomllib.loads(text)
            assert (about["table"], about["hand"]) == ("night", hand.number)
            assert about["players"][-1] == hand.names[hand.state.button]


@pytest.mark.parametrize("game", GAMES)
@in_a_loop
async def test_a_file_has_the_cards_its_asker_may_know(game: str) -> None:
    """The asker's own cards, and those turned up or shown; of all others none."""
    hidden = 0
    for hand in await some_hands(game, MemoryLog()):
        assert hand.state
        for viewer in (*hand.players, "spy"):
            own = hand.seat_of(viewer)
            known: set[Card] = set(hand.state.board).union(*hand.state.up)
            secret: set[Card] = set()
            for seat, cards in enumerate(hand.state.down):
                seen = seat == own or hand.state.shown[seat]
                (known if seen else secret).update(cards)
            text = phh_of("night", hand, viewer).replace("'", '"')
            dealt = next(line for line in text.splitlines() if line.startswith("actions"))
            told = cards_in(spaced(dealt).encode())
            assert told == {str(card) for card in known}
            hidden += len(secret)
    assert hidden > 100


def spaced(line: str) -> str:
    """Return a line with its cards set apart: ``AhKh`` as ``Ah Kh``."""
    words = line.replace('"', " ").replace(",", " ").split()
    parts = (
        [word[at : at + 2] for at in range(0, len(word), 2)] if len(word) % 2 == 0 else [word]
        for word in words
    )
    return " ".join(piece for part in parts for piece in part)


@in_a_loop
async def test_a_loser_keeps_the_mucked_cards() -> None:
    """They stand in the loser's own file alone."""
    log = MemoryLog()
    await mucked(log)
    history = await history_of(log)
    hand = played(history.find(1), await rows_of(log, history, 1))
    for viewer, named in (("ann", False), ("bob", True), ("spy", False)):
        text = phh_of("night", hand, viewer)
        assert "AsAd" in text
        assert ("2c7d" in text) is named
        assert ("????" in text) is not named


@in_a_loop
async def test_any_name_can_be_read_back() -> None:
    """A file is TOML, whose strings have other escapes than those of JSON."""
    name = '😀 "\\ Zoë'
    async with running(bots=1) as table:
        ann = await join(table, "ann", name, 0)
        await ann.play_out()
        assert table.state.hand is not None
        text = phh_of("night", table.state.hand, "ann")
    assert name in tomllib.loads(text)["players"]


def test_a_hand_called_off_is_no_file() -> None:
    """Nobody may ever know the cards of it, so there is nothing to write."""
    hand = TableHand(number=3, chairs=(), players=(), names=(), voided=True)
    with pytest.raises(TableError, match="hand 3 was called off"):
        phh_of("night", hand, "ann")
