"""Random hands for Hypothesis: games, everything that may be announced, stacks, decks, actions."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from hypothesis import strategies as st

from wildrank.cards import DECK, UNKNOWN, Card
from wildrank.games import Game, Stakes, announce, options_of, settings_of
from wildrank.games.announce import Option
from wildrank.referee import (
    PLAIN,
    Action,
    BuyUp,
    Call,
    Check,
    DealCards,
    Fold,
    Hand,
    Late,
    MuckCards,
    Posts,
    RaiseTo,
    ShowCards,
    TakeDown,
)
from wildrank.referee.playout import Numbers


class Start(NamedTuple):
    """A fresh hand, what was announced for it, the stacks before any post, a shuffled deck."""

    hand: Hand
    said: dict[str, object]
    stacks: tuple[int, ...]
    deck: list[Card]


NUMBERS = {
    "small-bet": st.integers(1, 12),
    "big-bet-from": st.integers(1, 5),
    "ante": st.one_of(st.integers(0, 4), st.just("tenth")),
    "raise-cap": st.one_of(st.integers(0, 4), st.just("none")),
    "third-card-price": st.one_of(st.integers(0, 12), st.sampled_from(("small-bet", "big-bet"))),
    "low-qualifier": st.sampled_from(("none", 5, 7, 8, 9)),
}
SEATS = st.one_of(st.integers(2, 4), st.integers(2, 10))
STACKS = st.one_of(st.integers(1, 8), st.integers(1, 60), st.integers(1, 10**6))


def _values(option: Option) -> st.SearchStrategy[object]:
    """Return any value of an option but those that depend on others."""
    if option.kind == "switch":
        return st.booleans()
    if option.kind == "choice":
        return st.sampled_from(option.words)
    return NUMBERS[option.key]


@st.composite
def settings_for(draw: st.DrawFn, game: Game, seats: int) -> dict[str, object]:
    """Return something the dealer may say before a hand of a game: any options, any values."""
    options = {
        option.key: _values(option)
        for option in options_of(game)
        if option.key not in ("big-bet", "blinds")
    }
    said = draw(st.fixed_dictionaries({}, optional=options))
    small = said.get("small-bet", 2)
    assert isinstance(small, int)
    if draw(st.booleans()):
        said["big-bet"] = small + draw(st.integers(0, 2 * small))
    if draw(st.booleans()):
        said["blinds"] = draw(st.sampled_from(_blinds(small, seats)))
    if said.get("bomb-pot"):
        said["ante"] = draw(st.integers(1, 4))
    if said.get("ante-by") == "big-blind" and said.get("blinds", "none") in ("none", None):
        said["blinds"] = "two"
    return said


def _blinds(small: int, seats: int) -> list[object]:
    said: list[object] = ["none", "one", "two", small, [small], f"1/{small}", (small, small)]
    if seats > 2 and small > 1:
        said.append(f"{small - 1}/{small}/{2 * small}")
    if seats > 3:
        said.append((1, small, 2 * small, 4 * small))
    return said


@st.composite
def posts_for(draw: st.DrawFn, stakes: Stakes, seats: int, button: int) -> Posts:
    """Return what may be unusual about the forced bets of a hand with some stakes."""
    if draw(st.booleans()):
        return PLAIN
    blinds, three = stakes.blinds, seats > 2
    beside = [(button + place) % seats for place in range(len(blinds) + 1, seats + 1)]
    some: st.SearchStrategy[list[int]] = st.just([])
    if blinds and three and beside:
        some = st.lists(st.sampled_from(beside), unique=True, max_size=3)
    big = max(blinds[:2], default=0)
    late = [
        Late(seat, live, draw(st.integers(not live, 3)))
        for seat in draw(some)
        for live in [draw(st.integers(0, big))]
    ]
    kills = stakes.limit == "fixed" and len(blinds) in (1, 2) and draw(st.booleans())
    free = sorted(set(range(seats)) - {one.seat for one in late})
    return Posts(
        dead_button=three and draw(st.booleans()),
        small_blind=not (three and len(blinds) > 1 and draw(st.booleans())),
        late=tuple(late),
        kill=draw(st.sampled_from(free)) if kills and free else None,
    )


def killed(stakes: Stakes) -> Stakes:
    """Return the stakes of a full kill."""
    return msgspec.structs.replace(
        stakes, small_bet=2 * stakes.small_bet, big_bet=2 * stakes.big_bet
    )


@st.composite
def starts(draw: st.DrawFn, game: Game) -> Start:
    """Return a fresh hand of a game."""
    seats = draw(SEATS)
    said = draw(settings_for(game, seats))
    stacks = draw(st.lists(STACKS, min_size=seats, max_size=seats))
    button = draw(st.integers(0, seats - 1))
    stakes, announcement = announce(game, said)
    posts = draw(posts_for(stakes, seats, button))
    if posts.kill is not None:
        stakes = killed(stakes)
        said = dict(settings_of(game, stakes, announcement))
    hand = Hand.start(game, stacks, button, stakes=stakes, announcement=announcement, posts=posts)
    return Start(hand, said, tuple(stacks), Numbers(draw(st.integers(0, 2**32))).deck())


SEAT = st.integers(-1, 10)
ACTIONS: st.SearchStrategy[Action] = st.one_of(
    st.builds(Fold, SEAT),
    st.builds(Check, SEAT),
    st.builds(Call, SEAT),
    st.builds(RaiseTo, SEAT, st.integers(-3, 80)),
    st.builds(BuyUp, SEAT),
    st.builds(TakeDown, SEAT),
    st.builds(ShowCards, SEAT),
    st.builds(MuckCards, SEAT),
    st.builds(DealCards, st.lists(st.sampled_from((*DECK, UNKNOWN)), max_size=7).map(tuple)),
)
