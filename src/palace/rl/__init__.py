"""A learning environment: a PettingZoo AEC environment with an action mask, built on views.

It needs the extra `rl` (pettingzoo, gymnasium, numpy). An agent sees what its seat sees.
"""

from palace.errors import lacking

try:
    from palace.rl.environment import RawEnv, env
except ModuleNotFoundError as error:
    raise lacking("rl", error) from None

__all__ = ["RawEnv", "env"]
