"""One hand played twice, by our referee and by PokerKit, with the same cards and decisions.

Every step compares who acts and what is legal; where the two differ, the difference must be one of
`DIVERGENCES`, each of which says exactly what PokerKit does instead. Start reading at `Duel.play`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Literal, NamedTuple

from pokerkit import (
    Automation,
    BettingStructure,
    Deck,
    EightOrBetterLowHand,
    Opening,
    RegularLowHand,
    StandardHighHand,
    Street,
)
from pokerkit import Hand as KitHand
from pokerkit import State as KitState
from pokerkit.hands import OmahaEightOrBetterLowHand, OmahaHoldemHand

from wildrank.cards import DECK, Card
from wildrank.referee import (
    Act,
    Call,
    Check,
    Deal,
    Fold,
    Hand,
    PlayerAction,
    RaiseTo,
    Show,
    State,
    hand_value,
    pots,
)
from wildrank.referee.events import Awarded, Called, Checked, Event, Posted, Raised, StreetOpened

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
STRUCTURES = {
    "fixed": BettingStructure.FIXED_LIMIT,
    "pot": BettingStructure.POT_LIMIT,
    "no": BettingStructure.NO_LIMIT,
}
HAND_TYPES: dict[tuple[str, str, int | None], type[KitHand]] = {
    ("any", "high", None): StandardHighHand,
    ("any", "ace-to-five-low", None): RegularLowHand,
    ("any", "ace-to-five-low", 8): EightOrBetterLowHand,
    ("omaha", "high", None): OmahaHoldemHand,
    ("omaha", "ace-to-five-low", 8): OmahaEightOrBetterLowHand,
}


class Offer(NamedTuple):
    """What a seat may do, in terms both sides know; ``low`` and ``high`` are 0 for no raise."""

    call: int
    low: int
    high: int


class Round(NamedTuple):
    """The raises of a street so far, as PokerKit counts them.

    Attributes:
        added: What each bet or raise added to the highest bet before it.
        shorts: Those of the latest all-ins that PokerKit still holds to be short, together.
        acted: Seats that have acted since the last raise that was not smaller than its forerunner.
        missing: What the big blind was short of.
    """

    added: tuple[int, ...]
    shorts: int
    acted: frozenset[int]
    missing: int


class Spot(NamedTuple):
    """A decision on which the two sides differ."""

    state: State
    seat: int
    round: Round
    ours: Offer
    theirs: Offer

    @property
    def highest(self) -> int:
        """The most chips in front of anybody."""
        return max(self.state.bets)

    @property
    def size(self) -> int:
        """A full bet."""
        return self.state.stakes.bet_size(self.state.street)

    @property
    def all_in(self) -> int:
        """The most the seat can have in front of it."""
        return self.state.bets[self.seat] + self.state.stacks[self.seat]

    @property
    def faces(self) -> int:
        """What was raised since the seat last acted."""
        return self.state.to_match - self.state.faced[self.seat]

    @property
    def fixed(self) -> bool:
        """Whether this is fixed limit."""
        return self.state.stakes.limit == "fixed"


class Divergence(NamedTuple):
    """One way in which PokerKit is known to differ in what it offers.

    Attributes:
        name: Short name, which the test counts.
        reason: Our rule, and what PokerKit does instead.
        explains: Whether it accounts for all of the difference.
    """

    name: str
    reason: str
    explains: Callable[[Spot], bool]


def _short_blind(spot: Spot) -> bool:
    bet, stack = spot.state.bets[spot.seat], spot.state.stacks[spot.seat]
    step = max((*spot.round.added, spot.size))
    return (
        spot.round.missing > 0
        and spot.theirs.call == min(spot.highest - bet, stack)
        and spot.ours.call == min(spot.state.to_match - bet, stack)
        and spot.theirs.low in (0, min(spot.all_in, spot.highest + step))
        and spot.theirs.high in (0, spot.theirs.low, spot.all_in, _pot_raise(spot))
    )


def _pot_raise(spot: Spot) -> int:
    return spot.state.pot + 2 * spot.highest - spot.state.bets[spot.seat]


def _completes(spot: Spot) -> bool:
    base = spot.state.full_to
    return (
        spot.fixed
        and spot.ours.call == spot.theirs.call
        and base < spot.highest
        and spot.ours.low == min(spot.all_in, base + spot.size)
        and spot.theirs.low == min(spot.all_in, spot.highest + spot.size)
    )


def _first_short(spot: Spot) -> bool:
    faces_full = spot.faces >= (spot.size if spot.fixed else spot.state.min_raise)
    return (
        spot.ours == (spot.theirs.call, 0, 0)
        and not faces_full
        and max(spot.round.added, default=spot.size) < spot.size
        and spot.theirs.low == min(spot.all_in, spot.highest + spot.size)
    )


def _cap_counts_shorts(spot: Spot) -> bool:
    allowed = kit_cap(spot.state, spot.state.street)
    return (
        spot.theirs == (spot.ours.call, 0, 0)
        and spot.ours.low > 0
        and len(spot.round.added) == allowed
        and any(amount < spot.size for amount in spot.round.added)
    )


def _half_bet(spot: Spot) -> bool:
    return (
        spot.theirs == (spot.ours.call, 0, 0)
        and spot.ours.low > 0
        and spot.fixed
        and spot.state.stakes.short_all_in == "half"
        and spot.seat in spot.round.acted
        and spot.size <= 2 * spot.faces < 2 * spot.size
    )


DIVERGENCES = (
    Divergence(
        "short blind",
        "D18: callers owe the whole big blind. PokerKit lets them call what the short blind is.",
        _short_blind,
    ),
    Divergence(
        "completion",
        "HE-half-less: a raise over a short all-in completes the bet it fell short of. PokerKit"
        " adds a whole bet to the all-in.",
        _completes,
    ),
    Divergence(
        "first short all-in",
        "D16: a short all-in reopens nothing, the first of a street too. PokerKit has no bet to"
        " measure the first one against and takes it for full.",
        _first_short,
    ),
    Divergence(
        "cap counts short all-ins",
        "D17: only what counts as a full raise uses one up. PokerKit counts every all-in.",
        _cap_counts_shorts,
    ),
    Divergence(
        "half a bet",
        "HE-half: half a bet or more reopens the betting in fixed limit. PokerKit wants a whole.",
        _half_bet,
    ),
)


class Ending(NamedTuple):
    """One way in which PokerKit is known to differ outside of what it offers."""

    name: str
    reason: str


LONE_CHECK = Ending(
    "lone check",
    "D52: the only seat with chips owes nothing and is not asked. PokerKit asks it to check.",
)
ENDINGS = (
    Ending(
        "odd chips",
        "D23: several odd chips go one each. PokerKit gives all of them to the first tied seat.",
    ),
    Ending(
        "merged pots",
        "HL-side: each pot is divided on its own. PokerKit first takes the losing hands away and"
        " puts together the pots that the same seats can still win, so fewer of them are odd.",
    ),
    Ending(
        "side pot without a low",
        "D26: without a low the high hand takes all of that pot. PokerKit looks for a low in the"
        " whole hand, and where only another pot has one, all seats of this pot share the half.",
    ),
)


def kit_state(hand: Hand) -> KitState:
    """Return PokerKit's state of the same fresh hand; its player 0 is the button's left."""
    state = hand.state
    stakes, count, qualifier = state.stakes, state.seats, state.announcement.low_qualifier
    streets = tuple(
        Street(
            card_burning_status=False,
            hole_dealing_statuses=(False,) * street.down,
            board_dealing_count=street.board,
            draw_status=False,
            opening=Opening.POSITION,
            min_completion_betting_or_raising_amount=stakes.bet_size(number),
            max_completion_betting_or_raising_count=kit_cap(state, number),
        )
        for number, street in enumerate(state.game.streets)
    )
    start = [chips + state.committed[seat] for seat, chips in enumerate(state.stacks)]
    return KitState(
        AUTOMATIONS,
        Deck.STANDARD,
        tuple(
            HAND_TYPES[split.use, split.order, qualifier if split.half == "low" else None]
            for split in state.game.split
        ),
        streets,
        STRUCTURES[stakes.limit],
        True,  # noqa: FBT003 - PokerKit takes it by place
        stakes.ante,
        stakes.blinds,
        0,
        tuple(start[(state.button + 1 + place) % count] for place in range(count)),
        count,
    )


def kit_cap(state: State, street: int) -> int | None:
    """Return how many bets and raises PokerKit is told to allow; it counts no blind."""
    cap, heads_up = state.stakes.raise_cap, len(state.stacks) == 2
    lifted = heads_up and state.stakes.heads_up_cap == "lifted"
    if state.stakes.limit != "fixed" or cap is None or lifted:
        return None
    return cap + int(street > 0 or not state.stakes.blind_counts)


def raises_of(events: Sequence[Event]) -> Round:
    """Return the raises of the street that is being played, as PokerKit counts them."""
    added: list[int] = []
    shorts: list[int] = []
    acted: set[int] = set()
    highest = missing = 0
    for event in events:
        match event:
            case StreetOpened():
                added, shorts, acted, highest, missing = [], [], set(), 0, 0
            case Posted(kind="small-blind" | "big-blind"):
                highest = max(highest, event.amount)
                missing = event.due - highest
            case Checked() | Called():
                acted.add(event.seat)
            case Raised():
                more, highest = event.to - highest, event.to
                acted.add(event.seat)
                if more >= max(added, default=0):
                    acted = {event.seat}
                added.append(more)
                shorts = [*shorts, more]
                if sum(shorts) >= max(added):
                    shorts = []
            case _:
                pass
    return Round(tuple(added), sum(shorts), frozenset(acted), missing)


class Duel:
    """A hand in play on both sides.

    Attributes:
        hand: Our hand.
        kit: PokerKit's state.
        found: How often each divergence was met.
        decisions: Decisions compared.
        shows: Places in the order of showing compared.
    """

    def __init__(self, hand: Hand, random: Random) -> None:
        """Seat both sides."""
        self.hand = hand
        self.kit = kit_state(hand)
        self.random = random
        self.found: Counter[str] = Counter()
        self.decisions = 0
        self.shows = 0

    def kit_seat(self, seat: int) -> int:
        """Return PokerKit's number of a seat."""
        return (seat - self.hand.state.button - 1) % self.hand.state.seats

    def play(self) -> None:
        """Play the hand to its end."""
        deck = list(DECK)
        self.random.shuffle(deck)
        while not self.hand.over:
            match self.hand.waiting:
                case Act(seat):
                    self.decide(seat)
                case Deal() as wait:
                    self.lone_checks()
                    self.deal(wait, deck)
                case Show(seat):
                    self.lone_checks()
                    self.show(seat)
        self.lone_checks()
        self.turn_up()
        self.settle()

    def deal(self, wait: Deal, deck: list[Card]) -> None:
        """Deal the same cards on both sides."""
        self.turn_up()
        cards = [deck.pop() for _ in range(wait.count)]
        if wait.seats:
            for place, card in enumerate(cards):
                seat = wait.seats[place % len(wait.seats)]
                self.kit.deal_hole(str(card), self.kit_seat(seat))
        else:
            self.kit.deal_board("".join(map(str, cards)))
        self.hand = self.hand.deal(cards)

    def turn_up(self) -> None:
        """Turn up the hands that PokerKit waits for and ours turns up unasked, or later."""
        while self.kit.showdown_index is not None:
            self.kit.show_or_muck_hole_cards(True)  # noqa: FBT003 - PokerKit takes it by place

    def show(self, seat: int) -> None:
        """Show one hand on both sides, in the same order unless the board was run out before."""
        if self.kit.showdown_index is not None:
            assert self.kit.showdown_index == self.kit_seat(seat), f"show order; {self.hand}"
            self.kit.show_or_muck_hole_cards(True)  # noqa: FBT003 - PokerKit takes it by place
            self.shows += 1
        self.hand = self.hand.show()

    def lone_checks(self) -> None:
        """Answer PokerKit where it asks a seat that has nothing to decide."""
        while self.kit.actor_index is not None:
            assert self.theirs() == (0, 0, 0), f"PokerKit still waits; {self.hand}"
            self.kit.check_or_call()
            self.found[LONE_CHECK.name] += 1

    def decide(self, seat: int) -> None:
        """Compare one decision and take it on both sides."""
        assert self.kit.actor_index == self.kit_seat(seat), (
            f"PokerKit waits elsewhere; {self.hand}"
        )
        may = self.hand.legal
        ours, theirs = Offer(may.to_call, may.raise_low, may.raise_high), self.theirs()
        assert (may.fold, may.call, may.check) == (ours.call > 0, ours.call > 0, ours.call == 0)
        self.decisions += 1
        if ours != theirs:
            self.explain(seat, ours, theirs)
        action = self.choose(seat, ours, theirs)
        match action:
            case Fold():
                self.kit.fold()
            case RaiseTo(_, to):
                self.kit.complete_bet_or_raise_to(to)
            case _:
                self.kit.check_or_call()
        self.hand = self.hand.do(action)

    def theirs(self) -> Offer:
        """Return what PokerKit offers the seat in turn."""
        kit = self.kit
        return Offer(
            kit.checking_or_calling_amount or 0,
            kit.min_completion_betting_or_raising_to_amount or 0,
            kit.max_completion_betting_or_raising_to_amount or 0,
        )

    def explain(self, seat: int, ours: Offer, theirs: Offer) -> None:
        """Count the divergence behind a difference, or fail."""
        spot = Spot(self.hand.state, seat, raises_of(self.hand.events), ours, theirs)
        for divergence in DIVERGENCES:
            if divergence.explains(spot):
                self.found[divergence.name] += 1
                return
        msg = f"ours {ours}, PokerKit's {theirs}, {spot.round}; {self.hand}"
        raise AssertionError(msg)

    def choose(self, seat: int, ours: Offer, theirs: Offer) -> PlayerAction:
        """Return a random action that means the same on both sides, seldom a fold."""
        offers: list[PlayerAction] = []
        if ours.call:
            offers.append(Fold(seat))
        if ours.call == theirs.call:
            offers += [Call(seat) if ours.call else Check(seat)] * 4
        low, high = max(ours.low, theirs.low), min(ours.high, theirs.high)
        if ours.low and theirs.low and low <= high:
            amounts = (low, high, self.random.randint(low, high))
            offers += [RaiseTo(seat, self.random.choice(amounts))] * 3
        return self.random.choice(offers)

    def settle(self) -> None:
        """Compare the final stacks; a difference must be the way odd chips or pots are divided."""
        count, button = self.hand.state.seats, self.hand.state.button
        assert not self.kit.status, f"PokerKit has not ended; {self.hand}"
        theirs = tuple(self.kit.stacks[(seat - button - 1) % count] for seat in range(count))
        if theirs == self.hand.stacks:
            return
        for level, (name, _) in enumerate(ENDINGS):
            if theirs == divided(self.hand, merged=level > 0, shared=level > 1):
                self.found[name] += 1
                return
        msg = f"PokerKit ends with {theirs}, not {self.hand.stacks}; {self.hand}"
        raise AssertionError(msg)


def divided(hand: Hand, *, merged: bool, shared: bool) -> tuple[int, ...]:
    """Return the final stacks when all odd chips of a tie go to its first seat, as PokerKit does.

    Args:
        hand: A hand that ended with a showdown.
        merged: Whether pots are put together once the hands that can win nothing are gone.
        shared: Whether all seats of a pot share a low half that none of them qualifies for, when
            a seat outside that pot qualifies.
    """
    state = hand.state
    stacks = list(hand.stacks)
    for event in hand.events:
        if isinstance(event, Awarded):
            for share in event.shares:
                stacks[share.seat] -= share.amount
    layers = [(pot.amount, pot.seats) for pot in pots(state)]
    if merged:
        layers = merge(state, layers)
    played = [split.half for split in state.game.split if best(state, state.live, split.half)]
    for amount, seats in layers:
        halves = [best(state, seats, half) for half in played]
        halves = [winners or [*seats] for winners in halves if winners or shared]
        each, odd = divmod(amount, len(halves))
        for place, winners in enumerate(halves):
            equal, left = divmod(each + (odd if place == 0 else 0), len(winners))
            for seat in winners:
                stacks[seat] += equal
            stacks[winners[0]] += left
    return tuple(stacks)


def best(state: State, seats: Sequence[int], half: Literal["high", "low"]) -> list[int]:
    """Return who has the best hand of some seats, for one half; nobody without a low."""
    values = {seat: hand_value(state, seat, half) for seat in seats}
    ranked = {seat: value.strength for seat, value in values.items() if value is not None}
    return [seat for seat in ranked if ranked[seat] == max(ranked.values())]


def merge(
    state: State, layers: list[tuple[int, tuple[int, ...]]]
) -> list[tuple[int, tuple[int, ...]]]:
    """Return the pots without the seats that win nothing, those put together that look alike."""
    halves = [split.half for split in state.game.split]
    winning = {s for _, seats in layers for half in halves for s in best(state, seats, half)}
    found: list[tuple[int, tuple[int, ...]]] = []
    for amount, seats in layers:
        left = tuple(seat for seat in seats if seat in winning)
        if found and found[-1][1] == left:
            found[-1] = (found[-1][0] + amount, left)
        else:
            found.append((amount, left))
    return found
