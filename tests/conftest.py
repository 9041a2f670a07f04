"""How much the property tests try: `PALACE_PROFILE=deep` asks for much more than the default."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "quick", deadline=None, max_examples=12, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("ci", settings.get_profile("quick"), derandomize=True, database=None)
settings.register_profile("deep", settings.get_profile("quick"), max_examples=1000)
settings.load_profile(os.environ.get("PALACE_PROFILE", "ci" if os.environ.get("CI") else "quick"))
