"""The pages of the refusals and of the abilities, with their pictures.

`python tests/reference_pages.py` writes them anew; they lie in `docs/reference/`.
"""


from key_tables import ROOT

FOLDER = ROOT / "docs" / "reference"
