"""Programs that play: what a bot is shown, what it answers, and the bots of the house.

Start reading at `wildrank.bots.protocol`. Nothing here knows tables, clocks or sockets.
"""

from wildrank.bots.careful import CarefulBot
from wildrank.bots.names import BOT_NAMES
from wildrank.bots.protocol import Bot, BotView, Decision, bot_view
from wildrank.bots.simple import CallerBot, RandomBot

__all__ = [
    "BOT_NAMES",
    "Bot",
    "BotView",
    "CallerBot",
    "CarefulBot",
    "Decision",
    "RandomBot",
    "bot_view",
]
