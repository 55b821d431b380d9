"""Who deals next and what may be called: the players dealt in, the games, and how much for.

Pure functions of a table. Start reading at `offer`, then `spoken`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from wildrank.errors import GameError, TableError
from wildrank.games import Announcement, Game, GameCall, GameOffer, Stakes, announce, games
from wildrank.table.blinds import between, next_of, seat_blinds
from wildrank.table.state import TableState

# Parts of a fresh stack: no bet, blind, ante or price may be more than one of them.
MOST_AT_ONCE: Final = 4


def offered(players: int) -> tuple[Game, ...]:
    """Return the games of the library that so many can play."""
    return tuple(game for game in games() if game.seats.min <= players <= game.seats.max)


def allowed(table: TableState, players: int) -> tuple[Game, ...]:
    """Return the games that may be called for so many.

    Those are the games that the customs name, all of the library if they name none, or if none of
    theirs can be played by so many.
    """
    playable = offered(players)
    return tuple(game for game in playable if game.slug in table.customs.games) or playable


def dealt_in(table: TableState, here: Collection[str]) -> list[int]:
    """Return the chairs that would be dealt in: those of bots, and of people who are there."""
    return [
        number
        for number, chair in table.seated()
        if chair.stack
        and not (chair.leaving or chair.out == "out")
        and (chair.bot or chair.player in here)
    ]


def offer(table: TableState, dealer: int, players: int, house_game: str) -> GameOffer:
    """Return what a dealer chooses from, and what is played without a word.

    That is the dealer's own last call, else the last one of the table, else the house game; where
    the games rotate, it is the one whose orbit it is.
    """
    choice = allowed(table, players)
    if table.customs.mode == "orbit":
        turn = GameCall(in_rotation(table, dealer, [game.slug for game in choice]))
        return GameOffer(choice, turn, table.hands + 1, players, table.customs.buy_in.usual)
    chair = table.chairs[dealer]
    usual = table.calls.get(chair.player) if chair is not None else None
    if usual is None and table.called is not None:
        usual = GameCall(table.called.game, table.called.settings)
    usual = usual or GameCall(house_game)
    if usual.game not in {game.slug for game in choice}:
        usual = GameCall(choice[0].slug)
    return GameOffer(choice, usual, table.hands + 1, players, table.customs.buy_in.usual)


def in_rotation(table: TableState, dealer: int, slugs: Sequence[str]) -> str:
    """Return the game whose orbit it is, where the games of the table rotate.

    An orbit is over when the deal comes to the chair that began it, or passes it.
    """
    called = table.called
    if called is None or called.game not in slugs:
        return slugs[0]
    place = slugs.index(called.game)
    begun, last = table.orbit, called.chair
    moved = begun is not None and dealer != last
    if moved and (dealer == begun or between(last, begun or 0, dealer)):
        return slugs[(place + 1) % len(slugs)]
    return called.game


def next_dealer(table: TableState, ready: Sequence[int]) -> int | None:
    """Return the chair of the next dealer among those to be dealt in, clockwise from the last.

    The first hand of a table is dealt by the bot on the host's right, so that the host sees a hand
    before calling one; without bots the host deals. Where the button is dead, the next player
    after it calls.

    Source: D45.
    """
    if len(ready) < 2:
        return None
    if table.button is None:
        host = table.chair_of(table.host)
        if host is None or host not in ready:
            return ready[0]
        bots = [number for number in ready if table.bot_on(number)]
        return max(bots, key=lambda number: (number < host, number), default=host)
    if table.places is None or table.places.big is None:
        return next_of(ready, table.button)
    seating = seat_blinds(table, ready)
    return None if seating is None else seating.dealer


def spoken(call: GameCall, players: int, buy_in: int) -> tuple[Game, Stakes, Announcement]:
    """Return what a call announces, or refuse it.

    Raises:
        GameError: If there is no such game, or the announcement makes no sense.
        TableError: If it is for more than this table plays for, or for other numbers of players.
    """
    game = next((game for game in games() if game.slug == call.game), None)
    if game is None:
        known = ", ".join(game.slug for game in games())
        msg = f"there is no game {call.game!r} here; the games are {known}"
        raise GameError(msg, code="game/unknown")
    if game not in offered(players):
        msg = f"{game.name} is for {game.seats.min} to {game.seats.max} players, not {players}"
        raise TableError(msg, code="table/players")
    stakes, announcement = announce(game, call.settings)
    check_sizes(stakes, announcement, buy_in)
    return game, stakes, announcement


def check_sizes(stakes: Stakes, announcement: Announcement, buy_in: int) -> None:
    """Refuse to play for more than a part of a fresh stack at once.

    Raises:
        TableError: If an amount is too large; its code names the setting.
    """
    most = buy_in // MOST_AT_ONCE
    fixed = stakes.limit == "fixed"
    sizes = {
        "stakes/big-bet": ("big bet", stakes.big_bet if fixed else 0),
        "stakes/small-bet": ("smallest bet", 0 if fixed else stakes.small_bet),
        "stakes/ante": ("ante", stakes.ante),
        "stakes/blinds": ("largest blind", max(stakes.blinds, default=0)),
        "stakes/third-card-price": ("price of the card", announcement.third_card_price),
    }
    for code, (what, size) in sizes.items():
        if size > most:
            msg = f"the {what} is {size}, and may be {most} at most where stacks are {buy_in}"
            raise TableError(msg, code=code)
