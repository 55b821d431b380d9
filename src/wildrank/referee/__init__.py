"""The referee: it deals, checks, refuses and settles one hand, and knows nothing else.

Five functions are the whole of it, `start`, `waiting`, `legal`, `decide` and `apply`; `Hand` wraps
them for people. No clock, no chance and no input or output live here.
"""

from wildrank.referee.actions import (
    Action,
    BuyUp,
    Call,
    Check,
    DealCards,
    Fold,
    MuckCards,
    PlayerAction,
    RaiseTo,
    ShowCards,
    TakeDown,
)
from wildrank.referee.decide import advance, decide
from wildrank.referee.events import Event, decode_event, encode_events, to_builtins
from wildrank.referee.hand import Hand
from wildrank.referee.legal import Legal, legal
from wildrank.referee.posts import PLAIN, Late, Posts
from wildrank.referee.pots import Pot, pots
from wildrank.referee.showdown import beaten, hand_value, wild_ranks
from wildrank.referee.start import opening, start
from wildrank.referee.state import State, apply
from wildrank.referee.views import see, view
from wildrank.referee.waiting import Act, Buy, Deal, Show, Waiting, waiting
from wildrank.referee.worth import Ranking, rank_cards

__all__ = [
    "PLAIN",
    "Act",
    "Action",
    "Buy",
    "BuyUp",
    "Call",
    "Check",
    "Deal",
    "DealCards",
    "Event",
    "Fold",
    "Hand",
    "Late",
    "Legal",
    "MuckCards",
    "PlayerAction",
    "Posts",
    "Pot",
    "RaiseTo",
    "Ranking",
    "Show",
    "ShowCards",
    "State",
    "TakeDown",
    "Waiting",
    "advance",
    "apply",
    "beaten",
    "decide",
    "decode_event",
    "encode_events",
    "hand_value",
    "legal",
    "opening",
    "pots",
    "rank_cards",
    "see",
    "start",
    "to_builtins",
    "view",
    "waiting",
    "wild_ranks",
]
