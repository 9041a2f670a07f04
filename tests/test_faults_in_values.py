"""Known faults of engines of this game, in values: actions, states, seeds, variant files, speed.

Each test has the number of its entry; `test_known_faults` holds the table of all of them.
"""

import pickle
import random
import re
import sys
import tomllib
from collections import Counter
from copy import copy, deepcopy
from pathlib import Path
from time import perf_counter

import pytest
from attrs import evolve, fields, has
from attrs.exceptions import FrozenInstanceError

import palace
from palace import (
    Action,
    Card,
    Cards,
    Chance,
    Flip,
    NotationError,
    PalaceError,
    Phase,
    PickUp,
    Play,
    PositionError,
    Rank,
    State,
)
from palace.bundled import preset_names
from palace.errors import Reason
from positions import (
    PLAIN,
    after,
    at,
    moves,
    pickled,
    playout,
    problem,
    rank,
    refusal,
    set_up_anew,
    table,
    text,
)
from processes import python

ROOT = Path(__file__).parents[1]
LIMITED = table(rank("10", {"name": "burn", "lead": "equal_or_higher"}))
HEAD = 'format = 1\nextends = "plain"\n'


# ---------------------------------------------------------------- checking actions


def test_fault_114_one_card_is_not_laid_twice() -> None:
    """Same card twice in one play."""
    start = at(PLAIN, "9H KC | 5C 5D 5H | 6C 6D 6H", "KH 3S | 8C 8D 8H | JC JD JH", pile="7C")
    assert refusal(start, "play 9H 9H") == Reason.DUPLICATE_CARD


def test_fault_116_cards_of_two_ranks_are_not_laid_together() -> None:
    """Cards of different rank in one play."""
    start = at(PLAIN, "5C KC | 5S 5D 5H | 6C 6D 6H", "KH 3S | 8C 8D 8H | JC JD JH", pile="3D")
    assert refusal(start, "play 5C KC") == Reason.MIXED_RANKS


def test_fault_118_a_play_has_cards() -> None:
    """Playing no cards."""
    start = at(PLAIN, "5C KC | 5S 5D 5H | 6C 6D 6H", "KH 3S | 8C 8D 8H | JC JD JH", pile="3D")
    assert refusal(start, "play") == Reason.NO_CARDS


def test_fault_120_a_refused_action_changes_nothing() -> None:
    """A refused action still changes something."""
    start = at(PLAIN, "5C KC | 5S 5D 5H | 6C 6D 6H", "KH 3S | 8C 8D 8H | JC JD JH", pile="9D")
    copy, before = deepcopy(start), pickle.dumps(start)
    assert refusal(start, "play 5C") == Reason.DOES_NOT_BEAT
    assert start == copy
    assert pickle.dumps(start) == before


def test_fault_122_nobody_acts_out_of_turn() -> None:
    """Acting out of turn."""
    start = at(PLAIN, "KC 5D | 5S 5C 5H | 6C 6D 6H", "KH 3S | 8C 8D 8H | JC JD JH", pile="9D")
    assert refusal(start, "1: pickup") == Reason.NOT_YOUR_TURN
    assert refusal(start, "1: play KH") == Reason.NOT_YOUR_TURN


def test_fault_124_what_is_listed_can_be_applied_and_nothing_else() -> None:
    """Listed actions that cannot be applied."""
    for rules in map(palace.load_variant, preset_names()):
        state, choose = playout(rules, 4, seed=1, actions=20), random.Random(1)
        tried: set[Action] = {
            Play(seat, [card]) for seat in range(4) for card in set(rules.deck_cards(4))
        }
        tried |= {Flip(seat, place) for seat in range(4) for place in range(4)}
        tried |= {act(seat) for act in (PickUp, Chance) for seat in range(4)}
        for _ in range(25):
            legal = {action for action in tried if palace.is_legal(state, action)}
            assert legal == tried.intersection(palace.legal_actions(state))
            following = [palace.apply(state, each) for each in palace.distinct_actions(state)]
            state = choose.choice(following)


def test_fault_125_a_failed_flip_is_a_move_and_a_card_that_is_too_low_a_refusal() -> None:
    """Failed blind flip reported the same way as an illegal move."""
    start = at(PLAIN, "5C KC | 5S 5D 5H | 6C 6D 6H", "KH 3S | 8C 8D 8H | JC JD JH", pile="9D")
    assert refusal(start, "play 5C") == Reason.DOES_NOT_BEAT
    end = after(at(PLAIN, " | | 5C", "KH 3S", pile="9D"), "flip 0")
    assert end.hands[0] == Cards.of("5C 9D")
    assert end.to_move == 1


FLIPPING = " | | 5H 9C"
WILD = table(rank("joker", "wild"), deck={"jokers": 2})
CALLING = at(
    table(rank("7", "call")), "9C", "KH", pile="7C", pending=palace.Pending("direction", seat=0)
)
ATTACKED = at(
    table(rank("5", {"name": "give", "defence": ["5"]})),
    "9C",
    "KH",
    pile="5C",
    requirement="attack 5",
    pending=palace.Pending("defence", seat=1),
)
REFUSALS = [
    (Reason.UNKNOWN_SEAT, at(PLAIN, "5C", "KH"), "4: play 5C"),
    (Reason.GAME_OVER, at(PLAIN, "", "KH", out=(0,), phase="over"), "1: play KH"),
    (Reason.STILL_ARRANGING, at(PLAIN, "5C | 6C", "KH | 6D", phase="arrange"), "0: play 5C"),
    (Reason.NOT_ARRANGING, at(PLAIN, "5C | 6C", "KH"), "arrange 5C"),
    (
        Reason.ALREADY_ARRANGED,
        at(PLAIN, "5C | 6C", "KH | 6D", phase="arrange", arranged=[0]),
        "0: arrange 5C",
    ),
    (Reason.WRONG_NUMBER, at(PLAIN, "5C | 6C", "KH | 6D", phase="arrange"), "0: arrange 5C 6C"),
    (Reason.NOT_YOUR_TURN, at(PLAIN, "5C", "KH"), "1: play KH"),
    (Reason.NO_CARDS, at(PLAIN, "5C", "KH"), "play"),
    (Reason.DUPLICATE_CARD, at(PLAIN, "5C", "KH"), "play 5C 5C"),
    (Reason.NOT_HELD, at(PLAIN, "5C", "KH"), "play 6C"),
    (Reason.ZONE_LOCKED, at(PLAIN, "5C | 6C", "KH"), "play 6C"),
    (Reason.MIXED_RANKS, at(PLAIN, "5C 6C", "KH"), "play 5C 6C"),
    (Reason.WRONG_COUNT, at(table(sets=False), "5C 5D", "KH"), "play 5C 5D"),
    (Reason.DOES_NOT_BEAT, at(PLAIN, "5C", "KH", pile="9C"), "play 5C"),
    (Reason.ABOVE_LIMIT, at(table(rank("7", "lower")), "9C", "KH", pile="7C"), "play 9C"),
    (Reason.BELOW_LEAD, at(LIMITED, "9C JC", "KH", requirement="lead 10 or higher"), "play 9C"),
    (
        Reason.BARRED,
        at(table(rank("10", "burn", on={"never": ["K"]})), "10C", "KH", pile="KC"),
        "play 10C",
    ),
    (Reason.WRONG_SUIT, at(table(suits="colour"), "9D", "KH", pile="7C"), "play 9D"),
    (Reason.LOCKED, at(table(equal_lock=1), "9C", "KH", pile="7C"), "play 9C"),
    (
        Reason.MUST_LEAD,
        at(table(start={"by": "seat", "lead": "rank"}), "9C 7C", "KH", requirement="start 7"),
        "play 9C",
    ),
    (Reason.MUST_DEFEND, ATTACKED, "play 9C"),
    (Reason.MUST_CHOOSE, CALLING, "play 9C"),
    (Reason.NOTHING_TO_CHOOSE, at(PLAIN, "5C", "KH"), "choose higher"),
    (Reason.WRONG_CHOICE, CALLING, "choose 1"),
    (Reason.MUST_NOT_END, at(table(end={"not_on": ["9"]}), "9C", "KH", pile="7C"), "play 9C"),
    (Reason.MUST_DECLARE, at(WILD, "*R", "KH"), "play *R"),
    (Reason.NOT_WILD, at(WILD, "5C", "KH"), "play 5C as 7"),
    (Reason.MUST_FLIP, at(PLAIN, FLIPPING, "KH", pile="7C"), "pickup"),
    (Reason.NO_SUCH_PLACE, at(PLAIN, FLIPPING, "KH"), "flip 2"),
    (Reason.NOTHING_TO_PICK_UP, at(PLAIN, "5C", "KH"), "pickup"),
    (Reason.MUST_PLAY, at(table(pick_up={"when_able": False}), "9C", "KH", pile="7C"), "pickup"),
    (Reason.MUST_ADD, at(table(pick_up={"adding": "always"}), " | 9C", "KH", pile="7C"), "pickup"),
    (Reason.MUST_NOT_ADD, at(PLAIN, " | 9C", "KH", pile="7C"), "pickup 9C"),
    (Reason.NO_CHANCE, at(PLAIN, "9C", "KH", stock="AC"), "chance"),
    (Reason.NO_STOCK, at(table(chance="always"), "9C", "KH"), "chance"),
    (Reason.ALREADY_LEFT, at(PLAIN, "5C", "", "KH", out=(1,)), "1: resign"),
]


@pytest.mark.parametrize(("reason", "start", "move"), REFUSALS)
def test_fault_126_each_refusal_has_its_reason(reason: Reason, start: State, move: str) -> None:
    """Refusal without a reason."""
    assert refusal(start, move) == reason


LOOKING = {"table_cards": {"face_down": "looked_at"}}
UNABLE_ALONE = {"pick_up": {"when_able": False, "instead_of_flip": True}}


@pytest.mark.parametrize(
    ("reason", "start", "move"),
    [
        (Reason.MUST_NOT_ADD, at(table(**LOOKING), FLIPPING, "KH", pile="7C"), "pickup AC"),
        (
            Reason.MUST_PLAY,
            at(table(**LOOKING, **UNABLE_ALONE), "|| 9C", "KH", pile="7C"),
            "pickup",
        ),
        (Reason.MUST_NOT_ADD, at(table(**UNABLE_ALONE), "|| 9C", "KH", pile="7C"), "pickup AC"),
        (Reason.MUST_NOT_ADD, ATTACKED, "pickup AC"),
    ],
)
def test_fault_126_a_pick_up_is_refused_for_what_speaks_against_it(
    reason: Reason, start: State, move: str
) -> None:
    """Refusal without a reason: no flip, and no card to add, is asked for where none can be."""
    assert refusal(start, move) == reason


def test_fault_126_every_reason_is_given() -> None:
    """Refusal without a reason."""
    assert [reason for reason, _, _ in REFUSALS] == [*Reason]


def test_fault_127_cards_are_laid_on_top() -> None:
    """Laid cards end up in the wrong order."""
    start = at(PLAIN, "9H 9C KC | 5S 5D 5H | 6C 6D 6H", "KH 3S | 8C 8D 8H | JC JD JH", pile="4D 7C")
    assert text(after(start, "play 9H 9C").pile) == "4D 7C 9C 9H"


# ---------------------------------------------------------------- hidden information


def test_fault_131_the_moves_of_the_face_down_stage_do_not_tell_the_cards() -> None:
    """Owner can see the own face-down cards."""
    low, high = (
        at(PLAIN, " | | 6C 4D 6H", "KH", pile="9D"),
        at(PLAIN, " | | AC AD AH", "KH", pile="9D"),
    )
    assert moves(low) == moves(high) == ["flip 0", "flip 1", "flip 2"]


# ---------------------------------------------------------------- seeds and repeatability


def test_fault_139_seed_nought_is_a_seed() -> None:
    """Seed 0 treated as no seed."""
    assert palace.new_game(PLAIN, 3, seed=0) == palace.new_game(PLAIN, 3, seed=0)
    unseeded = {palace.new_game(PLAIN, 3) for _ in range(5)}
    assert len(unseeded) == 5
    code = "import palace; print(palace.new_game(palace.load_variant('plain'), 3, seed=0))"
    dealt = str(palace.new_game(palace.load_variant("plain"), 3, seed=0))
    assert python(code).decode().strip() == dealt


def test_fault_141_a_deal_depends_on_its_seed_alone() -> None:
    """Seed fixed per class, module or first use."""
    one, two = palace.new_game(PLAIN, 3, seed=1), palace.new_game(PLAIN, 3, seed=2)
    assert one != two
    again = [palace.new_game(PLAIN, 3, seed=seed) for seed in (2, *range(100), 1)]
    assert (again[-1], again[0]) == (one, two)
    common = palace.new_game(palace.derive(PLAIN, arrange="none", sets=False), 3, seed=1)
    assert (common.hands, common.stock) == (one.hands, one.stock)


def test_fault_143_nothing_random_is_left_after_the_deal() -> None:
    """Random state lost in a save."""
    state = playout(palace.load_variant("rawlins"), 3, seed=5, actions=40)
    saved = pickled(state)
    generator = random.getstate()
    for _ in range(40):
        action = palace.distinct_actions(state)[-1]
        state, saved = palace.apply(state, action), palace.apply(saved, action)
    assert state == saved
    assert random.getstate() == generator


def test_fault_144_the_order_of_the_legal_moves_is_fixed() -> None:
    """Order of legal actions changed by a fix."""
    start = at(PLAIN, "5C 5D KC | 5S 6S 5H | 6C AD 6H", "KH 3S | 8C 8D 8H | JC 2D JH", pile="4D")
    assert moves(start) == ["play 5C", "play 5D", "play 5C 5D", "play KC", "pickup"]


def test_fault_145_any_deal_and_any_position_can_be_set_up() -> None:
    """Tests that pass or fail by the deal."""
    deck = [f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "CDHS"]
    dealt = palace.new_game(PLAIN, 2, deck=deck)
    assert text(card for card in dealt.face_down[1] if card) == "2C 2H 3C"
    assert str(dealt) == str(palace.new_game(PLAIN, 2, deck=" ".join(deck), dealer=0))
    placed = at(PLAIN, "5C | 6C | 7C", "KH", pile="4D", stock="AS")
    assert str(placed).startswith("play, to move 0, pile 4D, stock AS, 0: 5C | 6C | 7C")


# ---------------------------------------------------------------- states as values


def test_fault_146_games_share_nothing_that_changes() -> None:
    """One default pile shared by all games."""
    first, second = palace.new_game(PLAIN, 2, seed=1), palace.new_game(PLAIN, 2, seed=1)
    before = pickle.dumps(second)
    playout(PLAIN, 2, seed=1, actions=20)
    after(first, "0: arrange " + text(first.face_up[0]))
    assert pickle.dumps(second) == before
    assert hash(tuple(getattr(first, each.name) for each in fields(State)))
    with pytest.raises(FrozenInstanceError):
        first.out = (1,)  # type: ignore[misc]


def test_fault_147_a_state_stays_as_it_was_whatever_is_applied_to_it() -> None:
    """apply changes the state it was given."""
    start = at(
        PLAIN,
        "5C 5D KC | 5S 6S 9H | 6C AD 6H",
        "KH 3S | 8C 8D 8H | JC 2D JH",
        pile="4D",
        stock="AS",
    )
    snapshot, hashed = deepcopy(start), hash(start)
    for action in palace.legal_actions(start):
        assert palace.apply(start, action) == palace.apply(start, action)
        assert start == snapshot
        assert hash(start) == hashed


def test_fault_149_every_state_of_a_game_survives_pickling_and_is_played_on_alike() -> None:
    """A field is lost in the round trip."""
    for name in preset_names():
        state = saved = palace.new_game(palace.load_variant(name), 2, seed=3)
        choose = random.Random(3)
        for _ in range(60):
            saved = pickled(saved)
            assert saved == state
            action = choose.choice(palace.distinct_actions(state))
            state, saved = palace.apply(state, action), palace.apply(saved, action)
        assert saved == state


def test_fault_153_any_state_is_pickled_and_copied() -> None:
    """Cannot be pickled or deep-copied."""
    house = palace.loads_variant(
        'format = 1\nextends = "rawlins"\nname = "Хата ♠"\nranks.7.abilities = ["burn"]\n'
    )
    for rules in (house, *map(palace.load_variant, preset_names())):
        state = playout(rules, 2, seed=1, actions=9)
        copies = [pickled(state, protocol) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
        for other in (*copies, copy(state), deepcopy(state)):
            assert other == state
            assert hash(other) == hash(state)
            assert other.variant.name == rules.name


def test_fault_153_a_state_goes_to_another_process_and_back() -> None:
    """Cannot be pickled or deep-copied."""
    state = playout(palace.load_variant("rawlins"), 3, seed=1, actions=30)
    code = "from pickle import dump, load; from sys import stdin, stdout\n"
    code += "dump(load(stdin.buffer), stdout.buffer)"
    assert pickle.loads(python(code, data=pickle.dumps(state))) == state  # noqa: S301


def test_fault_154_a_copy_forgets_nothing() -> None:
    """A copy that forgets one attribute."""
    start = at(
        PLAIN, "3C 4C 9H | 7D 7H 7S | 2C 2D 2H", "QH 3S 8D | 9C 9D 8H | JC JD JH", phase="arrange"
    )
    once = after(start, "0: arrange 9H 7H 7S")
    for other in (copy(once), deepcopy(once), evolve(once), pickled(once)):
        assert other == once
        assert refusal(other, "0: arrange 7D 7H 7S") == Reason.ALREADY_ARRANGED


def test_fault_155_an_impossible_position_is_refused() -> None:
    """Impossible positions accepted from outside."""
    for wrong, zones in (
        ("5C.* 2 ", {"pile": "5C"}),
        ("to_move.* 7", {"to_move": 7}),
        ("seat 2.* out", {"to_move": 2}),
        ("seat 2 holds no card", {"out": ()}),
        ("seat 0 is out", {"out": (0, 2), "to_move": 1}),
        ("1C.* is no card", {"stock": "1C"}),
    ):
        with pytest.raises(PalaceError, match=wrong):
            at(PLAIN, "5C 5D KC", "KH 3S", "", **{"out": (2,), **zones})
    assert at(PLAIN, "5C 5D KC", "KH 3S", "", out=(2,)).active == (0, 1)
    with pytest.raises(PositionError, match=r"51 cards.* 52.*AS"):
        palace.new_game(PLAIN, 2, deck=list(PLAIN.deck_cards(2))[:51])


# ---------------------------------------------------------------- variant files


def test_fault_157_a_misspelt_key_is_an_error_with_a_hint() -> None:
    """Misspelt key ignored."""
    wrong = problem("ranks.3.abilitis = []")
    assert wrong.path == "ranks.3.abilitis"
    assert "unknown key" in wrong.message
    assert 'did you mean "abilities"?' in wrong.message


def test_fault_159_a_value_out_of_its_range_is_an_error_that_tells_the_range() -> None:
    """Value outside its range or set accepted."""
    for keys, path, right in (
        ("deck.packs = 0", "deck.packs", "0.* 1 to 4"),
        ("deck.packs = 1.5", "deck.packs", "1.5.* whole number"),
        ("deck.packs = 9", "deck.packs", "9.* 1 to 4"),
        ("players.max = 7", "players.max", "6 players.* 54 .* 52"),
        ("deal.replenish_to = -1", "deal.replenish_to", "-1.* 0 or more"),
        ("deal.hand = 0", "deal.hand", "0.* 1 or more"),
        ('sets = "yes"', "sets", '"yes".* true or false'),
        ('suits = "color"', "suits", '"color".* "colour"'),
    ):
        wrong = problem(keys)
        assert wrong.path == path
        assert re.search(right, wrong.message)


def test_fault_161_abilities_that_contradict_are_refused_and_others_work_together() -> None:
    """One rank, two roles."""
    wrong = problem('ranks.3.abilities = ["invisible", "reset"]')
    assert wrong.path == "ranks.3.abilities"
    assert re.search(r"\binvisible\b.*\breset\b", wrong.message)
    both = table(rank("10", "burn", "skip"), rank("7", "lower", "reverse"))
    end = after(at(both, "10C 4H", "5D", "5H", pile="KC"), "play 10C")
    assert (end.burned, end.to_move) == (Cards.of("KC TC"), 0)  # what burns does nothing else
    end = after(at(both, "7C 4H", "5D", "5H 9H", pile="6C"), "play 7C")
    assert (end.direction, end.to_move, moves(end)) == (-1, 2, ["play 5H", "pickup"])


def test_fault_162_ranks_and_cards_are_spelt_in_few_ways() -> None:
    """Spelling of ranks."""
    for word in ("10", "T", "t"):
        assert Rank.parse(word) is Rank.TEN
    assert Rank.parse("j") is Rank.JACK
    for word in ("10h", "Th", "TH", "10♥"):
        assert Card.parse(word) == Card.of("10", "H")
    for word in ("11", "1", "Jack", ""):
        with pytest.raises(NotationError, match=repr(word)):
            Rank.parse(word)
    for word in ("1h", "10hx", "♥10", "", "H"):
        with pytest.raises(NotationError, match=repr(word)):
            Card.parse(word)
    tens = [
        palace.loads_variant(f'{HEAD}ranks.{key}.abilities = ["burn"]') for key in ("10", "T", "t")
    ]
    assert tens[0] == tens[1] == tens[2]
    assert re.search(r"\b10\b.* is no rank", problem('order = ["2", 10]').message)
    assert re.search(r"\b11\b.* is no rank", problem("ranks.11.abilities = []").message)


def test_fault_164_a_key_is_in_force_however_the_variant_was_made() -> None:
    """Setting read but not put into force."""
    preset = palace.load_variant("palace-no-swap")
    derived = palace.derive("palace", name=preset.name, summary=preset.summary, arrange="none")
    loaded = palace.loads_variant(palace.dumps_variant(derived))
    built = evolve(
        palace.load_variant("palace"), name=preset.name, summary=preset.summary, arrange="none"
    )
    games = [palace.new_game(each, 3, seed=4) for each in (preset, derived, loaded, built)]
    assert games == [games[0]] * 4
    assert games[0].phase is Phase.PLAY


def test_fault_165_every_key_is_documented_where_it_is_defined() -> None:
    """Rules text and engine say different things."""
    classes = [*vars(palace.variant).values(), *palace.abilities.ABILITIES.values()]
    keys = [
        (cls, each.name)
        for cls in classes
        if isinstance(cls, type) and has(cls) and cls is not palace.variant.Span
        for each in fields(cls)
    ]
    assert (palace.Variant, "order") in keys
    assert [(cls, key) for cls, key in keys if f" {key}: " not in str(cls.__doc__)] == []


# ---------------------------------------------------------------- packaging and Python versions


def test_fault_168_the_lowest_python_version_has_a_toml_reader() -> None:
    """TOML reader absent on an allowed Python version."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["requires-python"] == ">=3.11"
    assert sys.version_info >= (3, 11)


# ---------------------------------------------------------------- size and speed


def test_fault_172_the_moves_of_a_big_hand_are_few_and_found_fast() -> None:
    """Legal list explodes with a big hand."""
    two_packs = table(deck={"packs": 2})
    hand = list(two_packs.deck_cards(2))[:60]
    state = at(two_packs, text(hand), "KH")
    ranks = Counter(card.rank for card in hand)
    assert max(ranks.values()) == 8
    started = perf_counter()
    distinct = palace.distinct_actions(state)
    every = len(palace.legal_actions(state))
    assert perf_counter() - started < 0.5
    assert len(distinct) == sum(ranks.values())  # one for each rank and number of cards
    assert every == len(list(palace.legal_actions(state))) <= len(ranks) * (3**4 - 1)


def test_fault_174_a_state_holds_no_history() -> None:
    """Deep copies make search unusable."""
    state = playout(PLAIN, 3, seed=2, actions=400)
    fresh = set_up_anew(state)
    assert fresh == state
    assert pickle.dumps(fresh) == pickle.dumps(state)


def test_fault_175_a_state_does_not_grow_with_the_game() -> None:
    """Log and history grow without bound."""
    state = at(PLAIN, "4C 9D", "4D 9H", "4H 9S")
    size = len(pickle.dumps(state))
    for _ in range(5000):
        state = after(state, "pickup" if state.pile else moves(state)[0])
    assert state.phase is Phase.PLAY
    assert abs(len(pickle.dumps(state)) - size) < 100
