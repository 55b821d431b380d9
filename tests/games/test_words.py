"""What the dealer says, in the words of the game that is played."""

from __future__ import annotations

import pytest

from wildrank.games import announce, load_game, parse_game
from wildrank.games.words import announcement_lines

STUD = """
slug = "stud"
name = "Stud"
summary = "The last card may be bought."
source = "nobody"
limits = ["fixed"]
seats = { max = 7 }
wild = { rule = "lowest-hole-rank" }
streets = [
    { name = "third street", down = 2, up = 4 },
    { name = "seventh street", down = 1, buyable = true },
]
split = [{ half = "high", order = "high" }]
"""


@pytest.mark.parametrize(
    ("order", "peek", "lines"),
    [
        ("in-turn", "false", ["{card} face up for 3"]),
        ("in-turn", "true", ["{card} face up for 3", "the {card} is seen before it is bought"]),
        (
            "secret",
            "false",
            ["{card} face up for 3", "all choose in secret before any {card} is dealt"],
        ),
    ],
)
def test_the_card_for_sale_has_the_name_of_its_street(
    order: str, peek: str, lines: list[str]
) -> None:
    """Whichever street sells a card, the dealer calls it by that street's name."""
    names = {
        "third card": load_game("reach-around"),
        "card of seventh street": parse_game(STUD),
    }
    said = {"third-card-price": 3, "buy-order": order, "peek": peek}
    for card, game in names.items():
        found = announcement_lines(game, *announce(game, said))
        told = [line.format(card=card) for line in lines]
        bought = [line for line in found if not line.startswith("big bets from")]
        assert [line for line in bought if card in line] == told
