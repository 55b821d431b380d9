"""The page's own program takes part in deals, checks them, and finds every kind of cheating."""

from __future__ import annotations

import asyncio
import json
import subprocess
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from table.kit import PATIENT, in_a_loop, running
from web.browser import HERE, NODE, SCRIPTS, Browser, browsing, needs_node

from wildrank.fair import Commitment, read_receipts, verify, verify_all
from wildrank.fair.receipt import deck_name
from wildrank.games import games
from wildrank.referee import Deal, DealCards
from wildrank.table import events as ev
from wildrank.table import steps
from wildrank.table import wishes as want
from wildrank.table.deal import fresh_decks
from wildrank.table.state import TableHand
from wildrank.table.telling.proofs import receipt_of

pytestmark = needs_node
WAIT = 20.0  # long, so that nothing but the seeds lets a deal go on
GAMES = [game.slug for game in games()]


def test_the_pages_sums_are_those_of_the_vectors() -> None:
    """SHA-256, HMAC, promises, orders and commitments in JavaScript give the shared vectors."""
    assert NODE is not None
    vectors = HERE.parent / "fair" / "vectors.json"
    fair = SCRIPTS / "fair"
    words = [HERE / "vectors.mjs", fair / "fair.mjs", fair / "sha256.mjs", vectors]
    done = subprocess.run(
        [NODE, *map(str, words)], capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stdout) == (0, "all vectors hold\n"), done.stderr


@pytest.mark.parametrize("game", GAMES)
@in_a_loop
async def test_a_hand_is_proved_to_each_page(game: str) -> None:
    """Two people: both seeds are in, all cards check, and the receipts hold."""
    async with (
        running(config=PATIENT, bots=0, seed_s=WAIT) as table,
        browsing(table, "spy") as spy,
        browsing(table, "ann", "Ann") as ann,
        browsing(table, "bob", "Bob") as bob,
    ):
        await table.ask("ann", want.Announce(game, {"showdown": "each"}))
        await asyncio.gather(ann.play_out(), bob.play_out())
        for page in (ann, bob, spy):
            await page.until(lambda update: bool(update.view.hand and update.view.hand.over))
            await page.caught_up()
        proofs = [page.standing["proof"] for page in (ann, bob, spy) if page.standing]
        assert proofs == ["own", "own", "others"]
        hand = table.state.hand
        assert hand is not None
        for page in (ann, bob, spy):
            assert not page.refused
            told = json.dumps(page.receipts)
            receipt = read_receipts(told)[0]
            assert receipt == receipt_of(hand, page.player)
            verdict = verify(receipt)
            assert verdict.proof == ("seeds of others" if page is spy else "own seed")
            assert verdict.seeds == (0, 1)
            assert verdict.record == table.state.record


@in_a_loop
async def test_cards_opened_after_the_hand_are_proved() -> None:
    """A card shown after the hand and the rest of the board check in each page and receipt."""
    async with (
        running(config=PATIENT, bots=0, seed_s=WAIT) as table,
        browsing(table, "spy") as spy,
        browsing(table, "ann", "Ann") as ann,
        browsing(table, "bob", "Bob") as bob,
    ):
        customs = msgspec.structs.replace(table.state.customs, rabbit=True)
        await table._append([ev.CustomsChanged(customs)])
        await table.ask("ann", want.Announce("holdem"))
        await ann.my_turn()
        await ann.act("fold")
        for page in (ann, bob, spy):
            await page.until(lambda update: bool(update.view.hand and update.view.hand.over))
        record = table.state.record
        hand = table.state.hand
        assert hand is not None
        assert hand.state is not None
        await table.ask("bob", want.Rabbit())
        await table.ask("ann", want.Reveal((str(hand.state.down[0][1]),)))
        for page in (ann, bob, spy):
            await page.until(lambda update: update.n == table.state.n)
            await page.caught_up()
            assert page.standing is not None
            assert page.standing["fault"] == ""
            receipt = read_receipts(json.dumps(page.receipts))[0]
            hand = table.state.hand
            assert hand is not None
            assert receipt == receipt_of(hand, page.player)
            assert receipt.later is not None
            assert len(receipt.later.openings) == 5 + 1
            assert verify(receipt).record == record


Frame = dict[str, Any]


def events_of(frame: Frame, what: str) -> list[Frame]:
    """Return the events of a kind in a frame."""
    return [event for event in frame["events"] if event["what"] == what]


def other_root(frame: Frame) -> None:
    """Promise other decks than those that are dealt."""
    for event in events_of(frame, "roots"):
        event["roots"] = ["5a" * 32, "a5" * 32]


def no_root(frame: Frame) -> None:
    """Promise nothing."""
    for event in events_of(frame, "roots"):
        event["roots"] = ["", ""]


def other_past(frame: Frame) -> None:
    """Leave out or change what went before."""
    for event in events_of(frame, "roots"):
        event["previous"] = "5a" * 32


def other_seed(frame: Frame) -> None:
    """Say that Bob sent another seed."""
    for event in events_of(frame, "seeds-opened"):
        event["seeds"]["1"] = "5a" * 32


def lost_seed(frame: Frame) -> None:
    """Leave out a seed without saying so."""
    for event in events_of(frame, "seeds-opened"):
        event["seeds"].pop("1", None)


def other_pick(frame: Frame) -> None:
    """Play the deck that the seeds did not pick."""
    for event in events_of(frame, "seeds-opened"):
        event["picked"] = 1 - event["picked"]


def bad_other(frame: Frame) -> None:
    """Open a deck with a card twice."""
    for event in events_of(frame, "seeds-opened"):
        event["other"]["cards"][0] = event["other"]["cards"][1]


def swapped_other(frame: Frame) -> None:
    """Open a whole deck that is not the promised one."""
    for event in events_of(frame, "seeds-opened"):
        event["other"]["cards"].reverse()


def other_card(frame: Frame) -> None:
    """Deal another card than was promised, with the opening of the right one."""
    for event in events_of(frame, "hole"):
        if "??" not in event["cards"]:
            event["cards"][0] = "As" if event["cards"][0] != "As" else "Ks"


def other_opening(frame: Frame) -> None:
    """Deal another card, and say that its opening is right."""
    for event in events_of(frame, "hole"):
        for opening in event.get("openings", ())[:1]:
            opening["card"] = 51 if opening["card"] != 51 else 47
            event["cards"][0] = "As" if opening["card"] == 51 else "Ks"


def no_opening(frame: Frame) -> None:
    """Deal without a proof."""
    for event in events_of(frame, "hole"):
        event.pop("openings", None)


def other_turn(frame: Frame) -> None:
    """Let somebody else have the first card."""
    for event in events_of(frame, "hole"):
        if "dealing" in event:
            event["dealing"]["chairs"].reverse()


def burned(frame: Frame) -> None:
    """Skip a card that would have been somebody's."""
    for event in events_of(frame, "hole"):
        if "dealing" in event:
            event["dealing"]["burn"] = 1


def other_view(frame: Frame) -> None:
    """Show other cards on the page than were dealt."""
    hand = frame["view"]["hand"]
    for seat in hand["seats"] if hand else ():
        if seat["chair"] == 0 and seat["down"]:
            seat["down"][0] = "As" if seat["down"][0] != "As" else "Ks"


def other_button(frame: Frame) -> None:
    """Move the button once the order is known."""
    for event in events_of(frame, "announced"):
        event["button"] = 1


CHEATS: dict[Callable[[Frame], None], str] = {
    other_root: "other-deck",
    no_root: "promise",
    other_past: "chain",
    other_seed: "seeds",
    lost_seed: "seeds",
    other_pick: "order",
    bad_other: "other-deck",
    swapped_other: "other-deck",
    other_card: "opening",
    other_opening: "opening",
    no_opening: "opening",
    other_turn: "order",
    burned: "order",
    other_view: "opening",
    other_button: "order",
}


@pytest.mark.parametrize("cheat", CHEATS, ids=lambda cheat: cheat.__name__)
@in_a_loop
async def test_every_cheat_on_the_way_is_found_and_told(cheat: Callable[[Frame], None]) -> None:
    """Whatever is changed on the way to Ann's page, it finds it, and all see that it did.

    The server's log is right, so Ann's word stops the hand only until the host lets it go on.
    """
    async with (
        running(config=PATIENT, bots=0, seed_s=WAIT) as table,
        browsing(table, "ann", "Ann") as ann,
        browsing(table, "bob", "Bob") as bob,
    ):
        ann.change = cheat
        await table.ask("ann", want.Announce("holdem"))
        await bob.until(lambda _update: bool(doubts_in(bob)))
        assert doubts_in(bob) == [(0, CHEATS[cheat], False)]
        assert table.state.hosting.paused
        await table.ask("ann", want.Pause(paused=False))
        await asyncio.gather(ann.play_out(), bob.play_out())
        await ann.caught_up()
        await bob.caught_up()
        assert doubts_in(bob) == [(0, CHEATS[cheat], False)]
        assert ann.standing is not None
        assert (ann.standing["fault"], ann.standing["proof"]) == (CHEATS[cheat], "fault")
        assert bob.standing is not None
        assert bob.standing["fault"] == ""
        assert table.state.hand is not None
        assert not table.state.hand.voided
        assert [receipt["public"]["hand"] for receipt in ann.receipts] == ["test/1"]


def doubts_in(page: Browser) -> list[tuple[int, str, bool]]:
    """Return whose browser doubted what, and whether with ground."""
    told = [event for event in page.events if event["what"] == "doubted"]
    return [(event["chair"], event["reason"], event["founded"]) for event in told]


def twice(hand: str) -> tuple[Commitment, Commitment]:
    """Promise two decks in which a card is twice."""
    first, second = (Commitment.of(deck_name(hand, number), (0, *range(51))) for number in (0, 1))
    return first, second


def unlike(hand: str) -> tuple[Commitment, Commitment]:
    """Deal from other decks than those that are promised."""
    first, second = fresh_decks(hand)
    promised = fresh_decks(hand)
    return (
        first._replace(leaves=promised[0].leaves),
        second._replace(leaves=promised[1].leaves),
    )


def from_below(hand: TableHand, deal: Deal) -> DealCards:
    """Deal from the bottom of the deck."""
    return DealCards(hand.deck[-deal.count :])


@pytest.mark.parametrize("cheat", ["twice", "unlike", "from-below"])
@in_a_loop
async def test_a_server_that_cheats_in_its_log_stops_the_hand(
    cheat: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pages find it; the server's own check does too, and every chip goes back."""
    if cheat == "from-below":
        monkeypatch.setattr(steps, "dealt", from_below)
    decks = {"twice": twice, "unlike": unlike}.get(cheat, fresh_decks)

    async with (
        running(config=PATIENT, bots=0, seed_s=WAIT, decks=decks) as table,
        browsing(table, "ann", "Ann") as ann,
        browsing(table, "bob", "Bob") as bob,
    ):
        await table.ask("ann", want.Announce("holdem"))
        await bob.until(lambda update: update.view.phase == "showdown")
        (doubt,) = doubts_in(bob)
        assert doubt[1:] == ("order" if cheat == "from-below" else "other-deck", True)
        assert [chair.stack for chair in bob.now.view.chairs if chair.name] == [200, 200]
        assert table.state.hand is not None
        assert table.state.hand.voided
        await ann.caught_up()


@in_a_loop
async def test_a_promise_that_is_not_ours_gets_no_seed() -> None:
    """A page whose promise was replaced or came too late keeps its seed, and is not deceived."""
    async with (
        running(config=PATIENT, bots=0, seed_s=2.0) as table,
        browsing(table, "ann", "Ann") as ann,
        browsing(table, "bob", "Bob") as bob,
    ):

        def replaced(frame: Frame) -> None:
            for event in events_of(frame, "seeds-promised"):
                event["promises"]["0"] = "5a" * 32

        ann.change = replaced
        await table.ask("ann", want.Announce("holdem"))
        await bob.until(lambda update: bool(update.view.hand))
        await ann.caught_up()
        await bob.caught_up()
        assert [message["type"] for message in ann.sent][:1] == ["promise"]
        assert "seed" not in [message["type"] for message in ann.sent]
        assert bob.standing is not None
        assert bob.standing["proof"] == "own"


@in_a_loop
async def test_a_page_that_is_loaded_again_goes_on_with_its_seed() -> None:
    """Reloading between promise and seed keeps the seed; the deal is proved all the same."""
    async with (
        running(config=PATIENT, bots=0, seed_s=WAIT) as table,
        browsing(table, "ann", "Ann") as ann,
        browsing(table, "bob", "Bob") as bob,
    ):
        whole: list[Frame] = []

        def loaded_again(frame: Frame) -> None:
            """Let the page begin anew with this frame and all events so far."""
            whole.extend(json.loads(json.dumps(frame["events"])))
            if events_of(frame, "seeds-promised"):
                bob.line.put_nowait({"type": "reload"})
                frame["events"] = whole

        bob.change = loaded_again
        await table.ask("ann", want.Announce("reach-around"))
        await bob.until(lambda update: bool(update.view.hand and update.view.hand.seats))
        await asyncio.gather(ann.play_out(), bob.play_out())
        for page in (ann, bob):
            await page.caught_up()
            assert page.standing is not None
            assert page.standing["proof"] == "own"


@in_a_loop
async def test_receipts_of_a_session_are_a_chain() -> None:
    """Hand after hand the page keeps receipts that name each other, the server's and its own."""
    async with (
        running(config=PATIENT, bots=0, seed_s=WAIT) as table,
        browsing(table, "ann", "Ann") as ann,
        browsing(table, "bob", "Bob") as bob,
    ):
        for number, caller in enumerate(("ann", "bob", "ann"), 1):
            await table.ask(caller, want.Announce(GAMES[number % len(GAMES)]))
            for page in (ann, bob):
                await page.until(
                    lambda update: bool(update.view.hand and update.view.hand.seats[0].down)
                )
            await asyncio.gather(ann.play_out(), bob.play_out())
            await table.ask("ann", want.Next())
            await table.ask("bob", want.Next())
            await ann.until(lambda update: update.view.calling is not None)
        for page in (ann, bob):
            await page.caught_up()
            verdicts = verify_all(read_receipts(json.dumps(page.receipts)))
            assert [verdict.hand for verdict in verdicts] == ["test/1", "test/2", "test/3"]
            assert {verdict.proof for verdict in verdicts} == {"own seed"}
