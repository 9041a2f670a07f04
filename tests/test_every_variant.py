"""Views, events, knowledge, texts and pictures of every table that is shipped, or that tries a key.

The laws that `test_view`, `test_events`, `test_knowledge` and `test_notation` try over presets and
generated variants, tried here together over a few positions of each of the others too.
"""

from pathlib import Path
from random import Random

import pytest
from hypothesis import settings

from palace import (
    Knowledge,
    Phase,
    State,
    Variant,
    View,
    apply,
    determinize,
    distinct_actions,
    dumps_state,
    follow,
    legal_actions,
    load_variant,
    loads_state,
    loads_view,
    make_converter,
    redact,
    render,
    step,
    variant_names,
    view,
)
from palace.events import Event
from palace.sampling import draw_legal, draw_position

KEYS = sorted((Path(__file__).parent / "keys").glob("*.toml"))
TABLES: dict[str, str | Path] = {name: name for name in variant_names()} | {
    path.stem: path for path in KEYS if not path.stem.startswith("undo-")
}
CONVERTER = make_converter()
GAMES, STEPS = max(1, settings().max_examples // 6), 3


def draw_state(random: Random, variant: Variant) -> State:
    """A position of a variant, or what some legal moves have made of it."""
    state = draw_position(random, variant)
    for _ in range(random.choice((0, 0, 1, 2, 3))):
        if state.phase is Phase.OVER:
            break
        state = apply(state, draw_legal(random, state))
    return state


def eyes(state: State) -> list[int | None]:
    """Everybody who looks at a state, a spectator first."""
    return [None, *range(state.players)]


@pytest.mark.untraced
@pytest.mark.parametrize("name", TABLES)
def test_all_that_is_said_of_a_position_agrees(name: str) -> None:
    variant = load_variant(TABLES[name])
    for number in range(GAMES):
        random = Random(f"{name} {number}")
        state = draw_state(random, variant)
        for _ in range(STEPS):
            is_said_alike(state, random)
            if state.phase is Phase.OVER:
                break
            state = is_told_alike(state, random)


def is_said_alike(state: State, random: Random) -> None:
    """The texts, the views and the states drawn from them."""
    variant = state.variant
    assert loads_state(dumps_state(state), variant) == state
    assert CONVERTER.structure(CONVERTER.unstructure(state), State) == state
    for seat in eyes(state):
        seen = view(state, seat)
        assert loads_view(dumps_state(seen), variant) == seen
        assert CONVERTER.structure(CONVERTER.unstructure(seen), View) == seen
        drawn = determinize(seen, random)
        assert view(drawn, seat) == seen
        assert loads_state(dumps_state(drawn), variant) == drawn
        own = tuple(each for each in distinct_actions(state) if each.seat == seat)
        assert seen.distinct_actions() == own
        if state.phase is Phase.PLAY:
            legal = tuple(each for each in legal_actions(state) if each.seat == seat)
            assert seen.legal_actions() == legal
        render.svg(seen)
        render.text(seen)


def is_told_alike(state: State, random: Random) -> State:
    """A move, and what everybody is told of it."""
    action = draw_legal(random, state)
    after, events = step(state, action)
    assert after == apply(state, action)
    kept = CONVERTER.unstructure(events, tuple[Event, ...])
    assert CONVERTER.structure(kept, tuple[Event, ...]) == events
    for seat in eyes(state):
        before, seen = view(state, seat), view(after, seat)
        assert follow(before, redact(events, seat)) == seen
        assert Knowledge.of(before).after(events).view == seen
    return after
