"""What leaves a table: every client's own cards, and nobody else's before they are shown."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from table.kit import (
    HURRIED,
    PATIENT,
    SILENT,
    Person,
    ToldBots,
    after_hands,
    goes_along,
    in_a_loop,
    join,
    running,
)

from wildrank.bots import BotView, RandomBot
from wildrank.cards import DECK, Card, parse_cards
from wildrank.games import GameCall, games
from wildrank.referee import Hand, Legal, PlayerAction, State
from wildrank.table import MemoryLog, Table, Update
from wildrank.table import wishes as want
from wildrank.table.telling.hands import pots_in_sight

CARD = re.compile(rb"(?<![A-Za-z0-9])([2-9TJQKA][cdhs])(?![A-Za-z0-9])")
GAMES = [game.slug for game in games()]
SETTINGS = [
    {},
    {"limit": "no"},
    {"showdown": "each"},
]


def cards_in(frame: bytes) -> set[str]:
    """Return every card that a frame mentions, in whatever field."""
    return {card.decode() for card in CARD.findall(frame)}


def _literal(value: Any) -> Any:  # noqa: ANN401 - any piece of an update
    """Return what was told without the cards that wilds stand for, which are nobody's."""
    if isinstance(value, dict):
        return {k: _literal(v) for k, v in value.items() if k not in ("plays", "words")}
    if isinstance(value, list | tuple):
        return [_literal(piece) for piece in value]
    return value


class Watcher(Person):
    """A person who checks each update as it comes."""

    def __init__(self, table: Table, player: str) -> None:
        """Prepare somebody who has seen nothing."""
        super().__init__(table, player)
        self.leaks: list[str] = []

    def push(self, update: Update) -> None:
        """Note every card in the update that this player may not know at this moment."""
        super().push(update)
        hand = self.table.state.hand
        if hand is None or hand.state is None:
            return
        state, seat = hand.state, hand.seat_of(self.player)
        known: set[Card] = set(state.board).union(*state.up)
        for place, down in enumerate(state.down):
            if place == seat or state.shown[place]:
                known |= set(down)
        told = cards_in(msgspec.json.encode(_literal(msgspec.to_builtins(update))))
        told |= {str(DECK[one["card"]]) for e in update.events for one in e.get("openings", ())}
        self.leaks += sorted(told - {str(card) for card in known})


async def watched(table: Table, player: str, name: str = "") -> Watcher:
    """Connect a watcher, and seat one with a name."""
    watcher = Watcher(table, player)
    await table.join(watcher.client)
    if name:
        await watcher.sit(name)
    return watcher


def any_way(seed: int) -> ToldBots:
    """Return bots that do anything, with the same dice for the same seed."""
    dice = RandomBot(seed=seed)

    def policy(seat: int, state: State, allowed: Legal) -> PlayerAction:
        return dice.decide(BotView(seat, state, allowed)).action

    return ToldBots(policy)


@pytest.mark.parametrize("game", GAMES)
@in_a_loop
async def test_no_update_tells_a_card_before_its_time(game: str) -> None:
    """Over many hands no byte sent to a player or a spectator spells a card hidden from it."""
    house = any_way(7)
    house.calls = [GameCall(game, settings) for settings in SETTINGS * 12]
    async with running(house, HURRIED, bots=3, call_s=0.0, choose_s=0.0, **SILENT) as table:
        people = [
            await watched(table, "ann", "Ann"),
            await watched(table, "bob", "Bob"),
            await watched(table, "spy"),
        ]
        await after_hands(table, 20)
    for person in people:
        assert person.leaks == []
    shown = [event for event in people[2].events if event["what"] == "shown"]
    assert shown  # and cards are told when they are shown


@in_a_loop
async def test_the_watch_notices_a_planted_leak() -> None:
    """The measure of the test above finds a card that a careless view would tell."""
    async with running(bots=2) as table:
        spy = await watched(table, "spy")
        ann = await join(table, "ann", "Ann")
        await ann.my_turn()
        assert spy.leaks == []
        stolen = ann.hand.seats[0].down[0]
        view = spy.now.view
        assert view.hand is not None
        board = msgspec.structs.replace(view.hand, board=[stolen])
        spy.push(Update(1, msgspec.structs.replace(view, hand=board), []))
        assert spy.leaks == [stolen]
        spy.leaks = []
        opened = {"openings": [{"card": int(parse_cards(stolen)[0])}]}
        spy.push(Update(1, view, [opened]))
        assert spy.leaks == [stolen]


@in_a_loop
async def test_a_secret_choice_stays_secret_until_all_have_chosen() -> None:
    """D10: with buying in secret, others learn that a seat has chosen and not what."""
    house = ToldBots(goes_along, [GameCall("reach-around", {"buy-order": "secret"})])
    async with running(house, bots=2) as table:
        spy = await join(table, "spy")
        ann = await join(table, "ann", "Ann")
        while not (await ann.my_turn()).buy:
            await ann.go_along()
        await ann.act("buy", expect=2)
        await ann.until(lambda update: bool(update.view.hand and update.view.hand.seats[0].up))
        chose = [event for event in spy.events if event["what"] == "chose"]
        assert [event["up"] for event in chose] == [None] * 3
        mine = [event["up"] for event in ann.events if event["what"] == "chose"]
        assert mine == [True, None, None]


@in_a_loop
async def test_a_new_player_does_not_inherit_the_cards_of_a_chair() -> None:
    """The events of an old hand are masked for the seat one had in it, not for the chair."""
    async with running(config=PATIENT, bots=0) as table:
        ann = await join(table, "ann", "Ann")
        bob = await join(table, "bob", "Bob")
        await table.ask("ann", want.Announce("holdem"))
        await ann.my_turn()
        await table.ask("bob", want.Stand())
        await ann.act("fold")
        bobs = next(seat.down for seat in bob.hand.seats if seat.chair == 1)
        await table.ask("ann", want.Next())
        await table.ask("bob", want.Next())
        await ann.until(lambda update: update.view.chairs[1].name is None)
        cy = await join(table, "cy", "Cy", 1)
        assert cy.now.view.you.chair == 1
        assert not cards_in(cy.frames()) & set(bobs)
        again = await join(table, "bob")
        assert set(bobs) <= cards_in(again.frames())  # they are still his to know


@in_a_loop
async def test_identities_and_decks_never_leave() -> None:
    """No frame holds anybody's identity, nor anything of the deck's record."""
    log = MemoryLog()
    async with running(config=PATIENT, bots=2, log=log) as table:
        ann = await join(table, "identity-of-ann", "Ann")
        bob = await join(table, "identity-of-bob", "Bob")
        await ann.play_out()
        assert b"identity" not in bob.frames()
        assert b"bot:" not in bob.frames()
        assert b"deck" not in bob.frames()
    assert b"deck" in b"".join(record for _, record in await log.read("test"))


# ----------------------------------------------------------------------------- what is shown


async def told(
    deck: str, settings: dict[str, str], game: str = "reach-around", bots: int = 2
) -> tuple[Person, Person]:
    """Play a hand out from a known deck; return Ann and a spectator, who saw it."""
    house = ToldBots(goes_along, [GameCall(game, settings)])
    async with running(house, deck=deck, bots=bots) as table:
        spy = await join(table, "spy")
        ann = await join(table, "ann", "Ann")
        await ann.play_out()
        return ann, spy


@in_a_loop
async def test_own_wilds_are_told_to_their_owner_alone() -> None:
    """TRA-1.3a-leak: the wild rank goes to its owner; others learn it when the hand is shown."""
    deck = "Qd 5s Ah 4c 6d Kh  Qh Jd  2c 8s Ts  2h 5d"
    ann, spy = await told(deck, {"third-card-price": "2"})
    turns = [update for update in ann.updates if update.view.hand and update.view.hand.legal]
    mine = turns[0].view.hand
    assert mine is not None
    assert mine.mine is not None
    assert (mine.mine.wild, mine.mine.starting) == (
        ["4"], "Fours are wild for you. So far: a pair of queens",
    )  # fmt: skip
    assert mine.seats[0].wild == ["4"]
    for update in spy.updates:
        hand = update.view.hand
        for seat in hand.seats if hand else ():
            assert seat.shown or not seat.wild
        assert hand is None or hand.mine is None
    # The 2c taken down makes her twos wild; the fives and tens of the others are not hers.
    assert ann.hand.mine is not None
    assert ann.hand.mine.wild == ["2"]
    assert ann.hand.mine.high is not None
    assert ann.hand.mine.high.category == "four of a kind"
    assert ann.hand.mine.high.ranks == "QJ"
    results = spy.hand.results
    assert results is not None
    wilds = {shown.chair: shown.wild for shown in results.hands}
    assert wilds[0] == ["2"]


@in_a_loop
async def test_the_result_says_who_got_what_and_why() -> None:
    """Pots, halves and odd chips are told as lines, and they add up to the pot."""
    # Ann and the first bot tie for high and low with the same board; the other is beaten.
    deck = "As Ad Kc 2s 2d Kd 3c 4c 5h 9h Ks"
    ann, _spy = await told(deck, {"burns": "false", "blinds": "none", "ante": "1"}, "holdem-hilo")
    hand = ann.hand
    assert hand.over
    assert hand.results is not None
    assert hand.turn is None
    assert hand.pot == sum(award.amount for award in hand.results.awards) == 3
    shares = {share.chair: share.amount for award in hand.results.awards for share in award.shares}
    assert sorted(shares.values()) == [1, 2]
    assert sum(seat.net or 0 for seat in hand.seats) == 0
    odd = [share for award in hand.results.awards for share in award.shares if share.odd]
    assert [share.chair for share in odd] == [0]  # first left of the button
    assert not hand.results.no_low
    assert {award.beat for award in hand.results.awards} == {4}  # the three kings


@in_a_loop
async def test_the_called_game_is_told_in_words() -> None:
    """D56: stakes and announcement are sentences; what differs from the default is named."""
    settings = {"third-card-price": "4", "ace-in-hole": "low", "raise-cap": "4"}
    ann, _spy = await told("", settings)
    called = ann.now.view.called
    assert called is not None
    assert called.name == "Texas Reach Around"
    assert called.stakes == "2/4 fixed limit, four raises"
    assert called.settings == settings
    assert called.price == 4
    assert {"ante 1 by all", "third card face up for 4", "aces low in the hole"} <= set(
        called.lines
    )


@in_a_loop
async def test_a_seat_tells_what_it_posted_and_did_last() -> None:
    """Blinds are marked, and the last action of the street stands on the plate."""
    house = ToldBots(goes_along, [GameCall("holdem")])
    async with running(house, bots=2) as table:
        ann = await join(table, "ann", "Ann")
        await ann.my_turn()
        seats = {seat.chair: seat for seat in ann.hand.seats}
        assert {chair: seat.post for chair, seat in seats.items()} == {
            0: "small blind", 2: "big blind", 4: None,
        }  # fmt: skip
        assert seats[4].button
        last = seats[4].last
        assert last is not None
        assert (last.what, last.amount) == ("call", 2)
        assert ann.legal.to_call == 1
        await ann.act("raise", to=4, expect=4)
        mine = next(seat for seat in ann.hand.seats if seat.chair == 0)
        assert mine.last is not None
        assert (mine.last.what, mine.last.to) == ("raise", 4)


def pots_seen(line: str) -> list[tuple[int, tuple[int, ...]]]:
    """Return the pots that a table shows in a hand; they hold every chip of it."""
    state = Hand.parse(line).state
    seen = pots_in_sight(state)
    assert sum(pot.amount for pot in seen) == state.pot
    return [(pot.amount, pot.seats) for pot in seen]


@pytest.mark.parametrize(
    ("actions", "pots"),
    [
        ("", [(3, (0, 1, 2))]),  # blinds alone are one pot
        ("r6", [(9, (0, 1, 2))]),  # who has not called yet makes no side pot
        ("r6 f", [(9, (1, 2))]),
        ("r20 c", [(42, (0, 1, 2))]),  # the small blind is all-in, the big blind still to act
        ("r40 c", [(42, (0, 1, 2)), (20, (1, 2))]),  # and may call what lies above it
        ("r40 c c", [(60, (0, 1, 2)), (40, (1, 2))]),
        ("r40 c f", [(42, (0, 2))]),  # what nobody called goes back
    ],
)
def test_a_side_pot_lies_above_somebody_all_in(
    actions: str, pots: list[tuple[int, tuple[int, ...]]]
) -> None:
    """HE-allin-side: until then there is one pot, whoever has called so far."""
    line = f"holdem no 2 @2 20/100/100 | 2c3c 4c5c 6c7c {actions}"
    assert pots_seen(line) == pots


@in_a_loop
async def test_cards_are_written_as_in_the_deck() -> None:
    """The board of a stacked deck is told as it was stacked, burned cards left out. D42."""
    deck = "As Kd 7c Ah Kh 7d  2c 9s 8s 6s 2d 5s 2h 4s"
    ann, _spy = await told(deck, {}, "holdem")
    assert ann.hand.board == [str(card) for card in parse_cards("9s8s6s5s4s")]
