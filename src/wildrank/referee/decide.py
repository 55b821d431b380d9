"""The referee: `start`, `waiting`, `legal`, `decide`; with `apply` the five functions of a hand.

`decide` is the only place that checks an action and refuses it. It answers with the events the
action causes and all that follows from them until the hand waits for somebody again: posting,
returning, opening a street and awarding are consequences, never actions. Start reading at
`waiting`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec

from wildrank.cards import DECK, Card
from wildrank.errors import GameError, IllegalAction, IllegalAmount, OutOfTurn
from wildrank.games import check_stakes
from wildrank.games.model import Announcement, Game, Stakes
from wildrank.referee import actions as do
from wildrank.referee import betting, showdown
from wildrank.referee import events as ev
from wildrank.referee.pots import price_level, uncalled
from wildrank.referee.state import State, apply, clockwise, fresh


class Deal(msgspec.Struct, frozen=True, gc=False):
    """The hand waits for the dealer's cards.

    Attributes:
        seats: Who receives them, in dealing order; empty for the board.
        count: How many cards in all; each seat gets one a round.
        up: Whether they are dealt face up.
        burn: How many cards are burned first.
    """

    seats: tuple[int, ...]
    count: int
    up: bool = False
    burn: int = 0


class Act(msgspec.Struct, frozen=True, gc=False):
    """The hand waits for a seat to fold, check, call, bet or raise."""

    seat: int


class Buy(msgspec.Struct, frozen=True, gc=False):
    """The hand waits for a seat to buy its card up at a price, or to take it down."""

    seat: int
    price: int


class Show(msgspec.Struct, frozen=True, gc=False):
    """The hand waits for a seat to show its cards or to muck them."""

    seat: int


Waiting = Deal | Act | Buy | Show


class Legal(msgspec.Struct, frozen=True, gc=False):
    """What the seat the hand waits for may do; nothing at all when it waits for the dealer.

    Units: whole chips. ``raise_low`` and ``raise_high`` are amounts **to**, 0 where no bet or raise
    is allowed; in fixed limit they are equal.

    Attributes:
        to_call: Chips a call would cost, a short stack already taken into account.
        opening: Whether raising is called betting, since there is nothing to raise.
        capped: Whether only the cap on raises forbids one.
        price: What the card costs face up.
    """

    seat: int | None = None
    fold: bool = False
    check: bool = False
    call: bool = False
    to_call: int = 0
    raise_low: int = 0
    raise_high: int = 0
    opening: bool = False
    capped: bool = False
    buy: bool = False
    take_down: bool = False
    price: int = 0
    show: bool = False
    muck: bool = False

    @property
    def words(self) -> str:
        """What may be done, in words: ``fold, call 4 or raise to 8``."""
        least, most = self.raise_low, self.raise_high
        amount = f"{least}" if least == most else f"{least} to {most}"
        bet = f"bet {amount}" if self.opening else f"raise to {amount}"
        offered = {
            "fold": self.fold,
            "check": self.check,
            f"call {self.to_call}": self.call,
            bet: bool(least),
            f"buy the card up for {self.price}": self.buy,
            "take it down": self.take_down,
            "show": self.show,
            "muck": self.muck,
        }
        words = [word for word, may in offered.items() if may]
        return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


# ------------------------------------------------------------------------------------- start


def start(
    game: Game,
    stakes: Stakes,
    announcement: Announcement,
    stacks: Sequence[int],
    button: int,
) -> State:
    """Return a hand in which the forced bets are posted and the first cards are to be dealt.

    Args:
        game: The game called.
        stakes: For how much.
        announcement: What the dealer said besides.
        stacks: Chips of each seat dealt in, from seat 0.
        button: Seat of the dealer button.

    Raises:
        GameError: If the game cannot be played so, with the key and the reason.

    Source: TRA-2.1, HE-posted, D2, D12.
    """
    state = fresh(game, stakes, announcement, tuple(stacks), button)
    for event in opening(game, stakes, announcement, stacks, button):
        state = apply(state, event)
    return state


def opening(
    game: Game,
    stakes: Stakes,
    announcement: Announcement,
    stacks: Sequence[int],
    button: int,
) -> tuple[ev.Event, ...]:
    """Return the events a hand begins with: the announcement and the forced bets.

    Raises:
        GameError: As `start`.
    """
    check_stakes(game, stakes, announcement)
    _check_seats(game, stakes, stacks, button)
    announced = ev.Announced(game.slug, stakes, announcement, tuple(stacks), button)
    found: list[ev.Event] = [announced, ev.StreetOpened(0)]
    left = list(stacks)

    def post(seat: int, kind: Any, due: int) -> None:  # noqa: ANN401 - one of the words of Posted
        amount = min(due, left[seat])
        left[seat] -= amount
        if amount:
            found.append(ev.Posted(seat, kind, amount, due))

    for seat, due in _antes(stakes, announcement, len(stacks), button):
        post(seat, "ante" if stakes.ante_by == "all" else "dead-ante", due)
    for seat, kind, due in _blinds(stakes, announcement, len(stacks), button):
        post(seat, kind, due)
    return tuple(found)


def _check_seats(game: Game, stakes: Stakes, stacks: Sequence[int], button: int) -> None:
    seats = game.seats
    if not seats.min <= len(stacks) <= seats.max:
        msg = f"{game.name} is for {seats.min} to {seats.max} players, not {len(stacks)}"
        raise GameError(msg, code="game/seats")
    if not all(isinstance(stack, int) and stack > 0 for stack in stacks):
        msg = f"stacks are whole chips, at least 1 each, not {list(stacks)!r}"
        raise GameError(msg, code="game/stacks")
    if not 0 <= button < len(stacks):
        msg = f"the button is a seat from 0 to {len(stacks) - 1}, not {button!r}"
        raise GameError(msg, code="game/button")
    if len(stakes.blinds) > len(stacks):
        msg = f"{len(stakes.blinds)} blinds need as many players, and {len(stacks)} are dealt in"
        raise GameError(msg, code="announcement/blinds")


def _posting_order(announcement: Announcement, count: int, button: int) -> list[int]:
    """Return the seats in the order blinds are posted.

    Source: HE-sb, HE-bb, D12.
    """
    if count == 2 and announcement.heads_up == "button":  # noqa: PLR2004 - heads-up
        return [button, 1 - button]
    return [(button + 1 + place) % count for place in range(count)]


def _antes(
    stakes: Stakes, announcement: Announcement, count: int, button: int
) -> list[tuple[int, int]]:
    order = _posting_order(announcement, count, button)
    if not stakes.ante:
        return []
    if stakes.ante_by == "all":
        return [((button + 1 + place) % count, stakes.ante) for place in range(count)]
    payer = button
    if stakes.ante_by == "big-blind":
        payer = order[min(1, len(stakes.blinds) - 1)]
    return [(payer, stakes.ante)]


BlindKind = Literal["small-blind", "big-blind", "straddle"]


def _blinds(
    stakes: Stakes, announcement: Announcement, count: int, button: int
) -> list[tuple[int, BlindKind, int]]:
    order = _posting_order(announcement, count, button)
    kinds: tuple[BlindKind, ...] = ("small-blind", "big-blind", "straddle", "straddle")
    if len(stakes.blinds) == 1:
        kinds = ("big-blind",)
    return [
        (seat, kind, due) for seat, kind, due in zip(order, kinds, stakes.blinds, strict=False)
    ]


# ------------------------------------------------------------------------------- waiting, legal


def waiting(state: State) -> Waiting | None:
    """Return what the hand waits for: the dealer, a decision, or nothing once it is over."""
    if state.over:
        return None
    deal = _dealing(state)
    if deal is not None:
        return deal
    seat = betting.next_to_act(state)
    if seat is not None:
        return Act(seat)
    seat = showdown.next_to_show(state)
    return None if seat is None else Show(seat)


def _dealing(state: State) -> Deal | Buy | None:
    """Return the deal or the purchase that this street waits for, or None when it is dealt.

    Source: TRA-2.2, TRA-2.3, HE-flop, D42, D51.
    """
    due = state.hole_due
    down, up, folded = state.down, state.up, state.folded
    for seat in range(len(down)):
        if not folded[seat] and len(down[seat]) + len(up[seat]) < due:
            return _personal(state)
    street = state.game.streets[state.street]
    if street.buyable:
        choosing = _choosing(state)
        if choosing is not None:
            return choosing
    missing = state.board_due - len(state.board)
    if not missing:
        return None
    burn = int(street.burn and state.announcement.burns)
    return Deal((), missing, burn=burn)


def _personal(state: State) -> Deal | Buy:
    street = state.game.streets[state.street]
    held = {seat: len(state.down[seat]) + len(state.up[seat]) for seat in state.live}
    if street.buyable:
        return _third_card(state, [s for s in held if held[s] < state.hole_due])
    faced_down = state.hole_due - street.up
    up = min(held.values()) >= faced_down
    target = state.hole_due if up else faced_down
    seats = tuple(seat for seat in held if held[seat] < target)
    count = sum(target - held[seat] for seat in seats)
    return Deal(seats, count, up=up)


def _third_card(state: State, lacking: list[int]) -> Deal | Buy:
    """Return who chooses or receives the card that can be bought next.

    Source: TRA-3.2, TRA-3.2-may, D9, D10.
    """
    announcement = state.announcement
    if announcement.peek:
        before = lacking[0]
        if announcement.buy_order == "in-turn":
            earlier = state.live[: state.live.index(before)]
            undecided = [seat for seat in earlier if _chooses(state, seat)]
            if undecided:
                return Buy(undecided[0], announcement.third_card_price)
            return Deal((before,), 1)
        return Deal(tuple(lacking), len(lacking))
    if announcement.buy_order == "in-turn":
        first = lacking[:1]
    else:
        first = lacking
    for seat in first:
        if _chooses(state, seat):
            return Buy(seat, announcement.third_card_price)
    seat = lacking[0]
    return Deal((seat,), 1, up=state.choices[seat] in ("up", "paid"))


def _choosing(state: State) -> Buy | None:
    """Return the seat that has looked at its card and has not chosen yet."""
    if not state.announcement.peek:
        return None
    for seat in state.live:
        if _chooses(state, seat):
            return Buy(seat, state.announcement.third_card_price)
    return None


def _chooses(state: State, seat: int) -> bool:
    """Whether a seat has yet to choose, and may buy.

    Source: TRA-3.2c-allin, D11, D52.
    """
    if state.choices[seat]:
        return False
    stack = state.stacks[seat]
    if not stack:
        return state.announcement.all_in_buys
    return stack >= state.announcement.third_card_price


def legal(state: State) -> Legal:
    """Return what the seat the hand waits for may do."""
    wait = waiting(state)
    if isinstance(wait, Act):
        return _legal_bets(state, wait.seat)
    if isinstance(wait, Buy):
        price = wait.price if state.stacks[wait.seat] else 0
        return Legal(wait.seat, buy=True, take_down=True, price=price)
    if isinstance(wait, Show):
        return Legal(wait.seat, show=True, muck=showdown.may_muck(state, wait.seat))
    return Legal()


def _legal_bets(state: State, seat: int) -> Legal:
    """Return what a seat may do when it is its turn to bet.

    Source: HE-checkraise, HE-live, D40.
    """
    to_call = betting.call_cost(state, seat)
    low, high, capped = betting.raise_range(state, seat)
    return Legal(
        seat,
        fold=to_call > 0 or state.announcement.free_fold,
        check=not to_call,
        call=to_call > 0,
        to_call=to_call,
        raise_low=low,
        raise_high=high,
        opening=_opens(state),
        capped=capped,
    )


def _opens(state: State) -> bool:
    """Whether a bet now opens the betting: nothing counts as one yet.

    Source: HE-half-open, HE-bb.
    """
    return not state.full_to


# -------------------------------------------------------------------------------------- decide


def decide(state: State, action: do.Action) -> tuple[ev.Event, ...]:
    """Return the events that an action causes, or refuse it; the state is never changed.

    Raises:
        OutOfTurn: If the hand waits for somebody else.
        IllegalAction: If it waits for this seat, but not for an action of this kind.
        IllegalAmount: If the amount of a bet or raise is not allowed.
    """
    return advance(state, action)[0]


def advance(state: State, action: do.Action) -> tuple[tuple[ev.Event, ...], State]:
    """Return the events that an action causes and the state after them.

    Raises:
        ActionError: As `decide`.
    """
    handler = _HANDLERS.get(type(action))
    if handler is None:
        msg = f"{action!r} is not an action"
        raise IllegalAction(msg, code="action/unknown")
    events = list(handler(state, action))
    for event in events:
        state = apply(state, event)
    while more := _consequences(state):
        for event in more:
            state = apply(state, event)
        events.extend(more)
    return tuple(events), state


def _expect(state: State, seat: int, kind: type, verb: str) -> Legal:
    """Return what is legal for a seat, after checking that the hand waits for just that.

    Raises:
        OutOfTurn: If another seat, or the dealer, is waited for.
        IllegalAction: If the seat is waited for to do something else.
    """
    wait = waiting(state)
    if isinstance(wait, Deal):
        msg = f"seat {seat!r} cannot {verb} now; the hand waits for the dealer's cards"
        raise OutOfTurn(msg, code="action/dealer-first")
    if wait is None:
        msg = f"seat {seat!r} cannot {verb}; the hand is over"
        raise OutOfTurn(msg, code="action/hand-over")
    if wait.seat != seat:
        msg = f"seat {seat!r} cannot {verb} now; it is the turn of seat {wait.seat}"
        raise OutOfTurn(msg)
    allowed = legal(state)
    if not isinstance(wait, kind):
        msg = f"seat {seat} cannot {verb} now; it may {allowed.words}"
        raise IllegalAction(msg)
    return allowed


def _refuse(allowed: Legal, verb: str, code: str) -> IllegalAction:
    return IllegalAction(
        f"seat {allowed.seat} cannot {verb} now; it may {allowed.words}", code=code
    )


def _fold(state: State, action: do.Fold) -> list[ev.Event]:
    allowed = _expect(state, action.seat, Act, "fold")
    if not allowed.fold:
        raise _refuse(allowed, "fold, since checking is free", "action/free-fold")
    return [ev.Folded(action.seat)]


def _check(state: State, action: do.Check) -> list[ev.Event]:
    allowed = _expect(state, action.seat, Act, "check")
    if not allowed.check:
        raise _refuse(allowed, "check", "action/bet-to-match")
    return [ev.Checked(action.seat)]


def _call(state: State, action: do.Call) -> list[ev.Event]:
    allowed = _expect(state, action.seat, Act, "call")
    if not allowed.call:
        raise _refuse(allowed, "call", "action/nothing-to-call")
    return [ev.Called(action.seat, allowed.to_call)]


def _raise(state: State, action: do.RaiseTo) -> list[ev.Event]:
    seat, to = action.seat, action.to
    allowed = _expect(state, seat, Act, f"raise to {to!r}")
    verb = "bet" if allowed.opening else "raise to"
    if not allowed.raise_low:
        code = "action/raise-capped" if allowed.capped else "action/no-raise"
        why = ", since the raises of this street are capped" if allowed.capped else ""
        raise _refuse(allowed, f"{verb} {to!r}{why}", code)
    if (
        isinstance(to, bool)
        or not isinstance(to, int)
        or not allowed.raise_low <= to <= allowed.raise_high
    ):
        msg = f"seat {seat} cannot {verb} {to!r}; it may {allowed.words}"
        raise IllegalAmount(msg)
    return [
        ev.Raised(
            seat,
            to,
            to - state.bets[seat],
            opening=allowed.opening,
            full=betting.is_full(state, to),
        )
    ]


def _buy(state: State, action: do.BuyUp) -> list[ev.Event]:
    _expect(state, action.seat, Buy, "buy a card up")
    return [ev.Chose(action.seat, up=True)]


def _take(state: State, action: do.TakeDown) -> list[ev.Event]:
    _expect(state, action.seat, Buy, "take a card down")
    return [ev.Chose(action.seat, up=False)]


def _deal(state: State, action: do.DealCards) -> list[ev.Event]:
    wait = waiting(state)
    if not isinstance(wait, Deal):
        turn = "the hand is over" if wait is None else f"it is the turn of seat {wait.seat}"
        msg = f"no cards can be dealt now; {turn}"
        raise OutOfTurn(msg, code="action/no-deal")
    cards = action.cards
    if len(cards) != wait.count:
        msg = f"{len(cards)} cards cannot be dealt now; the deal is {wait.count}"
        raise IllegalAmount(msg, code="action/card-count")
    _refuse_seen(state, cards)
    if not wait.seats:
        return [ev.BoardDealt(cards, wait.burn)]
    step = len(wait.seats)
    return [
        ev.HoleDealt(seat, cards[place::step], up=wait.up)
        for place, seat in enumerate(wait.seats)
    ]


def _refuse_seen(state: State, cards: Sequence[Card]) -> None:
    """Refuse cards that are no cards or have been dealt before.

    Source: TRA-1.2a.
    """
    seen = set(state.board).union(*state.down, *state.up)
    for card in cards:
        if not isinstance(card, Card):
            msg = f"{card!r} is not a card"
            raise IllegalAction(msg, code="action/no-card")
        if card.known and card in seen:
            msg = f"{card} has been dealt already; a deck has each card once"
            raise IllegalAction(msg, code="action/duplicate-card")
        seen.add(card)


def _show(state: State, action: do.ShowCards) -> list[ev.Event]:
    _expect(state, action.seat, Show, "show")
    held = state.down[action.seat]
    cards = action.cards or held
    known = [card for card in held if card.known]
    if len(cards) != len(held) or not set(known) <= set(cards) or not all(c.known for c in cards):
        msg = (
            f"seat {action.seat} cannot show {' '.join(map(str, cards))};"
            f" it shows all {len(held)} downcards, {' '.join(map(str, held))}"
        )
        raise IllegalAction(msg, code="action/show-cards")
    _refuse_seen(state, [card for card in cards if card not in known])
    return [ev.Shown(action.seat, tuple(cards))]


def _muck(state: State, action: do.MuckCards) -> list[ev.Event]:
    allowed = _expect(state, action.seat, Show, "muck")
    if not allowed.muck:
        raise _refuse(allowed, "muck, since nobody else can win the pot", "action/must-show")
    return [ev.Mucked(action.seat)]


_HANDLERS: dict[type, Callable[[State, Any], list[ev.Event]]] = {
    do.DealCards: _deal,
    do.Fold: _fold,
    do.Check: _check,
    do.Call: _call,
    do.RaiseTo: _raise,
    do.BuyUp: _buy,
    do.TakeDown: _take,
    do.ShowCards: _show,
    do.MuckCards: _muck,
}


# -------------------------------------------------------------------------------- consequences


def _consequences(state: State) -> tuple[ev.Event, ...]:
    """Return what follows by itself from the state, or nothing when somebody is waited for."""
    if state.over:
        return ()
    if len(showdown.claimants(state)) == 1:
        return _return_uncalled(state) or _award(state)
    paid = _payments(state)
    if paid:
        return paid
    if _dealing(state) is not None or betting.next_to_act(state) is not None:
        return ()
    returned = _return_uncalled(state)
    if returned:
        return returned
    shown = _tabled(state)
    if shown:
        return shown
    if state.street + 1 < len(state.game.streets):
        return (ev.StreetOpened(state.street + 1),)
    if showdown.next_to_show(state) is not None:
        return ()
    return _award(state)


def _return_uncalled(state: State) -> tuple[ev.Event, ...]:
    found = uncalled(state)
    return (ev.Returned(*found),) if found else ()


def _award(state: State) -> tuple[ev.Event, ...]:
    return (*showdown.awards(state), ev.HandEnded())


def _payments(state: State) -> tuple[ev.Event, ...]:
    """Return the prices due: at once where cards are bought in turn, else when all have chosen.

    Source: TRA-3.2c, D7, D8, D10.
    """
    buyers = [seat for seat in clockwise(state) if state.choices[seat] == "up"]
    if not buyers:
        return ()
    announcement = state.announcement
    if announcement.buy_order != "in-turn" and isinstance(_dealing(state), Buy):
        return ()
    found: list[ev.Event] = []
    for seat in buyers:
        price = min(announcement.third_card_price, state.stacks[seat])
        found.append(ev.PricePaid(seat, price, price_level(state, seat)))
        if announcement.peek:
            found.append(ev.TurnedUp(seat, state.down[seat][-1]))
    return tuple(found)


def _tabled(state: State) -> tuple[ev.Event, ...]:
    """Return the hands that are turned up unasked once nothing more can be decided.

    Source: D28, D29: with anybody all-in all hands are turned up; TDA rule 16.
    """
    live = state.live
    rest = state.game.streets[state.street + 1 :]
    mode = state.announcement.showdown
    if (
        mode == "each"
        or any(street.down or street.up for street in rest)
        or all(state.shown[seat] for seat in live)
        or (mode == "all-in" and all(state.stacks[seat] for seat in live))
        or any(state.mucked)
        or not all(card.known for seat in live for card in state.down[seat])
    ):
        return ()
    if rest and sum(state.stacks[seat] > 0 for seat in live) > 1:
        return ()
    return tuple(ev.Shown(seat, state.down[seat]) for seat in showdown.showing_order(state))
