"""Bots by their names, as the command line knows them."""

from collections.abc import Callable

from palace.bots.asking import Bot
from palace.bots.at_random import RandomBot
from palace.bots.careful import CarefulBot
from palace.bots.lowest import LowestBot
from palace.bots.search import SearchBot
from palace.errors import NotationError
from palace.wording import quoted

BOTS: dict[str, Callable[[], Bot]] = {
    "random": RandomBot,
    "lowest": LowestBot,
    "careful": CarefulBot,
    "search": SearchBot,
}
"""The bots that come with the library, the weakest first."""


def bot(text: str) -> Bot:
    """Make a bot from its name.

    Args:
        text: `random`, `lowest`, `careful` or `search`; `search:200` searches with 200 playouts,
            `search:0.5s` for half a second.

    Returns:
        The bot; its own text is such a name again.

    Raises:
        NotationError: there is no such bot.
    """
    if not isinstance(text, str):
        raise NotationError(f"{quoted(text)} is no bot: write its name, as in 'careful'")
    name, colon, budget = text.partition(":")
    if name == "search" and colon:
        return _searching(text, budget)
    if name not in BOTS or colon:
        raise NotationError(
            f"{quoted(text)} is no bot: write {', '.join(BOTS)}, search:200 for 200 playouts, or "
            "search:0.5s for half a second"
        )
    return BOTS[name]()


def _searching(text: str, budget: str) -> SearchBot:
    try:
        if budget.endswith("s"):
            return SearchBot(seconds=float(budget.removesuffix("s")))
        return SearchBot(playouts=int(budget))
    except ValueError:
        raise NotationError(
            f"{quoted(text)} is no bot: after search: stands a number of playouts, as in "
            "search:200, or seconds, as in search:0.5s"
        ) from None
