"""PHH hands that are refused: each with what is wrong and what would be right."""

from __future__ import annotations

from decimal import Decimal

import pytest
from histories.made import HOLE, RIVER, refusal, table, without

from wildrank import WildrankError
from wildrank.errors import GameError, HistoryError, IllegalAction, IllegalAmount, OutOfTurn
from wildrank.histories import loads
from wildrank.histories.phh import play_table

BAD_FIELDS = {
    "no variant": (without("variant"), "history/missing-key", "'variant'"),
    "no antes": (without("antes"), "history/missing-key", "'antes'"),
    "no stacks": (without("starting_stacks"), "history/missing-key", "'starting_stacks'"),
    "no actions": (without("actions"), "history/missing-key", "'actions'"),
    "no big bet": (without("big_bet"), "history/missing-key", "'big_bet'"),
    "no minimum": (table(variant="NT"), "history/missing-key", "'min_bet'"),
    "stud": (table(variant="F7S"), "history/variant", "'F7S' is not played here; FT, NT"),
    "number": (table(variant=7), "history/variant", "variant is a text, not 7"),
    "own": (table(_variant="bingo"), "history/variant", "'bingo'.*reach-around"),
    "a path": (table(_variant="/etc/x.toml"), "history/variant", "no game '/etc/x.toml'"),
    "bring-in": (table(bring_in=1, _variant="holdem"), "history/variant", "no bring-in"),
    "letter": (table(variant="XT", _variant="holdem"), "history/variant", "F, N or P"),
    "short": (table(antes=[0]), "history/antes", "1 entries.*3 players"),
    "no list": (table(antes=0), "history/antes", "antes is a list, not 0"),
    "uneven": (table(antes=[1, 2, 0]), "history/antes", "neither the same for all"),
    "small antes": (table(antes=[1, 0, 0]), "history/antes", "neither the same for all"),
    "trimmed": (
        table(antes=[0, 2, 0], ante_trimming_status=True),
        "history/antes",
        "cannot be trimmed",
    ),
    "gap": (table(blinds_or_straddles=[1, 0, 2]), "history/blinds_or_straddles", "leave out"),
    "half": (
        table(starting_stacks=[Decimal("100.5"), 1, 1]),
        "history/fraction",
        "starting_stacks: 100.5 is not a whole number",
    ),
    "negative": (table(small_bet=-2), "history/amount", "small_bet: -2 is no amount"),
    "boolean": (table(small_bet=True), "history/amount", "small_bet: True is no amount"),
    "word": (table(antes=["1", 1, 1]), "history/amount", "antes: 1 is no amount"),
    "endless ante": (table(antes=[Decimal("inf")] * 3), "history/amount", "Infinity"),
    "huge": (table(small_bet=Decimal("1e999999")), "history/amount", "is no amount"),
    "nan": (table(starting_stacks=[Decimal("nan"), 1, 1]), "history/amount", "NaN"),
    "actions": (table(actions=[3]), "history/actions", "not 3"),
    "said": (table(_announcement=1), "history/announcement", "is a table"),
    "posts": (table(_posts="late=0:2 dead"), "history/posts", "'dead'"),
    "seat": (table(_first_seat=3), "history/first-seat", "seats are 0 to 2"),
}
BAD_RULES = {
    "broke": (table(starting_stacks=[0, 1, 1]), "game/stacks", "at least 1 each"),
    "key": (table(_announcement={"colour": 1}), "announcement/colour", "'colour'"),
    "use": (table(_announcement={"peek": True}), "announcement/peek", "no use for 'peek'"),
    "blind": (table(blinds_or_straddles=[1, 3, 0]), "announcement/blinds", "big blind"),
}


class TestErrors:
    """A hand that is not right is refused with what is wrong and what would be right."""

    @pytest.mark.parametrize("name", BAD_FIELDS)
    def test_fields(self, name: str) -> None:
        """A field that is missing or wrong is named."""
        hand, code, words = BAD_FIELDS[name]
        with pytest.raises(HistoryError, match=words) as caught:
            play_table(hand)
        assert caught.value.code == code

    @pytest.mark.parametrize("name", BAD_RULES)
    def test_announcements(self, name: str) -> None:
        """What cannot be announced or played is refused as it is at a table."""
        hand, code, words = BAD_RULES[name]
        with pytest.raises(GameError, match=words) as caught:
            play_table(hand)
        assert caught.value.code == code

    @pytest.mark.parametrize(
        ("action", "kind", "words"),
        [
            ("p3 cbr 5", IllegalAmount, "it may fold, call 2 or raise to 4"),
            ("p3 cbr 4.5", HistoryError, "4.5 is not a whole number"),
            ("p3 cbr", HistoryError, "is no amount"),
            ("p3 cbr all", HistoryError, "'all' is no amount"),
            ("p3 cbr \u0661", HistoryError, "is no amount"),
            ("p1 cc", OutOfTurn, "no action by p1 now; p3 may fold, call 2 or raise to 4"),
            ("p3 cc 2", HistoryError, "cc and f stand alone"),
            ("p3 f 2", HistoryError, "cc and f stand alone"),
            ("p4 f", HistoryError, "'p4' is nobody; d deals, and p1 to p3 play"),
            ("p0 f", HistoryError, "'p0' is nobody"),
            ("x", HistoryError, "'x' is nobody"),
            ("p3", HistoryError, "'p3' is no action"),
            ("p3 jump", HistoryError, "'p3 jump' is no action"),
            ("p3 pb", HistoryError, "no bring-in is posted"),
            ("p3 sd", HistoryError, "no cards are drawn"),
            ("p3 sm 7c 2d", HistoryError, "is no action"),
            ("p3 sm 7c2d", OutOfTurn, "no showdown for p3 now; p3 may fold, call 2 or raise to 4"),
            ("d db QhJd2h", OutOfTurn, "no board cards now; p3 may fold"),
            ("d dh p1 2c", OutOfTurn, "no hole cards for p1 now; p3 may fold"),
            ("d", HistoryError, "deals nothing"),
            ("d dh p1", HistoryError, "deals nothing"),
            ("d xx 2c", HistoryError, "deals nothing"),
            ("d db 1h", WildrankError, "'1h' is not a card"),
        ],
    )
    def test_actions(self, action: str, kind: type[WildrankError], words: str) -> None:
        """An action that is refused is named, with its place and the legal choice."""
        error = refusal(table(*HOLE, action))
        assert isinstance(error, kind)
        assert words in error.message
        assert f"action 4 {action!r}" in error.message

    def test_deals(self) -> None:
        """Cards dealt to the wrong player, too many, twice, or too few are refused."""
        assert "p1 gets 2 cards now, not AhKhQh" in refusal(table("d dh p1 AhKhQh")).message
        assert "Ah has been dealt" in refusal(table(HOLE[0], HOLE[1], "d dh p3 Ah2d")).message
        assert "cards for p2, p3 are due" in refusal(table(HOLE[0], "d db QhJd2h")).message
        assert "cards for p2, p3 are due" in refusal(table(HOLE[0], "p3 cc")).message
        flop = [*HOLE, "p3 cc", "p1 cc", "p2 cc"]
        assert "the deal is 3" in refusal(table(*flop, "d db QhJd2h9c")).message
        assert "3 board cards are due" in refusal(table(*flop, "d dh p1 8c")).message
        assert "the hand is over" in refusal(table(*HOLE, "p3 f", "p1 f", "d db 9c")).message

    def test_showdowns(self) -> None:
        """Shows that cannot be are refused: folded, early, twice, other cards, nobody left."""
        river = RIVER
        refused = {
            ("p1 sm", "p1 sm AhKh"): "p1 has shown or mucked already",
            ("p1 sm AhKd",): "cannot show",
            ("p1 sm Ah??", "p2 sm ????"): "cannot show",
            ("p1 sm", "p2 sm", "p3 sm"): "p1, p2, p3 all muck",
            ("p3 sm", "p2 sm", "p1 sm"): "p1, p2, p3 all muck",
        }
        for shows, words in refused.items():
            if "????" in shows[-1]:
                hidden = ["d dh p1 Ah??", "d dh p2 ????", *river[2:]]
                assert words in refusal(table(*hidden, *shows)).message
            else:
                assert words in refusal(table(*river, *shows)).message
        folded = refusal(table(*HOLE, "p3 f", "p1 f", "p3 sm 7c2d"))
        assert "p3 has folded" in folded.message
        early = refusal(table(*HOLE, "p3 cc", "p1 cc", "p2 cc", "p1 sm AhKh"))
        assert "3 board cards are due" in early.message

    def test_shows_are_blamed_where_they_stand(self) -> None:
        """A show that turns out wrong later is refused under its own name."""
        error = refusal(table(*RIVER, "p2 sm QsQh", "p1 sm AhKh", "p3 sm"))
        assert error.message.startswith("action 19 'p2 sm QsQh': ")
        assert isinstance(error, IllegalAction)

    def test_tabled_hands_cannot_be_mucked(self) -> None:
        """Where all hands are turned up, nobody mucks."""
        error = refusal(table(*RIVER, "p1 sm", _announcement={"showdown": "all"}))
        assert error.code == "action/must-show"

    @pytest.mark.parametrize(
        ("text", "code"),
        [
            ("variant = ", "history/toml"),
            ("a = " + "[" * 5000, "history/toml"),
            ("a = " + "9" * 5000, "history/toml"),
            ("a = 1e99999999999999999999", "history/toml"),
            ("", "history/empty"),
            ("# nothing", "history/empty"),
            ("[1]\n[2]\n", "history/several-hands"),
            ("[1]\n", "history/missing-key"),
            ("a = 1", "history/missing-key"),
        ],
    )
    def test_texts(self, text: str, code: str) -> None:
        """A text that is not one PHH hand is refused in one sentence."""
        with pytest.raises(HistoryError) as caught:
            loads(text)
        assert caught.value.code == code
