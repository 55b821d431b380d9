"""How a table is run: its customs, which the host may change, and how long everything else takes.

Start reading at `TableConfig`; `Customs` are kept in the table's state and its log.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec

from wildrank.games import MAX_CHIPS

MAX_CHAIRS: Final = 9
Stack = Annotated[int, msgspec.Meta(ge=1, le=MAX_CHIPS)]


class BuyIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many chips somebody may have in front: at least, at most, and if nothing is said."""

    low: Stack = 100
    high: Stack = 400
    usual: Stack = 200

    @classmethod
    def about(cls, usual: int) -> BuyIn:
        """Return the limits around a usual stack: half and twice as much."""
        return cls(max(1, usual // 2), usual * 2, usual)


class Customs(msgspec.Struct, frozen=True, kw_only=True):
    """What the host of a table may change, from the next hand on.

    Units: times in seconds, chips in whole chips.

    Attributes:
        games: The games that may be called, by their slugs; empty for all of the library.
        mode: Who calls: each dealer, or the same game for a whole orbit.
        buy_in: The chips to sit down with.
        act_s: How long a person may think before the time bank is used; None for any time.
        bank_s: What everybody's time bank holds at first.
        approve: Whether the host approves everybody who would sit down.
        spectators: Whether people without a chair may watch.
        rabbit: Whether the undealt board may be opened after a hand.
        kill: Whether there are kill pots.
    """

    games: tuple[str, ...] = ()
    mode: Literal["dealer", "orbit"] = "dealer"
    buy_in: BuyIn = BuyIn()
    act_s: float | None = 30.0
    bank_s: float = 60.0
    approve: bool = False
    spectators: bool = True
    rabbit: bool = False
    kill: bool = False


class TableConfig(msgspec.Struct, frozen=True, kw_only=True):
    """The pace of one table, and the customs it opens with.

    Units: times in seconds, chips in whole chips.

    Attributes:
        chairs: How many chairs there are.
        customs: What its customs are until the host changes them.
        house_game: What is played when nobody has called anything yet.
        bots: How many bots sit down when the table opens.
        needs_people: Whether nothing is dealt while no person is seated and connected.
        seed_s: How long a deal waits for the promises of the people's browsers, and then for
            their seeds.
        gone_s: How long a person who is gone may think where the customs give any time.
        bank_step_s: What a time bank gains after so many hands as `bank_hands` says.
        bank_hands: After how many hands it gains.
        bank_most_s: What it may grow to.
        drop_s: How much longer a person has whose line dropped with chips in the pot, once a hand.
        late: After how many time-outs in a row a person is dealt out.
        away_hands: After how many missed hands a person who is out or gone stands up.
        call_s: How long the dealer may think before the last call is repeated.
        alone_s: Both of these for a person who plays with bots alone; None for any time.
        grace_s: How much longer everybody has to come back after the server was restarted.
        pause_s: How long all wait for somebody who is gone: for the host who wanted a pause or is
            asked for a seat, or where nobody can play until a chair is given up.
        choose_s: How long a person with a beaten hand may choose to show it.
        think_s: The shortest and the longest time a bot seems to think.
        announce_s: How long the announcement stands before the first card.
        deal_s: The pause before other cards.
        show_s: The pause before a hand is turned up or thrown away.
        result_s: How long the result of a showdown stays on the table.
        short_result_s: The same when nobody had to show.
    """

    chairs: int = MAX_CHAIRS
    customs: Customs = Customs()
    house_game: str = "reach-around"
    bots: int = 3
    needs_people: bool = True
    seed_s: float = 1.5
    gone_s: float = 30.0
    bank_step_s: float = 10.0
    bank_hands: int = 10
    bank_most_s: float = 90.0
    drop_s: float = 30.0
    late: int = 2
    away_hands: int = 20
    call_s: float = 30.0
    alone_s: float | None = None
    grace_s: float = 15.0
    pause_s: float = 120.0
    choose_s: float = 5.0
    think_s: tuple[float, float] = (0.4, 1.0)
    announce_s: float = 2.0
    deal_s: float = 0.6
    show_s: float = 0.8
    result_s: float = 8.0
    short_result_s: float = 3.0

    def hurried(self) -> TableConfig:
        """Return the same pace without a pause: for programs playing programs."""
        return msgspec.structs.replace(
            self,
            seed_s=0.0,
            think_s=(0.0, 0.0),
            announce_s=0.0,
            deal_s=0.0,
            show_s=0.0,
            result_s=0.0,
            short_result_s=0.0,
        )


def read_config(kept: bytes) -> TableConfig:
    """Return the config of a table as it was kept, by this version or one before.

    Tables from before had no customs in it, but the usual stack and two of the clocks.

    Raises:
        msgspec.MsgspecError: If it is none.
    """
    fields = msgspec.json.decode(kept, type=dict[str, Any])
    if "buy_in" in fields:
        buy_in, act_s = BuyIn.about(fields["buy_in"]), fields["act_s"]
        bank_s = fields.get("bank_s", Customs().bank_s)
        fields["customs"] = Customs(buy_in=buy_in, act_s=act_s, bank_s=bank_s)
        fields["gone_s"] = act_s
    return msgspec.convert(fields, TableConfig)
