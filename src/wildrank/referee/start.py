"""How a hand begins: the announcement is checked, antes and blinds are posted.

Start reading at `start`. The first cards are dealt later.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wildrank.errors import GameError
from wildrank.games import MAX_CHIPS, check_stakes
from wildrank.games.model import Announcement, Game, Stakes
from wildrank.referee import events as ev
from wildrank.referee.events import PostKind as Kind
from wildrank.referee.posts import PLAIN, Posts, check_posts
from wildrank.referee.state import State, apply, fresh

Forced = tuple[int, Kind, int]  # who posts it, what it is, and the chips due


def start(  # noqa: PLR0913, PLR0917 - what a hand begins with, as in a hand line
    game: Game,
    stakes: Stakes,
    announcement: Announcement,
    stacks: Sequence[int],
    button: int,
    posts: Posts = PLAIN,
) -> State:
    """Return a hand in which the forced bets are posted and the first cards are to be dealt.

    Args:
        game: The game called.
        stakes: For how much.
        announcement: What the dealer said besides.
        stacks: Chips of each seat dealt in, from seat 0.
        button: Seat of the dealer button, or the last one before a dead button.
        posts: What is not as usual with the forced bets.

    Raises:
        GameError: If the game cannot be played so, with the key and the reason.

    Source: TRA-2.1, HE-posted, D2, D12, D45, D46, D47.
    """
    state = fresh(game, stakes, announcement, tuple(stacks), button)
    for event in opening(game, stakes, announcement, stacks, button, posts):
        state = apply(state, event)
    return state


def opening(  # noqa: PLR0913, PLR0917 - as `start`
    game: Game,
    stakes: Stakes,
    announcement: Announcement,
    stacks: Sequence[int],
    button: int,
    posts: Posts = PLAIN,
) -> tuple[ev.Event, ...]:
    """Return the events a hand begins with: the announcement and the forced bets.

    Raises:
        GameError: As `start`.
    """
    check_stakes(game, stakes, announcement, killed=posts.kill is not None)
    _check_seats(game, stacks, button)
    posting = len(stakes.blinds) - (not posts.small_blind)
    if posting > len(stacks):
        msg = f"{posting} blinds need as many players, and {len(stacks)} are dealt in"
        raise GameError(msg, code="announcement/blinds")
    check_posts(posts, stakes, len(stacks))
    announced = ev.Announced(game.slug, stakes, announcement, tuple(stacks), button, posts=posts)
    found: list[ev.Event] = [announced, ev.StreetOpened(0)]
    left = list(stacks)
    blinds = _blinds(stakes, _posting_order(stakes, announcement, len(stacks), button), posts)
    if {late.seat for late in posts.late} & {seat for seat, _, _ in blinds}:
        msg = "who posts a blind makes up for none in the same hand"
        raise GameError(msg, code="game/posts")
    for seat, kind, due in (
        *_antes(stakes, blinds, len(stacks), button),
        *blinds,
        *_late(posts),
        *_kill(stakes, blinds, posts),
    ):
        amount = min(due, left[seat])
        left[seat] -= amount
        found.append(ev.Posted(seat, kind, amount, due))
    return tuple(found)


def _check_seats(game: Game, stacks: Sequence[int], button: int) -> None:
    seats = game.seats
    if not seats.min <= len(stacks) <= seats.max:
        msg = f"{game.name} is for {seats.min} to {seats.max} players, not {len(stacks)}"
        raise GameError(msg, code="game/seats")
    if any(type(stack) is not int or not 1 <= stack <= MAX_CHIPS for stack in stacks):
        given = str(list(stacks))[:200]
        msg = f"stacks are whole chips, at least 1 each, at most {MAX_CHIPS}, not {given}"
        raise GameError(msg, code="game/stacks")
    if not 0 <= button < len(stacks):
        msg = f"the button is a seat from 0 to {len(stacks) - 1}, not {button!r}"
        raise GameError(msg, code="game/button")


def _posting_order(
    stakes: Stakes, announcement: Announcement, count: int, button: int
) -> list[int]:
    """Return the seats in the order blinds are posted; heads-up a single one is the big blind.

    Source: HE-sb, HE-bb, HE-blinds, D12.
    """
    if count > 2:
        return [(button + 1 + place) % count for place in range(count)]
    order = [button, 1 - button]
    if announcement.heads_up == "left":
        order.reverse()
    return order[::-1] if len(stakes.blinds) == 1 else order


def _antes(stakes: Stakes, blinds: Sequence[Forced], count: int, button: int) -> Iterator[Forced]:
    """Yield the antes: everybody's, or that of the dealer or the big blind for the whole table.

    Source: D2.
    """
    if not stakes.ante:
        return
    if stakes.ante_by == "all":
        for place in range(count):
            yield (button + 1 + place) % count, "ante", stakes.ante
        return
    big_blind = [seat for seat, kind, _ in blinds if kind == "big-blind"]
    yield (
        big_blind[0] if stakes.ante_by == "big-blind" else button,
        "dead-ante",
        stakes.ante,
    )


def _blinds(stakes: Stakes, order: Sequence[int], posts: Posts) -> list[Forced]:
    """Return the blinds and straddles, the small one left out where nobody is there to post it.

    Source: HE-sb, HE-bb, D45.
    """
    kinds: tuple[Kind, ...] = ("small-blind", "big-blind", "straddle", "straddle")
    if len(stakes.blinds) == 1:
        kinds = ("big-blind",)
    due = list(zip(kinds, stakes.blinds, strict=False))
    if not posts.small_blind:
        del due[0]
    return [(seat, kind, blind) for seat, (kind, blind) in zip(order, due, strict=False)]


def _late(posts: Posts) -> Iterator[Forced]:
    """Yield the blinds that are made up for, what counts as a bet before what does not.

    Source: D46.
    """
    for late in posts.late:
        if late.live:
            yield late.seat, "late-blind", late.live
        if late.dead:
            yield late.seat, "dead-blind", late.dead


def _kill(stakes: Stakes, blinds: Sequence[Forced], posts: Posts) -> Iterator[Forced]:
    """Yield the kill; a blind that its seat has posted counts towards it.

    Source: D47.
    """
    if posts.kill is not None:
        posted = sum(due for seat, _, due in blinds if seat == posts.kill)
        yield posts.kill, "kill", stakes.small_bet - posted
