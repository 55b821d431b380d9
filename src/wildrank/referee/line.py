"""The hand line: one hand as one line of text, written and read.

``holdem fixed 2/4 @1 100/100 | AhKh QsQd c k | Qh7d2c k b2 f``: game, limit, bets, button, stacks
from seat 0, and what was announced beside the game's defaults; then the streets, cards first, then
what was done. The grammar is in ``docs/hand-line.md``. This module turns header and actions to
text and tokens to actions; it refuses nothing that the referee would refuse. Start reading at
`format_line` and `Header`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from wildrank.cards import RANKS, Card, parse_cards
from wildrank.errors import NotationError
from wildrank.games import announce, load_game, settings_of
from wildrank.games.model import Announcement, Game, Stakes
from wildrank.referee import actions as do
from wildrank.referee.posts import KEYS as POST_KEYS
from wildrank.referee.posts import PLAIN, Posts, parse_posts
from wildrank.referee.state import State
from wildrank.referee.waiting import Act, Buy, Deal, Show, Waiting

SHORTEST_HEADER = 5
_SIMPLE: dict[str, type[do.Fold | do.Check | do.Call | do.MuckCards]] = {
    "f": do.Fold,
    "k": do.Check,
    "c": do.Call,
    "m": do.MuckCards,
}


_CHOICES: dict[str, type[do.BuyUp | do.TakeDown]] = {"^": do.BuyUp, "v": do.TakeDown}


class Header(NamedTuple):
    """What stands before the first street of a hand line."""

    game: Game
    stakes: Stakes
    announcement: Announcement
    stacks: tuple[int, ...]
    button: int
    posts: Posts = PLAIN


# -------------------------------------------------------------------------------------- writing


def format_header(header: Header) -> str:
    """Return the words before the first street."""
    game, stakes, announcement, stacks, button, posts = header
    bets = str(stakes.small_bet)
    if stakes.limit == "fixed" or stakes.big_bet != 2 * stakes.small_bet:
        bets += f"/{stakes.big_bet}"
    said = settings_of(game, stakes, announcement)
    words = [f"{key}={word}" for key, word in said.items() if key not in _IN_HEADER]
    seat = f"@{button}{'+' if posts.dead_button else ''}"
    chips = "/".join(map(str, stacks))
    return " ".join([game.slug, stakes.limit, bets, seat, chips, *words, *posts.words])


_IN_HEADER = frozenset({"limit", "small-bet", "big-bet"})


def format_line(header: Header, steps: Sequence[tuple[State, do.Action]]) -> str:
    """Return a hand as one line.

    Args:
        header: What was called.
        steps: Each action with the state it was taken in.
    """
    streets: list[list[str]] = [[] for _ in header.game.streets]
    for place, (state, action) in enumerate(steps):
        before = steps[place - 1][1] if place else None
        _write(streets[state.street], state, action, before)
    written = [" ".join(tokens) for tokens in streets]
    while written and not written[-1]:
        written.pop()
    return " | ".join([format_header(header), *written])


def _write(tokens: list[str], state: State, action: do.Action, before: do.Action | None) -> None:
    """Add an action to the tokens of its street."""
    if isinstance(action, do.DealCards):
        tokens.extend(_dealt(tokens, state, action, before))
    elif isinstance(action, do.RaiseTo):
        tokens.append(f"{'r' if state.full_to else 'b'}{action.to}")
    elif isinstance(action, do.ShowCards):
        seen = all(card.known for card in state.down[action.seat])
        tokens.append("s" if seen else "s" + "".join(map(str, action.cards)))
    elif isinstance(action, do.BuyUp):
        tokens.append("^")
    elif isinstance(action, do.TakeDown):
        tokens.append("v")
    else:
        tokens.extend(letter for letter, kind in _SIMPLE.items() if kind is type(action))


def _dealt(
    tokens: list[str], state: State, action: do.DealCards, before: do.Action | None
) -> Iterator[str]:
    """Yield the tokens of a deal: by seat on the first street, else in the order it happened."""
    cards = action.cards
    if state.game.streets[state.street].buyable and isinstance(before, do.BuyUp | do.TakeDown):
        inline = state.announcement.buy_order == "in-turn" and not state.announcement.peek
        if inline:
            mark = tokens.pop()
            yield mark.replace("v", "") + str(cards[0])
            return
    seats = _receivers(state, len(cards))
    if not seats:
        yield "".join(map(str, cards))
        return
    step = len(seats)
    held = {seat: cards[place::step] for place, seat in enumerate(seats)}
    for seat in sorted(seats) if state.street == 0 else seats:
        yield "".join(map(str, held[seat]))


def _receivers(state: State, count: int) -> tuple[int, ...]:
    """Return who gets so many cards now, in dealing order; nobody for the board."""
    lacking = [
        seat for seat in state.live if len(state.down[seat]) + len(state.up[seat]) < state.hole_due
    ]
    return tuple(lacking[:count])


# -------------------------------------------------------------------------------------- reading


def parse_header(text: str, game: Game | None = None) -> Header:
    """Return what the words before the first street say.

    Raises:
        NotationError: If a word is missing or malformed.
        GameError: If the game is unknown or the announcement makes no sense.
    """
    words = text.split()
    if len(words) < SHORTEST_HEADER:
        msg = (
            f"{text.strip()!r} is too short; a hand line begins with game, limit, bets, @button"
            " and stacks, as in 'holdem fixed 2/4 @1 100/100'"
        )
        raise NotationError(msg, code="notation/header")
    slug, limit, bets, button, stacks, *said = words
    if game is None or game.slug != slug:
        game = load_game(slug)
    settings: dict[str, str] = {"limit": limit}
    sizes = _numbers(bets, "bets", r"\d+(/\d+)?")
    settings |= dict(zip(("small-bet", "big-bet"), map(str, sizes), strict=False))
    for word in said:
        key, equals, value = word.partition("=")
        if not equals or key in settings:
            msg = f"{word!r} is no announcement; after the stacks stand words such as ante=1"
            raise NotationError(msg, code="notation/announcement")
        settings[key] = value
    seat = _numbers(button.removesuffix("+"), "button", r"@\d+")[0]
    chips = _numbers(stacks, "stacks", r"\d+(/\d+)+")
    posted = {key: settings.pop(key) for key in POST_KEYS if key in settings}
    posts = parse_posts(posted, dead_button=button.endswith("+"))
    stakes, announcement = announce(game, settings, killed=posts.kill is not None)
    return Header(game, stakes, announcement, chips, seat, posts)


def _numbers(text: str, what: str, pattern: str) -> tuple[int, ...]:
    if not re.fullmatch(pattern, text, re.ASCII) or len(text) > 400:
        msg = f"{text!r} is no {what}; write it as in 'holdem fixed 2/4 @1 100/100'"
        raise NotationError(msg, code=f"notation/{what}")
    return tuple(map(int, text.removeprefix("@").split("/")))


def read_token(tokens: list[str], wait: Waiting | None, state: State) -> Iterator[do.Action]:
    """Yield the actions that the first token spells and take it, or several, off the list.

    Raises:
        NotationError: If the token spells nothing that fits what the hand waits for.
    """
    token = tokens[0]
    if wait is None:
        msg = f"{token!r} comes after the end of the hand"
        raise NotationError(msg, code="notation/after-end")
    seat = getattr(wait, "seat", -1)
    if token[0] in RANKS or token[0] == "?" or (token[0] == "^" and len(token) > 1):
        yield from _read_cards(tokens, wait, state)
        return
    tokens.pop(0)
    if token in _SIMPLE:
        yield _SIMPLE[token](seat)
    elif re.fullmatch(r"[br]\d{1,18}", token, re.ASCII):
        _check_letter(token, wait, state)
        yield do.RaiseTo(seat, int(token[1:]))
    elif token in _CHOICES:
        yield _CHOICES[token](seat)
    elif token[0] == "s":
        yield do.ShowCards(seat, parse_cards(token[1:]))
    else:
        msg = (
            f"{token!r} is no token; cards, or one of f k c b<to> r<to> ^ v s m, as in"
            " 'AhKh', 'b4' or 'r8'"
        )
        raise NotationError(msg, code="notation/token")


def _check_letter(token: str, wait: Waiting, state: State) -> None:
    letter = "r" if state.full_to else "b"
    if isinstance(wait, Act) and token[0] != letter:
        word = "raise" if state.full_to else "bet"
        msg = f"{token!r} would be a {word} here; write {letter}{token[1:]}"
        raise NotationError(msg, code="notation/bet-or-raise")


def _read_cards(tokens: list[str], wait: Waiting, state: State) -> Iterator[do.Action]:
    """Yield the deal that the first tokens spell, with the choice a bought card implies."""
    token = tokens.pop(0)
    if isinstance(wait, Buy) and not state.announcement.peek:
        yield do.BuyUp(wait.seat) if token[0] == "^" else do.TakeDown(wait.seat)
        yield do.DealCards(parse_cards(token.removeprefix("^"), unknown=True))
        return
    if not isinstance(wait, Deal) or token[0] == "^":
        turn = {Act: "a bet", Buy: "a choice, ^ or v", Show: "a show, s or m"}.get(type(wait))
        msg = f"{token!r} deals cards where {turn or 'a card without ^'} is due"
        raise NotationError(msg, code="notation/cards-out-of-place")
    groups = [parse_cards(token, unknown=True)]
    seats = wait.seats
    while len(groups) < len(seats):
        if not tokens:
            msg = f"cards for {len(seats)} seats are due, and {len(groups)} stand there"
            raise NotationError(msg, code="notation/missing-cards")
        groups.append(parse_cards(tokens.pop(0), unknown=True))
    if not seats:
        yield do.DealCards(groups[0])
        return
    held = dict(zip(sorted(seats) if state.street == 0 else seats, groups, strict=True))
    rounds = max(map(len, groups))
    if any(len(group) != rounds for group in groups):
        msg = f"each seat gets as many cards, not {' '.join(map(str, map(len, groups)))}"
        raise NotationError(msg, code="notation/uneven-deal")
    cards: list[Card] = [held[seat][turn] for turn in range(rounds) for seat in seats]
    yield do.DealCards(tuple(cards))
