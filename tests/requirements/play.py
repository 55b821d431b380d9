"""Playing hands from a script of cards, for the tests of the requirements.

A holding is written as the requirements write it: the downcards in the order they come, then a
slash and the card bought face up, as in ``"Qd4c/2c"``. Cards that the script does not name are
taken from those that nobody asked for, so a test of the betting need not invent any. Seat 0 sits
on the left of the button wherever a button is not given. Start reading at `step`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from wildrank.cards import DECK, Card, format_cards, parse_cards
from wildrank.referee import Act, Buy, Deal, Event, Hand, Show, apply, hand_value, pots, see
from wildrank.referee.events import Awarded


def seated(game: str, stacks: Sequence[int] | int = 3, **settings: Any) -> Hand:  # noqa: ANN401
    """Return a new hand with the last seat on the button; a number means so many deep stacks."""
    chips = [1000] * stacks if isinstance(stacks, int) else list(stacks)
    return Hand.start(game, chips, len(chips) - 1, **settings)


def scripted(holding: str) -> tuple[Card, ...]:
    """Return the cards of a holding in the order they are dealt."""
    return parse_cards(holding.replace("/", ""))


def spare_cards(hand: Hand, holdings: Sequence[str], board: str) -> Iterator[Card]:
    """Yield the cards that are neither out yet nor named in the script."""
    out = {card for holding in holdings for card in scripted(holding)}
    out |= {*parse_cards(board), *hand.state.board}
    for cards in (*hand.state.down, *hand.state.up):
        out |= set(cards)
    return (card for card in DECK if card not in out)


def next_cards(hand: Hand, deal: Deal, holdings: Sequence[str], board: str) -> list[Card]:
    """Return the cards to deal now, in dealing order."""
    spare = spare_cards(hand, holdings, board)
    if not deal.seats:
        named = parse_cards(board)[len(hand.state.board) :][: deal.count]
        return [*named, *islice(spare, deal.count - len(named))]
    cards = []
    for turn in range(deal.count // len(deal.seats)):
        for seat in deal.seats:
            named = scripted(holdings[seat]) if seat < len(holdings) else ()
            held = len(hand.state.down[seat]) + len(hand.state.up[seat]) + turn
            cards.append(named[held] if held < len(named) else next(spare))
    return cards


def step(hand: Hand, holdings: Sequence[str] = (), board: str = "") -> Hand:
    """Return the hand one decision on: the script's card or purchase, else check, call or show."""
    match hand.waiting:
        case Deal() as deal:
            return hand.deal(format_cards(next_cards(hand, deal, holdings, board)))
        case Buy(seat=seat):
            buys = seat < len(holdings) and "/" in holdings[seat]
            return hand.buy_up() if buys else hand.take_down()
        case Act():
            return hand.check() if hand.legal.check else hand.call()
        case Show():
            return hand.show()
        case _:
            return hand


def steps(hand: Hand, holdings: Sequence[str] = (), board: str = "") -> Iterator[Hand]:
    """Yield the hand and what it becomes, decision by decision, until it is over."""
    yield hand
    while not hand.over:
        hand = step(hand, holdings, board)
        yield hand


def dealt(hand: Hand, holdings: Sequence[str] = (), board: str = "") -> Hand:
    """Deal, and buy as scripted, until somebody is to bet or to show or the hand is over."""
    return next(
        now for now in steps(hand, holdings, board) if not isinstance(now.waiting, Deal | Buy)
    )


def before_buying(hand: Hand, holdings: Sequence[str] = (), board: str = "") -> Hand:
    """Check and deal on until the hand reaches the street on which a card can be bought."""
    game = hand.state.game
    street = next(number for number, street in enumerate(game.streets) if street.buyable)
    return next(now for now in steps(hand, holdings, board) if now.state.street == street)


def on_street(hand: Hand, street: int, holdings: Sequence[str] = (), board: str = "") -> Hand:
    """Check or call until the betting of a street (0-based) begins."""
    return next(
        now
        for now in steps(hand, holdings, board)
        if now.state.street == street and isinstance(now.waiting, Act)
    )


def at_showdown(hand: Hand, holdings: Sequence[str] = (), board: str = "") -> Hand:
    """Check or call until hands are shown, or were turned up without a question."""
    return next(
        now for now in steps(hand, holdings, board) if now.over or isinstance(now.waiting, Show)
    )


def finished(hand: Hand, holdings: Sequence[str] = (), board: str = "") -> Hand:
    """Check or call to the end; everybody shows."""
    return list(steps(hand, holdings, board))[-1]


def checked_down(game: str, holdings: Sequence[str], board: str, **settings: object) -> Hand:
    """Play a whole hand of a game without a bet."""
    return finished(seated(game, len(holdings), **settings), holdings, board)


def named(hand: Hand, seat: int = 0, half: str = "high") -> str:
    """Return what a seat holds, as in ``"full house Q2"``; ``"nothing"`` where it has no hand."""
    value = hand_value(hand.state, seat, "low" if half == "low" else "high")
    return "nothing" if value is None else f"{value.category} {value.ranks}"


def reading(
    holding: str, board: str, game: str = "reach-around", half: str = "high", **settings: object
) -> str:
    """Return what one holding is worth on a board."""
    hand = at_showdown(seated(game, 2, **settings), [holding], board)
    return named(hand, 0, half)


def strength(
    holding: str, board: str, game: str = "reach-around", half: str = "high", **settings: object
) -> int:
    """Return the strength of one holding on a board; the larger one wins."""
    hand = at_showdown(seated(game, 2, **settings), [holding], board)
    value = hand_value(hand.state, 0, "low" if half == "low" else "high")
    assert value is not None
    return value.strength


def awards(hand: Hand) -> list[Awarded]:
    """Return the awards of a finished hand in order."""
    return [event for event in hand.events if isinstance(event, Awarded)]


def collected(hand: Hand) -> dict[int, int]:
    """Return the chips that each seat was awarded, without the seats that got nothing."""
    chips: Counter[int] = Counter()
    for award in awards(hand):
        for share in award.shares:
            chips[share.seat] += share.amount
    return {seat: amount for seat, amount in sorted(chips.items()) if amount}


def half_of(hand: Hand, half: str) -> dict[int, int]:
    """Return what each seat was awarded for its high hand, its low hand or whole pots."""
    chips: Counter[int] = Counter()
    for award in awards(hand):
        if award.half == half:
            chips.update({share.seat: share.amount for share in award.shares})
    return dict(sorted(chips.items()))


def winners(
    holdings: Sequence[str], board: str, game: str = "reach-around", **settings: object
) -> set[int]:
    """Return the seats that win something when a hand is checked down."""
    return set(collected(checked_down(game, holdings, board, **settings)))


def pot_list(hand: Hand) -> list[tuple[int, set[int]]]:
    """Return the pots as they stand: how much, and who may win it."""
    return [(pot.amount, set(pot.seats)) for pot in pots(hand.state)]


def waits_for(hand: Hand) -> int | None:
    """Return the seat that is to bet, check, call, raise or fold; None when nobody is."""
    return hand.waiting.seat if isinstance(hand.waiting, Act) else None


def seen_between(before: Hand, after: Hand, seat: int | None) -> list[Event]:
    """Return what happened between two moments of a hand, as one seat or a spectator saw it."""
    state = before.state
    seen = []
    for event in after.events[len(before.events) :]:
        seen.append(see(event, seat, state))
        state = apply(state, event)
    return seen
