"""PHH hands read: fields, actions, and choices."""

from __future__ import annotations

from decimal import Decimal

import pytest
from histories.made import HOLE, RIVER, reach_around, refusal, stacks, table

from wildrank import Hand
from wildrank.errors import HistoryError, OutOfTurn
from wildrank.games import parse_game
from wildrank.histories import dumps, loads
from wildrank.histories.phh import play_table, tables
from wildrank.referee.events import PricePaid

# --------------------------------------------------------------------------------------- fields


class TestFields:
    """The fields of a hand say which game is played, by whom, and for how much."""

    def test_last_player_is_the_button(self) -> None:
        """P1 posts the small blind, p2 the big one, and the last player has the button."""
        hand = play_table(table(*HOLE)).hand
        assert hand.state.button == 2
        assert hand.state.bets == (1, 2, 0)
        assert hand.legal.seat == 2

    def test_heads_up_arrays_are_reversed(self) -> None:
        """With two players p1 pays the second amount, and p2, the button, the first and acts."""
        hand = play_table(
            table(
                "d dh p1 AhKh",
                "d dh p2 QsQd",
                antes=[0, 5],
                blinds_or_straddles=[1, 2],
                starting_stacks=[100, 90],
            )
        ).hand
        assert hand.state.button == 1
        assert hand.state.bets == (2, 1)
        assert hand.stacks == (93, 89)
        assert hand.state.stakes.ante_by == "big-blind"
        assert hand.legal.seat == 1

    def test_heads_up_button_may_ante(self) -> None:
        """With two players the first ante is the button's."""
        hand = play_table(
            table(antes=[5, 0], blinds_or_straddles=[1, 2], starting_stacks=[100, 90])
        ).hand
        assert hand.stacks == (98, 84)
        assert hand.state.stakes.ante_by == "dealer"

    def test_heads_up_left_player_posts_small(self) -> None:
        """Where the dealer's left posts the small blind heads-up, p1 still pays the second amount.

        The array is then written big blind first, so that what each pays is the same to all.
        """
        hand = play_table(reach_around(blinds_or_straddles=[2, 1])).hand
        assert hand.state.stakes.blinds == (1, 2)
        assert hand.state.bets == (1, 2)

    @pytest.mark.parametrize(
        ("antes", "by", "paid"),
        [
            ([3, 3, 3], "all", (96, 95, 97)),
            ([0, 3, 0], "big-blind", (99, 95, 100)),
            ([0, 0, 3], "dealer", (99, 98, 97)),
        ],
    )
    def test_antes(self, antes: list[int], by: str, paid: tuple[int, ...]) -> None:
        """Equal antes are everybody's; one alone is the big blind's or the button's for all."""
        hand = play_table(table(antes=antes)).hand
        assert hand.state.stakes.ante == 3
        assert hand.state.stakes.ante_by == by
        assert hand.stacks == paid

    def test_straddle(self) -> None:
        """A third amount is a straddle, and the seat behind it acts first."""
        hand = play_table(
            table(
                *HOLE, "d dh p4 8s8d", blinds_or_straddles=[1, 2, 4, 0], antes=[0] * 4,
                starting_stacks=[100] * 4,
            )
        ).hand  # fmt: skip
        assert hand.state.bets == (1, 2, 4, 0)
        assert hand.legal.seat == 3

    def test_no_limit(self) -> None:
        """NT is no-limit hold'em for the minimum bet."""
        hand = play_table(table(*HOLE, variant="NT", min_bet=2)).hand
        assert hand.state.stakes.limit == "no"
        assert (hand.legal.raise_low, hand.legal.raise_high) == (4, 100)

    def test_omaha(self) -> None:
        """FO/8 is Omaha high-low, eight or better, in fixed limit."""
        hole = ["d dh p1 AhKh2c3c", "d dh p2 QsQd4h4s", "d dh p3 7c2d9h9s"]
        state = play_table(table(*hole, variant="FO/8")).hand.state
        assert state.game.slug == "omaha-hilo"
        assert state.announcement.low_qualifier == 8
        assert state.stakes.limit == "fixed"

    @pytest.mark.parametrize(
        ("code", "sizes", "limit"),
        [
            ("FT", {}, "fixed"),
            ("NT", {"min_bet": 2}, "no"),
            ("PO", {"min_bet": 2}, "pot"),
        ],
    )
    def test_own_variant_rules(self, code: str, sizes: dict[str, int], limit: str) -> None:
        """_variant names the game, and the code only how bets are limited."""
        state = play_table(reach_around(variant=code, **sizes)).hand.state
        assert state.game.slug == "reach-around"
        assert state.stakes.limit == limit

    def test_announcement(self) -> None:
        """_announcement holds what the dealer said, in typed values or words, and rules."""
        said = {"third-card-price": 7, "five-of-a-kind": "below", "ante": "3", "limit": "pot"}
        state = play_table(reach_around(_announcement=said)).hand.state
        assert state.announcement.third_card_price == 7
        assert state.announcement.five_of_a_kind == "below"
        assert state.stakes.limit == "pot"
        assert state.stacks == (97, 97)

    def test_endless_stacks(self) -> None:
        """A stack of inf ends as none, and what was won or lost is known all the same."""
        text = (
            "variant = 'FT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nsmall_bet = 2\n"
            "big_bet = 4\nstarting_stacks = [inf, 50]\n"
            "actions = ['d dh p1 ????', 'd dh p2 ????', 'p2 cbr 4', 'p1 f']\n"
        )
        played = play_table(tables(text)[0])
        assert played.stacks == (None, 52)
        assert played.net == (-2, 2)

    def test_whole_decimals(self) -> None:
        """Amounts with a point are taken where they are whole chips."""
        changed = {"small_bet": Decimal("2.0"), "starting_stacks": [Decimal(100), 100, 100]}
        assert stacks(*HOLE, "p3 cbr 4.00", "p1 f", "p2 f", **changed) == (99, 98, 103)

    def test_other_fields_are_ignored(self) -> None:
        """Rake, winnings and whatever else stands in a file change nothing."""
        other = {"_rake": 50, "winnings": [9, 9, 9], "finishing_stacks": [Decimal("1.5")]}
        assert stacks(*HOLE, "p3 f", "p1 f", **other, author="somebody") == (99, 101, 100)

    def test_own_game(self) -> None:
        """A game that is not in the library can be handed over."""
        text = "slug = 'mine'\nname = 'Mine'\nsummary = 's'\nsource = 's'\nlimits = ['fixed']\n"
        text += "[[streets]]\nname = 'all'\ndown = 5\n[[split]]\nhalf = 'high'\norder = 'high'\n"
        game = parse_game(text + "[defaults]\nante = 1\n")
        hand = Hand.start(game, [20, 30], 0).deal("AhKdAdKcAcQc5h5c2h2c").check().bet_to(4).fold()
        assert loads(dumps(hand), game) == hand
        with pytest.raises(HistoryError, match="no game 'mine'"):
            loads(dumps(hand))


# -------------------------------------------------------------------------------------- actions


class TestActions:
    """The actions are played before the referee, each under its own rules of notation."""

    def test_betting(self) -> None:
        """Cbr names the total of the street; cc checks, or calls without an amount."""
        assert stacks(
            *HOLE, "p3 cbr 4", "p1 cc", "p2 cc", "d db QhJd2h", "p1 cbr 2", "p2 cbr 4", "p3 f",
            "p1 cc", "d db 9c", "p1 cc", "p2 cc", "d db 3c", "p1 cc", "p2 cc", "p1 sm", "p2 sm -",
        ) == (92, 112, 96)  # fmt: skip

    def test_cards_one_by_one(self) -> None:
        """Hole cards and board cards may be dealt singly."""
        hole = ["d dh p1 Ah", "d dh p2 Qs", "d dh p3 7c", "d dh p1 Kh", "d dh p2 Qd", "d dh p3 2d"]
        hand = play_table(
            table(*hole, "p3 cc", "p1 cc", "p2 cc", "d db Qh", "d db Jd", "d db 2h")
        ).hand
        assert str(hand).endswith("| AhKh QsQd 7c2d c c k | QhJd2h")

    def test_commentary_and_nothing(self) -> None:
        """An empty action, a commentary, and a commentary after an action change nothing."""
        assert stacks(*HOLE, "", "# a long pause", "p3 f # at last", "p1 f", "# p1 up") == (
            99,
            101,
            100,
        )

    def test_fold_when_checking_is_free(self) -> None:
        """People fold when checking is free, and a replay takes it."""
        assert stacks(*HOLE, "p3 cc", "p1 cc", "p2 f", "d db QhJd2h", "p1 f") == (98, 98, 104)

    def test_free_fold_can_be_forbidden(self) -> None:
        """The announcement can say that nobody folds when checking is free."""
        actions = [*HOLE, "p3 cc", "p1 cc", "p2 f"]
        error = refusal(table(*actions, _announcement={"free-fold": False}))
        assert error.code == "action/free-fold"

    def test_unknown_until_shown(self) -> None:
        """Hole cards may be unknown until the show that names them, in whole or in part."""
        hidden = ["d dh p1 ????", "d dh p2 ??Qd", "d dh p3 ????"]
        check = ["p1 cc", "p2 cc", "p3 cc"]
        end = ["d db Qh7d2c", *check, "d db 9c", *check, "d db 3c", *check]
        shows = ["p1 sm AhKh", "p2 sm QsQd", "p3 sm"]
        assert stacks(*hidden, "p3 cc", "p1 cc", "p2 cc", *end, *shows) == (98, 104, 98)

    def test_mucking_known_cards_gives_up_the_pot(self) -> None:
        """Who mucks wins nothing, even with the best hand in the file."""
        assert stacks(*RIVER, "p1 sm AhKh", "p2 sm", "p3 sm") == (104, 98, 98)

    def test_shows_in_another_order(self) -> None:
        """Shows and mucks may stand in any order, and the referee takes them in its own."""
        assert stacks(*RIVER, "p3 sm", "p2 sm QsQd", "p1 sm") == (98, 104, 98)
        assert stacks(*RIVER, "p3 sm 2d7c", "p1 sm", "p2 sm -") == (98, 104, 98)

    def test_silent_showdown(self) -> None:
        """Known cards are shown when the file ends before the showdown, unknown ones are not."""
        assert stacks(*RIVER) == (98, 104, 98)
        hidden = [text.replace("QsQd", "????") for text in RIVER]
        assert stacks(*hidden, "p1 sm AhKh") == (98, 98, 104)
        assert stacks(*hidden, "p3 sm 7c2d", "p1 sm") == (98, 98, 104)
        first = [text.replace("AhKh", "????") for text in RIVER]
        assert stacks(*first, "p2 sm QsQd") == (98, 104, 98)
        unseen = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", *RIVER[3:]]
        assert stacks(*unseen) == (98, 98, 98)

    def test_show_before_the_board_is_out(self) -> None:
        """All-in players show before the run-out, and what they show is kept until its end."""
        hole = ["d dh p1 AhKh", "d dh p2 ????", "d dh p3 ????"]
        bets = ["p3 f", "p1 cbr 100", "p2 cc"]
        run = ["d db Qh7d2c", "d db 9c", "d db 3c"]
        fields = {"variant": "NT", "min_bet": 2}
        shows = ["p2 sm QsQd", "p1 sm AhKh"]
        assert stacks(*hole, *bets, *shows, *run, **fields) == (0, 200, 100)
        assert stacks(*hole, *bets, shows[0], *run, shows[1], **fields) == (0, 200, 100)

    def test_partial_hand(self) -> None:
        """A list of actions may stop anywhere; the stacks are the chips behind."""
        assert stacks() == (99, 98, 100)
        assert stacks(HOLE[0]) == (99, 98, 100)
        assert stacks(*HOLE, "p3 cbr 4") == (99, 98, 96)
        assert stacks(*HOLE, "p3 cc", "p1 cc", "p2 cc", "d db Qh") == (98, 98, 98)

    def test_winner_without_showdown(self) -> None:
        """What the last player in the hand shows or mucks afterwards changes nothing."""
        for end in ("p2 sm QsQd", "p2 sm", ""):
            assert stacks(*HOLE, "p3 f", "p1 f", end) == (99, 101, 100)


class TestBuying:
    """The third card of Texas Reach Around is taken down or bought up."""

    HOLE = ("d dh p1 Qd4c", "d dh p2 5s6d", "p1 cc", "p2 cc")
    BOARD = ("d db Qh", "p1 cc", "p2 cc", "d db Jd", "p1 cc", "p2 cc")

    def bought(self, *actions: str, **said: object) -> tuple[tuple[int, int], str]:
        """Return the stacks and the last street of a hand after some actions on the third card."""
        hand = play_table(reach_around(*self.HOLE, *self.BOARD, *actions, _announcement=said)).hand
        first, second = hand.stacks
        return (first, second), str(hand).rpartition("| ")[2]

    def test_marked_in_the_deal(self) -> None:
        """A deal that ends in the commentary up was bought for the price announced."""
        assert self.bought("d dh p1 2c # up", "d dh p2 8s") == ((97, 99), "^2c 8s")

    def test_unmarked_is_down(self) -> None:
        """A card without a mark is taken down for nothing; another commentary is none."""
        assert self.bought("d dh p1 2c # well", "d dh p2 8s") == ((99, 99), "2c 8s")

    def test_choice_of_its_own(self) -> None:
        """A choice may stand for itself before the card."""
        choices = ["# p1 up", "d dh p1 2c", "# p2 down", "d dh p2 8s"]
        assert self.bought(*choices) == ((97, 99), "^2c 8s")

    def test_all_choose_first(self) -> None:
        """Where all decide first, choices stand before the cards, or in the deals."""
        said = {"buy-order": "decide-first"}
        cards = ("d dh p1 2c", "d dh p2 8s")
        assert self.bought("# p1 down", "# p2 up", *cards, **said) == ((99, 97), "v ^ 2c 8s")
        marked = ("d dh p1 2c", "d dh p2 8s # up")
        assert self.bought(*marked, **said) == ((99, 97), "v ^ 2c 8s")

    def test_peek(self) -> None:
        """Where the card is looked at first, the choice follows it."""
        said = {"peek": True}
        actions = ("d dh p1 2c", "# p1 up", "d dh p2 8s", "# p2 down")
        assert self.bought(*actions, **said) == ((97, 99), "2c ^ 8s v")

    def test_showing_bought_cards(self) -> None:
        """A show names all personal cards, those that lie face up among them."""
        cards = ("d dh p1 2c # up", "d dh p2 8s", "p1 cc", "p2 cc")
        board = ("d db 2h", "p1 cc", "p2 cc", "d db 5d", "p1 cc", "p2 cc")
        shows = ("p1 sm Qd4c2c", "p2 sm")
        hand = play_table(reach_around(*self.HOLE, *self.BOARD, *cards, *board, *shows)).hand
        assert hand.over
        assert hand.stacks == (101, 99)
        assert any(isinstance(event, PricePaid) for event in hand.events)

    def test_out_of_place(self) -> None:
        """A choice when none is due, or another's, is refused."""
        early = refusal(reach_around(*self.HOLE, "# p1 up"))
        assert "action 5 '# p1 up'" in early.message
        other = refusal(reach_around(*self.HOLE, *self.BOARD, "# p2 up"))
        assert isinstance(other, OutOfTurn)
        card = refusal(reach_around(*self.HOLE, *self.BOARD, "d dh p2 8s"))
        assert "cards for p1 are due" in card.message
