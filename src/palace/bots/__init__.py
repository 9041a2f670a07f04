"""Bots: players that see a view, and choose among the actions that they may take."""

from palace.bots.asking import MOST_ACTIONS, Bot, Step, is_out_of_turn, name_of, offers, played
from palace.bots.at_random import RandomBot
from palace.bots.careful import CarefulBot
from palace.bots.lowest import LowestBot
from palace.bots.naming import BOTS, bot
from palace.bots.search import SearchBot

__all__ = [
    "BOTS",
    "MOST_ACTIONS",
    "Bot",
    "CarefulBot",
    "LowestBot",
    "RandomBot",
    "SearchBot",
    "Step",
    "bot",
    "is_out_of_turn",
    "name_of",
    "offers",
    "played",
]
