"""How a table is run is kept with it, and read again by every later version."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from table.kit import HURRIED, ToldBots, in_a_loop

from wildrank.table import House, TableConfig
from wildrank.table.config import BuyIn, Customs, read_config
from wildrank.table.store.sqlite import SqliteLog
from wildrank.table.store.upkeep import FILE

# As it was written before the customs stood in it.
FORMER = (
    b'{"chairs":6,"buy_in":61,"house_game":"holdem","bots":2,"needs_people":true,"seed_s":1.5,'
    b'"act_s":45.0,"bank_s":20.0,"bank_step_s":10.0,"bank_hands":10,"bank_most_s":90.0,'
    b'"drop_s":30.0,"late":2,"away_hands":20,"call_s":30.0,"alone_s":null,"grace_s":15.0,'
    b'"pause_s":120.0,"choose_s":5.0,"think_s":[0.4,1.0],"announce_s":2.0,"deal_s":0.6,'
    b'"show_s":0.8,"result_s":8.0,"short_result_s":3.0}'
)
# As it was written before there were time banks.
OLDEST = b'{"chairs":9,"buy_in":1,"house_game":"reach-around","bots":4,"act_s":15.0,"call_s":30.0}'


@pytest.mark.parametrize(
    "config", [TableConfig(), HURRIED, TableConfig(chairs=2, customs=Customs(act_s=None))]
)
def test_a_config_is_read_as_it_was_kept(config: TableConfig) -> None:
    """What is kept with a table is what it is run by."""
    assert read_config(msgspec.json.encode(config)) == config


def test_a_config_of_before_is_read() -> None:
    """The usual stack had half and twice as much as its limits; the clock was for who is gone."""
    assert read_config(FORMER) == TableConfig(
        chairs=6,
        customs=Customs(buy_in=BuyIn(30, 122, 61), act_s=45.0, bank_s=20.0),
        house_game="holdem",
        bots=2,
        gone_s=45.0,
    )


def test_the_oldest_config_is_read() -> None:
    """What it did not say is as usual; nobody sits down with nothing."""
    assert read_config(OLDEST) == TableConfig(
        customs=Customs(buy_in=BuyIn(1, 2, 1), act_s=15.0), bots=4, gone_s=15.0
    )


@in_a_loop
async def test_a_table_of_before_wakes_with_its_customs(tmp_path: Path) -> None:
    """Who comes to a table that an older program opened finds it run as it was."""
    store = SqliteLog.open(tmp_path / FILE)
    await store.open_table("old", FORMER)
    house = House(ToldBots, HURRIED, store)
    await house.recover()
    table = await house.visit("old")
    assert table is not None
    assert table.config == read_config(FORMER)
    assert table.state.customs == Customs(buy_in=BuyIn(30, 122, 61), act_s=45.0, bank_s=20.0)
    await house.close()
