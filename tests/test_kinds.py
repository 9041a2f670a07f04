"""Every kind of thing that a variant's keys allow happens in play, and no other.

Games are dealt and positions are drawn with a seed; in each position actions are tried and one is
made, until every kind that the variant allows was seen often enough.
"""

from collections import Counter
from random import Random

import pytest

from kinds import ALL_KINDS, REASONS, kinds_of, never
from palace import Phase, State, Variant, apply, derive, new_game, why_illegal
from palace.errors import Reason
from palace.sampling import draw_attempt, draw_legal, draw_players, draw_position
from strategies import PRESETS

OFTEN = 20
LEAST_STARTS, MOST_STARTS = 100, 4000

TABLES: dict[str, Variant] = PRESETS | {
    "a nine not on low cards": derive("plain", ranks={"9": {"on": {"never": ["3", "4", "5"]}}}),
    "chance for the unable": derive("cardgames", chance="when_unable"),
    "the next leads after a burn": derive(
        "selected",
        four={"again": False},
        ranks={"10": {"abilities": [{"name": "burn", "again": False}]}},
    ),
    "a lock": derive("selected", equal_lock=2),
    "what decided is led": derive("selected", start={"lead": "rank"}),
    "no end on sevens": derive("selected", end={"not_on": ["7", "10"]}),
    "higher or lower": derive("selected", ranks={"7": {"abilities": ["call"]}}),
    "wild jokers": derive("selected", deck={"jokers": 2}, ranks={"joker": {"abilities": ["wild"]}}),
    "a gift that is sent back": derive(
        "selected",
        ranks={"7": {"abilities": [{"name": "give", "defence": ["7"], "then": "attacker"}]}},
    ),
    "thirty turns": derive("selected", end={"turn_limit": 30}),
}
"""The presets, and small variants for what no preset allows."""


@pytest.mark.untraced
@pytest.mark.parametrize("name", TABLES)
def test_what_the_keys_allow_happens_and_nothing_else(name: str) -> None:
    variant = TABLES[name]
    expected = {kind for kind, allows in ALL_KINDS.items() if allows(variant)}
    seen = _seen(variant, expected)
    assert {kind: seen[kind] for kind in expected if seen[kind] < OFTEN} == {}
    assert {kind: seen[kind] for kind in seen if kind not in expected} == {}


def test_every_kind_and_every_reason_is_allowed_by_some_table() -> None:
    assert set(REASONS) == set(Reason)
    for kind, allows in ALL_KINDS.items():
        assert any(map(allows, TABLES.values())) or allows is never, kind


def _seen(variant: Variant, expected: set[str]) -> Counter[str]:
    """How often each kind was seen, in play until all that are expected were seen often."""
    seen: Counter[str] = Counter()
    random = Random(variant.name)
    for number in range(MOST_STARTS):
        _play_on(random, _start(random, variant, number), seen)
        if number >= LEAST_STARTS and all(seen[kind] >= OFTEN for kind in expected):
            break
    return seen


def _start(random: Random, variant: Variant, number: int) -> State:
    """A deal to some number of players, or more often a position at any stage."""
    if number % 8:
        return draw_position(random, variant)
    return new_game(variant, draw_players(random, variant), seed=number)


def _play_on(random: Random, state: State, seen: Counter[str]) -> None:
    """Some moves from a state, and before each some actions that are tried."""
    for _ in range(12):
        for _ in range(3):
            refusal = why_illegal(state, draw_attempt(random, state))
            if refusal is not None:
                seen[f"refused: {refusal.reason}"] += 1
        if state.phase is Phase.OVER:
            return
        action = draw_legal(random, state)
        after = apply(state, action)
        seen.update(kinds_of(state, action, after))
        state = after
