"""Unit tests of announcing: every option of every game is taken, or refused with its reason."""

from __future__ import annotations

import pytest

from wildrank.errors import GameError
from wildrank.games import (
    OPTIONS,
    Announcement,
    Game,
    Stakes,
    announce,
    games,
    load_game,
    options_of,
    settings_of,
    words_of,
)
from wildrank.referee import Act, Buy, Deal, Event, Hand
from wildrank.referee.playout import Numbers, play_out

# For every key: what may be said, what it means, and what else must be said for it to make sense.
NUMBER_NONSENSE: tuple[object, ...] = (
    -1,
    1.5,
    "x",
    "",
    "1.5",
    "-1",
    True,
    [1],
    {},
    10**16,
    "\u0663",
)
SWITCHES: dict[object, object] = {
    True: True,
    False: False,
    "true": True,
    "false": False,
    "yes": True,
    "no": False,
    "On": True,
    "OFF": False,
}
ACCEPTED: dict[str, dict[object, object]] = {
    "limit": {"fixed": "fixed", "pot": "pot", "no": "no"},
    "small-bet": {1: 1, "3": 3, " 4 ": 4, 10: 10},
    "big-bet": {2: 2, "5": 5, 40: 40},
    "big-bet-from": {1: 1, "2": 2, 4: 4},
    "ante": {0: 0, 1: 1, "3": 3, "tenth": 1},
    "ante-by": {"all": "all", "dealer": "dealer", "big-blind": "big-blind"},
    "blinds": {
        "none": (),
        None: (),
        "one": (2,),
        "two": (1, 2),
        "1/2": (1, 2),
        2: (2,),
        (1, 2): (1, 2),
        "2/2": (2, 2),
        "1/2/4": (1, 2, 4),
        "1/2/4/8": (1, 2, 4, 8),
    },
    "raise-cap": {0: 0, 3: 3, "4": 4, "none": None, None: None},
    "blind-counts": SWITCHES,
    "cap-active": {"not-all-in": "not-all-in", "all": "all"},
    "heads-up-cap": {"lifted": "lifted", "kept": "kept", "tournament": "tournament"},
    "short-all-in": {"half": "half", "full": "full"},
    "bomb-pot": SWITCHES,
    "ace-in-hole": {"high": "high", "low": "low"},
    "five-of-a-kind": {"above": "above", "below": "below", "royal": "royal"},
    "double-ace": SWITCHES,
    "naturals-first": SWITCHES,
    "third-card-price": {0: 0, 7: 7, "2": 2, "small-bet": 2, "big-bet": 4},
    "price-pot": {"last": "last", "main": "main"},
    "buy-order": {"in-turn": "in-turn", "decide-first": "decide-first", "secret": "secret"},
    "peek": SWITCHES,
    "all-in-buys": SWITCHES,
    "low-qualifier": {"none": None, None: None, 8: 8, "8": 8, 5: 5, 10: 10},
    "odd-chip": {"left": "left", "high-card": "high-card"},
    "same-winners": {"once": "once", "per-half": "per-half"},
    "showdown": {"all-in": "all-in", "all": "all", "each": "each"},
    "burns": SWITCHES,
    "heads-up": {"button": "button", "left": "left"},
    "free-fold": SWITCHES,
}
BESIDE: dict[str, dict[str, object]] = {
    "ante-by": {"blinds": "two", "ante": 1},
    "bomb-pot": {"ante": 1},
    "small-bet": {"blinds": "two"},
    "blind-counts": {"blinds": "two"},
    "heads-up": {"blinds": "two"},
}
REFUSED: dict[str, tuple[object, ...]] = {
    "small-bet": (0, "0", "tenth", "none", *NUMBER_NONSENSE),
    "big-bet": (0, 1, "small-bet", "none", *NUMBER_NONSENSE),
    "big-bet-from": (0, 8, "river", "none", *NUMBER_NONSENSE),
    "ante": ("none", "half", *NUMBER_NONSENSE),
    "blinds": (
        "three",
        "1",
        "1/3",
        "2/1",
        "0/2",
        "/",
        "1/",
        "1/2/4/8/16",
        -1,
        1.5,
        True,
        {},
        (0, 2),
    ),
    "raise-cap": (101, "many", *NUMBER_NONSENSE),
    "third-card-price": ("none", "free", *NUMBER_NONSENSE),
    "low-qualifier": (0, 4, 11, "eight", *NUMBER_NONSENSE),
}
CASES = [(game, option.key) for game in games() for option in options_of(game)]
IDS = [f"{game.slug}-{key}" for game, key in CASES]


def field(game: Game, settings: dict[str, object], key: str) -> object:
    """Return what a key came to mean after an announcement."""
    stakes, announcement = announce(game, settings)
    name = key.replace("-", "_")
    owner: Stakes | Announcement = stakes if name in Stakes.__struct_fields__ else announcement
    return getattr(owner, name)


def test_tables_are_complete() -> None:
    """Every option there is has its words here, and every field of the models is an option."""
    assert set(ACCEPTED) == set(OPTIONS)
    fields = (*Stakes.__struct_fields__, *Announcement.__struct_fields__)
    assert {name.replace("_", "-") for name in fields} == set(OPTIONS)
    for key, option in OPTIONS.items():
        assert set(option.words) <= set(ACCEPTED[key]), key
        assert option.label
        assert option.help.endswith(".")


@pytest.mark.parametrize(("game", "key"), CASES, ids=IDS)
def test_accepted(game: Game, key: str) -> None:
    """Every word of every option is taken and means what it says, and is written back in words."""
    for word, value in ACCEPTED[key].items():
        said = {**BESIDE.get(key, {}), key: word}
        assert field(game, said, key) == value, word
        spoken = announce(game, said)
        assert announce(game, settings_of(game, *spoken)) == spoken, word
        assert announce(game, words_without_use(game, spoken)) == spoken, word


def words_without_use(game: Game, spoken: tuple[Stakes, Announcement]) -> dict[str, str]:
    """Return everything announced in words, but for what the game has no use for."""
    used = {option.key for option in options_of(game)}
    return {key: word for key, word in words_of(*spoken).items() if key in used}


@pytest.mark.parametrize(("game", "key"), CASES, ids=IDS)
def test_nonsense(game: Game, key: str) -> None:
    """Nonsense is refused with the key as the code, and the message says what was said."""
    plain = (None, "nonsense", "", 5, ["a"], 2.5, object)
    wrong = REFUSED.get(key, tuple(word for word in plain if word not in ACCEPTED[key].values()))
    assert wrong
    for word in wrong:
        with pytest.raises(GameError) as refused:
            announce(game, {key: word})
        assert refused.value.code == f"announcement/{key}", word
        assert key in refused.value.message
        assert len(refused.value.message) > len(key) + 10


OTHERS = [
    (game, key)
    for game in games()
    for key in OPTIONS
    if key not in {o.key for o in options_of(game)}
]


@pytest.mark.parametrize(("game", "key"), OTHERS, ids=[f"{g.slug}-{key}" for g, key in OTHERS])
def test_no_use(game: Game, key: str) -> None:
    """A game refuses what it has no use for instead of ignoring it, the default too."""
    for word in ACCEPTED[key]:
        with pytest.raises(GameError) as refused:
            announce(game, {key: word})
        assert refused.value.code == f"announcement/{key}"
        assert game.name in refused.value.message


@pytest.mark.parametrize("key", ["colour", "", "small_bet", "Ante", "third card price"])
def test_unknown_key(key: str) -> None:
    """A key that nobody knows is refused with those that the game takes."""
    with pytest.raises(GameError) as refused:
        announce(load_game("holdem"), {key: 1})
    assert refused.value.code == f"announcement/{key}"
    assert repr(key) in refused.value.message
    assert "raise-cap" in refused.value.message


TOGETHER: dict[str, tuple[dict[str, object], str]] = {
    "big bet below small": ({"small-bet": 4, "big-bet": 3}, "big-bet"),
    "big blind is no small bet": ({"small-bet": 4, "blinds": "2/5"}, "blinds"),
    "one blind is no small bet": ({"small-bet": 4, "blinds": 2}, "blinds"),
    "big blind ante without one": (
        {"ante": 1, "ante-by": "big-blind", "blinds": "none"},
        "ante-by",
    ),
    "bomb pot without ante": ({"bomb-pot": True, "ante": 0}, "bomb-pot"),
}


@pytest.mark.parametrize("game", games(), ids=lambda game: game.slug)
@pytest.mark.parametrize(("said", "key"), TOGETHER.values(), ids=TOGETHER.keys())
def test_together(game: Game, said: dict[str, object], key: str) -> None:
    """What makes no sense together is refused with the key to change."""
    with pytest.raises(GameError) as refused:
        announce(game, said)
    assert refused.value.code == f"announcement/{key}"


DEFAULTS: dict[str, dict[str, object]] = {
    "holdem": {"limit": "fixed", "blinds": (1, 2), "ante": 0, "burns": True, "heads-up": "button"},
    "holdem-hilo": {"blinds": (1, 2), "low-qualifier": None, "same-winners": "once"},
    "omaha-hilo": {"blinds": (1, 2), "low-qualifier": 8, "burns": True},
    "reach-around": {
        "limit": "fixed",
        "blinds": (),
        "ante": 1,
        "ante-by": "all",
        "small-bet": 2,
        "big-bet": 4,
        "big-bet-from": 4,
        "third-card-price": 2,
        "ace-in-hole": "high",
        "five-of-a-kind": "above",
        "double-ace": False,
        "naturals-first": False,
        "price-pot": "last",
        "buy-order": "in-turn",
        "peek": False,
        "all-in-buys": False,
        "burns": False,
        "heads-up": "left",
    },
    "reach-around-flop": {"blinds": (), "ante": 1, "big-bet-from": 3, "third-card-price": 2},
}
EVERYWHERE: dict[str, object] = {
    "raise-cap": 3,
    "blind-counts": True,
    "cap-active": "not-all-in",
    "heads-up-cap": "lifted",
    "short-all-in": "half",
    "bomb-pot": False,
    "odd-chip": "left",
    "showdown": "all-in",
    "free-fold": False,
}


@pytest.mark.parametrize("game", games(), ids=lambda game: game.slug)
def test_defaults(game: Game) -> None:
    """When the dealer says nothing, it is played as decided. D2, D4-D7, D9-D16, D23-D34, D42."""
    for key, value in {**EVERYWHERE, **DEFAULTS[game.slug]}.items():
        assert field(game, {}, key) == value, key
    assert settings_of(game, *announce(game)) == {}


BETS = ((2, 4), (4, 4), (4, 8), (1, 1), (1, 4), (3, 9), (2, 2))


@pytest.mark.parametrize("game", games(), ids=lambda game: game.slug)
@pytest.mark.parametrize(("small", "big"), BETS)
@pytest.mark.parametrize("limit", ["fixed", "pot", "no"])
def test_bets_in_words(game: Game, small: int, big: int, limit: str) -> None:
    """Bet sizes survive being written in words, whatever the defaults are."""
    spoken = announce(game, {"limit": limit, "small-bet": small, "big-bet": big})
    words = settings_of(game, *spoken)
    assert announce(game, words) == spoken, words


def test_amounts_follow() -> None:
    """Sizes that nobody names follow the small bet: blinds, big bet, price, ante."""
    stakes, announcement = announce(load_game("reach-around"), {"small-bet": 30})
    assert (stakes.big_bet, stakes.ante, announcement.third_card_price) == (60, 3, 30)
    for small, blind in ((15, 7), (4, 2), (3, 1), (1, 1)):
        assert announce(load_game("holdem"), {"small-bet": small})[0].blinds == (blind, small)


MOST_HANDS = 3000
# What changes too seldom to wait for: two hands of three, and the board of four.
RARE = {
    ("five-of-a-kind", "below"): ("3c3d4s", "TsQs8h", "4h4d9sJs"),
    ("five-of-a-kind", "royal"): ("JsTs3d", "8c8dAh", "8hAsKsQs"),
    ("double-ace", True): ("Ah2cTd", "KhQh3d", "9h5h4h8s"),
    ("naturals-first", True): ("AhKd2c", "Ad9s3h", "TsJdQc7h"),
}


def played(game: Game, said: dict[str, object], seed: int) -> tuple[Event, ...]:
    """Return what happened in a seeded hand after the announcement, half of them checked down."""
    numbers = Numbers(seed)
    stacks = [4 + numbers.below(12 + 40 * (seed % 3)) for _ in range(2 + seed % 5)]
    stakes, announcement = announce(game, said)
    hand = Hand.start(game, stacks, 0, stakes=stakes, announcement=announcement)
    return play_out(hand, numbers, passive=seed % 4 == 0).events[1:]


def checked_down(game: Game, said: dict[str, object], cards: tuple[str, str, str]) -> Hand:
    """Return a hand in which two players check down with three cards each and a board of four."""
    first, second, board = cards
    stakes, announcement = announce(game, said)
    hand = Hand.start(game, (20, 20), 1, stakes=stakes, announcement=announcement)
    hand = hand.deal_hole({0: first[:4], 1: second[:4]})
    while hand.legal.seat is not None or hand.waiting is not None:
        match hand.waiting:
            case Act():
                hand = hand.check()
            case Buy(seat):
                hand = hand.take_down().deal((first, second)[seat][4:])
            case Deal(count=count):
                hand, board = hand.deal(board[: 2 * count]), board[2 * count :]
            case _:
                hand = hand.show()
    return hand


@pytest.mark.parametrize(("game", "key"), CASES, ids=IDS)
def test_not_ignored(game: Game, key: str) -> None:
    """Each value of each option changes what happens in some hand, the rest being equal."""
    beside = BESIDE.get(key, {})
    usual = field(game, beside, key)
    for word, value in ACCEPTED[key].items():
        if value == usual or len(announce(game, {**beside, key: word})[0].blinds) > 2:
            continue
        changed = {**beside, key: word}
        rare = RARE.get((key, value))
        if rare is not None:
            usually, now = (checked_down(game, said, rare) for said in (beside, changed))
            assert usually.stacks != now.stacks, word
            continue
        assert any(
            played(game, beside, seed) != played(game, changed, seed) for seed in range(MOST_HANDS)
        ), word
