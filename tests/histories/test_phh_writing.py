"""PHH hands written: what is written is read back as the same hand, by others too."""

from __future__ import annotations

import warnings
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pokerkit import HandHistory

from wildrank import Hand, load_game
from wildrank.games import games
from wildrank.histories import dumps, loads
from wildrank.histories.phh import play_table, tables
from wildrank.referee.events import Announced, Awarded
from wildrank.referee.playout import Numbers, play_out, random_hand

SETTINGS = st.fixed_dictionaries(
    {},
    optional={
        "limit": st.sampled_from(["fixed", "pot", "no"]),
        "ante": st.integers(0, 4),
        "ante-by": st.sampled_from(["all", "dealer"]),
        "blinds": st.sampled_from(["none", "one", "two"]),
        "raise-cap": st.sampled_from([2, "none"]),
        "big-bet": st.integers(3, 9),
        "heads-up": st.sampled_from(["button", "left"]),
        "showdown": st.sampled_from(["all-in", "all", "each"]),
        "free-fold": st.booleans(),
        "odd-chip": st.sampled_from(["left", "high-card"]),
    },
)
BUYING = st.fixed_dictionaries(
    {},
    optional={
        "third-card-price": st.integers(0, 5),
        "buy-order": st.sampled_from(["in-turn", "decide-first", "secret"]),
        "peek": st.booleans(),
        "all-in-buys": st.booleans(),
    },
)
SLUGS = [game.slug for game in games()]


def cut(hand: Hand, actions: int) -> Hand:
    """Return the beginning of a hand."""
    opened = hand.events[0]
    assert isinstance(opened, Announced)
    begun = Hand.start(
        hand.game,
        opened.stacks,
        opened.button,
        stakes=opened.stakes,
        announcement=opened.announcement,
    )
    for action in hand.actions[:actions]:
        begun = begun.do(action)
    return begun


class TestWriting:
    """What is written is read back as the same hand."""

    @given(slug=st.sampled_from(SLUGS), seed=st.integers(0, 2**32))
    def test_whole_hands(self, slug: str, seed: int) -> None:
        """Any hand of any game is read back as it was."""
        hand = random_hand(load_game(slug), seed)
        text = dumps(hand)
        assert loads(text) == hand
        assert loads(text).stacks == hand.stacks
        played = play_table(tables(text)[0])
        first = (hand.state.button + 1) % hand.state.seats
        assert played.stacks == (*hand.stacks[first:], *hand.stacks[:first])
        assert list(played.stacks) == tables(text)[0]["finishing_stacks"]

    @given(
        slug=st.sampled_from(SLUGS),
        seed=st.integers(0, 2**32),
        settings=SETTINGS,
        buying=BUYING,
        share=st.floats(0, 1),
    )
    def test_any_announcement(
        self,
        slug: str,
        seed: int,
        settings: dict[str, object],
        buying: dict[str, object],
        share: float,
    ) -> None:
        """Hands under any announcement, whole or cut short, are read back as they were."""
        game = load_game(slug)
        numbers = Numbers(seed)
        count = 2 + numbers.below(4)
        said = {**settings, **(buying if game.has_buy else {})}
        words: dict[str, Any] = {key.replace("-", "_"): value for key, value in said.items()}
        chips = [5 + numbers.below(60) for _ in range(count)]
        hand = play_out(Hand.start(game, chips, numbers.below(count), **words), numbers)
        assert loads(dumps(hand)) == hand
        part = cut(hand, int(share * len(hand.actions)))
        assert loads(dumps(part)) == part

    @pytest.mark.parametrize(
        ("line", "fields"),
        [
            ("holdem fixed 2/4 @1 90/80", {"variant": "FT", "blinds_or_straddles": [1, 2]}),
            ("holdem no 2 @2 90/80/70", {"variant": "NT", "min_bet": 2}),
            ("holdem pot 2 @2 9/8/7", {"variant": "NT", "_variant": "holdem"}),
            ("omaha-hilo fixed 2/4 @1 90/80", {"variant": "FO/8"}),
            ("omaha-hilo pot 2 @1 90/80", {"variant": "PO", "_variant": "omaha-hilo"}),
            (
                "omaha-hilo fixed 2/4 @1 90/80 low-qualifier=none",
                {"variant": "FO/8", "_variant": "omaha-hilo"},
            ),
            ("reach-around fixed 2/4 @0 90/80", {"variant": "FT", "_variant": "reach-around"}),
            ("reach-around no 2 @0 90/80", {"variant": "NT", "antes": [1, 1]}),
            (
                "holdem no 2 @2 90/80/70 ante=3 ante-by=big-blind",
                {"antes": [0, 3, 0], "ante_trimming_status": False},
            ),
            ("holdem no 2 @1 90/80 ante=3 ante-by=big-blind", {"antes": [0, 3]}),
            ("holdem no 2 @0 90/80/70 ante=3 ante-by=dealer", {"antes": [0, 0, 3]}),
            ("reach-around no 2 @0 90/80 blinds=1/2", {"blinds_or_straddles": [2, 1]}),
            (
                "holdem no 2 @3+ 90/80/70/60 small-blind=none late=2:2+1,1:0+1",
                {
                    "blinds_or_straddles": [2, 0, -2, 0],
                    "antes": [0, 1, 1, 0],
                    "ante_trimming_status": False,
                    "_posts": "dead-button small-blind=none late=2:2+1,1:0+1",
                },
            ),
            (
                "holdem fixed 4/8 @2 90/80/70 blinds=1/2 kill=0",
                {"blinds_or_straddles": [4, 2, 0], "small_bet": 4, "_posts": "kill=0"},
            ),
            ("holdem fixed 2/4 @0 90/80/70", {"starting_stacks": [80, 70, 90], "_first_seat": 1}),
        ],
    )
    def test_fields(self, line: str, fields: dict[str, object]) -> None:
        """Each limit, ante and blind is written where other programs look for it."""
        hand = Hand.parse(line)
        written = tables(dumps(hand))[0]
        assert loads(dumps(hand)) == hand
        assert {key: written.get(key) for key in fields} == fields
        if "_variant" not in fields and written["variant"] in ("FT", "NT", "FO/8"):
            assert ("_variant" in written) == line.startswith("reach")

    def test_unknown_cards(self) -> None:
        """Cards that are not known are written as such, and those shown later with the show."""
        hand = Hand.parse(
            "holdem no 2 @1 9/9 showdown=each | ???? ??Qd r9 c | Qh7d2c | 9c | 3c sAhKh sQsQd"
        )
        assert loads(dumps(hand)) == hand
        assert "'p1 sm AhKh'" in dumps(hand)

    def test_tabled_hands_are_written_as_shows(self) -> None:
        """Hands turned up by themselves are shows to other programs, before the run-out."""
        hand = Hand.parse("holdem no 2 @1 9/9 | AhKh QsQd r9 c | Qh7d2c | 9c | 3c")
        actions = tables(dumps(hand))[0]["actions"]
        assert actions[4:7] == ["p2 sm QsQd", "p1 sm AhKh", "d db Qh7d2c"]

    def test_bought_cards(self) -> None:
        """A bought card is marked in its deal."""
        hand = Hand.parse(
            "reach-around fixed 2/4 @1 90/80 | Qd4c 5s6d k k | Qh k k | Jd k k | ^2c 8s k k"
            " | 2h k k | 5d k k s m"
        )
        actions = tables(dumps(hand))[0]["actions"]
        assert "d dh p1 2c # up" in actions
        assert "d dh p2 8s" in actions
        assert actions[-2:] == ["p1 sm Qd4c2c", "p2 sm"]

    @pytest.mark.parametrize(
        "line",
        [
            "holdem fixed 2/4 @1 90/80 | AhKh QsQd r4 c | Qh7d2c k b2 c | 9c k k | 3c b4 c s s",
            (
                "holdem fixed 2/4 @0 90/80/70 ante=1 | AhKh QsQd 8s8d r4 r6 f c | Qh7d2c k b2 c"
                " | 9c k k | 3c k k s s"
            ),
            (
                "holdem no 2 @2 90/80/70 ante=3 ante-by=big-blind | AhKh QsQd 7c2d c r9 c f"
                " | Qh7d2h k b20 r71 c | 9c | 3c"
            ),
            (
                "holdem no 2 @1 90/80 ante=3 ante-by=big-blind | AhKh QsQd r6 r20 c | Qh7d2c k k"
                " | 9c k k | 3c b57 c s s"
            ),
            (
                "holdem no 2 @3+ 90/80/70/60 late=2:2+1 | AhKh QsQd 7c2d 8c8d r6 f f c"
                " | Qh7d2h k b20 f"
            ),
            (
                "holdem no 2 @3 90/80/70/60 small-blind=none late=2:2 | AhKh QsQd 7c2d 8c8d"
                " f k f k | Qh7h2h k b20 c | 9c k k | 3c k k s s"
            ),
            (
                "omaha-hilo fixed 2/4 @2 90/80/70 | AhKh2s3s QsQd7h6h JcJsTc9s c c k"
                " | 4h5d8c b2 r4 f c | 9c k k | 3c b4 c s s"
            ),
        ],
    )
    def test_another_program_agrees(self, line: str) -> None:
        """PokerKit, which knows nothing of our own fields, ends with the same stacks."""
        hand = Hand.parse(line)
        assert hand.over
        assert any(isinstance(event, Awarded) for event in hand.events)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)
            history = HandHistory.loads(dumps(hand))
            *_, end = history
        assert end.stacks == list(history.finishing_stacks or ())
        assert sorted(end.stacks) == sorted(hand.stacks)
