"""A learning environment: a PettingZoo AEC environment with an action mask, built on views.

It needs the extra `rl` (pettingzoo, gymnasium, numpy). An agent sees what its seat sees.
"""

from palace.rl.environment import RawEnv, env

__all__ = ["RawEnv", "env"]
