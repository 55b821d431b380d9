"""Who deals next, which cards come, how long everything takes, and what the dealer says."""

from __future__ import annotations

import msgspec
import pytest
from table.pure import bot, person, table_of

from wildrank.cards import parse_cards
from wildrank.errors import TableError
from wildrank.games import GameCall, announce, games, load_game, options_of
from wildrank.games.words import announcement_lines, stakes_words
from wildrank.referee import Deal, Fold, Hand, MuckCards, ShowCards, State, TakeDown
from wildrank.table import events as ev
from wildrank.table.between import tidy
from wildrank.table.calling import next_dealer, offer, spoken
from wildrank.table.dealing import dealt, out_of_time
from wildrank.table.fold import fold
from wildrank.table.pace import due
from wildrank.table.room import Room
from wildrank.table.seating import sit
from wildrank.table.state import TableHand
from wildrank.table.telling.starting import starting_words
from wildrank.table.wishes import Sit


@pytest.mark.parametrize(
    ("seated", "button", "ready", "dealer"),
    [
        ([person(0)], None, [0], None),  # nobody plays alone
        ([person(3), bot(1), bot(6)], None, [1, 3, 6], 1),  # the bot on the host's right
        ([person(0), bot(2), bot(6)], None, [0, 2, 6], 6),
        ([person(4), person(1, "Bob")], None, [1, 4], 4),  # without bots the host
        ([person(4), bot(1), bot(6)], None, [1, 6], 1),  # the host is away
        ([person(0), bot(2), bot(6)], 2, [0, 2, 6], 6),
        ([person(0), bot(2), bot(6)], 6, [0, 2, 6], 0),
        ([person(0), bot(2), bot(6)], 3, [0, 2, 6], 6),  # the last dealer has left
        ([person(0), bot(2), bot(6)], 2, [0, 2], 0),  # the next one is away
    ],
)
def test_the_next_dealer_sits_clockwise(
    seated: list[ev.Sat], button: int | None, ready: list[int], dealer: int | None
) -> None:
    """D45: the deal passes to the next player who is dealt in."""
    table = msgspec.structs.replace(table_of(*seated), button=button)
    assert next_dealer(table, ready) == dealer


def test_without_a_word_the_last_call_is_played_again() -> None:
    """A dealer's own last call comes before the table's, and that before the house game."""
    table = table_of(person(0), person(1, "Bob"))
    assert offer(table, 0, 2, "reach-around").usual.game == "reach-around"
    table = fold(table, 3, ev.GameCalled(1, "bob", "omaha-hilo", {"limit": "pot"}))
    assert offer(table, 0, 2, "reach-around").usual == GameCall("omaha-hilo", {"limit": "pot"})
    table = fold(table, 4, ev.GameCalled(0, "ann", "holdem", {}))
    assert offer(table, 1, 2, "reach-around").usual.game == "omaha-hilo"
    assert offer(table, 0, 2, "reach-around").usual.game == "holdem"


def test_only_games_for_so_many_players_are_called() -> None:
    """D43: a game for fewer or more than are dealt in is not offered, and is refused."""
    assert offer(table_of(person(0)), 0, 2, "reach-around").games == games()
    with pytest.raises(TableError) as refused:
        spoken(GameCall("holdem"), 11, 200)
    assert refused.value.code == "table/players"


def hand_of(state: State, deck: str) -> TableHand:
    """Return a hand on a table with a deck."""
    seats = tuple(range(state.seats))
    names = tuple(map(str, seats))
    return TableHand(
        number=1, chairs=seats, players=names, names=names, deck=parse_cards(deck), state=state
    )


def test_the_deck_is_dealt_in_order_and_burned_cards_are_skipped() -> None:
    """D42: hold'em burns one card before the flop, and the next street goes on behind it."""
    deck = "As Ks Qs Js 2c 3c 4c 5c 6c 7c"
    hand = Hand.start("holdem", (100, 100), 0, burns=True)
    wait = hand.waiting
    assert isinstance(wait, Deal)
    assert dealt(hand_of(hand.state, deck), wait).cards == parse_cards("AsKsQsJs")
    flop = hand.deal("AsKsQsJs").call().check()
    wait = flop.waiting
    assert isinstance(wait, Deal)
    assert dealt(hand_of(flop.state, deck), wait).cards == parse_cards("3c4c5c")
    turn = flop.deal("3c4c5c").check().check()
    wait = turn.waiting
    assert isinstance(wait, Deal)
    assert dealt(hand_of(turn.state, deck), wait).cards == parse_cards("7c")


def test_out_of_time_costs_no_chip() -> None:
    """D49: check if that is free, else fold; never buy."""
    hand = Hand.start("reach-around", (100, 100), 0).deal_hole({1: "5s6d", 0: "AhKh"})
    assert type(out_of_time(hand.state, 1)).__name__ == "Check"
    assert out_of_time(hand.bet_to(2).state, 0) == Fold(0)
    third = hand.check().check().deal_board("Qh").check().check().deal_board("Jd").check().check()
    assert out_of_time(third.state, 1) == TakeDown(1)


def test_out_of_time_shows_what_may_win() -> None:
    """D29: the first to show shows, a winner shows, and who is beaten mucks."""
    river = (
        Hand.start("holdem", (100, 100), 0, burns=False)
        .deal("As2cAd7d")
        .call()
        .check()
        .deal("Kh3d8s")
        .check()
        .check()
        .deal("Jc")
        .check()
        .check()
        .deal("Qh")
        .check()
        .check()
    )
    assert out_of_time(river.state, 1) == ShowCards(1)
    assert out_of_time(river.show().state, 0) == MuckCards(0)


# ------------------------------------------------------------------------------------- seating


def test_between_hands_people_leave_before_bots_come() -> None:
    """Leaving people free their chairs, waiting ones sit down, then bots fill what is wanted."""
    table = table_of(
        ev.BotsWanted(2), person(0), person(1, "Bob"), bot(2), ev.LeaveWanted(1, leaving=True),
        ev.WaitBegan("cy", "Cy", 2),
        chairs=3,
    )  # fmt: skip
    numbers = iter(range(10, 20))
    events = tidy(Room(table, here=["cy"]), lambda _taken: (f"bot:{next(numbers)}", "B"))
    after = table
    for event in events:
        after = fold(after, after.n + 1, event)
    assert [(chair.name, chair.bot) for _, chair in after.seated()] == [
        ("Ann", False), ("B", True), ("Cy", False),
    ]  # fmt: skip


def test_a_chair_that_went_to_somebody_else_is_replaced() -> None:
    """Two who wait for one bot's chair both sit down if there is another."""
    table = table_of(
        person(0),
        bot(1),
        bot(2),
        ev.WaitBegan("bob", "Bob", 1),
        ev.WaitBegan("cy", "Cy", 1),
        chairs=3,
    )
    events = tidy(Room(table, here=["bob", "cy"]), lambda _taken: ("", ""))
    seated = {event.player: event.chair for event in events if isinstance(event, ev.Sat)}
    assert seated == {"bob": 1, "cy": 2}


def test_sitting_down_twice_is_once() -> None:
    """Somebody seated stays there; asking for another chair is refused."""
    table = table_of(person(0))
    assert sit(Room(table), "ann", Sit("Ann")) == ()
    with pytest.raises(TableError) as refused:
        sit(Room(table), "ann", Sit("Ann", 4))
    assert refused.value.code == "table/seated"
    leaving = fold(table, 2, ev.LeaveWanted(0, leaving=True))
    assert sit(Room(leaving), "ann", Sit("Ann")) == (ev.LeaveWanted(0, leaving=False),)


# ---------------------------------------------------------------------------------------- pace


def test_the_clock_starts_anew_only_for_another_decision() -> None:
    """The key of what is due stays the same while somebody thinks, whoever else sits down."""
    hand = Hand.start("holdem", (200, 200), 0).deal("As2cAd7d")
    table = msgspec.structs.replace(
        table_of(person(0), person(1, "Bob")),
        hand=msgspec.structs.replace(hand_of(hand.state, "As"), players=("ann", "bob")),
    )
    first = due(Room(table, here=["ann", "bob"]))
    assert (first.step, first.seconds, first.clock) == ("bank", 30.0, True)
    more = fold(table, table.n + 1, person(2, "Cy"))
    assert due(Room(more, here=["ann", "bob"])).key == first.key
    leaving = fold(table, table.n + 1, ev.LeaveWanted(0, leaving=True))
    soon = due(Room(leaving, here=["ann", "bob"]))
    assert soon.key != first.key
    assert soon.seconds is not None
    assert soon.seconds <= 1
    assert due(Room(table, here=[])).step == ""


def test_nobody_hurries_a_person_among_bots() -> None:
    """Only a person who keeps others waiting has a clock; it starts when somebody joins."""
    hand = Hand.start("holdem", (200, 200), 0).deal("As2cAd7d")
    table = msgspec.structs.replace(
        table_of(person(0), bot(1)),
        hand=msgspec.structs.replace(hand_of(hand.state, "As"), players=("ann", "bot:1")),
    )
    alone = due(Room(table, here=["ann"]))
    assert alone.seconds is None
    more = fold(table, table.n + 1, person(2, "Bob"))
    joined = due(Room(more, here=["ann", "bob"]))
    assert joined.key != alone.key
    assert joined.seconds == 30.0
    # Somebody seated who is away may come back at any time, and finds the game going on.
    assert due(Room(more, here=["ann"])).seconds == 30.0
    between = msgspec.structs.replace(table, hand=None, button=1)
    assert due(Room(between, here=["ann"])).seconds is None


# --------------------------------------------------------------------------------------- words


@pytest.mark.parametrize("game", games(), ids=lambda game: game.slug)
def test_every_announcement_changes_what_is_said(game: object) -> None:
    """D56: whatever the dealer changes stands in the lines or the stakes that all can read."""
    info = load_game(getattr(game, "slug", ""))
    plain = said(info.slug, {})
    changes = {
        "limit": "no", "small-bet": "4", "big-bet": "6", "big-bet-from": "2", "ante": "3",
        "blinds": "one", "raise-cap": "none", "short-all-in": "full", "cap-active": "all",
        "heads-up-cap": "kept", "showdown": "all", "odd-chip": "high-card", "free-fold": "true",
        "heads-up": "left" if info.slug.startswith(("holdem", "omaha")) else "button",
    }  # fmt: skip
    if info.has_wilds:
        changes |= {
            "ace-in-hole": "low", "five-of-a-kind": "royal", "double-ace": "true",
            "naturals-first": "true",
        }  # fmt: skip
    if info.has_buy:
        changes |= {
            "third-card-price": "7", "price-pot": "main", "buy-order": "secret", "peek": "true",
            "all-in-buys": "true",
        }  # fmt: skip
    if info.has_low:
        changes |= {"low-qualifier": "7", "same-winners": "per-half"}
    if any(street.burn for street in info.streets):
        changes |= {"burns": "false" if info.defaults.get("burns") else "true"}
    together = {"ante-by", "bomb-pot", "blind-counts"}  # which need a forced bet to speak of
    assert set(changes) | together == {option.key for option in options_of(info)}
    for key, word in changes.items():
        assert said(info.slug, {key: word}) != plain, key
    assert said(info.slug, {"ante": "3", "ante-by": "dealer"}) != said(info.slug, {"ante": "3"})
    assert said(info.slug, {"ante": "3", "bomb-pot": "true"}) != said(info.slug, {"ante": "3"})
    with_blinds = {"blinds": "two", "ante": "1"}
    unlike = with_blinds | {"blind-counts": "false"}
    assert said(info.slug, unlike) != said(info.slug, with_blinds)


def said(slug: str, settings: dict[str, str]) -> list[str]:
    """Return everything said before a hand."""
    game = load_game(slug)
    stakes, announcement = announce(game, settings)
    return [stakes_words(stakes), *announcement_lines(game, stakes, announcement)]


@pytest.mark.parametrize(
    ("game", "cards", "words"),
    [
        ("reach-around", "Qd4c", "Fours are wild for you. So far: a pair of queens"),
        ("reach-around", "6cAc", "Sixes are wild for you. So far: a pair of aces"),
        ("reach-around", "4d4c", "Fours are wild for you. So far: a pair of aces"),
        ("reach-around", "AcAd", "Aces are wild for you. So far: a pair of aces"),
        ("holdem", "QdQh", "You hold a pair of queens"),
        ("holdem", "4cAc", "You hold ace and four of one suit"),
        ("omaha-hilo", "6c6dAhAs", "You hold a pair of aces and a pair of sixes"),
    ],
)
def test_starting_cards_in_words(game: str, cards: str, words: str) -> None:
    """TRA-2.2-know: the owner of two cards is told the wild rank at once."""
    other = "2s3s8s9s"[: len(cards)]
    state = Hand.start(game, (100, 100), 0).deal_hole({0: cards, 1: other}).state
    assert starting_words(state, 0) == words


@pytest.mark.parametrize(
    ("board", "floor"),
    [
        ("Kd", "a pair of kings"),
        ("Qs", "three queens"),
        ("Qs Qh", "four queens"),
        ("4s Qs", "four queens"),
        ("4s 5s", "three queens"),
        ("5s 6s", "a pair of queens"),
    ],
)
def test_a_few_cards_make_at_least_so_much(board: str, floor: str) -> None:
    """TRA-1.3-min1: before five cards are there, wilds and the best natural rank are counted."""
    streets = [f"| {card}" for card in board.split()]
    line = " k k ".join(["reach-around fixed 2/4 @1 100/100 | Qd4c 2s3s", *streets])
    assert starting_words(Hand.parse(line).state, 0) == f"Fours are wild for you. So far: {floor}"
