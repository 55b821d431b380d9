"""Who may sit where: buy-ins, the waiting list, sitting out, and who gives way."""

from __future__ import annotations

import pytest
from table.pure import bot, chair_at, folded, in_hand, person, room_of, table_of

from wildrank.errors import TableError
from wildrank.referee import Hand
from wildrank.table import events as ev
from wildrank.table import wishes as want
from wildrank.table.between import after, tidy
from wildrank.table.calling import dealt_in
from wildrank.table.config import BuyIn, Customs
from wildrank.table.pace import due
from wildrank.table.seating import (
    MOST_WAITING,
    clean_name,
    place,
    sit,
    sit_in,
    sit_out,
    stand,
)
from wildrank.table.state import Debt, TableState, Waiter, replace
from wildrank.table.steps import STEPS
from wildrank.table.telling.places import chair_view, you_view

HOLDEM = Hand.start("holdem", (200, 200), 0).deal("As2cAd7d")
FULL = table_of(person(0), person(1, "Bob"), chairs=2)
SPACIOUS = table_of(person(0), person(1, "Bob"))


def no_bots(_taken: object) -> tuple[str, str]:
    """Recruit nobody: no test here wants bots."""
    raise AssertionError


@pytest.mark.parametrize(("stack", "brought"), [(None, 200), (100, 100), (400, 400)])
def test_a_stack_within_the_limits_is_brought(stack: int | None, brought: int) -> None:
    """Both limits are allowed, and without a word it is the usual stack."""
    assert sit(room_of(table_of()), "ann", want.Sit("Ann", stack=stack)) == (
        ev.Sat(0, "Ann", "ann", brought),
    )


@pytest.mark.parametrize("stack", [0, 99, 401])
def test_a_stack_beyond_the_limits_is_refused(stack: int) -> None:
    """The refusal names the limits."""
    with pytest.raises(TableError, match="100 to 400") as refused:
        sit(room_of(table_of()), "ann", want.Sit("Ann", stack=stack))
    assert refused.value.code == "table/buy-in"


@pytest.mark.parametrize(("hands", "brought"), [(19, 700), (20, 100)])
def test_nobody_takes_chips_or_debts_off_by_leaving_for_a_moment(hands: int, brought: int) -> None:
    """Soon after, at least the chips that were taken come back, and what was owed is owed."""
    bob = replace(chair_at(SPACIOUS, 1), stack=700, played=3, debt=Debt(1, 2))
    table = replace(SPACIOUS, chairs=(SPACIOUS.chairs[0], bob, *SPACIOUS.chairs[2:]))
    table = folded(table, stand(room_of(table), "bob", want.Stand()))
    table = replace(table, hands=table.hands + hands)
    events = sit(room_of(table), "bob", want.Sit("Bob", chair=5, stack=100))
    assert events == (ev.Sat(5, "Bob", "bob", brought),)
    assert chair_at(folded(table, events), 5).owes == (3 if hands < 20 else 0)
    other = sit(room_of(table), "cy", want.Sit("Cy", stack=100))
    assert other == (ev.Sat(1, "Cy", "cy", 100),)


def test_limits_are_those_the_host_has_set_for_the_next_hand() -> None:
    """Who sits down during a hand plays the next one, and brings what is right then."""
    customs = Customs(buy_in=BuyIn(20, 40, 30))
    table = folded(in_hand(SPACIOUS, HOLDEM), [ev.CustomsChanged(customs)])
    assert sit(room_of(table), "cy", want.Sit("Cy")) == (ev.Sat(2, "Cy", "cy", 30),)


@pytest.mark.parametrize("chair", [0, 7])
def test_a_persons_chair_is_refused_while_others_are_to_be_had(chair: int) -> None:
    """Nobody is put on another chair than asked for, unless there is no choice at all."""
    table = table_of(person(0), bot(1), chairs=2)
    with pytest.raises(TableError) as refused:
        sit(room_of(table), "cy", want.Sit("Cy", chair))
    assert refused.value.code == "table/chair-taken"


# ---------------------------------------------------------------------------- the waiting list


def test_at_a_table_full_of_people_somebody_waits() -> None:
    """Whoever comes goes to the end of the list, and asking again changes nothing."""
    waits = sit(room_of(FULL), "cy", want.Sit("Cy", stack=150))
    assert waits == (ev.WaitBegan("cy", "Cy", None, 150),)
    table = folded(FULL, waits)
    assert sit(room_of(table), "cy", want.Sit("Cy")) == ()
    table = folded(table, sit(room_of(table), "dee", want.Sit("Dee", 0)))
    assert [you_view(table, who, "").place for who in ("cy", "dee", "ann")] == [1, 2, None]
    assert stand(room_of(table), "cy", want.Stand()) == (ev.WaitEnded("cy"),)


def test_the_first_in_line_gets_the_chair_that_becomes_free() -> None:
    """In the order of coming, with the stack asked for, during a hand too."""
    table = in_hand(table_of(person(0), person(1, "Bob"), person(2, "Eve"), chairs=3), HOLDEM)
    table = folded(table, [ev.WaitBegan("cy", "Cy", 0, 150), ev.WaitBegan("dee", "Dee")])
    assert tidy(room_of(table), no_bots) == []
    table = folded(table, [ev.Left(2, "Eve", 200)])
    assert tidy(room_of(table), no_bots) == [ev.Sat(2, "Cy", "cy", 150)]


def test_nobody_passes_those_who_wait() -> None:
    """A newcomer who finds a chair free goes behind who waits for one."""
    table = folded(FULL, [ev.WaitBegan("cy", "Cy"), ev.Left(0, "Ann", 200)])
    table = folded(table, sit(room_of(table), "dee", want.Sit("Dee")))
    seated = tidy(room_of(table), no_bots)
    assert seated == [ev.Sat(0, "Cy", "cy", 200)]
    assert [waiter.player for waiter in folded(table, seated).waiting] == ["dee"]


def test_who_is_gone_is_passed_over_and_keeps_the_place_for_five_hands() -> None:
    """The chair goes to the next in line; back in time is first in line again."""
    waiting = [ev.WaitBegan("cy", "Cy"), ev.WaitBegan("dee", "Dee")]
    table = folded(FULL, [*waiting, ev.Left(0, "Ann", 200)])
    gone = tidy(room_of(table, ["bob", "dee"]), no_bots)
    assert gone == [ev.WaiterSeen("cy", here=False), ev.Sat(0, "Dee", "dee", 200)]
    table = folded(table, gone)
    after_four = replace(table, hands=4)
    assert tidy(room_of(after_four, ["bob", "dee"]), no_bots) == []
    back = tidy(room_of(after_four), no_bots)
    assert back == [ev.WaiterSeen("cy", here=True)]
    assert folded(after_four, back).waiting[0].gone is None
    after_five = replace(table, hands=5)
    assert tidy(room_of(after_five, ["bob", "dee"]), no_bots) == [ev.WaitEnded("cy")]


def test_the_waiting_list_is_bounded_and_who_is_gone_gives_way() -> None:
    """A crowd makes no view longer than it should be, and cannot shut out who is there."""
    crowd = [f"p{number}" for number in range(MOST_WAITING)]
    table = folded(FULL, [ev.WaitBegan(player, "Somebody") for player in crowd])
    with pytest.raises(TableError) as refused:
        sit(room_of(table, {*crowd, "cy"}), "cy", want.Sit("Cy"))
    assert refused.value.code == "table/list-full"
    events = sit(room_of(table, {*crowd, "cy"} - {"p7", "p9"}), "cy", want.Sit("Cy"))
    assert events == (ev.WaitEnded("p7"), ev.WaitBegan("cy", "Cy"))


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("  Ann\n Lee ", "Ann Lee"),
        ("\u202eAnn", "Ann"),  # would be read from the right
        ("Ann\ufe0f\u3164", "Ann"),  # what is not seen
        ("\uff21nn", "Ann"),  # as wide as an ideograph
        ("Zoe\u0308", "Zo\u00eb"),
        ("A" + "\u0301" * 20, "\u00c1\u0301\u0301"),
        ("\u0939\u093f\u0928\u094d\u0926\u0940", "\u0939\u093f\u0928\u094d\u0926\u0940"),
    ],
)
def test_names_that_look_alike_are_the_same(said: str, shown: str) -> None:
    """Nobody takes another's name by writing it in another way, nor covers other lines."""
    assert clean_name(said) == shown


@pytest.mark.parametrize("said", ["", " \t", "\u3164", "\u2800\ufe0f", "\u200b"])
def test_a_name_that_nobody_sees_is_none(said: str) -> None:
    """It is refused in words."""
    with pytest.raises(TableError, match="is no name"):
        clean_name(said)


def test_a_bot_leaves_its_chair_between_hands_only() -> None:
    """A bot plays its hand to the end, then gives way to who waits."""
    table = table_of(person(0), bot(1), ev.WaitBegan("cy", "Cy"), chairs=2)
    assert tidy(room_of(in_hand(table, HOLDEM)), no_bots) == []
    assert tidy(room_of(table), no_bots) == [
        ev.Left(1, "Bot1", 200),
        ev.Sat(1, "Cy", "cy", 200),
    ]


@pytest.mark.parametrize(
    ("here", "missed", "given"),
    [
        (["bob"], 2, True),  # gone, and two hands were dealt without
        (["bob"], 1, False),  # gone a moment ago
        (["ann", "bob"], 9, False),  # sits out, but is there
        ([], 0, True),  # nobody is there, so no hand could be missed
    ],
)
def test_who_is_gone_gives_way_to_who_waits(here: list[str], missed: int, *, given: bool) -> None:
    """A chair is not held for ever for somebody who is not there."""
    table = FULL
    for _ in range(missed):
        table = folded(in_hand(table, HOLDEM, (1, 1)), [ev.TableCleared()])
    events = place(room_of(table, [*here, "cy"]), Waiter("cy", "Cy"))
    first = ev.Left(0, "Ann", 200)
    assert events == ((first, ev.Sat(0, "Cy", "cy", 200)) if given else None)


def test_who_keeps_everybody_from_playing_gives_way_in_time() -> None:
    """Where one of two is gone no hand is dealt, nor missed; the chair is not held for ever."""
    table = folded(FULL, [ev.WaitBegan("cy", "Cy")])
    room = room_of(table, ["bob", "cy"], pause_s=120.0)
    planned = due(room)
    assert (planned.step, planned.seconds) == ("give-way", 120.0)
    freed = tuple(STEPS["give-way"](room))
    assert freed == (ev.Left(0, "Ann", 200),)
    assert after(room, freed, no_bots) == [*freed, ev.Sat(0, "Cy", "cy", 200)]


@pytest.mark.parametrize(
    ("here", "chairs"),
    [
        (["ann", "bob", "cy"], 2),  # all are there
        (["bob"], 2),  # nobody who is there waits
        (["ann", "bob", "dot"], 3),  # two can play without the third
    ],
)
def test_nobody_gives_way_without_need(here: list[str], chairs: int) -> None:
    """While a hand can be dealt, or nobody could be seated instead, the chair is kept."""
    seated = [person(number, name) for number, name in enumerate(("Ann", "Bob", "Cy")[:chairs])]
    waiting = ("cy", "Cy") if chairs == 2 else ("dot", "Dot")
    room = room_of(folded(table_of(*seated, chairs=chairs), [ev.WaitBegan(*waiting)]), here)
    assert due(room).step != "give-way"
    assert tuple(STEPS["give-way"](room)) == ()


def test_what_follows_from_an_event_is_kept_with_it() -> None:
    """The end of a hand and the leaving it was waited for with are one step, or none."""
    table = folded(in_hand(FULL, HOLDEM), [ev.LeaveWanted(0, leaving=True)])
    assert after(room_of(table), [ev.Voided("")], no_bots) == [ev.Voided("")]
    table = folded(table, [ev.Voided("")])
    cleared = after(room_of(table), [ev.TableCleared()], no_bots)
    assert cleared == [ev.TableCleared(), ev.Left(0, "Ann", 200)]


# -------------------------------------------------------------------------------- sitting out


def test_sitting_out_begins_with_the_next_hand() -> None:
    """The hand that is played is played to its end; the next one is dealt without."""
    table = in_hand(FULL, HOLDEM)
    table = folded(table, sit_out(room_of(table), "ann", want.SitOut("hand")))
    assert (chair_at(table, 0).out, you_view(table, "ann", "").out) == ("hand", "hand")
    table = folded(table, [ev.TableCleared()])
    table = folded(table, tidy(room_of(table), no_bots))
    assert chair_at(table, 0).out == "out"
    assert dealt_in(table, ["ann", "bob"]) == [1]
    assert chair_view(table, 0, [1]).status == "out"
    back = sit_in(room_of(table), "ann", want.SitIn())
    assert back == (ev.SatIn(0),)
    assert dealt_in(folded(table, back), ["ann", "bob"]) == [0, 1]


@pytest.mark.parametrize(
    ("events", "ready", "status"),
    [
        ([], [0, 1], "playing"),
        ([], [1], "away"),
        ([ev.SatOut(0, "out")], [1], "out"),
        ([ev.LeaveWanted(0, leaving=True)], [1], "away"),
    ],
)
def test_a_chair_says_what_its_owner_is_doing(
    events: list[ev.TableEvent], ready: list[int], status: str
) -> None:
    """Playing, waiting to be dealt in, gone, or sitting out."""
    assert chair_view(folded(FULL, events), 0, ready).status == status


def test_who_waits_for_the_big_blind_is_not_away() -> None:
    """A newcomer who will not post sits there, and is not dealt in yet."""
    waits = replace(chair_at(FULL, 0), waits=True)
    table = replace(FULL, chairs=(waits, FULL.chairs[1]))
    for ready in ([1], [0, 1]):
        assert chair_view(table, 0, ready).status == "waiting"


def test_sitting_out_may_be_taken_back_and_asked_for_twice() -> None:
    """What changes nothing is no event; without a chair it is refused."""
    table = folded(FULL, [ev.SatOut(0, "blind")])
    assert sit_out(room_of(table), "ann", want.SitOut("blind")) == ()
    assert sit_out(room_of(table), "ann", want.SitOut("hand")) == (ev.SatOut(0, "hand"),)
    assert chair_at(folded(table, [ev.SatIn(0)]), 0).out == ""
    assert sit_in(room_of(FULL), "ann", want.SitIn()) == ()
    with pytest.raises(TableError) as refused:
        sit_out(room_of(FULL), "cy", want.SitOut("hand"))
    assert refused.value.code == "table/not-seated"
    with pytest.raises(TableError) as refused:
        sit_in(room_of(FULL), "cy", want.SitIn())
    assert refused.value.code == "table/not-seated"


@pytest.mark.parametrize(("missed", "stays"), [(19, True), (20, False)])
def test_who_is_out_for_long_stands_up_with_the_chips(missed: int, *, stays: bool) -> None:
    """After twenty missed hands the chair is free, and the log says what was cashed out."""
    table = folded(FULL, [ev.SatOut(0, "out")])
    for _ in range(missed):
        table = folded(in_hand(table, HOLDEM, (1, 1)), [ev.TableCleared()])
    assert tidy(room_of(table), no_bots) == ([] if stays else [ev.Left(0, "Ann", 200)])


def test_who_is_there_and_waits_for_a_hand_keeps_the_chair() -> None:
    """Missed hands alone make nobody leave; the next hand dealt in begins the count again."""
    table = FULL
    for _ in range(30):
        table = folded(in_hand(table, HOLDEM, (1, 1)), [ev.TableCleared()])
    assert tidy(room_of(table), no_bots) == []
    table = folded(in_hand(table, HOLDEM), [ev.TableCleared()])
    assert chair_at(table, 0).missed == 0


def blinds_at(*wishes: ev.TableEvent, people: int = 2) -> TableState:
    """Return a table of Ann, Bob and perhaps Cy at which Ann had the big blind."""
    names = ("Ann", "Bob", "Cy")[:people]
    seated = [person(number, name) for number, name in enumerate(names)]
    moved = ev.ButtonMoved(1, 1, 0, (1, 2))
    return folded(table_of(*seated, chairs=3), [moved, *wishes])


def test_two_players_do_not_wait_for_who_sits_out_at_the_blind() -> None:
    """Where it comes to him and too few are left without him, he is out, and may come back."""
    table = blinds_at(ev.SatOut(1, "blind"))
    assert tidy(room_of(table), no_bots) == [ev.SatOut(1, "out")]
    assert tidy(room_of(blinds_at()), no_bots) == []


def test_the_blind_is_awaited_before_somebody_sits_out() -> None:
    """Ann had it last, so that it is Bob's now; with three she is passed over in her turn."""
    assert tidy(room_of(blinds_at(ev.SatOut(0, "blind"))), no_bots) == []
    assert tidy(room_of(blinds_at(ev.SatOut(1, "blind"), people=3)), no_bots) == []
