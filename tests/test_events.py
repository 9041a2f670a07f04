"""What `step` tells: every event in its place, every card accounted for, and no seat told too much.

The laws are tried over generated positions of every preset, over whole games of every preset and
every table of the atlas, and over the worked examples, which come to everything that a key says.
"""

import json
import os
import pickle
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import pytest
from attrs import evolve
from hypothesis import assume, given, strategies as st
from hypothesis.strategies import DataObject, DrawFn, SearchStrategy

from kinds import abilities, dealt_ranks
from palace import (
    Action,
    Card,
    Cards,
    Hidden,
    IllegalAction,
    PalaceError,
    Phase,
    Play,
    Resign,
    State,
    Variant,
    View,
    apply,
    derive,
    distinct_actions,
    follow,
    load_examples,
    load_variant,
    make_converter,
    new_game,
    parse_action,
    position,
    redact,
    step,
    view,
    why_illegal,
)
from palace.bundled import atlas_names
from palace.events import (
    EVENTS,
    Asked,
    Burned,
    Drew,
    Event,
    Left,
    Lost,
    Move,
    Played,
    Required,
    Resigned,
    Skipped,
    Turn,
)
from palace.examples import Examples
from palace.examples.playing import starts
from palace.sampling import draw_legal, draw_players, draw_position
from palace.testing import legal_actions_of
from palace.trials import lowest_play
from strategies import NOT_OVER, PRESETS, attempts, every_table, states

ROOT = Path(__file__).parents[1]
ATLAS = {name: load_variant(name) for name in atlas_names()}
VARIANTS = PRESETS | ATLAS
DEEP = os.environ.get("PALACE_PROFILE") == "deep"
"""Whole games are followed from every seat; in the quick profile from one and by a spectator."""
MOST_MOVES = 1000 if DEEP else 140
"""Moves after which a game is cut."""
ENDLESS = ["palace-suits"]
"""Tables whose games hardly ever end by then."""


def seats_of(state: State) -> list[int | None]:
    """Every seat, and a spectator."""
    return [None, *range(state.players)]


def sentences(state: State, *actions: str) -> list[str]:
    """What happens in some moves, but for whose turn it is and what must be met then."""
    said: list[str] = []
    for text in actions:
        state, events = step(state, parse_action(text, state.to_move))
        said += [str(each) for each in events if not isinstance(each, Turn | Required)]
    return said


def acts(state: State) -> SearchStrategy[Action]:
    """What may be done in a state, and now and then a resignation."""
    moves = legal_actions_of(state)
    return st.one_of(moves, moves, moves, st.sampled_from(state.active).map(Resign))


@st.composite
def happenings(draw: DrawFn, table: str) -> tuple[State, Action]:
    """A position that is not over, and what is done in it."""
    state = draw(states(table, NOT_OVER))
    return state, draw(acts(state))


# ---------------------------------------------------------------- step and apply


@every_table
@given(data=st.data())
def test_a_step_comes_to_what_apply_comes_to(table: str, data: DataObject) -> None:
    state, action = data.draw(attempts(table))
    refusal = why_illegal(state, action)
    if refusal is None:
        assert step(state, action)[0] == apply(state, action)
    else:
        with pytest.raises(IllegalAction) as raised:
            step(state, action)
        assert raised.value.reason is refusal.reason


def test_what_is_no_action_is_refused() -> None:
    with pytest.raises(PalaceError, match="no action"):
        step(new_game(PRESETS["selected"], 2, seed=1), "0: pickup")  # type: ignore[arg-type]


# ---------------------------------------------------------------- the cards balance


def _counted(cards: Iterable[Card]) -> Counter[Card | Hidden]:
    return Counter(cards)


class Table:
    """Every zone with its cards, moved by events alone."""

    def __init__(self, state: State) -> None:
        self.hands = [_counted(hand) for hand in state.hands]
        self.face_up = [_counted(up) for up in state.face_up]
        self.face_down = [list(row) for row in state.face_down]
        self.stock, self.pile = list[Card | Hidden](state.stock), list[Card | Hidden](state.pile)
        self.burned = _counted(state.burned)

    def move(self, move: Move) -> None:
        """Take cards away from where they have to lie, and put them where they go."""
        cards = list(move.cards)
        of_seat = {"hand": self.hands[move.seat], "face_up": self.face_up[move.seat]}
        if move.source == "pile":
            assert self.pile[-len(cards) :] == cards
            del self.pile[-len(cards) :]
        elif move.source == "stock":
            assert Counter(self.stock[: len(cards)]) == Counter(cards)
            del self.stock[: len(cards)]
        elif move.source == "face_down":
            assert move.place is not None
            card = self.face_down[move.seat][move.place]
            assert card is not None
            assert cards in ([card], [Hidden.CARD])
            self.face_down[move.seat][move.place], cards = None, [card]
        else:
            assert Counter(cards) <= of_seat[move.source]
            of_seat[move.source].subtract(cards)
        if move.target == "pile":
            self.pile += cards
        elif move.target == "stock":
            self.stock += cards
        else:
            (of_seat | {"burned": self.burned})[move.target].update(cards)

    def agrees_with(self, state: State) -> bool:
        rows = [row if any(row) else [] for row in self.face_down]
        return (
            self.hands == [Counter(hand) for hand in state.hands]
            and self.face_up == [Counter(up) for up in state.face_up]
            and rows == [list(row) for row in state.face_down]
            and (self.stock, self.pile) == (list(state.stock), list(state.pile))
            and self.burned == Counter(state.burned)
        )


@every_table
@given(data=st.data())
def test_the_cards_of_the_events_account_for_every_zone(table: str, data: DataObject) -> None:
    state, action = data.draw(happenings(table))
    after, events = step(state, action)
    lying = Table(state)
    for event in events:
        for move in event.moves:
            assert move.cards
            lying.move(move)
    assert lying.agrees_with(after)


# ---------------------------------------------------------------- views follow


class Watchers:
    """Seats, or a spectator, who know only their first view and what they were told since."""

    def __init__(self, state: State, seats: Iterable[int | None] | None = None) -> None:
        self.state = state
        chosen = seats_of(state) if seats is None else seats
        self.views = {seat: view(state, seat) for seat in chosen}

    def step(self, action: Action) -> tuple[Event, ...]:
        self.state, events = step(self.state, action)
        for seat, before in self.views.items():
            self.views[seat] = follow(before, redact(events, seat))
            assert self.views[seat] == view(self.state, seat), (seat, str(action))
        return events


@pytest.mark.untraced
@every_table
@given(data=st.data())
def test_what_a_seat_is_told_rebuilds_its_view(table: str, data: DataObject) -> None:
    watchers = Watchers(data.draw(states(table, NOT_OVER)))
    for _ in range(4):
        if watchers.state.phase is Phase.OVER:
            break
        watchers.step(data.draw(acts(watchers.state)))


def towards_the_end(random: Random, state: State) -> Action:
    """Mostly the lowest card, so that games come to an end, and any arrangement."""
    actions = distinct_actions(state)
    if state.phase is Phase.PLAY and random.random() < 0.95:
        return lowest_play(state, actions) or actions[0]
    return random.choice(actions)


@pytest.mark.untraced
@pytest.mark.parametrize("name", VARIANTS)
def test_whole_games_are_followed_from_the_deal_to_the_end(name: str) -> None:
    ended = 0
    for players in VARIANTS[name].players.counts:
        random = Random(f"{name} {players}")
        state = new_game(VARIANTS[name], players, seed=players)
        watchers = Watchers(state, None if DEEP else [None, random.randrange(players)])
        for _ in range(MOST_MOVES):
            if watchers.state.phase is Phase.OVER:
                ended += 1
                break
            watchers.step(towards_the_end(random, watchers.state))
    assert ended or name in ENDLESS or not DEEP


def told_in_examples(examples: Examples) -> Iterator[Event]:
    """What happens in worked examples, followed from every seat."""
    for example in examples.examples:
        for state in starts(examples.variant, example) if example.moves else ():
            watchers = Watchers(state)
            for move in example.played:
                yield from watchers.step(parse_action(move, watchers.state.to_move))


@cache
def told_of_the_keys() -> list[Event]:
    """What happens in the worked examples of single keys."""
    files = sorted((ROOT / "tests" / "keys").glob("*.toml"))
    return [event for path in files for event in told_in_examples(load_examples(path))]


@pytest.mark.untraced
def test_the_worked_examples_of_the_keys_are_followed() -> None:
    told = told_of_the_keys()
    asked = {event.pending.kind for event in told if isinstance(event, Asked)}
    assert asked == {"victim", "mover", "direction", "defence", "add", "chance"}
    assert {each.why for each in told if isinstance(each, Burned)} >= {"ability", "four", "gives"}


def test_events_are_followed_one_by_one_too() -> None:
    state = new_game(PRESETS["palace-no-swap"], 3, seed=1)
    after, events = step(state, distinct_actions(state)[0])
    seen = view(state, 1)
    for event in events:
        seen = follow(seen, [event])
    assert seen == view(after, 1)


# ---------------------------------------------------------------- what is hidden


@pytest.mark.untraced
@every_table
@given(data=st.data())
def test_what_a_seat_cannot_tell_apart_it_is_told_alike(table: str, data: DataObject) -> None:
    state, action = data.draw(happenings(table))
    seat = data.draw(st.sampled_from(seats_of(state)))
    stay = {seat} if isinstance(action, Resign) else {seat, action.seat}
    other = data.draw(st.randoms(use_true_random=False).map(partial(shuffled, state, stay)))
    assume(why_illegal(other, action) is None)
    (after, events), (other_after, other_events) = step(state, action), step(other, action)
    assume(view(after, seat) == view(other_after, seat))
    shown, other_shown = (list(filter(shows, each)) for each in (events, other_events))
    assume(shown == other_shown)  # a card may be seen in passing, turned up and taken
    told, other_told = redact(events, seat), redact(other_events, seat)
    assert told == other_told
    assert repr(told) == repr(other_told)
    assert list(map(str, told)) == list(map(str, other_told))
    assert pickle.dumps(told) == pickle.dumps(other_told)


def shuffled(state: State, stay: set[int | None], random: Random) -> State:
    """The state with all hidden cards changing places, but for those of seats that stay."""
    hands = {each: list(hand) for each, hand in enumerate(state.hands) if each not in stay}
    rows = {each: list(row) for each, row in enumerate(state.face_down) if each not in stay}
    hidden = [card for hand in hands.values() for card in hand] + list(state.stock)
    hidden += [card for row in rows.values() for card in row if card is not None]
    random.shuffle(hidden)
    packed = [hand.packed for hand in state.hands]
    for each, hand in hands.items():
        packed[each] = Cards.of([hidden.pop() for _ in hand]).packed
    down = list(state._frame.face_down)
    for each, row in rows.items():
        places = [0xFF if card is None else hidden.pop().index for card in row]
        down[each] = bytes(places)
    stock = bytes(card.index for card in hidden)
    frame = evolve(state._frame, face_down=tuple(down))
    return evolve(state, hands=tuple(packed), stock=stock, frame=frame)


def cards_in(value: object) -> Iterator[Card]:
    """Every card in any attribute of a value, however deep."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, Cards):
        yield from value
    elif isinstance(value, tuple):
        for each in value:
            yield from cards_in(each)
    elif hasattr(value, "__attrs_attrs__"):
        for field in value.__attrs_attrs__:
            yield from cards_in(getattr(value, field.name))


@every_table
@given(data=st.data())
def test_a_told_card_lies_where_the_seat_sees_it_before_or_after(
    table: str, data: DataObject
) -> None:
    state, action = data.draw(happenings(table))
    after, events = step(state, action)
    for seat in seats_of(state):
        sees = {*cards_seen(view(state, seat)), *cards_seen(view(after, seat))}
        laid = {card for event in events for card in cards_in(event.moves) if shows(event)}
        assert {*cards_in(redact(events, seat))} <= sees | laid


def shows(event: Event) -> bool:
    """Whether an event moves cards onto the pile, where everybody sees them."""
    return any(move.target == "pile" for move in event.moves)


def cards_seen(seen: View) -> Iterator[Card]:
    return cards_in((seen.hand, seen.face_up, seen.pile, seen.burned, seen.face_down))


def test_a_drawn_card_is_told_to_its_player_alone() -> None:
    """Fault 133: the log of draws told what the view hid."""
    seats = [{"hand": "5C KC"}, {"hand": "KH 3S"}]
    state = position(PRESETS["selected"], seats, pile="4D", stock="AS 4H TC")
    _, events = step(state, parse_action("0: play 5C"))
    own, others = redact(events, 0), redact(events, 1)
    assert Drew(0, (Card.parse("4H"), Card.parse("AS"))) in own
    assert Drew(0, (Hidden.CARD, Hidden.CARD)) in others
    assert redact(events, None) == others
    assert redact(own, 1) == others
    assert redact(others, 0) == others
    for text in (repr(others), " ".join(map(str, others)), repr(pickle.dumps(others))):
        assert "AS" not in text
        assert "4H" not in text
    assert Card.parse("AS") not in cards_in(others)


def test_a_face_down_card_is_told_when_it_is_flipped_and_not_before() -> None:
    """Fault 131: the owner saw the own face-down cards."""
    seats = [{"face_up": "5C", "face_down": "6C AD"}, {"hand": "KH 3S"}]
    state = position(PRESETS["selected"], seats, pile="4D")
    state, events = step(state, parse_action("0: play 5C"))
    assert not {Card.parse("6C"), Card.parse("AD")} & {*cards_in(events)}
    state, _ = step(state, parse_action("1: pickup"))
    _, events = step(state, parse_action("0: flip 1"))
    assert "Seat 0 flips its face-down card 1: AD." in map(str, redact(events, None))
    assert Card.parse("6C") not in cards_in(events)


@pytest.mark.parametrize("seat", [-1, "0", True, 1.0])
def test_what_is_no_seat_is_told_nothing(seat: Any) -> None:
    with pytest.raises(PalaceError, match="there is no seat"):
        redact((), seat)


@pytest.mark.parametrize(
    "event",
    [
        Turn(7),
        Played(1, (Card.parse("2C"),), (Card.parse("2C"),)),
        Burned(0, (Card.parse("2C"),), "four"),
        Drew(0, (Hidden.CARD,) * 60),
        Played(1, (Card.parse("2C"),) * 9),
    ],
    ids=str,
)
def test_an_event_that_cannot_have_happened_is_refused(event: Event) -> None:
    seen = view(new_game(PRESETS["palace-no-swap"], 2, seed=1), 0)
    with pytest.raises(PalaceError, match=r"cannot follow on this view: .* events of each step"):
        follow(seen, [event])


# ---------------------------------------------------------------- events as data


@pytest.mark.untraced
def test_events_are_plain_data_told_apart_by_their_kind() -> None:
    converter = make_converter()
    resigned = Resigned(1, (Card.parse("2C"),), (), (0,), "burned")
    for event in {*told_of_the_keys()[::5], resigned}:
        for seen in (event, event.for_others()):
            data = json.dumps(converter.unstructure(seen))
            assert converter.structure(json.loads(data), Event) == seen
    drew = Drew(2, (Card.parse("TC"), Hidden.CARD))
    assert converter.unstructure(drew) == {"kind": "drew", "seat": 2, "cards": ["TC", "??"]}


@every_table
@given(data=st.data())
def test_events_are_values_that_are_compared_hashed_and_pickled(
    table: str, data: DataObject
) -> None:
    state, action = data.draw(happenings(table))
    _, events = step(state, action)
    _, again = step(state, action)
    assert events == again
    assert {*events} == {*again}
    assert pickle.loads(pickle.dumps(events)) == events  # noqa: S301 - the test's own


# ---------------------------------------------------------------- in words


def plain(rank: str, ability: str) -> Variant:
    """The plain game in which one rank has an ability."""
    return derive("plain", ranks={rank: {"abilities": [ability]}})


def given_away(**options: Any) -> Variant:
    """The plain game in which a joker gives the pile away."""
    joker = {"abilities": [{"name": "give", **options}]}
    return derive("plain", deck={"jokers": 2}, ranks={"joker": joker})


SELECTED = PRESETS["selected"]
WILD = derive("plain", deck={"jokers": 2}, ranks={"joker": {"abilities": ["wild"]}})
LOOKED_AT = derive("plain", table_cards={"face_down": "looked_at"})
TOLD = [
    pytest.param(
        SELECTED,
        ["7D 7S 4H", "5C 9C", "KH"],
        {"pile": "4C", "stock": "QC KC"},
        ["play 7D 7S", "pickup"],
        ["Seat 0 plays 7D 7S.", "Seat 0 draws QC KC.", "Seat 1 picks up 4C 7D 7S."],
        id="cards are laid, drawn and taken",
    ),
    pytest.param(
        SELECTED,
        ["TC", "5C", "6C 7C"],
        {"pile": "7S"},
        ["play TC", "play 5C"],
        [
            "Seat 0 plays TC.",
            "The pile burns: 7S TC.",
            "Seat 0 has no card left and is out, in place 1.",
            "Seat 1 plays 5C.",
            "Seat 1 has no card left and is out, in place 2.",
            "Seat 2 loses.",
            "The game is over.",
        ],
        id="a rank burns, and a player leaves",
    ),
    pytest.param(
        SELECTED,
        ["7C 7D 2C", "5C", "6C 8H"],
        {"pile": "7S 7H"},
        ["play 7C 7D"],
        ["Seat 0 plays 7C 7D.", "Four of a kind burn the pile: 7S 7H 7C 7D."],
        id="four of a kind burn",
    ),
    pytest.param(
        SELECTED,
        [{"face_down": "4C -- 9H"}, "6C 6D"],
        {"pile": "8S"},
        ["flip 0", "play 6C"],
        ["Seat 0 flips its face-down card 0: 4C.", "Seat 0 picks up 8S 4C.", "Seat 1 plays 6C."],
        id="face-down cards are flipped",
    ),
    pytest.param(
        SELECTED,
        [{"face_down": "4C -- 9H"}, "6C 6D"],
        {"pile": "8S"},
        ["flip 2"],
        ["Seat 0 flips its face-down card 2: 9H."],
        id="a flip that stays",
    ),
    pytest.param(
        PRESETS["cardgames"],
        ["4H 5H", "6C"],
        {"pile": "8S", "stock": "9C 3C 4C"},
        ["chance", "chance"],
        [
            "Seat 0 turns up 9C from the stock.",
            "Seat 1 turns up 3C from the stock.",
            "Seat 1 picks up 8S 9C 3C.",
        ],
        id="the top of the stock is played unseen",
    ),
    pytest.param(
        PRESETS["common"],
        [{"face_up": "4C 9D"}, "6C 6D"],
        {"pile": "8S"},
        ["pickup 9D"],
        ["Seat 0 adds its face-up card 9D to the pile.", "Seat 0 picks up 8S 9D."],
        id="a face-up card is added",
    ),
    pytest.param(
        SELECTED,
        [{"face_up": "9C 9D 3D"}, "6C 6D"],
        {"pile": "8S"},
        ["play 9C 9D"],
        ["Seat 0 plays 9C 9D from its face-up cards."],
        id="face-up cards are played",
    ),
    pytest.param(
        PRESETS["rawlins"],
        ["8C 8D 4H", "5C", "6C"],
        {"pile": "7S", "stock": "QC KC AC"},
        ["play 8C 8D"],
        ["Seat 0 plays 8C 8D.", "Seat 0 passes over seats 1, 2.", "Seat 0 draws QC KC."],
        id="players are passed over",
    ),
    pytest.param(
        PRESETS["reverse"],
        ["JC 4C", "6C 6D", "5C"],
        {"pile": "8S"},
        ["play JC"],
        ["Seat 0 plays JC.", "Seat 0 turns the direction: play goes anticlockwise."],
        id="the direction turns",
    ),
    pytest.param(
        plain("9", "flip"),
        ["9C 4D", "6C 9D", "5C"],
        {"pile": "8S"},
        ["play 9C", "play 6C", "play 5C"],
        [
            "Seat 0 plays 9C.",
            "The order of ranks is turned round.",
            "Seat 1 plays 6C.",
            "Seat 2 plays 5C.",
            "Seat 2 has no card left and is out, in place 1.",
        ],
        id="the order of ranks turns",
    ),
    pytest.param(
        given_away(),
        ["*R 4C", "6C 6D", "5C"],
        {"pile": "8S"},
        ["play *R"],
        ["Seat 0 plays *R.", "Seat 0 gives the pile to seat 1: 8S *R."],
        id="the pile is given away",
    ),
    pytest.param(
        given_away(to="chosen"),
        ["*R 4C", "6C 6D", "5C"],
        {"pile": "8S"},
        ["play *R", "choose 2"],
        [
            "Seat 0 plays *R.",
            "Seat 0 says who takes the pile.",
            "Seat 0 chooses seat 2.",
            "Seat 0 gives the pile to seat 2: 8S *R.",
        ],
        id="the pile is given to whom the player names",
    ),
    pytest.param(
        given_away(leaves_game=True, defence=["joker"]),
        ["*R 4C", "6C *B", "5C"],
        {"pile": "8S"},
        ["play *R", "play *B"],
        [
            "Seat 0 plays *R.",
            "What gave the pile away leaves the game: *R.",
            "Seat 1 takes the pile or sends it back to seat 0.",
            "Seat 1 plays *B.",
            "What gave the pile away leaves the game: *B.",
            "Seat 1 gives the pile to seat 0: 8S.",
        ],
        id="the pile is sent back",
    ),
    pytest.param(
        given_away(leaves_game=True, defence=["joker"]),
        ["*R", "6C *B", "5C"],
        {"pile": "8S"},
        ["play *R", "play *B"],
        [
            "Seat 0 plays *R.",
            "Seat 0 has no card left and is out, in place 1.",
            "What gave the pile away leaves the game: *R.",
            "Seat 1 takes the pile or sends it back to seat 0.",
            "Seat 1 plays *B.",
            "Nobody is there to take the pile, and it burns: 8S *B.",
        ],
        id="the pile is sent back to nobody",
    ),
    pytest.param(
        plain("9", "choose_next"),
        ["9C 4D", "6C", "5C"],
        {"pile": "8S"},
        ["play 9C", "choose 2"],
        ["Seat 0 plays 9C.", "Seat 0 says who moves next.", "Seat 0 chooses seat 2."],
        id="who moves next is chosen",
    ),
    pytest.param(
        plain("9", "call"),
        ["9C 4D", "6C", "5C"],
        {"pile": "8S"},
        ["play 9C", "choose lower"],
        [
            "Seat 0 plays 9C.",
            "Seat 0 says whether the next card is to be higher or lower.",
            "Seat 0 calls lower.",
        ],
        id="a direction is called",
    ),
    pytest.param(
        derive("plain", deal={"add_drawn": True}),
        ["9C 4D 5D", "6C", "5C"],
        {"pile": "8S", "stock": "9D 3C"},
        ["play 9C", "pass"],
        [
            "Seat 0 plays 9C.",
            "Seat 0 draws 9D.",
            "Seat 0 may add what it has drawn of the same rank.",
            "Seat 0 passes.",
        ],
        id="drawn cards may be added",
    ),
    pytest.param(
        derive("plain", chance="when_unable", chance_card="hand"),
        ["4D 5D", "6C", "5C"],
        {"pile": "8S", "stock": "9D 3C"},
        ["chance", "pickup"],
        ["Seat 0 draws 9D.", "Seat 0 goes on with its turn.", "Seat 0 picks up 8S."],
        id="the chance's card is taken",
    ),
    pytest.param(
        derive("plain", table_cards={"face_up": "into_hand"}),
        [{"hand": "9C", "face_up": "4C KD"}, "6C 7C"],
        {"pile": "8S"},
        ["play 9C"],
        ["Seat 0 plays 9C.", "Seat 0 takes its face-up cards into the hand: 4C KD."],
        id="face-up cards are taken into the hand",
    ),
    pytest.param(
        LOOKED_AT,
        [{"hand": "9C", "face_down": "5C -- KH"}, "TD 7C"],
        {"pile": "8S"},
        ["play 9C", "play TD", "flip 2"],
        [
            "Seat 0 plays 9C.",
            "Seat 0 looks at its face-down cards: 5C KH.",
            "Seat 1 plays TD.",
            "Seat 0 flips its face-down card 2: KH.",
        ],
        id="face-down cards are looked at",
    ),
    pytest.param(
        LOOKED_AT,
        [{"hand": "9C", "face_down": "5C 6H"}, "TD 7C"],
        {"pile": "8S"},
        ["play 9C", "play TD", "pickup"],
        [
            "Seat 0 plays 9C.",
            "Seat 0 looks at its face-down cards: 5C 6H.",
            "Seat 1 plays TD.",
            "Seat 0 picks up 8S 9C TD.",
            "Seat 0 lays its face-down cards back.",
        ],
        id="face-down cards are looked at no more",
    ),
    pytest.param(
        derive("plain", deal={"replenish": "at_turn_start"}),
        ["9C 4D", "6C AC", "5C"],
        {"pile": "8S", "stock": "QC KC"},
        ["play 9C"],
        ["Seat 0 plays 9C.", "Seat 1 draws QC."],
        id="cards are drawn at the start of a turn",
    ),
    pytest.param(
        derive("plain", end={"turn_limit": 1}),
        ["9C 4D", "6C AC", "5C"],
        {"pile": "8S"},
        ["play 9C"],
        ["Seat 0 plays 9C.", "The game is over at the limit of turns, and unfinished."],
        id="the limit of turns is reached",
    ),
    pytest.param(
        derive("plain", arrange="free"),
        [{"hand": "5C KD", "face_up": "4C 8C"}, {"hand": "6C", "face_up": "7C"}],
        {"phase": "arrange"},
        ["0: arrange 4C KD", "1: arrange 7C"],
        [
            "Seat 0 lays KD face up and takes 8C into the hand.",
            "Seat 1 leaves its cards as they lie.",
            "Play begins, and seat 0 starts.",
        ],
        id="cards are arranged",
    ),
    pytest.param(
        SELECTED,
        ["9C 4D", "6C AC", "5C"],
        {"pile": "8S"},
        ["1: resign", "0: resign"],
        [
            "Seat 1 resigns, and its cards are burned.",
            "Seat 0 resigns, and its cards are burned.",
            "Seat 1 loses.",
            "The game is over.",
        ],
        id="players resign",
    ),
    pytest.param(
        derive("plain", table_cards={"with_hand": True}),
        [{"hand": "7D", "face_up": "7C 7H 9C"}, {"hand": "8S 4C"}],
        {"pile": "5C"},
        ["play 7C 7D", "pickup"],
        ["Seat 0 plays 7C 7D, 7C from its face-up cards.", "Seat 1 picks up 5C 7C 7D."],
        id="face-up cards go with the last cards of a hand",
    ),
    pytest.param(
        derive("plain", straights=3),
        ["9C 7D 8S 2C", "KH 4C"],
        {"pile": "5C"},
        ["play 7D 8S 9C"],
        ["Seat 0 plays 7D 8S 9C."],
        id="a straight is laid in the order of ranks",
    ),
    pytest.param(
        WILD,
        [{"hand": "7C *R 4D"}, {"face_down": "*B 4C"}, {"hand": "AH 4S"}],
        {"pile": "5C"},
        ["play 7C *R as 7", "flip 0", "pickup"],
        [
            "Seat 0 plays 7C *R as 7.",
            "Seat 1 flips its face-down card 0: *B as 7.",
            "Seat 2 picks up 5C 7C *R *B.",
        ],
        id="cards stand for others",
    ),
    pytest.param(
        derive("plain", end={"not_on": ["9"]}),
        ["9C", "6C", "5C 4C"],
        {},
        ["pass"],
        ["Seat 0 passes."],
        id="nothing can be led",
    ),
]


@pytest.mark.parametrize(("variant", "seats", "others", "actions", "told"), TOLD)
def test_what_happens_is_told_in_plain_sentences(
    variant: Variant,
    seats: list[Any],
    others: dict[str, Any],
    actions: list[str],
    told: list[str],
) -> None:
    zones = [{"hand": seat} if isinstance(seat, str) else seat for seat in seats]
    assert sentences(position(variant, zones, **others), *actions) == told


def test_who_is_given_the_pile_is_told_from_who_draws_next() -> None:
    """A hand grows in both cases; the one that draws belongs to the lower seat here."""
    rules = derive(given_away(), deal={"replenish": "at_turn_start"})
    seats = [{"hand": "4C"}, {"hand": "*R 6C 6D"}, {"hand": "5C"}]
    state = position(rules, seats, pile="8S", stock="QC KC", to_move=1)
    assert sentences(state, "play *R") == [
        "Seat 1 plays *R.",
        "Seat 1 gives the pile to seat 2: 8S *R.",
        "Seat 0 draws QC KC.",
    ]


WAITING = derive(
    "selected",
    deal={"replenish": "at_turn_start"},
    ranks={"K": {"abilities": ["choose_next"]}, "7": {"abilities": ["give"]}},
)
WAITS: dict[str, str] = {}
"""A seat without cards that waits for its turn to draw."""


@pytest.mark.parametrize("result", ["loser", "winner"])
@pytest.mark.parametrize(
    ("seats", "moves"),
    [
        ([{"hand": "9C 9D"}, {"hand": "3C"}, WAITS, {"hand": "4C"}], ["play 9C"]),
        ([{"hand": "9C 9D"}, {"hand": "3C"}, WAITS, {"hand": "4C"}], ["pickup"]),
        ([{"hand": "7H 9D"}, {"hand": "3C"}, {"hand": "4C"}, WAITS], ["play 7H"]),
        ([{"hand": "KH 9D"}, {"hand": "3C"}, WAITS, {"hand": "4C"}], ["play KH", "choose 1"]),
        ([{"hand": "9C 9D"}, {"hand": "3C"}, WAITS, {"hand": "4C"}], ["resign"]),
    ],
)
def test_who_leaves_as_another_draws_the_last_card_is_told(
    result: Any, seats: list[dict[str, str]], moves: list[str]
) -> None:
    """Whoever waits without cards is out then, whatever kind of action led there."""
    rules = derive(WAITING, end={"result": result})
    state = position(rules, seats, pile="5C", stock="4D")
    for text in moves:
        before = state
        state, events = step(before, parse_action(text, before.to_move))
        for seat in seats_of(before):
            assert follow(view(before, seat), redact(events, seat)) == view(state, seat)
    (waits,) = (seat for seat, zones in enumerate(seats) if not zones)
    assert state.out == (waits,)
    assert [event for event in events if isinstance(event, Left)] == [Left(waits, 1)]
    assert (state.phase is Phase.OVER) == (result == "winner")


def test_whose_turn_it_is_and_what_must_be_met_is_told_last() -> None:
    state = position(SELECTED, [{"hand": "7D 4H"}, {"hand": "5C"}], pile="4C")
    _, events = step(state, parse_action("0: play 7D"))
    assert [str(event) for event in events] == [
        "Seat 0 plays 7D.",
        "The pile asks: on a 7.",
        "Seat 1 is to move.",
    ]


def test_what_others_are_told_is_a_sentence_too() -> None:
    seats = [{"hand": "9C", "face_down": "5C -- KH"}, {"hand": "TD 7C"}]
    _, events = step(position(LOOKED_AT, seats, pile="8S"), parse_action("0: play 9C"))
    assert "Seat 0 looks at its face-down cards." in map(str, redact(events, 1))
    assert str(Drew(0, (Hidden.CARD,))) == "Seat 0 draws 1 card."
    assert str(Drew(0, (Hidden.CARD,) * 2)) == "Seat 0 draws 2 cards."


# ---------------------------------------------------------------- every kind of event

Allows: TypeAlias = Callable[[Variant], bool]


def causes(name: str) -> Allows:
    return lambda variant: any(getattr(each.effects, name) for each in abilities(variant))


def _always(_: Variant) -> bool:
    return True


def _arranges(variant: Variant) -> bool:
    return variant.arrange != "none"


def _looks(variant: Variant) -> bool:
    return variant.table_cards.face_down == "looked_at"


def _burns(variant: Variant) -> bool:
    return variant.four.burns != "never" or causes("burns")(variant)


def _skips(variant: Variant) -> bool:
    by_reverse = any(each.effects.two_players == "skip" for each in abilities(variant))
    return by_reverse or causes("skips")(variant)


def _asks(variant: Variant) -> bool:
    return (
        _chooses(variant)
        or causes("defence")(variant)
        or variant.deal.add_drawn
        or (variant.chance_card == "hand" and variant.chance != "never")
    )


def _chooses(variant: Variant) -> bool:
    chosen = any(each.effects.gives == "chosen" for each in abilities(variant))
    return chosen or causes("chooses")(variant)


def _passes(variant: Variant) -> bool:
    """Whether a player may be unable to lead, or may keep back what it could add."""
    return bool(variant.end.not_on) or variant.deal.add_drawn or _opens_with_never(variant)


def _opens_with_never(variant: Variant) -> bool:
    return variant.table_cards.face_up == "singles" and any(
        not variant.rank(rank).sets for rank in dealt_ranks(variant)
    )


ALLOWED: dict[str, Allows] = {
    "played": _always,
    "flipped": _always,
    "turned_up": lambda variant: variant.chance != "never" and variant.chance_card == "pile",
    "added": lambda variant: variant.pick_up.adding != "never",
    "picked_up": _always,
    "given": causes("gives"),
    "burned": _burns,
    "drew": _always,
    "took_face_up": lambda variant: variant.table_cards.face_up == "into_hand",
    "arranged": _arranges,
    "looked_at": _looks,
    "looked_away": _looks,
    "chosen": _chooses,
    "passed": _passes,
    "reversed": causes("reverses"),
    "order_turned": causes("flips"),
    "skipped": _skips,
    "required": _always,
    "left": _always,
    "resigned": _always,
    "lost": _always,
    "began": _arranges,
    "turn": _always,
    "asked": _asks,
    "ended": _always,
}
"""Every kind of event, with the variants in which it can happen."""


@pytest.mark.untraced
@pytest.mark.parametrize("name", VARIANTS)
def test_every_kind_of_event_happens_where_the_variant_allows_it(name: str) -> None:
    variant, random = VARIANTS[name], Random(name)
    expected = {kind for kind, allows in ALLOWED.items() if allows(variant)}
    seen: set[str] = set()
    for number in range(200):
        state = draw_position(random, variant, NOT_OVER)
        if number % 8 == 0:
            state = new_game(variant, draw_players(random, variant), seed=number)
        for _ in range(8):
            if state.phase is not Phase.OVER:
                resigns = random.random() < 0.05
                action = draw_legal(random, state)
                action = Resign(random.choice(state.active)) if resigns else action
                state, events = step(state, action)
                seen.update(event.kind for event in events)
        if number >= 10 and seen >= expected:
            break
    else:  # what hardly ever happens by chance
        seen.update(event.kind for event in told_in_examples(load_examples(name)))
    assert seen == expected


def test_every_kind_has_its_word_and_is_allowed_somewhere() -> None:
    assert list(ALLOWED) == list(EVENTS)
    ours = {each for each in Event.__subclasses__() if each.__module__ == Event.__module__}
    assert ours == {*EVENTS.values()}
    for kind, allows in ALLOWED.items():
        assert any(map(allows, VARIANTS.values())), kind


# ---------------------------------------------------------------- order, and whose turn


@every_table
@given(data=st.data())
def test_events_come_in_order(table: str, data: DataObject) -> None:
    state, action = data.draw(happenings(table))
    after, events = step(state, action)
    kinds = [event.kind for event in events]
    turns = [event.seat for event in events if isinstance(event, Turn)]
    if after.phase is Phase.PLAY:
        assert turns == [after.to_move]
        assert {*kinds[kinds.index("turn") + 1 :]} <= {"drew", "took_face_up", "asked"}
    else:
        assert turns == []
        assert ("ended" in kinds) == (after.phase is Phase.OVER)
    assert [event.seat for event in events if isinstance(event, Lost)] == (
        [] if after.loser is None or after.phase is not Phase.OVER else [after.loser]
    )
    assert [each.seat for each in events if isinstance(each, Left)] == [
        seat for seat in after.out if seat not in state.out
    ]
    if isinstance(action, Play):
        assert kinds[0] == "played"
    for event in events:
        if isinstance(event, Skipped):
            following = after._frame.after
            assert event.seats[0] == following[event.seat]
            assert following[event.seats[-1]] == (
                after.to_move if after.pending is None else after.pending.next
            )
