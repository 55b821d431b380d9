"""A table in the terminal: you against bots, hand after hand.

The hand is the referee's, the bots are those of the house; this package shows what your seat may
see and asks what you want to do. Start reading at `play`.
"""

from wildrank.terminal.evening import play
from wildrank.terminal.prompt import HELP
from wildrank.terminal.screen import Screen

__all__ = ["HELP", "Screen", "play"]
