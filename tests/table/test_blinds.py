"""Button and blinds while people come, go, sit out and return.

`Floor` is the oracle: a floor man who walks round the table chair by chair, keeps who owes what on
a sheet of paper, and uses nothing of what he checks. Start reading at `Floor.judge`.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from wildrank.fair import Commitment
from wildrank.fair.receipt import deck_name
from wildrank.referee import Deal, Fold, decide, legal, waiting
from wildrank.referee.events import Posted
from wildrank.referee.playout import Numbers
from wildrank.table import events as ev
from wildrank.table.calling import dealt_in, next_dealer
from wildrank.table.deal import dealt_order
from wildrank.table.dealing import dealt, out_of_time, promise_hand, start_hand
from wildrank.table.fold import fold
from wildrank.table.state import TableState, opened

SALTS = [bytes([number]) * 16 for number in range(52)]
WHAT = ("start", "next", "anew", "dead button", "no small blind", "late", "heads-up", "round")
BOTH = frozenset({"small", "big"})


def decks(table: TableState) -> tuple[Commitment, Commitment]:
    """Return two decks in order for the next hand."""
    name = f"test/{table.hands + 1}"
    first, second = (
        Commitment.of(deck_name(name, number), tuple(range(52)), SALTS) for number in (0, 1)
    )
    return first, second


class Dealt(NamedTuple):
    """A hand that was begun.

    Attributes:
        dealer: The chair that called.
        chairs: Who was dealt in.
        disc: The chair the button lay before.
        posts: What was posted beside antes, by chair and kind.
    """

    dealer: int
    chairs: tuple[int, ...]
    disc: int
    posts: dict[tuple[int, str], int]

    def who(self, kind: str) -> list[int]:
        """Return who posted something of a kind."""
        return [chair for chair, posted in self.posts if posted == kind]


class Night:
    """A table without clock, clients or disk, on which all fold or check and go on."""

    def __init__(self, chairs: int) -> None:
        """Open it."""
        self.table = opened(chairs)
        self.came = 0

    def happen(self, *events: ev.TableEvent) -> None:
        """Let events happen."""
        for event in events:
            self.table = fold(self.table, self.table.n + 1, event)

    def sit(self, *chairs: int) -> None:
        """Seat new people."""
        for chair in chairs:
            self.came += 1
            self.happen(ev.Sat(chair, f"P{self.came}", f"P{self.came}", 10_000))

    def name(self, chair: int) -> str:
        """Return who sits on a chair, empty for nobody."""
        return getattr(self.table.chairs[chair], "name", "")

    @property
    def ready(self) -> list[int]:
        """Who is there and wants to play."""
        return dealt_in(self.table, {chair.player for _, chair in self.table.seated()})

    def deal(self, game: str, **said: str) -> Dealt | None:
        """Deal a hand, unless too few are there or want the big blind."""
        dealer = next_dealer(self.table, self.ready)
        if dealer is None:
            return None
        called = ev.GameCalled(dealer, self.name(dealer), game, said)
        self.happen(*promise_hand(self.table, called, self.ready, decks(self.table)))
        hand = self.table.hand
        if hand is None:
            return None
        assert hand.deal is not None
        self.happen(ev.SeedsPromised({}), ev.SeedsOpened({}))
        begun = start_hand(self.table, hand, dealt_order(hand.deal, {}))
        self.happen(*begun)
        posted = [event for event in begun if isinstance(event, Posted) and event.kind != "ante"]
        posts: dict[tuple[int, str], int] = {
            (hand.chairs[event.seat], event.kind): event.amount for event in posted
        }
        assert self.table.places is not None
        found = Dealt(dealer, hand.chairs, self.table.places.button, posts)
        self.play_out()
        return found

    def play_out(self) -> None:
        """Let everybody fold, or check where that is free."""
        while (hand := self.table.playing) is not None:
            assert hand.state is not None
            wait, may = waiting(hand.state), legal(hand.state)
            if isinstance(wait, Deal):
                action: object = dealt(hand, wait)
            else:
                assert may.seat is not None
                action = Fold(may.seat) if may.fold else out_of_time(hand.state, may.seat)
            self.happen(*decide(hand.state, action))  # type: ignore[arg-type] # one of both
        self.happen(ev.TableCleared())


class Floor:
    """Somebody who watches the table and writes down who posted and who owes."""

    def __init__(self, night: Night) -> None:
        """Watch a table."""
        self.night = night
        self.owes: dict[str, frozenset[str]] = {}
        self.last: tuple[int, int] | None = None  # chairs of small and big in the hand before
        self.seen: Counter[str] = Counter()
        self.rounds: list[list[tuple[str, str, frozenset[str]]]] = [[]]

    def sit(self, chair: int) -> None:
        """Seat somebody, who owes a big blind while blinds go round."""
        self.night.sit(chair)
        if self.last is not None:
            self.owes[self.night.name(chair)] = frozenset({"big"})

    def owing(self, chair: int) -> frozenset[str]:
        """Return what is owed by whoever sits on a chair."""
        return self.owes.get(self.night.name(chair), frozenset())

    def walk(self, after: int) -> list[int]:
        """Return all chairs clockwise, the one named last."""
        count = len(self.night.table.chairs)
        return [(after + step) % count for step in range(1, count + 1)]

    def way(self, first: int, last: int) -> list[int]:
        """Return the chairs one passes from one to another."""
        walked = self.walk(first)
        return walked[: walked.index(last)]

    def play(self, *, blinds: bool) -> None:
        """Let a hand be dealt, and judge it."""
        night = self.night
        chairs = night.table.chairs
        ready = night.ready
        waits = {number for number in ready if chairs[number].waits}  # type: ignore[union-attr]
        leaves = {n for n in ready if chairs[n].out == "blind"}  # type: ignore[union-attr]
        hand = night.deal("holdem") if blinds else night.deal("reach-around")
        if hand is None:
            assert len(set(ready) - leaves) < 2
            assert set(ready) - set(night.ready) <= leaves
        elif blinds:
            self.judge(hand, ready, waits, leaves)
        else:
            assert set(hand.chairs) == set(ready)
            assert not hand.posts
            for chair in hand.chairs:
                if self.owing(chair) == {"big"}:
                    del self.owes[night.name(chair)]
            self.last = None
            self.rounds.append([])

    def judge(self, hand: Dealt, ready: list[int], waits: set[int], leaves: set[int]) -> None:
        """Judge a hand with blinds."""
        (big,) = hand.who("big-blind")
        assert big not in leaves
        there = self.asked(ready, leaves)
        onward = self.last is not None and self.judge_next(hand, big, there, waits)
        if not onward:
            self.judge_start(hand, big, there, waits, leaves)
            self.rounds.append([])
        heads_up = len(hand.chairs) == 2
        if heads_up:
            assert hand.who("small-blind") == [chair for chair in hand.chairs if chair != big]
        self.seen["heads-up"] += heads_up
        self.seen["dead button"] += hand.disc not in hand.chairs
        self.seen["no small blind"] += not hand.who("small-blind")
        self.seen["late"] += bool(hand.who("late-blind") + hand.who("dead-blind"))
        place = self.last[1] if self.last is not None and onward else hand.dealer
        self.settle(hand, place, big)
        small = "".join(map(self.night.name, hand.who("small-blind")))
        players = frozenset(map(self.night.name, hand.chairs))
        self.rounds[-1].append((self.night.name(big), small, players))
        self.last = (hand.who("small-blind")[0] if heads_up or not onward else place, big)

    def asked(self, ready: list[int], leaves: set[int]) -> list[int]:
        """Return who is there without those a big blind that goes round has come to in vain."""
        if self.last is None:
            return ready
        order = [chair for chair in self.walk(self.last[1]) if chair in ready]
        while order[0] in leaves:
            del order[0]
        return order

    def judge_start(
        self, hand: Dealt, big: int, there: list[int], waits: set[int], leaves: set[int]
    ) -> None:
        """Where blinds begin, the dealer has the button and the two on the left post them."""
        self.seen["start"] += 1
        assert hand.disc == hand.dealer
        order = [chair for chair in self.walk(hand.dealer) if chair in there]
        while len(order) > 2 and order[1] in leaves:
            del order[1]
        blinds = order[:2] if len(order) > 2 else [hand.dealer, order[0]]
        assert [*hand.who("small-blind"), big] == blinds
        others = {chair for chair in order if not self.owing(chair) or chair not in waits}
        assert set(hand.chairs) == {hand.dealer, *blinds} | others

    def judge_next(self, hand: Dealt, big: int, there: list[int], waits: set[int]) -> bool:
        """Blinds that go round: the big one to the next who is there, the others follow it.

        Returns:
            Whether they went round; with fewer than two who could be dealt in they start anew.
        """
        assert self.last is not None
        old_small, old_big = self.last
        due = next(chair for chair in self.walk(old_big) if chair in there)
        below = self.way(due, old_big)
        button = old_small if old_small in below else None
        behind = below if button is None else self.way(due, button)
        late = {c for c in there if c in behind and self.owing(c) and c not in waits}
        free = {chair for chair in there if not self.owing(chair)}
        if len({due} | late | free) < 2:
            self.seen["anew"] += 1
            return False
        self.seen["next"] += 1
        assert big == due
        assert set(hand.chairs) == {due} | late | free
        expected = {(due, "big-blind"): 2}
        for chair in late - {due} if len(hand.chairs) > 2 else ():
            owed = self.owing(chair)
            expected |= {(chair, "late-blind"): 2} if "big" in owed else {}
            expected |= {(chair, "dead-blind"): 1} if "small" in owed else {}
        if len(hand.chairs) > 2:
            if old_big in hand.chairs:
                expected[old_big, "small-blind"] = 1
            back = [chair for chair in self.way(old_small, old_big) if chair in free]
            assert button is None or hand.disc == (back[-1] if back else button)
            assert hand.disc in behind or hand.disc == button or hand.disc in back
        else:
            (other,) = set(hand.chairs) - {due}
            expected[other, "small-blind"] = 1
            assert hand.disc == other
        assert hand.posts == expected
        return True

    def settle(self, hand: Dealt, came_from: int, big: int) -> None:
        """Write down who has paid, and who was passed by the big blind or by the small one.

        The small one is due where the big one came from, and there is always somebody dealt in
        where blinds begin.
        """
        for chair in hand.chairs:
            self.owes.pop(self.night.name(chair), None)
        for chair in self.way(came_from, big):
            if chair not in hand.chairs and not self.owing(chair):
                self.owes[self.night.name(chair)] = BOTH
        if came_from not in hand.chairs and not self.owing(came_from):
            self.owes[self.night.name(came_from)] = frozenset({"small"})

    def check_rounds(self) -> None:
        """From one big blind of somebody to the next, all who stayed posted each blind once."""
        for hands in self.rounds:
            turns: dict[str, int] = {}
            for number, (big, _small, _there) in enumerate(hands):
                if big in turns:
                    self.check_round(hands[turns[big] : number + 1])
                    self.seen["round"] += 1
                turns[big] = number

    @staticmethod
    def check_round(hands: list[tuple[str, str, frozenset[str]]]) -> None:
        """Check the hands from one big blind of somebody to the same player's next."""
        stayed = frozenset.intersection(*(there for _, _, there in hands))
        bigs = [big for big, _, _ in hands[1:-1]]
        smalls = [small for _, small, _ in hands[1:]]
        assert len(hands) > 2
        if hands[0][0] not in stayed:
            return  # the blinds passed an empty chair meanwhile, maybe more than once
        for player in stayed - {hands[0][0]}:
            assert bigs.count(player) == 1, (player, hands)
            if all(len(there) > 2 for _, _, there in hands):
                assert smalls.count(player) == 1, (player, hands)


KINDS = (
    *["hand"] * 30,
    *["sit"] * 8,
    *["leave"] * 3,
    *["out"] * 4,
    *["blind"] * 2,
    *["in"] * 3,
    *["post"] * 5,
    "ante",
)


def spend(seed: int, chairs: int, steps: int) -> Floor:
    """Spend a night at a table where people come and go at random, judged hand by hand."""
    numbers = Numbers(seed)
    night = Night(chairs)
    floor = Floor(night)
    for chair in range(2 + numbers.below(chairs - 1)):
        floor.sit(chair)
    for _ in range(steps):
        what, chair = KINDS[numbers.below(len(KINDS))], numbers.below(chairs)
        seated = night.table.chairs[chair]
        if what in ("hand", "ante"):
            floor.play(blinds=what == "hand")
        elif what == "sit" and seated is None:
            floor.sit(chair)
        elif seated is not None and what != "sit":
            events: dict[str, ev.TableEvent] = {
                "leave": ev.Left(chair, seated.name, seated.stack),
                "out": ev.SatOut(chair, "out"),
                "blind": ev.SatOut(chair, "blind"),
                "in": ev.SatIn(chair),
                "post": ev.SatIn(chair, post=True),
            }
            night.happen(events[what])
    floor.check_rounds()
    return floor


@given(seed=st.integers(0, 2**64 - 1), chairs=st.integers(2, 9))
@settings(max_examples=400, suppress_health_check=list(HealthCheck), deadline=None)
def test_nobody_skips_or_doubles(seed: int, chairs: int) -> None:
    """Whoever comes, goes, sits out or returns: each pays every blind that is due, and once."""
    spend(seed, chairs, 60)


def test_the_floor_man_has_seen_it_all() -> None:
    """In these nights everything happens that is judged: no check above is an empty one."""
    seen: Counter[str] = Counter()
    for seed in range(40):
        seen += spend(seed, 2 + seed % 8, 80).seen
    assert min(seen[what] for what in WHAT) >= 5, seen


def begun(*chairs: int, count: int = 6) -> Night:
    """Return a table with people on some chairs, where a hand with blinds was dealt."""
    night = Night(count)
    night.sit(*chairs)
    assert night.deal("holdem") is not None
    return night


def test_a_first_big_blind_is_nobodys_who_wants_none() -> None:
    """Where too few want the big blind a call comes to nothing, and they sit out."""
    night = Night(6)
    night.sit(0, 1, 2)
    night.happen(ev.SatOut(1, "blind"), ev.SatOut(2, "blind"))
    assert night.deal("holdem") is None
    assert night.ready == [0]
    assert (night.table.hands, night.table.called, night.table.places) == (0, None, None)


def test_a_small_blind_is_owed_though_two_play() -> None:
    """Who goes after the big blind owes the small one, also when two are left for a hand."""
    night = begun(0, 1, 2)
    night.happen(ev.SatOut(2, "out"))
    two = night.deal("holdem")
    assert two is not None
    assert two.posts == {(1, "small-blind"): 1, (0, "big-blind"): 2}
    night.happen(ev.SatIn(2, post=True))
    back = night.deal("holdem")
    assert back is not None
    assert back.posts == {(0, "small-blind"): 1, (1, "big-blind"): 2, (2, "dead-blind"): 1}


def test_who_missed_nothing_while_two_played_comes_back_at_once() -> None:
    """The button goes below the small blind, to whoever is back there and owes nothing."""
    night = begun(0, 1, 2, 3)
    night.happen(ev.SatOut(1, "out"), ev.SatOut(2, "out"))
    two = night.deal("holdem")
    assert two is not None
    assert two.posts == {(0, "small-blind"): 1, (3, "big-blind"): 2}
    night.sit(4)
    night.happen(ev.SatIn(1))
    back = night.deal("holdem")
    assert back is not None
    assert (back.disc, back.chairs) == (1, (0, 1, 3, 4))
    assert back.posts == {(3, "small-blind"): 1, (4, "big-blind"): 2}


def test_blinds_pass_who_wants_none_before_they_start_anew() -> None:
    """They go round as long as two could be dealt in without those who sit out for them."""
    night = begun(1, 2, 6, count=7)
    night.sit(3, 5)
    night.happen(ev.SatOut(2, "out"), ev.SatOut(6, "out"), ev.SatOut(1, "blind"))
    hand = night.deal("holdem")
    assert hand is not None
    assert hand.posts == {(5, "small-blind"): 1, (3, "big-blind"): 2}
    assert night.ready == [3, 5]
