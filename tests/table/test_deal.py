"""The deal that everyone can check: promises before seeds, openings for whom they are, doubts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import msgspec
import pytest
from table.kit import PATIENT, Person, ToldBots, in_a_loop, join, kept, planted, running, stacked

from wildrank.cards import DECK
from wildrank.errors import ActionError, DealError, OutOfTurn
from wildrank.fair import seed_promise, verify, verify_all
from wildrank.fair.receipt import record_hash
from wildrank.referee import events as hand_events
from wildrank.table import MemoryLog, Table, Update
from wildrank.table import events as ev
from wildrank.table import wishes as want
from wildrank.table.deal import HandDeal
from wildrank.table.doubting import doubted, sound
from wildrank.table.fold import fold
from wildrank.table.hostevents import Paused
from wildrank.table.room import Room
from wildrank.table.state import TableHand, TableState, opened
from wildrank.table.telling.proofs import receipt_of

LONG = 20.0  # seconds nothing waits for in these tests
SHORT = 0.05


def secret(player: str) -> str:
    """Return a seed that follows from the player."""
    return sha256(player.encode()).hexdigest()


def deal_of(table: Table) -> HandDeal:
    """Return the deal on the table."""
    assert table.state.hand is not None
    assert table.state.hand.deal is not None
    return table.state.hand.deal


def hand_on(table: Table) -> TableHand:
    """Return the hand on the table."""
    assert table.state.hand is not None
    return table.state.hand


async def stage(person: Person, *stages: str) -> str:
    """Wait until the deal is so far, and return its name."""
    update = await person.until(
        lambda update: update.view.deal is not None and update.view.deal.stage in stages
    )
    assert update.view.deal is not None
    return update.view.deal.deal


async def promise(person: Person, seed: str = "") -> str:
    """Promise a seed, and return the name of the deal."""
    name = await stage(person, "promise")
    hashed = seed_promise(name.encode(), bytes.fromhex(seed or secret(person.player))).hex()
    await person.table.ask(person.player, want.Promise(name, hashed))
    return name


async def reveal(person: Person, seed: str = "") -> None:
    """Send the seed once all promises are in."""
    name = await stage(person, "seed")
    await person.table.ask(person.player, want.Seed(name, seed or secret(person.player)))


async def two_people(table: Table, game: str = "holdem") -> tuple[Person, Person]:
    """Seat Ann and Bob, and let Ann call a game."""
    ann, bob = await join(table, "ann", "Ann"), await join(table, "bob", "Bob")
    await table.ask("ann", want.Announce(game))
    return ann, bob


def told(person: Person, what: str) -> list[dict[str, Any]]:
    """Return the events of a kind that somebody was told."""
    return [event for event in person.events if event["what"] == what]


@in_a_loop
async def test_promises_come_before_seeds_and_seeds_before_cards() -> None:
    """Steps 1 to 3: roots, then all promises, then all seeds; no card before."""
    log = MemoryLog()
    async with running(bots=0, log=log, seed_s=LONG) as table:
        ann, bob = await two_people(table)
        await promise(ann)
        await asyncio.sleep(SHORT)
        assert deal_of(table).promises is None  # Bob's is awaited
        assert not told(ann, "seeds-promised")
        await promise(bob)
        await reveal(bob)
        await asyncio.sleep(SHORT)
        assert deal_of(table).seeds is None
        assert secret("bob").encode() not in ann.frames()
        await reveal(ann)
        await stage(ann, "dealt")
        assert secret("bob").encode() in ann.frames()
        whats = [e["what"] for e in ann.events if e["what"] not in ("sat", "left")]
        assert whats[:4] == ["roots", "seeds-promised", "seeds-opened", "announced"]
        deal = deal_of(table)
        assert dict(deal.seeds or {}) == {"0": secret("ann"), "1": secret("bob")}
        assert (deal.silent, deal.dropped) == ((), ())
        assert sound(table.state, hand_on(table), "ann")
    names = [type(event).__name__ for event in await kept(log)]
    first = names.index("DecksPromised")
    assert names[first : first + 4] == [
        "DecksPromised", "SeedsPromised", "SeedsOpened", "HandStarted",
    ]  # fmt: skip


def test_another_seed_is_another_deal() -> None:
    """The same two decks are dealt in another order when one person's seed differs."""

    async def deck(seed: str) -> tuple[int, ...]:
        async with running(bots=0, deck="As", seed_s=LONG) as table:
            ann, bob = await two_people(table)
            await promise(ann)
            await promise(bob, seed)
            await reveal(ann)
            await reveal(bob, seed)
            await stage(ann, "dealt")
            return hand_on(table).deck

    decks = {asyncio.run(deck(seed * 32)) for seed in ("00", "01", "02", "02")}
    assert len(decks) == 3
    assert all(sorted(cards) == list(DECK) for cards in decks)


@in_a_loop
async def test_who_does_not_answer_is_left_out_and_everybody_sees_it() -> None:
    """Step 2: a promise or a seed that does not come is told, and the hand goes on."""
    async with running(bots=0, seed_s=SHORT) as table:
        ann, bob = await join(table, "ann", "Ann"), await join(table, "bob", "Bob")
        cy, spy = await join(table, "cy", "Cy"), await join(table, "spy")
        await table.ask("ann", want.Announce("holdem"))
        await asyncio.gather(promise(ann), promise(bob))
        await reveal(ann)
        await stage(ann, "dealt")
        for person in (ann, bob, cy, spy):
            assert told(person, "seeds-promised")[0]["silent"] == [2]
            assert told(person, "seeds-opened")[0]["dropped"] == [1]
            view = person.now.view.deal
            assert view is not None
            assert (view.seeds, view.missing) == ([0], [1, 2])
        assert ann.now.view.hand is not None


@in_a_loop
async def test_without_any_seed_the_hand_goes_on_unproved() -> None:
    """Bots do not count: a deal without a person's seed says so in its receipt."""
    async with running(bots=2) as table:
        ann = await join(table, "ann", "Ann")
        await ann.play_out()
        receipt = receipt_of(hand_on(table), "ann")
        verdict = verify(receipt)
        assert verdict.proof == "no seed"
        assert "is not proved" in verdict.sentence
        assert verdict.missing == (0,)  # the person, not the bots
        assert verdict.opened > 5


@in_a_loop
async def test_bots_alone_do_not_wait() -> None:
    """A table of programs deals at once, however long people would be waited for."""
    async with running(bots=3, needs_people=False, seed_s=LONG) as table:
        spy = await join(table, "spy")
        await spy.until(lambda update: bool(update.view.hand and update.view.hand.over))


@in_a_loop
async def test_what_is_late_foreign_or_different_is_refused() -> None:
    """Only who is dealt in, only in time, only once, and only the seed that was promised."""

    async def refused(table: Table, player: str, wish: Any) -> str:  # noqa: ANN401 - a command
        with pytest.raises(ActionError) as error:
            await table.ask(player, wish)
        return error.value.code

    async with running(bots=0, seed_s=LONG) as table:
        ann, bob = await two_people(table)
        await join(table, "spy")
        name = await stage(ann, "promise")
        ones, zeros = "11" * 32, "00" * 32
        assert await refused(table, "spy", want.Promise(name, ones)) == "deal/not-asked"
        assert await refused(table, "ann", want.Promise("test/2", ones)) == "deal/not-asked"
        assert await refused(table, "ann", want.Seed(name, ones)) == "deal/late"
        await promise(ann)
        await table.ask("ann", want.Promise(name, ones))  # a second one does not count
        await promise(bob)
        assert await refused(table, "bob", want.Seed(name, zeros)) == "deal/other-seed"
        assert await refused(table, "ann", want.Promise(name, ones)) == "deal/late"
        await asyncio.gather(reveal(ann), reveal(bob))
        await stage(ann, "dealt")
        assert await refused(table, "ann", want.Seed(name, secret("ann"))) == "deal/late"
        assert (deal_of(table).promises or {})["0"] != ones


@in_a_loop
async def test_leaving_in_the_middle_of_a_deal_folds_and_nothing_breaks() -> None:
    """Who stands up while seeds are mixed is dealt in, and leaves after the hand."""
    async with running(bots=0, seed_s=LONG) as table:
        ann, bob = await two_people(table)
        await promise(ann)
        await table.ask("bob", want.Stand())
        await table.leave(bob.client)  # nobody waits for who is gone
        await reveal(ann)
        await ann.play_out()
        assert sum(chair.stack for chair in ann.now.view.chairs) == 400


@in_a_loop
async def test_a_table_comes_back_in_the_middle_of_a_deal() -> None:
    """After a restart the same decks, promises and seeds count, and the deal goes on."""
    log = MemoryLog()
    async with running(bots=0, log=log, seed_s=LONG) as table:
        ann, bob = await two_people(table)
        await asyncio.gather(promise(ann), promise(bob))
        name = await stage(ann, "seed")
        roots = deal_of(table).roots
    async with running(bots=0, log=log, seed_s=LONG) as table:
        assert deal_of(table).roots == roots
        ann, bob = await join(table, "ann"), await join(table, "bob")
        assert await stage(ann, "seed") == name
        await asyncio.gather(reveal(ann), reveal(bob))
        await stage(ann, "dealt")
        await asyncio.gather(ann.play_out(), bob.play_out())
        verdict = verify(receipt_of(hand_on(table), "ann"))
        assert (verdict.proof, verdict.seeds) == ("own seed", (0, 1))


async def seeded(person: Person) -> None:
    """Take part in a deal with a seed."""
    await promise(person)
    await reveal(person)


async def played(table: Table, ann: Person, bob: Person, count: int) -> list[Any]:
    """Play some hands with both seeds, and return their receipts for Ann."""
    receipts = []
    for number in range(1, count + 1):
        if number > 1:
            caller = "ann" if number % 2 else "bob"
            await table.ask("ann", want.Next())
            await table.ask("bob", want.Next())
            await ann.until(lambda update: update.view.calling is not None)
            await table.ask(caller, want.Announce("holdem"))
        await asyncio.gather(seeded(ann), seeded(bob))
        await ann.until(lambda update: update.view.hand is not None)
        await bob.until(lambda update: update.view.hand is not None)
        await asyncio.gather(ann.play_out(), bob.play_out())
        receipts.append(receipt_of(hand_on(table), "ann"))
    return receipts


@in_a_loop
async def test_each_hand_names_the_one_before() -> None:
    """Step 6: records make a chain that does not hold when one is changed or left out."""
    log = MemoryLog()
    async with running(bots=0, seed_s=LONG, log=log) as table:
        ann, bob = await two_people(table)
        first, second, third = await played(table, ann, bob, 3)
        assert first.public.previous == "0" * 64
        assert len(verify_all([first, second, third])) == 3
        with pytest.raises(DealError) as gap:
            verify_all([first, third])
        assert gap.value.code == "deal/chain"
        void = msgspec.structs.replace(first.public, void="changed")
        changed = msgspec.structs.replace(first, public=void, record=record_hash(void))
        with pytest.raises(DealError) as other:
            verify_all([changed, second])
        assert other.value.code == "deal/chain"
        record = table.state.record
    state = opened(9)
    for n, event in enumerate(await kept(log), 1):
        state = fold(state, n, event)
    assert state.record == record == third.record


# ---------------------------------------------------------------------------------- openings


async def stingy(person: Person) -> None:
    """Go along until the hand is over, and muck whenever that is allowed."""

    def mine_or_over(update: Update) -> bool:
        hand = update.view.hand
        return hand is not None and (hand.legal is not None or hand.over)

    while True:
        await person.until(mine_or_over)
        if person.hand.over:
            return
        if person.legal.muck:
            await person.act("muck")
        else:
            await person.go_along()


def test_cards_are_opened_to_those_who_see_them_and_never_else() -> None:
    """Step 5: own, board and shown cards are opened; mucked and undealt ones are not."""

    async def story() -> bool:
        async with running(bots=0, seed_s=LONG, choose_s=LONG, show_s=LONG) as table:
            ann, bob = await join(table, "ann", "Ann"), await join(table, "bob", "Bob")
            spy = await join(table, "spy")
            await table.ask("ann", want.Announce("holdem", {"showdown": "each"}))
            await asyncio.gather(seeded(ann), seeded(bob))
            await asyncio.gather(stingy(ann), stingy(bob))
            for person in (ann, bob, spy):
                await person.until(lambda u: bool(u.view.hand and u.view.hand.over))
            hand = hand_on(table)
            assert hand.state is not None
            for person in (ann, bob, spy):
                seat = hand.seat_of(person.player)
                known = set(hand.state.board)
                for place, cards in enumerate(hand.state.down):
                    if place == seat or hand.state.shown[place]:
                        known |= set(cards)
                opened_to = {o["card"] for e in person.events for o in e.get("openings", ())}
                assert opened_to == set(map(int, known))
            return any(hand.state.mucked)

    # whoever shows second mucks half of the time, when beaten: play until somebody has
    assert any(asyncio.run(story()) for _ in range(40))


# -------------------------------------------------------------------------------------- doubts


async def dealt_in(table: Table) -> tuple[Person, Person, str]:
    """Begin a hand of two without seeds."""
    ann, bob = await two_people(table)
    name = await stage(ann, "dealt")
    await ann.until(lambda update: bool(update.view.hand and update.view.hand.seats[0].down))
    return ann, bob, name


@in_a_loop
async def test_a_doubt_without_ground_stops_the_hand_until_the_host_lets_it_go_on() -> None:
    """The table sees whose browser doubts what, once a hand; the doubter plays on as before."""
    async with running(bots=0) as table:
        ann, bob, name = await dealt_in(table)
        await table.ask("bob", want.Doubt(name, "opening"))
        await table.ask("bob", want.Doubt(name, "order"))
        seen = (await ann.until(lambda _update: bool(told(ann, "doubted")))).view
        assert seen.paused
        assert seen.deal is not None
        assert seen.deal.doubted == [1]
        await table.ask("ann", want.Pause(paused=False))
        await asyncio.gather(ann.play_out(), bob.play_out())
        (doubt,) = told(ann, "doubted")
        assert (doubt["chair"], doubt["reason"], doubt["founded"]) == (1, "opening", False)
        assert b'"player"' not in ann.frames()
        assert not hand_on(table).voided
        assert "called off" not in verify(receipt_of(hand_on(table), "bob")).sentence


@in_a_loop
async def test_only_who_is_in_a_hand_doubts_it() -> None:
    """Spectators doubt nothing, and nobody a hand that is over or another one."""
    async with running(bots=0) as table:
        ann, bob, name = await dealt_in(table)
        await join(table, "spy")
        for player, deal in (("spy", name), ("bob", "test/9")):
            with pytest.raises(OutOfTurn):
                await table.ask(player, want.Doubt(deal, "order"))
        await asyncio.gather(ann.play_out(), bob.play_out())
        with pytest.raises(OutOfTurn):
            await table.ask("bob", want.Doubt(name, "order"))
        assert not told(ann, "doubted")


async def _bets_or_folds(person: Person) -> None:
    """Play a hand to its end: Ann bets whenever she can, the others fold as soon as they may."""

    def concerned(update: Update) -> bool:
        return bool(update.view.hand and (update.view.hand.legal or update.view.hand.over))

    while await person.until(concerned):
        if person.hand.over:
            return
        if person.player == "ann" and person.legal.raise_low:
            await person.act("raise", person.legal.raise_low, person.legal.raise_low)
        elif person.player != "ann" and person.legal.fold:
            await person.act("fold")
        else:
            await person.go_along()


async def _lied_about(table: Table, ann: Person, liars: list[Person]) -> TableHand:
    """Play a hand that all but Ann doubt, and return it when it is over."""
    calling = (await ann.until(lambda update: bool(update.view.calling))).view.calling
    dealer = None if calling is None else table.state.chairs[calling.chair]
    assert dealer is not None
    await table.ask(dealer.player, want.Announce("reach-around"))
    await ann.until(lambda update: bool(update.view.hand))
    for liar in liars:
        await table.ask(liar.player, want.Doubt(deal_of(table).name, "opening"))
        await table.ask("ann", want.Pause(paused=False))
    await asyncio.gather(*map(_bets_or_folds, (ann, *liars)))
    return hand_on(table)


@in_a_loop
async def test_no_number_of_liars_saves_a_losing_hand() -> None:
    """Hand after hand eight new identities doubt and lose; Ann is paid every pot."""
    async with running(bots=0, short_result_s=0.1) as table:
        ann = await join(table, "ann", "Ann")
        for number in range(3):
            names = [f"{letter}{number}" for letter in "bcdefghi"]
            liars = [await join(table, name, name.title()) for name in names]
            hand = await _lied_about(table, ann, liars)
            assert len(hand.doubts) == len(liars) == len(hand.chairs) - 1
            assert not hand.voided
            assert {hand.chairs[share.seat] for one in hand.awards for share in one.shares} == {0}
            for liar in liars:
                await table.ask(liar.player, want.Stand())
            await ann.until(lambda update: update.view.hand is None)


@in_a_loop
async def test_a_hand_that_every_player_doubts_is_void() -> None:
    """Where the deal checks in nobody's browser, nobody loses anything by it."""
    async with running(bots=0) as table:
        ann, _bob, name = await dealt_in(table)
        await table.ask("bob", want.Doubt(name, "opening"))
        assert not hand_on(table).over
        await table.ask("ann", want.Doubt(name, "opening"))
        await ann.until(lambda update: update.view.phase == "showdown")
        assert [c.stack for c in ann.now.view.chairs if c.name] == [200, 200]
        assert told(ann, "void")
        assert "called off" in verify(receipt_of(hand_on(table), "bob")).sentence


@in_a_loop
async def test_a_person_alone_with_bots_voids_nothing_by_doubting() -> None:
    """Bots have no browser, so not every player of such a hand doubts."""
    async with running(ToldBots(), bots=2) as table:
        ann = await join(table, "ann", "Ann")
        await ann.my_turn()
        await table.ask("ann", want.Doubt(deal_of(table).name, "order"))
        assert not hand_on(table).over
        await table.ask("ann", want.Pause(paused=False))
        await ann.play_out()
        assert not hand_on(table).voided


@in_a_loop
async def test_a_browser_that_doubts_is_waited_for_no_longer() -> None:
    """A doubt before the cards lets the deal go on with the seeds of the others."""
    async with running(bots=0, seed_s=LONG) as table:
        ann, bob = await two_people(table)
        name = await promise(ann)
        await table.ask("bob", want.Doubt(name, "promise"))
        await table.ask("ann", want.Pause(paused=False))
        await reveal(ann)
        await stage(bob, "dealt")
        deal = deal_of(table)
        assert (list(deal.seeds or ()), deal.silent) == (["0"], (1,))


def _wrong_order(hand: TableHand) -> TableHand:
    return msgspec.structs.replace(hand, deck=hand.deck[::-1])


def _wrong_root(hand: TableHand) -> TableHand:
    assert hand.deal is not None
    deal = msgspec.structs.replace(hand.deal, roots=("00" * 32, "00" * 32))
    return msgspec.structs.replace(hand, deal=deal)


def _wrong_seed(hand: TableHand) -> TableHand:
    assert hand.deal is not None
    deal = msgspec.structs.replace(hand.deal, seeds={"0": "00" * 32})
    return msgspec.structs.replace(hand, deal=deal)


def _wrong_past(hand: TableHand) -> TableHand:
    assert hand.deal is not None
    deal = msgspec.structs.replace(hand.deal, previous="5a" * 32)
    return msgspec.structs.replace(hand, deal=deal)


def _wrong_card(hand: TableHand) -> TableHand:
    """Deal Bob the last card of the deck."""
    steps = [
        step._replace(event=msgspec.structs.replace(step.event, cards=(hand.deck[-1],)))
        if isinstance(step.event, hand_events.HoleDealt) and step.event.seat == 1
        else step
        for step in hand.steps
    ]
    return msgspec.structs.replace(hand, steps=tuple(steps))


@pytest.mark.parametrize(
    "change", [_wrong_order, _wrong_root, _wrong_seed, _wrong_past, _wrong_card]
)
@in_a_loop
async def test_a_founded_doubt_is_always_believed(
    change: Callable[[TableHand], TableHand],
) -> None:
    """Where the server's own check fails too, the hand is stopped whoever says so."""
    async with running(bots=0) as table:
        await dealt_in(table)
        before = table.state
        wrong = msgspec.structs.replace(before, hand=change(hand_on(table)))
        wish = want.Doubt(deal_of(table).name, "order")
        doubt, stop = doubted(Room(before), "bob", wish)
        assert stop == Paused(paused=True)
        assert doubt == ev.Doubted(1, "bob", "order", founded=False)
        doubt, void = doubted(Room(wrong), "bob", wish)
        assert doubt == ev.Doubted(1, "bob", "order", founded=True)
        assert isinstance(void, ev.Voided)


def test_a_log_from_before_folds_without_a_deal() -> None:
    """A hand whose log has no promised decks is played as ever, and has no receipt."""
    state: TableState = opened(9)
    events: list[ev.TableEvent] = [
        ev.Sat(0, "Ann", "ann", 200),
        ev.HandStarted(1, (0,), ("ann",), stacked("As")),
    ]
    for n, event in enumerate(events, 1):
        state = fold(state, n, event)
    assert state.hand is not None
    assert state.hand.deal is None
    with pytest.raises(DealError):
        receipt_of(state.hand, "ann")


@in_a_loop
async def test_planted_decks_are_dealt_as_planted() -> None:
    """The kit's stacked decks are what tests think they are, and their bots do not matter."""
    async with running(ToldBots(), PATIENT, deck="As Kd", bots=2) as table:
        ann = await join(table, "ann", "Ann")
        await ann.my_turn()
        assert hand_on(table).deck == stacked("As Kd")
        assert sound(table.state, hand_on(table), "ann")
        assert planted(stacked(""))("x/1") == planted(stacked(""))("x/1")
