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
        """Deal a hand, unless too few are there."""
        dealer = next_dealer(self.table, self.ready)
        if dealer is None:
            return None
        called = ev.GameCalled(dealer, self.name(dealer), game, said)
        self.happen(*promise_hand(self.table, called, self.ready, decks(self.table)))
        hand = self.table.hand
        assert hand is not None
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
        onward = self.last is not None and self.judge_next(hand, big, ready, waits, leaves)
        if self.last is None:
            self.judge_start(hand, big, ready, waits, leaves)
        elif not onward:
            self.rounds.append([])
        heads_up = len(hand.chairs) == 2
        if heads_up:
            assert hand.who("small-blind") == [chair for chair in hand.chairs if chair != big]
        self.seen["heads-up"] += heads_up
        self.seen["dead button"] += hand.disc not in hand.chairs
        self.seen["no small blind"] += not hand.who("small-blind")
        self.seen["late"] += bool(hand.who("late-blind") + hand.who("dead-blind"))
        place = self.last[1] if self.last is not None and onward and not heads_up else None
        self.settle(hand, self.last[1] if self.last and onward else hand.dealer, big, place)
        small = "".join(map(self.night.name, hand.who("small-blind")))
        there = frozenset(map(self.night.name, hand.chairs))
        self.rounds[-1].append((self.night.name(big), small, there))
        self.last = (hand.who("small-blind")[0] if place is None else place, big)

    def judge_start(
        self, hand: Dealt, big: int, ready: list[int], waits: set[int], leaves: set[int]
    ) -> None:
        """Where blinds begin, the dealer has the button and the two on the left post them."""
        self.seen["start"] += 1
        assert hand.disc == hand.dealer
        if leaves:
            return
        order = [chair for chair in self.walk(hand.dealer) if chair in ready]
        blinds = order[:2] if len(order) > 2 else [hand.dealer, order[0]]
        assert [*hand.who("small-blind"), big] == blinds
        others = {chair for chair in ready if not self.owing(chair) or chair not in waits}
        assert set(hand.chairs) == {hand.dealer, *blinds} | others

    def judge_next(
        self, hand: Dealt, big: int, ready: list[int], waits: set[int], leaves: set[int]
    ) -> bool:
        """Blinds that go round: the big one to the next who is there, the others follow it.

        Returns:
            Whether they went round; with fewer than two who could be dealt in they start anew.
        """
        assert self.last is not None
        old_small, old_big = self.last
        order = [chair for chair in self.walk(old_big) if chair in ready]
        due = next(chair for chair in order if chair not in leaves)
        there = [chair for chair in ready if chair not in self.way(old_big, due)]
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
            assert button is None or hand.disc == button
            assert hand.disc in behind or hand.disc == button
        else:
            (other,) = set(hand.chairs) - {due}
            expected[other, "small-blind"] = 1
            assert hand.disc == other
        assert hand.posts == expected
        return True

    def settle(self, hand: Dealt, came_from: int, big: int, place: int | None) -> None:
        """Write down who has paid, and who was passed by the big blind or by the small one."""
        for chair in hand.chairs:
            self.owes.pop(self.night.name(chair), None)
        for chair in self.way(came_from, big):
            if chair not in hand.chairs and not self.owing(chair):
                self.owes[self.night.name(chair)] = BOTH
        if place is not None and place not in hand.chairs and not self.owing(place):
            self.owes[self.night.name(place)] = frozenset({"small"})

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
@settings(max_examples=60, suppress_health_check=list(HealthCheck), deadline=None)
def test_nobody_skips_or_doubles(seed: int, chairs: int) -> None:
    """Whoever comes, goes, sits out or returns: each pays every blind that is due, and once."""
    spend(seed, chairs, 60)


def test_the_floor_man_has_seen_it_all() -> None:
    """In these nights everything happens that is judged: no check above is an empty one."""
    seen: Counter[str] = Counter()
    for seed in range(40):
        seen += spend(seed, 2 + seed % 8, 80).seen
    assert min(seen[what] for what in WHAT) >= 5, seen
