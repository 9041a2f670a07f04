"""The plain game written a second time, as it is told at a table, agrees with the engine."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings, strategies as st
from hypothesis.strategies import DataObject

from palace import Phase, State, apply, legal_actions, new_game
from palace.sampling import draw_legal
from palace.testing import positions
from strategies import PLAYING, PRESETS, RANDOMS

PLAIN = PRESETS["plain"]
ORDER = "23456789TJQKA"


class Plain:
    """A table at which the plain game is played, its zones lists of card texts."""

    def __init__(self, state: State) -> None:
        self.hands = [sorted(map(str, hand)) for hand in state.hands]
        self.ups = [sorted(map(str, up)) for up in state.face_up]
        self.downs = [{n: str(c) for n, c in enumerate(row) if c} for row in state.face_down]
        self.stock, self.pile = [*map(str, state.stock)], [*map(str, state.pile)]
        self.burned, self.out = sorted(map(str, state.burned)), [*state.out]
        self.to_move, self.step = state.to_move, state.direction

    def fits(self, card: str) -> bool:
        return not self.pile or ORDER.index(card[0]) >= ORDER.index(self.pile[-1][0])

    def legal(self, seat: int) -> set[str]:
        hand, up = self.hands[seat], self.ups[seat]
        if not hand and not up:
            return {f"{seat}: flip {place}" for place in self.downs[seat]}
        sets = [cards for n in range(1, 5) for cards in combinations(hand or up, n)]
        sets = [cards for cards in sets if len({card[0] for card in cards}) == 1]
        plays = {f"{seat}: play {' '.join(cards)}" for cards in sets if self.fits(cards[0])}
        added = up if plays and not hand else [""]
        return plays | {f"{seat}: pickup {card}".rstrip() for card in added if self.pile}

    def act(self, text: str) -> None:
        head, verb, *cards = text.split()
        seat = int(head[:-1])
        hand, up, down = self.hands[seat], self.ups[seat], self.downs[seat]
        size = 3 if hand and verb == "play" else 0
        if verb == "flip":
            cards = [down.pop(int(cards[0]))]
        else:
            for card in cards:
                (hand or up).remove(card)
        stays = verb != "pickup" and self.fits(cards[0])
        self.pile += cards
        four = stays and len(self.pile) >= 4 and len({card[0] for card in self.pile[-4:]}) == 1
        if not stays or four:
            (self.burned if four else hand).extend(self.pile)
            self.pile = []
        while len(hand) < size and self.stock:
            hand.append(self.stock.pop(0))
        if not hand and not up and not down:
            self.out.append(seat)
        if not four or seat in self.out:
            seats = [(seat + self.step * n) % len(self.hands) for n in range(1, len(self.hands))]
            self.to_move = next(other for other in seats if other not in self.out)
        if len(self.out) == len(self.hands) - 1:
            self.to_move = None
        self.burned.sort()
        hand.sort()


def _check(state: State, random: Random) -> State:
    """The state after a random action, on which both agree."""
    assert state.to_move is not None
    assert {str(action) for action in legal_actions(state)} == Plain(state).legal(state.to_move)
    action, expected = draw_legal(random, state), Plain(state)
    expected.act(str(action))
    after = apply(state, action)
    assert vars(Plain(after)) == vars(expected)
    return after


@given(data=st.data())
@settings(max_examples=20 * settings().max_examples)
def test_the_engine_plays_the_plain_game(data: DataObject) -> None:
    _check(data.draw(positions(PLAIN, PLAYING)), data.draw(RANDOMS))


@pytest.mark.untraced
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_engine_plays_whole_plain_games(players: int) -> None:
    random = Random(players)
    state = new_game(PLAIN, players, seed=players)
    for _ in range(600):
        if state.phase is Phase.PLAY:
            state = _check(state, random)
        elif state.phase is Phase.ARRANGE:
            state = apply(state, draw_legal(random, state))
