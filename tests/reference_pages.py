"""The pages of the refusals and of the abilities, with their pictures.

`python tests/reference_pages.py` writes them anew; they lie in `docs/reference/`.
"""

from collections.abc import Iterator
from typing import Any

import palace
from key_tables import ABILITIES, ROOT, keys, summary
from palace import Reason, State, derive, diff, load_variant, parse_action, render, why_illegal
from palace.contents import in_words
from test_faults_in_values import REFUSALS

FOLDER = ROOT / "docs" / "reference"
