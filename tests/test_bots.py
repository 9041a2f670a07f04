"""Bots: who is asked and when, that each plays by the rules, and that the stronger lose less."""

import ast
import pickle
import re
from collections.abc import Sequence
from math import inf
from pathlib import Path
from random import Random, random

import pytest
from attrs import evolve, frozen

import palace.bots
from palace import (
    Action,
    Choose,
    Flip,
    Phase,
    PickUp,
    Play,
    Rank,
    State,
    Variant,
    View,
    apply,
    check_bot,
    derive,
    first_repeat,
    load_variant,
    new_game,
    position,
    view,
)
from palace.bots import (
    BOTS,
    Bot,
    CarefulBot,
    LowestBot,
    RandomBot,
    SearchBot,
    bot,
    is_out_of_turn,
    name_of,
    offers,
    played,
)
from palace.bots.judging import judged
from palace.errors import NotationError, PalaceError
from palace.simulation import simulate
from strategies import PRESETS

SELECTED = load_variant("selected")
ALL: list[Bot] = [RandomBot(), LowestBot(), CarefulBot(), SearchBot(playouts=1)]
each_bot = pytest.mark.parametrize("player", ALL, ids=map(name_of, ALL))


def game_of(player: Bot, state: State, longest: int = 2000) -> State:
    rngs = [Random(seat) for seat in range(state.players)]
    for step in played(state, [player] * state.players, rngs, longest):
        state = step.after
    return state


# ---------------------------------------------------------------- who is asked


def test_while_arranging_the_first_seat_that_has_not_is_asked() -> None:
    state = new_game(SELECTED, 3, seed=1)
    ((seat, actions),) = offers(state)
    assert seat == 0
    ((then, _),) = offers(apply(state, actions[0]))
    assert then == 1


def test_out_of_turn_the_others_are_asked_before_the_seat_to_move() -> None:
    variant = evolve(SELECTED, out_of_turn="equal")
    state = position(
        variant, [{"hand": "9D 4C"}, {"hand": "9H TC"}, {"hand": "5C"}, {"hand": "9S 3C"}],
        pile="9C", to_move=1,
    )  # fmt: skip
    assert [seat for seat, _ in offers(state)] == [3, 0, 1]
    assert offers(state)[0][1] == (Play(3, "9S"),)


@frozen
class Waiting:
    """Lets every turn go on that is not its own."""

    def choose(self, view: View, actions: Sequence[Action], rng: Random) -> Action | None:
        return None if is_out_of_turn(view) else LowestBot().choose(view, actions, rng)


def test_out_of_turn_a_bot_may_let_the_turn_go_on() -> None:
    variant = evolve(SELECTED, out_of_turn="equal")
    state = position(variant, [{"hand": "9D 4C"}, {"hand": "9H TC"}], pile="9C", to_move=1)
    steps = played(state, [Waiting(), Waiting()], [Random(0), Random(0)])
    assert next(steps).action == Play(1, "9H")


@frozen
class Doing:
    """Does one thing, whatever is asked."""

    action: Action | None

    def choose(self, view: View, actions: Sequence[Action], rng: Random) -> Action | None:
        return self.action


@pytest.mark.parametrize("action", [None, PickUp(1), Play(1, "9H")])
def test_a_bot_takes_an_action_of_its_own(action: Action | None) -> None:
    state = position(SELECTED, [{"hand": "9D 4C"}, {"hand": "9H TC"}], pile="8C")
    with pytest.raises(PalaceError, match=r"the bot .* of seat 0 chose .*an action of its own"):
        next(played(state, [Doing(action)] * 2, [Random(0)] * 2))


def test_nobody_is_asked_when_the_game_is_over() -> None:
    state = game_of(CarefulBot(), new_game(SELECTED, 2, seed=1))
    assert state.phase is Phase.OVER
    assert offers(state) == ()


def test_the_bots_ask_no_more_of_a_view_than_a_users_bot_can() -> None:
    """Private names are read of states and of the bots themselves alone."""
    private = {
        f"{path.name}: {node.value.id}.{node.attr}"
        for path in Path(palace.bots.__file__).parent.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and re.match("_[a-z]", node.attr)
        and isinstance(node.value, ast.Name) and node.value.id not in ("state", "self")
    }  # fmt: skip
    assert private == set()


# ---------------------------------------------------------------- every bot, every variant


@pytest.mark.untraced
@each_bot
def test_each_bot_holds_the_test_for_bots(player: Bot) -> None:
    names = [*PRESETS] if player == CarefulBot() else ["cardgames", "palace-suits"]
    check_bot(player, variants=[PRESETS[name] for name in names])


UNUSUAL = {
    "out of turn": evolve(SELECTED, out_of_turn="equal"),
    "chance": evolve(SELECTED, chance="always"),
    "chance in hand": evolve(SELECTED, chance="when_unable", chance_card="hand"),
    "looked at": evolve(SELECTED, table_cards=evolve(SELECTED.table_cards, face_down="looked_at")),
    "add drawn": evolve(SELECTED, deal=evolve(SELECTED.deal, add_drawn=True)),
    "bundling": evolve(SELECTED, bundling=True),
    "one winner": evolve(SELECTED, end=evolve(SELECTED.end, result="winner")),
    "turn limit": evolve(SELECTED, end=evolve(SELECTED.end, turn_limit=20)),
}


@pytest.mark.untraced
@pytest.mark.parametrize("variant", UNUSUAL.values(), ids=[*UNUSUAL])
@each_bot
def test_each_bot_copes_with_unusual_rules(player: Bot, variant: Variant) -> None:
    check_bot(player, variants=[variant])


CHOOSING = [load_variant(name) for name in ("the-idiot", "shithead-royal")]


@pytest.mark.parametrize("variant", CHOOSING, ids=lambda variant: variant.name)
@each_bot
def test_each_bot_makes_choices(player: Bot, variant: Variant) -> None:
    asked: set[type] = set()
    for seed in range(2):
        state = new_game(variant, 3, seed=seed)
        rngs = [Random(seat) for seat in range(3)]
        for step in played(state, [player] * 3, rngs, longest=100):
            asked.add(type(step.action))
    assert {Choose, Play, PickUp} <= asked


@each_bot
def test_a_bot_is_a_value_and_its_name_makes_it_again(player: Bot) -> None:
    assert bot(name_of(player)) == player
    assert pickle.loads(pickle.dumps(player)) == player  # noqa: S301
    assert {player: 1}[bot(name_of(player))] == 1


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("random", RandomBot()),
        ("search", SearchBot()),
        ("search:20", SearchBot(playouts=20)),
        ("search:0.5s", SearchBot(seconds=0.5)),
    ],
)
def test_bots_have_names(text: str, made: Bot) -> None:
    assert bot(text) == made


@pytest.mark.parametrize(
    "text", ["", "carefull", "careful:3", "search:", "search:0", "search:-1s", "search:many", "x:1"]
)
def test_what_is_no_bot_is_quoted(text: str) -> None:
    with pytest.raises(NotationError, match=r"^'.*' is no bot: "):
        bot(text)


def test_a_bot_without_a_text_goes_by_its_class() -> None:
    class Plain:
        def choose(self, view: View, actions: Sequence[Action], rng: Random) -> Action:
            return actions[0]

    assert name_of(Plain()) == "Plain"
    assert name_of(Doing(None)) == "Doing(action=None)"


@pytest.mark.parametrize(
    "budget", [{"playouts": 0}, {"seconds": 0}, {"seconds": -1.0}, {"seconds": inf}]
)
def test_a_search_has_a_budget(budget: dict[str, float]) -> None:
    with pytest.raises(PalaceError, match="budget of more than 0"):
        SearchBot(**budget)  # type: ignore[arg-type]


# ---------------------------------------------------------------- how they play


def choice(player: Bot, state: State, seed: int = 1) -> Action | None:
    seat, actions = offers(state)[-1]
    return player.choose(view(state, seat), actions, Random(seed))


OTHER = {"hand": "KD KH", "face_up": "QC QD QH"}


def test_lowest_lays_all_of_its_lowest_rank() -> None:
    state = position(SELECTED, [{"hand": "7D 7S 9C"}, OTHER], pile="3C")
    assert choice(LowestBot(), state) == Play(0, "7D 7S")
    state = position(SELECTED, [{"hand": "2C 7D 7S 9C"}, OTHER], pile="3C")
    assert choice(LowestBot(), state) == Play(0, "7D 7S")  # twos have no place in the order


def test_lowest_leaves_its_table_cards() -> None:
    state = new_game(SELECTED, 2, seed=5)
    ranks = sorted(card.rank.index for card in state.face_up[0])
    chosen = choice(LowestBot(), state)
    assert sorted(card.rank.index for card in chosen.face_up) == ranks  # type: ignore[union-attr]


def test_careful_keeps_what_goes_on_anything() -> None:
    state = position(SELECTED, [{"hand": "2C TD KS 9C"}, OTHER], pile="3C", stock="4C")
    assert choice(CarefulBot(), state) == Play(0, "9C")
    state = position(SELECTED, [{"hand": "2C 2D KS"}, OTHER], pile="3C AC 5S AD")
    assert choice(CarefulBot(), state) == Play(0, "2C")


def test_careful_arranges_its_best_cards_face_up() -> None:
    """Twos, tens and then the highest; of a rank the lowest suits are offered."""
    state = new_game(SELECTED, 2, seed=5)
    kept = [card.rank for card in [*state.hands[0], *state.face_up[0]]]
    arranged = apply(state, CarefulBot().choose(view(state, 0), offers(state)[0][1], Random(0)))
    order = [*SELECTED.order, Rank.TWO, Rank.TEN]
    laid = [order.index(card.rank) for card in arranged.face_up[0]]
    assert min(laid) >= sorted(map(order.index, kept))[3]


def test_careful_picks_up_on_purpose_to_keep_its_best_cards() -> None:
    seats = [{"hand": "2C TD"}, OTHER]
    assert choice(CarefulBot(), position(SELECTED, seats, pile="AC", stock="4C 5C")) == PickUp(0)
    for pile, stock in (("AC", ""), ("3C AC AD", "4C 5C")):
        state = position(SELECTED, seats, pile=pile, stock=stock)
        assert isinstance(choice(CarefulBot(), state), Play)


def test_a_search_finds_the_way_out() -> None:
    """The ten burns the pile, and then the three is the last; the other has one card left too."""
    state = position(SELECTED, [{"hand": "TD 3C"}, {"hand": "4C"}], pile="2C")
    assert choice(SearchBot(playouts=60), state) == Play(0, "TD")


def test_a_search_keeps_to_its_time() -> None:
    state = game_of(CarefulBot(), new_game(SELECTED, 4, seed=3), longest=30)
    assert choice(SearchBot(seconds=0.01), state) is not None


def test_a_playout_takes_the_first_seats_actions() -> None:
    variant = evolve(SELECTED, out_of_turn="equal")
    state = position(variant, [{"hand": "TC"}, {"hand": "9D 4C"}], pile="9C")
    assert judged(state, offers(state)[-1][1]) == Play(0, "TC")


# ---------------------------------------------------------------- the stronger lose less

QUICK = [
    ("lowest", "random", 2, 24),
    ("lowest", "random", 4, 16),
    ("careful", "lowest", 2, 100),
    ("careful", "lowest", 4, 180),
]


@pytest.mark.untraced
@pytest.mark.parametrize(("better", "worse", "players", "games"), QUICK)
def test_one_better_bot_among_worse_ones_loses_less(
    better: str, worse: str, players: int, games: int
) -> None:
    """`scripts/bots_table.py` does the same with more games; one seat has the better bot."""
    found = simulate(SELECTED, [bot(better), *[bot(worse)] * (players - 1)], games, seed=1)
    losses = found.losses_by_bot[0]
    assert losses.share.of > games * 0.9
    assert losses.share.interval[1] < losses.fair


@pytest.mark.untraced
def test_a_search_loses_less_than_a_careful_one() -> None:
    """In short games of two, which cost little; whole ones are in the table of docs/bots.md."""
    deal = {"face_down": 1, "face_up": 1, "hand": 2, "replenish_to": 2, "stock": 10}
    players: list[Bot] = [SearchBot(playouts=30), CarefulBot()]
    losses = simulate(derive("selected", deal=deal), players, 60, seed=1).losses_by_bot[0]
    assert losses.share.interval[1] < losses.fair


def test_a_search_does_not_draw_a_game_out() -> None:
    """It sees a few turns ahead, and must not find it better to collect cards for ever."""
    players: list[Bot] = [SearchBot(playouts=8)] * 2
    found = simulate(SELECTED, players, 6, seed=1, longest=400)
    assert found.unfinished.count == 0


# ---------------------------------------------------------------- games without an end


def test_bots_that_play_for_ever_are_cut() -> None:
    """Each picks the pile up whenever it may, so that nobody ever gets rid of cards."""
    found = simulate(SELECTED, [LastBot()] * 3, 2, longest=500)
    assert (found.unfinished.count, found.losses_by_bot[0].share.of) == (2, 0)


@frozen
class LastBot:
    """Takes the last of its actions: a pick-up whenever there is a pile."""

    def choose(self, view: View, actions: Sequence[Action], rng: Random) -> Action:
        return actions[-1]


def test_a_game_that_goes_in_a_circle_is_found_out() -> None:
    state = new_game(SELECTED, 3, seed=1)
    steps = [*played(state, [LastBot()] * 3, [Random(0)] * 3, 500)]
    states = [state, *(step.after for step in steps)]
    found = first_repeat(iter(states))
    assert found is not None
    first, again = found
    assert states[first] == states[again]
    assert len(set(states[:again])) == again


def test_a_game_that_ends_repeats_nothing() -> None:
    state = new_game(SELECTED, 3, seed=1)
    steps = played(state, [CarefulBot()] * 3, [Random(0)] * 3)
    assert first_repeat(step.after for step in steps) is None


# ---------------------------------------------------------------- the test for bots finds faults


@frozen
class Cheat:
    """Looks at the module's random numbers, changes its choice, or chooses what is illegal."""

    how: str

    def choose(self, view: View, actions: Sequence[Action], rng: Random) -> Action | None:
        if self.how == "module":
            random()
        if self.how == "clock":
            return actions[next(COUNTER) % len(actions)]
        if self.how == "nothing":
            return None
        if self.how == "illegal":
            return Flip(view.seat or 0, 9)
        if self.how == "other":
            return PickUp(((view.seat or 0) + 1) % view.players)
        if self.how == "raises":
            return actions[99_999]
        if self.how == "changes":
            object.__setattr__(view, "turns", view.turns + 1)
        return actions[0]


COUNTER = iter(range(1_000_000))


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("module", "drew from the module `random`"),
        ("clock", "with the same `rng`"),
        ("nothing", "chose nothing"),
        ("illegal", "chose [0-9]: flip 9"),
        ("other", "of another seat"),
        ("raises", "raised IndexError"),
        ("changes", "changed what it was given"),
    ],
)
def test_the_test_for_bots_finds_faults(how: str, said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        check_bot(Cheat(how), variants=[SELECTED])


class Speaker:
    """Chooses the text of an action."""

    def choose(self, view: View, actions: Sequence[Action], rng: Random) -> str:
        return str(actions[0])


def test_a_text_is_no_choice_of_a_bot() -> None:
    with pytest.raises(AssertionError, match=r"chose '.*': it takes one of the actions"):
        check_bot(Speaker(), variants=[SELECTED])  # type: ignore[arg-type]


def test_every_bot_is_in_the_list() -> None:
    assert [type(make()) for make in BOTS.values()] == [type(each) for each in ALL]
