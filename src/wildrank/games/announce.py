"""What the dealer announces: keys and words to `Stakes` and `Announcement`, and back.

Every key means the same on the command line, in a game file, in a hand line and on the page; the
table `OPTIONS` holds them all. A setting that makes no sense is refused with the key and the
reason. Start reading at `announce`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal, NamedTuple, get_args, get_type_hints

from wildrank.errors import GameError
from wildrank.games.model import Announcement, Game, Stakes

MAX_CHIPS = 10**15
MAX_BLINDS = 4
MAX_CAP = 100
MOST_REMEMBERED = 1000
LOWEST_QUALIFIER = 5
HIGHEST_QUALIFIER = 10


class Option(NamedTuple):
    """One thing the dealer may announce.

    Attributes:
        key: As written on the command line, ``third-card-price``.
        label: What it is called beside its choice.
        words: The words it may be; empty for numbers and switches.
        kind: ``choice``, ``number`` or ``switch``, or ``blinds``.
        concerns: Which games have a use for it.
        help: One sentence for the dealer.
    """

    key: str
    label: str
    kind: Literal["choice", "number", "switch", "blinds"]
    words: tuple[str, ...]
    help: str
    concerns: Callable[[Game], bool] = lambda _game: True


def _buys(game: Game) -> bool:
    return game.has_buy


def _wilds(game: Game) -> bool:
    return game.has_wilds


def _lowest(game: Game) -> bool:
    return game.wild.rule == "lowest-hole-rank"


def _lows(game: Game) -> bool:
    return game.has_low


def _halves(game: Game) -> bool:
    return len(game.split) > 1


def _burnable(game: Game) -> bool:
    return any(street.burn for street in game.streets)


def _words(owner: type, field: str) -> tuple[str, ...]:
    return tuple(get_args(get_type_hints(owner)[field]))


_STAKES = (
    Option("limit", "betting limit", "choice", _words(Stakes, "limit"), "How much may be bet."),
    Option("small-bet", "small bet", "number", (),
           "The early bet; the minimum in pot and no limit."),
    Option("big-bet", "big bet", "number", (), "The bet of the later streets in fixed limit."),
    Option("big-bet-from", "big bet from street", "number", (),
           "First street played for the big bet; one past the last for a flat limit."),
    Option("ante", "ante", "number", ("tenth",), "Chips each ante is; 0 for none."),
    Option("ante-by", "who antes", "choice", _words(Stakes, "ante_by"),
           "Everybody, or the dealer or the big blind once for all."),
    Option("blinds", "blinds", "blinds", ("none", "one", "two"),
           "none, one, two, or amounts from the button's left, such as 1/2."),
    Option("raise-cap", "raises in a round", "number", ("none",),
           "Raises allowed after the bet in fixed limit."),
    Option("blind-counts", "blind is the first bet", "switch", (),
           "Whether the big blind counts as the first bet for the cap."),
    Option("cap-active", "active for the cap", "choice", _words(Stakes, "cap_active"),
           "Who must be gone before two are heads-up."),
    Option("heads-up-cap", "cap heads-up", "choice", _words(Stakes, "heads_up_cap"),
           "Whether the cap is lifted between two players."),
    Option("short-all-in", "short all-in", "choice", _words(Stakes, "short_all_in"),
           "From how much of a bet an all-in counts as a raise in fixed limit."),
    Option("bomb-pot", "bomb pot", "switch", (), "No betting before the second street."),
)  # fmt: skip
_RULES = (
    Option("ace-in-hole", "ace in the hole", "choice", _words(Announcement, "ace_in_hole"),
           "Whether an ace is the highest or the lowest hole card.", _lowest),
    Option("five-of-a-kind", "five of a kind", "choice",
           _words(Announcement, "five_of_a_kind"),
           "Above a straight flush, below it, or under a natural royal only.", _wilds),
    Option("double-ace", "double-ace flush", "switch", (),
           "Whether a wild in a flush may be a second ace.", _wilds),
    Option("naturals-first", "naturals win ties", "switch", (),
           "Whether of equal hands the one with fewer wilds wins.", _wilds),
    Option("third-card-price", "price of the card face up", "number", ("small-bet", "big-bet"),
           "Chips to take the card face up.", _buys),
    Option("price-pot", "pot the price joins", "choice", _words(Announcement, "price_pot"),
           "The last pot the buyer contests, or always the main pot.", _buys),
    Option("buy-order", "order of buying", "choice", _words(Announcement, "buy_order"),
           "Decide and receive in turn, or all decide first, openly or in secret.", _buys),
    Option("peek", "look before buying", "switch", (),
           "Whether the card is seen before it is paid for.", _buys),
    Option("all-in-buys", "all-in players buy free", "switch", (),
           "Whether a player without chips may take the card face up.", _buys),
    Option("low-qualifier", "low qualifier", "number", ("none",),
           "Highest card of a winning low: 8 for eight or better, none for any.", _lows),
    Option("odd-chip", "odd chip", "choice", _words(Announcement, "odd_chip"),
           "To the first seat left of the button, or to the high card by suit."),
    Option("same-winners", "same winners both ways", "choice",
           _words(Announcement, "same_winners"), "Split their pot once, or each half.", _halves),
    Option("showdown", "hands turned up", "choice", _words(Announcement, "showdown"),
           "Unasked when somebody is all-in, in all hands, or each player decides."),
    Option("burns", "burn cards", "switch", (),
           "Whether a card is burned before each later street.", _burnable),
    Option("heads-up", "small blind heads-up", "choice", _words(Announcement, "heads_up"),
           "Posted by the button, or by the player on its left."),
    Option("free-fold", "fold when checking is free", "switch", (),
           "Whether a fold is accepted without a bet."),
)  # fmt: skip
OPTIONS: dict[str, Option] = {option.key: option for option in (*_STAKES, *_RULES)}


def options_of(game: Game) -> tuple[Option, ...]:
    """Return what can be announced for a game, in the order a dealer would say it."""
    return tuple(option for option in OPTIONS.values() if option.concerns(game))


def announce(
    game: Game, settings: Mapping[str, object] | None = None, *, killed: bool = False
) -> tuple[Stakes, Announcement]:
    """Return the stakes and the announcement of a game, with the dealer's settings.

    Args:
        game: The game called.
        settings: Keys of `OPTIONS` to values or their words; the rest is as the game file says.
        killed: Whether the bets are raised by a kill, above the blinds.

    Raises:
        GameError: Naming the key, what is wrong with its value, and what would be right.

    Source: TRA-1.3c, TRA-1.4c, TRA-2.1, TRA-3.2c, D56.
    """
    said = dict(settings or {})
    for key in said:
        _refuse_unknown(game, key)
    stakes, announcement = _read(game, said)
    check_stakes(game, stakes, announcement, killed=killed)
    return stakes, announcement


def _read(game: Game, said: dict[str, Any]) -> tuple[Stakes, Announcement]:
    """Return what was said on top of the game's defaults, each value checked on its own."""
    both = game.defaults | said
    small = _number("small-bet", both.get("small-bet", 2), least=1)
    big = _number("big-bet", both.get("big-bet", 2 * small), least=1)
    values = {key: _value(key, word, small, big) for key, word in both.items()}
    values |= {"small-bet": small, "big-bet": big}
    values.setdefault("limit", game.limits[0])
    values.setdefault("big-bet-from", len(game.streets) // 2 + 1)
    fields: dict[str, Any] = {key.replace("-", "_"): value for key, value in values.items()}
    stakes = Stakes(
        **{name: fields.pop(name) for name in fields.keys() & Stakes.__struct_fields__}
    )
    return stakes, Announcement(**fields)


def _refuse_unknown(game: Game, key: str) -> None:
    if key not in OPTIONS:
        known = ", ".join(option.key for option in options_of(game))
        raise _error(key, f"{key!r} cannot be announced; {game.slug} takes {known}")
    if not OPTIONS[key].concerns(game):
        raise _error(key, f"{game.name} has no use for {key!r}: {OPTIONS[key].help}")


def _error(key: str, message: str) -> GameError:
    return GameError(message, code=f"announcement/{key}")


def _value(key: str, word: object, small: int, big: int) -> object:
    """Return one setting as the value its field holds."""
    option = OPTIONS.get(key)
    if option is None:
        known = ", ".join(OPTIONS)
        raise _error(key, f"{key!r} cannot be announced; the keys are {known}")
    if option.kind == "switch":
        return _switch(key, word)
    if option.kind == "blinds":
        return _blinds(word, small)
    if option.kind == "choice":
        if word not in option.words:
            either = ", ".join(option.words)
            raise _error(key, f"{key} is one of {either}, not {word!r}")
        return word
    if "none" in option.words and word in ("none", None):
        return None
    named = {"small-bet": small, "big-bet": big, "tenth": max(1, small // 10)}
    if isinstance(word, str) and word in option.words:
        return named[word]
    return _number(key, word, least=1 if key.startswith(("small", "big")) else 0)


def _switch(key: str, word: object) -> bool:
    words = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
    if isinstance(word, bool):
        return word
    if isinstance(word, str) and word.lower() in words:
        return words[word.lower()]
    raise _error(key, f"{key} is true or false, not {word!r}")


def _number(key: str, word: object, *, least: int) -> int:
    text = word.strip() if isinstance(word, str) else word
    if isinstance(text, str) and text.isascii() and text.isdigit() and len(text) <= 16:
        text = int(text)
    if isinstance(text, bool) or not isinstance(text, int):
        raise _error(key, f"{key} is a whole number of at least {least}, not {word!r}")
    if not least <= text <= MAX_CHIPS:
        raise _error(key, f"{key} is {text}, and must be from {least} to {MAX_CHIPS}")
    return text


def _blinds(word: object, small: int) -> tuple[int, ...]:
    """Return the blinds, from a number of them or from their amounts.

    Source: HE-blinds, HE-sb: the small blind is half the big one, rounded down, at least 1.
    """
    counts: dict[object, tuple[int, ...]] = {
        "none": (),
        "one": (small,),
        "two": (max(1, small // 2), small),
    }
    if isinstance(word, str | type(None)) and (word or "none") in counts:
        return counts[word or "none"]
    parts = word.split("/") if isinstance(word, str) else word
    if isinstance(parts, int) and not isinstance(parts, bool):
        parts = [parts]
    if not isinstance(parts, list | tuple):
        key, words = "blinds", f"blinds are none, one, two or amounts such as 1/2, not {word!r}"
        raise _error(key, words)
    return tuple(_number("blinds", part, least=1) for part in parts)


def check_stakes(
    game: Game, stakes: Stakes, announcement: Announcement, *, killed: bool = False
) -> None:
    """Refuse stakes or an announcement that make no sense for a game.

    Args:
        game: The game.
        stakes: For how much.
        announcement: What the dealer said besides.
        killed: Whether the bets are raised by a kill, above the blinds. D47.

    Raises:
        GameError: Naming the key and the reason.
    """
    accepted = game.__dict__.setdefault("accepted", set())
    if (stakes, announcement, killed) in accepted:
        return
    for key, wrong, reason in _problems(game, stakes, announcement, killed=killed):
        if wrong:
            raise _error(key, f"{key}: {reason}")
    if len(accepted) < MOST_REMEMBERED:
        accepted.add((stakes, announcement, killed))


def _problems(
    game: Game, stakes: Stakes, announcement: Announcement, *, killed: bool
) -> Iterator[tuple[str, bool, str]]:
    """Yield each key that can be wrong, whether it is, and what would be right."""
    streets, small, blinds = len(game.streets), stakes.small_bet, stakes.blinds
    big = blinds[min(1, len(blinds) - 1)] if blinds else small
    cap, qualifier = stakes.raise_cap, announcement.low_qualifier
    limits = ", ".join(game.limits)
    yield (
        "limit",
        stakes.limit not in game.limits,
        f"{game.name} is played with {limits} limit, not {stakes.limit}",
    )
    yield "small-bet", not 0 < small <= MAX_CHIPS, "the small bet is at least one chip"
    yield (
        "big-bet",
        stakes.limit == "fixed" and stakes.big_bet < small,
        f"the big bet {stakes.big_bet} is smaller than the small bet {small}",
    )
    yield (
        "big-bet-from",
        not 1 <= stakes.big_bet_from <= streets + 1,
        f"{game.name} has {streets} streets, so the big bet starts from 1 to {streets + 1}",
    )
    yield "ante", stakes.ante < 0, "an ante is 0 or more chips"
    yield "bomb-pot", stakes.bomb_pot and not stakes.ante, "a bomb pot needs an ante"
    yield (
        "ante-by",
        stakes.ante_by == "big-blind" and not blinds,
        "there is no big blind to ante for all; announce blinds, or another ante-by",
    )
    yield (
        "blinds",
        len(blinds) > MAX_BLINDS or list(blinds) != sorted(blinds) or 0 in blinds,
        f"blinds grow from the button's left, at most {MAX_BLINDS} of them, not {blinds}",
    )
    yield (
        "blinds",
        big != small and not killed,
        f"the big blind, or the only one, is {big} and must be the smallest bet {small}",
    )
    yield (
        "raise-cap",
        cap is not None and not 0 <= cap <= MAX_CAP,
        f"the cap is a number of raises from 0 to {MAX_CAP}, or none",
    )
    yield (
        "third-card-price",
        not 0 <= announcement.third_card_price <= MAX_CHIPS,
        "the price is 0 or more chips",
    )
    yield (
        "low-qualifier",
        qualifier is not None and len(game.split) == 1,
        "without a high half nobody would win the pot when no low qualifies",
    )
    yield (
        "low-qualifier",
        qualifier is not None and not LOWEST_QUALIFIER <= qualifier <= HIGHEST_QUALIFIER,
        f"the qualifier is {LOWEST_QUALIFIER} to {HIGHEST_QUALIFIER}, or none: not {qualifier}",
    )


def settings_of(game: Game, stakes: Stakes, announcement: Announcement) -> dict[str, str]:
    """Return what was announced and differs from the game's defaults, as words.

    ``announce(game, settings_of(game, *spoken)) == spoken`` for everything `announce` accepts.
    """
    said = words_of(stakes, announcement)
    head = {key: said[key] for key in ("limit", "small-bet", "big-bet")}
    plain, usual = words_of(*_read(game, {})), words_of(*_read(game, head))
    usual |= {
        "limit": plain["limit"],
        "small-bet": plain["small-bet"],
        "big-bet": str(game.defaults.get("big-bet", 2 * stakes.small_bet)),
    }
    return {key: said[key] for key in OPTIONS if said[key] != usual[key]}


def words_of(stakes: Stakes, announcement: Announcement) -> dict[str, str]:
    """Return everything announced, key by key, in the words `announce` reads."""
    words: dict[str, str] = {}
    for owner in (stakes, announcement):
        for field in owner.__struct_fields__:
            words[field.replace("_", "-")] = _word(getattr(owner, field))
    return words


def _word(value: Any) -> str:  # noqa: ANN401 - whatever a field holds
    if value is None or value == ():
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return "/".join(map(str, value))
    return str(value)
