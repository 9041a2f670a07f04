"""Another process, with another seed for hashes: the same values, texts and pickles."""

from pathlib import Path

import pytest

from processes import python

VARIANTS = ("selected", "hungarian-config", "shithead-royal", "vtange-palace")
GAMES = f"""
import pickle, sys
from random import Random
from palace import *
from palace.render import svg

def played(name):
    variant = load_variant(name)
    players, choose = variant.players.min, Random(5)
    state = new_game(variant, players, seed=3)
    record, seen, told = new_record(variant, players, seed=3), Knowledge.of(view(state, 0)), []
    for _ in range(40):
        action = choose.choice(distinct_actions(state) or (Resign(0),))
        if not is_legal(state, action):
            break
        state, events = step(state, action)
        record, seen = record.after(action), seen.after(redact(events, 0))
        told.append(events)
    return [
        state, view(state, 0), seen, determinize(seen, Random(1)), tuple(told), variant, record,
        Session(variant, players), rules_of(variant), [*legal_actions(state)],
    ]

def texts(name, values):
    state, seen, variant, record = values[0], values[1], values[5], values[6]
    return [
        *map(repr, values[:5]), dumps_state(state), dumps_state(seen), dumps_record(record),
        dumps_variant(variant), dumps_variant(variant, relative_to="rawlins"), digest(variant),
        str(explain(variant)), str(diff(variant, load_variant("rawlins"))), svg(seen),
        str(make_converter().unstructure(values[4])), str(schema()), str(doubts(variant)),
    ]

games = {{name: played(name) for name in {VARIANTS!r}}}
told = {{name: texts(name, values) for name, values in games.items()}}
"""
WRITE = GAMES + "sys.stdout.buffer.write(pickle.dumps((games, told)))"
COMPARE = (
    GAMES
    + """
others, others_told = pickle.loads(sys.stdin.buffer.read())
assert told == others_told
for name, values in games.items():
    assert values == others[name], name
    for value, other in zip(values[:6], others[name][:6]):
        assert hash(value) == hash(other), (name, value)
    state, other = values[0], others[name][0]
    for action in distinct_actions(other):
        assert apply(state, action) == apply(other, action)
"""
)
DRAW = f"""
import sys
sys.path.append({str(Path(__file__).parent)!r})
from hypothesis import HealthCheck, given, settings
from palace import dumps_variant
from strategies import variants

@settings(
    derandomize=True, database=None, max_examples=4, deadline=None,
    suppress_health_check=list(HealthCheck),
)
@given(variants())
def draw(variant):
    print(dumps_variant(variant))

draw()
"""


def test_another_seed_for_hashes_changes_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONHASHSEED", "0")
    written = python(WRITE)
    assert all(name.encode() in written for name in VARIANTS)
    for seed in ("1", "2"):
        monkeypatch.setenv("PYTHONHASHSEED", seed)
        python(COMPARE, data=written)


def test_another_seed_for_hashes_draws_the_same_variants(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where CI is set every run tries the same: what fails there is the change that is tried."""
    drawn = set()
    for seed in ("0", "1"):
        monkeypatch.setenv("PYTHONHASHSEED", seed)
        drawn.add(python(DRAW))
    (text,) = drawn
    assert text.count(b"format = 1") >= 4
