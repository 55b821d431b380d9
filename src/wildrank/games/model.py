"""What a game is: streets, wild rule, halves of the pot, stakes and what the dealer announces.

Frozen types and nothing else: no cards are dealt here and nobody bets. `Game` is one TOML file of
the library, `Stakes` says for how much it is played, and `Announcement` holds the rest of what the
dealer says before the deal. Start reading at `Game`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from wildrank.cards import RANKS, Card, Rank
from wildrank.hands import HandRules

Limit = Literal["fixed", "pot", "no"]


class Street(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """One stage of the deal and the betting round after it.

    Attributes:
        name: What the street is called in logs.
        down: Cards dealt face down to every player in the hand.
        up: Cards dealt face up to every player in the hand.
        board: Shared cards, turned up together.
        buyable: Whether a player may pay to take the downcard of this street face up.
        burn: Whether a card is burned first, where burns are announced.
    """

    name: str
    down: int = 0
    up: int = 0
    board: int = 0
    buyable: bool = False
    burn: bool = False


class WildRule(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """Which ranks are wild for a player.

    Attributes:
        rule: ``lowest-hole-rank`` makes the rank of a player's lowest downcard wild for that
            player, and for nobody else.
        ranks: Ranks that are wild for everybody, as in ``"K"``.

    Source: TRA-1.3.
    """

    rule: Literal["none", "lowest-hole-rank"] = "none"
    ranks: str = ""

    def ranks_for(self, downcards: Iterable[Card], *, ace_high: bool) -> tuple[Rank, ...]:
        """Return the ranks that are wild for the holder of some downcards, lowest first.

        Cards not seen count for nothing: without a known downcard there is no lowest one.

        Args:
            downcards: The player's face-down cards; upcards and the board never matter.
            ace_high: Whether an ace in the hole is the highest card or the lowest.

        Source: TRA-1.3, TRA-1.3b, TRA-1.3c, TRA-3.2a, TRA-3.2b.
        """
        wild = {Rank.parse(mark) for mark in self.ranks}
        if self.rule == "lowest-hole-rank":
            known = [card.rank for card in downcards if card.known]
            if known:
                wild.add(min(known, key=None if ace_high else _ace_low))
        return tuple(sorted(wild))


def _ace_low(rank: Rank) -> int:
    return (rank + 1) % len(RANKS)


class Split(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """One half of every pot: which hand wins it and which cards may be used.

    Attributes:
        half: ``high`` or ``low``; a game with one entry awards whole pots to it.
        order: Name of the hand order, a key of ``wildrank.hands.ORDERS``.
        use: ``any`` five of the cards, or ``omaha``: two hole cards and three of the board.
    """

    half: Literal["high", "low"]
    order: Literal["high", "ace-to-five-low"]
    use: Literal["any", "omaha"] = "any"


class Seats(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """How few and how many may play."""

    min: int = 2
    max: int = 10


class GoldenHand(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """A finished hand, written as a hand line, and the stacks it must end with."""

    line: str
    stacks: tuple[int, ...]
    source: str = ""


class PerftCount(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """How many betting sequences of each length lead on from a hand line.

    Attributes:
        line: The hand line to start from.
        counts: Sequences of 1, 2, 3, ... decisions.
        tree: Decisions and ends of the whole tree, where it is small enough to walk.
    """

    line: str
    counts: tuple[int, ...]
    tree: tuple[int, int] | None = None
    source: str = ""


class Game(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True, dict=True):
    """A variant of poker, as its TOML file states it.

    Attributes:
        slug: Short name in links, hand lines and on the command line.
        name: What the dealer calls it.
        summary: One sentence for somebody who has never seen it.
        source: Where the rules come from, and whom they credit.
        streets: The stages of the deal in order.
        split: The halves of every pot; one entry for an undivided pot.
        limits: The betting limits it may be played with, the usual one first.
        defaults: What is announced when the dealer says nothing; keys as in ``announce``.
        wild: Which cards are wild, for whom.
        seats: How few and how many may play.
        hands: Golden hands that the test-suite replays.
        perft: Counts of betting trees that the test-suite walks.
    """

    slug: str
    name: str
    summary: str
    source: str
    streets: tuple[Street, ...]
    split: tuple[Split, ...]
    limits: tuple[Limit, ...]
    defaults: dict[str, Any] = msgspec.field(default_factory=dict)
    wild: WildRule = WildRule()
    seats: Seats = Seats()
    hands: tuple[GoldenHand, ...] = msgspec.field(default=(), name="hand")
    perft: tuple[PerftCount, ...] = ()

    @property
    def has_wilds(self) -> bool:
        """Whether any card can be wild."""
        return self.wild.rule != "none" or bool(self.wild.ranks)

    @property
    def has_low(self) -> bool:
        """Whether a half of the pot goes to a low hand."""
        return any(split.half == "low" for split in self.split)

    @property
    def has_buy(self) -> bool:
        """Whether a card can be bought face up."""
        return any(street.buyable for street in self.streets)

    @property
    def hole_cards(self) -> int:
        """How many personal cards each player gets in all."""
        return sum(street.down + street.up for street in self.streets)

    @property
    def board_cards(self) -> int:
        """How many cards are shared in all."""
        return sum(street.board for street in self.streets)


class Stakes(
    msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True, kw_only=True
):
    """For how much a hand is played: limit, bet sizes, forced bets and the cap on raises.

    Units: whole chips.

    Attributes:
        limit: ``fixed``, ``pot`` or ``no``.
        small_bet: The bet of the early streets; in pot and no limit the minimum bet of all.
        big_bet: The bet of the later streets of fixed limit.
        big_bet_from: First street (1-based) played for the big bet. D4.
        ante: What each ante is, 0 for none. D2.
        ante_by: Who antes: ``all`` for themselves, or the ``dealer`` or the ``big-blind`` once for
            everybody, as dead money. D2.
        blinds: Amounts posted from the button's left: small blind, big blind, straddles; a single
            one is the bet; empty for none. D2, D47.
        raise_cap: Raises allowed after the bet in a round of fixed limit; None for no cap.
        blind_counts: Whether the big blind is the first bet of its round. D13.
        cap_active: Whose presence makes a pot more than heads-up for the cap: players who are
            ``not-all-in``, or ``all`` who have not folded. D13.
        heads_up_cap: ``lifted`` once two are active before the last raise, ``kept`` always, or
            ``tournament``: lifted only when two were dealt in. D15.
        short_all_in: In fixed limit an all-in counts as a raise from ``half`` a bet on, or only
            when ``full``. D16.
        bomb_pot: Whether the first street is dealt without betting. D47.
    """

    limit: Limit
    small_bet: int
    big_bet: int
    big_bet_from: int
    ante: int = 0
    ante_by: Literal["all", "dealer", "big-blind"] = "all"
    blinds: tuple[int, ...] = ()
    raise_cap: int | None = 3
    blind_counts: bool = True
    cap_active: Literal["not-all-in", "all"] = "not-all-in"
    heads_up_cap: Literal["lifted", "kept", "tournament"] = "lifted"
    short_all_in: Literal["half", "full"] = "half"
    bomb_pot: bool = False

    def bet_size(self, street: int) -> int:
        """Return the bet of a street (0-based): the step of fixed limit, else the minimum.

        Source: HE-sizes, D4.
        """
        if self.limit == "fixed" and street + 1 >= self.big_bet_from:
            return self.big_bet
        return self.small_bet


class Announcement(
    msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True, kw_only=True
):
    """What the dealer says before the deal besides the stakes; it cannot change in a hand.

    Options that a game has no use for keep their default there.

    Attributes:
        ace_in_hole: Whether an ace is the ``high`` or the ``low`` card when the lowest hole card
            is looked for. D5.
        five_of_a_kind: Where five of a kind ranks: ``above`` a straight flush, ``below`` it, or
            above with only a natural ``royal`` flush higher still. D33.
        double_ace: Whether a wild in a flush may be a second ace. D32.
        naturals_first: Whether equal hands are told apart by their number of wilds. D34.
        third_card_price: Chips to take the third card face up. D6.
        price_pot: The price joins the ``last`` pot the buyer contests with somebody, or always
            the ``main`` pot. D7.
        buy_order: ``in-turn`` each decides, pays and receives; ``decide-first``: all decide in
            turn, then cards are dealt; ``secret``: the same, choices shown when all are made. D10.
        peek: Whether the card is looked at before it is bought. D9.
        all_in_buys: Whether a player without chips may take the card face up for nothing. D11.
        low_qualifier: Highest card a low may hold to win, or None for no qualifier. D26.
        odd_chip: Odd chips go to the first tied seat ``left`` of the button, or to the
            ``high-card`` by suit. D23.
        same_winners: When the same seats win both halves the pot is split ``once``, or
            ``per-half``. D25.
        showdown: Hands are turned up unasked when somebody is ``all-in``, in ``all`` hands, or
            never: ``each`` player shows or mucks in turn. D28, D29.
        burns: Whether a card is burned before the streets that have one. D42.
        heads_up: Who posts the small blind and acts first when two play: the ``button``, or the
            player on its ``left`` as with more players. D12.
        free_fold: Whether a player may fold when checking is free. D40.
    """

    ace_in_hole: Literal["high", "low"] = "high"
    five_of_a_kind: Literal["above", "below", "royal"] = "above"
    double_ace: bool = False
    naturals_first: bool = False
    third_card_price: int = 0
    price_pot: Literal["last", "main"] = "last"
    buy_order: Literal["in-turn", "decide-first", "secret"] = "in-turn"
    peek: bool = False
    all_in_buys: bool = False
    low_qualifier: int | None = None
    odd_chip: Literal["left", "high-card"] = "left"
    same_winners: Literal["once", "per-half"] = "once"
    showdown: Literal["all-in", "all", "each"] = "all-in"
    burns: bool = False
    heads_up: Literal["button", "left"] = "button"
    free_fold: bool = False

    @property
    def hand_rules(self) -> HandRules:
        """The part of the announcement that changes what hands are worth."""
        return HandRules(
            five_of_a_kind=self.five_of_a_kind,
            double_ace=self.double_ace,
            naturals_first=self.naturals_first,
        )
