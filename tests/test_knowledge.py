"""What a seat knows besides what it sees, and states drawn at random that agree with it."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from random import Random
from typing import ClassVar, TypeAlias

import pytest
from attrs import evolve, frozen
from hypothesis import given, strategies as st
from hypothesis.strategies import DataObject

from palace import (
    Action,
    Card,
    Cards,
    Chance,
    Hidden,
    Knowledge,
    PalaceError,
    Pending,
    PickUp,
    Play,
    PositionError,
    State,
    Variant,
    View,
    apply,
    determinize,
    distinct_actions,
    load_variant,
    make_converter,
    new_game,
    parse_action,
    redact,
    step,
    variant_names,
    view,
)
from palace.events import Event, Move
from palace.laws import everything
from positions import PLAIN, after, at, pickled, rank, table
from strategies import SEEDED, every_table, states

every_variant = pytest.mark.parametrize("name", variant_names())


def known(state: State, seat: int | None, *moves: str) -> Knowledge:
    """What a seat knows that has watched moves, each by the seat then to move."""
    knowledge = Knowledge.of(view(state, seat))
    for move in moves:
        state, events = step(state, parse_action(move, state.to_move))
        knowledge = knowledge.after(redact(events, seat))
    assert knowledge.view == view(state, seat)
    return knowledge


def cards(*hands: str) -> tuple[Cards, ...]:
    return tuple(map(Cards.of, hands))


# ---------------------------------------------------------------- memory


def test_at_first_a_seat_knows_its_own_hand() -> None:
    state = at(PLAIN, "5C KC", "KH 3S", pile="9D")
    assert Knowledge.of(view(state, 0)).known == cards("5C KC", "")
    assert Knowledge.of(view(state)).known == cards("", "")


def test_a_pile_that_was_picked_up_is_known_until_it_is_played() -> None:
    state = at(PLAIN, "5C KC 9C", "KH 3S 4S", pile="9D 9H", to_move=1)
    for seat in (0, None):
        assert known(state, seat, "pickup").known[1] == Cards.of("9D 9H")
        assert known(state, seat, "pickup", "play 5C", "play 9D").known[1] == Cards.of("9H")
        assert known(state, seat, "pickup", "play 5C", "play KH").known[1] == Cards.of("9D 9H")
    assert known(state, 1, "pickup").known == cards("", "KH 3S 4S 9D 9H")


def test_what_is_drawn_is_known_to_its_player_alone() -> None:
    state = at(table(deal={"replenish_to": 3}), "5C KC 9C", "KH", pile="4D", stock="AS AC")
    assert known(state, 0, "play 5C").known == cards("KC 9C AS", "")
    assert known(state, 1, "play 5C").known == cards("", "KH")
    assert known(state, None, "play 5C").known == cards("", "")


def test_a_card_that_was_flipped_and_taken_is_known() -> None:
    state = at(PLAIN, "|| 4C", "KH", pile="9D")
    assert known(state, 1, "flip 0").known[0] == Cards.of("4C 9D")


def test_a_card_that_was_turned_up_by_chance_and_taken_is_known() -> None:
    state = at(table(chance="always"), "4C", "KH", pile="9D", stock="5S 6S")
    assert known(state, 1, "chance").known[0] == Cards.of("9D 5S")
    hidden = at(table(chance="always", chance_card="hand"), "4C", "KH", pile="9D", stock="5S 6S")
    assert known(hidden, 1, "chance").known[0] == Cards()


def test_a_face_up_card_added_to_the_pile_is_known() -> None:
    state = at(table(pick_up={"adding": "always"}), "| 4C TC | 5D", "KH", pile="9D")
    assert known(state, 1, "pickup 4C").known[0] == Cards.of("4C 9D")


def test_face_up_cards_taken_into_the_hand_are_known() -> None:
    state = at(table(table_cards={"face_up": "into_hand"}), "TH | 4C TC", "KH", pile="9D")
    assert known(state, 1, "play TH").known[0] == Cards.of("4C TC")
    arranging = at(PLAIN, "5C KC | 5S 5D", "KH 3S | 8C 8D", phase="arrange")
    knowledge = known(arranging, 1, "0: arrange KC 5D")
    assert knowledge.known[0] == Cards.of("5S")
    assert knowledge.face_up[0] == Cards.of("KC 5D")


def test_a_pile_that_was_given_away_is_known_in_the_hand_of_its_victim() -> None:
    rules = table(rank("joker", "give"), deck={"jokers": 2})
    state = at(rules, "*R 4C", "KH", "5S 6S", pile="9D 9H")
    assert Cards.of("9D 9H") <= known(state, 2, "play *R").known[1]


def test_of_twins_the_known_one_may_have_been_played() -> None:
    rules = table(deck={"packs": 2})
    state = at(rules, "9D 4C", "KH KH 5S", pile="3D 9D", to_move=0)
    assert known(state, 1, "pickup").known[0] == Cards.of("3D 9D")
    assert known(state, 1, "pickup", "play KH", "pickup", "play 5S", "play 9D").known[
        0
    ] == Cards.of("3D KH")


def test_a_player_remembers_the_face_down_cards_that_it_has_looked_at() -> None:
    rules = table(table_cards={"face_down": "looked_at"})
    state = at(rules, "|| 4C KC", "AH AD", pile="9D")
    knowledge = known(state, 0, "pickup")
    assert knowledge.face_down[0] == (Hidden.CARD, Hidden.CARD)
    assert knowledge.looked_at == (Card.parse("4C"), Card.parse("KC"))
    assert determinize(knowledge, Random(1)).face_down[0] == knowledge.looked_at
    assert known(state, 1, "pickup").looked_at == ()
    assert known(state, None, "pickup").looked_at == ()


@frozen
class Gone(Event):
    """A hand leaves the game unseen."""

    kind: ClassVar[str] = "gone"
    number: int

    @property
    def moves(self) -> tuple[Move, ...]:
        return (Move((Hidden.CARD,) * self.number, "hand", "burned", self.seat),)


def test_when_unseen_cards_leave_a_hand_nothing_of_it_is_known_any_more() -> None:
    knowledge = known(at(PLAIN, "5C KC", "KH 3S", pile="9D"), 1, "pickup")
    assert knowledge.known[0] == Cards.of("9D")
    assert knowledge.after([Gone(0, 1)]).known[0] == Cards()


def test_events_that_cannot_follow_are_refused() -> None:
    state = at(PLAIN, "5C KC", "KH 3S", pile="9D")
    _, events = step(after(state, "pickup"), parse_action("play KH", 1))
    with pytest.raises(PalaceError):
        Knowledge.of(view(at(PLAIN, "5C", "4H", pile="9D"), 1)).after(events)


def test_knowledge_is_a_value_that_prints_what_is_known() -> None:
    knowledge = known(at(PLAIN, "5C KC", "KH 3S", pile="9D"), 1, "pickup")
    assert pickled(knowledge) == knowledge
    assert hash(pickled(knowledge)) == hash(knowledge)
    assert repr(knowledge).startswith("<Knowledge of plain for seat 1: play, to move 1, pile -,")
    assert str(knowledge).endswith("0: ?? ?? ?? | - | - / 1: 3S KH | - | -, known 0: 9D")
    assert str(Knowledge.of(knowledge)).endswith(", known -")
    assert knowledge.legal_actions() == knowledge.view.legal_actions()


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("known", ["3S KH"]),
        ("known", ["9D", "3S", ""]),
        ("known", ["9D", "3S"]),
        ("known", ["5C 6C 7C 8C", "3S KH"]),
        ("known", ["KH", "3S KH"]),
        ("looked_at", ["??"]),
    ],
)
def test_read_back_it_agrees_with_what_is_seen(key: str, value: list[str]) -> None:
    """What comes over a wire need not be trusted: wrong lengths and impossible cards."""
    knowledge = known(at(PLAIN, "5C KC", "KH 3S", pile="9D"), 1, "pickup")
    converter = make_converter()
    raw = converter.unstructure(knowledge)
    assert converter.structure(raw, Knowledge) == knowledge
    raw[key] = value
    with pytest.raises(PalaceError):
        converter.structure(raw, Knowledge)


# ---------------------------------------------------------------- memory over whole games


def game(name: str, seed: int, actions: int) -> Iterator[tuple[State, Action]]:
    """The states of a random game, each with the action taken in it."""
    random, variant = Random(f"{name} {seed}"), load_variant(name)
    state = new_game(variant, random.choice(variant.players.counts), seed=seed)
    for _ in range(actions):
        options = distinct_actions(state)
        if not options:
            return
        action = random.choice(options)
        yield state, action
        state = apply(state, action)


def _seen_to_come(before: State, action: Action, after: State, seat: int) -> Cards:
    """The cards that have come into a hand, and everybody has seen which, told by the states."""
    came = set(after.hands[seat]) - set(before.hands[seat])
    turned_up = isinstance(action, Chance) and before.variant.chance_card == "pile"
    return Cards.of(came - set(before.stock[turned_up:]))


@pytest.mark.untraced
@pytest.mark.untraced
@every_variant
def test_what_was_seen_to_come_into_a_hand_is_known_and_nothing_else(name: str) -> None:
    watchers: list[Knowledge] = []
    for state, action in game(name, seed=2, actions=80):
        if not watchers:
            watchers = [Knowledge.of(view(state, seat)) for seat in (None, 0)]
            twins = max(everything(state).values()) > 1
        after, events = step(state, action)
        for number, before in enumerate(watchers):
            knowledge = watchers[number] = before.after(events)
            assert knowledge.view == view(after, knowledge.seat)
            for seat, hand in enumerate(after.hands):
                assert knowledge.known[seat] <= hand
                if seat == knowledge.seat:
                    assert knowledge.known[seat] == hand
                elif not twins:
                    stayed = set(before.known[seat]) & set(hand)
                    came = _seen_to_come(state, action, after, seat)
                    assert knowledge.known[seat] == Cards.of(stayed) + came


# ---------------------------------------------------------------- states that agree


def agrees(drawn: State, seen: View) -> None:
    """A state drawn from a view is one that the view may be of, and that can be played on."""
    assert view(drawn, seen.seat) == (seen.view if isinstance(seen, Knowledge) else seen)
    assert everything(drawn) + Counter(drawn.aside) == Counter(
        drawn.variant.deck_cards(seen.players)
    )
    if isinstance(seen, Knowledge):
        assert all(map(Cards.__le__, seen.known, drawn.hands))
    for action in distinct_actions(drawn)[:2]:
        apply(drawn, action)


@pytest.mark.untraced
@every_table
@given(data=st.data())
def test_the_view_of_a_state_drawn_from_a_view_is_that_view(table: str, data: DataObject) -> None:
    state, random = data.draw(states(table)), data.draw(SEEDED)
    for seat in [None, *range(state.players)]:
        agrees(determinize(view(state, seat), random), view(state, seat))


@pytest.mark.untraced
@every_variant
def test_states_are_drawn_at_every_step_of_a_game(name: str) -> None:
    random, watcher = Random(name), None
    for state, action in game(name, seed=3, actions=60):
        watcher = watcher or Knowledge.of(view(state, random.choice([None, 0, 1])))
        agrees(determinize(watcher, random), watcher)
        watcher = watcher.after(step(state, action)[1])


@every_variant
def test_what_a_player_does_comes_to_the_same_for_all_to_see(name: str) -> None:
    random = Random(name)
    for state, action in game(name, seed=4, actions=60):
        if isinstance(action, Play | PickUp) and not state.variant.deal.add_drawn:
            drawn = determinize(view(state, action.seat), random)
            assert view(apply(drawn, action)) == view(apply(state, action))


def test_who_laid_the_last_card_is_the_same_in_every_state() -> None:
    state = at(table(pick_up={"then": "previous"}), "9H 4C", "3S 4S", "5D 6D", pile="8D")
    drawn = determinize(view(after(state, "play 9H"), 1), Random(0))
    assert after(drawn, "pickup").to_move == 0


def test_the_same_random_numbers_draw_the_same_state_and_others_another() -> None:
    seen = view(new_game(PLAIN, 3, seed=0), 0)
    drawn = [determinize(seen, Random(seed)) for seed in (0, 0, *range(50))]
    assert drawn[0] == drawn[1]
    assert len({*drawn}) == 50


def test_a_state_is_drawn_from_the_view_alone() -> None:
    state = new_game(PLAIN, 3, seed=0)
    other = determinize(view(state, 0), Random(5))
    assert other != state
    assert determinize(view(other, 0), Random(7)) == determinize(view(state, 0), Random(7))


def test_known_cards_stay_where_they_are_in_every_state() -> None:
    knowledge = known(at(PLAIN, "5C KC", "KH 3S | 8C", pile="9D", stock="AS 4H TC"), 1, "pickup")
    drawn = [determinize(knowledge, Random(seed)) for seed in range(200)]
    assert all("9D" in state.hands[0] for state in drawn)
    assert len({state.hands[0] for state in drawn}) > 100


def test_no_state_agrees_with_a_view_that_contradicts_itself() -> None:
    seen = view(at(PLAIN, "5C KC", "KH 3S", pile="9D", stock="AS 4H TC"), 0)
    may_add = Pending("add", 1, next=0)
    wrong = [
        evolve(seen, pending=may_add, pile=()),
        evolve(seen, pending=may_add, burned=Cards.of("9C 9H 9S")),
        evolve(seen, stock_count=50),
        evolve(seen, burned=Cards.of("9D")),
        evolve(Knowledge.of(seen), known=cards("5C KC", "9D")),
        evolve(Knowledge.of(seen), known=cards("5C KC", "2C 3C 4C")),
    ]
    for each in wrong:
        with pytest.raises(PositionError, match=r"deck has not all|no such position"):
            determinize(each, Random(0))


# ---------------------------------------------------------------- every state is as likely


World: TypeAlias = tuple[
    tuple[Cards, ...], tuple[tuple[Card | None, ...], ...], tuple[Card, ...], int
]
"""What is hidden in a state: hands, face-down cards, stock, and drawn cards that may be added."""


def hidden(state: State) -> World:
    pending = state.pending
    return state.hands, state.face_down, state.stock, pending.cards if pending else 0


def worlds(seen: Knowledge) -> Counter[World]:
    """Every way to deal the unseen cards, twin by twin, counted by what it looks like."""
    sure = [[*each] for each in seen.known]
    unseen = list(seen.unseen)
    for card in [card for seat, hand in enumerate(sure) if seat != seen.seat for card in hand]:
        unseen.remove(card)
    found: Counter[World] = Counter()
    for dealt in permutations(unseen):
        cards = iter(dealt)
        dealt_hands = [
            [next(cards) for _ in range(number - len(hand))]
            for hand, number in zip(sure, seen.hand_counts, strict=True)
        ]
        face_down = tuple(
            tuple(next(cards) if place is Hidden.CARD else place for place in row)
            for row in seen.face_down
        )
        stock = tuple(next(cards) for _ in range(seen.stock_count))
        hands = tuple(Cards.of(a + b) for a, b in zip(sure, dealt_hands, strict=True))
        for drawn in _just_drawn(seen, dealt_hands):
            found[hands, face_down, stock, drawn] += 1
    return found


def _just_drawn(seen: Knowledge, hands: list[list[Card]]) -> list[int]:
    """Which cards of a hand may have been drawn just now; where none need be, none."""
    pending = seen.pending
    if pending is None or pending.kind != "add":
        return [0]
    rank = seen.pile[-1].rank
    equal = [card for card in hands[pending.seat] if card.rank is rank]
    sets: list[tuple[Card, ...]] = [()]
    for card in equal:
        sets += [(*each, card) for each in sets]
    return [Cards.of(each).packed for each in sets if each]


def is_even(seen: Knowledge | View, worlds: Counter[World], draws: int = 4000) -> None:
    """Whether worlds are drawn as often as they should: a chi-square test with a generous bound."""
    random = Random("even")
    drawn = Counter(hidden(determinize(seen, random)) for _ in range(draws))
    assert {*drawn} <= {*worlds}
    expected = {world: draws * ways / worlds.total() for world, ways in worlds.items()}
    assert min(expected.values()) > 5
    chi_square = sum((drawn[world] - each) ** 2 / each for world, each in expected.items())
    freedom = len(worlds) - 1
    assert chi_square < freedom + 4 * (2 * freedom) ** 0.5


def all_but(variant: Variant, unseen: str, *open_cards: str) -> Cards:
    """The rest of the deck, to be burned."""
    return variant.deck_cards(2) - Cards.of(unseen) - Cards.of(" ".join(open_cards))


def test_every_state_is_as_likely() -> None:
    unseen = "4S 5S 6S 7S 8S"
    burned = all_but(PLAIN, unseen, "2C", "9D")
    state = at(PLAIN, "2C", "4S 5S || 6S", pile="9D", stock="7S", burned=burned)
    seen = Knowledge.of(view(state, 0))
    assert state.aside == Cards.of("8S")
    assert len(worlds(seen)) == 60
    assert {*worlds(seen).values()} == {2}
    is_even(seen.view, worlds(seen))
    is_even(seen, worlds(seen))


def test_every_state_is_as_likely_to_a_spectator() -> None:
    burned = all_but(PLAIN, "4S 5S 6S 7S", "9D")
    state = at(PLAIN, "4S", "5S 6S || 7S", pile="9D", burned=burned)
    is_even(view(state), worlds(Knowledge.of(view(state))))


def test_twins_are_two_cards() -> None:
    rules = table(deck={"packs": 2})
    burned = all_but(rules, "4S 4S 5S 6S 7S", "9D", "2C")
    state = at(rules, "2C", "4S 4S || 5S -- 6S", pile="9D", stock="7S", burned=burned)
    seen = Knowledge.of(view(state, 0))
    assert {*worlds(seen).values()} == {2, 4}
    is_even(seen.view, worlds(seen))


def test_every_state_with_what_is_known_in_it_is_as_likely() -> None:
    burned = all_but(PLAIN, "4S 5S 6S 7S", "9D", "2C")
    state = at(PLAIN, "4S 5S", "2C || 6S 7S", pile="9D", burned=burned)
    seen = known(state, 1, "pickup")
    assert len(worlds(seen)) == 12
    is_even(seen, worlds(seen))


def test_cards_may_be_drawn_that_a_card_stood_for() -> None:
    wild = table(rank("joker", "wild"), deck={"jokers": 2}, deal={"add_drawn": True})
    state = after(at(wild, "*R 4C 9D", "5C", stock="7C 8C"), "play *R as 7")
    seen = view(state, 1)
    assert seen.declared == {0: "7"}
    for seed in range(20):
        pending = determinize(seen, Random(seed)).pending
        assert pending is not None
        assert {card.rank for card in Cards(pending.cards)} == {"7"}


def test_which_drawn_cards_may_be_added_is_as_likely() -> None:
    rules = table(deal={"add_drawn": True, "replenish_to": 2})
    burned = all_but(rules, "4S 9S 9C 7S", "9D", "2C")
    before = at(rules, "9D 4S", "2C || 7S", stock="9S 9C", burned=burned)
    seen = Knowledge.of(view(after(before, "play 9D"), 1))
    assert len({world[-1] for world in worlds(seen)}) == 3
    is_even(seen.view, worlds(seen))
