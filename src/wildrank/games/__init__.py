"""Games as data: the model, the files of the library, and what the dealer announces."""

from wildrank.games.announce import (
    MAX_CHIPS,
    OPTIONS,
    Option,
    announce,
    check_stakes,
    options_of,
    settings_of,
    words_of,
)
from wildrank.games.calls import GameCall, GameOffer
from wildrank.games.load import games, load_game, parse_game, read_game
from wildrank.games.model import (
    Announcement,
    Game,
    GoldenHand,
    PerftCount,
    Split,
    Stakes,
    Street,
    WildRule,
)

__all__ = [
    "MAX_CHIPS",
    "OPTIONS",
    "Announcement",
    "Game",
    "GameCall",
    "GameOffer",
    "GoldenHand",
    "Option",
    "PerftCount",
    "Split",
    "Stakes",
    "Street",
    "WildRule",
    "announce",
    "check_stakes",
    "games",
    "load_game",
    "options_of",
    "parse_game",
    "read_game",
    "settings_of",
    "words_of",
]
