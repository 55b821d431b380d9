"""The fields of a PHH hand: which game, for how much, who has what, and what was announced.

Everything of a PHH table but the meaning of its actions is read and written here; the format
itself is described in `phh`. Start reading at `read_sheet`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, Final, NamedTuple

from wildrank.errors import HistoryError
from wildrank.games import Announcement, Game, Stakes, announce, games, words_of
from wildrank.referee.events import Announced
from wildrank.referee.posts import KEYS as POST_KEYS
from wildrank.referee.posts import PLAIN, Posts, parse_posts

ENDLESS: Final = 10**15
_CODES: Final = {"FT": "holdem", "NT": "holdem", "FO/8": "omaha-hilo"}
_LIMITS: Final = {"F": "fixed", "N": "no", "P": "pot"}
_USUAL: Final[dict[str, object]] = {"showdown": "each", "free-fold": True}


class Sheet(NamedTuple):
    """What a PHH table says, checked field by field.

    Attributes:
        stacks: Chips of each player at the start, ``p1`` first.
        actions: As written.
        endless: Places of players whose stack has no end, 0 for ``p1``.
        first_seat: The seat of ``p1``.
        partial: Whether the hand was written before it ended.
        posts: What is not as usual with the forced bets.
    """

    game: Game
    stakes: Stakes
    announcement: Announcement
    stacks: tuple[int, ...]
    actions: tuple[str, ...]
    endless: frozenset[int] = frozenset()
    first_seat: int = 0
    partial: bool = False
    posts: Posts = PLAIN


# -------------------------------------------------------------------------------------- reading


def read_sheet(table: Mapping[str, Any], game: Game | None = None) -> Sheet:
    """Return what a PHH table says.

    Args:
        table: As TOML gives it, with `decimal.Decimal` for numbers with a point.
        game: The game, where it is not in the library.

    Raises:
        HistoryError: Naming the key that is missing or wrong, and what would be right.
        GameError: If what is announced makes no sense.
    """
    code = _text(table, "variant")
    game = _game(table, code, game)
    stacks = _array(table, "starting_stacks")
    if len(stacks) < 2:
        msg = f"starting_stacks names {len(stacks)} players, and a hand needs at least two"
        raise HistoryError(msg, code="history/starting_stacks")
    endless = frozenset(place for place, stack in enumerate(stacks) if _is_endless(stack))
    chips = tuple(
        ENDLESS if place in endless else whole_chips(stack, "starting_stacks")
        for place, stack in enumerate(stacks)
    )
    posts = _posts(table)
    stakes, announcement = _spoken(table, code, game, len(chips))
    actions = _array(table, "actions")
    for action in actions:
        if not isinstance(action, str):
            msg = f"an action is a text such as 'p1 cc', not {action!r}"
            raise HistoryError(msg, code="history/actions")
    first = table.get("_first_seat", 0)
    if not isinstance(first, int) or not 0 <= first < max(1, len(chips)):
        msg = f"_first_seat is {first!r}, and the seats are 0 to {len(chips) - 1}"
        raise HistoryError(msg, code="history/first-seat")
    return Sheet(
        game,
        stakes,
        announcement,
        chips,
        tuple(actions),
        endless,
        first,
        table.get("_partial") is True,
        posts,
    )


def _need(table: Mapping[str, Any], key: str) -> Any:  # noqa: ANN401 - a value of any TOML type
    if key not in table:
        msg = f"the hand has no {key!r}, which every hand of its variant needs"
        raise HistoryError(msg, code="history/missing-key")
    return table[key]


def _text(table: Mapping[str, Any], key: str) -> str:
    value = _need(table, key)
    if not isinstance(value, str):
        msg = f"{key} is a text, not {value!r}"
        raise HistoryError(msg, code=f"history/{key}")
    return value


def _array(table: Mapping[str, Any], key: str, length: int | None = None) -> list[Any]:
    value = _need(table, key)
    if not isinstance(value, list):
        msg = f"{key} is a list, not {value!r}"
        raise HistoryError(msg, code=f"history/{key}")
    if length is not None and len(value) != length:
        msg = f"{key} has {len(value)} entries, and starting_stacks names {length} players"
        raise HistoryError(msg, code=f"history/{key}")
    return value


def _is_endless(stack: object) -> bool:
    return isinstance(stack, Decimal) and stack.is_infinite() and stack > 0


def whole_chips(value: object, where: str) -> int:
    """Return an amount as whole chips.

    Raises:
        HistoryError: If it is no number, negative, beyond all measure, or has a fraction.
    """
    number = value if isinstance(value, int | Decimal) and not isinstance(value, bool) else None
    if isinstance(number, Decimal) and not number.is_finite():
        number = None
    if number is None or not 0 <= number <= ENDLESS:
        msg = f"{where}: {value!s} is no amount; write chips from 0 to {ENDLESS}"
        raise HistoryError(msg, code="history/amount")
    if number != int(number):
        msg = f"{where}: {value!s} is not a whole number of chips; write all amounts in cents"
        raise HistoryError(msg, code="history/fraction")
    return int(number)


def _game(table: Mapping[str, Any], code: str, game: Game | None) -> Game:
    library = {known.slug: known for known in games()}
    if game is not None:
        library[game.slug] = game
    if "_variant" in table:
        slug = _text(table, "_variant")
        if slug in library:
            return library[slug]
        msg = f"there is no game {slug!r}, as _variant says; the games are {', '.join(library)}"
        raise HistoryError(msg, code="history/variant")
    if code in _CODES:
        return library[_CODES[code]]
    msg = (
        f"variant {code!r} is not played here; FT, NT and FO/8 are,"
        f" and with _variant the games {', '.join(library)}"
    )
    raise HistoryError(msg, code="history/variant")


def _spoken(
    table: Mapping[str, Any], code: str, game: Game, count: int
) -> tuple[Stakes, Announcement]:
    said = table.get("_announcement", {})
    if not isinstance(said, dict):
        msg = f"_announcement is a table such as {{ ante = 1 }}, not {said!r}"
        raise HistoryError(msg, code="history/announcement")
    settings = {**_USUAL, **_limit(table, code)}
    if "_posts" in table:
        return announce(game, settings | said, killed=_posts(table).kill is not None)
    heads_up = said.get("heads-up", game.defaults.get("heads-up", "button"))
    order = _posting_order(count, str(heads_up))
    blinds = _payments(table, "blinds_or_straddles", count)
    antes = _payments(table, "antes", count)
    settings |= _blinds([blinds[place] for place in order])
    if any(antes):
        settings |= _antes(table, antes, order, len(settings["blinds"]))
    else:
        settings["ante"] = 0
    return announce(game, settings | said)


def _posts(table: Mapping[str, Any]) -> Posts:
    """Return what is not as usual with the forced bets, as ``_posts`` says in words."""
    if "_posts" not in table:
        return PLAIN
    said = {}
    for word in _text(table, "_posts").split():
        key, _, value = word.partition("=")
        if key not in ("dead-button", *POST_KEYS):
            known = ", ".join(POST_KEYS)
            msg = f"_posts says {word!r}; its words are dead-button and those of {known}"
            raise HistoryError(msg, code="history/posts")
        said[key] = value
    return parse_posts(said, dead_button="dead-button" in said)


def _limit(table: Mapping[str, Any], code: str) -> dict[str, Any]:
    """Return the limit and the sizes of bets, as the first letter of the variant asks for them."""
    limit = _LIMITS.get(code[:1])
    if limit is None or "bring_in" in table:
        msg = f"variant {code!r} tells no limit known here; it begins with F, N or P, no bring-in"
        raise HistoryError(msg, code="history/variant")
    keys = ("small_bet", "big_bet") if limit == "fixed" else ("min_bet",)
    sizes = (whole_chips(_need(table, key), key) for key in keys)
    return {"limit": limit, **dict(zip(("small-bet", "big-bet"), sizes, strict=False))}


def _posting_order(count: int, heads_up: str) -> list[int]:
    """Return the places of the players, 0 for ``p1``, in the order they post blinds.

    Source: D12.
    """
    return [1, 0] if count == 2 and heads_up == "button" else list(range(count))


def _big_blind(order: Sequence[int], blinds: int) -> int:
    """Return the place of the big blind, or of the only one, in posting order.

    Source: HE-blinds, D12.
    """
    return order[1 if len(order) == 2 else min(1, blinds - 1)]


def _payments(table: Mapping[str, Any], key: str, count: int) -> list[int]:
    """Return what each player is to pay, ``p1`` first; with two the array is the other way."""
    amounts = [whole_chips(amount, key) for amount in _array(table, key, count)]
    return amounts[::-1] if count == 2 else amounts


def _blinds(posted: Sequence[int]) -> dict[str, Any]:
    """Return the blinds announced, from what is posted in posting order."""
    blinds = list(posted)
    while blinds and not blinds[-1]:
        blinds.pop()
    if len(posted) == 2 and 0 in posted and any(posted):
        # heads-up a single blind is the big one, which is posted second
        blinds = blinds[1:] if posted[1] else [0, *blinds]
    if 0 in blinds:
        msg = (
            f"blinds_or_straddles {list(posted)} leave out a player between two who post;"
            " blinds are posted one after the other from the button's left"
        )
        raise HistoryError(msg, code="history/blinds_or_straddles")
    return {"blinds": tuple(blinds)}


def _antes(
    table: Mapping[str, Any], antes: Sequence[int], order: Sequence[int], blinds: int
) -> dict[str, Any]:
    """Return who antes how much, from what each player pays.

    Source: D2; where big blind and button are the same player, the big blind is said to ante.
    """
    if len(set(antes)) == 1:
        return {"ante": antes[0], "ante-by": "all"}
    payers = [place for place, ante in enumerate(antes) if ante]
    by = {len(antes) - 1: "dealer"}
    if blinds:
        by[_big_blind(order, blinds)] = "big-blind"
    if len(payers) != 1 or payers[0] not in by:
        msg = f"antes {antes} are neither the same for all nor paid by big blind or button alone"
        raise HistoryError(msg, code="history/antes")
    if table.get("ante_trimming_status") is True:
        msg = f"antes {antes} paid by one player cannot be trimmed; set ante_trimming_status false"
        raise HistoryError(msg, code="history/antes")
    return {"ante": antes[payers[0]], "ante-by": by[payers[0]]}


# -------------------------------------------------------------------------------------- writing


def write_fields(game: Game, opened: Announced) -> dict[str, Any]:
    """Return the fields of a hand besides its actions, in the order a file has them."""
    stakes, count = opened.stakes, len(opened.stacks)
    first = (opened.button + 1) % count
    code = _code(game, stakes)
    blinds, antes = _forced(opened)
    fields: dict[str, Any] = {
        "variant": code,
        "_variant": game.slug,
        "ante_trimming_status": stakes.ante_by == "all",
        "antes": antes,
        "blinds_or_straddles": blinds,
    }
    if stakes.limit == "fixed":
        fields |= {"small_bet": stakes.small_bet, "big_bet": stakes.big_bet}
    else:
        fields["min_bet"] = stakes.small_bet
    fields["starting_stacks"] = [*opened.stacks[first:], *opened.stacks[:first]]
    posts = opened.posts
    if posts != PLAIN:
        words = (["dead-button"] if posts.dead_button else []) + list(posts.words)
        fields["_posts"] = " ".join(words)
        fields["ante_trimming_status"] &= not any(late.dead for late in posts.late)
    said = _unsaid(fields, game, opened)
    if said:
        fields["_announcement"] = said
    if _CODES.get(code) == game.slug and "limit" not in said and "low-qualifier" not in said:
        del fields["_variant"]
    if first:
        fields["_first_seat"] = first
    return fields


def _code(game: Game, stakes: Stakes) -> str:
    """Return the variant whose bets and hole cards come nearest, for readers that know no more."""
    four = game.streets[0].down == 4
    if stakes.limit == "fixed":
        return "FO/8" if four else "FT"
    return "PO" if four and stakes.limit == "pot" else "NT"


def _forced(opened: Announced) -> tuple[list[int], list[int]]:
    """Return the arrays of blinds and antes.

    A late post is a blind below zero and what is dead of it an ante, as PokerKit reads them.
    """
    stakes, count, posts = opened.stakes, len(opened.stacks), opened.posts
    order = _posting_order(count, opened.announcement.heads_up)
    blinds = [0] * count
    single = len(stakes.blinds) == 1
    payers = [_big_blind(order, 1)] if single else order
    due = stakes.blinds if posts.small_blind else stakes.blinds[1:]
    for place, blind in zip(payers, due, strict=False):
        blinds[place] = blind
    antes = [stakes.ante if stakes.ante_by == "all" else 0] * count
    if stakes.ante_by == "dealer":
        antes[-1] = stakes.ante
    elif stakes.ante_by == "big-blind":
        antes[_big_blind(order, len(due))] = stakes.ante
    for late in posts.late:
        place = (late.seat - opened.button - 1) % count
        blinds[place] = blinds[place] or -late.live
        antes[place] += late.dead
    if posts.kill is not None:
        blinds[(posts.kill - opened.button - 1) % count] = stakes.small_bet
    step = -1 if count == 2 else 1
    return blinds[::step], antes[::step]


def _unsaid(fields: Mapping[str, Any], game: Game, opened: Announced) -> dict[str, Any]:
    """Return what was announced and the standard fields do not say, as ``_announcement``."""
    actual = {"limit": opened.stakes.limit, "heads-up": opened.announcement.heads_up}
    table = {**fields, "_announcement": actual}
    told = words_of(*_spoken(table, fields["variant"], game, len(opened.stacks)))
    told |= {
        "limit": _LIMITS[fields["variant"][0]],
        "heads-up": str(game.defaults.get("heads-up", "button")),
    }
    said = words_of(opened.stakes, opened.announcement)
    return {key: _typed(word) for key, word in said.items() if word != told[key]}


def _typed(word: str) -> str | int | bool:
    if word in ("true", "false"):
        return word == "true"
    return int(word) if word.isdigit() else word
