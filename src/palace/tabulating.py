"""A simulation as a table of its games (CSV), and as a summary for programs (JSON)."""

import csv
import json
from io import StringIO
from typing import Any

from palace.bots import name_of
from palace.estimates import Mean, Share
from palace.given import require
from palace.simulation import Simulation, Tally

__all__ = ["games_csv", "summary_json"]


def games_csv(simulation: Simulation) -> str:
    """Every game in a line, after a line that names the columns.

    Args:
        simulation: the games.

    Returns:
        Comma-separated values: the game's number, the bot of each seat, who won and who lost (empty
        where nobody did), whether it is unfinished (0 or 1), and what was counted.

    Raises:
        PalaceError: it is no simulation.
    """
    require(simulation, Simulation, "simulation", "simulate makes one")
    said = StringIO()
    table = csv.writer(said, lineterminator="\n")
    seats = [f"seat_{seat}" for seat in range(simulation.players)]
    table.writerow(["game", *seats, "winner", "loser", "unfinished", *simulation.measures])
    names = [name_of(bot) for bot in simulation.bots]
    for game in simulation.games:
        sat = [names[which] for which in game.bots]
        ends = [game.winner, game.loser, int(game.unfinished)]
        table.writerow([game.number, *sat, *ends, game.actions, *game.counted.values()])
    return said.getvalue()


def summary_json(simulation: Simulation) -> str:
    """What the games come to.

    Args:
        simulation: the games.

    Returns:
        One JSON object: what was simulated, `games`, `measures` with mean, 95 % interval and
        quantiles, `losses_by_bot`, `losses_by_seat`, `wins_by_bot`, `wins_by_seat`, `unfinished`.

    Raises:
        PalaceError: it is no simulation.
    """
    require(simulation, Simulation, "simulation", "simulate makes one")
    summary = {
        "variant": simulation.variant.name,
        "players": simulation.players,
        "bots": [name_of(bot) for bot in simulation.bots],
        "seed": simulation.seed,
        "longest": simulation.longest,
        "games": len(simulation.games),
        "measures": {name: _measured(simulation, name) for name in simulation.numeric_measures},
        "losses_by_bot": [_tally(each) for each in simulation.losses_by_bot],
        "losses_by_seat": [_tally(each) for each in simulation.losses_by_seat],
        "wins_by_bot": [_tally(each) for each in simulation.wins_by_bot],
        "wins_by_seat": [_tally(each) for each in simulation.wins_by_seat],
        "unfinished": _share(simulation.unfinished),
    }
    return json.dumps(summary, indent=2, ensure_ascii=False) + "\n"


def _measured(simulation: Simulation, name: str) -> dict[str, Any]:
    mean: Mean = simulation.mean(name)
    parts = {"median": 0.5, "p95": 0.95, "most": 1.0}
    quantiles = {word: simulation.quantile(name, part) for word, part in parts.items()}
    return {"mean": mean.value, "interval": list(mean.interval)} | quantiles


def _tally(tally: Tally) -> dict[str, Any]:
    return {"name": tally.name, "fair": tally.fair} | _share(tally.share)


def _share(share: Share) -> dict[str, Any]:
    return {
        "count": share.count, "of": share.of, "share": share.value, "interval": [*share.interval],
    }  # fmt: skip
