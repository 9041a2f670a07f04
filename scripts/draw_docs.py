"""Draw the pictures of the documentation anew: `python scripts/draw_docs.py`.

They lie in `docs/pictures/`; a test compares them with what is drawn here.
"""

from collections.abc import Callable
from pathlib import Path
from random import Random

from palace import State, apply, distinct_actions, load_variant, new_game, render, view

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"


def played(name: str, players: int, seed: int, actions: int) -> State:
    """A position after some random actions, the same for the same numbers."""
    random = Random(seed)
    state = new_game(load_variant(name), players, seed=seed)
    for _ in range(actions):
        state = apply(state, random.choice(distinct_actions(state)))
    return state


PICTURES: dict[str, Callable[[], str]] = {
    "table": lambda: render.svg(view(played("selected", 5, 3, 28), 4)),
    "ten": lambda: render.svg(view(played("palace", 10, 3, 60), 4)),
    "open": lambda: render.svg(played("rawlins", 3, 7, 24)),
    "follow": lambda: render.follow_table(load_variant("rawlins")),
    "slide": lambda: render.follow_table(load_variant("ten-two-slide")),
    "deal": lambda: render.deal(load_variant("selected"), 4),
}
"""Every picture by its file's name."""


def main() -> None:
    """Write them all."""
    FOLDER.mkdir(exist_ok=True)
    for name, draw in PICTURES.items():
        path = FOLDER / f"{name}.svg"
        path.write_text(f"{draw()}\n", encoding="utf-8", newline="\n")
        print(path.relative_to(FOLDER.parents[1]))


if __name__ == "__main__":
    main()
