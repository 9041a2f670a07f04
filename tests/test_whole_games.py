"""Whole games of every preset at every table, played at random from the deal to the end."""

from random import Random

import pytest

from palace import Cards, Phase, apply, distinct_actions, new_game, places
from palace.laws import everything
from strategies import PRESETS

CUT = 5_000
TABLES = [
    pytest.param(name, players, id=f"{name}-{players}")
    for name, variant in PRESETS.items()
    for players in range(variant.players.min, variant.players.max + 1)
]


@pytest.mark.untraced
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_whole_game(name: str, players: int, seed: int) -> None:
    random = Random(seed)
    state = new_game(PRESETS[name], players, seed=seed)
    whole = everything(state)
    assert Cards.of(whole.elements()) == state.variant.deck_cards(players)
    for number in range(CUT):
        if state.phase is Phase.OVER:
            break
        state = apply(state, random.choice(distinct_actions(state)))
        if number % 100 == 0:
            assert everything(state) == whole
    assert everything(state) == whole
    assert not state.aside
    if state.phase is Phase.OVER:
        loser = state.loser
        assert loser is not None
        assert state.card_counts[loser]
        assert sorted((*state.out, loser)) == list(range(players))
        assert places(state)[loser] == players
    else:
        assert number == CUT - 1
        assert len(state.active) > 1
